"""Decides which parts of a screen a frame draws. After an event, such as a key or a click, a frame draws
all parts. Any other change is drawn in a round: some parts in each frame. All become visible together, after
the last. So no frame of a round draws for long, and the screen never mixes old and new parts."""

from collections.abc import Sequence

MOTION_SECONDS = 0.25
"""How long after the last round the next one waits while something moves: motion has priority."""

BUSY_SECONDS = 0.001
"""A frame that has already worked longer than this draws nothing; a later frame does."""

MOST_LEFT = 3
"""The most frames in a row that draw nothing for that reason: on a busy computer every frame may be late."""


class PartialRedraw:
    """The rounds of a screen. Each of `groups` has the names of the parts that one frame draws, in the order
    of a round. Moving parts are in the last group, so that they are newest when all become visible. `shown`
    is the subject, such as a position, that all parts show."""

    def __init__(self, groups: Sequence[frozenset[str]]) -> None:
        self.groups = groups
        self.drawn_at = 0.0
        """When the last round, or the whole screen, was drawn."""
        self.shown: object = None
        self._shows_next: object = None  # the subject that the current round draws
        self._step = 0
        self._wanted = False
        self.left = 0
        """How many frames in a row have drawn nothing because they were late."""

    def want(self) -> None:
        """Asks for a round, because something has changed."""
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
        """Whether a frame that has already worked for `seconds` should leave drawing to a later frame."""
        self.left = self.left + 1 if seconds > BUSY_SECONDS and self.left < MOST_LEFT else 0
        return self.left > 0

    def waits(self, now: float) -> bool:
        """Whether the round is postponed, so that moving parts are drawn first."""
        return now - self.drawn_at < MOTION_SECONDS and self._step == 0

    def step(self, now: float, subject: object = None) -> frozenset[str]:
        """The parts to draw in this frame; `subject` is what they show now. A change after the first step of
        a round belongs to the next round."""
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
