"""The plot of a game's course: a stacked column for each position, curves over them, and marks where a move
lost much. It is painted into a picture, which is drawn until something in it changes."""

import math
from collections.abc import Iterable
from itertools import pairwise

import pygame

from study.review.stretch import Stretch
from study.review.timeline import OTHERS, Column, Course, OtherCourse, Timeline
from study.state.changes import Memo
from study.state.move_loss import MoveLoss
from ui.colors import TERM_COLORS
from ui.kit.sheet import fill
from ui.theme import Theme

LANE = 14
"""Height of the strips for marks above and below the columns, in design pixels; less in a low plot."""

WIDEST = 28
"""Largest width of a column, in design pixels."""

PALE = 0.25
"""How strong the other terms' colours are while one term is pointed at."""

LEAST_MARK, MOST_MARK = 4.0, 9.0
"""Size of a mark in design pixels: for a move that lost nothing, and for one that lost a won game."""

STEPS = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)
"""A scale ends with one of these numbers, times a power of ten."""

GAP_FROM = 3
"""A part of a column that is higher than this, in real pixels, is separated by a line from the next."""

USUAL, OUTLYING = 0.9, 2.0
"""The share of columns that count as usual, and the multiple of their largest height at which higher columns
are cut, with a notch."""

MOST_ADVANTAGES = 4
"""The largest scale as a multiple of `Heuristic.clear_advantage`, so that undecided positions remain readable
next to decided ones. A higher column is cut, with a notch."""

DOTS_FROM = 6
"""The curves have dots if columns are at least this wide, in real pixels."""


def term_color(theme: Theme, term: str, course: Course) -> pygame.Color:
    """The colour of a term of a course, or of `OTHERS`; the same for both sides."""
    name = "term_others" if term == OTHERS else TERM_COLORS[course.colors[course.terms.index(term)]]
    color: pygame.Color = getattr(theme, name)
    return color


