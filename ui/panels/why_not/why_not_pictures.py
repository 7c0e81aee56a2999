"""The pictures of the page Why not: the groups and terms that lead from one value to the other, both values
at each depth, all terms, and the values along a line."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import pygame

from study.format import number_text
from study.format.term_groups import (
    BY_SIZE,
    GROUP,
    TERM,
    TableRow,
    all_folded,
    capital,
    group_title,
    groups_of,
)
from study.searches.values import for_side
from study.state.study import Study
from study.state.term_difference import TermDifference
from study.why_not.compared_line import ComparedLine
from study.why_not.comparison import ROUNDING, Comparison
from study.why_not.questions import WhyNotQuestions
from study.why_not.why_not_text import WhyNotText
from ui.kit.rows import right_of
from ui.kit.sheet import Sheet
from ui.panels.evaluation.breakdown_table import USUAL_NUMBER
from ui.panels.parts.outcome_table import decided_words
from ui.panels.parts.table_cells import TWO_LINES, draw_name, draw_number

CHART = 64
"""Height of the chart of values at each depth, without its title and numbers, in design pixels."""
OTHER_WEIGHT = "with another weight"

LEAST_BARS = 56
"""Least width of the waterfall's bars in design pixels. Names may take the rest."""


def number_for(answer: Comparison, value: float) -> str:
    """A value of the comparison in writing, for the side that makes both moves."""
    return decided_words(value) or answer.form.signed(value)


