"""Finds the positions in which two heuristics, the *choosers*, choose different moves. A deeper search, the
*judge*, says which choice is worse and what it costs; the costliest come first.

The judge searches each of the two moves alone, with the full search window and to the same depth. So it
compares two exact values and never a bound. Each chooser also values both moves in this way, at the depth
with which it chose. If it finds both equal, its seed picked one of them, and that is no mistake.
"""

import math
import threading
import time
from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice, takewhile
from typing import TypeVar

from arena.executors import THREADS, open_executor
from arena.experiments.progress import CountedProgress
from arena.experiments.units import Flow
from arena.statistics import standing_out
from engines.contract import Moves, StopSignal, Thought
from engines.jobs import COMPILING, Job
from engines.search_engine import Searcher
from games.contract import SIDE_NAMES, Game
from games.position import Position
from study.compare.scan_positions import Spot, Spots
from study.format.loss_scale import standing
from study.why_not.comparison import ENDED, ROUNDING, Comparison
from study.why_not.two_searches import WhyNot

NEWS_EVERY = 0.1
"""The least seconds between two snapshots."""

TABLE_MEGABYTES = 8
"""The transposition table of each searcher. It is small, because each thread has five searchers and their
searches are short."""

SCANNING = "scanning"

JUDGE = 2
"""The number of the judge. The two choosers have 0 and 1."""

MakeSearcher = Callable[[], Searcher]

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class ScanChoice:
    """The move that a heuristic chooses. Values are for the player to move."""

    move: int
    value: float
    """The move's value by the chooser's search."""
    depth: int
    """The plies that this search looked ahead."""
    own: float
    """The chooser's value of the move, searched alone to that depth. It equals `value` unless values depend
    on other searches."""
    other: float
    """The chooser's value of the other chooser's move, found in the same way."""
    term: str
    """The key of the term that speaks most for this move, or ENDED if one of the moves wins, loses or draws
    by rule; "" if the chooser does not prefer this move when each is searched alone."""
    judged: float
    """The judge's value of the move."""

    @property
    def tied(self) -> bool:
        """Whether the chooser values both moves exactly alike, so that its seed picked this one."""
        return self.own == self.other


@dataclass(frozen=True)
class Disagreement:
    """A position in which the two heuristics choose different moves."""

    spot: Spot
    choices: tuple[ScanChoice, ScanChoice]

    @property
    def tied(self) -> bool:
        """Whether one of the two values both moves alike. Then only its seed made the moves differ."""
        return any(choice.tied for choice in self.choices)

    @property
    def cost(self) -> float:
        """The judge's value of the better choice less that of the worse one: plies if it only `delays`. If it
        `decides`, this has the size of a won game and is no amount."""
        first, second = (choice.judged for choice in self.choices)
        return abs(first - second)

    @property
    def better(self) -> int | None:
        """Which of the two (0 or 1) chose the move that the judge prefers; None if it values both alike."""
        first, second = (choice.judged for choice in self.choices)
        return None if first == second else int(second > first)

    @property
    def decides(self) -> bool:
        """Whether one choice wins, or loses, and the other does not."""
        return len({standing(choice.judged) for choice in self.choices}) == 2

    @property
    def delays(self) -> bool:
        """Whether both choices win, or both lose, so that they differ only in how long that takes."""
        first, second = (standing(choice.judged) for choice in self.choices)
        return first == second != 0

    @property
    def rank(self) -> tuple[bool, int, float, int]:
        """Sorts the worst choices first: those that decide the game, then those that cost most, last those
        that change only how long it takes. Ties come after all others."""
        kind = 0 if self.decides else 2 if self.delays else 1
        return self.tied, kind, -self.cost, self.spot.number


@dataclass(frozen=True)
class RightChoice:
    """The result of a position in a scan of one heuristic, if the deeper search does not refute the chosen
    move: the `term` that decided for the move."""

    term: str


@dataclass(frozen=True)
class TermRate:
    """How many of a chooser's `worse` choices a term decided, and how many of its `right` ones."""

    term: str
    worse: int
    right: int


