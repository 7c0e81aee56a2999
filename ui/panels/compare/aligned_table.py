"""The table of two breakdowns side by side: for each term both contributions and their difference."""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import partial

import pygame

from heuristics.lens import Row
from study.compare.background_scan import called
from study.compare.breakdown_diff import BETWEEN, FIRST, SECOND, SHARES, BreakdownDiff, DiffRow, term_named
from study.evaluation.contribution_formula import spelled
from study.evaluation.one_sided import explained
from study.format import number_text
from study.format.number_columns import NumberColumns
from study.format.term_groups import AUTHORS, GROUP, TERM, Arrangement, Part, TableRow, capital, group_title
from study.format.value_format import ValueFormat
from study.searches.values import for_side
from ui.kit.rows import right_of
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet, Stated
from ui.panels.evaluation.breakdown_table import DECIDED_SHARE, ROUNDING
from ui.panels.parts.table_cells import (
    ARROW,
    INDENT,
    MARK,
    TWO_LINES,
    cell_of,
    draw_group_name,
    draw_name,
    draw_number,
    draw_term,
    least_width,
)
from ui.theme import Theme

LEAST_BAR, MOST_BAR, MOST_HEAD = 28, 96, 72
"""Widths in design pixels: the least and the largest of a bar, and the largest of a heuristic's name."""

LEAST_INDENT = 4
"""Design pixels by which a term below its group is indented if its name needs the room."""

HEAD = 16
"""The height of a line of heads, in design pixels."""

ADVANTAGES = "in clear advantages"
PointAt = Callable[[str, int], None]
"""Called with the term that is pointed at and its column; the term is "" when the pointer leaves."""


@dataclass(frozen=True)
class ShownDiff:
    """The content of the table, for the side `perspective`. `labels` name the two lenses; `states` are the
    values that the two sums state."""

    alignment: BreakdownDiff
    labels: tuple[str, str]
    number_columns: tuple[NumberColumns, NumberColumns]
    names: tuple[str, str]
    perspective: int
    states: tuple[Stated | None, Stated | None]
    order: str = AUTHORS
    of: Hashable = None
    """Identifies the position. While a search runs, the rows keep their order until this changes."""
    folds: dict[str, bool] = field(default_factory=dict)
    """What a person has folded or unfolded."""

    @property
    def parts(self) -> list[Part]:
        """The terms with their differences. A term is level if both contributions are written as zero."""
        return [
            Part(
                row.name,
                row.label,
                next(own.group for own in (row.first, row.second) if own is not None),
                self.alignment.written(row) or 0.0,
                row.difference is not None
                and not self.alignment.form.steps(self.alignment.written(row) or 0.0)
                and not any(self.contributes(row, which) for which in (FIRST, SECOND)),
            )
            for row in self.alignment.rows
        ]

    def contributes(self, row: DiffRow, which: int) -> int:
        """A term's contribution to one of the two sums, as written, in steps of the last decimal."""
        own = row.row(which)
        return 0 if own is None else self.number_columns[which].form.steps(own.contribution)

    def for_side(self, value: float) -> float:
        return for_side(value, self.alignment.side, self.perspective)

    def scale(self, which: int) -> float:
        """The contribution that fills a bar; the same for both if they have the same unit."""
        if not self.alignment.one_unit:
            return self.number_columns[which].scale
        widest = max(
            number_columns.form.in_units(number_columns.scale) for number_columns in self.number_columns
        )
        return widest * self.number_columns[which].form.per_unit

    @property
    def rounding(self) -> tuple[float | None, float | None, float | None]:
        """For each column, the difference between its written sum and the sum of its written rows; None if
        none has appeared yet, or if the column has no sum."""
        alignment = self.alignment
        first, second = (
            number_columns.remainder(breakdown)
            for number_columns, breakdown in zip(self.number_columns, alignment.breakdowns, strict=True)
        )
        total = alignment.written()
        if total is None:
            return first, second, None
        lacking = alignment.form.lacking(total, (alignment.written(row) or 0.0 for row in alignment.rows))
        return first, second, lacking or None


