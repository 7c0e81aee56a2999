"""Says when a position is asked again, by Leitner's boxes (docs/decisions/leitner.md)."""

from dataclasses import dataclass
from datetime import date, timedelta

DAYS = (1, 3, 7, 16, 35)
"""Days from an answer until the position is asked again, by its box after the answer. New positions, and
those with a wrong last answer, are in the first box. New positions are due at once."""


@dataclass(frozen=True)
class Place:
    """The box of a position, counted from 0, and the first day on which it is due."""

    box: int
    due: date

    def after(self, right: bool, day: date) -> "Place":
        """The place after an answer: the next box if it was right, else the first."""
        box = min(self.box + 1, len(DAYS) - 1) if right else 0
        return Place(box, day + timedelta(days=DAYS[box]))
