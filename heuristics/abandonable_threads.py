"""Work in threads that can be abandoned with it, and are used again where they come back.

A caller of a term's code must be able to stop waiting. A thread for each search or evaluation would do, but
beginning one costs as much as a hundred nodes.
"""

import ctypes
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from heuristics.failure import GivenUp

DEBUGGERS = frozenset(("bdb", "pdb", "ipdb", "pydevd", "_pydevd_bundle", "debugpy"))


class AbandonableTask:
    """`work`, begun at once in a thread of a kind: threads of one name serve one purpose, and inherit
    the priority of whoever sent the first errand. `work` lets no exception out but GivenUp."""

    def __init__(self, kind: str, work: Callable[[], None]) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._over = False  # GivenUp must not reach the thread any more
        self._abandoned = False
        self._ended = threading.Event()
        idle = _idle.setdefault(kind, [])
        try:
            self._runner = idle.pop()
        except IndexError:
            self._runner = _Runner(kind, idle)
        self._runner.errands.put(self)

    def wait(self, seconds: float) -> bool:
        """Whether the work has ended, after at most this number of seconds."""
        return self._ended.wait(seconds)

    def abandon(self) -> None:
        """Leaves the thread alone with its work, which ends at its next step in Python. If it never takes
        one, the thread stays to the program's end."""
        with self._lock:
            ident = self._runner.thread.ident
            if not self._over and not self._abandoned and ident is not None:
                self._abandoned = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(GivenUp))

    def frames(self) -> list[tuple[FrameType, int]]:
        """Where the thread is: (frame, line), outermost first."""
        frame = sys._current_frames().get(self._runner.thread.ident or 0)
        return list(traceback.walk_stack(frame))[::-1] if frame is not None else []

    @property
    def is_debugged(self) -> bool:
        """Whether a person stands in it with a debugger, and takes the time that it takes."""
        modules = (str(frame.f_globals.get("__name__", "")).split(".")[0] for frame, _ in self.frames())
        return not DEBUGGERS.isdisjoint(modules)

    def run(self) -> bool:
        """Does the work, in the thread; whether that can be used for more: not where GivenUp is on its
        way, which may come only after the work's end."""
        try:
            self._work()
            with self._lock:
                self._over = True
                return not self._abandoned
        except GivenUp:
            return False

    def end(self) -> None:
        self._ended.set()


class _Runner:
    """A thread that runs errands, and lies idle between them."""

    def __init__(self, kind: str, idle: "list[_Runner]") -> None:
        self.errands: queue.SimpleQueue[AbandonableTask] = queue.SimpleQueue()
        self._idle = idle
        self.thread = threading.Thread(target=self._serve, name=kind, daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        errand: AbandonableTask | None = None
        with suppress(GivenUp):  # which may come before an errand has begun, and after it has ended
            while True:
                errand = self.errands.get()
                if not errand.run():
                    break
                self._idle.append(self)
                errand.end()
                errand = None  # with all that it holds, while the thread waits
        if errand is not None:
            errand.end()


_idle: dict[str, list[_Runner]] = {}
