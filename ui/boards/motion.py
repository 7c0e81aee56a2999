"""The difference between two placements of pieces, and its animation."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

SECONDS = 0.16
"""How long the animation of one change takes."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Change:
    """The difference between two placements: pieces that moved, appeared, or left, each with its name."""

    slides: tuple[tuple[str, str, str], ...]  # piece, from, to
    came: tuple[tuple[str, str], ...]  # piece, square
    left: tuple[tuple[str, str], ...]
    altered: tuple[tuple[str, str], ...] = ()  # the same piece on the same square, with another name

    @property
    def departed(self) -> frozenset[str]:
        """Squares that a piece left, whether it moved or was taken."""
        return frozenset([origin for _, origin, _ in self.slides] + [square for _, square in self.left])

    @property
    def arrived(self) -> frozenset[str]:
        """Squares that a piece came to. Something that appears on a square that a piece has just left, such
        as a burned square of Isolation, does not count."""
        came = {square for _, square in self.came} - {origin for _, origin, _ in self.slides}
        return frozenset([target for _, _, target in self.slides]) | came


def change(
    before: Mapping[str, str],
    after: Mapping[str, str],
    center: Callable[[str], Point],
    kind: Callable[[str], str] = lambda piece: piece,
) -> Change:
    """The difference between two placements. Each piece that appeared is paired with the nearest piece of its
    kind that left: it moved."""
    altered = [
        (piece, square)
        for square, piece in after.items()
        if square in before and before[square] != piece and kind(before[square]) == kind(piece)
    ]
    stayed = {square for square, piece in after.items() if before.get(square) == piece}
    stayed.update(square for _, square in altered)
    left = [(piece, square) for square, piece in before.items() if square not in stayed]
    slides, came = [], []
    for square, piece in after.items():
        if square in stayed:
            continue
        same = [(name, place) for name, place in left if kind(name) == kind(piece)]
        if same:
            origin = min(same, key=lambda found: _distance(center(found[1]), center(square)))
            left.remove(origin)
            slides.append((piece, origin[1], square))
        else:
            came.append((piece, square))
    return Change(tuple(slides), tuple(came), tuple(left), tuple(altered))


def _distance(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


@dataclass(frozen=True)
class Motion:
    """An animation that shows `changes` one after the other from the time `started` on; each has the
    placement that it leads to. Times are in seconds, of the clock that `stage` is called with.

    `way` is the start and the target of the move, if known.
    """

    changes: tuple[tuple[Mapping[str, str], Change], ...]
    started: float
    way: tuple[str, str] = ("", "")

    def stage(self, now: float) -> tuple[Mapping[str, str], Change, float]:
        """The change that is shown at a time, with its placement, and the part of it that is done: 0 to 1,
        linear."""
        passed = max(0.0, (now - self.started) / SECONDS)
        number = min(int(passed), len(self.changes) - 1)
        placement, changing = self.changes[number]
        return placement, changing, min(1.0, passed - number)

    def over(self, now: float) -> bool:
        return now - self.started >= SECONDS * len(self.changes)


def eased(part: float) -> float:
    """Maps a part from 0 to 1 so that the motion slows down at its end."""
    return 1.0 - (1.0 - part) ** 3


def between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
