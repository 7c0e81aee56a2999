"""Units of work: each is done once, by a worker of an executor, a few at a time."""

import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from arena.executors import AHEAD, THREADS, open_executor
from engines.contract import StopSignal
from games.compiling.compiler_clock import seconds_compiling

LOOK = 0.1
"""The most seconds between two looks whether to stop, to pause, or to begin more."""

clock = time.perf_counter
"""Tests have a clock of their own."""


class WorkUnit(Protocol):
    """A unit's work, which is sent to a worker."""

    def work(self, stop: StopSignal) -> Any:
        """Does the unit and returns its answer. What it returns, or raises, after `stop` is not used."""
        ...


class Done(NamedTuple):
    """A unit's answer, what it cost in seconds, and those that it waited for the compiler."""

    answer: Any
    seconds: float
    compiling: float


def do(unit: WorkUnit, stop: StopSignal | None = None) -> Done:
    """Does a unit, in a worker."""
    began, compiled = clock(), seconds_compiling()
    answer = unit.work(stop or StopSignal())
    compiling = seconds_compiling() - compiled
    return Done(answer, max(0.0, clock() - began - compiling), compiling)


K = TypeVar("K")


class Flow(Generic[K]):
    """Units on their way: `begin` hands some to the workers, `done` returns what they have done. `units` have
    keys, and are made only as workers need them."""

    def __init__(self, crew: "Crew", units: Iterable[tuple[K, WorkUnit]]) -> None:
        self._crew = crew
        self._left = iter(units)
        self._begun: dict[Future[Done], tuple[K, StopSignal]] = {}

    def begin(self) -> bool:
        """Hands out units until each worker has AHEAD. Returns whether any is on its way."""
        for key, unit in islice(self._left, max(0, AHEAD * self._crew.workers - len(self._begun))):
            stop = StopSignal()
            self._begun[self._crew.submit(unit, stop)] = key, stop
        return self.is_busy

    @property
    def is_busy(self) -> bool:
        """Whether any unit is on its way."""
        return bool(self._begun)

    def done(self) -> list[tuple[K, Done]]:
        """The units that are done, and their keys. Waits for the first one, LOOK seconds at most. Raises what
        a unit has raised."""
        done, _ = wait(self._begun, LOOK, FIRST_COMPLETED)
        return [(self._begun.pop(future)[0], future.result()) for future in done]

    def end(self) -> None:
        """Begins no more units, and takes back those that no worker has begun. They are begun in order."""
        self._left = iter(())
        for future in list(self._begun)[self._crew.workers :]:
            if future.cancel():
                del self._begun[future]

    def stop(self) -> None:
        """Gives up all units that are on their way."""
        for future, (_, stop) in self._begun.items():
            stop.request()
            with suppress(Exception):
                future.cancel()


class Crew:
    """Workers of an executor, one of `arena.executors.KINDS`."""

    def __init__(self, executor: Executor, workers: int, kind: str = THREADS) -> None:
        self.workers = workers
        self._executor = executor
        self._kind = kind

    def submit(self, unit: WorkUnit, stop: StopSignal) -> "Future[Done]":
        # A stop signal cannot reach another process, whose work ends with it.
        return self._executor.submit(do, unit, *([stop] if self._kind == THREADS else []))

    @contextmanager
    def flow(self, units: Iterable[tuple[K, WorkUnit]]) -> Iterator[Flow[K]]:
        """The units on their way. Those that are not done at the end are given up."""
        flow = Flow(self, units)
        try:
            yield flow
        finally:
            flow.stop()


@contextmanager
def open_crew(kind: str, workers: int, scheduler: str = "") -> Iterator[Crew]:
    """Workers of an executor, as by `open_executor`. The end waits for none of them."""
    executor, workers = open_executor(kind, max(1, workers), scheduler)
    try:
        yield Crew(executor, workers, kind)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