@dataclass(frozen=True)
class DiffColumns:
    """Horizontal places, (left, width) in real pixels; bars that have no room have width 0."""

    name: tuple[int, int]
    bars: tuple[tuple[int, int], tuple[int, int]]
    numbers: tuple[tuple[int, int], tuple[int, int]]
    difference: tuple[int, int]
    tall: bool
    """Whether some names need two lines."""

    @classmethod
    def within(cls, sheet: Sheet, rect: pygame.Rect, shown: ShownDiff) -> "DiffColumns":
        """The columns in `rect`. If names have too little room, first gaps and heads shrink, then the type of
        the names, and at last names take two lines. Bars share the rest."""
        theme = sheet.theme
        gap = theme.px(8)
        numbers = [
            max(theme.width(text, 14, True) for text in (number_columns.sample(), "+8.888"))
            for number_columns in shown.number_columns
        ]
        widths = [
            max(number, min(theme.width(label, 12), theme.px(MOST_HEAD)))
            for number, label in zip(numbers, shown.labels, strict=True)
        ]
        difference = max(theme.width("difference", 12), theme.width("+8.888", 14, True))
        names, tall = _names_width(theme, shown, theme.width), False
        if sum(widths) + difference + 3 * gap + names > rect.width:
            gap, widths, difference = theme.px(4), numbers, theme.width("+8.888", 14, True)
        if sum(widths) + difference + 3 * gap + names > rect.width:
            names = _names_width(theme, shown, lambda name: theme.width(name, 12))
        # With groups, names stay in one line: then more of the folded groups have room.
        grouped = any(part.group for part in shown.parts)
        if sum(widths) + difference + 3 * gap + names > rect.width and not grouped:
            names, tall = _names_width(theme, shown, lambda name: least_width(theme, name)), True
        least = sum(widths) + difference + 3 * gap
        name = min(names, rect.width - least)
        bar = min((rect.width - name - least) // 2 - gap, theme.px(MOST_BAR))
        bar = bar if bar >= theme.px(LEAST_BAR) else 0
        name = rect.width - least - 2 * (bar + gap if bar else 0)
        x = rect.left + name + gap
        places = []
        for width in (bar, widths[FIRST], bar, widths[SECOND], difference):
            places.append((x, width))
            x += width + gap if width else 0
        return cls((rect.left, name), (places[0], places[2]), (places[1], places[3]), places[4], tall)

    def whole(self, which: int) -> tuple[int, int]:
        """The place of bar and number of one of the two lenses; for BETWEEN, of the difference."""
        if which == BETWEEN:
            return self.difference
        left, number = self.bars[which], self.numbers[which]
        start = left[0] if left[1] else number[0]
        return start, number[0] + number[1] - start


def _name_alone(label: str) -> str:
    """A heuristic's name, for a head that has no room for "shown: " and the name."""
    return label.rpartition(": ")[2]


def _names_width(theme: Theme, shown: ShownDiff, width: Callable[[str], int]) -> int:
    """The room that the names of all rows need if `width` measures a name."""
    one_line = max(width(ADVANTAGES), theme.width(ADVANTAGES, 12))  # its row never has two lines
    names = [one_line, width("88 terms are level") + theme.px(ARROW)]
    for row, part in zip(shown.alignment.rows, shown.parts, strict=True):
        beside = theme.px(INDENT) * bool(part.group) + theme.px(MARK) * bool(_sided(shown, row))
        names.append(width(part.label) + beside)
        if part.group:
            names += [
                width(f"{group_title(part.group)}xxx"),  # xxx: as wide as the triangle that folds the group
                width("88 terms are level") + theme.px(ARROW + INDENT),
            ]
    return max(names)


@dataclass(frozen=True)
class DiffRows:
    """Draws the rows of the table in `columns`. `scroll` moves rows, `arrangement` folds them."""

    sheet: Sheet
    shown: ShownDiff
    columns: DiffColumns
    scroll: Scroll
    arrangement: Arrangement
    point: PointAt

    @property
    def heads_one_above_the_other(self) -> bool:
        """Whether a heuristic's name is wider than its column."""
        return any(
            self.sheet.theme.width(_name_alone(label), 12) > self.columns.whole(which)[1]
            for which, label in enumerate(self.shown.labels)
        )

    def draw_header(self, rect: pygame.Rect) -> None:
        sheet, theme, columns, shown = self.sheet, self.sheet.theme, self.columns, self.shown
        below, one_above = rect, self.heads_one_above_the_other
        if one_above:
            below = pygame.Rect(rect.left, rect.bottom - theme.px(HEAD), rect.width, theme.px(HEAD))
        sheet.label(cell_of(below, columns.name), "term", 12, theme.dim)
        for which, lens in enumerate(shown.alignment.lenses):
            place = cell_of(rect, columns.whole(which))
            head = shown.labels[which]  # "shown: hunter", or the name alone where that has no room
            text = cell_of(below, columns.whole(which))
            if one_above:
                least = columns.name[0] if which == FIRST else columns.whole(FIRST)[0]
                text = pygame.Rect(least, below.top, text.right - least, below.height)
                text.top = rect.top if which == FIRST else below.top
            fits = theme.width(head, 12) <= place.width
            sheet.label(text, head if fits else _name_alone(head), 12, theme.dim, "right")
            scale = ValueFormat.of_lens(lens).plain(lens.heuristic.clear_advantage)
            tip = f"{called(lens)}.\nA clear advantage is {scale}."
            sheet.add(("compared", which), place, tip, focusable=False)
        unit = "" if shown.alignment.one_unit else ", each as a share of its heuristic's clear advantage"
        first, second = shown.labels
        place = cell_of(rect, columns.difference)
        difference = "difference" if theme.width("difference", 12) <= place.width else "diff."
        sheet.label(cell_of(below, columns.difference), difference, 12, theme.dim, "right")
        tip = f"{first} minus {second}, for {shown.names[shown.perspective]}{unit}."
        sheet.add(("compared", BETWEEN), place, tip, focusable=False)

    def draw_term(self, place: pygame.Rect, table_row: TableRow, number: int) -> None:
        sheet, theme, columns, shown = self.sheet, self.sheet.theme, self.columns, self.shown
        (index,) = table_row.terms
        row = shown.alignment.rows[index]
        here = FIRST if row.first is not None else SECOND
        reached = partial(self.scroll.show_line, number, place.height)
        over = self._zone((index, None), place, row, here, reached)
        for which in (FIRST, SECOND, BETWEEN):
            if which == BETWEEN or row.row(which) is not None:
                over |= self._zone((index, which), cell_of(place, columns.whole(which)), row, which)
        if over:
            sheet.fill(place, theme.raised, 4)
        difference = shown.alignment.written(row)
        color = theme.text_color if difference else theme.dim
        name = cell_of(place, columns.name)
        if not columns.bars[FIRST][1]:  # a long name may have what the first number leaves of its column
            name.width = self._number_left(place, row.first) - theme.px(4) - name.left
        tight = theme.width(row.label, 12) > name.width - theme.px(INDENT)
        name = right_of(name, name.left + theme.px(LEAST_INDENT if tight else INDENT) * table_row.inside)
        draw_term(sheet, name, row.label, color, bool(_sided(shown, row)))
        for which in (FIRST, SECOND):
            self._draw_cell(place, row.row(which), which)
        cell = cell_of(place, columns.difference)
        if difference is None:
            sheet.label(cell, number_text.NOTHING, 14, theme.dim, "right")
        else:
            draw_number(sheet, cell, shown.for_side(difference), shown.alignment.form, color)

    def draw_group(self, place: pygame.Rect, row: TableRow, index: int, parts: Sequence[Part]) -> None:
        """Draws a group with its subtotals, or the level terms folded into one row."""
        sheet, theme, columns, shown = self.sheet, self.sheet.theme, self.columns, self.shown
        alignment = shown.alignment
        level = all(parts[term].level for term in row.terms)
        names = ", ".join(parts[term].label for term in row.terms)
        over = sheet.add(
            ("aligned group", row.key),
            place,
            f"{row.label(level)}: {names}.\nA click or Enter {row.verb} it.",
            click=partial(self.arrangement.toggle, row),
            reached=partial(self.scroll.show_line, index, place.height),
        )
        if over:
            sheet.fill(place, theme.raised, 4)
        draw_group_name(sheet, cell_of(place, columns.name), row, level)
        bold = row.kind == GROUP and not level
        color = None if bold else theme.dim
        for which in (FIRST, SECOND):
            form = shown.number_columns[which].form
            steps = sum(shown.contributes(alignment.rows[term], which) for term in row.terms)
            value = shown.for_side(form.of_steps(steps))
            draw_number(sheet, cell_of(place, columns.numbers[which]), value, form, color, bold=bold)
            if columns.bars[which][1] and row.kind == GROUP and shown.scale(which):
                bar = cell_of(place, columns.bars[which]).inflate(0, -theme.px(8))
                sheet.bar(bar, value / shown.scale(which), shown.perspective)
        value = shown.for_side(alignment.form.subtotal(parts[term].amount for term in row.terms))
        draw_number(sheet, cell_of(place, columns.difference), value, alignment.form, color, bold=bold)

    def _zone(
        self,
        key: tuple[int, int | None],
        place: pygame.Rect,
        row: DiffRow,
        which: int,
        reached: Callable[[], object] | None = None,
    ) -> bool:
        """Registers a zone. Pointing at it shows on the board what a term counts in one of the two
        lenses, or the difference."""
        return self.sheet.add(
            ("aligned term", *key),
            place,
            lambda: _tip(self.shown, row),
            enter=lambda: self.point(row.name, which),
            leave=lambda: self.point("", which),
            reached=reached,
            focusable=reached is not None,
        )

    def _number_left(self, place: pygame.Rect, row: Row | None) -> int:
        """The left edge of the first number of a row."""
        cell, width, text = cell_of(place, self.columns.numbers[FIRST]), self.sheet.theme.width, "failed"
        if row is None:
            text = number_text.NOTHING
        elif row.failure is None:
            value, form = self.shown.for_side(row.contribution), self.shown.number_columns[FIRST].form
            text = form.fitted(value, lambda written: width(written, 14) <= cell.width)
        return cell.right - min(cell.width, width(text, 14))

    def _draw_cell(self, place: pygame.Rect, row: Row | None, which: int) -> None:
        sheet, theme, columns, shown = self.sheet, self.sheet.theme, self.columns, self.shown
        cell = cell_of(place, columns.numbers[which])
        if row is None:
            sheet.label(cell, number_text.NOTHING, 14, theme.dim, "right")
            return
        if row.failure is not None:
            sheet.label(cell, "failed", 14, theme.warning, "right")
            return
        value, scale = shown.for_side(row.contribution), shown.scale(which)
        if columns.bars[which][1]:
            bar = cell_of(place, columns.bars[which]).inflate(0, -theme.px(8))
            share = value / scale if scale else 0.0
            decides = abs(row.contribution) >= number_text.LEAST_SHARE_OF_A_WIN
            share = math.copysign(DECIDED_SHARE, value) if decides else share
            sheet.bar(bar, share, shown.perspective)
        draw_number(sheet, cell, value, shown.number_columns[which].form)

    def draw_rounding(
        self, place: pygame.Rect, rounding: tuple[float | None, float | None, float | None]
    ) -> None:
        sheet, theme, columns, shown = self.sheet, self.sheet.theme, self.columns, self.shown
        tip = "The difference between the rounded sums and the rounded rows above."
        sheet.add("aligned rounding", place, tip)
        sheet.label(cell_of(place, columns.name), ROUNDING, 14, theme.dim)
        for which, lacking in enumerate(rounding):
            if lacking is not None:
                cell = cell_of(place, columns.difference if which == BETWEEN else columns.numbers[which])
                form = shown.alignment.form if which == BETWEEN else shown.number_columns[which].form
                draw_number(sheet, cell, shown.for_side(lacking), form, theme.dim)

    def draw_total(self, rect: pygame.Rect) -> None:
        sheet, theme, columns, shown = self.sheet, self.sheet.theme, self.columns, self.shown
        alignment = shown.alignment
        whose = shown.names[shown.perspective]
        tip = f"The sums of the contributions, each in its heuristic's own unit, for {whose}."
        sheet.add("aligned total", rect, tip)
        sheet.label(cell_of(rect, columns.name), "sum", 14, bold=True)
        for which, breakdown in enumerate(alignment.breakdowns):
            cell = cell_of(rect, columns.numbers[which])
            if breakdown.failure is not None:
                sheet.label(cell, number_text.NOTHING, 14, theme.dim, "right")
                continue
            value = shown.for_side(breakdown.value)
            draw_number(
                sheet, cell, value, shown.number_columns[which].form, states=shown.states[which], bold=True
            )
        difference = alignment.written()
        if alignment.one_unit and difference is not None:
            cell = cell_of(rect, columns.difference)
            draw_number(sheet, cell, shown.for_side(difference), shown.alignment.form, bold=True)

    def draw_advantages(self, rect: pygame.Rect) -> None:
        """Draws the sums in clear advantages, the only measure that all heuristics share: each heuristic says
        which value is a clear advantage."""
        sheet, theme, columns, shown = self.sheet, self.sheet.theme, self.columns, self.shown
        alignment = shown.alignment
        sizes = (
            f"{ValueFormat.of_lens(lens).plain(lens.heuristic.clear_advantage)} by {label}"
            for lens, label in zip(alignment.lenses, shown.labels, strict=True)
        )
        tip = f"Each sum divided by what its heuristic calls a clear advantage: {', '.join(sizes)}."
        sheet.add("aligned advantages", rect, tip)
        draw_name(sheet, cell_of(rect, columns.name), ADVANTAGES, theme.dim)
        sums = [alignment.in_advantages(which) for which in (FIRST, SECOND)]
        for which, value in enumerate(sums):
            if value is not None:
                cell = cell_of(rect, columns.numbers[which])
                draw_number(sheet, cell, shown.for_side(value), SHARES, theme.dim)
        difference = alignment.written()
        if not alignment.one_unit and difference is not None:
            cell = cell_of(rect, columns.difference)
            draw_number(sheet, cell, shown.for_side(difference), shown.alignment.form, bold=True)


class AlignedTable:
    """Draws the table; a table longer than its place can be scrolled."""

    def __init__(self) -> None:
        self.scroll = Scroll()
        self.arrangement = Arrangement()

    def draw(self, sheet: Sheet, rect: pygame.Rect, shown: ShownDiff, point: PointAt) -> int:
        """Draws the table and returns where it ends. Draws nothing if not even one row has room."""
        theme, alignment = sheet.theme, shown.alignment
        for number_columns, breakdown in zip(shown.number_columns, alignment.breakdowns, strict=True):
            number_columns.include([breakdown])
        inner = pygame.Rect(rect.left, rect.top, rect.width - theme.px(8), rect.height)
        columns = DiffColumns.within(sheet, inner, shown)
        line = theme.px(TWO_LINES if columns.tall else 20)
        drawn = DiffRows(sheet, shown, columns, self.scroll, self.arrangement, point)
        high = theme.px(2 * HEAD if drawn.heads_one_above_the_other else 24)
        header = pygame.Rect(inner.left, rect.top, inner.width, high)
        rounding = shown.rounding
        rounds = any(lacking is not None for lacking in rounding)
        foot = theme.px(20)
        room = rect.height - header.height - 2 * foot - theme.px(4)
        holds = any(number_columns.holds for number_columns in shown.number_columns)
        parts = shown.parts
        rows = self.arrangement.rows(
            alignment.form, parts, shown.order, room // line - rounds, shown.folds, shown.of, holds
        )
        count = len(rows) + rounds
        body = pygame.Rect(rect.left, header.bottom, rect.width, 0)
        body.height = max(line, min(line * count, room // line * line))  # whole rows
        total = pygame.Rect(inner.left, body.bottom + theme.px(4), inner.width, foot)
        if total.bottom + foot > rect.bottom:
            return rect.top
        drawn.draw_header(header)
        for index, place in self.scroll.lines(sheet, "aligned", body, line, count):
            place.width = inner.width
            if index >= len(rows):
                drawn.draw_rounding(place, rounding)
            elif rows[index].kind == TERM:
                drawn.draw_term(place, rows[index], index)
            else:
                drawn.draw_group(place, rows[index], index, parts)
        sheet.rule(inner.left, inner.right, total.top - theme.px(2))
        drawn.draw_total(total)
        drawn.draw_advantages(total.move(0, foot))
        for which in (FIRST, SECOND):
            left, width = columns.bars[which]
            if width:
                middle = left + width // 2
                ends = ((middle, header.bottom), (middle, total.bottom - theme.px(2)))
                pygame.draw.line(sheet.surface, theme.dim, *ends)
        return total.bottom + foot


def _sided(shown: ShownDiff, row: DiffRow) -> str:
    """What to say about a term that is one-sided in one of the two lenses; "" for others."""
    alignment = shown.alignment
    sentences = (explained(lens, row.name, alignment.side, shown.names) for lens in alignment.lenses)
    return next(filter(None, sentences), "")


def _tip(shown: ShownDiff, row: DiffRow) -> str:
    """The term's description, and how its contribution to each sum comes about."""
    lines = []
    for which, lens in enumerate(shown.alignment.lenses):
        own, term, label = row.row(which), term_named(lens, row.name), shown.labels[which]
        if own is None or term is None:
            lines.append(f"{label} has no such term.")
            continue
        if own.failure is not None:
            lines.append(f"{label}: failed: {own.failure.here()}")
            continue
        breakdown = shown.alignment.breakdowns[which]
        index = next(i for i, each in enumerate(breakdown.rows) if each is own)
        sum_ = spelled(lens, shown.number_columns[which], breakdown, index, shown.perspective)
        value = shown.number_columns[which].form.exact(shown.for_side(own.contribution))
        lines.append(f"{label}: {sum_ or value}. {term.description}")
    return "\n".join(filter(None, [capital(row.label), *lines, _sided(shown, row)]))
