"""How long each thread has waited for the compiler, so that measured times of work can leave that out."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class CompilerClock:
    """The clock of a thread: the `seconds` of compiling that have ended, and `depth`, which is not 0 while
    the thread compiles. Another thread may read it."""

    depth = 0
    seconds = 0.0


class _OfThread(threading.local):
    def __init__(self) -> None:
        self.clock = CompilerClock()


_here = _OfThread()


def clock_of_thread() -> CompilerClock:
    """The calling thread's clock."""
    return _here.clock


@contextmanager
def compiling() -> Iterator[None]:
    """Counts the time within this context, in which the calling thread compiles or waits for its turn."""
    clock = _here.clock
    clock.depth += 1
    began = time.perf_counter()
    try:
        yield
    finally:
        clock.depth -= 1
        if not clock.depth:
            clock.seconds += time.perf_counter() - began


def seconds_compiling() -> float:
    """The seconds that the calling thread has spent compiling, or waiting for its turn, so far."""
    return _here.clock.seconds
