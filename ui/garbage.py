"""Frees the memory of a scene or game that was left."""

import ctypes
import gc
import sys
import time
from contextlib import suppress
from functools import cache
from typing import Any

from engines.jobs import lanes_ending

LONG = 0.05
"""Processor seconds. A collection that takes longer walks many objects that stay."""

M_MMAP_THRESHOLD = -3
LARGE = 1 << 20
"""Bytes. A block of at least this size is mapped on its own, and goes back to the system once it is
freed."""


class Garbage:
    """Collects garbage when a large screen is left, and again when the threads that outlived it have ended.
    It collects at no other time, because a collection stops every thread for a tenth of a second and more
    once Numba has compiled. After a collection it freezes the compiler's objects, so that later ones skip
    them, but not while a thread still holds objects of the left screen. Before it freezes, it thaws and
    collects what was frozen earlier."""

    def __init__(self) -> None:
        self._left = False
        self._held = False  # whether a thread holds objects of the left screen
        keep_large_blocks_apart()

    def leave(self) -> None:
        """Call this when a large screen is left. The next frame collects: by then no handler of that screen
        runs any more."""
        self._left = True

    def collect(self, all_is_left: bool) -> None:
        """Collects if a screen was left. Call it once a frame; `all_is_left` says that nothing large is
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
    """Asks the allocator to give LARGE blocks back to the system as soon as they are freed, where it can."""
    library = _allocator()
    if library is not None:
        library.mallopt(M_MMAP_THRESHOLD, LARGE)


def give_back() -> None:
    """Asks the allocator to give its free memory back to the system, where it can."""
    library = _allocator()
    if library is not None:
        library.malloc_trim(0)


@cache
def _allocator() -> Any:
    """The system's C library where it has `mallopt` and `malloc_trim`, as glibc does; else None. glibc keeps
    freed blocks, large tables of searches among them, between blocks in use."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            library.mallopt, library.malloc_trim  # noqa: B018
            return library
    return None
