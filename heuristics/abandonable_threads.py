"""Runs a person's code in threads that can be abandoned if the code hangs, and are used again if it ends. To
start a new thread for each search or evaluation would cost as much as a hundred nodes."""

import ctypes
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from games.thread_priority import goes_last, let_others_go_first
from heuristics.failure import GivenUp

DEBUGGERS = frozenset(("bdb", "pdb", "ipdb", "pydevd", "_pydevd_bundle", "debugpy"))


class AbandonableTask:
    """Starts `work` at once in a thread called `kind`. Threads of one kind are used again for tasks of that
    kind, and keep the priority of the thread that started them. `work` must raise nothing except GivenUp."""

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
        self._runner.tasks.put(self)

    def wait(self, seconds: float) -> bool:
        """Whether the work has ended, after at most this number of seconds."""
        return self._ended.wait(seconds)

    def abandon(self) -> None:
        """Gives the thread up. Its work ends at its next step in Python; if it never takes one, the thread
        stays until the program ends."""
        with self._lock:
            ident = self._runner.thread.ident
            if not self._over and not self._abandoned and ident is not None:
                self._abandoned = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(GivenUp))

    def frames(self) -> list[tuple[FrameType, int]]:
        """The place of the thread in the code: (frame, line), outermost first."""
        frame = sys._current_frames().get(self._runner.thread.ident or 0)
        return list(traceback.walk_stack(frame))[::-1] if frame is not None else []

    @property
    def is_debugged(self) -> bool:
        """Whether the thread stands in a debugger, where a person may take any time."""
        modules = (str(frame.f_globals.get("__name__", "")).split(".")[0] for frame, _ in self.frames())
        return not DEBUGGERS.isdisjoint(modules)

    def run(self) -> bool:
        """Does the work in the thread. Returns whether the thread can be used again: not if GivenUp was
        raised in it, which may arrive only after the work has ended."""
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
    """A thread that does one piece of work after another and waits in between."""

    def __init__(self, kind: str, idle: "list[_Runner]") -> None:
        self.tasks: queue.SimpleQueue[AbandonableTask] = queue.SimpleQueue()
        self._idle = idle
        self._goes_last = goes_last()
        self.thread = threading.Thread(target=self._serve, name=kind, daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        task: AbandonableTask | None = None
        try:
            with suppress(GivenUp):  # which may come before a task has begun, and after it has ended
                if self._goes_last:
                    let_others_go_first()
                while True:
                    task = self.tasks.get()
                    if not task.run():
                        break
                    self._idle.append(self)
                    task.end()
                    task = None  # frees all that it holds, while the thread waits
        finally:
            if task is not None:
                task.end()


_idle: dict[str, list[_Runner]] = {}
