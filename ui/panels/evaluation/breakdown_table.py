"""Draws the table of a breakdown: terms, counts, weights, and contributions as signed bars.

For a heuristic with its weights, widths and decimals only ever grow, so that a changing number stays in
place.
"""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import partial

import pygame

from games.contract import BLACK, WHITE
from heuristics.contract import Term
from heuristics.lens import Breakdown, Lens
from heuristics.sides import one_sided_terms
from study.evaluation.contribution_formula import phases_in_words, spelled, term_of
from study.evaluation.one_sided import counted_by, explained
from study.format import number_text
from study.format.number_columns import NumberColumns
from study.format.term_cells import WORTH, TermCells, divided_by, tapers, worth_title
from study.format.term_groups import (
    AUTHORS,
    BY_SIZE,
    GROUP,
    TERM,
    Arrangement,
    Part,
    TableRow,
    capital,
    groups_of,
    parts_of,
    rows_at_least,
    rows_in_all,
    rows_needed,
)
from study.format.value_format import ValueFormat
from study.searches.values import for_side
from ui.kit.rows import right_of
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet, Stated
from ui.panels.parts.table_cells import (
    ARROW,
    INDENT,
    MARK,
    cell_of,
    draw_group_name,
    draw_number,
    draw_term,
)
from ui.theme import Theme

ROUNDING = "rounding"
HEADER, ROOMY_ROW, ROW, GAP = 24, 24, 20, 4
"""Heights in design pixels: of the head, of a row if there is much room and if there is not, and of the space
above the total."""

USUAL_BAR, LEAST_BAR = 44, 12
"""The least width of a bar in design pixels: usually, and if counts or weights would have no room
otherwise."""

DECIDED_SHARE = 1.5
"""The share of a bar for a decided value. A share beyond 1 fills the bar and has a notch at its end."""

USUAL_NUMBER, USUAL_COUNT, SHORT_COUNT = "+88.888", f"{number_text.MINUS}8.88", "88"
"""Samples that the columns have room for from the start. Columns grow for the rare number that needs more.
The short count is for narrow panels, in which a name or the weights would have no room otherwise."""


