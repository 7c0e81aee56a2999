"""A slider: a number between two ends, set by dragging a knob or by the arrow keys."""

from collections.abc import Callable

import pygame

from ui.kit.sheet import COMMANDS, Point, Press, Sheet

FINE = 0.1
"""Factor of a step while Shift is held."""


class Slider:
    """A slider from `low` to `high`; its `value` may be outside if it was not set by the slider. `usual` has
    a mark, and a double click, Delete or Backspace restores it. `on_change(value)` is called with every
    change that a person makes. Arrow keys change the value by `step`, Page Up and Page Down by ten steps. The
    slider is the key of its zone."""

    def __init__(self, on_change: Callable[[float], object], tooltip: str = "") -> None:
        self.tooltip = tooltip
        self.value = self.usual = 0.0
        self.low, self.high, self.step = -1.0, 1.0, 0.1
        self._on_change = on_change
        self._track = pygame.Rect(0, 0, 1, 1)
        self._follows = False

    def show(self, value: float, usual: float, low: float, high: float, step: float) -> None:
        self.value, self.usual, self.low, self.high, self.step = value, usual, low, high, step

    def _set(self, value: float) -> None:
        # Rounded, so that the value has no digits that nobody chose. Adding 0 turns −0 into 0.
        value = round(value / (self.step * FINE)) * self.step * FINE
        value = float(f"{value:.6g}") + 0.0
        if value != self.value:
            self.value = value
            self._on_change(value)

    # Events

    def _press(self, press: Press) -> None:
        self._follows = press.button == 1 and press.times == 1
        if press.button == 1 and press.times == 2:
            self._set(self.usual)
        elif self._follows:
            self._drag(press.pos)

    def _drag(self, pos: Point) -> None:
        if self._follows:
            share = (pos[0] - self._track.left) / max(1, self._track.width)
            value = self.low + max(0.0, min(1.0, share)) * (self.high - self.low)
            self._set(round(value / self.step) * self.step)

    def _keys(self, event: pygame.event.Event) -> bool:
        if event.mod & COMMANDS:
            return False
        step = self.step * (FINE if event.mod & pygame.KMOD_SHIFT else 1.0)
        to = {
            pygame.K_LEFT: self.value - step,
            pygame.K_DOWN: self.value - step,
            pygame.K_RIGHT: self.value + step,
            pygame.K_UP: self.value + step,
            pygame.K_PAGEDOWN: self.value - 10 * step,
            pygame.K_PAGEUP: self.value + 10 * step,
            pygame.K_HOME: self.low,
            pygame.K_END: self.high,
            pygame.K_DELETE: self.usual,
            pygame.K_BACKSPACE: self.usual,
        }
        if event.key not in to:
            return False
        value = to[event.key]
        if event.key not in (pygame.K_DELETE, pygame.K_BACKSPACE):
            # A value outside the ends moves only towards them.
            value = max(min(self.low, self.value), min(max(self.high, self.value), value))
        self._set(value)
        return True

    # Drawing

    def draw(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        reached: Callable[[], object] | None = None,
        aside: pygame.Rect | None = None,
    ) -> None:
        """Draws the slider. Its tooltip is shown beside `aside`, the row that the slider belongs to, if there
        is room."""
        theme = sheet.theme
        over = sheet.add(
            self,
            rect,
            self.tooltip,
            press=self._press,
            drag=self._drag,
            keys=self._keys,
            grabs=True,
            cursor=pygame.SYSTEM_CURSOR_HAND,
            reached=reached,
            aside=aside,
        )
        radius = theme.px(7)
        track = self._track = pygame.Rect(rect.x + radius, 0, rect.width - 2 * radius, theme.px(4))
        track.centery = rect.centery
        sheet.fill(track, theme.line, 2)
        at, usual, zero = (self._x(value) for value in (self.value, self.usual, 0.0))
        used = pygame.Rect(min(at, zero), track.y, abs(at - zero), track.height)
        sheet.fill(used, theme.dim, 2)
        sheet.fill(
            pygame.Rect(usual - theme.px(1), track.y - theme.px(4), theme.px(2), theme.px(12)), theme.dim
        )
        lit = over or sheet.held is self or sheet.focused == self
        color = theme.text_color if lit else theme.accent if self.value != self.usual else theme.dim
        pygame.draw.aacircle(sheet.surface, color, (at, rect.centery), radius)

    def _x(self, value: float) -> int:
        share = (value - self.low) / ((self.high - self.low) or 1.0)
        return self._track.left + round(max(0.0, min(1.0, share)) * self._track.width)
