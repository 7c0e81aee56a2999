"""The figures of a measurement as a table with a column for each depth."""

import pygame

from study.format import number_text
from study.truth.figures import figures_by_depth
from study.truth.truth_run import USUAL_DEPTHS, TruthNews
from ui.kit.rows import right_of
from ui.kit.sheet import Sheet
from ui.theme import Theme

LINE, LOWER = 20, 17
"""Design pixels of a row, and from its text to the numbers below it."""


class DepthTable:
    """The table in a width. There is room for the depths to come. Where a row does not fit, its number of
    positions and its intervals stand below it."""

    def __init__(self, theme: Theme, width: int, news: TruthNews) -> None:
        self._news, self._rows = news, figures_by_depth(news)
        self._depths = max(len(news.by_depth), len(USUAL_DEPTHS))
        gap = theme.px(6)
        texts = [("00.0 %", "00–00"), *(cell for row in self._rows for cell in row.cells)]
        value = max(theme.width(text) for text, _ in texts) + theme.px(4)
        ends = max(theme.width(interval, 12) for _, interval in texts)
        of = max(theme.width(row.of, 12) for row in self._rows)
        room = width - of - self._depths * (value + ends + gap)
        named = {size: max(theme.width(row.words, size) for row in self._rows) + gap for size in (14, 12)}
        sizes = [size for size, wide in named.items() if wide <= room]
        self._is_wide, self._size = bool(sizes), (*sizes, 14)[0]
        self._named = named[self._size]
        ahead = max(theme.width(_ahead(found.depth), 12) for found in news.by_depth)
        self._cell = value + ends + gap if sizes else max(value, ends, ahead) + gap
        self._beside = ends + theme.px(4) if sizes else 0  # from the right of a column to its value
        self._line, self._lower = theme.px(LINE), 0 if sizes else theme.px(LOWER)
        self.height = self._line * (1 + len(self._rows)) + sum(self._lower for row in self._rows if row.of)

    def draw(self, sheet: Sheet, rect: pygame.Rect) -> None:
        dim, top = sheet.theme.dim, rect.top
        for at, found in enumerate(self._news.by_depth):
            sheet.label(self._place(rect, at, top), _ahead(found.depth), 12, dim, "right")
        for row in self._rows:
            top += self._line
            line = pygame.Rect(rect.left, top, rect.width, self._line)
            sheet.label(line, row.words, self._size)
            lower = line.move(0, self._lower if row.of else 0)
            of = right_of(lower, rect.left + self._named) if self._is_wide else lower
            sheet.label(of, row.of, 12, dim)
            for at, (text, interval) in enumerate(row.cells):
                sheet.label(self._place(rect, at, top, self._beside), text, 14, align="right")
                sheet.label(self._place(rect, at, lower.top), interval, 12, dim, "right")
            top = lower.top

    def _place(self, rect: pygame.Rect, at: int, top: int, beside: int = 0) -> pygame.Rect:
        """The cell of a column, without what stands `beside` its value."""
        right = rect.right - (self._depths - 1 - at) * self._cell
        return pygame.Rect(right - self._cell, top, self._cell - beside, self._line)


def _ahead(depth: int) -> str:
    return f"{number_text.plies(depth)} ahead"
