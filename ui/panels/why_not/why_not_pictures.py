"""The pictures of the page that says why a move is not played: what the positions of a line are worth, the
terms that lead from one value to the other, and both values over the depth of the search."""

from collections.abc import Sequence

import pygame

from study.core.study import Study
from study.core.term_difference import TermDifference
from study.core.values import for_side
from study.format import number_text
from study.why_not.compared_line import ComparedLine
from study.why_not.comparison import ROUNDING, Comparison
from study.why_not.why_not_text import WhyNotText
from ui.kit.sheet import Sheet
from ui.panels.evaluation.breakdown_table import written
from ui.panels.parts.outcome_table import decided_words

MOST_STEPS = 7
"""Terms of which each has its own step; the rest share one."""

OTHERS = "others"

CHART = 96
"""Height of the values over the depth, in design pixels."""


def number_for(answer: Comparison, value: float, study: Study) -> str:
    """A value of the comparison for whom the window shows values."""
    value = for_side(value, answer.side, study.perspective)
    return decided_words(value) or answer.form.signed(value)


def draw_strip(
    sheet: Sheet, rect: pygame.Rect, study: Study, answer: Comparison, branch: ComparedLine
) -> int:
    """What the positions of a line are worth, a column a ply: contributions for one side above the
    middle, those for the other below, one term on the other."""
    theme, perspective = sheet.theme, study.perspective
    which = "chosen" if branch is answer.chosen else "asked"
    both = [s for b in (answer.chosen, answer.asked) for s in b.statics if s is not None]
    stacks = [[for_side(row.contribution, s.side, perspective) for row in s.rows] for s in both]
    largest = max((max(_above(stack), _above([-v for v in stack])) for stack in stacks), default=0.0)
    plies = max(len(answer.chosen.statics), len(answer.asked.statics))
    wide = max(theme.px(3), min(theme.px(28), rect.width // max(1, plies)))
    half = rect.height // 2
    sheet.rule(rect.left, rect.left + wide * len(branch.statics), rect.top + half)
    for ply, static in enumerate(branch.statics):
        if static is None or largest <= 0.0:
            continue
        column = pygame.Rect(rect.left + ply * wide, rect.top, wide - theme.px(2), rect.height)
        top = bottom = rect.top + half
        for row in static.rows:
            amount = for_side(row.contribution, static.side, perspective)
            height = round(abs(amount) / largest * half)
            if not height:
                continue
            top -= height if amount > 0 else 0
            place = pygame.Rect(column.left, top if amount > 0 else bottom, column.width, height)
            bottom += height if amount < 0 else 0
            sheet.fill(place, theme.side_color(perspective if amount > 0 else 1 - perspective))
            sheet.rule(place.left, place.right, place.top if amount > 0 else place.bottom - 1)
        after = "before it" if ply == 0 else f"after {branch.plies[ply - 1][0]}"
        terms = sorted(static.rows, key=lambda row: -abs(row.contribution))[:4]
        told = ", ".join(
            f"{written(row.name)} {number_for(answer, row.contribution, study)}"
            for row in terms
            if row.contribution
        )
        tip = f"{number_for(answer, static.value, study)} {after}: {told or 'nothing counts'}."
        sheet.add((which, "static", ply), column, tip, focusable=False)
    return rect.bottom + theme.px(8)


def _above(amounts: Sequence[float]) -> float:
    return sum(amount for amount in amounts if amount > 0.0)


def draw_waterfall(sheet: Sheet, page: pygame.Rect, y: int, study: Study, answer: Comparison) -> int:
    """From the asked move's value to the chosen one's, a step a term, the largest first."""
    if not answer.terms:
        return y
    theme = sheet.theme
    sheet.rule(page.left, page.right, y)
    y += theme.px(4)
    rows = _folded(answer.ranked)
    steps = [for_side(row.difference, answer.side, study.perspective) for row in rows]
    start = for_side(answer.asked.value, answer.side, study.perspective)
    end = for_side(answer.chosen.value, answer.side, study.perspective)
    path = [start]
    for step in steps:
        path.append(path[-1] + step)
    low, high = min(*path, end), max(*path, end)
    span = (high - low) or 1.0
    number = max(theme.width(answer.form.signed(v)) for v in (*path, *steps, end)) + theme.px(4)
    flips = {row.name: _flips_at(answer, row) for row in rows}
    flip = max(theme.width(text, 12) for text in (*flips.values(), ""))
    name = min(max(theme.width(written(row.name)) for row in rows) if rows else 0, page.width * 2 // 5)
    name = max(name, theme.px(96))
    room = page.width - name - number - theme.px(16)
    if flip and room - flip - theme.px(8) < theme.px(64):  # the rows' tooltips say it
        flips, flip = {}, 0
    bars = pygame.Rect(page.left + name + theme.px(8), 0, room - flip - (theme.px(8) if flip else 0), 0)

    def x(value: float) -> int:
        return bars.left + round((value - low) / span * bars.width)

    def draw(text: str, value: float, left: float, right: float, tip: str, total: bool, key: object) -> None:
        nonlocal y
        place = pygame.Rect(page.left, y, page.width, theme.px(20))
        over = sheet.add(("step", key), place, tip, focusable=False)
        if over:
            sheet.fill(place, theme.raised, 4)
        sheet.label(pygame.Rect(place.left, y, name, place.height), text, 14, bold=total)
        if total:
            sheet.fill(
                pygame.Rect(x(right) - theme.px(1), y + theme.px(2), theme.px(3), theme.px(16)),
                theme.accent,
            )
        else:
            a, b = sorted((x(left), x(right)))
            side = study.perspective if value > 0 else 1 - study.perspective
            sheet.fill(
                pygame.Rect(a, y + theme.px(4), max(theme.px(1), b - a), theme.px(12)),
                theme.side_color(side),
            )
            sheet.rule(min(x(right), bars.right), min(x(right), bars.right) + 1, place.bottom)
        if flips.get(str(key)):
            told = pygame.Rect(bars.right + theme.px(8), y, flip, place.height)
            sheet.label(told, flips[str(key)], 12, theme.dim, "right")
        amount = pygame.Rect(page.right - number, y, number, place.height)
        sheet.label(amount, answer.form.signed(value), 14, align="right", bold=total)
        y = place.bottom

    value = f"What {answer.asked.text} is worth at depth {answer.depth}."
    draw(answer.asked.text, start, start, start, value, True, "asked")
    for row, step, before in zip(rows, steps, path, strict=False):
        tip = _step_tip(answer, row, study)
        draw(written(row.name), step, before, before + step, tip, False, row.name)
    value = f"What {answer.chosen.text} is worth at depth {answer.depth}."
    draw(answer.chosen.text, end, end, end, value, True, "chosen")
    return y + theme.px(8)


def _flips_at(answer: Comparison, row: TermDifference) -> str:
    """The weights at which the asked move is the better one, and the best move there where that is neither;
    "" where none were found."""
    if row.flip is None:
        return ""
    telling = WhyNotText(answer)
    best = telling.best_beyond(row.flip)
    return f"{telling.better_at(row.flip)}{f', {best} best' if best else ''}"


def _step_tip(answer: Comparison, row: TermDifference, study: Study) -> str:
    if row.name in (ROUNDING, OTHERS):
        return (
            "What the rounding of the numbers leaves."
            if row.name == ROUNDING
            else "The smaller differences together."
        )
    ours, theirs = (number_for(answer, amount, study) for amount in (row.chosen, row.asked))
    told = f"{written(row.name).capitalize()}: {ours} after {answer.chosen.text}, {theirs} after "
    told += f"{answer.asked.text}, at the ends of their lines."
    return told if row.flip is None else f"{told} {WhyNotText(answer).flip(row.flip)}"


def _folded(rows: Sequence[TermDifference]) -> list[TermDifference]:
    """The largest rows, the rest as one."""
    if len(rows) <= MOST_STEPS + 1:
        return list(rows)
    rest = rows[MOST_STEPS:]
    sums = (sum(getattr(row, name) for row in rest) for name in ("chosen", "asked", "difference"))
    return [*rows[:MOST_STEPS], TermDifference(OTHERS, *sums)]


def draw_depths(sheet: Sheet, page: pygame.Rect, y: int, study: Study, answer: Comparison) -> int:
    """Both values at each depth: a disc for the chosen move, a ring for the asked one."""
    theme = sheet.theme
    sheet.rule(page.left, page.right, y)
    y += theme.px(4)
    title = pygame.Rect(page.left, y, page.width, theme.px(20))
    sheet.label(title, "values over the depth", 12, theme.dim)
    legend = title.copy()
    colors = (theme.text_color, theme.hint)
    for which, branch in ((1, answer.asked), (0, answer.chosen)):
        named = pygame.Rect(0, y, min(theme.width(branch.text, 12), page.width // 4), title.height)
        named.right = legend.right
        sheet.label(named, branch.text, 12, theme.dim)
        dot = (named.left - theme.px(8), named.centery)
        pygame.draw.circle(sheet.surface, colors[which], dot, theme.px(4), theme.px(2) * which)
        legend.width = dot[0] - theme.px(16) - legend.left
    series = [
        [None if v is None else for_side(v, answer.side, study.perspective) for v in branch.values]
        for branch in (answer.chosen, answer.asked)
    ]
    plain = [v for values in series for v in values if v is not None and not number_text.is_decided(v)]
    low, high = min(plain, default=0.0), max(plain, default=0.0)
    span = (high - low) or 1.0
    left = page.left + max(theme.width(answer.form.signed(v), 12) for v in (low, high)) + theme.px(8)
    chart = pygame.Rect(
        left, title.bottom + theme.px(4), page.right - left - theme.px(8), theme.px(CHART - 32)
    )
    decided = any(number_text.is_decided(v) for values in series for v in values if v is not None)
    inner = chart.inflate(0, -theme.px(20)) if decided else chart  # wins and losses lie beyond its lines
    for value, at in ((high, inner.top), (low, inner.bottom)):
        place = pygame.Rect(page.left, at - theme.px(8), left - page.left - theme.px(8), theme.px(16))
        sheet.label(place, answer.form.signed(value), 12, theme.dim, "right")
        sheet.rule(chart.left, chart.right, at)
    step = chart.width / max(1, answer.depth - 1)
    every = max(1, -(-theme.width("88") // max(1, round(step))))

    def spot(depth: int, value: float) -> tuple[int, int]:
        x = chart.left + round((depth - 1) * step)
        if number_text.is_decided(value):
            return x, chart.top if value > 0 else chart.bottom
        return x, inner.bottom - round((value - low) / span * inner.height)

    for which, values in enumerate(series):
        color = colors[which]
        points = [spot(depth, v) for depth, v in enumerate(values, 1) if v is not None]
        if len(points) > 1:
            pygame.draw.lines(sheet.surface, color, False, points, theme.px(2))
        for point in points:
            ring = 0 if which == 0 else theme.px(2)
            pygame.draw.circle(sheet.surface, color, point, theme.px(4), ring)
    for depth in range(1, answer.depth + 1):
        x = chart.left + round((depth - 1) * step)
        told = [
            f"{branch.text} {'not searched' if v is None else number_for(answer, v, study)}"
            for branch in (answer.chosen, answer.asked)
            for v in branch.values[depth - 1 : depth]
        ]
        column = pygame.Rect(x - round(step / 2), chart.top, max(2, round(step)), chart.height)
        sheet.add(("depth", depth), column, f"Depth {depth}: {'; '.join(told)}.", focusable=False)
        if (depth - 1) % every == 0:
            place = pygame.Rect(x - theme.px(16), chart.bottom + theme.px(2), theme.px(32), theme.px(16))
            crossed = answer.crossing == depth
            sheet.label(place, str(depth), 12, theme.hint if crossed else theme.dim, "center")
    return chart.bottom + theme.px(24)
