"""The page Timeline, a strip below the board: for each position of the game a column with the terms of its
value, and marks where a move lost much. A click or a drag on it goes to a position."""

from collections.abc import Sequence
from functools import partial

import pygame

from study.evaluation.other_lenses import with_changes
from study.format import number_text
from study.format.term_groups import capital
from study.format.value_format import ValueFormat
from study.review.background_review import BackgroundReview
from study.review.timeline import OTHERS, Course, OtherCourse, title_of
from study.state.study import Study
from ui.kit.rows import right_of
from ui.kit.sheet import Sheet
from ui.panels.parts.panel import FOOT, UNDERSTAND, Panel
from ui.panels.parts.sketch import Block, Curve
from ui.panels.parts.start_and_stop import ReviewStart, state_words
from ui.panels.review.course_strip import CourseStrip
from ui.panels.review.review import ReviewPanel
from ui.panels.review.timeline_plot import term_color
from ui.theme import Theme

HEAD, GUTTER = 264, 52
"""Widths of the names at the left and of the scale beside the columns, in design pixels. Longer names may
take up to `NAMES_SHARE` of the strip."""

NAMES_SHARE = 0.35

LINE = 18

SHOWN_ROWS = 5
"""The most rows of names, with one or two names in a row."""

LEAST_PLOT = 120
"""Least width of the plot in design pixels. In a narrower strip the names are left out."""

LEAST_HEIGHT = 80
"""A strip that is lower than this, in design pixels, has only the columns and the curve."""


