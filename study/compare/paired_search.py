"""Searches one position with two lenses, both to the same depth, deeper and deeper."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial

from engines.contract import WIN_BAND, StopSignal, Thought
from engines.jobs import COMPILING, DONE, THINKING, Job, Lane, News
from engines.search_engine import MAX_DEPTH, Searcher
from games.position import Position
from heuristics.lens import Lens
from study.state.background_task import BackgroundTask
from study.state.search_store import position_key

CHOOSING_SECONDS = 1.0
"""The seconds for the two searches of a position together. Compiling does not count, and depth 1 is finished
in any case."""

SETTLED_SECONDS = 0.25
"""Seconds that a position must be shown before it is searched, so that stepping past it starts no search."""

KEPT = 256
"""The number of positions whose answers are kept."""

MakeSearcher = Callable[[Lens], Searcher]


@dataclass(frozen=True)
class PairedChoice:
    """The searches of one position with two lenses, both to `depth`. A search that has found a forced win or
    loss may have ended at a smaller depth."""

    thoughts: tuple[Thought, Thought]
    depth: int

    @property
    def agree(self) -> bool:
        return self.thoughts[0].move == self.thoughts[1].move


class PairedSearch(BackgroundTask):
    """Searches the position that was asked for last, in `lane`, and keeps the results of earlier ones."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self._asked: Hashable = None
        self._since = 0.0  # time.perf_counter() when it was first asked for
        self._known: OrderedDict[Hashable, PairedChoice] = OrderedDict()
        self._searchers: dict[Lens, Searcher] = {}  # searchers that no job uses now

    def ask(self, position: Position, lenses: tuple[Lens, Lens], make: MakeSearcher) -> News:
        """The `News` of a `PairedChoice`. Call it each frame while the answer is shown. A new question drops
        the previous one. `make` makes a searcher of plain alpha-beta."""
        here = (position_key(position), lenses)
        known = self._known.get(here)
        if known is not None:
            return News(DONE, value=known)
        if here != self._asked:
            self.drop()
            self._asked, self._since = here, time.perf_counter()
        if self.due:
            self._job = self._lane.do(partial(self._search, position, lenses, make), "the comparison")
        news = self.news
        if news.phase == DONE and news.value is not None:
            self._known[here] = news.value
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return news

    @property
    def due(self) -> bool:
        """Whether the question has been shown long enough to be searched."""
        waits = self._job is None and self._asked is not None
        return waits and time.perf_counter() - self._since >= SETTLED_SECONDS

    @property
    def news(self) -> News:
        """The news of the last question."""
        return News() if self._job is None else self._job.news

    def drop(self) -> None:
        """Drops the question."""
        super().drop()
        self._asked = None

    def _search(
        self, position: Position, lenses: tuple[Lens, Lens], make: MakeSearcher, job: Job
    ) -> PairedChoice | None:
        """The work of the job: searches with both lenses, and reports a `PairedChoice` for each depth."""
        job.report(doing=COMPILING)
        searchers = []
        for lens in lenses:
            known = self._searchers.pop(lens, None)
            searchers.append(known or make(lens))
        for searcher in searchers:
            if not job.stop.requested:
                searcher.prepare(position.game.name)
        job.report(doing=THINKING)
        both = _deepen(searchers, position, job)
        # Kept for the next position.
        self._searchers = dict(zip(lenses, searchers, strict=True))
        return both


def _deepen(searchers: list[Searcher], position: Position, job: Job) -> PairedChoice | None:
    """The two searches of the largest depth that both finished in time, at least depth 1. None if the job was
    stopped before."""
    ends = time.perf_counter() + CHOOSING_SECONDS
    both: PairedChoice | None = None
    for depth in range(1, MAX_DEPTH + 1):
        thoughts: list[Thought] = []
        for searcher in searchers:
            # Depth 1 has no time limit, so that there is a result.
            seconds = None if both is None else max(0.0, ends - time.perf_counter())
            signal = StopSignal()  # a new one for each search, because the search's time limit may request it
            job.stop.attach(signal.request)
            thought = searcher.to_depth(depth, seconds).think(position, stop=signal)
            decided = abs(thought.value) > WIN_BAND
            if job.stop.requested or (thought.depth < depth and not decided):
                return both
            thoughts.append(thought)
        both = PairedChoice((thoughts[0], thoughts[1]), depth)
        job.report(both)
        if all(abs(thought.value) > WIN_BAND for thought in thoughts):
            break
    return both
