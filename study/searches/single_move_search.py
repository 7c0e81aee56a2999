"""Searches one move alone. A search of all moves often proves only that a move is no better than the best;
this finds the move's exact value and its line."""

import time
from collections.abc import Callable
from functools import partial

from engines.contract import Limits, Thought
from engines.jobs import DONE, FAILED, Job, searching
from engines.search_engine import Searcher
from games.registry import load_game
from heuristics.lens import Lens
from study.state.features import Feature
from study.state.incremental_cache import Steps
from study.state.study import Study

LONGEST_SECONDS = 5.0
"""The most seconds for the search of one move. A search that is stopped reports the depth that it reached."""

TABLE_MEGABYTES = 16
STEP_SECONDS = 0.001
"""Seconds between two checks whether the search has ended."""


def search_alone(lens: Lens) -> Searcher:
    """The engine that searches single moves: plain alpha-beta."""
    explains = load_game(lens.heuristic.game).has_chance  # no single line has the terms of a mean
    name = f"alone:{lens.name}"
    return Searcher(lens, Limits(), name=name, table_megabytes=TABLE_MEGABYTES, explains=explains)


class SingleMoveSearches(Feature):
    """Searches single moves with the lens of the search that has only a bound for them. `make` makes the
    searcher. Results go to the study's `search_store`."""

    def __init__(self, study: Study) -> None:
        self.make: Callable[[Lens], Searcher] = search_alone
        self._thoughts = study.search_store
        self._lane = study.features.lanes.study
        self._searchers: dict[Lens, Searcher] = {}

    def steps(self, thought: Thought, move: int, depth: int) -> Steps:
        """The steps of a fact (`Facts`) that searches a move of a thought's position to a number of plies.
        They yield the `News` of the job, and return None or a line that says why the search failed."""
        lens = thought.lens
        assert lens is not None, "what it evaluates with is known"
        if lens not in self._searchers:
            self._searchers[lens] = self.make(lens)
        searcher = self._searchers[lens]
        job = self._lane.do(partial(_search, searcher, thought, move, depth), searcher.name, searcher)
        try:
            while not job.over:
                yield job.news
                time.sleep(STEP_SECONDS)
            if job.news.phase == FAILED:
                return job.news.error
            if job.news.phase == DONE and job.news.value.depth > 0:
                self._thoughts.learn(thought, move, job.news.value)
            return None
        finally:
            job.drop()


def _search(searcher: Searcher, thought: Thought, move: int, depth: int, job: Job) -> Thought:
    searcher.limits = Limits(depth=depth, seconds=LONGEST_SECONDS)
    found: Thought = searching(searcher, thought.position, (move,))(job)
    return found
