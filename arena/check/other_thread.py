"""Does work in another thread, so that a stop takes effect at once: compiling and compiled code cannot be
interrupted."""

from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import TypeVar

from engines.contract import StopSignal
from engines.jobs import COMPILING, Job, tell_doing, tell_part
from games.compiling.compiler_clock import CompilerClock, clock_of_thread
from heuristics.abandonable_threads import AbandonableTask

LOOK = 0.05
"""Seconds between two checks whether a stop was requested."""

T = TypeVar("T")


def yielded_in_thread(work: Callable[[StopSignal], Iterator[T]], stop: StopSignal) -> Iterator[T]:
    """Yields what `work` yields in another thread. That thread only works while the next result is wanted.
    After a stop this ends soon, and requests a stop of `work` by the signal that `work` got. Raises what
    `work` raises. While that thread compiles, the calling thread's job says so."""
    job = Job("a check")
    asked: SimpleQueue[bool] = SimpleQueue()
    found: SimpleQueue[tuple[T, ...] | Exception] = SimpleQueue()

    clocks: list[CompilerClock] = []  # of that thread

    def serve(job: Job) -> None:
        clocks.append(clock_of_thread())
        try:
            results = work(job.stop)
            while asked.get():
                found.put(tuple(_next_of(results)))
        except Exception as error:
            found.put(error)

    task = AbandonableTask("a check", lambda: job.run(serve))
    try:
        while not stop.requested:
            asked.put(True)
            compiles = False
            while (news := _taken(found)) is None:
                if stop.requested:
                    return
                before, compiles = compiles, any(clock.depth for clock in clocks)
                if compiles != before:
                    tell_doing(COMPILING if compiles else "")
                if compiles:
                    tell_part(job.news.part)
            if compiles:
                tell_doing("")
            if isinstance(news, Exception):
                raise news
            if not news:
                return
            yield from news
    finally:
        job.drop()
        asked.put(False)
        task.wait(LOOK)


def _next_of(results: Iterator[T]) -> Iterator[T]:
    """The next result, none after the last one."""
    for each in results:
        yield each
        return


def _taken(found: "SimpleQueue[tuple[T, ...] | Exception]") -> tuple[T, ...] | Exception | None:
    """The next entry of the queue; None if there is none within LOOK seconds."""
    try:
        return found.get(timeout=LOOK)
    except Empty:
        return None
