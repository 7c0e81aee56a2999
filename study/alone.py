"""Searches of one move alone: where a search proved no more than that a move is no better than the
best, this finds what it is worth, and the line that says why."""

import time
from collections.abc import Callable, Hashable, Mapping

from engines.contract import EXACT, UPPER, Limits, RootMove, Thought
from engines.jobs import DONE, FAILED, Job, Lane, Work, searching
from engines.searchers import Searcher
from games.registry import load_game
from heuristics.lens import Lens
from study.facts import Steps
from study.thoughts import place

LONGEST_SECONDS = 5.0
"""What such a search may take; it then says how deep it came."""

TABLE_MEGABYTES = 16
STEP_SECONDS = 0.001


def _make(lens: Lens) -> Searcher:
    explains = load_game(lens.heuristic.game).has_chance
    name = f"alone:{lens.name}"
    return Searcher(lens, Limits(), name=name, table_megabytes=TABLE_MEGABYTES, explains=explains)


def rows_with(thought: Thought, alone: Mapping[int, Thought]) -> dict[int, RootMove]:
    """What a search found each move of its position to be worth, by move; exactly where a search of the
    move `alone`, as deep, has turned its bound into a value."""
    rows = {row.move: row for row in thought.root_moves}
    for move, found in alone.items():
        row = rows[move]
        if row.bound == UPPER and found.depth == row.depth and found.value <= row.value:
            rows[move] = RootMove(move, found.value, EXACT, row.depth, found.pv, found.outcomes, found.parts)
    return rows


class Alone:
    """Plain alpha-beta, whose value of a move does not depend on the others, through the lens of the
    search whose bound is asked about; `make` makes the searcher. A thread of its own, begun with the
    first search."""

    def __init__(self) -> None:
        self.make: Callable[[Lens], Searcher] = _make
        self._lane = Lane("alone")
        self._searchers: dict[Lens, Searcher] = {}
        self._found: dict[Hashable, dict[int, Thought]] = {}
        self.learnt = 0  # how often a search of a move was taken in

    def found(self, thought: Thought) -> Mapping[int, Thought]:
        """What is known of the moves of a search's position, by move, through its lens."""
        if not self._found or thought.lens is None:
            return {}
        return self._found.get((place(thought.position), thought.lens), {})

    def learn(self, thought: Thought, move: int, alone: Thought) -> None:
        """A search of a move of a thought's position, by somebody else."""
        if thought.lens is not None:
            self.learnt += 1
            self._found.setdefault((place(thought.position), thought.lens), {})[move] = alone

    def steps(self, thought: Thought, move: int, depth: int) -> Steps:
        """Searches a move of a thought's position so many plies deep. A fact: yields what its job
        tells (`News`), and returns None once the result is `found`, or a line that says why there is
        none. Whoever no longer asks for it ends it."""
        lens = thought.lens
        assert lens is not None, "what it evaluates with is known"
        if lens not in self._searchers:
            self._searchers[lens] = self.make(lens)
        searcher = self._searchers[lens]
        job = self._lane.do(self._work(searcher, thought, move, depth), searcher.name)
        try:
            while not job.over:
                yield job.news
                time.sleep(STEP_SECONDS)
            if job.news.phase == FAILED:
                return job.news.error
            if job.news.phase == DONE and job.news.value.depth > 0:
                self.learn(thought, move, job.news.value)
            return None
        finally:
            job.drop()

    def _work(self, searcher: Searcher, thought: Thought, move: int, depth: int) -> Work:
        search = searching(searcher, thought.position, (move,))

        def work(job: Job) -> Thought:
            searcher.limits = Limits(depth=depth, seconds=LONGEST_SECONDS)
            found: Thought = search(job)
            return found

        return work

    def close(self) -> None:
        self._lane.close(patience=0.0)
