"""How long each thread has waited for the compiler, so that measured times of work can leave that out."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class _OfThread(threading.local):
    depth = 0
    seconds = 0.0


_here = _OfThread()


@contextmanager
def compiling() -> Iterator[None]:
    """Counts the time within this context, in which the calling thread compiles or waits for its turn."""
    _here.depth += 1
    began = time.perf_counter()
    try:
        yield
    finally:
        _here.depth -= 1
        if not _here.depth:
            _here.seconds += time.perf_counter() - began


def seconds_compiling() -> float:
    """The seconds that the calling thread has spent compiling, or waiting for its turn, so far."""
    return _here.seconds