class TimelinePanel(Panel):
    title = "Timeline"
    tip = "The whole game in a strip below the board: what each position is made of, and where it turned"
    question = "Where did the game turn?"
    guide_page = "review"
    group = UNDERSTAND
    shortcut = "J"
    sketch = (
        *(Block("term_1", 1 + 2 * i, 4 - up, 1.5, up) for i, up in enumerate((1, 2, 3, 1, 0.5))),
        *(Block("term_2", 1 + 2 * i, 4, 1.5, down) for i, down in enumerate((0.5, 1, 1, 2, 3))),
        Curve("text_color", ((1, 3.5), (4, 3), (6, 2), (8, 5), (11, 6.5))),
    )
    place = FOOT

    def __init__(self) -> None:
        self.strip = CourseStrip("timeline", by_term=True)
        self.timeline, self.plot = self.strip.timeline, self.strip.plot
        self.review = ReviewStart()
        self.lit: str | None = None  # the term that is pointed at

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        """Left and right step through the game, up and down go to the marked move before and after."""
        return self.strip.key(event, study)

    # Drawing

    def look(self, study: Study) -> None:
        self.timeline.follow(study)

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme = sheet.theme
        course = self.timeline.course
        assert course is not None, "`look` was called before"
        longest = min(round(rect.width * NAMES_SHARE), sum(self._name_columns(theme, course)))
        head, gutter = max(theme.px(HEAD), longest), theme.px(GUTTER)
        plot = pygame.Rect(rect.left + head + gutter, rect.top, rect.width - head - gutter, rect.height)
        thin = rect.height < theme.px(LEAST_HEIGHT)
        if thin:
            plot = rect
        elif plot.width < theme.px(LEAST_PLOT):
            plot.left, plot.width = rect.left + gutter, rect.width - gutter
        else:
            self._draw_head(sheet, pygame.Rect(rect.left, rect.top, head, rect.height), study)
        self.strip.draw(sheet, plot, study, self.lit)
        if not thin:
            self._draw_scale(sheet, pygame.Rect(plot.left - gutter, plot.top, gutter, plot.height), study)

    def _draw_scale(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        """Draws the values at both edges and in the middle, and which side each edge favours."""
        course = self.timeline.course
        form = ValueFormat.of_lens(course.lens if course is not None else study.lens)
        theme, line = sheet.theme, sheet.theme.px(LINE)
        room = pygame.Rect(rect.left, rect.top, rect.width - theme.px(6), line)
        for value in (1, 0, -1):
            y = room.centery = self.plot.height_of(value * self.plot.scale)
            text = number_text.short(form.in_units(value * self.plot.scale))
            sheet.label(room, f"+{text}" if value > 0 else text, 12, theme.dim, "right")
            if value:
                side = study.perspective if value > 0 else 1 - study.perspective
                theme.side_shape(sheet.surface, side, (rect.left + theme.px(3), y), theme.px(4))

    def _draw_head(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        """Draws the heading: what the columns show, for whom, and the review's button and progress."""
        theme, course = sheet.theme, self.timeline.course
        assert course is not None
        line = theme.px(LINE)
        top = pygame.Rect(rect.left, rect.top, rect.width, line + theme.px(2))
        whose = study.side_name(study.perspective)
        name = sheet.label(top, with_changes(course.lens), 14, bold=True)
        rest = pygame.Rect(name.right + theme.px(6), top.top, max(0, top.right - name.right), top.height)
        texts = (f"{source_of(course)}, for {whose}", f"for {whose}")
        words = next((text for text in texts if theme.width(text, 12) <= rest.width), "")
        sheet.label(rest, words, 12, theme.dim)
        foot = pygame.Rect(rect.left, 0, rect.width, theme.px(26))
        foot.bottom = rect.bottom
        rows = max(1, min(SHOWN_ROWS, (foot.top - top.bottom) // line))
        area = pygame.Rect(rect.left, top.bottom, rect.width, rows * line)
        self._draw_review(sheet, foot, study, self._draw_names(sheet, area, course))

    def _name_columns(self, theme: Theme, course: Course) -> tuple[int, int]:
        """The widths that the two columns of names need, in pixels."""
        names = [title_of(name, course.lens) for name in _terms(course)]
        names += [opinion.course.lens.name for opinion in self.timeline.others]
        edge = theme.px(24)  # the sign before a name, and the space after it
        first, second = (
            edge + max((theme.width(name, 12) for name in names[at::2]), default=0) for at in (0, 1)
        )
        return first, second

    def _draw_names(self, sheet: Sheet, rect: pygame.Rect, course: Course) -> int:
        """Draws the names of the terms and then of other heuristics, as far as there is room: in two columns,
        or in one if there are few long names. Returns where they end."""
        line = sheet.theme.px(LINE)
        terms = _terms(course)
        first, second = self._name_columns(sheet.theme, course)
        left, rows = rect.width // 2, rect.height // line
        if first + second <= rect.width:
            left = min(max(left, first), rect.width - second)
        columns: Sequence[tuple[int, int]] = ((0, left), (left, rect.width - left))
        if first + second > rect.width and len(terms) + len(self.timeline.others) <= rows:
            columns = ((0, rect.width),)  # whole names, one below the other
        places = [
            pygame.Rect(rect.left + at, rect.top + row * line, wide, line)
            for row in range(rows)
            for at, wide in columns
        ]
        for place, term in zip(places, terms, strict=False):
            self._draw_name(sheet, place, term, course)
        for place, opinion in zip(places[len(terms) :], self.timeline.others, strict=False):
            self._draw_opinion(sheet, place, opinion)
        drawn = places[: len(terms) + len(self.timeline.others)]
        return drawn[-1].bottom if drawn else rect.top

    def _draw_opinion(self, sheet: Sheet, place: pygame.Rect, opinion: OtherCourse) -> None:
        """Draws the name of another heuristic, with the colour of its curve."""
        theme, y = sheet.theme, place.centery
        color = theme.dim if opinion.side is None else theme.side_color(opinion.side)
        pygame.draw.line(sheet.surface, color, (place.left, y), (place.left + theme.px(14), y), theme.px(2))
        if opinion.side is not None:
            theme.side_shape(sheet.surface, opinion.side, (place.left + theme.px(7), y), theme.px(3))
        text = pygame.Rect(place.left + theme.px(20), place.top, place.width - theme.px(24), place.height)
        sheet.label(text, opinion.course.lens.name, 12, theme.dim)

    def _draw_name(self, sheet: Sheet, place: pygame.Rect, term: str, course: Course) -> None:
        """Draws the name of a term or of a group, with its colour."""
        theme, name = sheet.theme, title_of(term, course.lens)

        def light(lit: str | None) -> None:
            self.lit = lit

        tip = f"{capital(name)}: above the middle where it favours the side that values are for, else below."
        enter, leave = partial(light, term), partial(light, None)
        over = sheet.add(("timeline term", term), place, tip, enter=enter, leave=leave)
        size = theme.px(10)
        square = pygame.Rect(place.left, 0, size, size)
        square.centery = place.centery
        sheet.fill(square, term_color(theme, term, course))
        text = right_of(place, square.right + theme.px(6))
        text.width = max(0, text.width - theme.px(4))
        sheet.label(text, name, 12, theme.text_color if over else theme.dim)

    def _draw_review(self, sheet: Sheet, rect: pygame.Rect, study: Study, free: int) -> None:
        """Draws the review's button and, unless the page Review beside the board shows it, the progress.
        `free` is where the room above the button begins."""
        theme, width = sheet.theme, self.review.wanted_width(sheet.theme)
        self.review.draw(sheet, pygame.Rect(rect.left, rect.top, width, rect.height), study)
        if any(isinstance(panel, ReviewPanel) for panel in self.beside):
            return
        text = right_of(rect, rect.left + width + theme.px(8))
        text.width = max(0, text.width - theme.px(8))  # the scale has a side's shape there
        words = state_words(study, self.timeline.marked)
        color = theme.warning if study.of(BackgroundReview).problem else theme.dim
        if theme.width(words, 12) <= text.width:
            sheet.label(text, words, 12, color)
        else:
            line = theme.px(16)
            lines = min(len(theme.wrapped(words, text.width, 12)), (rect.bottom - free) // line)
            text.height = max(2, lines) * line
            text.bottom = rect.bottom
            sheet.paragraph(text, words, 12, color)


def source_of(course: Course) -> str:
    """Where the values of the columns are from, in words."""
    if course.is_searched:
        return "by the review"
    some = any(column.searched for column in course.columns)
    return "partly by the review" if some else "static evaluations"


def _terms(course: Course) -> list[str]:
    """The terms or groups that have columns."""
    return [*course.terms, *([OTHERS] if course.has_others else [])]
