"""Searches of the shown position, independent of the game's own: for a hint, and endless analysis."""

import time
from collections.abc import Callable
from dataclasses import replace

from engines.contract import Engine, Thought
from engines.jobs import DONE, FAILED, THINKING, Job, Lane, searching
from engines.player_kinds import USUAL_LINES
from engines.search_engine import Searcher
from engines.table_moves import by_tables, loaded_tables
from games.position import Position
from heuristics.lens import Lens

HINT_SECONDS = 1.0
"""The time of the search for a hint, without compiling."""


class Analysis:
    """`endless`: whether the shown position is searched without an end. `lines`: the number of best lines of
    an analysis or a hint. `found`: the newest hint, while its position is shown. `search`: the running job.
    `engine`, with `lens`: the one that searched last. `make` makes an engine without a limit for a lens and a
    number of lines. It is kept until another one is needed."""

    def __init__(self, make: Callable[[Lens, int], Engine], lane: Lane) -> None:
        self.endless = False
        self.lines = USUAL_LINES
        self.found: Thought | None = None
        self.search: Job | None = None
        self._make = make
        self._lane = lane
        self.engine: Engine | None = None
        self.lens: Lens | None = None
        self._lines = 0  # the engine's number of lines
        self._hint_for: Position | None = None
        self._searched: Position | None = None
        self._exhausted: Position | None = None  # the position that this engine has searched to the end
        self._broke_off = False  # whether a failure ended the endless analysis

    @property
    def hinting(self) -> bool:
        """Whether a hint is being searched, or waits for free processors."""
        return self._hint_for is not None

    def ask_hint(self, position: Position) -> None:
        """Asks for a hint for a position. `follow` starts the search."""
        self._hint_for, self.found, self._exhausted = position, None, None

    def follow(self, shown: Position, lens_wanted: Callable[[], Lens], free: bool) -> str:
        """Starts or continues the search. Call it once a frame with the shown position, a function that
        returns the lens, and whether nobody else needs the processors. Returns why a search failed, else
        ""."""
        if self._hint_for is not shown:
            self._hint_for = None
        if self.found is not None and self.found.position is not shown:
            self.found = None
        wanted = free and (self.endless or self.hinting) and bool(shown.moves)
        lens = lens_wanted() if wanted else self.lens
        same = wanted and (lens, self.lines) == (self.lens, self._lines)
        if self.search is not None and not (same and self._searched is shown):
            self.search.drop()
            self.search = None
        if self.search is not None:
            return self._collect(self.search)
        if wanted and lens is not None and not (same and self._exhausted is shown):
            self._begin(shown, lens, self.lines)
        return ""

    def _begin(self, position: Position, lens: Lens, lines: int) -> None:
        if self.engine is None or (self.lens, self._lines) != (lens, lines):
            self.lens, self._lines, self.engine = lens, lines, self._make(lens, lines)
        self._searched, self._exhausted = position, None
        engine, tables = self.engine, loaded_tables(position.game.name)
        if self.hinting and not self.endless and isinstance(engine, Searcher) and tables is not None:
            engine = replace(engine, tables=tables) if tables.fate(position) is not None else engine
        self.search = self._lane.do(searching(engine, position), engine.name, self.engine)

    def _collect(self, search: Job) -> str:
        news = search.news
        if self.hinting and news.doing == THINKING and time.perf_counter() - news.since > HINT_SECONDS:
            if not self.endless:
                search.stop.request()
            elif isinstance(news.value, Thought):
                self.found, self._hint_for = by_tables(news.value), None
        if not search.over:
            return ""
        self.search = None
        if self.hinting and search.news.phase == DONE:
            self.found, self._hint_for = search.news.value, None
        if search.news.phase == FAILED:
            self._broke_off = self.endless
            self.endless, self._hint_for = False, None
            return search.news.error
        if not search.stop.requested:
            self._exhausted = self._searched
        return ""

    def remake(self) -> None:
        """Forces a new engine for the next search."""
        self.engine = self._exhausted = None

    def go_on(self, mended: bool) -> None:
        """Continues an analysis that a failure ended, if its heuristic is repaired (`mended`). Call it once a
        frame."""
        if mended:
            self.endless, self._broke_off = self.endless or self._broke_off, False

    def hurry(self) -> None:
        """Ends the search for a hint. The hint is then the best move so far."""
        if self.hinting and self.search is not None:
            self.search.stop.request()

    def counters(self) -> tuple[int, int]:
        """(nodes, depth in progress) of the running search."""
        return (0, 0) if self.engine is None else self.engine.peek()

    def drop(self) -> None:
        """Drops the running search and the hint, because the game goes on. An endless analysis begins again
        with the shown position."""
        if self.search is not None:
            self.search.drop()
        self.search = self.found = self._hint_for = None
