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


def two_and_a_button(
    area: pygame.Rect, wanted: tuple[int, int], button: int, gap: int
) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    """Places for two controls, at least as wide as `wanted`, and for a button at the right of the first row.
    All stand in one row as high as `area` if they fit; else the second control has a row of its own below."""
    right = pygame.Rect(area.right - button, area.top, button, area.height)
    room = right.left - 2 * gap - area.left
    spare = room - sum(wanted)
    if spare < 0:
        first = pygame.Rect(area.left, area.top, right.left - gap - area.left, area.height)
        return first, pygame.Rect(area.left, area.bottom + gap, area.width, area.height), right
    first = pygame.Rect(area.left, area.top, wanted[0] + spare // 2, area.height)
    return first, pygame.Rect(first.right + gap, area.top, room - first.width, area.height), right


def in_rows(area: pygame.Rect, widths: Sequence[int], gap: int, between: int) -> list[pygame.Rect]:
    """A rectangle for each width, as high as `area`, from left to right. What no longer fits begins a new
    row.

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
