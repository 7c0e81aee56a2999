"""The figures of a measurement as a table with a column for each depth."""

import pygame

from study.format import number_text
from study.truth.figures import figures_by_depth
from study.truth.truth_run import USUAL_DEPTHS, TruthNews
from ui.kit.rows import right_of
from ui.kit.sheet import Sheet
from ui.theme import Theme

LINE, LOWER = 20, 18
"""Design pixels of a row, and from its words to the numbers below them."""


class DepthTable:
    """The table in a width. There is room for the depths to come. Where a row does not fit, its numbers stand
    below its words."""

    def __init__(self, theme: Theme, width: int, news: TruthNews) -> None:
        self._news, self._rows = news, figures_by_depth(news)
        self._depths = max(len(news.by_depth), len(USUAL_DEPTHS))
        self._gap = gap = theme.px(6)
        texts = [("00.0 %", "00–00"), *(cell for row in self._rows for cell in row.cells)]
        value = max(theme.width(text) for text, _ in texts) + theme.px(4)
        ends = max(theme.width(interval, 12) for _, interval in texts)
        of = max(theme.width(row.of, 12) for row in self._rows)
        room = width - of - self._depths * (value + ends + gap)
        named = {size: max(theme.width(row.words, size) for row in self._rows) + gap for size in (14, 12)}
        sizes = [size for size, wide in named.items() if wide <= room]
        self._size = (*sizes, 14)[0]
        self._named = named[self._size] if sizes else 0
        self._cell = value + ends + gap
        self._beside = ends + theme.px(4)  # from the right of a column to its value
        self._line, self._lower = theme.px(LINE), 0 if sizes else theme.px(LOWER)

    @property
    def count(self) -> int:
        return len(self._rows)

    @property
    def row_height(self) -> int:
        return self._line + self._lower

    @property
    def height(self) -> int:
        return self._line + self.count * self.row_height

    def draw(self, sheet: Sheet, rect: pygame.Rect) -> None:
        self.draw_head(sheet, rect)
        for index in range(self.count):
            top = rect.top + self._line + index * self.row_height
            self.draw_row(sheet, pygame.Rect(rect.left, top, rect.width, self.row_height), index)

    def draw_head(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Draws the depths, in the first line of `rect`."""
        for at, found in enumerate(self._news.by_depth):
            words = f"{number_text.plies(found.depth)} ahead"
            sheet.label(self._place(rect, at, rect.top), words, 12, sheet.theme.dim, "right")

    def draw_row(self, sheet: Sheet, area: pygame.Rect, index: int) -> None:
        """Draws a figure: its words, how many positions a share is of, and its values."""
        row, dim = self._rows[index], sheet.theme.dim
        line = pygame.Rect(area.left, area.top, area.width, self._line)
        words = sheet.label(line, row.words, self._size)
        left = area.left + self._named if self._named else words.right + self._gap
        sheet.label(right_of(line, left), row.of, 12, dim)
        top = area.top + self._lower
        for at, (text, interval) in enumerate(row.cells):
            sheet.label(self._place(area, at, top, self._beside), text, 14, align="right")
            sheet.label(self._place(area, at, top), interval, 12, dim, "right")

    def _place(self, rect: pygame.Rect, at: int, top: int, beside: int = 0) -> pygame.Rect:
        """The cell of a column, without what stands `beside` its value."""
        right = rect.right - (self._depths - 1 - at) * self._cell
        return pygame.Rect(right - self._cell, top, self._cell - beside, self._line)
