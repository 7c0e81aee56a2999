"""The signs on and over a board's squares: the last move, danger, chosen and clickable squares, the
keyboard's square, amounts, arrows. Signs differ in form, not only in colour:

- the last move: a small ring where it began, a bar in the middle of each side of its target, a dotted trail
  between them, and a cross where it took something;
- danger: a ring behind the piece, and an exclamation mark;
- chosen: a frame all round; the keyboard's square: four corners;
- clickable: a dot on an empty square; the lower left corner, or a small dot where marks are round, for a
  piece that can begin a move; a ring round a piece that the begun move can go on to. Under the mouse each of
  these grows, but stays less striking than the frame;
- a hint, and the move selected in a panel: an arrow; the best moves: arrows, the thickest for the best; a
  line's moves: arrows with their numbers; a threat: a dashed arrow;
- what squares are worth, and how good it is to move from or to them or to turn a piece over: a bar along the
  upper edge, from the left for White and from the right for Black, and numbers at the foot, above which a
  piece makes room. The longer the bar, the larger the amount.
"""

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import pygame

from games.contract import WHITE
from study.format import number_text
from ui.boards.board_art import BoardArt, Canvas, Geometry
from ui.boards.side_plates import draw_pill, pill_height
from ui.colors import ARROW, SIDE_TINTS

Amounts = Sequence[tuple[str, float]]
"""Amounts by square; positive where they favour White."""

LEAST_BAR = 0.12
"""The shortest bar of an amount, as a share of the full length."""

TRAIL_STEP = 0.22
"""Distance of a trail's dots, in units."""

SMALL_REACH = 0.2
"""Radius of the ring where the last move began and of the cross where it took something, in units."""

Ways = Sequence[tuple[str, str]]
"""Start and end of each arrow; both are the same square for a placed or a taken piece, which gets a ring."""

SHARE_WRITTEN = 300
"""No decimals are added for amounts that are more than this many times smaller than the board's largest."""

USUAL_WIDTH = 0.16
"""Width of an arrow, in units."""

DASH = 0.24
"""Length of each dash of a threat's arrow, and of each gap, in units."""


@dataclass(frozen=True)
class Arrow:
    """The arrows of one move. `number` is drawn on them in the shape of `side`, 0 for none; `width` is in
    units, `strength` goes from 0 (invisible) to 1."""

    ways: Ways
    color: pygame.Color
    number: int = 0
    side: int = WHITE
    dashed: bool = False
    width: float = USUAL_WIDTH
    strength: float = 1.0


@dataclass(frozen=True)
class Warmth:
    """The lines at the bottom of a square, and how good the best move of `side` from or to it is: from 0 for
    the worst move to 1 for the best, None if that is not known."""

    square: str
    lines: tuple[str, ...]
    side: int
    share: float | None


