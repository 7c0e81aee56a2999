"""The list of a screen's keys, which is shown above the screen."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import pygame

from ui.commands import Commands, KeyLine
from ui.contract import Screen
from ui.kit.buttons import Button
from ui.kit.keyboard import spelled
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import ACTIVATES, Sheet
from ui.theme import Theme

GUIDE = "guide"
"""The window's command that opens the guide."""

HOW_TO_PLAY = "how to play"
"""The command of a screen that opens the page of rules of its game."""

SIZES = (
    *((size, columns, False) for size, columns in ((14, 1), (14, 2), (14, 3), (12, 2), (12, 3))),
    *((size, columns, True) for size, columns in ((14, 3), (14, 2), (12, 2), (14, 1), (12, 1))),
)
"""(size of the text, number of columns, whether the columns scroll), tried in this order until everything has
room."""

Block = list[KeyLine]
"""The lines of a group."""


class KeyList:
    """The list of keys, and whether it is `open`. `explain` opens the page of rules of the game, `open_guide`
    the guide."""

    def __init__(self, explain: Callable[[], object], open_guide: Callable[[], object]) -> None:
        self.open = False
        self.scroll = Scroll()
        self._explain, self._open_guide = explain, open_guide
        self.how_to_play = Button(lambda: self._leave_for(explain), icon="help")
        tip = "Opens the guide in your browser (Shift+F1)."
        self.guide = Button(lambda: self._leave_for(open_guide), "Guide", tooltip=tip)

    def show(self) -> None:
        """Shows the list from its beginning."""
        self.open, self.scroll.offset = True, 0

    def close(self) -> None:
        self.open = False

    def _leave_for(self, other: Callable[[], object]) -> None:
        self.close()
        other()

    def key(
        self,
        event: pygame.event.Event,
        commands: Collection[str],
        press: Callable[[pygame.event.Event], object],
    ) -> None:
        """Closes the list at any key, except keys that scroll it, and Tab, Enter or Space for its buttons. A
        key of the page of rules or of the guide also opens that page. `commands` are the names of the key's
        commands. `press` gives the key to the control with the focus and returns whether the control used
        it."""
        if HOW_TO_PLAY in commands:
            self._leave_for(self._explain)
        elif GUIDE in commands:
            self._leave_for(self._open_guide)
        elif self.scroll.needed and self.scroll.key(event):
            pass
        elif event.key not in (pygame.K_TAB, *ACTIVATES) or not press(event):
            self.close()

    def draw(self, sheet: Sheet, screen: Screen, window: Commands[Any]) -> None:
        """Draws a box in the middle of the window, with the keys of the screen and of the window in groups,
        and a button for the page of rules, if the screen has a game."""
        how = tip = ""
        if HOW_TO_PLAY in screen.commands and screen.commands.why_not(HOW_TO_PLAY) is None:
            command = screen.commands[HOW_TO_PLAY]
            how, tip = command.label.removesuffix(" …"), command.tooltip
        lines = [each._replace(keys=spelled(each.keys)) for each in (*screen.key_lines(), *window.lines)]
        theme, surface = sheet.theme, sheet.surface
        pad, head = theme.px(24), theme.px(56)
        room = surface.get_rect().inflate(-theme.px(16), -theme.px(16))
        gap, blocks = theme.px(16), _groups(lines)
        most_high = room.height - head - pad // 2
        for size, most, scrolls in SIZES:
            columns = _columns(blocks, most)
            line = theme.line_height(size) + theme.px(4 if size == 14 else 2)
            widths = [_width(theme, column, size) + gap for column in columns]
            high = round(line * max(map(_rows, columns)))
            if sum(widths) - gap + 2 * pad <= room.width and (scrolls or high <= most_high):
                break
        box = pygame.Rect(0, 0, sum(widths) - gap + 2 * pad, 0)
        box.size = min(box.width, room.width), min(room.height, head + high + pad)
        box.center = surface.get_rect().center
        sheet.add((self, "box"), box, click=self.close, focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW)
        sheet.fill(box, theme.panel, 8)
        pygame.draw.rect(surface, theme.line, box, theme.px(1), border_radius=theme.px(8))
        title = theme.text(surface, (box.x + pad, box.y + theme.px(16)), "Keys", 18, bold=True)
        self.how_to_play.label, self.how_to_play.tooltip = how, tip
        right = box.right - pad
        places: list[tuple[Button, pygame.Rect]] = []
        for button in (self.guide, *((self.how_to_play,) if how else ())):
            width = min(button.wanted_width(theme), right - title.right - pad)
            places.append((button, pygame.Rect(right - width, box.y + theme.px(12), width, theme.px(32))))
            right -= width + theme.px(8)
        # Tab goes through buttons in the order in which they are drawn: here from left to right.
        for button, place in reversed(places):
            button.draw(sheet, place)
        page = pygame.Rect(box.x, box.y + head, box.width, box.height - head - pad // 2)
        self.scroll.fit(high, page.height)
        if self.scroll.needed:
            self.scroll.area(sheet, self, page)
        x = box.x + pad
        with sheet.clipped(page):
            for column, width in zip(columns, widths, strict=True):
                place = pygame.Rect(x, page.y - self.scroll.offset, min(width, box.right - x) - gap, line)
                _draw_column(sheet, place, column, size)
                x += width
        if self.scroll.needed:
            self.scroll.draw(sheet, self, page)


def _draw_column(sheet: Sheet, place: pygame.Rect, column: Sequence[Block], size: int) -> None:
    """Draws a column of groups, from the line `place` on."""
    theme, key_width = sheet.theme, _key_width(sheet.theme, column, size)
    for block in column:
        sheet.label(place, block[0].group, size, bold=True)
        place = place.move(0, place.height)
        for keys, label, _ in block:
            sheet.label(place, keys, size)
            rest = pygame.Rect(place.x + key_width, place.y, place.width - key_width, place.height)
            sheet.label(rest, label, size, theme.dim)
            place = place.move(0, place.height)
        place = place.move(0, place.height // 2)


def _groups(lines: Sequence[KeyLine]) -> list[Block]:
    """The lines in groups, in the order in which the groups begin."""
    found: dict[str, Block] = {}
    for line in lines:
        found.setdefault(line.group, []).append(line)
    return list(found.values())


def _rows(column: Sequence[Block]) -> float:
    """How many lines high a column is, with headings and half a line below each group."""
    return sum(len(block) + 1.5 for block in column)


def _columns(blocks: Sequence[Block], most: int) -> list[list[Block]]:
    """The groups in their order, in at most `most` columns, so that the tallest column is as low as
    possible."""
    for limit in sorted(
        {_rows(blocks[a:b]) for a in range(len(blocks)) for b in range(a + 1, len(blocks) + 1)}
    ):
        columns: list[list[Block]] = [[]]
        for block in blocks:
            if columns[-1] and _rows([*columns[-1], block]) > limit:
                columns.append([])
            columns[-1].append(block)
        if len(columns) <= most and max(map(_rows, columns)) <= limit:
            return columns
    raise AssertionError("one column holds all")


def _key_width(theme: Theme, column: Sequence[Block], size: int) -> int:
    return max(theme.width(line.keys, size) for block in column for line in block) + theme.px(16)


def _width(theme: Theme, column: Sequence[Block], size: int) -> int:
    """The width in real pixels that the lines of a column need."""
    labels = max(theme.width(line.label, size) for block in column for line in block)
    return _key_width(theme, column, size) + labels
