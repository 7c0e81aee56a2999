"""Cells of the panels' tables."""

import pygame

from study import numbers
from ui.kit.sheet import Sheet, Stated

Column = tuple[int, int]
"""Where it begins and how wide it is, in real pixels."""


def cell_of(row: pygame.Rect, column: Column) -> pygame.Rect:
    """A column's part of a row."""
    return pygame.Rect(column[0], row.top, column[1], row.height)


def draw_number(
    sheet: Sheet,
    cell: pygame.Rect,
    value: float,
    decimals: int,
    color: pygame.Color | None = None,
    states: Stated | None = None,
    *,
    words: str = "",
    bold: bool = False,
) -> None:
    """A signed number at the right of its cell, shortened as far as it must be to fit; or the `words` that
    stand for it."""
    width = sheet.theme.width
    text = words or numbers.fitted(value, decimals, lambda text: width(text, 14, bold) <= cell.width)
    sheet.label(cell, text, 14, color, "right", bold, states)
