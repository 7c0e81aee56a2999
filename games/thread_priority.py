"""The priority of work in the background: on a busy machine it waits, and what a person sees is on time.
On an idle one it changes nothing."""

import ctypes
import os
import sys
import threading
from contextlib import suppress

NICE = 5
"""Niceness of such a thread on Linux. 0 is the usual priority, larger numbers are lower ones."""

BELOW_NORMAL = -1
"""Priority of such a thread on Windows. 0 is the usual one."""

LAST = 19
"""The lowest priority of a process that runs under Linux or macOS."""

IDLE_PRIORITY_CLASS = 0x40
"""The lowest priority of a process on Windows."""


class _OfThread(threading.local):
    goes_last = False


_own = _OfThread()


def let_others_go_first() -> None:
    """Lowers the calling thread's priority, on systems where threads have one."""
    _own.goes_last = True
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            usual = os.getpriority(os.PRIO_PROCESS, thread)  # the whole program may have a lower priority
            os.setpriority(os.PRIO_PROCESS, thread, max(NICE, usual))
    elif sys.platform == "win32":
        kernel = ctypes.WinDLL("kernel32")
        kernel.SetThreadPriority(ctypes.c_void_p(kernel.GetCurrentThread()), BELOW_NORMAL)


def put_behind_all(thread: int) -> None:
    """Gives this process the lowest priority: it gets what all others leave. `thread` is the native number of
    the thread that works, because Linux counts by threads."""
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
    """Whether the calling thread has let others go first. Threads and programs that it starts should do so,
    too: on Linux they take that over by themselves, on Windows they do not."""
    return _own.goes_last
