"""Threads that play one compiled game after another, watched by another thread. An evaluation may never end,
and nothing can interrupt its kernel.

A separate thread for each game would cost as much as a fifth of a short game, because an idle processor wakes
slowly.
"""

import threading
from typing import Protocol
from weakref import WeakSet

from heuristics.contract import Heuristic
from heuristics.hang_timeout import PATIENCE, HangTimeout

hung: "WeakSet[Heuristic]" = WeakSet()
"""Heuristics whose evaluation did not return. Their games are played in Python, which finds the term."""


class Playing(Protocol):
    """A running kernel."""

    heuristics: list[Heuristic]

    def progress(self) -> tuple[int, ...]:
        """Numbers that change whenever the kernel has made progress."""
        ...


class KernelThread:
    """What the watcher of a serving thread knows of it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at: Playing | None = None
        self._left = False
        self._patience = HangTimeout()

    def begin(self, playing: Playing) -> None:
        """Notes that the thread enters a kernel."""
        self._at = playing

    def end(self) -> bool:
        """Notes that the thread has come back. Returns whether it was abandoned meanwhile."""
        with self._lock:
            self._at = None
            return self._left

    def hangs(self) -> bool:
        """Whether the kernel has made no progress for PATIENCE; if so, the thread is abandoned. One thread
        asks this every SLICE."""
        at = self._at
        if at is None:
            self._patience.begin_anew()
            return False
        if self._patience.seen((at, at.progress())) < PATIENCE:
            return False
        with self._lock:
            if self._at is not at:
                return False
            self._left = True
            hung.update(at.heuristics)
            return True


_own = threading.local()


def take(post: KernelThread) -> None:
    """Assigns this post to the calling thread."""
    _own.post = post


def own_post() -> KernelThread | None:
    """The post of the calling thread; None where no thread watches it."""
    post: KernelThread | None = getattr(_own, "post", None)
    return post
