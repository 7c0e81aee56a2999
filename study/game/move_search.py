"""A program's search for its move in a game, and the compiling before it."""

import math
import time

from engines.contract import Engine, Thought
from engines.jobs import DONE, Job, Lane, preparing, searching
from games.position import Position


class MoveSearch:
    """`job` is the search whose move will be made, None while no program thinks; `preparation` is the
    compiling that began before it was needed. `holds`: a move is not made before a person says so."""

    def __init__(self, lane: Lane) -> None:
        self.job: Job | None = None
        self.preparation: Job | None = None
        self.holds = False
        self._released = False  # whether a person has said so
        self._engine: Engine | None = None  # the one that searches
        self._not_before = 0.0  # the earliest time.perf_counter() for the move
        self._lane = lane
        self.pace = 0.0
        """The seconds that the present move lasts at least."""

    @property
    def running(self) -> bool:
        return self.job is not None and not self.job.over

    @property
    def due(self) -> bool:
        """Whether the least time before the move is over."""
        return time.perf_counter() >= self._not_before

    @property
    def seconds_left(self) -> int:
        """Whole seconds until a move that is found is made, at least 1; 0 where none waits."""
        if self.job is None or not self.job.over or self.pace < 1.0:
            return 0
        return max(1, math.ceil(self._not_before - time.perf_counter()))

    @property
    def held(self) -> Thought | None:
        """The search whose move is ready and held; None while there is none."""
        if self.job is None or not self.holds or self._released or not self.due:
            return None
        news = self.job.news
        return news.value if news.phase == DONE and isinstance(news.value, Thought) else None

    def release(self) -> None:
        """Lets the held move be made."""
        self._released = True

    @property
    def counters(self) -> tuple[int, int]:
        """(nodes, depth in progress)."""
        return (0, 0) if self.job is None or self._engine is None else self._engine.peek()

    def prepare(self, engine: Engine, game: str, name: str) -> None:
        self.preparation = self._lane.do(preparing(engine, game), name, engine)

    def begin(self, engine: Engine, position: Position, name: str, pace: float) -> Job:
        """Searches the position; the move is made after `pace` seconds at the earliest."""
        self._engine, self._released, self.pace = engine, False, pace
        self.job = self._lane.do(searching(engine, position), name, engine)
        self._not_before = time.perf_counter() + pace
        return self.job

    def hurry(self) -> None:
        """Ends the search with the best move so far, which is made at once."""
        if self.job is not None:
            self.job.stop.request()
        self._not_before = 0.0

    def drop(self) -> None:
        if self.job is not None:
            self.job.drop()
        self.job = None
