"""A list to choose from by a click, or by arrow keys and Enter. Only visible rows are drawn."""

from collections.abc import Callable

import pygame

from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import ACTIVATES, COMMANDS, Point, Press, Sheet


class ListBox:
    """A column of rows in one zone, whose key is the box itself. `on_open(index)` is called with the chosen
    row; `tip(index)` is a row's tooltip. `lit` is the row that Enter opens: the keyboard's, or the row under
    the pointer since the pointer moved."""

    def __init__(self, on_open: Callable[[int], object], tip: Callable[[int], str] | None = None) -> None:
        self.lit = 0
        self.count = 0
        self.scroll = Scroll()
        self._on_open = on_open
        self._tip = tip
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._row = 1
        self._pressed: int | None = None
        self._seen: Point | None = None  # where the pointer was when it lit a row
        self._shows_lit = False

    def restart(self, lit: int = 0) -> None:
        """Starts again with other rows; `lit` is the row to show and light."""
        self.lit, self.scroll.offset, self._shows_lit = lit, 0, True

    def index_at(self, pos: Point) -> int | None:
        """The row at a pixel."""
        index = (pos[1] - self._rect.y + self.scroll.offset) // self._row
        return index if self._rect.collidepoint(pos) and 0 <= index < self.count else None

    def area(self, index: int) -> pygame.Rect:
        """The place of a row, visible or not."""
        top = self._rect.y + index * self._row - self.scroll.offset
        return pygame.Rect(self._rect.x, top, self._rect.width, self._row)

    def draw(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        count: int,
        row: int,
        draw_row: Callable[[pygame.Rect, int], object],
        keys: Callable[[pygame.event.Event], bool] | None = None,
    ) -> None:
        """Draws `count` rows of `row` real pixels, each by `draw_row(place, index)`. `keys` replaces `key`
        where the list is part of another control, which shows the focus by the lit row."""
        self._rect, self.count, self._row = rect, count, row
        self.lit = max(0, min(self.lit, count - 1))
        self.scroll.fit(row * count, rect.height)
        if self._shows_lit:
            self._shows_lit = False
            self.scroll.by((self.lit - 3) * row)
            self.scroll.show(self.lit * row, (self.lit + 1) * row)
        row_under = sheet.pointer is not None and self.index_at(sheet.pointer) is not None
        over = sheet.add(
            self,
            rect,
            self._tip_of_lit,
            press=self._press,
            release=self._release,
            wheel=self.wheel,
            keys=keys or self.key,
            focusable=count > 0,
            ring=keys is None,
            cursor=pygame.SYSTEM_CURSOR_HAND if row_under else None,
        )
        if over and sheet.pointer is not None and sheet.pointer != self._seen:
            self._seen = sheet.pointer
            index = self.index_at(sheet.pointer)
            self.lit = self.lit if index is None else index
        marked = over or sheet.focused == self
        clip = sheet.surface.get_clip()
        sheet.surface.set_clip(rect.clip(clip))
        for index in self.scroll.rows(row, count):
            place = self.area(index)
            if index == self.lit and marked:
                sheet.fill(place, sheet.theme.pressed, 6)
            draw_row(place, index)
        sheet.surface.set_clip(clip)
        self.scroll.draw(sheet, (self, "scroll"), rect)

    def _tip_of_lit(self) -> str:
        return self._tip(self.lit) if self._tip is not None and self.count else ""

    # Events

    def _press(self, press: Press) -> None:
        self._pressed = self.index_at(press.pos) if press.button == 1 else None

    def _release(self, pos: Point) -> None:
        index = self.index_at(pos)
        if index is not None and index == self._pressed:
            self.lit = index
            self._on_open(index)

    def wheel(self, notches: float) -> None:
        self.scroll.by(-round(notches * 2 * self._row))

    def light(self, index: int) -> None:
        """Lights a row and scrolls to it."""
        self.lit = max(0, min(self.count - 1, index))
        self.scroll.show(self.lit * self._row, (self.lit + 1) * self._row)

    def key(self, event: pygame.event.Event) -> bool:
        """Takes arrow keys, page keys, Home and End; Enter or Space opens the lit row."""
        if not self.count or event.mod & COMMANDS:
            return False
        page = max(1, self._rect.height // self._row - 1)
        goals = {
            pygame.K_UP: self.lit - 1,
            pygame.K_DOWN: self.lit + 1,
            pygame.K_PAGEUP: self.lit - page,
            pygame.K_PAGEDOWN: self.lit + page,
            pygame.K_HOME: 0,
            pygame.K_END: self.count - 1,
        }
        if event.key in goals:
            self.light(goals[event.key])
        elif event.key in ACTIVATES:
            self._on_open(self.lit)
        else:
            return False
        return True
