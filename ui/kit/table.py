"""A table: a fixed head, rows that scroll, and fixed rows at the foot. Without a head it is a list to choose
from. Only visible rows are made and drawn."""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate
from typing import Any, overload

import pygame

from study.state.changes import Memo
from ui.kit.cells import ButtonsCell, DataCell, MarkCell, TextCell
from ui.kit.layout import LEFT, DataColumn, fit, needed, wants
from ui.kit.rows import cut
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import ACTIVATES, COMMANDS, Point, Press, Sheet
from ui.theme import Theme

LINE, PAD, BESIDE = 20, 4, 12
"""In design pixels: the height of a line, the space to the left of the cells, and the space at both sides of
them together, including the scroll bar."""

Cells = Sequence[DataCell | tuple[DataCell | None, ...] | None]
Action = Callable[[], object]
Places = Mapping[Hashable, tuple[int, int]]
"""Left edge and width of each column, in real pixels."""
Shown = Sequence[tuple[int, DataColumn]]
"""The columns that have room, with their numbers."""


@dataclass(frozen=True)
class DataRow:
    """A row with a cell for each column. Several cells of one column, in a tuple, are drawn below each other.
    A text runs on over the next columns if these have None. `key` identifies the row, also when it changes
    its place. `click` opens it. `enter` is called when the mouse or the keyboard points at it, `leave` when
    it no longer does. `keys` act on the row while it is the highlighted row (`lit`). A `chosen` row has a
    marked edge."""

    key: Hashable
    cells: Cells
    tip: str | Callable[[], str] = ""
    click: Action | None = field(default=None, compare=False)
    enter: Action | None = field(default=None, compare=False)
    leave: Action | None = field(default=None, compare=False)
    keys: Mapping[int, Action] = field(default_factory=dict, compare=False)
    chosen: bool = False


class Each(Sequence[DataRow]):
    """A row for each of the `things`, made by `row` when it is first needed."""

    def __init__(self, things: Sequence[Any], row: Callable[[Any], DataRow]) -> None:
        self._things, self._row = things, row
        self._made: dict[int, DataRow] = {}

    def __len__(self) -> int:
        return len(self._things)

    @overload
    def __getitem__(self, at: int) -> DataRow: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[DataRow]: ...
    def __getitem__(self, at: int | slice) -> DataRow | Sequence[DataRow]:
        if isinstance(at, slice):
            return Each(self._things[at], self._row)
        if at not in self._made:
            self._made[at] = self._row(self._things[at])
        return self._made[at]


@dataclass(frozen=True)
class Content:
    """What a table shows: `rows`, and the rows of the `foot`, which stay below them. `row` is the height of
    each row in design pixels, or a list of different heights in real pixels. Without columns a row has one
    cell. `of` identifies what the table is about. `nothing` are the words for a table without rows. A table
    that `breaks` puts the first column above the others if they have no room beside it."""

    rows: Sequence[DataRow]
    columns: Sequence[DataColumn] = ()
    row: float | Sequence[int] = LINE
    foot: Sequence[DataRow] = ()
    of: Hashable = None
    breaks: bool = False
    nothing: str = ""

    @classmethod
    def of_heights(
        cls, rows: Iterable[tuple[DataRow, float]], columns: Sequence[DataColumn], theme: Theme, of: Hashable
    ) -> "Content":
        """The content with these rows, each with its height in design pixels."""
        rows = list(rows)
        heights = [theme.px(height) for _, height in rows]
        return cls([row for row, _ in rows], columns, heights, of=of)

    @property
    def titled(self) -> bool:
        return any(column.title for column in self.columns)

    def line(self, theme: Theme) -> int:
        """The height of a row in real pixels; 0 if rows have different heights."""
        return 0 if isinstance(self.row, Sequence) else theme.px(self.row)

    def height(self, theme: Theme, width: int) -> int:
        """The height of the whole table in real pixels, for a width. All rows must have the same height."""
        line = self.within(theme, width).line(theme)
        return theme.px(LINE) * self.titled + line * (len(self.rows) + len(self.foot))

    def within(self, theme: Theme, width: int) -> "Content":
        """The content for a width, with its rows broken into two lines if that is necessary."""
        if not self.breaks:
            return self
        whole = replace(self, breaks=False)
        widths = wants(self.columns, theme, widest({}, theme, self.columns, self.rows))
        if needed(widths.values(), theme) <= width - theme.px(BESIDE):
            return whole
        return replace(whole, rows=Each(self.rows, _broken), row=2 * LINE)


