"""Decides when code of a person that does not end is given up."""

import time

PATIENCE = 1.0
"""Seconds of work after which code that has not ended is given up."""

SLICE = 0.1
"""The most seconds that one wait counts. So the time in which a computer sleeps, or a debugger holds the
program, counts hardly at all."""

IDLE = 0.2
"""For how many seconds a second counts in which this process used no processor. The code may hang in a wait
then, but on a busy computer it usually waits for other programs."""


class HangTimeout:
    """Counts the seconds for which code has worked; its user compares them with PATIENCE. Call `go_on` or
    `seen` every now and then, in one thread."""

    def __init__(self) -> None:
        self.used = 0.0
        self._progress: object = None  # the newest progress that `seen` was called with
        self._clock = time.perf_counter()
        self._work = time.process_time()

    def go_on(self) -> float:
        """Counts the time since the last call; returns the seconds that are used up."""
        clock, work = time.perf_counter(), time.process_time()
        passed = min(clock - self._clock, SLICE)
        self.used += max(min(passed, work - self._work), IDLE * passed)
        self._clock, self._work = clock, work
        return self.used

    def seen(self, progress: object) -> float:
        """The seconds that are used up since `progress` last changed."""
        if progress != self._progress:
            self._progress = progress
            self.restart()
        return self.go_on()

    def restart(self) -> None:
        """Counts from 0 again, from now on."""
        self.go_on()
        self.used = 0.0
