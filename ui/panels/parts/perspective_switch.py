"""The switch for the perspective of all values in the window: White, or the side to move."""

import pygame

from games.contract import WHITE
from study.core.study import Study
from ui.kit.rows import right_of
from ui.kit.sheet import Sheet

MOVES = ", to move"


def perspective_switch_width(sheet: Sheet, study: Study) -> int:
    """The width of the switch in either state."""
    theme = sheet.theme
    return theme.px(36) + max(theme.width(f"for {name}{MOVES}") for name in study.side_names)


def draw_perspective_switch(sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
    """Draws the switch at the right of `rect`: a side's shape and its name."""
    theme, white = sheet.theme, study.side_name(WHITE)
    place = right_of(rect, rect.right - perspective_switch_width(sheet, study))
    whose = study.side_name(study.perspective)
    tip = (
        f"All values are for the side to move, here {whose}. Click for {white} at all times (V)."
        if study.follows_mover
        else f"All values are for {white} at all times. Click for the side to move (V)."
    )
    over = sheet.add("perspective switch", place, tip, study.turn_perspective)
    sheet.fill(place, theme.pressed if over else theme.raised, 4)
    mark = theme.px(28)
    sheet.shape(pygame.Rect(place.left, place.top, mark, place.height), study.perspective)
    text = pygame.Rect(place.left + mark, place.top, place.width - mark - theme.px(4), place.height)
    sheet.label(text, f"for {whose}{MOVES if study.follows_mover else ''}", 14)