def drawn(
    count: int,
    row: float | Sequence[int],
    draw: Callable[[pygame.Rect, int], object],
    open: Callable[[int], object] | None = None,
    tip: Callable[[int], str] | None = None,
) -> Content:
    """Rows without columns, each drawn by `draw(place, number)`. `open(number)` is called for the row that a
    person opens, and `tip(number)` gives the tooltip of a row."""

    def one(number: int) -> DataRow:
        picture = MarkCell(lambda sheet, place: draw(place, number))
        row_tip, click = partial(tip, number) if tip else "", partial(open, number) if open else None
        return DataRow(number, (picture,), row_tip, click)

    return Content(Each(range(count), one), row=row)


def widest(
    widths: dict[Hashable, int], theme: Theme, columns: Sequence[DataColumn], rows: Iterable[DataRow]
) -> dict[Hashable, int]:
    """The widths of columns, made wide enough for the cells of `rows`. Cells that run on over the next column
    do not count."""
    for row in rows:
        for at, column in enumerate(columns):
            for line, cell in enumerate(_cells(row, at)):
                if cell is not None and not (at + 1 < len(columns) and _is_open(row, line, at + 1)):
                    widths[column.key] = max(widths.get(column.key, 0), cell.width(theme))
    return widths


def _broken(row: DataRow) -> DataRow:
    """The row with its first cell above the others."""
    first, *others = row.cells
    return replace(row, cells=((first, TextCell("")), *((None, cell) for cell in others)))  # type: ignore[arg-type]


