"""Explains why a match was lost. A match plays each opening twice, with sides swapped; such a pair is uneven
if one player won more of it. For each uneven pair this finds the position where its two games part, what both
players thought of their moves there, and the terms on which they disagree.

Each player searches both moves alone, to the depth that it chose with. Each prefers its own move by some
amount, and these two amounts add up to the `gap`. A part of the gap is how much more one player counts a term
than the other does, at the ends of the same lines. The rest is that the players expected different lines.
"""

import time
from bisect import insort
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isnan, nan

from arena.executors import THREADS, open_executor
from arena.experiments.progress import CountedProgress
from arena.experiments.units import Flow
from arena.parting import BY_CHOICE, UnevenPair
from arena.single_game import SingleGame, known_value
from engines.contract import EngineFailure, StopSignal, Thought
from engines.jobs import COMPILING, Job
from engines.search_engine import MAX_DEPTH, Searcher
from games.contract import ONGOING, SIDE_NAMES, BadText
from games.position import Position
from games.record import Record
from games.registry import load_game
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import GuardedEvaluation
from heuristics.lens import Lens
from heuristics.registry import heuristics_of
from study.compare.breakdown_diff import align, count_in_one_unit, divisors_of, term_named
from study.compare.scan import MakeSearcher
from study.compare.scan_players import DEEPER, chooser_of, is_heuristic, maker_of
from study.game.replayed_searches import repeats_itself
from study.settings.settings import Settings
from study.why_not.compared_line import ComparedLine
from study.why_not.comparison import Comparison
from study.why_not.two_searches import WhyNot, explainer_of

NEWS_EVERY = 0.1
"""The least seconds between two snapshots."""

SEARCHING = "searching"

LINES = "the lines they expected"
"""The name of the part of a gap that comes from different lines, not from a term."""

LEAST_GAP = 1e-9
"""A smaller gap is a rounding error."""


@dataclass(frozen=True)
class PartedChoice:
    """A player's move where the games part."""

    player: int
    move: int
    value: float
    """The move's value for the side to move, as the match kept it or, if the repeated search chose the move,
    by that; else NaN."""
    depth: int = 0
    """The move's depth in the repeated search; 0 for a player without a heuristic."""
    repeated: bool = True
    """Whether the search, made again, chose the same move."""
    own: float | None = None
    """The player's value of its move, searched alone to `depth`; None for a player without a heuristic."""
    other: float | None = None
    """The player's value of the other player's move, found in the same way."""


@dataclass(frozen=True)
class TermBetween:
    """How a term counts in the position where two games part. `loser` is how much it speaks for the loser's
    move in the loser's own search, `winner` how much for the winner's move in the winner's. `difference` is
    its part of the gap: at the ends of the same lines, how much more it speaks for the loser's move by the
    loser's heuristic than by the winner's."""

    name: str
    label: str
    loser: float
    winner: float
    difference: float


@dataclass(frozen=True, eq=False)
class Parting:
    """An uneven pair of games, and the position where they part."""

    pair: UnevenPair
    position: Position | None = None
    """None if chance parts the games, or if one is the beginning of the other."""
    number: int = 0
    """The move number there: 12 before 12.Nf3 or 12…d5."""
    choices: tuple[PartedChoice, ...] = ()
    """The moves of the loser and of the winner of the pair; empty without a `position`."""
    gap: float | None = None
    """The sum of the amounts by which each player prefers its own move, in the unit of both heuristics or
    else in clear advantages. None if a player does not search with a heuristic, or sees a forced win or
    loss."""
    terms: tuple[TermBetween, ...] = ()
    """The parts of the gap that come from terms; empty without a gap."""
    lines: float = 0.0
    """The rest of the gap."""
    judged: tuple[float, float] | None = None
    """The values of the loser's and the winner's move by a deeper search; None without such a search."""
    judged_depth: int = 0
    """The plies that the deeper search looked ahead."""
    failure: str = ""
    """Why a player's heuristic failed; "" if none did."""

    @property
    def between(self) -> str:
        """What the two players disagree on most: the term with the largest part of the gap, or LINES. ""
        without a gap."""
        if self.gap is None or self.gap <= LEAST_GAP:
            return ""
        parts = {term.name: term.difference for term in self.terms} | {LINES: self.lines}
        return max(parts, key=lambda name: parts[name])

    @property
    def loser_was_wrong(self) -> bool | None:
        """Whether the deeper search finds the loser's move worse; None without such a search."""
        return None if self.judged is None else self.judged[0] < self.judged[1]


