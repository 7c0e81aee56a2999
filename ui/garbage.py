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
"""Seconds of the processor that a collection may take; with more, there are many objects that stay."""

M_MMAP_THRESHOLD = -3
LARGE = 1 << 20
"""The fewest bytes of a block of memory that is taken from the system by itself, and given back as soon as it
is freed."""


class Garbage:
    """Collects garbage when a large screen is left, and again when the threads that outlived it have ended.
    It collects at no other time, because a collection stops every thread for a tenth of a second and more
    once Numba has compiled. Then it freezes the compiler's objects, so that later collections skip them, but
    not while a thread still holds objects of the left screen. Before it freezes, it thaws and collects what
    was frozen earlier."""

    def __init__(self) -> None:
        self._left = False
        self._held = False  # by a thread of what was left
        keep_large_blocks_apart()

    def leave(self) -> None:
        """Call this when a large screen is left. The next frame collects, when no handler of that screen runs
        any more."""
        self._left = True

    def collect(self, all_is_left: bool) -> None:
        """Once a frame; whether nothing large is open."""
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
    """From now on, LARGE blocks go back to the system when they are freed, where it can be asked to."""
    library = _allocator()
    if library is not None:
        library.mallopt(M_MMAP_THRESHOLD, LARGE)


def give_back() -> None:
    """Gives the system back what is free of the other blocks, where it can be asked to."""
    library = _allocator()
    if library is not None:
        library.malloc_trim(0)


@cache
def _allocator() -> Any:
    """The system's C library where it keeps what is freed, as glibc does: larger and larger blocks, tables of
    searches among them, which come to lie between smaller ones. None elsewhere."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            library.mallopt, library.malloc_trim  # noqa: B018
            return library
    return None
