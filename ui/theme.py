"""Colours, fonts and sizes. Drawing code asks the theme for every size and colour.

Sizes are design pixels: pixels at 100 %. `px` turns them into real ones. The colours come from `ui.colors`,
which says what each is for.
"""

import re
from bisect import bisect_left
from pathlib import Path
from typing import Any

import pygame

from ui.colors import TINTS, Palette, contrast, values

SIZES = (12, 14, 18, 24)
"""The sizes of type, in design pixels."""

FONTS = Path(__file__).resolve().parent.parent / "assets" / "fonts"

CACHED_TEXTS = 2000
"""The most entries of each cache of texts."""

ELLIPSIS = "…"

BREAK = re.compile(" (?!%)")
"""A space at which a line may break: not the space between a number and its per cent sign."""

MINUS, DASH = "\u2212", "\u2013"
"""The minus of our font is as short as a hyphen. The dash, which is as wide as the plus, is drawn instead."""

MOST_CHARACTERS = 4000
"""The most characters of a line that are drawn. No window shows more, and a picture of a very long text would
fill the memory."""

REPLACEMENT = "\ufffd"
_DRAWN_OTHERWISE: dict[int, str] = (
    dict.fromkeys((*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0xD800, 0xE000)), REPLACEMENT)
    | dict.fromkeys(map(ord, "\t\n\v\f\r"), " ")
    | {ord(MINUS): DASH}
)
"""What is drawn instead of characters with which a font or a window's title fails or begins a new line:
control characters and lone surrogates, as in a file name that is not UTF-8."""


def drawable(string: str) -> str:
    """The first MOST_CHARACTERS of a string; some are drawn otherwise (`_DRAWN_OTHERWISE`)."""
    return string[:MOST_CHARACTERS].translate(_DRAWN_OTHERWISE)


class _Pixels(dict[float, int]):
    """Real pixels by design pixels. Each is calculated once, because a frame asks some hundred times."""

    def __init__(self, scale: float) -> None:
        self._scale = scale

    def __missing__(self, n: float) -> int:
        pixels = round(n * self._scale)
        self[n] = max(1, pixels) if n > 0 else pixels
        return self[n]


