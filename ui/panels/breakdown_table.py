"""The table of a breakdown: terms, counts, weights, and contributions as signed bars.

Widths and decimals are found once for a heuristic and its weights and only ever grow, so that a
number that changes stays where it is.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from games.contract import BLACK, WHITE
from heuristics.contract import Heuristic, Term
from heuristics.lens import Breakdown, Lens, Row
from study import numbers
from study.measures import COUNT_DECIMALS, Measures
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet
from ui.theme import Theme


@dataclass(frozen=True)
class Columns:
    """Horizontal places, (left, width) in real pixels; width 0 for a column that has no room."""

    name: tuple[int, int]
    counts: tuple[tuple[int, int], tuple[int, int]]
    weight: tuple[int, int]
    bar: tuple[int, int]
    number: tuple[int, int]

    @classmethod
    def within(cls, theme: Theme, rect: pygame.Rect, measures: Measures, names: Sequence[str]) -> "Columns":
        gap = theme.px(8)
        least_name = min(max(theme.width(name) for name in names), rect.width * 2 // 5)
        number = max(theme.width(measures.sample()), theme.width("+888 M")) + theme.px(2)
        count = max(theme.px(20), theme.width(measures.count_sample()))
        weight = max([theme.width("weight", 12)] + [theme.width(text) for text in measures.weights])
        least_bar = theme.px(56)
        spare = rect.width - least_name - 2 * (count + gap) - weight - number - 3 * gap
        bar = max(least_bar, min(spare, rect.width * 36 // 100))
        rest = rect.width - number - bar - 2 * gap
        if rest - 2 * (count + gap) - weight - gap < least_name:
            weight = 0
        if rest - 2 * (count + gap) < theme.px(64):
            count = 0
        taken = (2 * (count + gap) if count else 0) + (weight + gap if weight else 0)
        name = rest - taken
        x = rect.left + name + gap
        places = []
        for width in (count, count, weight, bar, number):
            places.append((x, width))
            x += width + gap if width else 0
        return cls((rect.left, name), (places[0], places[1]), places[2], places[3], places[4])


def term_of(heuristic: Heuristic, breakdown: Breakdown, index: int) -> Term:
    """The term that a breakdown's row shows: the decisive one comes first where it decides."""
    offset = len(breakdown.rows) - len(heuristic.terms)
    if index < offset:
        assert heuristic.decisive is not None
        return heuristic.decisive
    return heuristic.terms[index - offset]


