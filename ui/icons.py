"""The small pictures on buttons, drawn from lines and polygons at the size in which they are shown."""

import math

import pygame

from ui.theme import Theme

_FINE = 4
"""Icons are drawn this many times larger and scaled down, which smooths their edges."""

_GRID = 24
"""The pictures below are drawn on a square of this many units."""

Points = list[tuple[float, float]]


def _cross(x: float, y: float, reach: float, half: float) -> Points:
    """A diagonal cross: two bars, each 2 × `half` wide, as one polygon."""
    steps = [(-1, -1), (0, 0), (1, -1), (0, 0), (1, 1), (0, 0), (-1, 1), (0, 0)]
    points: Points = []
    for number, (right, down) in enumerate(steps):
        if right:
            tip = [(right * (reach - half), down * reach), (right * reach, down * (reach - half))]
            points += tip if right * down < 0 else tip[::-1]
        else:
            inner = [(0, -2 * half), (2 * half, 0), (0, 2 * half), (-2 * half, 0)]
            points.append(inner[number // 2])
    return [(x + dx, y + dy) for dx, dy in points]


def _arc(center: tuple[float, float], radius: float, start: float, end: float, width: float) -> Points:
    """A thick arc as one polygon; angles in degrees, clockwise from the right."""
    steps = [math.radians(start + (end - start) * i / 24) for i in range(25)]
    ring = [(radius + width / 2, steps), (radius - width / 2, steps[::-1])]
    return [(center[0] + r * math.cos(a), center[1] + r * math.sin(a)) for r, angles in ring for a in angles]


_POLYGONS: dict[str, list[Points]] = {
    "play": [[(7, 4), (20, 12), (7, 20)]],
    "pause": [[(6, 4), (10, 4), (10, 20), (6, 20)], [(14, 4), (18, 4), (18, 20), (14, 20)]],
    "back": [[(16, 5), (18, 7), (12.5, 12), (18, 17), (16, 19), (8.5, 12)]],
    "forward": [[(8, 5), (6, 7), (11.5, 12), (6, 17), (8, 19), (15.5, 12)]],
    "first": [
        [(19, 5), (21, 7), (15.5, 12), (21, 17), (19, 19), (11.5, 12)],
        [(5, 5), (8, 5), (8, 19), (5, 19)],
    ],
    "last": [
        [(5, 5), (3, 7), (8.5, 12), (3, 17), (5, 19), (12.5, 12)],
        [(16, 5), (19, 5), (19, 19), (16, 19)],
    ],
    "step": [[(4, 4), (15, 12), (4, 20)], [(17, 4), (20, 4), (20, 20), (17, 20)]],
    "move now": [[(13, 2), (5, 13.5), (11, 13.5), (9.5, 22), (19, 9.5), (12.5, 9.5)]],
    "new": [[(10.5, 4), (13.5, 4), (13.5, 20), (10.5, 20)], [(4, 10.5), (20, 10.5), (20, 13.5), (4, 13.5)]],
    "flip": [
        [(8, 3), (13, 9), (9.4, 9), (9.4, 20), (6.6, 20), (6.6, 9), (3, 9)],
        [(16, 21), (11, 15), (14.6, 15), (14.6, 4), (17.4, 4), (17.4, 15), (21, 15)],
    ],
    "swap": [
        [(3, 8), (9, 3), (9, 6.6), (20, 6.6), (20, 9.4), (9, 9.4), (9, 13)],
        [(21, 16), (15, 11), (15, 14.6), (4, 14.6), (4, 17.4), (15, 17.4), (15, 21)],
    ],
    "more": [
        [(4, 5), (20, 5), (20, 7.6), (4, 7.6)],
        [(4, 10.7), (20, 10.7), (20, 13.3), (4, 13.3)],
        [(4, 16.4), (20, 16.4), (20, 19), (4, 19)],
    ],
    "minus": [[(5, 10.7), (19, 10.7), (19, 13.3), (5, 13.3)]],
    "plus": [[(5, 10.7), (19, 10.7), (19, 13.3), (5, 13.3)], [(10.7, 5), (13.3, 5), (13.3, 19), (10.7, 19)]],
    "close": [_cross(12, 12, 7.5, 1.5)],
    "down": [[(5, 8), (7, 6.5), (12, 12.5), (17, 6.5), (19, 8), (12, 16.5)]],
    "take back": [_arc((13, 13), 6.5, -90, 130, 2.8), [(13.2, 2), (13.2, 11), (5.5, 6.5)]],
    "retry": [_arc((12, 12.5), 7, -30, 250, 2.8), [(14, 3), (21.5, 5.5), (16, 11.5)]],
    "hint": [
        _arc((12, 9.5), 3.2, 0, 360, 6.2),
        [(9.5, 14), (14.5, 14), (14.5, 17.5), (9.5, 17.5)],
        [(9.8, 18.6), (14.2, 18.6), (13.2, 21.5), (10.8, 21.5)],
    ],
    "analyse": [
        _arc((10, 10), 6, 0, 360, 2.6),
        [(13.6, 15.4), (15.4, 13.6), (21.4, 19.6), (19.6, 21.4)],
    ],
    "help": [
        _arc((12, 8.5), 4.4, 180, 400, 2.8),
        [(10.6, 12.6), (13.4, 10.8), (13.4, 16), (10.6, 16)],
        [(10.4, 18), (13.6, 18), (13.6, 21.2), (10.4, 21.2)],
    ],
    "settings": [
        _arc((12, 12), 5.2, 0, 360, 3.6),
        *(_arc((12, 12), 8.4, 45 * tooth - 11, 45 * tooth + 11, 3.2) for tooth in range(8)),
    ],
}


_drawn: dict[tuple[str, int, tuple[int, ...]], pygame.Surface] = {}


def icon(name: str, size: int, color: pygame.Color) -> pygame.Surface:
    """An icon in a square of `size` pixels."""
    key = (name, size, tuple(color))
    found = _drawn.get(key)
    if found is None:
        large = pygame.Surface((size * _FINE, size * _FINE), pygame.SRCALPHA)
        large.fill((color.r, color.g, color.b, 0))
        unit = size * _FINE / _GRID
        for polygon in _POLYGONS[name]:
            pygame.draw.polygon(large, color, [(x * unit, y * unit) for x, y in polygon])
        found = pygame.transform.smoothscale(large, (size, size))
        _drawn[key] = found
    return found


def draw_icon(
    surface: pygame.Surface, theme: Theme, name: str, center: tuple[int, int], size: int, color: pygame.Color
) -> None:
    """Draws an icon centred on a point; `size` is in design pixels."""
    picture = icon(name, theme.px(size), color)
    surface.blit(picture, picture.get_rect(center=center))
