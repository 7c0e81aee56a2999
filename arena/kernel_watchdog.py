"""Threads that play one compiled game after another, and are looked after by another thread: an evaluation
may never end, and nobody can end a kernel that is in one.

To hand each game to a thread of its own, and wait for it, would cost as much as a fifth of a short game: a
processor that lies idle wakes slowly.
"""

import threading
from typing import Protocol
from weakref import WeakSet

from heuristics.contract import Heuristic
from heuristics.hang_timeout import PATIENCE, HangTimeout

hung: "WeakSet[Heuristic]" = WeakSet()
"""Heuristics in whose evaluation a kernel did not come back: their games are played in Python, which tells
the term."""


class Playing(Protocol):
    """A kernel at work."""

    heuristics: list[Heuristic]

    def progress(self) -> tuple[int, ...]:
        """Another one each time that it has come further."""
        ...


class KernelThread:
    """What a serving thread is at."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at: Playing | None = None
        self._left = False
        self._patience = HangTimeout()

    def begin(self, playing: Playing) -> None:
        """The thread enters a kernel."""
        self._at = playing

    def end(self) -> bool:
        """The thread has come back; whether nobody waits for it any more."""
        with self._lock:
            self._at = None
            return self._left

    def hangs(self) -> bool:
        """To be asked every SLICE, by one thread: whether the kernel has not gone on for PATIENCE. If so the
        thread is left alone with it."""
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
    """The calling thread is at this post from now on."""
    _own.post = post


def own_post() -> KernelThread | None:
    """That of the calling thread; None where nobody looks after it."""
    post: KernelThread | None = getattr(_own, "post", None)
    return post
