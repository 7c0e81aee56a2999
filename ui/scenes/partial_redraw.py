"""Which parts of a screen a frame draws. A change without an event is drawn in a round, some parts each
frame, and shown once all parts are drawn. So no frame takes longer than its costliest part, and the screen
never mixes old and new parts."""

from collections.abc import Sequence

MOTION_SECONDS = 0.25
"""How long a round may be postponed while something moves, which has priority."""

BUSY_SECONDS = 0.001
"""A frame that has worked longer than this leaves drawing to a later one."""

MOST_LEFT = 3
"""The most frames in a row that leave drawing to a later one: on a busy computer each of them may be late."""


class PartialRedraw:
    """The rounds of a screen. `groups` are the names of parts that one frame draws together, in the order of
    a round; moving parts are in the last. `shown` is the subject, such as a position, that all parts show."""

    def __init__(self, groups: Sequence[frozenset[str]]) -> None:
        self.groups = groups
        self.drawn_at = 0.0
        """When the last round, or the whole picture, was drawn."""
        self.shown: object = None
        self._shows_next: object = None  # the subject in which the present round began
        self._step = 0
        self._wanted = False
        self.left = 0
        """The frames in a row that have left drawing to a later one."""

    def want(self) -> None:
        """Asks for a round that shows a change."""
        self._wanted = True

    @property
    def open(self) -> bool:
        """Whether a round is wanted or under way."""
        return self._wanted or self._step > 0

    @property
    def begins(self) -> bool:
        """Whether the next step is the first of a round."""
        return self._step == 0

    def leaves(self, seconds: float) -> bool:
        """Whether a frame that has worked so long leaves drawing to a later one."""
        self.left = self.left + 1 if seconds > BUSY_SECONDS and self.left < MOST_LEFT else 0
        return self.left > 0

    def waits(self, now: float) -> bool:
        """Whether moving parts are drawn before the round begins."""
        return now - self.drawn_at < MOTION_SECONDS and self._step == 0

    def step(self, now: float, subject: object = None) -> frozenset[str]:
        """The parts to draw in this frame, of this subject. What changes after the first step of a round
        belongs to the next one."""
        if self._step == 0:
            self._wanted, self._shows_next = False, subject
        due = self.groups[self._step]
        self._step = (self._step + 1) % len(self.groups)
        if self._step == 0:
            self.drawn_at, self.shown = now, self._shows_next
        return due

    def drew_all(self, now: float, subject: object = None) -> None:
        """Call this when everything was drawn at once."""
        self._wanted, self._step, self.drawn_at, self.shown = False, 0, now, subject
