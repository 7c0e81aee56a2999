"""The worker thread: one search at a time, far from the window's thread.

The window posts a job and reads `progress` once a frame. Everything read is immutable or a
single number; nothing here waits for the window, and the thread is a daemon that `close` ends.
"""

import os
import queue
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from engines.contract import Engine, EngineFailure, StopSignal, Thought
from games.position import Position

NICE = 5
"""Of the worker thread; 0 is usual, more is more patient."""

IDLE, COMPILING, THINKING, DONE, FAILED = "idle", "compiling", "thinking", "done", "failed"


@dataclass(frozen=True)
class Progress:
    """What the window knows of a job. `ticket` tells the job; a snapshot with another ticket than
    the one waited for is of an older position and is to be dropped. `error` is one line."""

    ticket: int
    phase: str
    thought: Thought | None = None
    error: str = ""
    started: float = 0.0  # time.perf_counter() when the phase began


@dataclass(frozen=True)
class _Job:
    ticket: int
    engine: Engine
    position: Position
    stop: StopSignal


class Worker:
    """A thread that runs engines. Methods are called from one thread, the owner's."""

    def __init__(self, name: str = "engine") -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._ticket = 0
        self._progress = Progress(0, IDLE)
        self._cancelled = 0  # every ticket up to this one
        self._job: _Job | None = None  # the newest; may not have begun, or have ended
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._thread.start()

    @property
    def progress(self) -> Progress:
        """The newest snapshot; while a search runs, with its counters as of now."""
        return self._progress

    def counters(self) -> tuple[int, int]:
        """(nodes, depth in progress) of the running search."""
        return self._job.engine.peek() if self._job is not None else (0, 0)

    def start(self, engine: Engine, position: Position) -> int:
        """Queues a search, cancelling the one before; returns its ticket."""
        self.cancel()
        self._ticket += 1
        self._progress = Progress(self._ticket, THINKING, started=time.perf_counter())
        self._job = _Job(self._ticket, engine, position, StopSignal())
        self._jobs.put(self._job)
        return self._ticket

    def cancel(self) -> None:
        """Ends the running search and drops its result."""
        with self._lock:
            self._cancelled = self._ticket
            self._progress = Progress(self._ticket, IDLE)
        self.move_now()

    def move_now(self) -> None:
        """Ends the running search and takes the best move so far as its result."""
        if self._job is not None:
            self._job.stop.request()

    def close(self, patience: float = 1.0) -> None:
        """Ends the thread; waits `patience` seconds at most (a compilation can't be interrupted)."""
        self.cancel()
        self._jobs.put(None)
        self._thread.join(patience)

    def _serve(self) -> None:
        _let_others_go_first()
        while (job := self._jobs.get()) is not None:
            if job.ticket > self._cancelled:
                self._run(job)

    def _run(self, job: _Job) -> None:
        self._show(Progress(job.ticket, COMPILING, started=time.perf_counter()))
        try:
            job.engine.prepare(job.position.game.name)
            if job.ticket <= self._cancelled:
                return
            started = time.perf_counter()
            self._show(Progress(job.ticket, THINKING, started=started))
            thought = job.engine.think(
                job.position,
                lambda snapshot: self._show(Progress(job.ticket, THINKING, snapshot, started=started)),
                job.stop,
            )
            self._show(Progress(job.ticket, DONE, thought, started=started))
        except EngineFailure as error:
            self._fail(job, str(error))
        except Exception as error:  # an engine's bug must not end the thread or the game
            self._fail(job, f"{job.engine.name} failed: {type(error).__name__}: {error}")

    def _fail(self, job: _Job, message: str) -> None:
        last: Any = self._progress
        self._show(replace(last, ticket=job.ticket, phase=FAILED, error=message.splitlines()[0]))

    def _show(self, progress: Progress) -> None:
        with self._lock:
            if progress.ticket > self._cancelled:
                self._progress = progress


def _let_others_go_first() -> None:
    """Lowers the calling thread's priority where threads have their own: where the processors are
    busy, the window is drawn on time and the search waits. Costs nothing on an idle machine."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