@dataclass(frozen=True)
class BreakdownColumns:
    """Horizontal places, (left, width) in real pixels; width 0 for a column that has no room."""

    name: tuple[int, int]
    counts: tuple[tuple[int, int], tuple[int, int]]
    weight: tuple[int, int]
    bar: tuple[int, int]
    number: tuple[int, int]

    @classmethod
    def within(
        cls, theme: Theme, rect: pygame.Rect, number_columns: NumberColumns, widest: int
    ) -> "BreakdownColumns":
        """The columns in `rect`; `widest` is the width of the longest name. If not all have room, the bar and
        the counts shrink first. Then the weight is left out, or else the counts; both only if neither has
        room."""
        gap = theme.px(8)
        least_name = min(widest, rect.width * 2 // 3)
        usual = f"+88.{'8' * number_columns.form.decimals}"
        samples = number_columns.sample(), usual, "+888 M"  # M: a number shortened to millions
        number = max(theme.width(text) for text in samples) + theme.px(2)
        weights = max(
            [theme.width(number_columns.worth_title, 12)]
            + [theme.width(text) for text in number_columns.worths]
        )
        short = max(theme.width(SHORT_COUNT), theme.width(number_columns.count_sample()))
        usual_count = max(short, theme.width(USUAL_COUNT))
        least_bar = theme.px(USUAL_BAR)
        for count, weight in ((usual_count, weights), (short, weights), (short, 0), (0, weights), (0, 0)):
            taken = (2 * (count + gap) if count else 0) + (weight + gap if weight else 0)
            spare = rect.width - number - 2 * gap - least_name - taken
            if spare >= least_bar:
                break
            least_bar = theme.px(LEAST_BAR)
        bar = max(least_bar, min(spare, rect.width * 36 // 100))
        name = rect.width - number - bar - 2 * gap - taken
        x = rect.left + name + gap
        places = []
        for width in (count, count, weight, bar, number):
            places.append((x, width))
            x += width + gap if width else 0
        return cls((rect.left, name), (places[0], places[1]), places[2], places[3], places[4])


@dataclass(frozen=True)
class ShownBreakdown:
    """What a table shows: a breakdown with a lens, for the side `perspective`. The contributions of the
    breakdown `compared` are shown as marks; `mark` says where these are from: "at the end of the best line".
    `states` is the value that the total states. If the game is `over` in the position, a search counts the
    result and not the total."""

    lens: Lens
    number_columns: NumberColumns
    breakdown: Breakdown
    names: tuple[str, str]
    perspective: int = WHITE
    compared: Breakdown | None = None
    mark: str = ""
    states: Stated | None = None
    over: bool = False
    order: str = AUTHORS
    of: Hashable = None
    """Identifies the table: the position, and whether it shows the board or the end of the best line. While a
    search runs, the rows keep their order until this changes."""
    stale: str = ""
    """The place in the game that the breakdown is from, if that is not the current place; else ""."""
    folds: dict[str, bool] = field(default_factory=dict)
    """What a person has folded or unfolded."""
    turn_order: Callable[[], object] | None = None
    open_weights: Callable[[], object] | None = None

    def for_side(self, value: float) -> float:
        """A value of the breakdown, converted to the table's side."""
        return for_side(value, self.breakdown.side, self.perspective)

    def other(self, index: int) -> float | None:
        """The compared contribution to the row at `index`, for the table's side. None if nothing is compared,
        and for a one-sided term that was evaluated for the other side."""
        compared = self.compared
        if compared is None or len(compared.rows) != len(self.breakdown.rows):
            return None
        row = compared.rows[index]
        if compared.side != self.breakdown.side and self.is_one_sided(row.name):
            return None
        return for_side(row.contribution, compared.side, self.perspective)

    def is_one_sided(self, name: str) -> bool:
        """Whether a term is one-sided."""
        return name in one_sided_terms(self.lens.heuristic)

    @property
    def evaluated(self) -> str:
        """The side that the position was evaluated for, in words, if the heuristic has one-sided terms and
        that side is not the perspective; else ""."""
        side = counted_by(self.lens, self.breakdown.side, self.names)
        return side if self.breakdown.side != self.perspective else ""


@dataclass(frozen=True)
class BreakdownRows:
    """Draws the rows of a table in `columns`. `scroll` moves rows, `arrangement` folds them.
    `point(terms)` is called with the terms of the row that is pointed at, and with none when the pointer
    leaves it."""

    sheet: Sheet
    shown: ShownBreakdown
    columns: BreakdownColumns
    scroll: Scroll
    arrangement: Arrangement
    point: Callable[[Sequence[Term]], None] | None

    def _add(
        self,
        key: Hashable,
        place: pygame.Rect,
        tip: str | Callable[[], str],
        index: int,
        terms: Sequence[Term],
        click: Callable[[], object] | None = None,
    ) -> None:
        """Registers the row at `index`; it is highlighted while it is pointed at."""
        over = self.sheet.add(
            key,
            place,
            tip,
            click,
            enter=self.point and partial(self.point, terms),
            leave=self.point and partial(self.point, ()),
            reached=partial(self.scroll.show_line, index, place.height),
        )
        if over:
            self.sheet.fill(place, self.sheet.theme.raised, 4)

    def draw_group(self, place: pygame.Rect, row: TableRow, index: int, parts: Sequence[Part]) -> None:
        """Draws a group with its subtotal, or the level terms folded into one row."""
        sheet, theme, shown, form = self.sheet, self.sheet.theme, self.shown, self.shown.number_columns.form
        level = all(parts[term].level for term in row.terms)
        value = shown.for_side(form.subtotal(parts[term].amount for term in row.terms))
        names = ", ".join(parts[term].label for term in row.terms)
        amount = f"{form.with_unit(value)} for {shown.names[shown.perspective]}"
        tip = f"{row.label(level)}, {amount}: {names}.\nA click or Enter {row.verb} it."
        terms = [term_of(shown.lens.heuristic, shown.breakdown, term) for term in row.terms]
        self._add(("group", row.key), place, tip, index, terms, partial(self.arrangement.toggle, row))
        color = theme.dim if level or row.kind != GROUP else theme.text_color
        name = pygame.Rect(self.columns.name[0], place.top, 0, place.height)
        name.width = self.columns.bar[0] - theme.px(8) - name.left
        draw_group_name(sheet, name, row, level)
        if row.kind == GROUP:
            bar = cell_of(place, self.columns.bar).inflate(0, -theme.px(10))
            sheet.bar(bar, shown.number_columns.share(value), shown.perspective)
        bold = row.kind == GROUP and not level
        draw_number(sheet, cell_of(place, self.columns.number), value, form, color, bold=bold)

    def draw_rounding(self, place: pygame.Rect, lacking: float) -> None:
        """Draws the row that makes the written rows add up to the written total."""
        sheet, dim = self.sheet, self.sheet.theme.dim
        sheet.add("rounding", place, "The difference between the rounded total and the rounded rows above.")
        sheet.label(cell_of(place, self.columns.name), ROUNDING, 14, dim)
        value, cell = self.shown.for_side(lacking), cell_of(place, self.columns.number)
        draw_number(sheet, cell, value, self.shown.number_columns.form, dim)

    def draw_total(self, total: pygame.Rect) -> None:
        sheet, theme, columns, shown = self.sheet, self.sheet.theme, self.columns, self.shown
        number_columns, breakdown = shown.number_columns, shown.breakdown
        label = "total"
        divided = divided_by(shown.lens.divisor)
        if not columns.weight[1] and divided:
            label = f"total, weights {divided}".replace("/", "÷ ").replace("*", "normalised")
        if shown.over:
            label = "terms alone"
        if shown.evaluated:
            label = f"{label}, {shown.evaluated}"
        left = columns.name[0]
        free = (left, columns.bar[0] - theme.px(8) - left)  # the total has no counts and no weight
        sheet.label(cell_of(total, free), label, 14, bold=True)
        bar = cell_of(total, columns.bar).inflate(0, -theme.px(10))
        if breakdown.failure is not None:
            sheet.label(cell_of(total, columns.number), number_text.NOTHING, 14, theme.dim, "right")
            tip = "There is no sum: a term has failed."
        else:
            value = shown.for_side(breakdown.value)
            decided = number_columns.is_decided(breakdown)
            share = math.copysign(DECIDED_SHARE, value) if decided else number_columns.share(value)
            sheet.bar(bar, share, shown.perspective)
            draw_number(
                sheet, cell_of(total, columns.number), value, number_columns.form, states=shown.states
            )
            whole = number_columns.form.exact(value)
            whose = shown.names[shown.perspective]
            tip = f"The sum of the contributions, for {whose}: {whole}, the value that a search uses."
            if breakdown.side != shown.perspective:
                tip = f"{tip[:-1]} for {shown.names[breakdown.side]}, with the opposite sign."
            if shown.evaluated:
                tip += (
                    " Marked terms are one-sided: from the other side's point of view, the sum would differ."
                )
            if shown.over:
                tip = (
                    f"{tip.partition(', the value')[0]}. The game is over: a search counts the result "
                    "instead."
                )
        sheet.add("total", total, tip)

    def draw_header(self, rect: pygame.Rect) -> None:
        sheet, theme, columns, shown = self.sheet, self.sheet.theme, self.columns, self.shown
        name, names = cell_of(rect, columns.name), shown.names
        if shown.stale:
            sheet.label(name, shown.stale, 12, theme.warning)
            sheet.add("stale", name, f"Still the table {shown.stale}. The new one is being computed.")
        else:
            title, other = ("term", "by size") if shown.order == AUTHORS else ("by size", "the heuristic's")
            if shown.turn_order is not None:
                tip = f"The order of the terms; a click changes it: {other}."
                if sheet.add("term order", name, tip, click=shown.turn_order):
                    sheet.fill(name, theme.raised, 4)
            sheet.label(name, f"{title} ↓" if shown.order == BY_SIZE else title, 12, theme.dim)
        for side in (WHITE, BLACK):
            left, width = columns.counts[side]
            if width:
                place = pygame.Rect(left + width - theme.px(14), rect.top, theme.px(14), rect.height)
                sheet.shape(place, side)
                sheet.add(("count", side), cell_of(rect, columns.counts[side]), f"What {names[side]} has.")
        if columns.weight[1]:
            weight = cell_of(rect, columns.weight)
            tip = weights_tip(shown.lens)
            if shown.open_weights is not None:
                tip += " A click opens the page Weights, which changes them."
            if sheet.add("weights", weight, tip, click=shown.open_weights) and shown.open_weights:
                sheet.fill(weight, theme.raised, 4)
            sheet.label(weight, shown.number_columns.worth_title, 12, theme.dim, "right")
        bar = cell_of(rect, columns.bar)
        width = theme.px(14 if bar.width >= theme.px(28) else 11)
        bar.inflate_ip(max(0, 2 * width - bar.width), 0)  # at least as wide as both signs
        left, right = 1 - shown.perspective, shown.perspective
        sheet.shape(pygame.Rect(bar.left, rect.top, width, rect.height), left)
        sheet.shape(pygame.Rect(bar.right - width, rect.top, width, rect.height), right)
        tip = f"Bars to the right favour {names[right]}, bars to the left favour {names[left]}."
        sheet.add("bars", bar, tip)

    def draw_term(self, place: pygame.Rect, table_row: TableRow, number: int) -> None:
        sheet, theme, columns, shown = self.sheet, self.sheet.theme, self.columns, self.shown
        lens, number_columns, breakdown = shown.lens, shown.number_columns, shown.breakdown
        (index,) = table_row.terms
        row, side = breakdown.rows[index], breakdown.side
        term, other = term_of(lens.heuristic, breakdown, index), shown.other(index)
        key = ("term", index, id(breakdown))
        self._add(key, place, lambda: _tip(shown, index), number, (term,))
        color = theme.text_color if number_columns.form.steps(row.contribution) else theme.dim
        name = cell_of(place, columns.name)
        name = right_of(name, name.left + theme.px(INDENT) * table_row.inside)
        draw_term(sheet, name, row.label, color, shown.is_one_sided(row.name))
        if row.failure is not None:
            wide = theme.width(row.label) + theme.px(MARK) * shown.is_one_sided(row.name)
            rest = right_of(place, name.left + min(wide, name.width) + theme.px(8))
            sheet.label(rest, row.failure.here(), 14, theme.warning, inside=True)  # with file and line
            return
        counts = (row.own, row.other) if side == WHITE else (row.other, row.own)
        cells = TermCells.of_row(number_columns.form, lens, row)
        if columns.counts[0][1]:
            if row.own is None and row.other is None:
                both = cell_of(place, columns.counts[0]).union(cell_of(place, columns.counts[1]))
                amount = lens.amount(breakdown, index)
                if amount is not None:
                    amount = cells.side(shown.for_side(amount))
                    text = number_text.signed(amount, cells.decimals([amount]))
                    sheet.label(both, text, 14, color, "center")
            else:
                for whose, count in enumerate(counts):
                    cell = cell_of(place, columns.counts[whose])
                    if count is None:
                        sheet.aligned(cell, number_text.NOTHING, number_columns.count_decimals, 14, theme.dim)
                    else:
                        sheet.aligned(cell, cells.side_text(count), number_columns.count_decimals, 14, color)
        if columns.weight[1] and term is not lens.heuristic.decisive:
            sheet.label(cell_of(place, columns.weight), cells.worth_text, 14, theme.dim, "right")
        bar = cell_of(place, columns.bar).inflate(0, -theme.px(10))
        decided = term is lens.heuristic.decisive
        value = shown.for_side(row.contribution)
        share = math.copysign(DECIDED_SHARE, value) if decided else number_columns.share(value)
        sheet.bar(bar, share, shown.perspective)
        if other is not None and other != value:
            sheet.tick(bar.inflate(0, theme.px(4)), number_columns.share(other))
        draw_number(sheet, cell_of(place, columns.number), value, number_columns.form, color)


class BreakdownTable:
    """The table of one breakdown, with marks for the contributions of another one. Groups and level terms
    (written as zero) are folded if not all rows have room, or as a person folds them."""

    def __init__(self) -> None:
        self.scroll = Scroll()
        self.arrangement = Arrangement()

    def heights(self, theme: Theme, shown: ShownBreakdown) -> tuple[int, ...]:
        """The heights of the table with all rows, without the rows of level terms, and with all groups
        folded; all the same for a short table."""
        parts = parts_of(shown.number_columns.form, shown.breakdown, shown.compared)
        groups = groups_of(shown.number_columns.form, parts)
        rounding = shown.number_columns.remainder(shown.breakdown) is not None
        counts = [count(parts, groups) for count in (rows_in_all, rows_needed, rows_at_least)]
        return tuple(theme.px(HEADER + ROW * (count + rounding + 1) + GAP) for count in counts)

    def draw(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        shown: ShownBreakdown,
        point: Callable[[Sequence[Term]], None] | None = None,
    ) -> None:
        """Draws the table. `point(terms)` is called with the terms of the row that is pointed at, and with
        none when the pointer leaves it."""
        theme, number_columns, breakdown = sheet.theme, shown.number_columns, shown.breakdown
        form = number_columns.form
        parts = parts_of(form, breakdown, shown.compared)
        groups = groups_of(form, parts)
        subtotals = [group.amount for group in groups if group.name]
        number_columns.include(
            [breakdown] if shown.compared is None else [breakdown, shown.compared], subtotals
        )
        rounding = number_columns.remainder(breakdown)
        header = pygame.Rect(rect.left, rect.top, rect.width - theme.px(8), theme.px(HEADER))
        line, gap = theme.px(ROOMY_ROW), theme.px(GAP)
        if rect.height < theme.px(HEADER + 2 * ROW + GAP):
            return
        below = rounding is not None
        room = rect.bottom - gap - header.bottom
        if rows_in_all(parts, groups) + below + 1 > room // line:
            line = theme.px(ROW)
        free = room // line - 1 - below
        rows = self.arrangement.rows(
            form, parts, shown.order, free, shown.folds, shown.of, number_columns.holds
        )
        columns = _columns(theme, header, shown, rows, parts)
        drawn = BreakdownRows(sheet, shown, columns, self.scroll, self.arrangement, point)
        count = len(rows) + below
        body = pygame.Rect(rect.left, header.bottom, rect.width, min(line * count, (room // line - 1) * line))
        total = pygame.Rect(header.left, body.bottom + gap, header.width, line)
        drawn.draw_header(header)
        # The zero line of the bars: its x, and where its pieces begin and end.
        middle, ends = columns.bar[0] + columns.bar[1] // 2, [header.bottom]
        for index, place in self.scroll.lines(sheet, "terms", body, line, count):
            place.width = header.width
            if index < len(rows) and _failed(shown, rows[index]):
                ends += [
                    max(place.top, header.bottom),
                    place.bottom,
                ]  # interrupts the zero line: the failure is written there
            if index >= len(rows):
                drawn.draw_rounding(place, rounding or 0.0)
            elif rows[index].kind == TERM:
                drawn.draw_term(place, rows[index], index)
            else:
                drawn.draw_group(place, rows[index], index, parts)
        sheet.rule(header.left, header.right, total.top - theme.px(2))
        drawn.draw_total(total)
        ends.append(total.bottom - theme.px(2))
        for start, end in zip(ends[::2], ends[1::2], strict=True):
            if start < end:
                pygame.draw.line(sheet.surface, theme.dim, (middle, start), (middle, end))


def _columns(
    theme: Theme,
    rect: pygame.Rect,
    shown: ShownBreakdown,
    rows: Sequence[TableRow],
    parts: Sequence[Part],
) -> BreakdownColumns:
    """The columns with room for every term's name, folded ones included, so that no column moves when a
    row folds."""
    indent = theme.px(INDENT) * any(row.kind == GROUP for row in rows)
    widths = [
        theme.width(part.label) + theme.px(MARK) * shown.is_one_sided(part.name) + indent for part in parts
    ]
    widths += [
        theme.width(row.label(True), 14, row.kind == GROUP) + theme.px(ARROW)
        for row in rows
        if row.kind != TERM
    ]
    return BreakdownColumns.within(theme, rect, shown.number_columns, max(widths))


def _failed(shown: ShownBreakdown, row: TableRow) -> bool:
    """Whether the row shows a term that failed."""
    return row.kind == TERM and shown.breakdown.rows[row.terms[0]].failure is not None


def weights_tip(lens: Lens) -> str:
    """How a contribution follows from the weights of a lens, in words."""
    form = ValueFormat.of_lens(lens)
    if lens.divisor is None:
        return "The heuristic normalises its weights (*) before it adds up the terms."
    formula = "A contribution is the count times its weight"
    title = worth_title(form, tapers(lens))
    if title == WORTH:
        formula = f"A contribution is the count times its worth{' in this phase' if tapers(lens) else ''}"
        formula += f", in {form.units}" if form.unit else ""
    if lens.divisor != 1.0:
        formula += f", divided by {number_text.short(lens.divisor)}"
    if not all(term.counts for term in lens.heuristic.terms):
        formula += f". A row without a {title} has values in place of counts"
    return f"{formula}."


def _tip(shown: ShownBreakdown, index: int) -> str:
    row, other = shown.breakdown.rows[index], shown.other(index)
    term = term_of(shown.lens.heuristic, shown.breakdown, index)
    text = f"{capital(row.label)}: {term.description or 'no description'}"
    source = f"\nSource: {term.source}" if term.source else ""
    if row.failure is not None:
        return f"{text}\nFailed: {row.failure.here()}.{source}"
    sum_ = spelled(shown.lens, shown.number_columns, shown.breakdown, index, shown.perspective)
    value = shown.for_side(row.contribution)
    form = shown.number_columns.form
    amount = sum_ or f"Contributes {form.exact(value)}"
    amount += f", for {shown.names[shown.perspective]}"
    phases = phases_in_words(shown.lens, term, row.weight)
    if other is not None and other != value:
        amount += f"; {shown.mark} {form.exact(other)}, at the mark"
    sided = explained(shown.lens, row.name, shown.breakdown.side, shown.names)
    return "\n".join(filter(None, (text, f"{amount}.", phases, sided))) + source
