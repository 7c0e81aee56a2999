"""Answers "why not this move?": searches the asked move and the move that an engine chose, and compares them.

An engine of the same kind searches each of the two moves alone, to the same depth. If the transposition table
of the search that chose still exists, it saves most of the work. A bound is never compared with a value.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from engines.contract import EXACT, WIN_BAND, Engine, EngineFailure, RootMove, StopSignal, Thought
from engines.move_noise import better_known
from engines.player_kinds import PlayerSpec
from engines.search_engine import MAX_DEPTH, Searcher
from games.contract import DRAW, ONGOING, BadText
from games.position import Position
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import GuardedEvaluation
from heuristics.lens import Breakdown
from study.searches.chance_outcome import ChanceOutcome, outcomes_of
from study.why_not.compared_line import ComparedLine
from study.why_not.comparison import GOING_DEEPER, Comparison, Later, named_parts
from study.why_not.flip_weights import Flips

LEAST_SECONDS = 0.3
"""The first search counts as at least this many seconds where the time for the deeper search, or for the flip
weights, is a multiple of its time."""

ANSWER_SHARE, WHOLE_SHARE = 0.14, 0.475
"""Shares of the first search's nodes. ANSWER_SHARE limits the search of the asked move for the first answer.
WHOLE_SHARE limits all searches until both moves are known at all depths up to that of the first search.
Limits are needed: to find the exact value of a refuted move can take more nodes than the whole first
search."""

LEAST_NODES = 3_000
"""Every limit is at least this many nodes."""

FREE_PLIES = 2
"""The first answer uses the first search's value of the chosen move if that is at most this many plies
shallower than the search of the asked move. Otherwise the chosen move is searched, too; both searches
together then get at most twice ANSWER_SHARE."""

FLIPS_SHARE = 4.0
"""The time of the search for weights that would change the answer, as a multiple of the first search's
time."""

LATER_SHARE = 2.0
"""The time for searching both moves one ply deeper, as a multiple of the first search's time."""

Report = Callable[[Comparison], object]


def read_turn(position: Position, text: str) -> tuple[int, ...]:
    """The move that a text names, or the moves of one turn, separated by blanks. Raises BadText if a move is
    not legal, or is made by the other player."""
    try:
        return (position.parse_move(text.strip()),)
    except BadText:
        words = text.split()
        if len(words) < 2:
            raise
    mover, moves = position.to_move, []
    for number, word in enumerate(words, 1):
        if position.to_move != mover or not position.moves:
            raise BadText(
                f"move {number}, {word!r}: expected moves of one turn, but the turn is over before this move"
            )
        moves.append(position.parse_move(word))
        if number < len(words) and len(position.chances(moves[-1])) > 1:
            raise BadText(
                f"move {number}, {word!r}: expected no move after it, because chance decides its outcome"
            )
        position = position.play(moves[-1])
    return tuple(moves)


def explainer_of(engine: Engine) -> Searcher:
    """The engine, if its moves can be explained: with one best line, and without corrections, because values
    of several searches are compared. Raises BadText if they cannot."""
    if not isinstance(engine, Searcher):
        raise BadText(f"player: expected one that searches with a heuristic, found {engine.name!r}")
    flags = {name: flag for name, flag in engine.workspace_flags.items() if name != "corrects"}
    return replace(engine, lines=1, workspace_flags=flags)


@dataclass
class _Values:
    """Searches of one move: `thought`, and all that are known `by_depth`."""

    thought: Thought
    by_depth: dict[int, Thought]

    def knows(self, depth: int) -> bool:
        """Whether the move's value at a depth is known. A forced win or loss is known at all larger
        depths."""
        return depth in self.by_depth or (
            abs(self.thought.value) > WIN_BAND and depth > max(self.by_depth, default=depth)
        )

    def at(self, depth: int) -> "_Values":
        """The searches up to a depth that is known."""
        upto = {at: thought for at, thought in self.by_depth.items() if at <= depth}
        return _Values(upto[max(upto)], upto)


