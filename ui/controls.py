"""Buttons and drop-downs: drawn by the theme, reached by mouse and keyboard alike."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from ui.icons import draw_icon
from ui.theme import Theme

ACTIVATES = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class Control:
    """Something with a place, a tooltip of one sentence, and perhaps the keyboard's focus."""

    def __init__(self, tooltip: str = "") -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.tooltip = tooltip
        self.enabled = True
        self.visible = True
        self.focused = False
        self.hovered = False

    @property
    def usable(self) -> bool:
        return self.enabled and self.visible

    def handle(self, event: pygame.event.Event) -> bool:
        """Whether the event was for this control."""
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self.visible and self.rect.collidepoint(event.pos)
        return False

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        raise NotImplementedError

    def draw_focus(self, surface: pygame.Surface, theme: Theme) -> None:
        if self.focused:
            grown = self.rect.inflate(theme.px(4), theme.px(4))
            pygame.draw.rect(surface, theme.accent, grown, theme.px(2), border_radius=theme.px(8))


class Button(Control):
    """A label, an icon, or both. `primary` is drawn to be found at once."""

    def __init__(
        self,
        action: Callable[[], Any],
        label: str = "",
        icon: str = "",
        tooltip: str = "",
        primary: bool = False,
        flat: bool = False,
    ) -> None:
        super().__init__(tooltip)
        self.action = action
        self.label = label
        self.icon = icon
        self.primary = primary
        self.flat = flat
        self.shows_label = True
        self._pressed = False

    def handle(self, event: pygame.event.Event) -> bool:
        super().handle(event)
        if not self.usable:
            self._pressed = False
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos):
            self._pressed = True
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._pressed:
            self._pressed = False
            if self.rect.collidepoint(event.pos):
                self.action()
            return True
        if event.type == pygame.KEYDOWN and self.focused and event.key in ACTIVATES:
            self.action()
            return True
        return False

    def wanted_width(self, theme: Theme) -> int:
        """Real pixels for the icon and the label."""
        width = theme.px(8)
        if self.icon:
            width += theme.px(18) + theme.px(8)
        if self.label and self.shows_label:
            width += theme.width(self.label, 14) + theme.px(8)
        return width

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        if not self.visible:
            return
        color = theme.text_color if self.enabled else theme.line
        if self.primary and self.enabled:
            pygame.draw.rect(surface, theme.accent, self.rect, border_radius=theme.px(6))
            color = theme.ground
        elif self.enabled and (self._pressed or self.hovered):
            ground = theme.pressed if self._pressed else theme.raised
            pygame.draw.rect(surface, ground, self.rect, border_radius=theme.px(6))
        elif not self.flat:
            pygame.draw.rect(surface, theme.raised, self.rect, border_radius=theme.px(6))
        if self.primary and self.enabled and self.hovered:
            pygame.draw.rect(surface, theme.dim, self.rect, theme.px(2), border_radius=theme.px(6))
        label = self.label if self.shows_label else ""
        x, middle = self.rect.x + theme.px(8), self.rect.centery
        if self.icon:
            at = (x + theme.px(9), middle) if label else self.rect.center
            draw_icon(surface, theme, self.icon, at, 18, color)
            x += theme.px(18) + theme.px(8)
        if label:
            room = self.rect.right - x - theme.px(8)
            top = middle - theme.line_height(14) // 2
            if self.icon:
                theme.text(surface, (x, top), label, 14, color, max_width=room)
            else:
                theme.text(surface, (self.rect.centerx, top), label, 14, color, "center", max_width=room)
        self.draw_focus(surface, theme)


@dataclass(frozen=True)
class Option:
    """A line of a drop-down; `detail` is drawn dimmer behind the label."""

    value: Any
    label: str
    detail: str = ""


