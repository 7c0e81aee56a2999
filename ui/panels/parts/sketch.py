"""The small picture of a panel in the Lab's list of panels: a few blocks and curves in the theme's
colours."""

from typing import NamedTuple

import pygame

from ui.kit.sheet import Sheet

GRID = 12, 8
"""Width and height of a sketch, in the units of its parts."""


class Block(NamedTuple):
    """A filled rectangle; `color` is the name of a theme's colour."""

    color: str
    x: float
    y: float
    width: float
    height: float


class Curve(NamedTuple):
    """A line through points."""

    color: str
    points: tuple[tuple[float, float], ...]


Sketch = tuple[Block | Curve, ...]

TEXT_LINES: Sketch = (
    Block("dim", 2, 1.5, 8, 1),
    Block("line", 2, 3.5, 7, 1),
    Block("line", 2, 5.5, 5, 1),
)
"""The sketch of a panel that defines none: a few lines of text."""


def draw_sketch(sheet: Sheet, rect: pygame.Rect, sketch: Sketch) -> None:
    """Draws a sketch on a background that fills `rect`."""
    theme = sheet.theme
    sheet.fill(rect, theme.ground, 3)
    across, down = rect.width / GRID[0], rect.height / GRID[1]
    for part in sketch:
        color = getattr(theme, part.color)
        if isinstance(part, Block):
            left, top = rect.x + round(part.x * across), rect.y + round(part.y * down)
            right = rect.x + round((part.x + part.width) * across)
            bottom = rect.y + round((part.y + part.height) * down)
            sheet.fill(pygame.Rect(left, top, max(1, right - left), max(1, bottom - top)), color)
        else:
            points = [(rect.x + round(x * across), rect.y + round(y * down)) for x, y in part.points]
            # First wider in the background's colour: an edge that sets the curve off from blocks below it.
            for stroke, width in ((theme.ground, theme.px(4)), (color, theme.px(1.5))):
                pygame.draw.lines(sheet.surface, stroke, False, points, width)
