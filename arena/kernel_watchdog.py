"""Abandons threads whose compiled game hangs: an evaluation may never end, and nothing can interrupt compiled
code (a kernel).

A thread plays one game after another, and another thread watches it. A new thread for each game would cost as
much as a fifth of a short game.
"""

import threading
from typing import Protocol
from weakref import WeakSet

from heuristics.contract import Heuristic
from heuristics.hang_timeout import PATIENCE, HangTimeout

hung: "WeakSet[Heuristic]" = WeakSet()
"""Heuristics of games that hung. Their further games are played in Python, where the message names the term
that hangs."""


class Playing(Protocol):
    """A running kernel."""

    heuristics: list[Heuristic]

    def progress(self) -> tuple[int, ...]:
        """Numbers that change whenever the kernel has made progress."""
        ...


class KernelThread:
    """A thread that plays compiled games, as its watcher sees it: the kernel that runs, and whether the
    thread was abandoned."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: Playing | None = None
        self._abandoned = False
        self._patience = HangTimeout()

    def begin(self, playing: Playing) -> None:
        """Notes that the thread enters a kernel."""
        self._running = playing

    def end(self) -> bool:
        """Notes that the kernel has returned. Returns whether the thread was abandoned meanwhile."""
        with self._lock:
            self._running = None
            return self._abandoned

    def hangs(self) -> bool:
        """Whether the kernel has made no progress for PATIENCE; if so, the thread is abandoned. The watching
        thread calls this every SLICE."""
        running = self._running
        if running is None:
            self._patience.restart()
            return False
        if self._patience.seen((running, running.progress())) < PATIENCE:
            return False
        with self._lock:
            if self._running is not running:  # the kernel has returned just now
                return False
            self._abandoned = True
            hung.update(running.heuristics)
            return True


_own = threading.local()


def watch(thread: KernelThread) -> None:
    """Registers `thread` as the record of the calling thread, which another thread watches."""
    _own.thread = thread


def this_thread() -> KernelThread | None:
    """The record of the calling thread; None if no other thread watches it."""
    thread: KernelThread | None = getattr(_own, "thread", None)
    return thread
