"""The palette: finds the commands of a screen by a part of their names."""

import re
from collections.abc import Sequence
from typing import Any

import pygame

from ui.commands import Command, Commands
from ui.kit.keyboard import spelled
from ui.kit.sheet import Sheet
from ui.kit.table import DataTable, drawn
from ui.kit.text_field import TextField

WIDTH, ROW = 720, 28
"""Width of the palette and height of a row, in design pixels."""

LIST_KEYS = (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN)

Row = tuple[Commands[Any], Command[Any]]
"""A command, and the table that has it."""


class CommandPalette:
    """The palette; `turn` opens it with the commands of a screen and of the window. A command that is
    impossible now is grey and says why."""

    def __init__(self) -> None:
        self.open = False
        self.field = TextField(self._find, self._run_chosen, "A part of a command's name.", "Find a command")
        self.list = DataTable()
        self.rows: list[Row] = []  # the commands found
        self._tables: Sequence[Commands[Any]] = ()

    def turn(self, tables: Sequence[Commands[Any]]) -> None:
        """Opens the palette with these commands, or closes it."""
        if self.open:
            self.close()
            return
        self.open, self._tables = True, tables
        self.field.show("")
        self._find("")

    def close(self) -> None:
        self.open, self.rows, self._tables = False, [], ()

    def _find(self, text: str) -> None:
        """Finds the commands that have all these words in their name, group, keys or tip. Commands that are
        possible now come first. Among them, and among the others, first come names in which each typed word
        begins a word, then other names, then commands that were found by group, keys or tip."""
        words = text.lower().split()
        found: list[tuple[bool, int, int, Row]] = []
        for table in self._tables:
            for name in table:
                command, impossible = table[name], table.why_not(name) is not None
                label = command.label.lower()
                more = f"{command.group} {spelled(command.keys)} {command.tip}".lower()
                if all(word in label or word in more for word in words):
                    begun = all(re.search(rf"(?<!\w){re.escape(word)}", label) for word in words)
                    place = 0 if begun else 1 if all(word in label for word in words) else 2
                    found.append((impossible, place, len(found), (table, command)))
        self.rows = [row for *_, row in sorted(found, key=lambda each: each[:3])]
        self.list.restart()

    def _run_chosen(self) -> None:
        if self.rows:
            self._run(self.list.lit)

    def _run(self, index: int) -> None:
        """Closes the palette and runs the command. Does nothing if the command is impossible now: its row
        says why."""
        table, command = self.rows[index]
        if table.why_not(command.name) is None:
            self.close()
            table.run(command.name)

    def _tip(self, index: int) -> str:
        table, command = self.rows[index]
        why = table.why_not(command.name)
        return command.tooltip if why is None else f"{command.tooltip}\n{why}"

    def key(self, event: pygame.event.Event) -> bool:
        """Takes the keys of the list, and Escape."""
        if event.key == pygame.K_ESCAPE:
            self.close()
            return True
        return event.key in LIST_KEYS and self.list.key(event)

    def draw(self, sheet: Sheet) -> None:
        """Draws a box near the top of the window."""
        theme, window = sheet.theme, sheet.surface.get_rect()
        pad, row = theme.px(12), theme.px(ROW)
        box = pygame.Rect(0, window.y + theme.px(48), min(theme.px(WIDTH), window.width - 2 * pad), 0)
        box.centerx = window.centerx
        field = pygame.Rect(box.x + pad, box.y + pad, box.width - 2 * pad, theme.px(36))
        most = max(1, (window.bottom - theme.px(48) - field.bottom - 2 * pad) // row)
        place = pygame.Rect(field.x, field.bottom + pad, field.width, row * max(1, min(most, len(self.rows))))
        box.height = place.bottom + pad - box.y
        sheet.add((self, "box"), box, focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW)
        sheet.fill(box, theme.panel, 8)
        pygame.draw.rect(sheet.surface, theme.line, box, theme.px(1), border_radius=theme.px(8))
        self.field.draw(sheet, field)
        if not self.rows:
            sheet.label(place, "No command contains all these words.", 14, theme.dim)

        def draw_row(area: pygame.Rect, index: int) -> None:
            table, command = self.rows[index]
            if index == self.list.lit:
                sheet.fill(area, theme.pressed, 6)
            why = table.why_not(command.name)
            inner = area.inflate(-theme.px(24), 0)
            keys = spelled(command.keys)
            width = min(theme.width(keys, 12), inner.width // 3)
            right = pygame.Rect(inner.right - width, inner.y, width, inner.height)
            sheet.label(right, keys, 12, theme.dim, "right")
            left = pygame.Rect(inner.x, inner.y, right.x - inner.x - pad, inner.height)
            end = sheet.label(left, command.label, 14, theme.text_color if why is None else theme.faint).right
            if why is not None:
                rest = pygame.Rect(end + pad, inner.y, max(0, left.right - end - pad), inner.height)
                sheet.label(rest, spelled(why), 12, theme.dim)

        if self.rows:
            self.list.draw(sheet, place, drawn(len(self.rows), ROW, draw_row, self._run, self._tip))