class DataTable:
    """A table. Its column heads are zones whose key is its `name` with the column's key, because a page may
    have several tables.

    Usually Tab reaches the table as a whole, and the table itself is the key of its zone. Arrow keys then
    highlight a row, and Enter, Space or a click opens it. `lit` is the number of the highlighted row: the row
    that the keyboard chose or, since the pointer moved, the one under the pointer. It follows its row when
    rows come or go. With `stops`, Tab reaches each row, which is a zone with a key of its own.
    """

    def __init__(self, name: str = "", stops: bool = False) -> None:
        self.rows: Sequence[DataRow] = ()
        self.scroll = Scroll()
        self._name = name
        self._stops = stops
        self._lit = 0
        self._lit_key: Hashable = None
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._tops: Sequence[int] = range(0, 1)  # the top of each row, and the end of the content
        self._pressed: int | None = None
        self._lights: Memo[None] = Memo()  # remembers the place of the pointer
        self._shows_lit = False
        self._widths: Memo[dict[Hashable, int]] = Memo()  # the width of the widest cell of each column so far

    @property
    def count(self) -> int:
        return len(self.rows)

    @property
    def lit(self) -> int:
        return self._lit

    @lit.setter
    def lit(self, index: int) -> None:
        self._lit = index
        self._lit_key = self.rows[index].key if 0 <= index < self.count else None

    def restart(self, lit: int = 0) -> None:
        """Starts again with other rows, of which `lit` is highlighted and in view."""
        self._lit, self._lit_key, self.scroll.offset, self._shows_lit = lit, None, 0, True

    def index_at(self, pos: Point) -> int | None:
        """The row at a pixel; None if there is none."""
        index = bisect_right(self._tops, pos[1] - self._rect.y + self.scroll.offset) - 1
        return index if self._rect.collidepoint(pos) and 0 <= index < self._visible.stop else None

    @property
    def _visible(self) -> range:
        """The rows that are drawn. A last row that would be cut off is left out, unless it is the only one.
        If Tab reaches each row, all rows in view are drawn, and one more at each end, so that Tab can go
        on."""
        first = max(0, bisect_right(self._tops, self.scroll.offset) - 1)
        end = bisect_right(self._tops, self.scroll.offset + self._rect.height) - 1
        if self._stops:
            return range(max(0, first - 1), min(self.count, end + 2))
        return range(first, min(self.count, max(first + 1, end)))

    def area(self, index: int) -> pygame.Rect:
        """The place of a row, visible or not; empty if there is no such row."""
        if not 0 <= index < self.count:
            return pygame.Rect(self._rect.topleft, (self._rect.width, 0))
        top, end = self._tops[index : index + 2]
        return pygame.Rect(self._rect.x, self._rect.y + top - self.scroll.offset, self._rect.width, end - top)

    # Drawing

    def draw(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        content: Content,
        keys: Callable[[pygame.event.Event], bool] | None = None,
    ) -> None:
        """Draws the table. Columns get wider when wider cells come into view, and narrower only when the
        table is about something else. `keys` replaces `key` if the table is part of another control, which
        shows the focus by the highlighted row."""
        theme, body, pad = sheet.theme, rect.copy(), sheet.theme.px(PAD)
        content = content.within(theme, rect.width)
        rows, columns, line = content.rows, content.columns, content.line(theme)
        head = cut(body, theme.px(LINE) if content.titled else 0)
        body.height = max(0, body.height - line * len(content.foot))
        if line:  # whole rows, and the foot directly below them
            most = line * len(rows) if content.foot else body.height
            body.height = min(most, body.height) // line * line
        self.rows, self._rect = rows, body
        if isinstance(content.row, Sequence):
            self._tops = [*accumulate(content.row, initial=0)]
        else:
            self._tops = range(0, line * len(rows) + 1, line)
        self._settle_lit(body)
        if not rows and content.nothing:
            sheet.paragraph(rect, content.nothing, 14, theme.dim)
        if not body.height or not rows:
            return
        seen = [(index, rows[index]) for index in self._visible]
        widths = self._widths.of(dict, content.of, theme)
        widest(widths, theme, columns, [*(row for _, row in seen), *content.foot])
        found = fit(columns, rect.width - theme.px(BESIDE), theme, widths)
        places = {key: (rect.left + pad + left, width) for key, (left, width) in found.items()}
        shown = [(at, column) for at, column in enumerate(columns) if column.key in places]
        self._draw_head(sheet, head, columns, shown, places)
        self._add(sheet, body, keys)
        marked = sheet.hovered == self or sheet.focused == self
        with sheet.clipped(body):
            for index, row in seen:
                area, is_lit = self.area(index), self._stops or index == self._lit
                if self._stops:
                    self._add_stop(sheet, area, row)
                elif is_lit and marked and (row.click or row.tip):
                    sheet.fill(area, theme.pressed, 6)
                _draw_row(sheet, area, row, shown, places, is_lit)
        self.scroll.draw(sheet, (self, "scroll"), body)
        for number, row in enumerate(content.foot):
            area = pygame.Rect(rect.left, body.bottom + number * line, rect.width, line)
            self._add_stop(sheet, area, row)
            _draw_row(sheet, area, row, shown, places, False)
        if content.foot:
            sheet.rule(rect.left, rect.right, body.bottom)

    def _settle_lit(self, body: pygame.Rect) -> None:
        """Finds the highlighted row again by its key, and scrolls to it after `restart`."""
        self.scroll.fit(self._tops[-1], body.height)
        lit = max(0, min(self._lit, self.count - 1))
        if self._lit_key is not None and self.count and self.rows[lit].key != self._lit_key:
            lit = next((at for at, each in enumerate(self.rows) if each.key == self._lit_key), lit)
        self.lit = lit
        shows_lit, self._shows_lit = self._shows_lit, False
        if shows_lit and self.count:
            self.scroll.by(self._tops[max(0, lit - 3)])  # with up to three rows above it
            self.scroll.show(*self._tops[lit : lit + 2])

    def _draw_head(
        self, sheet: Sheet, head: pygame.Rect, columns: Sequence[DataColumn], shown: Shown, places: Places
    ) -> None:
        for number, (_, column) in enumerate(shown):
            if not column.title:
                continue
            place = _across(head, number, shown, places, lambda at: columns[at].title is None)
            if column.tip:
                sheet.add((self._name, column.key), place, column.tip, focusable=False)
            sheet.label(place, column.title, 12, sheet.theme.dim, column.align)

    def _add(
        self, sheet: Sheet, body: pygame.Rect, keys: Callable[[pygame.event.Event], bool] | None
    ) -> None:
        """Registers the zone that gets the wheel and the keys: the whole table, unless Tab reaches each
        row."""
        if self._stops:
            self.scroll.area(sheet, (self, "scroll"), body)
            return
        under = None if sheet.pointer is None else self.index_at(sheet.pointer)
        over = sheet.add(
            self,
            body,
            self._tip_of_lit,
            press=self._press,
            release=self._release,
            wheel=self.wheel,
            keys=keys or self.key,
            focusable=self.count > 0,
            ring=keys is None,
            cursor=pygame.SYSTEM_CURSOR_HAND if under is not None and self._opens(under) else None,
        )
        if over:
            self._lights.of(lambda: self._light(under), sheet.pointer)

    def _light(self, index: int | None) -> None:
        """Highlights the row that the pointer has moved to."""
        self.lit = self.lit if index is None else index

    def _add_stop(self, sheet: Sheet, area: pygame.Rect, row: DataRow) -> None:
        """Registers a row that Tab reaches, and marks it if something points at it."""
        top = area.top - self._rect.top + self.scroll.offset
        show = partial(self.scroll.show, top, top + area.height)
        act = row.click, row.enter, row.leave
        if sheet.add(row.key, area, row.tip, *act, reached=show):
            sheet.fill(area, sheet.theme.raised, 4)

    def _tip_of_lit(self) -> str:
        if not self.count:
            return ""
        tip = self.rows[self.lit].tip
        return tip if isinstance(tip, str) else tip()

    # Events

    def _opens(self, index: int) -> bool:
        return self.rows[index].click is not None

    def _open(self, index: int) -> None:
        click = self.rows[index].click
        if click is not None:
            click()

    def _press(self, press: Press) -> None:
        self._pressed = self.index_at(press.pos) if press.button == 1 else None

    def _release(self, pos: Point) -> None:
        index = self.index_at(pos)
        if index is not None and index == self._pressed:
            self.lit = index
            self._open(index)

    def wheel(self, notches: float) -> None:
        # Two rows a notch, of the average height.
        self.scroll.by(-round(notches * 2 * self._tops[-1] / max(1, self.count)))

    def light(self, index: int) -> None:
        """Highlights a row and scrolls to it."""
        self.lit = max(0, min(self.count - 1, index))
        if self.count:
            self.scroll.show(*self._tops[self.lit : self.lit + 2])

    def key(self, event: pygame.event.Event) -> bool:
        """Handles arrow keys, page keys, Home and End; Enter or Space, which open the highlighted row; and
        that row's own keys. Returns whether the key had an effect."""
        if self._stops:
            return self.scroll.key(event)
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
        acts = self.rows[self.lit].keys
        if event.key in goals:
            self.light(self._next(goals[event.key]))
        elif event.key in acts:
            acts[event.key]()
        elif event.key in ACTIVATES:
            self._open(self.lit)
        else:
            return False
        return True

    def _next(self, goal: int) -> int:
        """The row at `goal`, or the next one in this direction that can be opened; `goal` if there is
        none."""
        step = 1 if goal >= self.lit else -1
        goal = max(0, min(self.count - 1, goal))
        ahead = range(goal, self.count if step > 0 else -1, step)
        return next((index for index in ahead if self._opens(index)), goal)


