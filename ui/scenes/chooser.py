"""The base of the screens that have a text field and a list below it."""

from collections.abc import Callable

import pygame

from ui.app import App
from ui.commands import KeyLine
from ui.kit.buttons import Button
from ui.kit.drop_down import DropDown
from ui.kit.rows import cut
from ui.kit.sheet import Sheet
from ui.kit.table import DataTable, drawn
from ui.kit.text_field import TextField
from ui.scenes.scene import Form

ROW = 32
LONGEST_PATH = 4000
LIST_KEYS = (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN)


class Chooser(Form):
    """The base of the screens on which a person types to choose from a list. The field has the focus until
    Tab moves it; arrow keys move through the list. `line(index)` is a row of the list: a text and a detail.
    `beside` is a control to the right of the field."""

    beside: DropDown | None = None

    def __init__(self, app: App, title: str, hint: str) -> None:
        super().__init__(app)
        self.title = title
        self.empty = ""
        self.count = 0
        self.line: Callable[[int], tuple[str, str]] = lambda index: ("", "")
        self.field = TextField(self._type, self._enter, hint, hint, LONGEST_PATH)
        self.list = DataTable()
        self.accept = Button(self._enter, "Open", tooltip="Opens the selected row (Enter).", primary=True)
        self.first_focus = self.field
        self.moved = False  # whether the person moved through the list after typing

    def _type(self, text: str) -> None:
        raise NotImplementedError

    def _enter(self) -> None:
        raise NotImplementedError

    def _open(self, index: int) -> None:
        raise NotImplementedError

    def offer(self, count: int, line: Callable[[int], tuple[str, str]]) -> None:
        """Sets the rows of the list, and selects the first."""
        self.count, self.line, self.moved = count, line, False
        self.list.restart()

    def key(self, event: pygame.event.Event) -> bool:
        if event.key not in LIST_KEYS or not self.list.key(event):
            return False
        self.moved = True
        return True

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme = sheet.theme
        gap, row = theme.px(8), theme.px(36)
        page = self.draw_column(sheet, rect, theme.px(16), theme.px(48))
        line = cut(page, row, theme.px(4))
        button = max(theme.px(88), self.accept.wanted_width(theme))
        aside = 0 if self.beside is None else min(self.beside.wanted_width(theme), page.width // 3) + gap
        self.field.draw(sheet, pygame.Rect(line.x, line.y, page.width - button - gap - aside, row))
        if self.beside is not None:
            self.beside.draw(sheet, pygame.Rect(line.right - button - aside, line.y, aside - gap, row))
        self.accept.draw(sheet, pygame.Rect(line.right - button, line.y, button, row))
        text, color = self.problem or self.remark, theme.warning if self.problem else theme.dim
        at = cut(page, theme.line_height(14), gap).topleft
        theme.text(sheet.surface, at, text, 14, color, max_width=page.width)
        self._draw_list(sheet, page)

    def _draw_list(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme, pad = sheet.theme, sheet.theme.px(12)
        sheet.fill(rect, theme.panel, 8)
        if not self.count:
            theme.text(sheet.surface, (rect.x + pad, rect.y + pad), self.empty, 14, theme.dim)

        def draw_row(area: pygame.Rect, index: int) -> None:
            if index == self.list.lit:
                sheet.fill(area, theme.raised, 6)
            text, detail = self.line(index)
            inner = area.inflate(-2 * pad, 0)
            aside = min(theme.width(detail), area.width // 3)
            sheet.label(pygame.Rect(inner.x, inner.y, inner.width - aside - pad, inner.height), text)
            sheet.label(
                pygame.Rect(inner.right - aside, inner.y, aside, inner.height), detail, 14, theme.dim, "right"
            )

        self.list.draw(sheet, rect, drawn(self.count, ROW, draw_row, self._open))

    @property
    def remark(self) -> str:
        """The text between field and list, unless a problem is shown there."""
        return ""

    def key_lines(self) -> list[KeyLine]:
        return [
            KeyLine("Up, Down, Page Up, Page Down", "Through the list", "List"),
            KeyLine("Enter", "Open", "List"),
        ]
