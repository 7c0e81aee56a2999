"""Which parts of a screen a frame draws. What changed without an event is drawn in a round, some parts a
frame, and shown once all of it is drawn. So no frame takes longer than its costliest part, and nothing is
ever seen half old, half new."""

from collections.abc import Sequence

MOTION_SECONDS = 0.25
"""How long a round may wait while something moves, which has the frames for itself."""

BUSY_SECONDS = 0.001
"""A frame that has worked longer before it draws leaves drawing to the next."""


class PartialRedraw:
    """`groups` are the parts by name that one frame draws together, in the order of a round; what moves is
    in the last."""

    def __init__(self, groups: Sequence[frozenset[str]]) -> None:
        self.groups = groups
        self.drawn_at = 0.0
        """When the last round, or a whole picture, was drawn."""
        self._step = 0
        self._wanted = False

    def want(self) -> None:
        """Marks that a round must show a change."""
        self._wanted = True

    @property
    def open(self) -> bool:
        """Whether there is something to draw."""
        return self._wanted or self._step > 0

    @property
    def begins(self) -> bool:
        """Whether the next step is the first of a round."""
        return self._step == 0

    def waits(self, now: float) -> bool:
        """Whether what moves comes first."""
        return now - self.drawn_at < MOTION_SECONDS and self._step == 0

    def step(self, now: float) -> frozenset[str]:
        """The parts that are drawn now; those of the next round begin with what changes from here on."""
        if self._step == 0:
            self._wanted = False
        due = self.groups[self._step]
        self._step = (self._step + 1) % len(self.groups)
        if self._step == 0:
            self.drawn_at = now
        return due

    def drew_all(self, now: float) -> None:
        """The whole was drawn at once."""
        self._wanted, self._step, self.drawn_at = False, 0, now