def _cells(row: DataRow, at: int) -> tuple[DataCell | None, ...]:
    """The cells of a column in a row, the upper first."""
    cell = row.cells[at]
    return cell if isinstance(cell, tuple) else (cell,)


def _is_open(row: DataRow, line: int, at: int) -> bool:
    """Whether a text runs on over a column, in a line of a row."""
    cells = _cells(row, at)
    return len(cells) > line and cells[line] is None


def _across(
    area: pygame.Rect, number: int, shown: Shown, places: Places, goes_on: Callable[[int], bool]
) -> pygame.Rect:
    """The place of a shown column, together with the columns after it over which its text runs on."""
    left, width = places[shown[number][1].key]
    right = left + width
    for at, column in shown[number + 1 :]:
        if not goes_on(at):
            break
        right = sum(places[column.key])
    return pygame.Rect(left, area.top, right - left, area.height)


def _draw_row(
    sheet: Sheet, area: pygame.Rect, row: DataRow, shown: Shown, places: Places, is_lit: bool
) -> None:
    """Draws a row's cells into the columns, or its only one into the whole row."""
    if row.chosen:
        sheet.accent(area)
    if not shown:
        (cell,) = _cells(row, 0)
        if cell is not None:
            cell.draw(sheet, area, LEFT)
        return
    lines = max(len(_cells(row, at)) for at, _ in shown)
    high = sheet.theme.px(LINE) if lines > 1 else area.height
    top = area.top + (area.height - lines * high) // 2
    for number, (at, column) in enumerate(shown):
        cells = _cells(row, at)
        for line, cell in enumerate(cells):
            if cell is None or (isinstance(cell, ButtonsCell) and not is_lit):
                continue
            place = _across(area, number, shown, places, partial(_is_open, row, line))
            if len(cells) > 1:
                place.top, place.height = top + line * high, high
            cell.draw(sheet, place, column.align)
