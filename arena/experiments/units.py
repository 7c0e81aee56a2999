"""Units of work: each is done once, by a worker of an executor, a few at a time."""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from itertools import islice
from typing import Any, Generic, NamedTuple, Self, TypeVar

from arena.executors import AHEAD, Workers
from engines.contract import StopSignal
from games.compiling.compiler_clock import seconds_compiling

LOOK = 0.1
"""The most seconds that a loop waits before it checks again whether to stop, to pause or to begin more."""

clock = time.perf_counter
"""Tests replace it."""


Work = Callable[[StopSignal], Any]
"""A unit's work, which is sent to a worker. It returns the unit's answer; what it returns, or raises, after a
stop is not used."""


class Done(NamedTuple):
    """A unit's answer, the seconds that it took, and the further seconds that it waited for the compiler."""

    answer: Any
    seconds: float
    compiling: float


def do(work: Work, stop: StopSignal | None = None) -> Done:
    """Does a unit, in a worker."""
    began, compiled = clock(), seconds_compiling()
    answer = work(stop or StopSignal())
    compiling = seconds_compiling() - compiled
    return Done(answer, max(0.0, clock() - began - compiling), compiling)


K = TypeVar("K")


class Flow(Generic[K]):
    """Hands units out to workers a few at a time: `begin` hands some out, `done` returns the finished ones.
    `units` are (key, work), made only as workers need them. Leaving the context cancels unfinished units."""

    def __init__(self, workers: Workers, units: Iterable[tuple[K, Work]]) -> None:
        self._workers = workers
        self._left = iter(units)
        self._begun: dict[Future[Done], tuple[K, StopSignal]] = {}

    def begin(self) -> bool:
        """Hands out units until AHEAD of them for each worker are unfinished. Returns whether any unit that
        was handed out is unfinished."""
        for key, work in islice(self._left, max(0, AHEAD * self._workers.workers - len(self._begun))):
            stop = StopSignal()
            arguments = (work, stop) if self._workers.takes_stops else (work,)
            self._begun[self._workers.submit(do, *arguments)] = key, stop
        return self.is_busy

    @property
    def is_busy(self) -> bool:
        """Whether any unit was handed out and is not finished."""
        return bool(self._begun)

    def done(self) -> list[tuple[K, Done]]:
        """The units that are done, and their keys. Waits for the first one, LOOK seconds at most. Raises what
        a unit has raised."""
        done, _ = wait(self._begun, LOOK, FIRST_COMPLETED)
        return [(self._begun.pop(future)[0], future.result()) for future in done]

    def end(self) -> None:
        """Hands out no more units, and takes back those that no worker has begun. Workers begin them in
        order, so the first ones, one for each worker, may have begun and are left alone."""
        self._left = iter(())
        for future in list(self._begun)[self._workers.workers :]:
            if future.cancel():
                del self._begun[future]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for future, (_, stop) in self._begun.items():
            stop.request()
            with suppress(Exception):
                future.cancel()
