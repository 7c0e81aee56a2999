"""The parts of a board that differ between games: where the squares are, what the ground looks like, which
pieces are where, and how a piece is drawn.

Lengths are in units: a square is one unit wide. (0, 0) is the top left corner as White sees the board.
"""

import io
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Protocol

import pygame

from games.contract import State, squares_counted_from_a1
from games.position import Position
from ui.colors import COLORS, values
from ui.theme import Theme

MARGIN = 0.34
"""Width of the border with the coordinates, in units."""

ASSETS = Path(__file__).resolve().parent.parent.parent / "assets"


@dataclass(frozen=True)
class Geometry:
    """Converts units into pixels. `size` is the width and height of the board in units; `labelled` says
    whether coordinates are drawn."""

    origin: tuple[int, int]
    unit: float
    size: tuple[float, float]
    flipped: bool = False
    labelled: bool = True

    def at(self, point: tuple[float, float]) -> tuple[int, int]:
        """The pixel of a point."""
        x, y = point
        if self.flipped:
            x, y = self.size[0] - x, self.size[1] - y
        return round(self.origin[0] + x * self.unit), round(self.origin[1] + y * self.unit)

    def point_at(self, pixel: tuple[int, int]) -> tuple[float, float]:
        """The point of a pixel."""
        x, y = (pixel[0] - self.origin[0]) / self.unit, (pixel[1] - self.origin[1]) / self.unit
        return (self.size[0] - x, self.size[1] - y) if self.flipped else (x, y)

    def length(self, units: float) -> int:
        return round(units * self.unit)

    def beside(self, place: tuple[float, float, float, float]) -> pygame.Rect:
        """The pixels of a rectangle (x, y, width, height) beside the squares. On a flipped board it lies on
        the other side, but not upside down."""
        x, y, width, height = place
        left = self.size[0] - x - width if self.flipped else x
        corner = round(self.origin[0] + left * self.unit), round(self.origin[1] + y * self.unit)
        return pygame.Rect(corner, (self.length(width), self.length(height)))

    def square(self, center: tuple[float, float], side: float) -> pygame.Rect:
        """The square of `side` units around a point."""
        x, y = self.at(center)
        pixels = round(side * self.unit)
        return pygame.Rect(x - pixels // 2, y - pixels // 2, pixels, pixels)

    @property
    def rect(self) -> pygame.Rect:
        return pygame.Rect(self.origin, (self.length(self.size[0]), self.length(self.size[1])))


Losses = tuple[tuple[str, ...], tuple[str, ...]]
"""The names of White's and Black's lost pieces, as the game's art names them."""


def missing(before: Iterable[str], after: Iterable[str]) -> tuple[str, ...]:
    """The pieces of `before` that `after` lacks, in their order in `before`."""
    left, gone = Counter(after), []
    for piece in before:
        if left[piece]:
            left[piece] -= 1
        else:
            gone.append(piece)
    return tuple(gone)


class Canvas(NamedTuple):
    """The surface, theme and geometry of one frame."""

    surface: pygame.Surface
    theme: Theme
    geometry: Geometry


@dataclass(frozen=True)
class FixedChoice:
    """A standing choice: it always has a button beside the squares, for example to end a turn.

    `choice` is its name in the game's click paths; `area` is (x, y, width, height) in units. `key` enters it
    at any time, `letter` while the keyboard's focus is on the board. `piece` is drawn before the label. With
    `due` the button is highlighted, because little else is left to do.
    """

    choice: str
    label: str
    tooltip: str
    area: tuple[float, float, float, float]
    key: int = 0
    letter: str = ""
    piece: str = ""
    due: bool = False


class Sign(NamedTuple):
    """A sign that only one game's board has, for the legend. `position` is the text of a position in which
    `square` shows the sign; for signs of possible moves, `reach` is the square of the piece that shows its
    moves."""

    words: str
    position: str
    square: str
    reach: str = ""


class BoardArt(Protocol):
    """What a game defines of its board, in one module of `ui/boards/`. `size` is the board's width and
    height; `reach` is how far from its centre a square can be clicked; `tile` is the side of the mark on a
    square; `round_marks` says whether marks are discs; `showcase` is the text of a position for the home
    screen."""

    size: tuple[float, float]
    reach: float
    tile: float
    round_marks: bool
    showcase: str
    marked: bool = False  # whether pieces have marks at their edges; frames and rings are then below pieces
    quiet: bool = False  # whether only the piece under the mouse is marked as one that can move
    loses: bool = False  # whether pieces can be lost; lost ones are shown beside the board

    shown: tuple[float, float, float, float] | None = None
    """The part (x, y, width, height) that small pictures of the board show; None for all of it."""

    def center(self, square: str) -> tuple[float, float]:
        """The centre of a square, or of a place beside the board that `pieces` names."""
        ...

    def draw_ground(self, canvas: Canvas) -> None:
        """Draws everything that never moves."""
        ...

    def pieces(self, state: State) -> dict[str, str]:
        """The pieces by square. Pieces of equal name are interchangeable."""
        ...

    def piece_size(self, piece: str) -> float:
        """The side of the square that a piece is drawn in."""
        ...

    def piece_picture(self, piece: str, pixels: int, theme: Theme) -> pygame.Surface:
        """The piece in a square of `pixels`, with transparent surroundings."""
        ...

    # The methods below have defaults for games that do not need them.

    def alarmed(self, position: Position) -> tuple[str, ...]:
        """The squares to mark as in danger: a king in check."""
        return ()

    def choice_piece(self, choice: str, position: Position) -> str:
        """The piece on the button of a choice beside the squares; "" for a button with words."""
        return ""

    def choice_name(self, choice: str) -> str:
        """A choice in words, for its tooltip."""
        return f"Choose {choice}"

    def kind(self, piece: str) -> str:
        """The part of a piece's name that stays the same when it moves."""
        return piece

    def at_rest(self, piece: str) -> str:
        """The piece as drawn after the game's end, without signs of possible moves."""
        return piece

    def flips(self, before: str, after: str) -> bool:
        """Whether a piece that replaces another on its square is the same piece, turned over."""
        return False

    def stages(self, before: Position, after: Position, move: int) -> tuple[dict[str, str], ...]:
        """The placements between the positions before and after a move, for its animation: a capture may
        first turn a piece over."""
        return ()

    def standing(self, position: Position) -> tuple[FixedChoice, ...]:
        """The choices that have a button beside the squares in this position."""
        return ()

    def stock(self, position: Position) -> Mapping[str, tuple[str, ...]]:
        """The pieces beside the squares that can be picked up to begin a move. A key is a piece's place, or
        the choice in `standing` that shows it. The value is what picking up the piece enters: the beginning
        of a click path."""
        return {}

    def lost(self, start: Position, position: Position) -> Losses:
        """White's and Black's pieces lost since the game's start, in the order in which they are shown."""
        return (), ()

    def goes_on(self, position: Position, way: tuple[str, str]) -> str:
        """The square or choice that is entered automatically after a move from the first square of `way` to
        the second; "" for none. Either the rules demand it next, or people usually enter it next."""
        return ""

    def route(self, position: Position, square: str, target: str) -> tuple[str, ...]:
        """The squares over which the piece on `square` goes to `target`, which is the last of them, in
        several moves of one turn. Empty if there is no such way."""
        return ()

    def draw_beside(self, canvas: Canvas, position: Position) -> None:
        """Draws the parts of a position that are beside the squares."""

    def draw_reach(self, canvas: Canvas, position: Position, square: str) -> None:
        """Draws what the piece on a square could do, while it is chosen or under the mouse."""

    def describe(self, position: Position, place: str, reach: str = "") -> str:
        """A sentence about a square or a place beside the board, for its tooltip; "" for nothing. The piece
        on `reach` shows what it could do."""
        return ""

    def legend(self) -> tuple[Sign, ...]:
        """The signs that only this board has, in the order of the legend."""
        return ()


def picture(name: str, pixels: int, theme: Theme, folder: str = "pieces") -> pygame.Surface:
    """The drawing `assets/<folder>/<name>.svg`, `pixels` wide and high, in the theme's colours of the
    sides."""
    return drawn_svg(name, pixels, folder, theme.name)


@lru_cache(maxsize=256)
def drawn_svg(name: str, pixels: int, folder: str, theme: str) -> pygame.Surface:
    """Like `picture`, for a theme's name. Cached: do not draw on the result. The files have the dark theme's
    colours."""
    drawing = (ASSETS / folder / f"{name}.svg").read_text(encoding="utf-8")
    for side_color in ("white", "black", "white_ink", "black_ink"):
        drawing = drawing.replace(COLORS[side_color].dark, values(theme)[side_color])
    return pygame.image.load_sized_svg(io.BytesIO(drawing.encode()), (pixels, pixels))


def draw_table(canvas: Canvas, place: tuple[float, float, float, float]) -> None:
    """Draws the ground below the squares and coordinates, a rectangle (x, y, width, height)."""
    surface, theme, geometry = canvas
    table = geometry.beside(place)
    pygame.draw.rect(surface, theme.board_ground, table, border_radius=geometry.length(0.1))


def draw_label(canvas: Canvas, point: tuple[float, float], text: str) -> None:
    """Draws a coordinate centred on a point, unless the board is too small for it."""
    surface, theme, geometry = canvas
    if not geometry.labelled or theme.line_height(12) > 0.45 * geometry.unit:
        return
    x, y = geometry.at(point)
    size = 14 if geometry.unit >= theme.px(64) else 12
    top = y - theme.line_height(size) * 7 // 12  # a line has more space above its letters than below
    theme.text(surface, (x, top), text, size, theme.board_text, "center")


class TiledArt(BoardArt):
    """The art of a checkered board of `files` × `ranks` squares on a `table` (x, y, width, height), with its
    coordinates below the squares and on their left, or with `ranks_right` on their right."""

    files: int
    ranks: int
    table: tuple[float, float, float, float]
    ranks_right = False
    reach = 0.5
    round_marks = False

    def center(self, square: str) -> tuple[float, float]:
        file, rank = "abcdefgh".index(square[0]), int(square[1])
        return self.table[0] + MARGIN + file + 0.5, MARGIN + self.ranks - rank + 0.5

    def draw_ground(self, canvas: Canvas) -> None:
        draw_table(canvas, self.table)
        self.draw_tiles(canvas)
        left, _, width, height = self.table
        flipped = canvas.geometry.flipped
        below = MARGIN / 2 if flipped else height - MARGIN / 2
        aside = left + (width - MARGIN / 2 if flipped != self.ranks_right else MARGIN / 2)
        for file in range(self.files):
            draw_label(canvas, (left + MARGIN + file + 0.5, below), "abcdefgh"[file])
        for row in range(self.ranks):
            draw_label(canvas, (aside, MARGIN + row + 0.5), str(self.ranks - row))

    def draw_tiles(self, canvas: Canvas) -> None:
        surface, theme, geometry = canvas
        for number, name in enumerate(squares_counted_from_a1(self.files, self.ranks)):
            tone = theme.board_light if sum(divmod(number, self.files)) % 2 else theme.board_dark
            tile = geometry.square(self.center(name), self.tile)
            pygame.draw.rect(surface, tone, tile, border_radius=geometry.length(0.06))
