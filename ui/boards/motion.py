"""What changed between two placements of pieces, and how that moves on the screen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

SECONDS = 0.16
Point = tuple[float, float]


@dataclass(frozen=True)
class Change:
    """Pieces that went from one square to another, came, or left; each with its name."""

    slides: tuple[tuple[str, str, str], ...]  # piece, from, to
    came: tuple[tuple[str, str], ...]  # piece, square
    left: tuple[tuple[str, str], ...]

    @property
    def squares(self) -> frozenset[str]:
        """Every square that looks different."""
        return frozenset(
            [square for _, *way in self.slides for square in way] + [s for _, s in (*self.came, *self.left)]
        )


def change(before: Mapping[str, str], after: Mapping[str, str], center: Callable[[str], Point]) -> Change:
    """Pairs each piece that came with the nearest one of its kind that left."""
    left = [(piece, square) for square, piece in before.items() if after.get(square) != piece]
    slides, came = [], []
    for square, piece in after.items():
        if before.get(square) == piece:
            continue
        same = [place for kind, place in left if kind == piece]
        if same:
            origin = min(same, key=lambda place: _distance(center(place), center(square)))
            left.remove((piece, origin))
            slides.append((piece, origin, square))
        else:
            came.append((piece, square))
    return Change(tuple(slides), tuple(came), tuple(left))


def _distance(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


@dataclass(frozen=True)
class Motion:
    """A change on its way since `started`, in seconds of the clock that `at` is asked by."""

    change: Change
    started: float

    def progress(self, now: float) -> float:
        """0 at the beginning to 1 at the end, slowing down."""
        part = min(1.0, max(0.0, (now - self.started) / SECONDS))
        return 1.0 - (1.0 - part) ** 3

    def over(self, now: float) -> bool:
        return now - self.started >= SECONDS


def between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
