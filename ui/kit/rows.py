"""Lays controls out below each other, or side by side in as many rows as they need."""

from collections.abc import Sequence

import pygame


def cut(place: pygame.Rect, height: int, gap: int = 0) -> pygame.Rect:
    """Cuts a row of that height, and the `gap` below it, from the top of `place`; returns the row."""
    row = pygame.Rect(place.x, place.y, place.width, height)
    place.y += height + gap
    place.height -= height + gap
    return row


def below(rect: pygame.Rect, y: int) -> pygame.Rect:
    """The part of `rect` below `y`."""
    return pygame.Rect(rect.left, y, rect.width, max(0, rect.bottom - y))


def right_of(rect: pygame.Rect, x: int) -> pygame.Rect:
    """The part of `rect` to the right of `x`."""
    return pygame.Rect(x, rect.top, max(0, rect.right - x), rect.height)


def in_rows(area: pygame.Rect, widths: Sequence[int], gap: int, between: int) -> list[pygame.Rect]:
    """A rectangle for each width, as high as `area`, from left to right. A rectangle that no longer fits
    begins a new row.

    `gap` is the space between two places, `between` the space between two rows.
    """
    places: list[pygame.Rect] = []
    x, y = area.left, area.top
    for width in widths:
        if x > area.left and x + width > area.right:
            x, y = area.left, y + area.height + between
        places.append(pygame.Rect(x, y, min(width, area.width), area.height))
        x += width + gap
    return places
