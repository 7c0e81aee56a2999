"""Controls side by side, in as many rows as they take."""

from collections.abc import Sequence

import pygame


def in_rows(area: pygame.Rect, widths: Sequence[int], gap: int, between: int) -> list[pygame.Rect]:
    """A place for each width, as high as `area`, from its left; what no longer fits begins a row below it.
    `gap` is the space between two places, `between` that between two rows."""
    places: list[pygame.Rect] = []
    x, y = area.left, area.top
    for width in widths:
        if x > area.left and x + width > area.right:
            x, y = area.left, y + area.height + between
        places.append(pygame.Rect(x, y, min(width, area.width), area.height))
        x += width + gap
    return places
