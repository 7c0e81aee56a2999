"""Frees the memory of a screen or game that was left."""

import ctypes
import gc
import sys
import time
from contextlib import suppress
from functools import cache
from typing import Any

from engines.jobs import lanes_ending

LONG = 0.05
"""In seconds of the processor. A collection that takes longer goes through many objects that are not
garbage."""

M_MMAP_THRESHOLD = -3
"""The number of this parameter in glibc's `mallopt`."""

LARGE = 1 << 20
"""In bytes. A block of at least this size gets memory of its own, which goes back to the system once it is
freed."""


class Garbage:
    """Collects garbage after a large screen was left, and again when the threads that outlived it have ended.
    It collects at no other time: once Numba has compiled, a full collection stops every thread for a tenth of
    a second or more. If a collection took LONG, it freezes the remaining objects, mostly the compiler's, so
    that later collections skip them. It does so only if nothing large is open and no thread holds objects of
    the left screen. Before it freezes, it unfreezes and collects what was frozen earlier."""

    def __init__(self) -> None:
        self._left = False
        self._held = False  # whether a thread holds objects of the left screen
        keep_large_blocks_apart()

    def leave(self) -> None:
        """Call this when a large screen is left. The next frame collects: by then no handler of that screen
        runs any more."""
        self._left = True

    def collect(self, all_is_left: bool) -> None:
        """Collects garbage if a screen was left. Call it once a frame. `all_is_left`: nothing large is
        open."""
        if self._left or (self._held and not lanes_ending()):
            self._left, self._held = False, lanes_ending() > 0
            began = time.thread_time()
            gc.collect()
            if all_is_left and not self._held and time.thread_time() - began > LONG:
                gc.unfreeze()
                gc.collect()
                gc.freeze()
            give_back()


def keep_large_blocks_apart() -> None:
    """Asks the allocator to give LARGE blocks back to the system as soon as they are freed, if it can."""
    library = _allocator()
    if library is not None:
        library.mallopt(M_MMAP_THRESHOLD, LARGE)


def give_back() -> None:
    """Asks the allocator to give its free memory back to the system, if it can."""
    library = _allocator()
    if library is not None:
        library.malloc_trim(0)


@cache
def _allocator() -> Any:
    """The system's C library if it has `mallopt` and `malloc_trim`, as glibc has; else None. Without these
    calls glibc keeps freed memory, such as large transposition tables, between blocks in use."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            library.mallopt, library.malloc_trim  # noqa: B018 - raises AttributeError if one is missing
            return library
    return None