@dataclass(frozen=True)
class TermOverAll:
    """A term, or LINES, over all pairs: in how many of the pairs that the match's loser lost the players
    disagreed on it most, and in how many of those that it won."""

    name: str
    label: str
    lost: int
    won: int


@dataclass(frozen=True, eq=False)
class WhyLostNews(CountedProgress):
    """The progress: `done` of `total` pairs in `seconds`, and the partings `found` so far, by the pair's
    number. `loser` is the player (0 or 1) that scored less in the match, 0 if both scored the same. `lenses`
    are those of the two players, None for a player that does not search with a heuristic."""

    found: tuple[Parting, ...]
    done: int
    total: int
    seconds: float
    loser: int
    lenses: tuple[Lens | None, Lens | None]

    def pairs(self, lost: bool) -> list[Parting]:
        """The pairs that the loser of the match lost, or won."""
        return [each for each in self.found if (each.pair.loser == self.loser) == lost]

    @property
    def asked_deeper(self) -> bool:
        """Whether a deeper search has judged a pair."""
        return any(each.judged is not None for each in self.found)

    @property
    def counted(self) -> tuple[list[Parting], list[Parting]]:
        """(lost pairs, won pairs) over which terms are counted: those with a gap. With a deeper search, only
        pairs in which it finds the move of the pair's loser worse."""
        lost, won = (
            [each for each in self.pairs(lost) if each.between and each.loser_was_wrong is not False]
            for lost in (True, False)
        )
        return lost, won

    @property
    def terms(self) -> tuple[TermOverAll, ...]:
        """What the players disagreed on, the most frequent in lost pairs first."""
        lost, won = (Counter(each.between for each in pairs) for pairs in self.counted)
        labels = {term.name: term.label for each in self.found for term in each.terms} | {LINES: LINES}
        rows = [TermOverAll(name, labels[name], lost[name], won[name]) for name in {**lost, **won}]
        return tuple(sorted(rows, key=lambda row: (-row.lost, row.won, row.name)))


class _Stopped(Exception):
    """The work was asked to stop."""


def judge_by(text: str, game: str, settings: Settings) -> MakeSearcher:
    """A function that makes the searcher that judges a parting, from a heuristic's name and perhaps weights.
    Raises BadText for a player's text or an unknown heuristic."""
    if not is_heuristic(text, game):
        names = ", ".join(heuristic.name for heuristic in heuristics_of(game))
        raise BadText(f"expected a heuristic ({names}), found {text!r}")
    return maker_of(chooser_of(text, game, 1), game, settings.weights)


