"""A list to choose from by a click, or by arrow keys and Enter. Only visible rows are drawn."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate

import pygame

from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import ACTIVATES, COMMANDS, Point, Press, Sheet


class ListBox:
    """A column of rows in one zone, whose key is the box itself. `on_open(index)` is called with the chosen
    row; `tip(index)` is a row's tooltip, and `opens(index)` says whether it can be chosen, by default always.
    `lit` is the row that Enter opens: the keyboard's, or the row under
    the pointer since the pointer moved."""

    def __init__(
        self,
        on_open: Callable[[int], object],
        tip: Callable[[int], str] | None = None,
        opens: Callable[[int], bool] = lambda index: True,
    ) -> None:
        self.lit = 0
        self.count = 0
        self.scroll = Scroll()
        self._on_open = on_open
        self._tip = tip
        self._opens = opens
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._tops: Sequence[int] = range(0, 1)  # of the rows in the content, and its end
        self._pressed: int | None = None
        self._seen: Point | None = None  # where the pointer was when it lit a row
        self._shows_lit = False

    def restart(self, lit: int = 0) -> None:
        """Starts again with other rows; `lit` is the row to show and light."""
        self.lit, self.scroll.offset, self._shows_lit = lit, 0, True

    def index_at(self, pos: Point) -> int | None:
        """The row at a pixel."""
        index = bisect_right(self._tops, pos[1] - self._rect.y + self.scroll.offset) - 1
        return index if self._rect.collidepoint(pos) and 0 <= index < self._visible.stop else None

    @property
    def _visible(self) -> range:
        """The rows that are drawn: a last one that is cut off is not, unless it is the only one."""
        first = max(0, bisect_right(self._tops, self.scroll.offset) - 1)
        whole = bisect_right(self._tops, self.scroll.offset + self._rect.height) - 1
        return range(first, min(self.count, max(first + 1, whole)))

    def area(self, index: int) -> pygame.Rect:
        """The place of a row, visible or not; an empty one where there is no such row."""
        if not 0 <= index < self.count:
            return pygame.Rect(self._rect.topleft, (self._rect.width, 0))
        top, end = self._tops[index : index + 2]
        return pygame.Rect(self._rect.x, self._rect.y + top - self.scroll.offset, self._rect.width, end - top)

    def draw(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        count: int,
        row: int | Sequence[int],
        draw_row: Callable[[pygame.Rect, int], object],
        keys: Callable[[pygame.event.Event], bool] | None = None,
    ) -> None:
        """Draws `count` rows of `row` real pixels, or as high as `row` says of each, by
        `draw_row(place, index)`. `keys` replaces `key` where the list is part of another control, which shows
        the focus by the lit row."""
        self._rect, self.count = rect, count
        self._tops = (
            range(0, row * (count + 1), row) if isinstance(row, int) else [*accumulate(row, initial=0)]
        )
        self.lit = max(0, min(self.lit, count - 1))
        self.scroll.fit(self._tops[-1], rect.height)
        shows_lit, self._shows_lit = self._shows_lit, False
        if shows_lit and count:
            self.scroll.by(self._tops[max(0, self.lit - 3)])
            self.scroll.show(*self._tops[self.lit : self.lit + 2])
        under = None if sheet.pointer is None else self.index_at(sheet.pointer)
        row_under = under is not None and self._opens(under)
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
        with sheet.clipped(rect):
            for index in self._visible:
                place = self.area(index)
                if index == self.lit and marked and self._opens(index):
                    sheet.fill(place, sheet.theme.pressed, 6)
                draw_row(place, index)
        self.scroll.draw(sheet, (self, "scroll"), rect)

    def draw_whole(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        count: int,
        row: int,
        draw_row: Callable[[pygame.Rect, int], object],
    ) -> None:
        """Draws whole rows only; nothing where none fits."""
        if rect.height >= row:
            place = pygame.Rect(rect.topleft, (rect.width, rect.height - rect.height % row))
            self.draw(sheet, place, count, row, draw_row)

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
        self.scroll.by(-round(notches * 2 * self._tops[-1] / max(1, self.count)))

    def light(self, index: int) -> None:
        """Lights a row and scrolls to it."""
        self.lit = max(0, min(self.count - 1, index))
        if self.count:
            self.scroll.show(*self._tops[self.lit : self.lit + 2])

    def key(self, event: pygame.event.Event) -> bool:
        """Takes arrow keys, page keys, Home and End; Enter or Space opens the lit row."""
        if not self.count or event.mod & COMMANDS:
            return False
        page = max(1, self._rect.height * self.count // self._tops[-1] - 1)
        goals = {
            pygame.K_UP: self.lit - 1,
            pygame.K_DOWN: self.lit + 1,
            pygame.K_PAGEUP: self.lit - page,
            pygame.K_PAGEDOWN: self.lit + page,
            pygame.K_HOME: 0,
            pygame.K_END: self.count - 1,
        }
        if event.key in goals:
            self.light(self._next(goals[event.key]))
        elif event.key in ACTIVATES:
            self._on_open(self.lit)
        else:
            return False
        return True

    def _next(self, goal: int) -> int:
        """The row at `goal`, or the next in its direction that can be chosen; `goal` where none is left."""
        step = 1 if goal >= self.lit else -1
        index = max(0, min(self.count - 1, goal))
        while 0 <= index < self.count:
            if self._opens(index):
                return index
            index += step
        return goal
