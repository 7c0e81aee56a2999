"""The table of a chance event: each outcome with its probability and value, and their mean."""

from collections.abc import Sequence

import pygame

from heuristics.lens import Lens
from study.format import number_text
from study.format.number_columns import round_up
from study.searches.chance_outcome import ChanceOutcome
from study.searches.values import for_side
from study.state.study import Study
from ui.kit.rows import below
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet, Stated
from ui.panels.parts.table_cells import cell_of, draw_number


def decided_words(value: float) -> str:
    """A forced result in few words, for a column: "wins in 5"; for a mean that contains wins, its share of a
    win. "" for an evaluation."""
    if number_text.is_decided(value):
        return f"{'wins' if value > 0 else 'loses'} in {number_text.plies_to_end(value)}"
    return number_text.of_a_win(value)


def draw_outcomes(
    sheet: Sheet,
    rect: pygame.Rect,
    study: Study,
    lens: Lens,
    scroll: Scroll,
    title: str,
    mean: float,
    outcomes: Sequence[ChanceOutcome],
    side: int,
    states: Stated | None = None,
    shares: bool = False,
    perspective: int | None = None,
) -> None:
    """Draws a title line with the mean, and a line for each outcome, the best for `side` first. `mean` and
    the outcomes' values are by `lens` and for `side`; they are written for `perspective` (None: the
    window's). `states` says what the mean is the value of. With `shares` each line says by how much its
    outcome moves the mean."""
    theme, number_columns = sheet.theme, study.number_columns(lens)
    perspective = study.perspective if perspective is None else perspective
    line, gap = theme.px(20), theme.px(8)
    head = pygame.Rect(rect.left, rect.top, rect.width, theme.px(24))
    body = below(rect, head.bottom)
    number_columns.make_room_for([mean, *(outcome.value for outcome in outcomes)])
    form = number_columns.form
    number = max(theme.width(number_columns.sample()), theme.width("loses in 88"))
    right = body.right - theme.px(8)
    value = (right - number, number)
    share = (value[0] - gap - number, number) if shares else value
    bar = (share[0] - gap - max(theme.px(64), body.width // 4), max(theme.px(64), body.width // 4))
    chance = theme.width("100.0 %")
    likely = (bar[0] - gap - chance, chance)
    name = (body.left, likely[0] - gap - body.left)
    if name[1] < theme.px(96):  # no room for bars
        likely, bar = (share[0] - gap - chance, chance), (0, 0)
        name = (body.left, likely[0] - gap - body.left)
    heading = pygame.Rect(head.left, head.top, share[0] - gap - head.left, head.height)
    sheet.label(heading, title, 14, bold=True)
    if shares:
        place = cell_of(head, share)
        sheet.label(place, "adds", 12, theme.dim, "right")
        tip = "What each outcome adds to the mean: its probability times its distance from the mean."
        sheet.add("shares", place, tip, focusable=False)
    expected = mean
    mean = for_side(mean, side, perspective)
    draw_number(sheet, cell_of(head, value), mean, form, None, states, words=decided_words(mean))
    undecided = [abs(o.value) for o in outcomes if abs(o.value) < number_text.LEAST_SHARE_OF_A_WIN]
    scale = round_up(max(undecided, default=0.0))
    ranked = sorted(outcomes, key=lambda outcome: -outcome.value)
    for index, place in scroll.lines(sheet, "outcomes", body, line, len(ranked)):
        outcome = ranked[index]
        sheet.label(cell_of(place, name), outcome.text or f"outcome {index + 1}")
        sheet.label(cell_of(place, likely), number_text.percent(outcome.probability), 14, theme.dim, "right")
        if bar[1] and scale > 0.0:
            cell = cell_of(place, bar).inflate(0, -theme.px(8))
            sheet.zero(cell, place)
            sheet.bar(cell, for_side(outcome.value, side, perspective) / scale, perspective)
            if abs(mean) < number_text.LEAST_SHARE_OF_A_WIN:
                sheet.tick(cell_of(place, bar), mean / scale)
        if shares:
            adds = for_side(outcome.probability * (outcome.value - expected), side, perspective)
            draw_number(sheet, cell_of(place, share), adds, form, words=decided_words(adds))
        worth = for_side(outcome.value, side, perspective)
        draw_number(sheet, cell_of(place, value), worth, form, words=outcome.words or decided_words(worth))