def draw_strip(sheet: Sheet, rect: pygame.Rect, answer: Comparison, compared_line: ComparedLine) -> int:
    """Draws a column of stacked contributions for each position of a line. Contributions for the side that
    makes both moves are above the middle, those against it below."""
    theme, side = sheet.theme, answer.side
    which = "chosen" if compared_line is answer.chosen else "asked"
    both = [s for b in (answer.chosen, answer.asked) for s in b.statics if s is not None]
    stacks = [[for_side(row.contribution, s.side, side) for row in s.rows] for s in both]
    largest = max((max(_above(stack), _above([-v for v in stack])) for stack in stacks), default=0.0)
    plies = max(len(answer.chosen.statics), len(answer.asked.statics))
    wide = max(theme.px(3), min(theme.px(28), rect.width // max(1, plies)))
    half = rect.height // 2
    sheet.rule(rect.left, rect.left + wide * len(compared_line.statics), rect.top + half)
    for ply, static in enumerate(compared_line.statics):
        if static is None or largest <= 0.0:
            continue
        column = pygame.Rect(rect.left + ply * wide, rect.top, wide - theme.px(2), rect.height)
        top = bottom = rect.top + half
        for row in static.rows:
            amount = for_side(row.contribution, static.side, side)
            height = round(abs(amount) / largest * half)
            if not height:
                continue
            top -= height if amount > 0 else 0
            place = pygame.Rect(column.left, top if amount > 0 else bottom, column.width, height)
            bottom += height if amount < 0 else 0
            sheet.fill(place, theme.side_color(side if amount > 0 else 1 - side))
            sheet.rule(place.left, place.right, place.top if amount > 0 else place.bottom - 1)
        after = "before the line" if ply == 0 else f"after {compared_line.plies[ply - 1][0]}"
        terms = sorted(static.rows, key=lambda row: -abs(row.contribution))[:4]
        amounts = ", ".join(
            f"{row.label} {number_for(answer, row.contribution)}" for row in terms if row.contribution
        )
        tip = f"{number_for(answer, static.value)} {after}: {amounts or 'nothing counts'}."
        sheet.add((which, "static", ply), column, tip, focusable=False)
    return rect.bottom + theme.px(8)


def _above(amounts: Sequence[float]) -> float:
    return sum(amount for amount in amounts if amount > 0.0)


Labels = tuple[str, str]
"""The names of the chosen and of the asked move: "best move", "your move"."""


def draw_waterfall(
    sheet: Sheet, page: pygame.Rect, y: int, answer: Comparison, labels: Labels, folds: dict[str, bool]
) -> int:
    """Draws the steps from the asked move's value to the chosen one's: a row for each group, the largest
    first, and a row for each term of an unfolded group. A bar to the right helps the chosen move."""
    if not answer.parts:
        return y
    theme, form = sheet.theme, answer.form
    line, gap = theme.px(20), theme.px(8)
    amounts = [part.amount for part in answer.parts]
    amounts += [group.amount for group in groups_of(form, answer.parts)]
    texts = (form.signed(amount) for amount in (*amounts, answer.written_difference))
    number = max(theme.width(text, 14, True) for text in (USUAL_NUMBER, *texts))
    longest = max(
        *(theme.width(part.label) + theme.px(16) * bool(part.group) for part in answer.parts),
        *(theme.width(group_title(part.group), 14, True) + theme.px(16) for part in answer.parts),
        theme.width("88 terms are level") + theme.px(16),
    )
    most = page.width - number - 2 * gap - theme.px(LEAST_BARS)
    name = max(min(page.width * 2 // 5, theme.px(200)), min(longest + gap, most))
    bars = pygame.Rect(page.left + name + gap, 0, page.width - name - number - 2 * gap, 0)
    y = _draw_direction(sheet, page, y, bars, labels)
    parts = answer.parts
    lacking = form.lacking(answer.written_difference, (part.amount for part in parts))
    groups = groups_of(form, parts, BY_SIZE)
    rows = all_folded(parts, groups, folds)
    largest = max((abs(group.amount) for group in groups), default=0.0)
    largest = max(largest, *(abs(parts[i].amount) for row in rows if row.inside for i in row.terms), 0.0)
    top = y
    for row in rows:
        place = pygame.Rect(page.left, y, page.width, line)
        _draw_step(sheet, place, bars, number, answer, labels, row, largest, folds)
        y = place.bottom
    if lacking:
        place = pygame.Rect(page.left, y, page.width, line)
        tip = "By how much the rounded amounts above miss the rounded total below."
        sheet.add(("step", ROUNDING), place, tip, focusable=False)
        sheet.label(pygame.Rect(place.left, y, name, line), ROUNDING, 14, theme.dim)
        draw_number(sheet, right_of(place, place.right - number), lacking, form, theme.dim)
        y = place.bottom
    middle = bars.centerx
    pygame.draw.line(sheet.surface, theme.dim, (middle, top), (middle, y - 1))
    sheet.rule(page.left, page.right, y)
    total = pygame.Rect(page.left, y + theme.px(2), page.width, line)
    chosen, asked = answer.chosen.text, answer.asked.text
    whose = answer.names[answer.side]
    tip = f"By how much {chosen} is better than {asked} for {whose} at depth {answer.depth}."
    sheet.add(("step", "total"), total, tip, focusable=False)
    whole = pygame.Rect(total.left, total.top, total.width - number - gap, line)
    sheet.label(whole, f"{chosen} instead of {asked}{answer.for_whom}", 14, bold=True)
    draw_number(sheet, right_of(total, total.right - number), answer.written_difference, form, bold=True)
    return total.bottom + gap


def _draw_direction(sheet: Sheet, page: pygame.Rect, y: int, bars: pygame.Rect, labels: Labels) -> int:
    """Draws the heading of the waterfall: from which value to which it leads, and which move a bar to the
    left or to the right helps."""
    theme, gap = sheet.theme, sheet.theme.px(8)
    chosen, asked = labels
    height = theme.px(20)
    left, right = f"helps {asked}", f"helps {chosen}"
    middle, end = bars.centerx, page.right
    if theme.width(right, 12) > end - middle - gap:
        left, right = asked, chosen
    start = middle - gap - theme.width(left, 12)
    head = f"from {asked} to {chosen}"
    if theme.width(head, 12) <= start - page.left - gap:
        sheet.label(pygame.Rect(page.left, y, start - page.left - gap, height), head, 12, theme.dim)
    sheet.label(pygame.Rect(page.left, y, middle - gap - page.left, height), left, 12, theme.dim, "right")
    sheet.label(pygame.Rect(middle + gap, y, end - middle - gap, height), right, 12, theme.dim)
    pygame.draw.line(sheet.surface, theme.dim, (middle, y + gap // 2), (middle, y + height - 1))
    return y + height


def _draw_step(
    sheet: Sheet,
    place: pygame.Rect,
    bars: pygame.Rect,
    number: int,
    answer: Comparison,
    labels: Labels,
    row: TableRow,
    largest: float,
    folds: dict[str, bool],
) -> None:
    """Draws a group, a term, or level terms in one row: its name, a bar from the middle, and how much it adds
    to the difference."""
    theme, form = sheet.theme, answer.form
    amount = form.subtotal(answer.parts[index].amount for index in row.terms)

    def turn() -> None:
        folds[row.key] = not row.unfolded

    unfolds = row.kind != TERM
    key, tip = ("step", row.key, row.terms), partial(_step_tip, answer, labels, row, amount)
    if sheet.add(key, place, tip, turn if unfolds else None, focusable=unfolds):
        sheet.fill(place, theme.raised, 4)
    left = place.left + theme.px(16 if row.inside else 0)
    if unfolds:
        sheet.fold_sign(pygame.Rect(left, place.top, theme.px(12), place.height), row.unfolded)
        left += theme.px(16)
    level = form.steps(amount) == 0
    color = theme.dim if level or row.inside else None
    bold = row.kind == GROUP
    cell = pygame.Rect(left, place.top, bars.left - theme.px(8) - left, place.height)
    draw_name(sheet, cell, step_name(answer, row), color, bold=bold)
    half = bars.width // 2 - theme.px(1)
    length = round(abs(amount) / largest * half) if largest else 0
    if not level:
        bar = pygame.Rect(bars.centerx, place.top + theme.px(4), max(1, length), theme.px(12))
        bar.right = bar.right if amount > 0 else bars.centerx
        sheet.fill(bar, theme.dim if row.inside else theme.text_color)
    draw_number(sheet, right_of(place, place.right - number), amount, form, color, bold=bold)


def step_name(answer: Comparison, row: TableRow) -> str:
    """The name of a row of groups and terms."""
    if row.kind != TERM:
        return row.label(all(answer.parts[index].level for index in row.terms))
    return answer.parts[row.terms[0]].label


def _step_tip(answer: Comparison, labels: Labels, row: TableRow, amount: float) -> str:
    form = answer.form
    chosen, asked = labels
    helps = f"{form.named(form.size(amount))} for {chosen if amount > 0 else asked}"
    if not form.steps(amount):
        helps = "the same for both"
    tip = f"{capital(step_name(answer, row))}: {helps}."
    if row.kind == TERM:
        return tip
    rows = [answer.parts[index] for index in row.terms]
    each = ", ".join(f"{part.label} {form.signed(part.amount)}" for part in rows)
    return f"{tip} {capital(each)}. Click to {'fold' if row.unfolded else 'unfold'}."


def draw_terms(sheet: Sheet, page: pygame.Rect, y: int, answer: Comparison, labels: Labels) -> int:
    """Draws all terms: their contributions at the ends of both lines, how much each helps the chosen move,
    and the weights at which the asked move would be better."""
    if not answer.parts:
        return y
    theme, form, gap, line = sheet.theme, answer.form, sheet.theme.px(8), sheet.theme.px(20)
    chosen, asked = labels
    longest = max((theme.width(row.label) for row in answer.terms), default=0)
    heads = [asked, chosen, f"helps {chosen}"]
    if page.width - sum(theme.width(head, 12) for head in heads) - gap * 4 < longest:
        heads[-1] = "gain"  # a shorter heading leaves the names more room
    widths = [max(theme.width(USUAL_NUMBER), theme.width(head, 12)) for head in heads]
    least = max((theme.width(row.label, 12) for row in answer.terms), default=0)
    least = max(theme.px(96), min(least + gap, page.width // 2))
    while len(widths) > 2 and page.width - sum(widths) - gap * len(widths) < least:
        widths.pop()
    taken = sum(widths) + gap * len(widths)
    name = min(page.width - taken, max(least, *(theme.width(row.label) + gap for row in answer.terms)))
    flip = page.width - taken - name - gap
    flips = _flips_at(sheet, answer, flip) if theme.width(OTHER_WEIGHT, 12) <= flip else {}
    sheet.rule(page.left, page.right, y)
    y += theme.px(4)
    head = pygame.Rect(page.left, y, page.width, line)
    whose = answer.names[answer.side]
    titles = (f"terms, for {whose}", f"for {whose}")
    title = next((each for each in titles if theme.width(each, 12) <= name), titles[-1])
    sheet.label(pygame.Rect(head.left, y, name, line), title, 12, theme.dim)
    x, columns = head.left + name, []
    for text, width in zip(heads, widths, strict=False):
        columns.append((x + gap, width))
        sheet.label(pygame.Rect(x + gap, y, width, line), text, 12, theme.dim, "right")
        x += gap + width
    if flips:
        sheet.label(pygame.Rect(x + gap, y, flip, line), OTHER_WEIGHT, 12, theme.dim)
    y = head.bottom
    if any(theme.width(row.label, 12) > name for row in answer.terms):
        line = theme.px(TWO_LINES)
    for row in answer.terms:
        if row.name == ROUNDING:  # the waterfall shows it
            continue
        place = pygame.Rect(page.left, y, page.width, line)
        if sheet.add(("whole term", row.name), place, _term_tip(answer, row), focusable=False):
            sheet.fill(place, theme.raised, 4)
        level = form.steps(row.chosen) == form.steps(row.asked)
        color = theme.dim if level else None
        draw_name(sheet, pygame.Rect(place.left, y, name, line), row.label, color)
        amounts = (row.asked, row.chosen, form.difference(row.chosen, row.asked))
        for (left, width), amount in zip(columns, amounts, strict=False):
            draw_number(sheet, pygame.Rect(left, y, width, line), amount, form, color)
        if flips.get(row.name):
            sheet.label(pygame.Rect(x + gap, y, flip, line), flips[row.name], 12, theme.dim)
        y = place.bottom
    return y + gap


def _flips_at(sheet: Sheet, answer: Comparison, width: int) -> dict[str, str]:
    """The weights at which the asked move is better than the chosen one, by term, in as many words as fit
    into `width`. A term has no entry if it has no such weights, or if they do not fit: then its tooltip says
    them."""
    found = {}
    for row in answer.terms:
        texts = () if row.flip is None else WhyNotText(answer).better_at(row.flip)
        text = next((each for each in texts if sheet.theme.width(each, 12) <= width), "")
        if text:
            found[row.name] = text
    return found


def _term_tip(answer: Comparison, row: TermDifference) -> str:
    ours, theirs = (number_for(answer, amount) for amount in (row.chosen, row.asked))
    tip = f"{capital(row.label)}: {ours} after {answer.chosen.text}, {theirs} after "
    tip += f"{answer.asked.text}, at the ends of their lines."
    return tip if row.flip is None else f"{tip} {WhyNotText(answer).flip(row.flip)}"


def draw_depths(sheet: Sheet, page: pygame.Rect, y: int, study: Study, answer: Comparison) -> int:
    """Draws the values of both moves at each depth, and one ply deeper once that is known: a disc for the
    chosen move, a ring for the asked move."""
    theme, known = sheet.theme, values_by_depth(answer)
    # Leaves room for the value one ply deeper as long as it may still be searched.
    deeper = answer.later is not None or study.of(WhyNotQuestions).running
    deepest = max(answer.depth + deeper, *(len(values) for values in known))
    sheet.rule(page.left, page.right, y)
    y += theme.px(4)
    title = pygame.Rect(page.left, y, page.width, theme.px(20))
    sheet.label(title, "values by depth", 12, theme.dim)
    legend = title.copy()
    colors = (theme.hint, theme.text_color)  # like the arrows of both moves on the board
    for which, compared_line in ((1, answer.asked), (0, answer.chosen)):
        named = pygame.Rect(0, y, min(theme.width(compared_line.text, 12), page.width // 4), title.height)
        named.right = legend.right
        sheet.label(named, compared_line.text, 12, theme.dim)
        dot = (named.left - theme.px(8), named.centery)
        pygame.draw.circle(sheet.surface, colors[which], dot, theme.px(4), theme.px(2) * which)
        legend.width = dot[0] - theme.px(16) - legend.left
    plain = [v for values in known for v in values if v is not None and not number_text.is_decided(v)]
    low, high = min(plain, default=0.0), max(plain, default=0.0)
    span = (high - low) or 1.0
    left = page.left + max(theme.width(answer.form.signed(v), 12) for v in (low, high)) + theme.px(8)
    wide = page.right - left - theme.px(8)
    chart = pygame.Rect(left, title.bottom + theme.px(4), wide, theme.px(CHART))
    decided = any(number_text.is_decided(v) for values in known for v in values if v is not None)
    # Wins and losses lie beyond the chart's lines.
    inner = chart.inflate(0, -theme.px(20)) if decided else chart
    ends = ((high, inner.top), (low, inner.bottom))
    for value, at in ends if answer.form.signed(high) != answer.form.signed(low) else ends[1:]:
        place = pygame.Rect(page.left, at - theme.px(8), left - page.left - theme.px(8), theme.px(16))
        sheet.label(place, answer.form.signed(value), 12, theme.dim, "right")
        sheet.rule(chart.left, chart.right, at)
    step = chart.width / max(1, deepest - 1)
    every = max(1, -(-theme.width("88") // max(1, round(step))))  # each `every`-th depth gets its number

    def spot(depth: int, value: float) -> tuple[int, int]:
        x = chart.left + round((depth - 1) * step)
        if number_text.is_decided(value):
            return x, chart.top if value > 0 else chart.bottom
        return x, inner.bottom - round((value - low) / span * inner.height)

    for which, values in enumerate(known):
        color = colors[which]
        points = [None if v is None else spot(depth, v) for depth, v in enumerate(values, 1)]
        for start, end in pairwise(points):  # no line over depths at which the move was not searched
            if start is not None and end is not None:
                pygame.draw.line(sheet.surface, color, start, end, theme.px(2))
        for point in filter(None, points):
            ring = 0 if which == 0 else theme.px(2)
            pygame.draw.circle(sheet.surface, color, point, theme.px(4), ring)
    if answer.crossing is not None:
        _draw_crossing(sheet, chart, chart.left + round((answer.crossing - 1) * step))
    for depth in range(1, deepest + 1):
        x = chart.left + round((depth - 1) * step)
        texts = [
            f"{compared_line.text} {'not searched' if v is None else number_for(answer, v)}"
            for compared_line, values in zip((answer.chosen, answer.asked), known, strict=True)
            for v in (*values, None)[depth - 1 : depth]  # None: one ply deeper, not searched yet
        ]
        column = pygame.Rect(x - round(step / 2), chart.top, max(2, round(step)), chart.height)
        if answer.crossing == depth:
            texts.append(f"the last depth at which {answer.asked.text} was worth more")
        sheet.add(("depth", depth), column, f"Depth {depth}: {'; '.join(texts)}.", focusable=False)
        crossed = answer.crossing == depth
        beside = answer.crossing is not None and abs(depth - answer.crossing) < every
        if crossed or ((depth - 1) % every == 0 and not beside):
            place = pygame.Rect(x - theme.px(16), chart.bottom + theme.px(2), theme.px(32), theme.px(16))
            sheet.label(place, str(depth), 12, theme.hint if crossed else theme.dim, "center", bold=crossed)
    return chart.bottom + theme.px(24)


def values_by_depth(answer: Comparison) -> tuple[list[float | None], list[float | None]]:
    """The values of the chosen and the asked move by depth, 1 first, for the side to move; None where a value
    is not known. The values one ply deeper (`answer.later`), once known, come last."""
    chosen, asked = (
        list(compared_line.values[: answer.depth]) for compared_line in (answer.chosen, answer.asked)
    )
    if answer.later is not None:
        for values, value in ((chosen, answer.later.chosen), (asked, answer.later.asked)):
            values += [None] * (answer.later.depth - 1 - len(values)) + [value]
    return chosen, asked


def _draw_crossing(sheet: Sheet, chart: pygame.Rect, x: int) -> None:
    """Draws a line at the last depth that preferred the asked move. It is dashed, so that it can be
    recognised without colour."""
    for top in range(chart.top, chart.bottom, sheet.theme.px(6)):
        end = min(top + sheet.theme.px(3), chart.bottom)
        pygame.draw.line(sheet.surface, sheet.theme.hint, (x, top), (x, end))
