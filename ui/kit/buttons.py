"""Buttons with a label, an icon, or both."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import pygame

from ui.icons import draw_icon
from ui.kit.sheet import Point, Press, Sheet
from ui.theme import Theme


class Grip(NamedTuple):
    """The functions that a drag of a button calls."""

    press: Callable[[Press], object]
    drag: Callable[[Point], object]
    release: Callable[[Point], object]


@dataclass(eq=False)
class Button:
    """A button with its label, icon and action; `draw` puts it on the sheet. Its zone's key is `key`, or else
    the button itself. A `primary` button stands out. A `flat` one has no ground until it is pointed at. A
    `quiet` one, with a label of `size`, has none and is dim until it is pointed at or `chosen`. `labels` are
    all labels that it may get, so that its width stays the same. With a `grip` it can be dragged. `enter` and
    `leave` are called as for a zone."""

    action: Callable[[], object]
    label: str = ""
    icon: str = ""
    tooltip: str = ""
    primary: bool = False
    flat: bool = False
    enabled: bool = True
    shows_label: bool = True
    grip: Grip | None = None
    quiet: bool = False
    chosen: bool = False
    size: int = 14
    align: str = "center"
    labels: tuple[str, ...] = ()
    key: Hashable = None
    enter: Callable[[], object] | None = None
    leave: Callable[[], object] | None = None

    def wanted_width(self, theme: Theme) -> int:
        """Real pixels that the icon and the label need."""
        width = theme.px(8)
        if self.icon:
            width += theme.px(18) + theme.px(8)
        if self.label and self.shows_label:
            labels = (self.label, *self.labels)
            width += max(theme.width(label, self.size) for label in labels) + theme.px(8)
        return width

    def register(self, sheet: Sheet, rect: pygame.Rect, reached: Callable[[], object] | None = None) -> bool:
        """Registers the zone of a button that other code draws. Returns whether the pointer is over it.
        `reached` is called as for a zone."""
        click = self.action if self.enabled else None
        press, drag, release = self.grip if self.grip and self.enabled else (None, None, None)
        return sheet.add(
            self if self.key is None else self.key,
            rect,
            self.tooltip,
            click,
            self.enter,
            self.leave,
            press=press,
            drag=drag,
            release=release,
            reached=reached,
            focusable=self.enabled,
        )

    def draw(self, sheet: Sheet, rect: pygame.Rect, reached: Callable[[], object] | None = None) -> None:
        over = self.register(sheet, rect, reached) and self.enabled
        if self.quiet:
            self._draw_quiet(sheet, rect, over)
            return
        surface, theme, pressed = sheet.surface, sheet.theme, sheet.held is self and self.enabled
        color = theme.text_color if self.enabled else theme.faint
        if self.primary and self.enabled:
            sheet.fill(rect, theme.accent, 6)
            color = theme.on_accent
            if over:
                pygame.draw.rect(surface, theme.dim, rect, theme.px(2), border_radius=theme.px(6))
        elif over or pressed:
            sheet.fill(rect, theme.pressed if pressed else theme.raised, 6)
        elif not self.flat:
            sheet.fill(rect, theme.raised, 6)
        label = self.label if self.shows_label else ""
        x, middle = rect.x + theme.px(8), rect.centery
        if self.icon:
            at = (x + theme.px(9), middle) if label else rect.center
            draw_icon(surface, theme, self.icon, at, 18, color)
            x += theme.px(18) + theme.px(8)
        if label:
            room = pygame.Rect(x, rect.y, rect.right - x - theme.px(8), rect.height)
            size = 14
            # Before a label is cut, it is drawn smaller and nearer to the edge.
            if theme.width(label) > room.width:
                size, room.width = 12, rect.right - x - theme.px(2)
                if not self.icon:
                    room = rect.inflate(-theme.px(4), 0)
            sheet.label(room, label, size, color, "left" if self.icon else "center")

    def _draw_quiet(self, sheet: Sheet, rect: pygame.Rect, over: bool) -> None:
        theme, lit = sheet.theme, over or self.chosen
        if lit:
            sheet.fill(rect, theme.pressed if over else theme.raised, 4)
        inner = rect.inflate(-2 * theme.px(8 if self.align == "left" else 2), 0)
        sheet.label(inner, self.label, self.size, theme.text_color if lit else theme.dim, self.align)


def quiet_button(
    key: Hashable,
    label: str,
    tip: str,
    action: Callable[[], object],
    chosen: bool = False,
    size: int = 14,
    align: str = "center",
    enter: Callable[[], object] | None = None,
    leave: Callable[[], object] | None = None,
) -> Button:
    """A quiet button that is made again in each frame; `chosen`: it is the chosen one of several options."""
    return Button(
        action,
        label,
        tooltip=tip,
        quiet=True,
        chosen=chosen,
        size=size,
        align=align,
        key=key,
        enter=enter,
        leave=leave,
    )


def choices(
    name: str,
    options: Sequence[tuple[Hashable, str, str]],
    chosen: Hashable,
    choose: Callable[[Any], object],
    size: int = 14,
) -> list[Button]:
    """Quiet buttons for some options, given as (value, label, tip). The key of each is `name` with the value.
    `choose(value)` is called with the option that is clicked."""
    return [
        quiet_button((name, value), label, tip, partial(choose, value), value == chosen, size)
        for value, label, tip in options
    ]
