"""Which colours are drawn, and on what, while screens are drawn: every text, and every fill and line."""

import math
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pygame
import pytest

from ui.theme import Theme

Rgb = tuple[int, int, int]

FUNCTIONS = ("rect", "line", "lines", "aaline", "aalines", "polygon", "circle", "aacircle", "arc")
TEXT = "text"


class Drawn(NamedTuple):
    """Something drawn. `what` is `TEXT` or a function of `pygame.draw`. `ground` is the commonest colour that
    lay there before; None on a picture of its own, whose ground is not known. `where` is the file and line
    that drew it."""

    what: str
    color: Rgb
    ground: Rgb | None
    where: str


def _around(what: str, args) -> Iterator[tuple[float, float]]:
    """Points just outside a shape that a function of `pygame.draw` draws; for a line, points on it."""
    if what in ("circle", "aacircle"):
        (x, y), radius = args[0], args[1] + 1
        for step in range(16):
            angle = step * math.tau / 16
            yield x + radius * math.cos(angle), y + radius * math.sin(angle)
    elif what in ("rect", "arc"):
        rect = pygame.Rect(args[0]).inflate(2, 2)
        right, bottom = rect.right - 1, rect.bottom - 1
        yield from _along(
            (rect.topleft, (right, rect.top), (right, bottom), (rect.left, bottom), rect.topleft)
        )
    elif what == "polygon":
        yield from _along((*args[0], args[0][0]))
    else:
        yield from _along(args[:2] if what in ("line", "aaline") else args[1])


def _along(points) -> Iterator[tuple[float, float]]:
    """Ten points on each line between neighbouring points."""
    for (x, y), (to_x, to_y) in pairwise(points):
        for step in range(11):
            yield x + (to_x - x) * step / 10, y + (to_y - y) * step / 10


def _ground_of_shape(surface: pygame.Surface, what: str, args) -> Rgb | None:
    """The commonest colour around a shape that will be drawn; None where none of it is visible."""
    clip, found = surface.get_clip(), Counter()
    for x, y in _around(what, args):
        if clip.collidepoint(at := (round(x), round(y))):
            found[surface.get_at_mapped(at)] += 1
    return tuple(surface.unmap_rgb(found.most_common(1)[0][0]))[:3] if found else None


def _ground_of_text(surface: pygame.Surface, place: pygame.Rect) -> Rgb | None:
    """The commonest colour in a text's place; None where none of it is visible."""
    seen = place.clip(surface.get_clip())
    if not seen:
        return None
    codes, counts = np.unique(pygame.surfarray.array2d(surface.subsurface(seen)), return_counts=True)
    return tuple(surface.unmap_rgb(int(codes[np.argmax(counts)])))[:3]


@cache
def _name(file: str) -> str:
    return Path(file).name


def _caller() -> str:
    frame = sys._getframe(2)
    while _name(frame.f_code.co_filename) in ("theme.py", "sheet.py"):
        frame = frame.f_back
    return f"{_name(frame.f_code.co_filename)}:{frame.f_lineno}"


@contextmanager
def recorded(patch: pytest.MonkeyPatch) -> Iterator[set[Drawn]]:
    """Collects what is drawn inside the `with` block."""
    found: set[Drawn] = set()
    with patch.context() as patched:
        for what in FUNCTIONS:
            usual = getattr(pygame.draw, what)

            def draw(surface, color, *args, usual=usual, what=what, **more):
                rgba = pygame.Color(color)
                if rgba.a == 255:
                    ground = None
                    if not surface.get_flags() & pygame.SRCALPHA:
                        ground = _ground_of_shape(surface, what, args)
                    found.add(Drawn(what, tuple(rgba)[:3], ground, _caller()))
                return usual(surface, color, *args, **more)

            patched.setattr(pygame.draw, what, draw)
        write = Theme.text

        def text(theme, surface, where, string, size=14, color=None, *args, **more):
            line = pygame.Rect(0, where[1], surface.get_width(), theme.line_height(size))
            line = line.clip(surface.get_clip())
            seen = bool(line and string.strip()) and not surface.get_flags() & pygame.SRCALPHA
            before = surface.subsurface(line).copy() if seen else None
            place = write(theme, surface, where, string, size, color, *args, **more)
            ground = _ground_of_text(before, place.move(-line.x, -line.y)) if before is not None else None
            if ground is not None:
                found.add(Drawn(TEXT, tuple(color or theme.text_color)[:3], ground, _caller()))
            return place

        patched.setattr(Theme, "text", text)
        yield found
