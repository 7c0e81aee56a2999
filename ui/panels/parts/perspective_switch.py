"""The switch for the perspective of all values in the window: White, or the side to move."""

from dataclasses import dataclass

import pygame

from games.contract import WHITE
from study.state.study import Study
from ui.kit.rows import right_of
from ui.kit.sheet import Sheet
from ui.theme import Theme

MOVES = ", to move"


@dataclass(frozen=True)
class PerspectiveSwitch:
    """The switch: a side's shape and its name."""

    study: Study

    def wanted_width(self, theme: Theme) -> int:
        """The width of the switch in either state, in real pixels."""
        return theme.px(36) + max(theme.width(f"for {name}{MOVES}") for name in self.study.side_names)

    def draw(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Draws the switch at the right of `rect`."""
        theme, study = sheet.theme, self.study
        white, whose = study.side_name(WHITE), study.side_name(study.perspective)
        place = right_of(rect, rect.right - self.wanted_width(theme))
        tip = (
            f"All values are for the side to move, here {whose}. Click for {white} at all times (V)."
            if study.view.for_mover
            else f"All values are for {white} at all times. Click for the side to move (V)."
        )
        over = sheet.add("perspective switch", place, tip, study.toggle_perspective)
        sheet.fill(place, theme.pressed if over else theme.raised, 4)
        mark = theme.px(28)
        sheet.shape(pygame.Rect(place.left, place.top, mark, place.height), study.perspective)
        text = pygame.Rect(place.left + mark, place.top, place.width - mark - theme.px(4), place.height)
        sheet.label(text, f"for {whose}{MOVES if study.view.for_mover else ''}", 14)
