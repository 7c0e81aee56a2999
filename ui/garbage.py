"""The memory of what was left: a scene, a game."""

import gc

from engines.jobs import lanes_ending


class Garbage:
    """Collected at once when something large was left, and again when the threads have ended that outlived
    it: old garbage is not looked for otherwise, for that stops every thread for a tenth of a second once
    Numba has compiled. Nothing is frozen, for what a thread holds now is garbage later."""

    def __init__(self) -> None:
        self._left = False
        self._held = False  # by a thread of what was left

    def leave(self) -> None:
        """Something large was left: it is to be collected by the next frame, once no handler that led out of
        it runs any more."""
        self._left = True

    def collect(self) -> None:
        """Once a frame."""
        if self._left or (self._held and not lanes_ending()):
            self._left, self._held = False, lanes_ending() > 0
            gc.collect()
