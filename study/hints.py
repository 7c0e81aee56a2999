"""Hints: a short search of the position on the board, through what the person looks through."""

from collections.abc import Callable

from engines.contract import Engine, Thought
from engines.jobs import DONE, FAILED, Job, Lane, searching
from games.position import Position
from heuristics.lens import Lens


class Hints:
    """`search` is the one that runs, `found` what the last one found. `make` makes the engine for a
    lens, which is kept until another lens is asked for."""

    def __init__(self, make: Callable[[Lens], Engine]) -> None:
        self.search: Job | None = None
        self.found: Thought | None = None
        self._make = make
        self._lane = Lane("hints")
        self._engine: Engine | None = None
        self._lens: Lens | None = None

    def ask(self, position: Position, lens: Lens) -> Job:
        """Starts a search, in place of the one that runs."""
        self.drop()
        if self._engine is None or self._lens != lens:
            self._lens, self._engine = lens, self._make(lens)
        self.found = None
        self.search = self._lane.do(searching(self._engine, position), self._engine.name)
        return self.search

    def collect(self) -> str:
        """Takes in the result, once it is there; why there is none, else ""."""
        search = self.search
        if search is None or not search.over:
            return ""
        self.search = None
        if search.news.phase == DONE:
            self.found = search.news.value
        return search.news.error if search.news.phase == FAILED else ""

    def counters(self) -> tuple[int, int]:
        """(nodes, depth in progress) of the running search."""
        return (0, 0) if self._engine is None else self._engine.peek()

    def drop(self) -> None:
        """Nobody wants the running search any more."""
        if self.search is not None:
            self.search.drop()
        self.search = None

    def close(self) -> None:
        self.drop()
        self._lane.close(patience=0.0)