@dataclass
class WhyNot:
    """Answers one question: `answer` lets the engine search, and reports each time that more is known.

    A level skips a better move on purpose (`engines.move_noise`). If it played the asked moves, they are
    compared with the move that it skipped.
    """

    engine: Searcher
    position: Position
    asked: tuple[int, ...]
    """The moves of the question."""
    names: tuple[str, str]
    """The sides' names."""
    first: Thought | None = None
    """The search that chose the other move; None if the position was not searched yet."""
    stop: StopSignal = field(default_factory=StopSignal)
    """Ends the work with the answer so far."""
    beside: Thought | None = None
    """A search of the asked move alone, to the depth of `first` and by the same engine."""
    number: int | None = None
    """The number of the next move in the game, for rules whose positions have none; None outside a game."""
    played_by: PlayerSpec | None = None
    """The program that has played the asked moves; None if none did."""
    _asking: Searcher = field(init=False)
    """The engine that searches both moves: `engine`, or a copy that `compared` makes, which also explains
    values that are means over chance outcomes, and skips no move on purpose."""
    _spent: int = field(default=0, init=False)
    """The nodes searched for the answer so far."""
    _by_level: RootMove | None = field(default=None, init=False)
    """The result for the asked move in the first search, if a level played it and skipped a better one."""
    _begun: Searcher | None = field(default=None, init=False)
    """The engine that has searched the asked move so far. None for a `steady` engine, whose values do not
    depend on earlier searches."""

    def __post_init__(self) -> None:
        self._asking = self.engine

    def answer(self, report: Report = lambda comparison: None) -> Comparison:
        """The whole answer. Raises EngineFailure if the heuristic fails, or the work is stopped, before both
        moves are compared. If the heuristic fails later, the answer says so (`Comparison.failure`)."""
        comparison = self.compared()
        if comparison.same:
            return comparison
        try:
            for more in self._further(comparison):
                comparison = more
                report(comparison)
        except EngineFailure as failure:
            comparison = replace(comparison, failure=str(failure))
        return replace(comparison, doing="")

    def compared(self) -> Comparison:
        """Both moves at one depth, without further results. Raises EngineFailure as `answer` does."""
        game = self.position.game
        engine = self.engine
        if self.first is None and game.has_chance and engine.deepens:
            engine = engine.with_empty_memory(explains=True)
        first = self._with_the_best(self.first or engine.think(self.position, stop=self._signal()))
        explains = game.has_chance
        # Minimax (`deepens` is false) is replaced by alpha-beta, which finds the same values sooner.
        if not engine.deepens or explains > engine.explains:
            engine = engine.with_empty_memory(explains=explains)
        if engine.workspace_flags.get("slack"):  # slack makes a level skip the best move that it finds
            flags = {name: flag for name, flag in engine.workspace_flags.items() if name != "slack"}
            engine = replace(engine.with_empty_memory(explains=engine.explains), workspace_flags=flags)
        self._asking = engine
        return self._both(first)

    def _with_the_best(self, first: Thought) -> Thought:
        """The first search, with the best move that it knew as its choice, if a level skipped that move to
        play the asked one. Else the unchanged search."""
        better = better_known(first) if self.asked[0] == first.move else []
        if not better:
            return first
        self._by_level = next(row for row in first.root_moves if row.move == first.move)
        return first.playing(better[0], "")

    def _further(self, comparison: Comparison) -> Iterator[Comparison]:
        """Yields the comparison with more and more results. `doing` says what is computed next."""
        engine, seconds = self._asking, max(comparison.thought.seconds, LEAST_SECONDS)
        if comparison.depth < comparison.thought.depth:
            yield replace(comparison, doing=GOING_DEEPER)
            comparison = self._deeper(comparison, comparison.thought.depth)
        yield replace(comparison, doing="looking at smaller depths")
        if self.stop.requested:
            return
        comparison = self._with_history(comparison)
        # One ply deeper comes before the weights, because it may reverse the order of the moves.
        yield replace(comparison, doing="looking one ply deeper")
        later = None if self.stop.requested else self._later(comparison, LATER_SHARE * seconds)
        comparison = replace(comparison, later=later, looked_deeper=not self.stop.requested)
        if comparison.terms and comparison.difference > 0.0:
            yield replace(comparison, doing="looking for weights that would change it")
            flips = Flips(engine, comparison, self._signal)
            for found in flips.verified(FLIPS_SHARE * seconds):
                comparison = replace(comparison, flips=found)
                yield replace(comparison, doing="looking for weights that would change it")
            without, looked = flips.without(seconds), not self.stop.requested
            comparison = replace(comparison, without=without, looked_for_flips=looked)
        yield comparison

    def _signal(self) -> StopSignal:
        """A stop signal for one search. A time limit of the search may request it, too, so that each has its
        own."""
        signal = StopSignal()
        self.stop.attach(signal.request)
        return signal

    # The two moves

    def _both(self, first: Thought) -> Comparison:
        """The chosen move and the asked one, compared at the largest depth that both could be searched to."""
        if self.beside is not None:
            depth = next(row.depth for row in first.root_moves if row.move == first.move)
            known = self._known(first, depth)
            if known is not None:
                return self._at(first, depth, known, _Values(self.beside, {self.beside.depth: self.beside}))
        if (compared := self._as_found(first)) is not None:
            return compared
        depth = max(first.depth, 1, len(self.asked))
        compared = self._first_answer(first, depth) or self._without_limit(first, depth)
        # The asked move may be better only because the comparison is less deep than the search that chose, or
        # than its last iteration, which was cut short but saw the better move. So compares as deep as those.
        for deeper in (depth, compared.chosen_at):
            if compared.difference < 0.0 and deeper > compared.depth:
                compared = self._deeper(compared, deeper)
        return compared

    def _as_found(self, first: Thought) -> Comparison | None:
        """Both moves as the first search found them, if the asked move is one of its best lines, or a level
        played it and skipped a better one. None if not."""
        rows = first.best_moves if self._by_level is None else (self._by_level,)
        row = next((row for row in rows if self.asked == (row.move,)), None)
        if row is None or row.move == first.move or not row.line:
            return None
        if self.position.game.has_chance and not (row.outcomes and row.parts):
            return None
        known = self._known(first, row.depth)
        if known is None:
            return None
        by_depth: dict[int, Thought] = {}
        thought: Thought | None = first
        while thought is not None:
            found = next(each for each in thought.root_moves if each.move == row.move)
            if found.bound == EXACT and found.line and found.depth not in by_depth:
                by_depth[found.depth] = thought.playing(found, "")
            thought = thought.before
        return self._at(first, row.depth, known, _Values(by_depth[row.depth], by_depth))

    def _known(self, first: Thought, depth: int) -> _Values | None:
        """The first search's values of the chosen move at `depth`, and at smaller depths if it was the best
        move there, too. None if it has no value at `depth`."""
        by_depth: dict[int, Thought] = {}
        thought: Thought | None = first
        while thought is not None:
            found = next(row for row in thought.root_moves if row.move == thought.move)
            if thought.move == first.move and found.bound == EXACT and found.depth not in by_depth:
                by_depth[found.depth] = thought
            thought = thought.before
        last = by_depth.get(depth)
        if last is None or (self._asking.explains and not last.parts):
            return None
        return _Values(last, by_depth)

    def _first_answer(self, first: Thought, depth: int) -> Comparison | None:
        """The comparison at the depth that ANSWER_SHARE of the first search's nodes allows, at most `depth`.
        None if no depth is reached, or if the asked move is the chosen one."""
        if self.asked == _chosen(first):
            return None
        asked = self._with_nodes(self.asked, depth, ANSWER_SHARE * first.nodes)
        met = self._at_common_depth(first, asked, depth, FREE_PLIES, 2 * ANSWER_SHARE)
        return self._at(first, *met) if met is not None else None

    def _with_nodes(self, moves: tuple[int, ...], depth: int, nodes: float) -> _Values:
        """A move searched as deep as a number of nodes allows, at most `depth`."""
        if self._asking.steady:
            # First directly to the full depth. If that needs too many nodes, deepening gets as far as it can.
            before = self._spent
            found = self._values(moves, depth, at_once=True, nodes=max(LEAST_NODES, int(nodes * 2 / 3)))
            if found.thought.depth > 0:
                return found
            nodes -= self._spent - before
        return self._values(moves, depth, nodes=max(LEAST_NODES, int(nodes)))

    def _at_common_depth(
        self, first: Thought, asked: _Values, depth: int, free_plies: int, share: float, least: int = 0
    ) -> tuple[int, _Values, _Values] | None:
        """(depth, values of the chosen move, values of the asked move) at a depth of at most `depth` at which
        both are known. The chosen move's value comes from the first search, unless that is more than
        `free_plies` shallower than the search of the asked move. Then it comes from a new search. This may
        use a share of the first search's nodes, less the nodes already spent. None if there is no such depth
        above `least`."""
        reached = max((at for at in range(1, depth + 1) if asked.knows(at)), default=0)
        depths = [at for at in range(reached, max(least, len(self.asked) - 1), -1) if asked.knows(at)]
        free = next((at for at in depths if self._known(first, at) is not None), least)
        nodes = int(share * first.nodes) - self._spent
        # Skipped if fewer than LEAST_NODES are left, except after a small first search, when few were spent.
        if reached - free > free_plies and not nodes < LEAST_NODES < self._spent:
            best = self._with_nodes(_chosen(first), reached, nodes)
            for at in depths:
                if at > free and best.knows(at):
                    return at, best.at(at), asked.at(at)
        known = self._known(first, free)
        return (free, known, asked.at(free)) if free > least and known is not None else None

    def _deeper(self, comparison: Comparison, depth: int) -> Comparison:
        """The comparison at a larger depth, or as close to it as WHOLE_SHARE allows."""
        first = comparison.thought
        nodes = int(WHOLE_SHARE * first.nodes) - self._spent
        if self.stop.requested or nodes < LEAST_NODES < self._spent:
            return comparison
        found = self._values(self.asked, depth, at_once=True, nodes=max(nodes, LEAST_NODES), goes_on=True)
        met = self._at_common_depth(first, found, depth, 0, WHOLE_SHARE, comparison.depth)
        if met is None or self.stop.requested:
            return comparison
        deeper = self._at(first, *met)
        # What was known at smaller depths stays: a search that goes on from its table may find other values
        # there now.
        before = comparison.asked
        unknown = (None,) * (deeper.depth - len(before.values))
        known = replace(deeper.asked, values=before.values + unknown, lines=before.lines + unknown)
        return replace(deeper, asked=_filled(known, deeper.asked.values, deeper.asked.lines))

    def _without_limit(self, first: Thought, depth: int) -> Comparison:
        """The comparison at a depth, however many nodes that takes."""
        chosen = _chosen(first)
        best = self._known(first, depth) or self._values(chosen, depth, at_once=True)
        theirs = best if self.asked == chosen else self._values(self.asked, depth, at_once=True)
        return self._at(first, depth, best, theirs)

    def _at(self, first: Thought, depth: int, best: _Values, theirs: _Values) -> Comparison:
        """The comparison at a depth, from searches of the chosen move (`best`) and of the asked one
        (`theirs`). Raises EngineFailure if the work was stopped."""
        if self.stop.requested:
            raise EngineFailure("stopped before both moves were searched")
        return Comparison(
            thought=first,
            lens=self.engine.lens,
            names=self.names,
            depth=depth,
            chosen=self._compared_line(_chosen(first), best, depth),
            asked=self._compared_line(self.asked, theirs, depth),
            ends_quiet=bool(self.engine.workspace_flags.get("quiescence")),
            played_by=self.played_by,
            by_level=self._by_level is not None,
        )

    def _values(
        self,
        moves: tuple[int, ...],
        depth: int,
        seconds: float | None = None,
        at_once: bool = False,
        nodes: int | None = None,
        goes_on: bool = False,
    ) -> _Values:
        """Searches a move alone, or the last move of a turn after the others, up to `depth` plies from the
        position. `at_once` searches to the full depth directly, which is fast if the first search's table
        helps; otherwise the search deepens iteratively. `goes_on` continues the earlier search of the asked
        move with its table."""
        engine = self._asking
        if not engine.steady:
            at_once = False
            if goes_on and self._begun is not None:
                engine = self._begun
            else:
                engine = engine.with_empty_memory(explains=engine.explains)
                engine.prepare(self.position.game.name)
            if moves == self.asked:
                self._begun = engine
        elif not at_once:
            engine = replace(engine, aspires=True)  # aspiration windows find the same values sooner
        position, before = self.position, len(moves) - 1
        for move in moves[:-1]:
            position = position.play(move)
        found: dict[int, Thought] = {}

        def keep(thought: Thought) -> None:
            found[thought.depth + before] = thought

        limited = engine.to_depth(depth - before, seconds, at_once, nodes)
        thought = limited.think(position, keep, self._signal(), moves[-1:])
        self._spent += thought.nodes
        return _Values(thought, found)

    def _with_history(self, comparison: Comparison) -> Comparison:
        """The comparison with the values of both moves at those smaller depths at which they were not known
        yet."""
        first = comparison.thought
        chosen = self._from_the_start(comparison.chosen, first)
        asked = self._from_the_start(comparison.asked, first)
        return replace(comparison, chosen=chosen, asked=asked)

    def _from_the_start(self, compared_line: ComparedLine, first: Thought) -> ComparedLine:
        missing = [depth for depth, value in enumerate(compared_line.values, 1) if value is None]
        if not missing or missing[-1] < len(compared_line.asked):
            return compared_line
        nodes = int(WHOLE_SHARE * first.nodes) - self._spent
        found = self._values(compared_line.asked, missing[-1], nodes=max(nodes, LEAST_NODES))
        return _filled(compared_line, *_by_depth(compared_line.asked, found, len(compared_line.values)))

    def _later(self, comparison: Comparison, seconds: float) -> Later | None:
        """Both moves one ply deeper; None unless both are searched within `seconds`."""
        depth = comparison.depth + 1
        both = (comparison.chosen, comparison.asked)
        if depth > MAX_DEPTH or comparison.is_decided:
            return None
        found = []
        for compared_line in both:
            values = self._values(compared_line.asked, depth, seconds, at_once=True)
            seconds -= values.thought.seconds
            decided = abs(values.thought.value) > WIN_BAND
            if self.stop.requested or (
                values.thought.depth < depth - len(compared_line.asked) + 1 and not decided
            ):
                return None
            found.append(_counted_from_root(values.thought.value, compared_line.asked))
        return Later(depth, *found)

    # The terms of the values

    def _compared_line(self, asked: tuple[int, ...], found: _Values, depth: int) -> ComparedLine:
        """The line that begins with the moves `asked`, from the searches `found`, with its evaluations and
        terms."""
        thought = found.thought
        moves = (*asked[:-1], *thought.pv)
        side = self.position.to_move
        positions = [self.position]
        outcomes: tuple[ChanceOutcome, ...] = ()
        by_chance = False
        for move in moves:
            here = positions[-1]
            if len(here.chances(move)) > 1:
                by_chance = True
                outcomes = outcomes_of(here, move, thought.outcomes, side)
                break
            positions.append(here.play(move))
        value = _counted_from_root(thought.value, asked)
        statics = self._statics(positions)
        parts = self._parts(thought, value, positions[-1], statics[-1], by_chance)
        values, lines = _by_depth(asked, found, depth)
        named = len(asked)  # for a question about a whole turn, the chosen line is named by its whole turn
        if len(self.asked) > 1 and asked is not self.asked:
            ours = [position.to_move == side for position in positions]
            named = ours.index(False) if False in ours else len(moves)
        return ComparedLine(
            asked=asked,
            moves=moves[: len(positions) - 1 + by_chance],
            value=value,
            positions=tuple(positions),
            statics=statics,
            parts=parts,
            values=values,
            lines=lines,
            thought=thought,
            named=named,
            number=self.number,
            outcomes=outcomes,
        )

    def _statics(self, positions: Sequence[Position]) -> tuple[Breakdown | None, ...]:
        lens, side = self.engine.lens, self.position.to_move

        def evaluate() -> tuple[Breakdown | None, ...]:
            return tuple(
                lens.breakdown(position.state, side) if position.outcome == ONGOING else None
                for position in positions
            )

        try:
            return GuardedEvaluation(lens.heuristic, evaluate).result()
        except TermFailure as failure:  # in a position that the search did not evaluate
            raise EngineFailure(str(failure)) from None

    def _parts(
        self, thought: Thought, value: float, end: Position, breakdown: Breakdown | None, by_chance: bool
    ) -> tuple[tuple[str, float], ...] | None:
        """The contributions at a line's end; their sum is the value."""
        if abs(value) > WIN_BAND or (not by_chance and end.outcome == DRAW):
            return None
        heuristic = self.engine.lens.heuristic
        if by_chance:
            terms = {term.name for term in heuristic.terms}
            named = named_parts(heuristic, thought.parts)
            parts = tuple((name, part) for name, part in named.items() if part or name in terms)
            if abs(sum(part for _, part in parts) - value) > 1e-9 * max(1.0, abs(value)):
                raise self._other_terms()
            return parts
        if breakdown is None or breakdown.value != value:
            raise self._other_terms()
        return tuple((row.name, row.contribution) for row in breakdown.rows)

    def _other_terms(self) -> EngineFailure:
        name = self.engine.lens.name
        return EngineFailure(
            f"{name}: its terms count differently when compiled: at the end of a line they do not "
            "add up to the search's value"
        )


