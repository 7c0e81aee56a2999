"""The edge between two parts of the window, which can be dragged."""

import pygame

from ui.kit.sheet import Point, Press, Sheet

STEP = 0.02
"""How far an arrow key moves the edge, as a fraction of the width."""


class Divider:
    """A draggable edge. `share` is the right part's fraction of the whole width; with None, the window
    chooses it. It is None until a person moves the edge. A double click, Enter or Home resets it."""

    def __init__(self, tooltip: str) -> None:
        self.share: float | None = None
        self.tooltip = tooltip
        self._whole = pygame.Rect(0, 0, 1, 1)
        self._right = 0.0  # the right part's current fraction
        self._follows = False  # whether it is being dragged

    def width(self, whole: int, best: int, least: int, most: int) -> int:
        """Real pixels for the part on the right."""
        wanted = best if self.share is None else round(self.share * whole)
        return max(least, min(wanted, most))

    def draw(self, sheet: Sheet, whole: pygame.Rect, x: int) -> None:
        """Draws the edge at `x`, over the height of `whole`; highlights it while it is pointed at."""
        theme = sheet.theme
        self._whole, self._right = whole, (whole.right - x) / max(1, whole.width)
        grip = pygame.Rect(x - theme.px(4), whole.y, theme.px(8), whole.height)
        over = sheet.add(
            self,
            grip,
            self.tooltip,
            press=self._press,
            drag=self._drag,
            keys=self._keys,
            cursor=pygame.SYSTEM_CURSOR_SIZEWE,
        )
        lit = over or sheet.held is self
        line = pygame.Rect(x - theme.px(1), whole.y, theme.px(3 if lit else 1), whole.height)
        sheet.fill(line, theme.dim if lit else theme.line)
        for dot in (-1, 0, 1):  # dots show that it can be dragged
            at = (x, whole.centery + dot * theme.px(8))
            pygame.draw.aacircle(sheet.surface, theme.dim, at, theme.px(2))

    def _press(self, press: Press) -> None:
        self._follows = press.times == 1
        if press.times == 2:
            self.share = None

    def _drag(self, pos: Point) -> None:
        if self._follows:
            self.share = max(0.0, min(1.0, (self._whole.right - pos[0]) / max(1, self._whole.width)))

    def _keys(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            step = STEP if event.key == pygame.K_LEFT else -STEP
            self.share = max(0.0, min(1.0, self._right + step))
            return True
        if event.key in (pygame.K_RETURN, pygame.K_HOME):
            self.share = None
            return True
        return False