class BreakdownTable:
    """Draws one breakdown, and marks where another one's contributions would end."""

    def __init__(self) -> None:
        self.scroll = Scroll()

    def draw(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        lens: Lens,
        measures: Measures,
        breakdown: Breakdown,
        names: tuple[str, str],
        compared: Breakdown | None = None,
        mark: str = "",
        point: Callable[[Term | None], None] | None = None,
    ) -> None:
        """`point(term)` is called with the term that is pointed at, None once it is no longer."""
        theme = sheet.theme
        measures.include([breakdown] if compared is None else [breakdown, compared])
        inner = pygame.Rect(rect.left, rect.top, rect.width - theme.px(8), rect.height)
        columns = Columns.within(theme, inner, measures, [written(row.name) for row in breakdown.rows])
        line = theme.px(24)
        if rect.height < 3 * line:
            return
        header = pygame.Rect(inner.left, rect.top, inner.width, theme.px(24))
        gap = theme.px(4)
        if header.height + line * (len(breakdown.rows) + 1) + gap > rect.height:
            line = theme.px(20)
        total = pygame.Rect(inner.left, rect.bottom - line, inner.width, line)
        body = pygame.Rect(rect.left, header.bottom, rect.width, total.top - gap - header.bottom)
        height = line * len(breakdown.rows)
        if height < body.height:
            body.height = height
            total.top = body.bottom + gap
        self.scroll.fit(height, body.height)
        self._draw_header(sheet, header, columns, names)

        self.scroll.area(sheet, "terms", body)
        clip = sheet.surface.get_clip()
        sheet.surface.set_clip(body.clip(clip))
        middle = columns.bar[0] + columns.bar[1] // 2
        for index in self.scroll.rows(line, len(breakdown.rows)):
            top = body.top + index * line - self.scroll.offset
            place = pygame.Rect(inner.left, top, inner.width, line)
            other = compared.rows[index] if compared and len(compared.rows) == len(breakdown.rows) else None
            self._draw_row(sheet, place, columns, measures, lens, breakdown, index, other, mark, point)
        sheet.surface.set_clip(clip)
        self.scroll.draw(sheet, "terms", body)

        sheet.rule(inner.left, inner.right, total.top - theme.px(2))
        sheet.label(_part(total, columns.name), "total", 14, bold=True)
        bar = _part(total, columns.bar).inflate(0, -theme.px(10))
        if breakdown.failure is not None:
            sheet.label(_part(total, columns.number), numbers.NOTHING, 14, theme.dim, "right")
            tip = "There is no sum: a term has failed."
        else:
            decided = measures.is_decided(breakdown)
            share = math.copysign(1.5, breakdown.value) if decided else measures.share(breakdown.value)
            sheet.bar(bar, _for_white(share, breakdown.side))
            self._number(sheet, _part(total, columns.number), breakdown.value, measures)
            whole = f"{breakdown.value:+.10g}".replace("-", numbers.MINUS)
            whose = names[breakdown.side]
            tip = f"The sum of the contributions, for {whose}: {whole}, as the search counts it."
        sheet.add("total", total, tip)
        pygame.draw.line(
            sheet.surface, theme.dim, (middle, header.bottom), (middle, total.bottom - theme.px(2))
        )

    def _draw_header(self, sheet: Sheet, rect: pygame.Rect, columns: Columns, names: tuple[str, str]) -> None:
        theme = sheet.theme
        sheet.label(_part(rect, columns.name), "term", 12, theme.dim)
        for side in (WHITE, BLACK):
            left, width = columns.counts[side]
            if width:
                place = pygame.Rect(left + width - theme.px(14), rect.top, theme.px(14), rect.height)
                sheet.shape(place, side)
                sheet.add(("count", side), _part(rect, columns.counts[side]), f"What {names[side]} has.")
        if columns.weight[1]:
            sheet.label(_part(rect, columns.weight), "weight", 12, theme.dim, "right")
        bar = _part(rect, columns.bar)
        width = theme.px(14)
        sheet.shape(pygame.Rect(bar.left, rect.top, width, rect.height), BLACK)
        sheet.shape(pygame.Rect(bar.right - width, rect.top, width, rect.height), WHITE)
        sheet.add(
            "bars", bar, f"Bars to the right favour {names[WHITE]}, bars to the left favour {names[BLACK]}."
        )

    def _draw_row(
        self,
        sheet: Sheet,
        place: pygame.Rect,
        columns: Columns,
        measures: Measures,
        lens: Lens,
        breakdown: Breakdown,
        index: int,
        other: Row | None,
        mark: str,
        point: Callable[[Term | None], None] | None,
    ) -> None:
        theme, row, side = sheet.theme, breakdown.rows[index], breakdown.side
        term = term_of(lens.heuristic, breakdown, index)
        over = sheet.add(
            ("term", index, id(breakdown)),
            place,
            _tip(term, row, other, mark),
            enter=None if point is None else lambda: point(term),
            leave=None if point is None else lambda: point(None),
            reached=lambda: self.scroll.show(index * place.height, (index + 1) * place.height),
        )
        if over:
            sheet.fill(place, theme.raised, 4)
        color = theme.dim if row.contribution == 0.0 else theme.text_color
        sheet.label(_part(place, columns.name), written(row.name), 14, color)
        if row.failure is not None:
            rest = pygame.Rect(columns.counts[0][0], place.top, 0, place.height)
            rest.width = place.right - rest.left
            sheet.label(rest, row.failure.here(), 14, theme.warning)
            return
        counts = (row.own, row.other) if side == WHITE else (row.other, row.own)
        if columns.counts[0][1]:
            if row.own is None and row.other is None:
                both = pygame.Rect(columns.counts[0][0], place.top, 0, place.height)
                both.width = columns.counts[1][0] + columns.counts[1][1] - both.left
                amount = lens.amount(breakdown, index)
                if amount is not None:
                    decimals = numbers.decimals_of([amount], COUNT_DECIMALS)
                    sheet.label(both, numbers.signed(amount, decimals), 14, color, "center")
            else:
                for whose, count in enumerate(counts):
                    cell = _part(place, columns.counts[whose])
                    if count is None:
                        sheet.aligned(cell, numbers.NOTHING, measures.count_decimals, 14, theme.dim)
                    else:
                        decimals = numbers.decimals_of([count], COUNT_DECIMALS)
                        text = numbers.plain(count, decimals)
                        sheet.aligned(cell, text, measures.count_decimals, 14, color)
        if columns.weight[1] and term is not lens.heuristic.decisive:
            sheet.label(_part(place, columns.weight), numbers.short(row.weight), 14, theme.dim, "right")
        bar = _part(place, columns.bar).inflate(0, -theme.px(10))
        decided = term is lens.heuristic.decisive
        share = math.copysign(1.5, row.contribution) if decided else measures.share(row.contribution)
        sheet.bar(bar, _for_white(share, side))
        if other is not None and other.contribution != row.contribution:
            sheet.tick(bar.inflate(0, theme.px(4)), _for_white(measures.share(other.contribution), side))
        self._number(sheet, _part(place, columns.number), row.contribution, measures, color)

    def _number(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        value: float,
        measures: Measures,
        color: pygame.Color | None = None,
    ) -> None:
        width = sheet.theme.width
        text = numbers.fitted(value, measures.decimals, lambda text: width(text) <= rect.width)
        sheet.label(rect, text, 14, color, "right")


def written(name: str) -> str:
    """A term's name for people."""
    return name.replace("_", " ")


def _for_white(value: float, side: int) -> float:
    return value if side == WHITE else -value


def _part(rect: pygame.Rect, column: tuple[int, int]) -> pygame.Rect:
    return pygame.Rect(column[0], rect.top, column[1], rect.height)


def _tip(term: Term, row: Row, other: Row | None, mark: str) -> str:
    text = f"{written(row.name).capitalize()}: {term.description or 'no description'}"
    source = f"\nSource: {term.source}" if term.source else ""
    if row.failure is not None:
        return f"{text}\nFailed: {row.failure.here()}.{source}"
    amount = f"Contributes {numbers.signed(row.contribution, 6)}"
    if other is not None and other.contribution != row.contribution:
        amount += f"; {mark} {numbers.signed(other.contribution, 6)}, where the mark is"
    return f"{text}\n{amount}.{source}"
