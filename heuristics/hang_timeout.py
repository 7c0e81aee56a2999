"""How long a person's code may work before it is given up."""

import time

PATIENCE = 1.0
"""Seconds of work after which code that has not ended is given up."""

SLICE = 0.1
"""The most seconds that one wait counts, so that a computer's sleep, or a breakpoint, uses up no patience."""

IDLE = 0.2
"""How many seconds one second counts in which this process used no processor. The code may then hang in a
wait, but on a busy computer it usually waits for other programs."""


class HangTimeout:
    """How much of the patience is used up. Call `go_on` or `seen` every now and then, in one thread."""

    def __init__(self) -> None:
        self.used = 0.0
        self._progress: object = None  # the last one that was seen
        self._clock = time.perf_counter()
        self._work = time.process_time()

    def go_on(self) -> float:
        """Counts what has passed since the last call; returns the seconds that are used up."""
        clock, work = time.perf_counter(), time.process_time()
        passed = min(clock - self._clock, SLICE)
        self.used += max(min(passed, work - self._work), IDLE * passed)
        self._clock, self._work = clock, work
        return self.used

    def seen(self, progress: object) -> float:
        """The seconds that are used up since `progress` last changed."""
        if progress != self._progress:
            self._progress = progress
            self.begin_anew()
        return self.go_on()

    def begin_anew(self) -> None:
        self.go_on()
        self.used = 0.0