@dataclass(frozen=True)
class ScanNews(CountedProgress):
    """The progress of a scan: `done` of at most `total` positions, the disagreements `found` so far, the
    worst choice first, and the `seconds` without compiling. `confirmed` counts, in a scan of one heuristic,
    the choices that the deeper search does not refute, by the term that decided; it is empty in a scan of
    two."""

    found: tuple[Disagreement, ...]
    done: int
    total: int
    seconds: float
    confirmed: Mapping[str, int] = field(default_factory=dict)

    @property
    def tied(self) -> int:
        """The number of found positions in which one of the two values both moves alike."""
        return sum(found.tied for found in self.found)

    @property
    def differ(self) -> int:
        """The number of found positions that are not `tied`."""
        return len(self.found) - self.tied

    def worse(self, which: int) -> list[Disagreement]:
        """The positions in which one of the two prefers the move that the judge finds worse; no ties."""
        return [found for found in self.found if not found.tied and found.better == 1 - which]

    def decided(self, which: int) -> tuple[TermRate, ...]:
        """For each term, how many worse and right choices of one of the two it decided, the most worse
        choices first. The term "" stands for choices whose chooser prefers the other move when it searches
        each alone."""
        worse, right = self._counts(which)
        rates = (TermRate(term, worse[term], right[term]) for term in {**worse, **right})
        return tuple(sorted(rates, key=lambda rate: (-rate.worse, -rate.right, rate.term)))

    def misleading(self, which: int) -> TermRate | None:
        """The term to look at: it decides a larger share of the worse choices than of the right ones, beyond
        chance (`arena.statistics.standing_out`). None if no term does."""
        worse, right = self._counts(which)
        terms = sorted({**worse, **right}.keys() - {"", ENDED})
        most = standing_out(worse, right, terms)
        return next((rate for rate in self.decided(which) if rate.term == most), None)

    def right(self, which: int) -> int:
        """The number of right choices of one of the two: it prefers the move that the judge prefers, too."""
        return self._counts(which)[1].total()

    def _counts(self, which: int) -> tuple[Counter[str], Counter[str]]:
        """How many worse, and how many right choices each term decided."""
        real = [found for found in self.found if not found.tied]
        worse = Counter(found.choices[which].term for found in real if found.better == 1 - which)
        right = Counter(found.choices[which].term for found in real if found.better == which)
        return worse, right + Counter(self.confirmed) if which == 0 else right


class _Stopped(Exception):
    """The scan was asked to stop."""


