"""A drop-down list of options, and a menu of things to do. Both open a list above everything else."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from ui.icons import draw_icon
from ui.kit.sheet import ACTIVATES, COMMANDS, Press, Sheet
from ui.kit.table import DataTable, drawn
from ui.theme import Theme

ROW, HIGH_ROW = 28, 40
"""The heights of a row with one line, and with a detail in two lines, in design pixels."""

WIDEST, SHARE = 600, 0.8
"""The largest width of an open list, in design pixels and as a share of the window, unless its control is
wider. A longer detail takes two lines. If it is cut even then, the tooltip has it."""

SPELLING_SECONDS = 1.0
"""Letters that follow each other within this time are read as one word."""


@dataclass(frozen=True)
class Option:
    """A line of a drop-down. `detail` is drawn dimmer, beside the label. `begins`: the line is the first of a
    group."""

    value: Any
    label: str
    detail: str = ""
    begins: bool = False


class DropDown:
    """A choice of one option. The object itself is the key of its zone. While the list is closed, the arrow
    keys left and right change the choice."""

    icon, icon_only = "down", False

    def __init__(self, on_change: Callable[[Any], object], tooltip: str = "") -> None:
        self.options: Sequence[Option] = ()
        self.index = 0
        self.open = False
        self.tooltip = tooltip
        self.list = DataTable()
        self._cut: set[int] = set()  # the options whose detail has no room
        self._on_change = on_change
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._spelt: tuple[str, float] = ("", 0.0)

    @property
    def value(self) -> Any:
        return self.options[self.index].value if self.options else None

    def offer(self, options: Sequence[Option], value: Any) -> None:
        """Sets the options and the chosen one, which is the first if `value` is not among them. An open list
        stays open only if both are the same as before."""
        index = next((i for i, option in enumerate(options) if option.value == value), 0)
        if (options, index) != (self.options, self.index):
            self.options, self.index, self.open = options, index, False

    def choose(self, index: int) -> None:
        index = max(0, min(index, len(self.options) - 1))
        self.open = False
        if index != self.index:
            self.index = index
            self._on_change(self.value)

    def unfold(self) -> None:
        self.open = bool(self.options)
        self.list.restart(max(0, self.index))

    def fold(self) -> None:
        self.open = False

    # Drawing

    def wanted_width(self, theme: Theme) -> int:
        """Real pixels for the longest of the options."""
        return max((theme.width(option.label) for option in self.options), default=0) + theme.px(32)

    def least_width(self, theme: Theme) -> int:
        """Real pixels for the chosen option."""
        return theme.width(self.shown_label) + theme.px(32)

    @property
    def shown_label(self) -> str:
        return self.options[self.index].label if self.options else ""

    def draw(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        enabled: bool = True,
        reached: Callable[[], object] | None = None,
    ) -> None:
        """`reached` is called as for a zone."""
        theme = sheet.theme
        over = self._register(sheet, rect, enabled, reached)
        sheet.fill(rect, theme.pressed if enabled and (over or self.open) else theme.raised, 6)
        color = theme.text_color if enabled else theme.faint
        if self.icon_only:
            draw_icon(sheet.surface, theme, self.icon, rect.center, 18, color)
            return
        room = pygame.Rect(rect.x + theme.px(8), rect.y, rect.width - theme.px(32), rect.height)
        sheet.label(room, self.shown_label, 14, color)
        at = (rect.right - theme.px(14), rect.centery)
        draw_icon(sheet.surface, theme, self.icon, at, 14, color)

    def _register(
        self, sheet: Sheet, rect: pygame.Rect, enabled: bool, reached: Callable[[], object] | None = None
    ) -> bool:
        self._rect = rect
        if self.open:
            sheet.layer(lambda: self._draw_list(sheet), self.fold)
        press, keys = (self._press, self._keys) if enabled else (None, None)
        hand = pygame.SYSTEM_CURSOR_HAND if enabled else None
        return sheet.add(
            self,
            rect,
            self.tooltip,
            press=press,
            keys=keys,
            reached=reached,
            focusable=enabled,
            cursor=hand,
        )

    def _draw_list(self, sheet: Sheet) -> None:
        theme, rect = sheet.theme, self._rect
        window = sheet.surface.get_rect()
        wanted = max(
            theme.width(option.label, 14, True)
            + (theme.width(option.detail, 12) + theme.px(16) if option.detail else 0)
            for option in self.options
        )
        most = min(theme.px(WIDEST), round(SHARE * window.width))
        wanted = max(rect.width, min(wanted + theme.px(32), most))
        width = min(wanted, window.width - theme.px(16))
        below = window.bottom - rect.bottom - theme.px(8)
        above = rect.top - theme.px(8)
        rows = self._row_heights(theme, width, max(below, above))
        room = max(rows[0], max(below, above))
        height = sum(rows) if sum(rows) <= room else room - room % theme.px(ROW)
        upward = height > below and above > below
        y = rect.top - height - theme.px(2) if upward else rect.bottom + theme.px(2)
        place = pygame.Rect(min(rect.x, window.right - width - theme.px(8)), y, width, height)
        sheet.fill(place, theme.raised, 6)
        self._cut.clear()

        def draw_option(area: pygame.Rect, number: int) -> None:
            option, inner = self.options[number], area.inflate(-theme.px(16), 0)
            if option.begins:
                sheet.rule(area.left, area.right, area.top)
            end = sheet.label(inner, option.label, bold=number == self.index).right
            if option.detail:
                left = end + theme.px(16)
                room = pygame.Rect(left, area.y, max(0, inner.right - left), area.height)
                lines = [option.detail]
                if area.height > theme.px(ROW):
                    first, *more = theme.wrapped(option.detail, room.width, 12)
                    lines = [first, " ".join(more)]
                    room.height = theme.line_height(12)
                    room.y = area.centery - room.height
                for line in lines:
                    sheet.label(room, line, 12, theme.dim)
                    room = room.move(0, room.height)
                if theme.width(lines[-1], 12) > room.width:
                    self._cut.add(number)

        options = drawn(len(self.options), rows, draw_option, self.choose, self._tip_of_row)
        self.list.draw(sheet, place, options, self._list_keys)
        pygame.draw.rect(sheet.surface, theme.line, place, theme.px(1), border_radius=theme.px(6))

    def _row_heights(self, theme: Theme, width: int, room: int) -> list[int]:
        """The heights of the rows in a list of `width`: two lines if a detail needs them, unless the list
        would not fit into `room` just because of that."""
        low, high = theme.px(ROW), theme.px(HIGH_ROW)
        heights = []
        for number, option in enumerate(self.options):
            label = theme.width(option.label, 14, number == self.index)
            left = width - label - theme.px(32)
            heights.append(high if option.detail and theme.width(option.detail, 12) > left else low)
        alone = len(heights) * low
        return heights if sum(heights) <= room or alone > room else [low] * len(heights)

    def _tip_of_row(self, number: int) -> str:
        return self.options[number].detail if number in self._cut else ""

    # Events

    def _press(self, press: Press) -> None:
        if press.button == 1:
            self.unfold()

    def _keys(self, event: pygame.event.Event) -> bool:
        if event.mod & COMMANDS:
            return False
        if event.key in ACTIVATES or event.key in (pygame.K_DOWN, pygame.K_UP):
            self.unfold()
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.choose(self.index + (1 if event.key == pygame.K_RIGHT else -1))
        else:
            return False
        return True

    def _list_keys(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_ESCAPE, pygame.K_TAB):
            self.fold()
            return True
        return self.list.key(event) or self._spell(event)

    def _spell(self, event: pygame.event.Event) -> bool:
        """Handles a letter: selects the next option that begins with the letters typed in a row. Returns
        False for other keys."""
        name = pygame.key.name(event.key)
        if len(name) != 1 or event.mod & COMMANDS:
            return False
        word, at = self._spelt
        now = time.perf_counter()
        word = word + name if now - at < SPELLING_SECONDS else name
        self._spelt = (word, now)
        # The same letter again and again goes through the options that begin with it.
        again = len(set(word)) == 1
        for step in range(len(self.options)):
            number = (self.list.lit + step + again) % len(self.options)
            if self.options[number].label.lower().startswith(word[0] if again else word):
                self.list.light(number)
                break
        return True


class Menu(DropDown):
    """A button that opens a list of things to do; `on_choose(value)` is called with the chosen one. A `label`
    is drawn before its icon."""

    def __init__(
        self, on_choose: Callable[[Any], object], icon: str, tooltip: str = "", label: str = ""
    ) -> None:
        super().__init__(on_choose, tooltip)
        self.icon, self.icon_only, self.label = icon, not label, label
        self.index = -1  # no option is chosen

    def offer(self, options: Sequence[Option], value: Any = None) -> None:
        self.options = options
        self.open = False

    def choose(self, index: int) -> None:
        self.open = False
        self._on_change(self.options[index].value)

    def wanted_width(self, theme: Theme) -> int:
        return theme.px(36) + theme.width(self.label) if self.label else theme.px(32)

    @property
    def shown_label(self) -> str:
        return self.label

    def _keys(self, event: pygame.event.Event) -> bool:
        return event.key not in (pygame.K_LEFT, pygame.K_RIGHT) and super()._keys(event)