class Plot:
    """The plot. `scale` is the value at the upper edge of the columns. Without `by_term`, a column is one
    bar in the colour of the side that it favours, and other heuristics have no curves. Call `lay_out` before
    anything else, once a frame."""

    def __init__(self, by_term: bool = True) -> None:
        self.by_term = by_term
        self.scale = 1.0
        self._rect = pygame.Rect(0, 0, 1, 1)
        self._count = 1
        self._painted: Memo[pygame.Surface] = Memo()

    # Places

    def lay_out(self, rect: pygame.Rect, count: int, theme: Theme) -> None:
        self._rect, self._count = pygame.Rect(rect.topleft, (max(1, rect.width), max(1, rect.height))), count
        self._slot = min(self._rect.width / count, theme.px(WIDEST))  # the width of a column with its gap
        self._middle = self._rect.height // 2
        self._lane = min(theme.px(LANE), self._middle // 3)
        self._reach = max(1, self._middle - self._lane)  # the largest height of a column on one side of zero

    def column_at(self, x: int) -> int:
        """The column nearest to a pixel."""
        return max(0, min(self._count - 1, int((x - self._rect.x) / self._slot)))

    def place(self, column: int) -> pygame.Rect:
        """Where a column lies, from top to bottom."""
        left, right = self._x(column)
        return pygame.Rect(self._rect.x + left, self._rect.y, max(1, right - left), self._rect.height)

    def height_of(self, value: float) -> int:
        """The vertical pixel at which a value of the last drawn scale lies."""
        return self._rect.y + self._y(value)

    # Painting

    def draw(
        self, surface: pygame.Surface, theme: Theme, timeline: Timeline, lit: str | None, cursor: int
    ) -> None:
        """Draws the plot. If a term `lit` is pointed at, the other terms are pale. `cursor` is the column of
        the position on the board."""
        course = timeline.course
        if course is None:
            return
        painted = self._painted.of(
            lambda: self._paint(theme, course, timeline, lit),
            course,
            timeline.others,
            timeline.marked,
            timeline.stretch,
            self._rect.size,
            theme,
            lit,
        )
        surface.blit(painted, self._rect)
        here = self.place(cursor)
        pygame.draw.rect(surface, theme.accent, here.inflate(theme.px(2), 0), theme.px(2))

    def _paint(self, theme: Theme, course: Course, timeline: Timeline, lit: str | None) -> pygame.Surface:
        picture = pygame.Surface(self._rect.size)
        fill(picture, theme.panel, picture.get_rect())
        others = timeline.others if self.by_term else ()
        self.scale = _scale(course, others)
        zero = (0, self._middle), (self._rect.width, self._middle)
        # The zero line: under bars of one colour, over columns of several.
        if not self.by_term:
            pygame.draw.line(picture, theme.dim, *zero)
        for column in course.columns:
            self._paint_column(picture, theme, course, column, lit)
        if self.by_term:
            pygame.draw.line(picture, theme.dim, *zero)
        for opinion in others:
            values = (
                None if column.value is None else opinion.value_in(course.lens, column.value)
                for column in opinion.course.columns
            )
            color = theme.dim if opinion.side is None else theme.side_color(opinion.side)
            self._paint_line(picture, theme, values, color, opinion.side)
        total = (column.value for column in course.columns)
        self._paint_line(picture, theme, total, theme.text_color, None)
        for move_loss in timeline.marked:
            self._paint_mark(picture, theme, move_loss, course.side)
        if timeline.stretch is not None:
            self._paint_stretch(picture, theme, timeline.stretch, course.side)
        return picture

    def _x(self, column: int) -> tuple[int, int]:
        return round(column * self._slot), round((column + 1) * self._slot)

    def _y(self, value: float) -> int:
        share = max(-1.0, min(1.0, value / self.scale))
        return self._middle - round(share * self._reach)

    def _paint_column(
        self, picture: pygame.Surface, theme: Theme, course: Course, column: Column, lit: str | None
    ) -> None:
        """Paints contributions from the middle on, in the order of the terms: upwards for the perspective's
        side, downwards against it."""
        left, right = self._x(column.cursor)
        wide = max(1, right - left - (1 if right - left > 3 else 0))
        if column.winner is not None:  # the game is over: a frame over the winner's whole half
            up = column.winner == course.side
            top = self._middle - self._reach if up else self._middle
            color = theme.side_color(column.winner)
            pygame.draw.rect(picture, color, (left, top, wide, self._reach), theme.px(1))
        up_to, down_to = 0.0, 0.0
        parts: list[tuple[str | None, float | None]] = [(None, column.value)]
        if self.by_term:
            parts = [*zip((*course.terms, OTHERS), column.amounts or (), strict=False)]
        for term, amount in parts:
            if not amount:
                continue
            start = up_to if amount > 0 else down_to
            up_to, down_to = up_to + max(amount, 0.0), down_to + min(amount, 0.0)
            top, bottom = sorted((self._y(start), self._y(start + amount)))
            favoured = course.side if amount > 0 else 1 - course.side
            color = theme.side_color(favoured) if term is None else term_color(theme, term, course)
            if lit not in (None, term):
                color = theme.panel.lerp(color, PALE)
            pygame.draw.rect(picture, color, (left, top, wide, max(1, bottom - top)))
            if bottom - top > GAP_FROM:
                outer = top if amount > 0 else bottom - 1
                pygame.draw.line(picture, theme.panel, (left, outer), (left + wide - 1, outer))
        notch = theme.px(4)
        for size, edge in ((up_to, notch - self._reach), (-down_to, self._reach - notch)):
            if size > self.scale:
                y = self._middle + edge
                pygame.draw.line(picture, theme.panel, (left, y), (left + wide, y), theme.px(2))

    def _paint_line(
        self,
        picture: pygame.Surface,
        theme: Theme,
        values: Iterable[float | None],
        color: pygame.Color,
        side: int | None,
    ) -> None:
        """Paints a curve from dot to dot, with gaps where values are unknown, and an edge that sets it off
        from the columns. The dots have the shape of `side`; None: they are round."""
        points = [
            None if value is None else (sum(self._x(column)) // 2, self._y(value))
            for column, value in enumerate(values)
        ]
        # First a wider stroke in the panel's colour, which sets the curve off.
        for stroke, width in ((theme.panel, theme.px(4)), (color, theme.px(2))):
            for a, b in pairwise(points):
                if a is not None and b is not None:
                    pygame.draw.line(picture, stroke, a, b, width)
        if self._slot >= DOTS_FROM or len(points) == 1:
            for point in points:
                if point is not None and side is not None:
                    theme.side_shape(picture, side, point, theme.px(3))
                elif point is not None:
                    pygame.draw.circle(picture, theme.panel, point, theme.px(3.5))
                    pygame.draw.circle(picture, color, point, theme.px(2.5))

    def _paint_mark(
        self, picture: pygame.Surface, theme: Theme, move_loss: MoveLoss, perspective: int
    ) -> None:
        """Paints a mark at the column of the position after the move, in the colour of the side that moved.
        It points down if that is the perspective's side, else up."""
        reach = theme.px(LEAST_MARK + (MOST_MARK - LEAST_MARK) * move_loss.way)
        middle = sum(self._x(move_loss.index + 1)) // 2
        down = move_loss.side == perspective
        base = self._middle + self._reach + theme.px(1) if down else self._middle - self._reach - theme.px(1)
        tip = base + min(round(1.4 * reach), self._lane) * (1 if down else -1)
        points = [(middle - reach, base), (middle + reach, base), (middle, tip)]
        pygame.draw.polygon(picture, theme.side_color(move_loss.side), points)
        pygame.draw.aalines(picture, theme.text_color, True, points)

    def _paint_stretch(
        self, picture: pygame.Surface, theme: Theme, stretch: Stretch, perspective: int
    ) -> None:
        """Paints a bracket over the columns of the stretch in which a side lost the game or an advantage, at
        the edge with that side's marks."""
        left, right = (sum(self._x(column)) // 2 for column in (stretch.start, stretch.end))
        thick, tooth = theme.px(2), theme.px(5)
        edge = self._middle + self._reach + self._lane
        top = min(edge, picture.get_height()) - thick if stretch.side == perspective else 0
        color = theme.side_color(stretch.side)
        pygame.draw.rect(picture, color, (left, top, max(thick, right - left), thick))
        for x in (left, max(left, right - thick)):
            pygame.draw.rect(picture, color, (x, min(top, top + thick - tooth) if top else 0, thick, tooth))


def _scale(course: Course, others: Iterable[OtherCourse]) -> float:
    """The value at the edge of the plot. Columns and curves fit below it, except those of decided positions,
    those above MOST_ADVANTAGES, and a few that are much larger than the rest."""
    sizes: list[float] = []
    for column in course.columns:
        if column.value is not None and column.amounts is not None and not column.decided:
            up = sum(amount for amount in column.amounts if amount > 0)
            down = sum(amount for amount in column.amounts if amount < 0)
            sizes.append(max(abs(column.value), up, -down))
    for opinion in others:
        values = (column.value for column in opinion.course.columns if not column.decided)
        sizes += [abs(opinion.value_in(course.lens, value)) for value in values if value is not None]
    sizes.sort()
    largest = sizes[-1] if sizes else 0.0
    usual = sizes[int(USUAL * (len(sizes) - 1))] if sizes else 0.0
    if 0.0 < OUTLYING * usual < largest:
        largest = OUTLYING * usual
    largest = min(largest, MOST_ADVANTAGES * course.lens.heuristic.clear_advantage)
    return _next_round(largest) if largest else 1.0


def _next_round(value: float) -> float:
    """The next round number that is not smaller."""
    power = 10.0 ** math.floor(math.log10(value))
    # 10 and 20: the logarithm of a power of ten may be rounded down.
    return next(step * power for step in (*STEPS, 10.0, 20.0) if step * power >= value * (1 - 1e-12))