class Dropdown(Control):
    """One of several options. Left and right change it too; the list is drawn above all else."""

    ROW = 28

    def __init__(self, on_change: Callable[[Any], Any], tooltip: str = "") -> None:
        super().__init__(tooltip)
        self.options: Sequence[Option] = ()
        self.index = 0
        self.open = False
        self._on_change = on_change
        self._list = pygame.Rect(0, 0, 0, 0)
        self._top = 0  # first row shown
        self._row = 28
        self._lit = 0

    @property
    def value(self) -> Any:
        return self.options[self.index].value if self.options else None

    def offer(self, options: Sequence[Option], value: Any) -> None:
        """Sets the options and which is chosen; the first where `value` is not among them."""
        self.options = options
        self.index = next((i for i, option in enumerate(options) if option.value == value), 0)
        self.open = False

    def choose(self, index: int) -> None:
        index = max(0, min(index, len(self.options) - 1))
        self.open = False
        if index != self.index:
            self.index = index
            self._on_change(self.value)

    def handle(self, event: pygame.event.Event) -> bool:
        super().handle(event)
        if not self.usable or not self.options:
            self.open = False
            return False
        if self.open:
            return self._handle_list(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos):
            self._unfold()
            return True
        if event.type == pygame.KEYDOWN and self.focused:
            if event.key in ACTIVATES or event.key == pygame.K_DOWN:
                self._unfold()
                return True
            if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
                self.choose(self.index + (1 if event.key == pygame.K_RIGHT else -1))
                return True
        return False

    def _unfold(self) -> None:
        self.open, self._lit = True, self.index
        self._top = 0

    def _handle_list(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            if self._list.collidepoint(event.pos):
                self._lit = self._row_at(event.pos)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN:
            if event.button == 1 and self._list.collidepoint(event.pos):
                self.choose(self._row_at(event.pos))
            elif event.button == 1:
                self.open = False
            return True
        if event.type == pygame.MOUSEWHEEL:
            self._top -= event.y
            return True
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_ESCAPE or event.key == pygame.K_TAB:
                self.open = False
            elif event.key in (pygame.K_UP, pygame.K_DOWN):
                step = 1 if event.key == pygame.K_DOWN else -1
                self._lit = (self._lit + step) % len(self.options)
                rows = max(1, self._list.height // max(1, self._row))
                self._top = min(max(self._top, self._lit - rows + 1), self._lit)
            elif event.key in ACTIVATES:
                self.choose(self._lit)
            return True
        return event.type == pygame.MOUSEBUTTONUP

    def _row_at(self, pos: tuple[int, int]) -> int:
        row = self._top + (pos[1] - self._list.y) // max(1, self._row)
        return max(0, min(row, len(self.options) - 1))

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        if not self.visible:
            return
        ground = theme.pressed if self.enabled and (self.hovered or self.open) else theme.raised
        pygame.draw.rect(surface, ground, self.rect, border_radius=theme.px(6))
        color = theme.text_color if self.enabled else theme.line
        top = self.rect.centery - theme.line_height(14) // 2
        label = self.options[self.index].label if self.options else ""
        room = self.rect.width - theme.px(32)
        theme.text(surface, (self.rect.x + theme.px(8), top), label, 14, color, max_width=room)
        draw_icon(surface, theme, "down", (self.rect.right - theme.px(14), self.rect.centery), 14, color)
        self.draw_focus(surface, theme)

    def draw_list(self, surface: pygame.Surface, theme: Theme) -> None:
        """The unfolded list, to be drawn after everything else."""
        if not self.open:
            return
        row = self._row = theme.px(self.ROW)
        window = surface.get_rect()
        wanted = max(
            theme.width(option.label)
            + (theme.width(option.detail, 12) + theme.px(16) if option.detail else 0)
            for option in self.options
        )
        width = min(max(self.rect.width, wanted + theme.px(24)), window.width - theme.px(16))
        below = window.bottom - self.rect.bottom - theme.px(8)
        above = self.rect.top - theme.px(8)
        room = max(below, above)
        rows = max(1, min(len(self.options), room // row))
        upward = rows * row > below and above > below
        y = self.rect.top - rows * row - theme.px(2) if upward else self.rect.bottom + theme.px(2)
        x = min(self.rect.x, window.right - width - theme.px(8))
        self._list = pygame.Rect(x, y, width, rows * row)
        self._top = max(0, min(self._top, len(self.options) - rows))
        pygame.draw.rect(surface, theme.raised, self._list, border_radius=theme.px(6))
        for place in range(rows):
            number = self._top + place
            option = self.options[number]
            area = pygame.Rect(x, y + place * row, width, row)
            if number == self._lit:
                pygame.draw.rect(surface, theme.pressed, area, border_radius=theme.px(6))
            top = area.centery - theme.line_height(14) // 2
            bold = number == self.index
            end = theme.text(surface, (x + theme.px(8), top), option.label, 14, bold=bold).right
            if option.detail:
                dim_top = area.centery - theme.line_height(12) // 2
                left = end + theme.px(16)
                limit = area.right - theme.px(8) - left
                theme.text(surface, (left, dim_top), option.detail, 12, theme.dim, max_width=limit)
        pygame.draw.rect(surface, theme.line, self._list, theme.px(1), border_radius=theme.px(6))


class Menu(Dropdown):
    """A button that unfolds a list of things to do; `on_choose(value)` is called with one."""

    def __init__(self, on_choose: Callable[[Any], Any], icon: str, tooltip: str = "") -> None:
        super().__init__(on_choose, tooltip)
        self.icon = icon
        self.index = -1  # none is the chosen one

    def offer(self, options: Sequence[Option], value: Any = None) -> None:
        self.options = options
        self.open = False

    def choose(self, index: int) -> None:
        self.open = False
        self._on_change(self.options[max(0, min(index, len(self.options) - 1))].value)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT) and not self.open:
            return False
        return super().handle(event)

    def _unfold(self) -> None:
        super()._unfold()
        self._lit = 0

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        if not self.visible:
            return
        ground = theme.pressed if self.hovered or self.open else theme.raised
        pygame.draw.rect(surface, ground, self.rect, border_radius=theme.px(6))
        draw_icon(surface, theme, self.icon, self.rect.center, 18, theme.text_color)
        self.draw_focus(surface, theme)


class FocusRing:
    """Moves the keyboard's focus through the controls that can be used now."""

    def __init__(self, controls: Callable[[], Sequence[Control]]) -> None:
        self._controls = controls

    def handle(self, event: pygame.event.Event) -> bool:
        """Tab and Shift+Tab; a press of the mouse takes the focus away."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.clear()
            return False
        if event.type != pygame.KEYDOWN or event.key != pygame.K_TAB or event.mod & pygame.KMOD_CTRL:
            return False
        usable = [control for control in self._controls() if control.usable]
        if usable:
            step = -1 if event.mod & pygame.KMOD_SHIFT else 1
            at = next((i for i, control in enumerate(usable) if control.focused), None)
            following = (0 if step > 0 else -1) if at is None else (at + step) % len(usable)
            self.clear()
            usable[following].focused = True
        return True

    def clear(self) -> None:
        for control in self._controls():
            control.focused = False
