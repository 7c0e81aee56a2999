"""Draws what endgame tables or searches to the end have proven about the position on the board: how it ends
with best play, and which moves win, draw or lose."""

from functools import partial

import pygame

from study.state.study import Study
from study.truth.truth import Truth
from ui.kit.sheet import Sheet

LINE = 20
GROUPS = ((1, "Wins"), (0, "Draws"), (-1, "Loses"))


def draw_verdict(sheet: Sheet, rect: pygame.Rect, study: Study) -> int:
    """Draws a line that says how the position ends; returns its height, 0 if nothing is proven."""
    words = study.of(Truth).verdict(study)
    if not words:
        return 0
    row = pygame.Rect(rect.left, rect.top, rect.width, sheet.theme.px(LINE))
    fits = sheet.theme.width(words, 14, True) <= row.width
    sheet.label(row, words, 14 if fits else 12, bold=fits)
    tip = f"{words} This holds if both sides play perfectly."
    sheet.add("verdict", row, tip, focusable=False)
    return row.height


def _groups(study: Study) -> list[tuple[str, list[int]]]:
    """The titles "Wins", "Draws" and "Loses", each with its moves; without those that have none."""
    known = study.of(Truth).known(study.position)
    fates = {} if known is None else known.fates
    by_result = [
        (title, [move for move in fates if fates[move].result == result]) for result, title in GROUPS
    ]
    order = {move: (fates[move].order, -move) for move in fates}
    return [
        (title, sorted(moves, key=order.__getitem__, reverse=True)) for title, moves in by_result if moves
    ]


def proven_height(study: Study) -> int:
    """The height of what `draw_proven_moves` draws, in design pixels."""
    return LINE * (1 + len(_groups(study))) if study.of(Truth).verdict(study) else 0


def draw_proven_moves(sheet: Sheet, rect: pygame.Rect, study: Study) -> int:
    """Draws how the position ends, and its moves in three groups. The number after a move is the plies to the
    end of the game or, if a table of chess has only these, to the next capture or pawn move. Returns the
    height."""
    known = study.of(Truth).known(study.position)
    high = draw_verdict(sheet, rect, study)
    if known is None or not high:
        return high
    theme = sheet.theme
    row = pygame.Rect(rect.left, rect.top, rect.width, high)
    for title, moves in _groups(study):
        row = row.move(0, high)
        x = row.left + sheet.label(row, f"{title} {len(moves)}", 14, theme.dim).width + theme.px(8)
        for number, move in enumerate(moves):
            fate, name = known.fates[move], study.position.notation(move)
            text = f"{name} {fate.plies}" if fate.plies else name
            wide = theme.width(text, 12) + theme.px(12)
            if x + wide > row.right - theme.px(24) and number + 1 < len(moves):
                place = pygame.Rect(x, row.top, row.right - x, high)
                sheet.label(place, f"+{len(moves) - number}", 12, theme.dim)
                break
            place = pygame.Rect(x, row.top, wide, high)
            counts = "" if fate.to_zeroing or not fate.plies else " The number is the plies to the end."
            tip = f"{name}: {fate.in_words}.{counts}"
            point, leave = partial(_point, study, move), partial(_point, study, None)
            if sheet.add(("proven move", move), place, tip, enter=point, leave=leave):
                sheet.fill(place, theme.raised, 4)
            sheet.label(place, text, 12, align="center")
            x += wide
    return row.bottom + theme.px(8) - rect.top


def _point(study: Study, move: int | None) -> None:
    study.point(move=move)