class Overlays:
    """Draws signs on the squares of a board. Keeps pictures that take long to draw until `forget`."""

    def __init__(self, art: BoardArt) -> None:
        self.art = art
        self._drawn: dict[Hashable, pygame.Surface] = {}

    def forget(self) -> None:
        """Drops the kept pictures, because the size or theme has changed."""
        self._drawn.clear()

    def _frame(self, canvas: Canvas, square: str) -> pygame.Rect:
        """The frame of a square, or of a place beside the board."""
        return canvas.geometry.square(self.art.center(square), self.art.tile)

    def tint(self, canvas: Canvas, square: str, name: str) -> None:
        """Lays one of `ui.colors.TINTS` over a square."""
        frame = self._frame(canvas, square)
        key = ("tint", frame.width, name)
        tint = self._drawn.get(key)
        if tint is None:
            tint = pygame.Surface(frame.size, pygame.SRCALPHA)
            color = canvas.theme.tint(name)
            if self.art.round_marks:
                pygame.draw.aacircle(tint, color, tint.get_rect().center, frame.width // 2 - 1)
            else:
                pygame.draw.rect(tint, color, tint.get_rect(), border_radius=canvas.geometry.length(0.06))
            self._drawn[key] = tint
        canvas.surface.blit(tint, frame)

    def departed(self, canvas: Canvas, square: str) -> None:
        """Tints a square that a piece left with the last move. `began` and `taken` draw signs on top."""
        self.tint(canvas, square, "departed")

    def arrived(self, canvas: Canvas, square: str) -> None:
        """Marks the target of the last move: a bar in the middle of each side."""
        surface, theme, geometry = canvas
        self.tint(canvas, square, "arrived")
        frame = self._frame(canvas, square)
        long, thick = geometry.length(0.4), max(2, theme.px(3))
        for x, y in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            bar = pygame.Rect(0, 0, long if y else thick, long if x else thick)
            reach = (frame.width - thick) // 2
            bar.center = frame.centerx + x * reach, frame.centery + y * reach
            pygame.draw.rect(surface, theme.shadow, bar.inflate(2, 2), border_radius=thick // 2)
            pygame.draw.rect(surface, theme.last, bar, border_radius=thick // 2)

    def trail(self, canvas: Canvas, way: tuple[str, str]) -> None:
        """Draws dots from the start of the last move to its target."""
        surface, theme, geometry = canvas
        start, end = (self.art.center(square) for square in way)
        length = math.dist(start, end)
        for number in range(1, int(length / TRAIL_STEP)):
            part = number * TRAIL_STEP / length
            at = (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            radius = max(2, geometry.length(0.035))
            pygame.draw.aacircle(surface, theme.shadow, geometry.at(at), radius + 1)
            pygame.draw.aacircle(surface, theme.last, geometry.at(at), radius)

    def began(self, canvas: Canvas, square: str) -> None:
        """Draws a small ring where the last move began."""
        surface, theme, geometry = canvas
        at, radius, thick = geometry.at(self.art.center(square)), geometry.length(SMALL_REACH), theme.px(2)
        pygame.draw.aacircle(surface, theme.shadow, at, radius + 1, thick + 2)
        pygame.draw.aacircle(surface, theme.last, at, radius, thick)

    def taken(self, canvas: Canvas, square: str) -> None:
        """Draws a cross, as large as the ring of `began`, where the last move took something."""
        surface, theme, geometry = canvas
        (x, y), reach, thick = geometry.at(self.art.center(square)), geometry.length(SMALL_REACH), theme.px(2)
        for color, grown in ((theme.shadow, 1), (theme.last, 0)):
            far = reach + grown
            for down in (far, -far):
                start, end = (x - far, y - down), (x + far, y + down)
                pygame.draw.aaline(surface, color, start, end, thick + 1 + 2 * grown)

    def alarm(self, canvas: Canvas, square: str) -> None:
        """Draws a broad ring behind a piece in danger."""
        surface, theme, geometry = canvas
        frame = self._frame(canvas, square)
        radius, thick = frame.width // 2 - 1, max(theme.px(3), geometry.length(0.07))
        pygame.draw.aacircle(surface, theme.shadow, frame.center, radius + 1, thick + 2)
        pygame.draw.aacircle(surface, theme.alarm, frame.center, radius, thick)

    def exclamation(self, canvas: Canvas, square: str) -> None:
        """Draws the mark in the corner of a square in danger, over the piece."""
        surface, theme, geometry = canvas
        frame, ink = self._frame(canvas, square), theme.ink_on(theme.alarm)
        radius = max(theme.px(6), geometry.length(0.13))
        at = (frame.right - radius, frame.top + radius)
        pygame.draw.aacircle(surface, theme.shadow, at, radius)
        pygame.draw.aacircle(surface, theme.alarm, at, radius - max(1, theme.px(1.5)))
        wide = max(2, round(radius * 0.28))
        stroke = pygame.Rect(0, 0, wide, round(radius * 0.75))
        stroke.midbottom = (at[0], at[1] + round(radius * 0.2))
        pygame.draw.rect(surface, ink, stroke, border_radius=wide // 2)
        pygame.draw.aacircle(surface, ink, (at[0], at[1] + round(radius * 0.52)), max(1, wide // 2))

    def chosen(self, canvas: Canvas, square: str) -> None:
        """Draws a frame around a square or a place beside the board."""
        surface, theme, _ = canvas
        frame = self._frame(canvas, square)
        if self.art.round_marks:
            pygame.draw.aacircle(surface, theme.shadow, frame.center, frame.width // 2 + 1, theme.px(5) + 2)
            pygame.draw.aacircle(surface, theme.mark, frame.center, frame.width // 2, theme.px(5))
        else:
            for color, grown in ((theme.shadow, 2), (theme.mark, 0)):
                line = theme.px(4) + grown
                pygame.draw.rect(surface, color, frame.inflate(grown, grown), line, border_radius=theme.px(6))

    def corners(self, canvas: Canvas, square: str) -> None:
        """Draws the four corners of the keyboard's square."""
        surface, theme, geometry = canvas
        frame = self._frame(canvas, square).inflate(theme.px(2), theme.px(2))
        long, thick = geometry.length(0.26), theme.px(4)
        for grown, color in ((1, theme.shadow), (0, theme.mark)):
            for x in (frame.left, frame.right - thick):
                for y in (frame.top, frame.bottom - thick):
                    along = pygame.Rect(x if x == frame.left else frame.right - long, y, long, thick)
                    down = pygame.Rect(x, y if y == frame.top else frame.bottom - long, thick, long)
                    for stroke in (along, down):
                        pygame.draw.rect(surface, color, stroke.inflate(2 * grown, 2 * grown))

    def target(self, canvas: Canvas, square: str, lit: bool) -> None:
        """Marks an empty square that can be clicked; `lit` under the mouse."""
        surface, theme, geometry = canvas
        at = geometry.at(self.art.center(square))
        radius = geometry.length(0.19 if lit else 0.11)
        pygame.draw.aacircle(surface, theme.shadow, at, radius + max(1, theme.px(1)))
        pygame.draw.aacircle(surface, theme.mark, at, radius)

    def ready(self, canvas: Canvas, square: str, lit: bool) -> None:
        """Marks a piece that can begin a move: a corner of its square, or a small dot where marks are round;
        `lit` under the mouse. The sign is unobtrusive, because there may be many."""
        surface, theme, geometry = canvas
        frame = self._frame(canvas, square)
        if not self.art.round_marks:
            self._corner(canvas, frame, 0.24 if lit else 0.12)
            return
        radius, inside = max(2, geometry.length(0.09 if lit else 0.055)), geometry.length(0.11)
        at = (frame.left + inside, frame.top + inside)
        pygame.draw.aacircle(surface, theme.shadow, at, radius + max(1, theme.px(1)))
        pygame.draw.aacircle(surface, theme.mark, at, radius)

    def _corner(self, canvas: Canvas, frame: pygame.Rect, size: float) -> None:
        """Marks the lower left corner, where pieces have no text; `size` is in units."""
        surface, theme, geometry = canvas
        edge = max(1, theme.px(1))
        x, y, side = frame.left, frame.bottom, max(theme.px(6), geometry.length(size))
        for color, grown in ((theme.shadow, 2 * edge), (theme.mark, 0)):
            pygame.draw.polygon(surface, color, ((x, y), (x, y - side - grown), (x + side + grown, y)))

    def ring(self, canvas: Canvas, square: str, lit: bool) -> None:
        """Marks a piece that the entered move can click next, to take it for example; `lit` under the
        mouse."""
        theme = canvas.theme
        frame, thick = self._frame(canvas, square), theme.px(3) if lit else theme.px(2)
        key = ("ring", frame.width, thick)
        ring = self._drawn.get(key)
        if ring is None:
            ring = pygame.Surface(frame.size, pygame.SRCALPHA)
            middle, radius = (frame.width // 2, frame.width // 2), frame.width // 2 - 1
            pygame.draw.aacircle(ring, theme.shadow, middle, radius, thick + max(1, theme.px(1)))
            pygame.draw.aacircle(ring, theme.mark, middle, radius, thick)
            self._drawn[key] = ring
        canvas.surface.blit(ring, frame)

    def amounts_below(self, canvas: Canvas, amounts: Amounts) -> None:
        """Tints the squares that have an amount, below the pieces."""
        for square, amount in amounts:
            self.tint(canvas, square, SIDE_TINTS[int(amount < 0)])

    def weigh(self, canvas: Canvas, square: str, side: int, share: float) -> None:
        """Draws a bar of `share` along a square's upper edge, in a side's colour: White's from the left,
        Black's from the right."""
        surface, theme, geometry = canvas
        frame = self._frame(canvas, square)
        thick, full = max(theme.px(4), geometry.length(0.07)), frame.width - theme.px(4)
        bar = pygame.Rect(0, frame.y + theme.px(2), round(full * max(LEAST_BAR, share)), thick)
        if side == WHITE:
            bar.left = frame.left + theme.px(2)
        else:
            bar.right = frame.right - theme.px(2)
        pygame.draw.rect(surface, theme.shadow, bar.inflate(2, 2), border_radius=theme.px(1))
        pygame.draw.rect(surface, theme.side_color(side), bar, border_radius=theme.px(1))

    def amounts(self, canvas: Canvas, amounts: Amounts) -> None:
        """Draws a bar for each amount on a square."""
        largest = max((abs(amount) for _, amount in amounts), default=0.0)
        for square, amount in amounts:
            # The square root keeps small amounts visible next to the largest.
            self.weigh(canvas, square, int(amount < 0), math.sqrt(abs(amount) / largest))

    def labels(self, canvas: Canvas, amounts: Amounts, perspective: int = WHITE) -> dict[str, str]:
        """The amounts as numbers with a sign, by square; positive if they favour `perspective`. An amount
        that would be written as 0 has only its bar."""
        decimals = self._decimals(canvas, amounts)
        return {
            square: number_text.signed(amount if perspective == WHITE else -amount, decimals)
            for square, amount in amounts
            if number_text.in_units(amount, decimals)
        }

    def _decimals(self, canvas: Canvas, amounts: Amounts) -> int:
        """The number of decimals for all amounts, as far as the squares have room."""
        largest = max((abs(amount) for _, amount in amounts), default=0.0) or 1.0
        most = number_text.decimals_within(largest / SHARE_WRITTEN)
        decimals = number_text.decimals_of((amount for _, amount in amounts), most)
        room = canvas.geometry.length(self.art.tile) - canvas.theme.px(4)
        for kept in range(decimals, 0, -1):
            widest = max(
                canvas.theme.width(number_text.signed(amount, kept), 12, True) for _, amount in amounts
            )
            if widest <= room:
                return kept
        return 0

    def write(self, canvas: Canvas, square: str, lines: Sequence[str]) -> None:
        """Writes lines at the bottom of a square."""
        x, y = self._frame(canvas, square).midbottom
        for line in reversed(lines):
            draw_pill(canvas.surface, canvas.theme, (x, y), line)
            y -= self.foot(canvas, (line,))

    def fitting(self, canvas: Canvas, lines: Sequence[str]) -> Sequence[str]:
        """The first lines, at least one, that leave half of a square to its piece."""
        room, count = canvas.geometry.length(self.art.tile) // 2, len(lines)
        while count > 1 and self.foot(canvas, lines[:count]) > room:
            count -= 1
        return lines[:count]

    def foot(self, canvas: Canvas, lines: Iterable[str]) -> int:
        """The height of lines at the bottom of a square, in pixels."""
        return sum(pill_height(canvas.theme, line) + max(1, canvas.theme.px(1)) for line in lines)

    def arrow(self, canvas: Canvas, arrow: Arrow) -> None:
        surface, _, geometry = canvas
        for start, end in arrow.ways:
            a, b = geometry.at(self.art.center(start)), geometry.at(self.art.center(end))
            if start == end:
                self._target_ring(canvas, arrow, b)
                continue
            picture, at = self._arrow(a, b, arrow, geometry, canvas.theme.shadow)
            surface.blit(picture, at)

    def _target_ring(self, canvas: Canvas, arrow: Arrow, at: tuple[int, int]) -> None:
        """Draws a ring round the square of a placed or a taken piece."""
        surface, _, geometry = canvas
        thick = max(2, geometry.length(0.07 * arrow.width / USUAL_WIDTH))
        radius = geometry.length(self.art.tile * 0.5)
        if not arrow.dashed:
            pygame.draw.aacircle(surface, canvas.theme.shadow, at, radius + 1, thick + 2)
            pygame.draw.aacircle(surface, arrow.color, at, radius, thick)
            return
        frame = pygame.Rect(0, 0, 2 * radius, 2 * radius)
        frame.center = at
        for dash in range(8):
            begin = dash * math.pi / 4
            pygame.draw.arc(surface, arrow.color, frame, begin, begin + math.pi / 8, thick)

    def numbers(self, canvas: Canvas, arrows: Sequence[Arrow]) -> None:
        """Draws the numbers of the arrows' moves, each in the shape of the side that makes it. A number moves
        aside if there is another in its place, for example on an arrow that two moves share."""
        theme, geometry = canvas.theme, canvas.geometry
        radius = max(theme.line_height(12) // 2, geometry.length(0.13))
        placed: list[tuple[float, float]] = []
        for arrow in sorted(arrows, key=lambda each: each.number):
            if not arrow.number or not arrow.ways:
                continue
            (ax, ay), (bx, by) = (geometry.at(self.art.center(square)) for square in arrow.ways[0])
            # Not at the arrow's end, where it would cover the number at the bottom of the square.
            x, y, length = ax + 0.6 * (bx - ax), ay + 0.6 * (by - ay), math.dist((ax, ay), (bx, by))
            across = ((ay - by) / length, (bx - ax) / length) if length else (1.0, 0.0)
            if not length:  # a ring: at its upper left
                x, y = (at - geometry.length(self.art.tile * 0.36) for at in (ax, ay))
            beside = ((x + step * across[0], y + step * across[1]) for step in _asides(2.2 * radius))
            at = next(
                (at for at in beside if all(math.dist(at, each) >= 2 * radius for each in placed)), (x, y)
            )
            placed.append(at)
            self._number(canvas, arrow, (round(at[0]), round(at[1])), radius)

    def _number(self, canvas: Canvas, arrow: Arrow, at: tuple[int, int], radius: int) -> None:
        surface, theme, _ = canvas
        pygame.draw.aacircle(surface, theme.shadow, at, round(radius * (1.25 if arrow.side else 1.1)))
        theme.side_shape(surface, arrow.side, at, radius)
        ink = theme.ink_on(theme.side_color(arrow.side))
        top = at[1] - theme.line_height(12) // 2
        theme.text(surface, (at[0], top), str(arrow.number), 12, ink, "center", bold=True)

    def _arrow(
        self, a: tuple[int, int], b: tuple[int, int], arrow: Arrow, geometry: Geometry, shadow: pygame.Color
    ) -> tuple[pygame.Surface, tuple[int, int]]:
        """An arrow's picture, and the top left pixel where it belongs."""
        width, color = geometry.length(arrow.width), arrow.color
        pad = width * 2
        left, top = min(a[0], b[0]) - pad, min(a[1], b[1]) - pad
        size = (abs(a[0] - b[0]) + 2 * pad, abs(a[1] - b[1]) + 2 * pad)
        key = ("arrow", a[0] - b[0], a[1] - b[1], width, tuple(color), arrow.dashed, arrow.strength)
        picture = self._drawn.get(key)
        if picture is None:
            fine = 2  # drawn twice as large, then scaled down, for smooth edges
            large = pygame.Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA)
            large.fill((color.r, color.g, color.b, 0))
            length = math.dist(a, b)
            along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
            across = (-along[1], along[0])

            def at(distance: float, aside: float) -> tuple[float, float]:
                return (
                    (a[0] - left + along[0] * distance + across[0] * aside) * fine,
                    (a[1] - top + along[1] * distance + across[1] * aside) * fine,
                )

            neck, half = length - 2.2 * width, width / 2
            outline = [(width, -half), (neck, -half), (neck, -1.5 * width), (length, 0)]
            if arrow.dashed:
                outline = [(neck, -1.5 * width), (length, 0)]
            outline += [(distance, -aside) for distance, aside in reversed(outline[:-1])]
            outlines, step = [outline], geometry.length(DASH)
            # An odd number, so that the last dash touches the head.
            dashes = round((neck - width) / step) // 2 * 2 + 1
            for number in range(0, dashes if arrow.dashed else 0, 2):
                start = width + (neck - width) * number / dashes
                end = start + (neck - width) / dashes
                outlines.append([(start, -half), (end, -half), (end, half), (start, half)])
            for each in outlines:
                corners = [at(*point) for point in each]
                pygame.draw.polygon(large, (*color[:3], round(255 * ARROW * arrow.strength)), corners)
                edge = (*shadow[:3], round(255 * arrow.strength))
                pygame.draw.lines(large, edge, True, corners, max(2, width // 4))
            picture = pygame.transform.smoothscale(large, size)
            self._drawn[key] = picture
        return picture, (left, top)


def _asides(step: float) -> tuple[float, ...]:
    """By how much a number may be moved aside, the smallest first."""
    return (0.0, step, -step, 2 * step, -2 * step)
