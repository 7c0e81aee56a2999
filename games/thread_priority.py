"""Lowers the priority of background work: on a busy machine it waits, so that the window is not late. On an
idle machine this changes nothing."""

import ctypes
import os
import sys
import threading
from contextlib import suppress

NICE, NICE_PROCESS = 1, 5
"""The niceness of a background thread on Linux, and of a child process. 0 is usual; a larger number is a
lower priority. A thread is hardly lower: while the system keeps it waiting it may hold the interpreter's
lock, and then the window waits, too. With 5, on a busy machine, checking a heuristic took twice as long, and
more frames came late."""

BELOW_NORMAL = -1
"""The priority of a background thread on Windows. 0 is usual."""

LAST = 19
"""The niceness of the lowest priority of a process, on Linux and macOS."""

IDLE_PRIORITY_CLASS = 0x40
"""The lowest priority of a process on Windows."""


class _OfThread(threading.local):
    goes_last = False


_own = _OfThread()


def let_others_go_first(in_child: bool = False) -> None:
    """Lowers the calling thread's priority on Linux and Windows; on Linux further in a child process, which
    holds no lock of the window's."""
    _own.goes_last = True
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            usual = os.getpriority(os.PRIO_PROCESS, thread)  # the whole program may have a lower priority
            os.setpriority(os.PRIO_PROCESS, thread, max(NICE_PROCESS if in_child else NICE, usual))
    elif sys.platform == "win32":
        kernel = ctypes.WinDLL("kernel32")
        kernel.SetThreadPriority(ctypes.c_void_p(kernel.GetCurrentThread()), BELOW_NORMAL)


def put_behind_all(thread: int) -> None:
    """Gives this process the lowest priority: it gets only the time that all others leave. `thread` is the
    native number of the thread that works, because Linux has priorities of threads."""
    if sys.platform == "win32":
        kernel = ctypes.WinDLL("kernel32")
        kernel.SetPriorityClass(ctypes.c_void_p(kernel.GetCurrentProcess()), IDLE_PRIORITY_CLASS)
        return
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, thread if sys.platform == "linux" else 0, LAST)
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))


def goes_last() -> bool:
    """Whether the calling thread has called `let_others_go_first`. Threads and programs that it starts should
    have a low priority, too: on Linux they inherit it, on Windows they do not."""
    return _own.goes_last