@dataclass
class WhyLost:
    """Explains all uneven `pairs` of one pairing, in which the `loser` scored less. `single_game` gives the
    game with a number. `judge` makes the searcher that judges each parting, DEEPER plies deeper than both
    players searched there; None if nobody judges."""

    pairs: Sequence[UnevenPair]
    single_game: Callable[[int], SingleGame]
    loser: int
    workers: int = 1
    judge: MakeSearcher | None = None

    def work(self, job: Job) -> WhyLostNews:
        """The work of the job: reports `WhyLostNews` and returns the last one, also if it is stopped."""
        total = len(self.pairs)
        job.report(WhyLostNews((), 0, total, 0.0, self.loser, (None, None)), COMPILING)
        lenses = self._prepare(job)
        job.report(doing=SEARCHING)
        started = reported = time.perf_counter()
        found: list[Parting] = []

        def news() -> WhyLostNews:
            seconds = time.perf_counter() - started - job.seconds_waited
            return WhyLostNews(tuple(found), len(found), total, seconds, self.loser, lenses)

        looks = ((pair.number, partial(self._look_at, pair)) for pair in self.pairs)
        with open_executor(THREADS, self.workers) as threads, Flow(threads, looks) as flow:
            while not job.stop.requested and flow.begin():
                for _, look in flow.done():
                    insort(found, look.answer, key=lambda each: each.pair.number)
                if time.perf_counter() - reported > NEWS_EVERY:
                    reported = time.perf_counter()
                    job.report(news())
                job.give_way()
        return news()

    def _prepare(self, job: Job) -> tuple[Lens | None, Lens | None]:
        """Compiles before the threads start, because they would only wait for one another. Returns the lenses
        of the two players."""
        lenses: list[Lens | None] = [None, None]
        if self.pairs:
            number, first_side = self.pairs[0].games[0].number, self.pairs[0].games[0].first_side
            game = self.single_game(number)
            for player, side in enumerate((first_side, 1 - first_side)):
                engine = _searcher_of(game, side)
                if engine is not None and not job.stop.requested:
                    engine.prepare(game.game)
                    _valuer(engine, game.game).prepare(game.game)
                lenses[player] = None if engine is None else engine.lens
            if self.judge is not None and not job.stop.requested:
                self.judge().prepare(game.game)
        return lenses[0], lenses[1]

    # In the threads

    def _look_at(self, pair: UnevenPair, stop: StopSignal) -> Parting:
        """The parting of a pair. If a player's heuristic fails, `failure` says why."""
        if pair.how != BY_CHOICE:
            return Parting(pair)
        record = self.single_game(pair.games[0].number).opened()
        for move, chance in pair.games[0].moves[len(record.plies) : pair.plies]:
            record.play(move, chance)
        position = record.position
        choices: list[PartedChoice] = []
        thoughts: list[tuple[Searcher, Thought] | None] = []
        try:
            for player in (pair.loser, 1 - pair.loser):
                choice, thought = self._chosen(pair, player, record, stop)
                choices.append(choice)
                thoughts.append(thought)
            found = Parting(pair, position, record.number_after(record.end), tuple(choices))
            one, other = thoughts
            if one is not None and other is not None:
                moves = (choices[0].move, choices[1].move)
                found = self._explained(found, (one, other), moves, stop)
            return self._judged(found, stop) if self.judge is not None else found
        except EngineFailure as failure:
            return Parting(pair, position, choices=tuple(choices), failure=str(failure))

    def _chosen(
        self, pair: UnevenPair, player: int, record: Record, stop: StopSignal
    ) -> tuple[PartedChoice, tuple[Searcher, Thought] | None]:
        """(choice, search): what a player chose where the games part, and its search, which is made again.
        The search is None if the player does not search with a heuristic."""
        side, ply = record.position.to_move, pair.plies
        result = pair.game_of(player, side)
        move = result.moves[ply][0]
        kept = result.values[ply] if result.values else nan
        game = self.single_game(result.number)
        engine = _searcher_of(game, side)
        if engine is None:
            return PartedChoice(player, move, kept), None
        thought = self._think_again(engine, game, side, record, stop)
        repeated = thought.move == move
        value = known_value(thought) if isnan(kept) and repeated else kept
        # The move's own depth is 0 if the repeated search has not come to the move.
        depth = next(row.depth for row in thought.root_moves if row.move == move) or max(1, thought.depth)
        return PartedChoice(player, move, value, depth, repeated), (engine, thought)

    def _think_again(
        self, engine: Searcher, game: SingleGame, side: int, record: Record, stop: StopSignal
    ) -> Thought:
        """The player's search at the parting. If the player's searches can be repeated exactly, all its
        earlier searches of the game are made again first, because their transposition table decides what it
        finds."""
        first = len(game.opening) if repeats_itself(game.players[side]) else len(record.plies)
        for number in range(first, len(record.plies)):
            if record.plies[number].side == side:
                _think(engine, record.positions[number], stop)
        return _think(engine, record.position, stop)

    def _explained(
        self,
        found: Parting,
        thoughts: tuple[tuple[Searcher, Thought], tuple[Searcher, Thought]],
        moves: tuple[int, int],
        stop: StopSignal,
    ) -> Parting:
        """The parting with each player's values of both moves, and the terms on which they disagree."""
        position = found.position
        assert position is not None
        compared = []
        for which, (engine, _) in enumerate(thoughts):
            depth = found.choices[which].depth
            compared.append(_compared(engine, position, moves[which], moves[1 - which], depth, stop))
        choices = tuple(
            replace(choice, own=both.chosen.value, other=both.asked.value)
            for choice, both in zip(found.choices, compared, strict=True)
        )
        found = replace(found, choices=choices)
        if any(both.is_decided for both in compared):
            return found
        loser, winner = compared
        lenses = (loser.lens, winner.lens)
        divisors = divisors_of(lenses, count_in_one_unit(*lenses))
        gap = loser.difference / divisors[0] + winner.difference / divisors[1]
        parts: dict[str, float] = {}
        # The loser's move minus the winner's along the lines that each player expects, as a mean of both.
        for chosen, other in ((loser.chosen, loser.asked), (winner.asked, winner.chosen)):
            for sign, line in ((0.5, chosen), (-0.5, other)):
                for name, more in _counted_more(lenses, line, position.to_move).items():
                    parts[name] = parts.get(name, 0.0) + sign * more
        own, theirs = ({row.name: row.difference for row in both.terms} for both in compared)
        terms = tuple(
            TermBetween(name, _label(lenses, name), own.get(name, 0.0), theirs.get(name, 0.0), part)
            for name, part in parts.items()
        )
        return replace(found, gap=gap, terms=terms, lines=gap - sum(parts.values()))

    def _judged(self, found: Parting, stop: StopSignal) -> Parting:
        """The parting with the deeper search's values of both moves."""
        assert self.judge is not None and found.position is not None
        depth = min(max(choice.depth for choice in found.choices) + DEEPER, MAX_DEPTH)
        values = []
        for choice in found.choices:
            engine = self.judge().to_depth(depth)
            values.append(_think(engine, found.position, stop, choice.move).value)
        return replace(found, judged=(values[0], values[1]), judged_depth=depth)


