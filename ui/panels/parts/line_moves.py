"""The moves of a line, which can be pointed at, clicked and stepped through on the board."""

from collections.abc import Hashable
from functools import partial

import pygame

from study.searches.lines import Line
from study.state.study import Study
from ui.kit.rows import below
from ui.kit.sheet import Sheet


def point_along(study: Study, line: Line, index: int | None) -> None:
    """Shows the position after the line's move `index` on the board. If chance decides that move, shows the
    position before it with an arrow. None returns to the position where the line begins."""
    if index is None:
        study.point(ahead=None, move=None)
    else:
        by_chance = index >= len(line.positions)
        study.point(ahead=line.ahead(index + 1), move=line.played[index] if by_chance else None)


def step_into(study: Study, line: Line, index: int) -> None:
    """Keeps the position after a move of the line on the board. A second click on the same move returns."""
    there = line.ahead(index + 1)
    study.ahead = None if there == study.ahead else there


def draw_line(
    sheet: Sheet,
    rect: pygame.Rect,
    study: Study,
    line: Line,
    key: Hashable = "line",
    decisive: int | None = None,
    nominal: int | None = None,
) -> None:
    """Draws the moves with their numbers, as many as `rect` holds: the moves of the player who searched are
    bright, the replies are dim. `key` keeps the zones of several lines on a page apart. `decisive` is the
    index of the move at which the values of two compared lines part; it is marked. Moves from `nominal` on
    lie beyond the searched depth and are underlined with dashes."""
    theme = sheet.theme
    gap, height = theme.px(8), theme.px(20)
    x, y = rect.left, rect.top
    stepped = study.ahead.plies if study.ahead is not None and study.ahead.moves == line.played else 0
    for index, (text, (_, side)) in enumerate(zip(line.numbered, line.moves, strict=True)):
        width = theme.width(text, 14, index == 0)
        last = y + 2 * height > rect.bottom
        reserve = theme.width("…") + gap if last and index + 1 < len(line.moves) else 0
        if x > rect.left and x + width + reserve > rect.right:
            if last:
                place = pygame.Rect(x, y, rect.right - x, height)
                sheet.label(place, "…", 14, theme.dim)
                sheet.add((key, "rest"), place, f"The line goes on: {' '.join(line.numbered[index:])}")
                return
            x, y = rect.left, y + height
        place = pygame.Rect(x, y, min(width, rect.right - x), height)
        button = place.inflate(gap // 2, 0).clip(rect)
        tip = f"{text}: move {index + 1} of the line. Click to step through it on the board."
        point, step = partial(point_along, study, line), partial(step_into, study, line, index)
        over = sheet.add((key, index), button, tip, step, partial(point, index), partial(point, None))
        if over or stepped == index + 1:
            sheet.fill(button, theme.pressed if over else theme.raised, 4)
        color = theme.text_color if side == line.side or over else theme.dim
        sheet.label(place, text, 14, color, bold=index == 0)
        if index == decisive:
            sheet.fill(below(place, place.bottom - theme.px(2)), theme.hint)
        elif nominal is not None and index >= nominal:
            for left in range(place.left, place.right, theme.px(6)):
                sheet.rule(left, min(left + theme.px(3), place.right), place.bottom - theme.px(2))
        x += width + gap
