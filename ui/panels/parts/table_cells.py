"""Draws the names of terms and groups, and numbers, in the cells of the panels' tables."""

import re
from dataclasses import dataclass

import pygame

from study.format.term_groups import GROUP, TableRow
from study.format.value_format import ValueFormat
from ui.kit.cells import TEXT
from ui.kit.rows import right_of
from ui.kit.sheet import Sheet, Stated
from ui.theme import Theme

MARK = 14
"""Design pixels of a one-sided term's mark beside its name."""

INDENT, ARROW = 12, 16
"""Design pixels: indent of a term below its group, and width of the triangle of a row that unfolds."""

TWO_LINES, PITCH = 28, 14
"""Design pixels: the height of a row whose names may take two lines, and from one line to the next."""

Column = tuple[int, int]
"""Left edge and width of a column, in real pixels."""


def cell_of(row: pygame.Rect, column: Column) -> pygame.Rect:
    """A column's part of a row."""
    return pygame.Rect(column[0], row.top, column[1], row.height)


def in_two_lines(theme: Theme, name: str, bold: bool = False) -> tuple[str, ...]:
    """A name in small type, broken after a space or an underscore so that its wider line is narrowest. If it
    has neither, it stays one line."""
    ends = [found.end() for found in re.finditer("[ _]", name)]
    pairs = [(name[:end].rstrip(" "), name[end:]) for end in ends]
    return min(pairs, key=lambda pair: _widest(theme, pair, bold), default=(name,))


def least_width(theme: Theme, name: str, bold: bool = False) -> int:
    """The width of a name in two lines of small type."""
    return _widest(theme, in_two_lines(theme, name, bold), bold)


def _widest(theme: Theme, lines: tuple[str, ...], bold: bool) -> int:
    return max(theme.width(line, 12, bold) for line in lines)


def draw_name(
    sheet: Sheet,
    cell: pygame.Rect,
    name: str,
    color: pygame.Color | None = None,
    size: int = 14,
    bold: bool = False,
) -> pygame.Rect:
    """Draws a name; returns the place of its last line. A name that is too wide gets smaller, then takes two
    lines if the cell is high enough, and only then is cut."""
    theme = sheet.theme
    if theme.width(name, size, bold) > cell.width:
        size = 12
    lines: tuple[str, ...] = (name,)
    if theme.width(name, size, bold) > cell.width and cell.height >= theme.px(TWO_LINES):
        lines = in_two_lines(theme, name, bold)
    if len(lines) == 1:
        return sheet.label(cell, name, size, color, bold=bold)
    first = pygame.Rect(cell.left, cell.centery - theme.px(PITCH), cell.width, theme.px(PITCH))
    sheet.label(first, lines[0], size, color, bold=bold)
    return sheet.label(first.move(0, first.height), lines[1], size, color, bold=bold)


def draw_term(
    sheet: Sheet,
    cell: pygame.Rect,
    name: str,
    color: pygame.Color | None,
    one_sided: bool,
    size: int = 14,
    bold: bool = False,
) -> None:
    """Draws a term's name; a half disc follows the name of a one-sided term, which does not value both sides
    alike."""
    theme = sheet.theme
    room = cell.copy()
    if one_sided:
        room.width = max(0, cell.width - theme.px(MARK))
    text = draw_name(sheet, room, name, color, size, bold=bold)
    if not one_sided or cell.width < theme.px(MARK):
        return
    draw_half_disc(sheet, text.right + theme.px(4), text.centery)


@dataclass(frozen=True)
class NameCell:
    """The name of a term or of a group: it is indented `inside` a group. A row that can be folded has a
    triangle, which points down if it is `unfolded`; None draws no triangle. A `one_sided` term has a half
    disc."""

    text: str
    color: str = TEXT
    bold: bool = False
    inside: bool = False
    unfolded: bool | None = None
    one_sided: bool = False

    def _indent(self, theme: Theme) -> int:
        return theme.px(ARROW) * (self.inside + (self.unfolded is not None))

    def width(self, theme: Theme) -> int:
        mark = theme.px(MARK) * self.one_sided
        return self._indent(theme) + theme.width(self.text, 14, self.bold) + mark

    def draw(self, sheet: Sheet, place: pygame.Rect, align: str) -> None:
        theme, name = sheet.theme, right_of(place, place.left + self._indent(sheet.theme))
        if self.unfolded is not None:
            arrow = pygame.Rect(name.left - theme.px(ARROW), name.top, theme.px(12), name.height)
            sheet.fold_sign(arrow, self.unfolded)
        draw_term(sheet, name, self.text, getattr(theme, self.color), self.one_sided, bold=self.bold)


def draw_half_disc(sheet: Sheet, left: int, middle: int) -> None:
    """Draws the mark of one-sided terms at the pixel `left`, at the height `middle`."""
    theme, radius = sheet.theme, sheet.theme.px(4)
    center = (left + radius, middle)
    pygame.draw.circle(sheet.surface, theme.dim, center, radius, draw_top_left=True, draw_bottom_left=True)
    pygame.draw.circle(sheet.surface, theme.dim, center, radius, theme.px(1))


def draw_group_name(sheet: Sheet, cell: pygame.Rect, row: TableRow, level: bool) -> None:
    """Draws the name of a group, or of level terms (written as zero) in one row, after a triangle: it points
    down if the row is unfolded, right if folded. `level` says whether its terms are level."""
    theme, group = sheet.theme, row.kind == GROUP
    color = theme.text_color if group and not level else theme.dim
    left = cell.left + theme.px(INDENT) * row.inside
    reach, middle = theme.px(4), (left + theme.px(5), cell.centery)
    corners = [(-1, -0.6), (1, -0.6), (0, 0.8)] if row.unfolded else [(-0.6, -1), (-0.6, 1), (0.8, 0)]
    points = [(middle[0] + round(x * reach), middle[1] + round(y * reach)) for x, y in corners]
    pygame.draw.polygon(sheet.surface, color, points)
    name = right_of(cell, left + theme.px(ARROW))
    draw_name(sheet, name, row.label(level), color, bold=group)


def draw_number(
    sheet: Sheet,
    cell: pygame.Rect,
    value: float,
    form: ValueFormat,
    color: pygame.Color | None = None,
    states: Stated | None = None,
    *,
    words: str = "",
    bold: bool = False,
) -> None:
    """Draws a signed number at the right of its cell, shortened to fit; or `words` in its place."""
    width = sheet.theme.width
    text = words or form.fitted(value, lambda text: width(text, 14, bold) <= cell.width)
    sheet.label(cell, text, 14, color, "right", bold, states)