def _searcher_of(game: SingleGame, side: int) -> Searcher | None:
    """A new engine of a side's player; None if it does not search with a heuristic."""
    engine = game.engine(side)
    try:
        return explainer_of(engine)
    except BadText:
        engine.close()
        return None


def _valuer(engine: Searcher, game: str) -> Searcher:
    """An engine with the same search and an empty memory. In games with chance it also says which terms its
    values are made of."""
    return engine.with_empty_memory(explains=load_game(game).has_chance)


def _compared(
    engine: Searcher, position: Position, move: int, other: int, depth: int, stop: StopSignal
) -> Comparison:
    """A comparison of a player's move with the other move, each searched alone to the depth that the player
    chose with."""
    found = []
    valuer = _valuer(engine, position.game.name).to_depth(depth)
    for only in (move, other):
        found.append(_think(valuer, position, stop, only))
        if not valuer.steady:
            valuer = _valuer(engine, position.game.name).to_depth(depth)
    return WhyNot(valuer, position, (other,), SIDE_NAMES, found[0], beside=found[1]).compared()


def _counted_more(lenses: tuple[Lens, Lens], compared_line: ComparedLine, side: int) -> dict[str, float]:
    """How much more each term counts for the first lens than for the second at the end of a line, by name; if
    a chance move ends the line, in the position before it. Empty if the game has ended there."""
    if compared_line.end.outcome != ONGOING:
        return {}
    state = compared_line.end.state
    try:
        first, second = (
            GuardedEvaluation(lens.heuristic, partial(lens.breakdown, state, side)).result()
            for lens in lenses
        )
    except TermFailure as failure:
        raise EngineFailure(str(failure)) from None
    return {row.name: row.difference or 0.0 for row in align(lenses, (first, second)).rows}


def _label(lenses: tuple[Lens, Lens], name: str) -> str:
    """The name of a term for people, from the first of the two lenses that has it."""
    has = (lens for lens in lenses if term_named(lens, name) is not None)
    return next(lens.heuristic.label_of(name) for lens in has)


def _think(engine: Searcher, position: Position, stop: StopSignal, only: int | None = None) -> Thought:
    """Searches a position. Raises _Stopped if the work was stopped meanwhile."""
    signal = StopSignal()  # a new one for each search, because a time limit requests it
    stop.attach(signal.request)
    if not stop.requested:
        thought = engine.think(position, stop=signal, only=() if only is None else (only,))
    if stop.requested:
        raise _Stopped
    return thought
