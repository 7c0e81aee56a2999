"""Parts that pieces of several boards have: a plate that shows the side by colour and shape, with a drawing
on it, and small marks."""

import pygame

from ui.boards.board_art import drawn_svg
from ui.theme import Theme

PLATES = ("plate_white", "plate_black")
_FACES = (0.66, 0.62)
"""Share of White's disc and of Black's diamond that a drawing takes."""


def draw_plate(
    drawn: pygame.Surface,
    theme: Theme,
    side: int,
    folder: str,
    name: str,
    center: tuple[float, float],
    pixels: float,
) -> None:
    """Draws a side's plate of `pixels` around a point, with `assets/<folder>/<name>.svg` on it."""
    plate = drawn_svg(PLATES[side], round(pixels), "pieces", theme.name)
    drawn.blit(plate, plate.get_rect(center=(round(center[0]), round(center[1]))))
    face = drawn_svg(name, max(4, round(pixels * _FACES[side])), folder, theme.name)
    drawn.blit(face, face.get_rect(center=(round(center[0]), round(center[1] - pixels * 0.015))))


def draw_number(
    drawn: pygame.Surface, theme: Theme, text: str, center: tuple[float, float], radius: float
) -> None:
    """Draws a short text on a disc."""
    middle = round(center[0]), round(center[1])
    pygame.draw.aacircle(drawn, theme.paper, middle, round(radius))
    pygame.draw.aacircle(drawn, theme.ink, middle, max(1, round(radius - max(1.0, radius * 0.12))))
    font = theme.font(24, True)
    letters = font.render(text, True, theme.paper)
    box = letters.get_bounding_rect()
    letters = letters.subsurface(box)
    part = min(1.25 * radius / box.height, 1.4 * radius / box.width)
    size = max(1, round(box.width * part)), max(1, round(box.height * part))
    letters = pygame.transform.smoothscale(letters, size)
    drawn.blit(letters, letters.get_rect(center=middle))


def pill_height(theme: Theme, text: str) -> int:
    """The height of a pill with these words, in pixels."""
    return theme.rendered(text, 12, bold=True).get_bounding_rect().height + 2 * max(1, theme.px(1))


def draw_pill(surface: pygame.Surface, theme: Theme, bottom: tuple[int, int], text: str) -> pygame.Rect:
    """Draws a few words on a rounded background, above the point `bottom`; returns its place. It is only as
    high as its letters, to cover little of a square."""
    written = theme.rendered(text, 12, bold=True)
    written = written.subsurface(written.get_bounding_rect())
    box = pygame.Rect(0, 0, written.get_width() + theme.px(6), pill_height(theme, text))
    box.midbottom = bottom
    pygame.draw.rect(surface, theme.ground, box, border_radius=theme.px(3))
    surface.blit(written, written.get_rect(center=box.center))
    return box
