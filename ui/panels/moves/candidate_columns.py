"""The columns of the table of moves: which columns there are, the places of the columns that fit, and their
heads."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate

import pygame

from study.format.value_format import ValueFormat
from study.moves.candidate_table import MOVE, Column, Sorting
from ui.kit.buttons import quiet_button
from ui.kit.sheet import Sheet
from ui.panels.evaluation.breakdown_table import USUAL_NUMBER
from ui.theme import Theme

BOUND, BAR, ROUNDING = "bound", "bar", "rounding"
"""The columns that rows cannot be sorted by."""

DIGIT = 16
"""The width of a row's digit, the key that plays its move, in design pixels."""

HEAD, HEAD_LINE = 32, 15
"""Heights of the row of heads and of a line in it, in design pixels."""

GAP, ARROW, LEAST_ROOM = 8, 16, 48
"""In design pixels: the space between columns, the width of the arrows that lead to further columns, and the
least room for the columns that scroll."""

ARROW_TIPS = ("The previous columns.", "The next columns.")


@dataclass(frozen=True)
class Head:
    """A column's title and what it means; its `width` in real pixels, which for bars is the least width; and
    whether the rows can be sorted by it."""

    column: Column
    title: str
    tip: str
    width: int
    sorts: bool = True


@dataclass(frozen=True)
class CandidateColumns:
    """The columns that have a place, (left, width) in real pixels. Fixed columns are always shown; of the
    others, as many as fit. `pages` are the numbers of the first column after turning one page back or forth;
    None if all columns on that side are in view. `arrows` are the left edges of the arrows that turn
    pages."""

    heads: tuple[Head, ...]
    places: dict[Column, tuple[int, int]]
    first: int = 0
    pages: tuple[int | None, int | None] = (None, None)
    arrows: tuple[int, int] = (0, 0)

    @classmethod
    def within(
        cls, theme: Theme, rect: pygame.Rect, fixed: Sequence[Head], others: Sequence[Head], first: int
    ) -> "CandidateColumns":
        """The columns in `rect`; `first` is the number of the first of the `others` to show."""
        gap, arrow = theme.px(GAP), theme.px(ARROW)
        x, places = _side_by_side(fixed, rect.left, gap)
        room = rect.right - x + gap
        spare = room - sum(head.width + gap for head in others)
        if spare >= 0:
            wider = min(spare, rect.width // 8)
            stretched = [replace(h, width=h.width + wider) if h.column == BAR else h for h in others]
            return cls((*fixed, *others), places | _side_by_side(stretched, x, gap)[1])
        room -= 2 * arrow
        if room < theme.px(LEAST_ROOM):
            return cls(tuple(fixed), places)
        others = [replace(head, width=min(head.width, room - gap)) for head in others]
        widths = [head.width + gap for head in others]
        first = max(0, min(first, len(others) - _fitting(widths[::-1], room)))
        after = first + _fitting(widths[first:], room)
        before = first - _fitting(widths[:first][::-1], room) if first else None
        shown = others[first:after]
        pages = (before, after if after < len(others) else None)
        places |= _side_by_side(shown, x + arrow, gap)[1]
        return cls((*fixed, *shown), places, first, pages, (x, rect.right - arrow))

    def part(self, row: pygame.Rect, column: Column) -> pygame.Rect:
        """The cell where a column crosses a row."""
        left, width = self.places[column]
        return pygame.Rect(left, row.top, width, row.height)


def _side_by_side(heads: Sequence[Head], x: int, gap: int) -> tuple[int, dict[Column, tuple[int, int]]]:
    places = {}
    for head in heads:
        places[head.column] = (x, head.width)
        x += head.width + gap
    return x, places


def _fitting(widths: Sequence[int], room: int) -> int:
    """How many of the widths, from the first on, fit into the room, in pixels."""
    return bisect_right([*accumulate(widths)], room)


def in_units(title: str, form: ValueFormat) -> str:
    """A title with the unit of the values below it."""
    return f"{title} ({form.units})" if form.unit else title


def number_width(theme: Theme) -> int:
    """Width of a column of values, in real pixels."""
    return max(theme.width(text) for text in ("loses in 88", USUAL_NUMBER))


def draw_heads(
    sheet: Sheet,
    rect: pygame.Rect,
    columns: CandidateColumns,
    sorting: Sorting,
    sort: Callable[[Column], object],
    turn_to: Callable[[int], object],
) -> None:
    """Draws the row of heads. A click sorts by a column; arrows lead to the columns that do not fit."""
    theme = sheet.theme
    for head in columns.heads:
        if not head.title:
            continue
        cell = columns.part(rect, head.column)
        sorted_by = head.sorts and sorting.column == head.column
        choose = partial(sort, head.column) if head.sorts else None
        over = sheet.add(("head", head.column), cell, head.tip, choose)
        color = theme.text_color if sorted_by or (over and head.sorts) else theme.dim
        _draw_title(sheet, cell, head, color, sorting.backwards if sorted_by else None)
    for page, x, sign, tip in zip(columns.pages, columns.arrows, "‹›", ARROW_TIPS, strict=True):
        if page is not None:
            place = pygame.Rect(x, rect.top, theme.px(ARROW), rect.height)
            quiet_button(("columns", sign), sign, tip, partial(turn_to, page), size=18).draw(sheet, place)


def _draw_title(
    sheet: Sheet, cell: pygame.Rect, head: Head, color: pygame.Color, backwards: bool | None
) -> None:
    """Draws a title, in two lines if it is too long for one, with a sign for the order if it has one."""
    theme = sheet.theme
    line, room = theme.px(HEAD_LINE), theme.px(12)
    lines = title_lines(theme, head.title, cell.width)
    on_left = head.column == MOVE
    left = cell.left + theme.px(8) * on_left
    for number, text in enumerate(lines, -len(lines)):
        place = pygame.Rect(left, cell.bottom + number * line, cell.right - left, line)
        drawn = sheet.label(place, text, 12, color, "left" if on_left else "right")
    if backwards is not None:
        sign = pygame.Rect(drawn.right if on_left else drawn.left - room, drawn.top, room, drawn.height)
        _draw_sign(sheet, sign, backwards)


def title_lines(theme: Theme, title: str, width: int) -> list[str]:
    """A title in at most two lines of this width, in pixels."""
    first, *rest = theme.wrapped(title, width, 12)
    return [first, " ".join(rest)] if rest else [first]


def _draw_sign(sheet: Sheet, rect: pygame.Rect, backwards: bool) -> None:
    """Draws a small triangle: it points down in the usual order of `Sorting`, up in the reverse order."""
    reach, (x, y) = sheet.theme.px(3), rect.center
    tip = -reach if backwards else reach
    points = [(x - reach, y - tip), (x + reach, y - tip), (x, y + tip)]
    pygame.draw.polygon(sheet.surface, sheet.theme.text_color, points)