def _chosen(first: Thought) -> tuple[int, ...]:
    if first.move is None:
        raise EngineFailure("no move was chosen")
    return (first.move,)


def _counted_from_root(value: float, moves: tuple[int, ...]) -> float:
    """A value found after all but the last of `moves`, as seen from the root: a win is that many plies
    farther away."""
    before = len(moves) - 1
    if value > WIN_BAND:
        return value - before
    return value + before if value < -WIN_BAND else value


def _filled(
    compared_line: ComparedLine, values: Sequence[float | None], lines: Sequence[tuple[int, ...] | None]
) -> ComparedLine:
    """A compared line whose missing values and lines come from these, by depth."""
    missing = {at for at, value in enumerate(compared_line.values) if value is None and at < len(values)}
    return replace(
        compared_line,
        values=tuple(values[at] if at in missing else old for at, old in enumerate(compared_line.values)),
        lines=tuple(lines[at] if at in missing else old for at, old in enumerate(compared_line.lines)),
    )


def _by_depth(
    asked: tuple[int, ...], found: _Values, depth: int
) -> tuple[tuple[float | None, ...], tuple[tuple[int, ...] | None, ...]]:
    """The values and lines at depths 1 to `depth`; a forced win or loss is repeated at larger depths."""
    values: list[float | None] = []
    lines: list[tuple[int, ...] | None] = []
    last: Thought | None = None
    for at in range(1, depth + 1):
        thought = found.by_depth.get(at)
        if thought is None and last is not None and abs(last.value) > WIN_BAND:
            thought = last
        last = thought
        values.append(None if thought is None else _counted_from_root(thought.value, asked))
        lines.append(None if thought is None else (*asked[:-1], *thought.pv))
    return tuple(values), tuple(lines)
