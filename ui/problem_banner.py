"""The banner about mistakes in the settings, at the window's upper edge until a person hides it."""

from collections.abc import Iterable

import pygame

from ui.kit.buttons import Button
from ui.kit.sheet import Sheet
from ui.theme import Theme


class ProblemBanner:
    """`lines` are the mistakes; without any, there is no banner."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = list(lines)
        self.dismiss = Button(self.lines.clear, icon="close", tooltip="Hide this message.", flat=True)

    def height(self, theme: Theme) -> int:
        """The height in real pixels; 0 without a mistake."""
        return theme.px(36) if self.lines else 0

    def draw(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Draws the first mistake and the number of the others."""
        if not self.lines:
            return
        theme = sheet.theme
        sheet.fill(rect, theme.raised)
        sheet.fill(pygame.Rect(rect.x, rect.y, theme.px(4), rect.height), theme.warning)
        more = f"  (and {len(self.lines) - 1} more)" if len(self.lines) > 1 else ""
        text = f"Mistake in the settings: {self.lines[0]}{more}"
        side = theme.px(28)
        self.dismiss.draw(sheet, pygame.Rect(rect.right - theme.px(36), rect.y + theme.px(4), side, side))
        room = pygame.Rect(rect.x + theme.px(16), rect.y, rect.width - theme.px(60), rect.height)
        sheet.label(room, text, 14, theme.warning)
