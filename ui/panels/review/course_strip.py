"""The course of a game's values as a strip: a column for each position, and a curve. A click or a drag on it
goes to a position."""

from collections.abc import Hashable
from functools import partial

import pygame

from study.review.move_loss_text import column_in_words
from study.review.timeline import Timeline
from study.state.study import Study
from ui.kit.sheet import COMMANDS, Point, Press, Sheet
from ui.panels.review.timeline_plot import Plot


class CourseStrip:
    """The strip. `zone` is the key of its zone on the sheet; with `by_term`, its columns are stacked by term.
    Call `timeline.follow(study)` before `draw`."""

    _study: Study

    def __init__(self, zone: Hashable, by_term: bool) -> None:
        self.timeline = Timeline()
        self.plot = Plot(by_term)
        self._zone = zone

    def _go(self, pos: Point) -> None:
        """Goes to the position of the column at `pos`."""
        self._study.go_to(self.plot.column_at(pos[0]))

    def _press(self, press: Press) -> None:
        if press.button == 1:
            self._go(press.pos)

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        """Left and right step through the game, Home and End go to its ends, up and down to the marked move
        before and after the shown position."""
        if event.mod & COMMANDS:
            return False
        last, here = len(study.record.plies), study.cursor
        marks = [move_loss.index + 1 for move_loss in self.timeline.marked]
        goals = {
            pygame.K_LEFT: here - 1,
            pygame.K_RIGHT: here + 1,
            pygame.K_HOME: 0,
            pygame.K_END: last,
            pygame.K_UP: next((mark for mark in reversed(marks) if mark < here), here),
            pygame.K_DOWN: next((mark for mark in marks if mark > here), here),
        }
        if event.key not in goals:
            return False
        study.go_to(goals[event.key])
        return True

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study, lit: str | None = None) -> None:
        """Draws the strip. If a term is `lit`, the parts of all other terms are pale."""
        theme, self._study = sheet.theme, study
        assert self.timeline.course is not None, "`timeline.follow` was called before"
        self.plot.lay_out(rect, len(self.timeline.course.columns), theme)
        self.plot.draw(sheet.surface, theme, self.timeline, lit, study.cursor)
        tip, keys = partial(self._tip, sheet, study), partial(self.key, study=study)
        hand = pygame.SYSTEM_CURSOR_HAND
        over = sheet.add(self._zone, rect, tip, press=self._press, drag=self._go, keys=keys, cursor=hand)
        if over and sheet.pointer is not None:
            under = self.plot.place(self.plot.column_at(sheet.pointer[0]))
            # A bar below the column, because a frame marks the shown position.
            under.y, under.height = under.bottom - theme.px(3), theme.px(3)
            pygame.draw.rect(sheet.surface, theme.dim, under)

    def _tip(self, sheet: Sheet, study: Study) -> str:
        """The tip of the column under the pointer or, for the keyboard, of the shown position."""
        assert self.timeline.course is not None
        by_mouse = sheet.hovered == self._zone and sheet.pointer is not None
        at = self.plot.column_at(sheet.pointer[0]) if by_mouse and sheet.pointer else study.cursor
        columns = self.timeline.course.columns
        return column_in_words(study, self.timeline, columns[min(at, len(columns) - 1)])
