"""The signs on and over a board's squares: the last move, danger, what is chosen and can be clicked,
amounts, arrows. Each is a sign of its own, told apart by its form and not by its colour alone."""

import math
from collections.abc import Hashable, Sequence

import pygame

from ui.boards.art import Art, Canvas

ALARM = pygame.Color("#c2478a")
"""Behind a piece in danger; neither of the two colours of the sides."""

Amounts = Sequence[tuple[str, float]]
"""What squares have, by name; positive where it favours White."""

Ways = Sequence[tuple[str, str]]
"""From where to where arrows go; from a square to itself for a placement."""


class Signs:
    """Draws signs at an art's squares. What takes long to draw is kept, by size, until `forget`."""

    def __init__(self, art: Art) -> None:
        self.art = art
        self._drawn: dict[Hashable, pygame.Surface] = {}

    def forget(self) -> None:
        """The size or the theme has changed."""
        self._drawn.clear()

    def _frame(self, canvas: Canvas, square: str) -> pygame.Rect:
        return canvas.geometry.square(self.art.center(square), self.art.tile)

    def tint(self, canvas: Canvas, square: str, color: pygame.Color, alpha: int) -> None:
        frame = self._frame(canvas, square)
        key = ("tint", frame.width, tuple(color), alpha)
        tint = self._drawn.get(key)
        if tint is None:
            tint = pygame.Surface(frame.size, pygame.SRCALPHA)
            filled = pygame.Color(color.r, color.g, color.b, alpha)
            if self.art.round_marks:
                pygame.draw.aacircle(tint, filled, tint.get_rect().center, frame.width // 2 - 1)
            else:
                pygame.draw.rect(tint, filled, tint.get_rect(), border_radius=canvas.geometry.length(0.06))
            self._drawn[key] = tint
        canvas.surface.blit(tint, frame)

    def last(self, canvas: Canvas, square: str) -> None:
        """A square of the last move; framed where a tint would make it another square's twin."""
        theme = canvas.theme
        self.tint(canvas, square, theme.mark, 38)
        if self.art.frames_last:
            frame = self._frame(canvas, square)
            frame.inflate_ip(-theme.px(2), -theme.px(2))
            pygame.draw.rect(canvas.surface, theme.accent, frame, theme.px(2))

    def alarm(self, canvas: Canvas, square: str) -> None:
        """A frame and a glow behind a piece in danger."""
        frame = self._frame(canvas, square)
        key = ("alarm", frame.width)
        glow = self._drawn.get(key)
        if glow is None:
            glow = pygame.Surface(frame.size, pygame.SRCALPHA)
            middle, reach = frame.width // 2, frame.width // 2
            for step in range(16):
                alpha = round(220 * (step + 1) / 16)
                radius = round(reach * (1.1 - 0.65 * step / 15))
                pygame.draw.aacircle(glow, (*ALARM[:3], alpha), (middle, middle), radius)
            pygame.draw.rect(glow, ALARM, glow.get_rect(), max(2, canvas.theme.px(3)))
            self._drawn[key] = glow
        canvas.surface.blit(glow, frame)

    def outline(self, canvas: Canvas, square: str, width: int) -> None:
        """A frame round a square, `width` design pixels thick."""
        surface, theme, _ = canvas
        frame = self._frame(canvas, square)
        if self.art.round_marks:
            pygame.draw.aacircle(surface, theme.mark, frame.center, frame.width // 2, theme.px(width))
        else:
            pygame.draw.rect(surface, theme.mark, frame, theme.px(width), border_radius=theme.px(6))

    def target(self, canvas: Canvas, square: str, lit: bool) -> None:
        """An empty square that can be clicked; `lit` under the mouse."""
        surface, theme, geometry = canvas
        at = geometry.at(self.art.center(square))
        radius = geometry.length(0.19 if lit else 0.11)
        pygame.draw.aacircle(surface, theme.shadow, at, radius + max(1, theme.px(1)))
        pygame.draw.aacircle(surface, theme.mark, at, radius)

    def ring(self, canvas: Canvas, square: str, lit: bool) -> None:
        """A square with a piece that can be clicked; `lit` under the mouse."""
        surface, theme, geometry = canvas
        at, radius = geometry.at(self.art.center(square)), geometry.length(self.art.tile * 0.5)
        pygame.draw.aacircle(surface, theme.mark, at, radius, theme.px(4) if lit else theme.px(2))

    def amounts_below(self, canvas: Canvas, amounts: Amounts) -> None:
        """The squares that have an amount, below the pieces: the more, the stronger the colour."""
        theme = canvas.theme
        largest = max((abs(amount) for _, amount in amounts), default=0.0)
        for square, amount in amounts:
            color = theme.white if amount > 0 else theme.black
            # The root, so that a king's 900 leaves a pawn's 10 its colour.
            share = math.sqrt(abs(amount) / largest)
            self.tint(canvas, square, color, 50 + round(110 * share))

    def amounts(self, canvas: Canvas, amounts: Amounts) -> None:
        """Amounts on squares, as numbers with their sign."""
        surface, theme, _ = canvas
        for square, amount in amounts:
            frame = self._frame(canvas, square)
            label = f"{amount:+.2f}".rstrip("0").rstrip(".").replace("-", "−")
            box = pygame.Rect(0, 0, theme.width(label, 12, True) + theme.px(8), theme.line_height(12))
            box.midbottom = (frame.centerx, frame.bottom)
            pygame.draw.rect(surface, theme.ground, box, border_radius=theme.px(4))
            theme.text(surface, box.midtop, label, 12, theme.text_color, "center", bold=True)

    def arrows(self, canvas: Canvas, ways: Ways, color: pygame.Color) -> None:
        surface, _, geometry = canvas
        for start, end in ways:
            a, b = geometry.at(self.art.center(start)), geometry.at(self.art.center(end))
            if start == end:
                radius = geometry.length(self.art.tile * 0.5)
                pygame.draw.aacircle(surface, color, b, radius, max(2, geometry.length(0.07)))
                continue
            picture, at = self._arrow(a, b, geometry.length(0.16), color)
            surface.blit(picture, at)

    def _arrow(
        self, a: tuple[int, int], b: tuple[int, int], width: int, color: pygame.Color
    ) -> tuple[pygame.Surface, tuple[int, int]]:
        """An arrow's picture and where it belongs."""
        pad = width * 2
        left, top = min(a[0], b[0]) - pad, min(a[1], b[1]) - pad
        size = (abs(a[0] - b[0]) + 2 * pad, abs(a[1] - b[1]) + 2 * pad)
        key = ("arrow", a[0] - b[0], a[1] - b[1], width, tuple(color))
        picture = self._drawn.get(key)
        if picture is None:
            fine = 2
            large = pygame.Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA)
            large.fill((color.r, color.g, color.b, 0))
            length = math.dist(a, b)
            along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
            across = (-along[1], along[0])

            def at(distance: float, aside: float) -> tuple[float, float]:
                return (
                    (a[0] - left + along[0] * distance + across[0] * aside) * fine,
                    (a[1] - top + along[1] * distance + across[1] * aside) * fine,
                )

            neck, half = length - 2.2 * width, width / 2
            outline = [(width, -half), (neck, -half), (neck, -1.5 * width), (length, 0)]
            outline += [(distance, -aside) for distance, aside in reversed(outline[:-1])]
            pygame.draw.polygon(large, (color.r, color.g, color.b, 215), [at(*point) for point in outline])
            picture = pygame.transform.smoothscale(large, size)
            self._drawn[key] = picture
        return picture, (left, top)