class Theme(Palette):
    """The palette `name` ("dark" or "light") at a scale (1.0 = 100 %), with boards in the colours `boards` of
    `ui.colors`. Needs `pygame.font`."""

    def __init__(self, scale: float = 1.0, name: str = "dark", boards: str = "theme") -> None:
        pygame.font.init()
        self.scale = scale
        self.name = name
        self.px = _Pixels(scale).__getitem__
        """Real pixels for design pixels; at least 1 for more than 0."""
        for color, value in values(name, boards).items():
            setattr(self, "text_color" if color == "text" else color, pygame.Color(value))
        self._fonts: dict[tuple[int, bool], pygame.font.Font] = {}
        self._heights: dict[int, int] = {}
        self._texts: dict[tuple[object, ...], pygame.Surface] = {}
        self._widths: dict[tuple[str, int, bool], int] = {}
        self._fitted: dict[tuple[str, int, bool, int, bool], str] = {}

    # Type

    def font(self, size: int = 14, bold: bool = False) -> pygame.font.Font:
        font = self._fonts.get((size, bold))
        if font is None:
            assert size in SIZES
            font = pygame.font.Font(FONTS / f"NotoSans-{'Bold' if bold else 'Regular'}.ttf", self.px(size))
            self._fonts[size, bold] = font
        return font

    def line_height(self, size: int = 14) -> int:
        height = self._heights.get(size)
        if height is None:
            height = self._heights[size] = self.font(size).get_height()
        return height

    def width(self, string: str, size: int = 14, bold: bool = False) -> int:
        """The string's width in real pixels."""
        key = (string, size, bold)
        found = self._widths.get(key)
        if found is None:
            found = self.measured(string, size, bold)
            _remember(self._widths, key, found)
        return found

    def measured(self, string: str, size: int = 14, bold: bool = False) -> int:
        """The string's width in real pixels, not cached: for strings whose width is not needed again."""
        return self.font(size, bold).size(drawable(string))[0]

    def gap_at(self, string: str, x: int, size: int = 14) -> int:
        """The index of the gap between characters that is nearest to `x` real pixels from the left."""
        after = bisect_left(range(len(string)), x, key=lambda i: self.measured(string[:i], size))
        if after == 0:
            return 0
        left, right = (self.measured(string[:i], size) for i in (after - 1, after))
        return after - 1 if x - left <= right - x else after

    def fitted(self, string: str, size: int, bold: bool, max_width: int, inside: bool = False) -> str:
        """The string; if it is wider than `max_width` real pixels, cut with an ellipsis. It is cut at its end
        or, for strings that differ at their ends, `inside`."""
        if self.width(string, size, bold) <= max_width:
            return string
        key = (string, size, bold, max_width, inside)
        found = self._fitted.get(key)
        if found is None:
            string = drawable(string)
            low, high = 0, len(string)
            font = self.font(size, bold)
            while low < high:
                middle = (low + high + 1) // 2
                if font.size(_cut(string, middle, inside))[0] <= max_width:
                    low = middle
                else:
                    high = middle - 1
            found = _cut(string, low, inside) if low else ""
            _remember(self._fitted, key, found)
        return found

    def rendered(
        self, string: str, size: int = 14, color: pygame.Color | None = None, bold: bool = False
    ) -> pygame.Surface:
        """The string as a picture, cached for the next frame."""
        color = color or self.text_color
        key = (string, size, int(color), bold)
        picture = self._texts.get(key)
        if picture is None:
            font = self.font(size, bold)
            try:
                picture = font.render(drawable(string), True, color)
            except pygame.error:  # nothing in it has a width
                picture = pygame.Surface((0, font.get_height()))
            _remember(self._texts, key, picture)
        return picture

    def text(
        self,
        surface: pygame.Surface,
        where: tuple[int, int],
        string: str,
        size: int = 14,
        color: pygame.Color | None = None,
        align: str = "left",
        bold: bool = False,
        max_width: int | None = None,
    ) -> pygame.Rect:
        """Draws one line with its top at `where`, which is its left, right or centre by `align`."""
        if max_width is not None:
            string = self.fitted(string, size, bold, max_width)
        if not string:
            return pygame.Rect(where, (0, self.line_height(size)))
        picture = self.rendered(string, size, color, bold)
        x, y = where
        if align == "right":
            x -= picture.get_width()
        elif align == "center":
            x -= picture.get_width() // 2
        return surface.blit(picture, (x, y))

    def wrapped(self, string: str, max_width: int, size: int = 14, bold: bool = False) -> list[str]:
        """The string broken at spaces (BREAK) into lines of at most `max_width` real pixels, or one word."""
        lines: list[str] = []
        for paragraph in string.split("\n"):
            line = ""
            for word in BREAK.split(paragraph):
                longer = f"{line} {word}" if line else word
                if line and self.width(longer, size, bold) > max_width:
                    lines.append(line)
                    line = word
                else:
                    line = longer
            lines.append(line)
        return lines

    # Sides

    def side_color(self, side: int) -> pygame.Color:
        return self.black if side else self.white

    def ink_on(self, fill: pygame.Color) -> pygame.Color:
        """The colour, dark or light, that can be read on a fill."""
        return max((self.ink, self.paper), key=lambda ink: contrast(tuple(ink), tuple(fill)))

    def tint(self, name: str) -> pygame.Color:
        """One of `ui.colors.TINTS`, to lay over a square."""
        color, share = TINTS[name]
        found: pygame.Color = getattr(self, color)
        return pygame.Color(found.r, found.g, found.b, round(255 * share))

    def side_shape(self, surface: pygame.Surface, side: int, center: tuple[int, int], radius: int) -> None:
        """Draws a disc for White and a diamond for Black, because sides must not differ in colour alone."""
        color, (x, y) = self.side_color(side), center
        if side == 0:
            pygame.draw.aacircle(surface, color, center, radius)
            return
        reach = round(radius * 1.2)
        points = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
        pygame.draw.polygon(surface, color, points)
        pygame.draw.aalines(surface, color, True, points)


def _remember(cache: dict[Any, Any], key: object, value: object) -> None:
    """Adds to a cache that forgets its oldest entries."""
    if len(cache) >= CACHED_TEXTS:
        for old in list(cache)[: CACHED_TEXTS // 4]:
            del cache[old]
    cache[key] = value


def _cut(string: str, kept: int, inside: bool) -> str:
    """The first `kept` characters of a string and an ellipsis; with `inside`, the first third of them, an
    ellipsis, and the string's end."""
    head = kept // 3 if inside else kept
    return string[:head].rstrip() + ELLIPSIS + string[len(string) - (kept - head) :]
