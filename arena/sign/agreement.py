"""How often values without a search are on the winner's side, in positions with a clear winner."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from arena.sign.decided_positions import THIRDS, DecidedPosition
from arena.statistics import wilson_interval

T = TypeVar("T")

FIT, FIGURE, ALL = "fit", "figure", "all"
HALVES = FIT, FIGURE, ALL
"""Parts of the positions. FIT: every second one, from the first on, to fit weights to. FIGURE: the others,
for the share that is stated."""

THIRD_NAMES = ("first third", "second third", "last third")
PROVEN, PLAYED = "proven", "played out"


def half_of(positions: Sequence[T], half: str) -> Sequence[T]:
    """The positions of one of HALVES."""
    return {FIT: positions[::2], FIGURE: positions[1::2], ALL: positions}[half]


@dataclass(frozen=True)
class WinnersSide:
    """Counts of positions of one kind. `right` are those in which the value is on the winner's side, and
    `level` those in which it is 0, which is on no side."""

    name: str
    positions: int
    right: int
    level: int

    @classmethod
    def of(cls, name: str, values: Sequence[float]) -> "WinnersSide":
        """Counts the values of positions, each from the winner's point of view."""
        right, level = sum(value > 0 for value in values), sum(value == 0 for value in values)
        return cls(name, len(values), right, level)

    @property
    def share(self) -> float | None:
        """The share on the winner's side; None without positions."""
        return self.right / self.positions if self.positions else None

    def to_json(self) -> dict[str, Any]:
        """The counts, the share and its 95 % interval."""
        low, high = wilson_interval(self.share or 0.0, self.positions)
        counts = {"name": self.name, "positions": self.positions, "right": self.right, "level": self.level}
        return counts | {"share": self.share, "share_low": low, "share_high": high}


def by_kind(positions: Sequence[DecidedPosition], values: Sequence[float]) -> Iterator[WinnersSide]:
    """The counts of all positions, of each third of the game, and by how the winner is known. `values` are
    from the point of view of each position's winner."""
    paired = list(zip(positions, values, strict=True))
    yield WinnersSide.of(ALL, values)
    for third in range(THIRDS):
        yield WinnersSide.of(THIRD_NAMES[third], [value for each, value in paired if each.third == third])
    for name, proven in ((PROVEN, True), (PLAYED, False)):
        yield WinnersSide.of(name, [value for each, value in paired if each.proven == proven])
