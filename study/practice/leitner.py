"""When a position comes back: Leitner's boxes (docs/decisions/leitner.md)."""

from dataclasses import dataclass
from datetime import date, timedelta

DAYS = (1, 3, 7, 16, 35)
"""After how many days a position comes back from each box; the first box is that of new positions and of
those that were just answered wrong."""


@dataclass(frozen=True)
class Place:
    """The box, from 0, in which a position lies, and the day from which on it is asked."""

    box: int
    due: date

    def after(self, right: bool, day: date) -> "Place":
        """Where it lies once it was answered: in the next box, or in the first one again."""
        box = min(self.box + 1, len(DAYS) - 1) if right else 0
        return Place(box, day + timedelta(days=DAYS[box]))
