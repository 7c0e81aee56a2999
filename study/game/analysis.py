"""Searches the shown position: for a hint, or as an endless analysis. No program plays the moves that
these searches find."""

import time
from dataclasses import replace

from engines.jobs import DONE, FAILED, THINKING, searching
from engines.player_text import tireless
from engines.search_engine import Searcher
from engines.table_moves import by_tables, loaded_tables
from games.position import Position
from heuristics.lens import Lens
from study.game.side_engines import SideEngines, analysis_lens, weights_of
from study.state.running_search import RunningSearch
from study.state.study import Study
from study.state.wishes import Say

HINT_SECONDS = 1.0
"""The seconds of a search for a hint, without compiling."""

DEFAULT_SECONDS = 0.5
"""The seconds for which a position is searched with the default weights before it is searched with changed
ones."""


class Analysis:
    """Searches as long as `study.analysing` is set, or until there is a hint for `study.hint_for`. `search`
    is the running search. The study's `analyst`, an engine without a time limit, does it."""

    def __init__(self, study: Study, engines: SideEngines) -> None:
        self.search: RunningSearch | None = None
        self._study = study
        self._engines = engines
        self._lens: Lens | None = None  # the analyst's
        self._lines = 0  # the analyst's number of lines
        self._searched: Position | None = None
        self._exhausted: Position | None = None  # the position that the analyst has searched to the end
        self._broke_off = False  # whether a failure ended the endless analysis

    def ask_hint(self) -> bool:
        """Asks for a hint for the shown position. Returns whether a move can be made there."""
        position = self._study.position
        if not position.moves:
            return False
        self._study.hint_for, self._study.hint, self._exhausted = position, None, None
        self.update()
        return True

    def update(self) -> None:
        """Starts or continues the search, if it is wanted and no program thinks about its move. Says why a
        search failed. Call it once a frame."""
        study, shown = self._study, self._study.position
        if study.hint_for is not shown:
            study.hint_for = None
        if study.hint is not None and study.hint.position is not shown:
            study.hint = None
        free = not study.program_to_move or study.held is not None
        wanted = free and (study.analysing or study.hint_for is not None) and bool(shown.moves)
        lens, lines = self._lens_wanted() if wanted else self._lens, study.view.lines
        same = wanted and (lens, lines) == (self._lens, self._lines)  # the analyst can be used again
        if self.search is not None and not (same and self._searched is shown):
            self.search.job.drop()
            self.search = None
        if self.search is not None:
            self._collect(self.search)
        elif wanted and lens is not None and not (same and self._exhausted is shown):
            self._begin(lens, lines)
        if self.search is not None:
            self.search.limit = 0.0 if study.hint_for is None else HINT_SECONDS

    def _begin(self, lens: Lens, lines: int) -> None:
        """Begins a search of the shown position. Makes a new analyst if the lens or the number of lines is
        another."""
        study, position = self._study, self._study.position
        if study.analyst is None or (self._lens, self._lines) != (lens, lines):
            self._lens, self._lines = lens, lines
            usual = study.named(lens.name)
            search = study.settings.search_of(position.game.name)
            spec = tireless(lens.name, lines, study.settings.engine.threads, search)
            study.analyst = self._engines.make(replace(spec, weights=weights_of(lens, usual)))
        self._searched, self._exhausted = position, None
        engine, tables = study.analyst, loaded_tables(position.game.name)
        # Endgame tables give a hint if they know the position. An analysis shows what the search finds.
        hints = study.hint_for is not None and not study.analysing
        if hints and isinstance(engine, Searcher) and tables is not None:
            engine = replace(engine, tables=tables) if tables.fate(position) is not None else engine
        study.collect()  # takes in what the previous search has found
        job = study.features.lanes.play.do(searching(engine, position), engine.name, study.analyst)
        study.search = self.search = RunningSearch(job, study.analyst, lens.name)

    def _collect(self, search: RunningSearch) -> None:
        """Takes the hint from the running search once it is due, and notices that the search has ended or
        failed."""
        study, news = self._study, search.news
        hinting = study.hint_for is not None
        if hinting and news.doing == THINKING and time.perf_counter() - news.since > HINT_SECONDS:
            if not study.analysing:
                search.job.stop.request()
            elif news.value is not None:  # the analysis goes on; the hint is its best move so far
                study.hint, study.hint_for = by_tables(news.value), None
        if not search.over:
            return
        self.search = None
        news = search.news
        if news.phase == FAILED:
            self._broke_off = study.analysing
            study.analysing, study.hint_for = False, None
            study.wish(Say(f"Nothing found: {news.error}"))
            return
        if study.hint_for is not None and news.phase == DONE:
            study.hint, study.hint_for = news.value, None
        if not search.job.stop.requested:
            self._exhausted = self._searched

    def _lens_wanted(self) -> Lens:
        """The lens that the analysis searches with. If weights were changed, it searches for a moment with
        the default weights first: the window shows which move they would choose."""
        study = self._study
        lens = analysis_lens(study.lens, study.players, study.record.game.name, study.settings)
        default = Lens.of(lens.heuristic)
        if study.analysing and not self._was_searched_with(default):
            lens = default
        return self._engines.playable(lens)

    def _was_searched_with(self, lens: Lens) -> bool:
        """Whether the shown position was searched with a lens. An analysis that still runs counts after
        DEFAULT_SECONDS."""
        study = self._study
        if study.search_store.of(study.position, lens) is None:
            return False
        begins = self.search is not None and self._lens == lens
        return not begins or time.perf_counter() - study.news.since > DEFAULT_SECONDS

    def remake(self) -> None:
        """Makes the next search use a new engine."""
        self._study.analyst = self._exhausted = None

    def go_on(self, mended: bool) -> None:
        """Continues an analysis that a failure ended, if `mended`: the new version of some heuristic is
        compiled. Call it once a frame."""
        if mended:
            self._study.analysing, self._broke_off = self._study.analysing or self._broke_off, False

    def hurry(self) -> None:
        """Ends the search for a hint. The hint is then the best move so far."""
        if self._study.hint_for is not None and self.search is not None:
            self.search.job.stop.request()

    def drop(self) -> None:
        """Drops the running search and the hint. An endless analysis begins again with the shown position."""
        if self.search is not None:
            self.search.job.drop()
        self.search = self._study.hint = self._study.hint_for = None
