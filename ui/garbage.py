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
"""Bytes from which a block of memory is asked of the system, and given back to it as soon as it is freed."""


class Garbage:
    """Collected at once when something large was left, and again when the threads have ended that outlived
    it: old garbage is not looked for otherwise, for that stops every thread for a tenth of a second and more
    once Numba has compiled. What the compiler has left is then frozen, not to be looked through every time;
    but not while a thread holds what will be garbage, and what was frozen before is looked through first."""

    def __init__(self) -> None:
        self._left = False
        self._held = False  # by a thread of what was left
        keep_large_blocks_apart()

    def leave(self) -> None:
        """Something large was left. The next frame collects it, once no handler that led out of it runs any
        more."""
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