@dataclass
class Scan:
    """A scan of the positions `spots` by two players and a judge. Every thread makes its own engines of all
    three. `total` is the largest possible number of positions. No position is begun after `most_seconds` of
    scanning. The same positions give the same list unless a player or the scan is limited by time."""

    game: Game
    players: tuple[MakeSearcher, MakeSearcher]
    judge: MakeSearcher
    spots: Spots
    total: int
    workers: int
    most_seconds: float = math.inf
    _own: threading.local = field(default_factory=threading.local)

    def work(self, job: Job) -> ScanNews:
        """The work of the job: reports `ScanNews` and returns the last one, also if it is stopped. Raises
        EngineFailure if a heuristic fails."""
        job.report(ScanNews((), 0, self.total, 0.0), COMPILING)
        for which, make in enumerate((*self.players, self.judge)):
            job.give_way()
            if not job.stop.requested:
                make().prepare(self.game.name)
            if not job.stop.requested and which != JUDGE:
                self._made_to_value(which).prepare(self.game.name)
        ahead = self.spots()
        first = list(islice(ahead, 1))  # random games compile their kernel here, before time is counted
        job.report(doing=SCANNING)
        return self._scan(job, takewhile(lambda spot: not job.stop.requested, chain(first, ahead)))

    def _scan(self, job: Job, ahead: Iterator[Spot]) -> ScanNews:
        """Looks at positions in several threads, and reports what was found so far."""
        started = reported = time.perf_counter()
        found: list[Disagreement] = []
        confirmed: Counter[str] = Counter()
        done = 0

        def news(total: int) -> ScanNews:
            seconds = time.perf_counter() - started - job.seconds_waited
            return ScanNews(tuple(found), done, total, seconds, dict(confirmed))

        def is_in_time(spot: Spot) -> bool:
            return time.perf_counter() - started - job.seconds_waited < self.most_seconds

        looks = ((spot.number, partial(self._look_at, spot)) for spot in takewhile(is_in_time, ahead))
        with open_executor(THREADS, self.workers) as threads, Flow(threads, looks) as flow:
            while not job.stop.requested and flow.begin():
                for _, look in flow.done():
                    done += 1
                    if isinstance(look.answer, RightChoice):
                        confirmed[look.answer.term] += 1
                    elif look.answer is not None:
                        insort(found, look.answer, key=lambda each: each.rank)
                if time.perf_counter() - reported > NEWS_EVERY:
                    reported = time.perf_counter()
                    job.report(news(self.total))
                job.give_way()
        # Unless it was stopped, it has looked at all positions, or at all for which there was time.
        return news(self.total if job.stop.requested else done)

    # In the threads

    def _look_at(self, spot: Spot, stop: StopSignal) -> Disagreement | RightChoice | None:
        """The disagreement in a position; None if both choose the same move."""
        thoughts = [self._think(self._engine(which), spot.position, stop) for which in (0, 1)]
        moves = [thought.move for thought in thoughts]
        if moves[0] == moves[1]:
            return None
        choices = []
        for which, thought in enumerate(thoughts):
            move, other = moves[which], moves[1 - which]
            assert move is not None and other is not None
            valued = self._valued(which, spot.position, move, other, depth_of(thought), stop)
            judged = self._think(self._engine(JUDGE), spot.position, stop, (move,)).value
            choices.append(choice_of(thought, valued, judged))
        return Disagreement(spot, (choices[0], choices[1]))

    def _valued(
        self, which: int, position: Position, move: int, other: int, depth: int, stop: StopSignal
    ) -> Comparison:
        """A comparison of both moves by one of the two players, which searches each of them alone."""
        found = []
        for only in (move, other):
            engine = self._valuer(which)
            found.append(self._think(engine.to_depth(depth), position, stop, (only,)))
        return WhyNot(engine, position, (other,), SIDE_NAMES, found[0], beside=found[1]).compared()

    def _think(self, engine: Searcher, position: Position, stop: StopSignal, only: Moves = ()) -> Thought:
        """A search by one of the two players or the judge. Raises _Stopped if the scan was stopped
        meanwhile."""
        return self._asked(stop, lambda signal: engine.think(position, stop=signal, only=only))

    def _asked(self, stop: StopSignal, ask: Callable[[StopSignal], Answer]) -> Answer:
        """The answer of a search. Raises _Stopped if the scan was stopped meanwhile."""
        signal = StopSignal()  # a new one for each search, because a time limit requests it
        stop.attach(signal.request)
        if not stop.requested:
            answer = ask(signal)
        if stop.requested:
            raise _Stopped
        return answer

    def _made_to_value(self, which: int) -> Searcher:
        """A searcher like a chooser's, with an empty memory. It also explains values that are means over
        chance."""
        return self.players[which]().with_empty_memory(explains=self.game.has_chance)

    def _valuer(self, which: int) -> Searcher:
        """The calling thread's searcher that values moves for a chooser. If its values depend on earlier
        searches, it is a new one each time."""
        valuers: dict[int, Searcher] = self._own.__dict__.setdefault("valuers", {})
        if which not in valuers or not valuers[which].steady:
            valuers[which] = self._made_to_value(which)
        return valuers[which]

    def _engine(self, who: int) -> Searcher:
        """One of the three searchers of the calling thread. If its answer depends on earlier searches, it is
        new each time, so that the list does not depend on the order of the threads."""
        engines: dict[int, Searcher] = self._own.__dict__.setdefault("engines", {})
        if who not in engines or not engines[who].steady or engines[who].limits.nodes is not None:
            engines[who] = (*self.players, self.judge)[who]()
        return engines[who]


def depth_of(thought: Thought) -> int:
    """The depth of the value by which a search chose its move."""
    return max(1, next(row.depth for row in thought.root_moves if row.move == thought.move))


def choice_of(thought: Thought, valued: Comparison, judged: float) -> ScanChoice:
    """A chooser's choice from its search, its comparison of both moves, and the judge's value."""
    assert thought.move is not None
    own, other = valued.chosen.value, valued.asked.value
    return ScanChoice(
        thought.move, thought.value, depth_of(thought), own, other, deciding_term(valued), judged
    )


def deciding_term(valued: Comparison) -> str:
    """The term that decided for the chosen move: see `ScanChoice.term`."""
    if valued.difference <= 0.0:
        return ""
    terms = [row for row in valued.terms if row.name != ROUNDING]
    return max(terms, key=lambda row: row.difference).name if terms else ENDED
