"""The memory of what was left: a scene, a game."""

import ctypes
import gc
import sys
from contextlib import suppress
from functools import cache
from typing import Any

from engines.jobs import lanes_ending

M_MMAP_THRESHOLD = -3
LARGE = 1 << 20
"""Bytes from which a block of memory is asked of the system, and given back to it as soon as it is freed."""


class Garbage:
    """Collected at once when something large was left, and again when the threads have ended that outlived
    it: old garbage is not looked for otherwise, for that stops every thread for a tenth of a second once
    Numba has compiled. Nothing is frozen, for what a thread holds now is garbage later."""

    def __init__(self) -> None:
        self._left = False
        self._held = False  # by a thread of what was left
        keep_large_blocks_apart()

    def leave(self) -> None:
        """Something large was left: it is to be collected by the next frame, once no handler that led out of
        it runs any more."""
        self._left = True

    def collect(self) -> None:
        """Once a frame."""
        if self._left or (self._held and not lanes_ending()):
            self._left, self._held = False, lanes_ending() > 0
            gc.collect()
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
