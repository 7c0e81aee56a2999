"""How the window's game loop gets its moves: from a person's clicks, or from the worker thread."""

import time

from engines.contract import Engine, EngineFailure, Publish, StopSignal, Thought
from engines.worker import DONE, FAILED, Worker
from games.position import Position


class HumanChooser:
    """Returns the move that was entered since it was last asked, if any."""

    def __init__(self) -> None:
        self.entered: int | None = None

    def choose(self, position: Position) -> int | None:
        move, self.entered = self.entered, None
        return move


class WorkerChooser:
    """Has an engine think in the worker thread. Holds a finished move back until `not_before`."""

    def __init__(self, worker: Worker, engine: Engine) -> None:
        self.engine = engine
        self.not_before = 0.0  # time.perf_counter()
        self.last: Thought | None = None
        self._worker = worker
        self._ticket: int | None = None
        self._position: Position | None = None

    def choose(self, position: Position) -> int | None:
        if self._ticket is None or self._position is not position:
            self._position = position
            self._ticket = self._worker.start(self.engine, position)
            return None
        progress = self._worker.progress
        if progress.ticket != self._ticket or time.perf_counter() < self.not_before:
            return None
        if progress.phase == FAILED:
            self.forget()
            raise EngineFailure(progress.error)
        if progress.phase != DONE or progress.thought is None:
            return None
        self.forget()
        self.last = progress.thought
        return progress.thought.move

    def forget(self) -> None:
        """The next question starts a new search."""
        self._ticket = self._position = None


class Preparation:
    """Stands for an engine that is only to be prepared, while the person ponders the first move."""

    def __init__(self, engine: Engine) -> None:
        self.name = engine.name
        self.done = False
        self._engine = engine

    def prepare(self, game_name: str) -> None:
        try:
            self._engine.prepare(game_name)
        finally:
            self.done = True

    def think(
        self, position: Position, publish: Publish | None = None, stop: StopSignal | None = None
    ) -> Thought:
        return Thought(position, None, 0.0, 0, 0, 0.0, (), ())

    def peek(self) -> tuple[int, int]:
        return 0, 0

    def close(self) -> None:
        """Nothing to end: the engine is its owner's."""
