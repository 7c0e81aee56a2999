"""The page Review: the progress of a game's review, where the game was lost, and the costliest moves, each
with the reason."""

from functools import partial

import pygame

from study.format import number_text
from study.practice.practice import Practice
from study.review.background_review import (
    NODES,
    SHOWN,
    BackgroundReview,
    reviewed_losing_move,
    reviewed_stretch,
    stretch_beside_list,
)
from study.review.move_loss_text import about_turn, listed_in, loss_in_words
from study.review.stretch import Stretch
from study.review.stretch_text import happened, moves_of
from study.state.changes import FEATURES, GAME, SEARCHES, Derived
from study.state.move_loss import MoveLoss, listed, worst
from study.state.study import Study
from ui.kit.buttons import Button, quiet_button
from ui.kit.drop_down import DropDown, Option
from ui.kit.rows import below, right_of
from ui.kit.sheet import Sheet
from ui.kit.table import DataTable, drawn
from ui.panels.parts.panel import UNDERSTAND, Panel
from ui.panels.parts.perspective_switch import PerspectiveSwitch
from ui.panels.parts.sketch import Block, Curve
from ui.panels.parts.start_and_stop import ReviewStart, state_words
from ui.panels.review.course_strip import CourseStrip
from ui.theme import Theme

ROW, LINE = 24, 16
"""Heights of a move's line and of a line of the reason below it, in design pixels."""

COURSE, LEAST_LIST = 84, 140
"""Height of the game's course above the list, and the least height that it leaves to the list, in design
pixels."""

KEPT = 1000
"""For how many sentences the number of lines is remembered, which is slow to find out."""

BOTH = -1

ABOUT = (
    "Searches each position and marks the moves that lost most. The move that was played "
    "and the best move are compared at one depth, by the judging heuristic. The review "
    "says where the game was lost. It lists the moves that are marked on the timeline (J), "
    "and the three costliest of each side. New moves are reviewed, too, until it is paused."
)


WHAT_IS_BOLD = (
    "A mistake, in bold, lost at least a tenth of the way from a lost game to a won one, or missed a win, as "
    "{judge} judges. The other moves below lost less: they are the costliest of each side."
)


class ReviewPanel(Panel):
    title = "Review"
    tip = "What each move of the game lost, and why the worst ones did"
    question = "Which moves lost most, and why?"
    guide_page = "review"
    group = UNDERSTAND
    sketch = (
        Curve("dim", ((1, 2), (4, 2.5), (5, 5.5), (8, 5), (9, 6.5), (11, 6.5))),
        Block("warning", 4, 1, 1, 6),
        Block("warning", 8, 1, 1, 6),
    )
    feature = BackgroundReview
    reviews = True

    def __init__(self) -> None:
        self.start = ReviewStart(primary=True)
        tip = "How many nodes the search of each position visits. More nodes look deeper, and take longer."
        self.nodes = DropDown(self._choose_nodes, tip)
        options = [Option(each, f"{number_text.grouped(each)} nodes") for each in NODES]
        self.nodes.offer(options, None)
        self.judge = DropDown(self._choose_judge, "The heuristic that says what a move lost.")
        self.course = CourseStrip("course of the game", by_term=False)
        self.list = DataTable()
        self.practise = Button(self._practise)
        self.side = BOTH  # the side whose moves are listed
        self._heights: dict[tuple[str, int], int] = {}  # lines by sentence and width in pixels
        self._narrow = False  # whether the number of nodes is in a second row, for lack of width
        self._marked: list[MoveLoss] = []
        self._listed: list[MoveLoss] = []
        self._row_of: list[MoveLoss | None] = []  # by row; None: the row on where the game was lost
        self._stretch: Stretch | None = None
        self._lost_where = ""  # where the game was lost, once all is reviewed
        self._stretch_row = ""  # the row about that; shorter if the list has its moves
        self._collected: Derived[None] = Derived(GAME | SEARCHES | FEATURES)

    # What the person does

    def _choose_nodes(self, nodes: int) -> None:
        self.study.of(BackgroundReview).nodes = nodes

    def _choose_judge(self, judge: str) -> None:
        """Sets the heuristic that judges. A review that is not paused begins again."""
        review = self.study.of(BackgroundReview)
        review.judge = judge
        if review.goes_on:
            review.begin(self.study)

    def _practise(self) -> None:
        self.study.of(Practice).add_moves(self.study, self.mistakes(self.study))

    def _open(self, index: int) -> None:
        """Shows the position before a row's move, with the move selected. The row about where the game was
        lost goes to the first move of that stretch."""
        study, move_loss, stretch = self.study, self._row_of[index], self._stretch
        if move_loss is None and stretch is None:
            return
        begins = stretch.start if move_loss is None and stretch is not None else None
        at = move_loss.index if move_loss is not None else begins
        assert at is not None
        study.go_to(at)
        move = study.record.plies[at].move
        study.point(selected=move, reviewed_move=study.of(BackgroundReview).looked(study.position, move))

    def _tip(self, index: int) -> str:
        if index >= len(self._row_of):
            return ""
        study, move_loss, stretch = self.study, self._row_of[index], self._stretch
        if move_loss is None:
            act = turn = ""
            if stretch is not None:
                act = f"Click for the position before {study.record.numbered(stretch.start)}."
                turn = about_turn(study, stretch.start)
            return "\n".join(filter(None, (self._lost_where, turn, act)))
        act = "Click to go to it. W then asks why not, in full."
        lines = (
            loss_in_words(study, move_loss),
            study.of(BackgroundReview).why(move_loss),
            about_turn(study, move_loss.index),
            act,
        )
        return "\n".join(filter(None, lines))

    # Drawing

    def look(self, study: Study) -> None:
        if self.foot is None and study.record.plies:
            self.course.timeline.follow(study)

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme, review = sheet.theme, study.of(BackgroundReview)
        self._collected.of(study.changes, partial(self._collect, study), self.side)
        line, gap = theme.px(28), theme.px(8)
        head = pygame.Rect(rect.left, rect.top, rect.width, line)
        self._draw_head(sheet, head, study)
        second = head.move(0, line + theme.px(4))
        end = self._draw_sides(sheet, second, study)
        state = pygame.Rect(rect.left, end + theme.px(4), rect.width, theme.px(20))
        body = self._draw_course(sheet, below(rect, state.bottom + gap), study)
        if not (review.goes_on or review.changes or review.problem or self._row_of):
            sheet.paragraph(body, ABOUT, 14, theme.dim)
            return
        self._draw_state(sheet, state, study)
        body = self._draw_practise(sheet, body, study)
        wide = self._inside(theme, pygame.Rect(0, 0, body.width, 0)).width
        rows = [
            theme.px(ROW + 8) + self._lines(theme, self._below(study, index), wide) * theme.px(LINE)
            for index in range(len(self._row_of))
        ]
        draw_row = partial(self._draw_row, sheet, study)
        self.list.draw(sheet, body, drawn(len(rows), rows, draw_row, self._open, self._tip))

    def _draw_course(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> pygame.Rect:
        """Draws the course of the game, with the side that each edge favours; returns the room below it.
        Draws nothing while the timeline below the board shows the course, or in a low page."""
        theme, high = sheet.theme, sheet.theme.px(COURSE)
        if self.foot is not None or not study.record.plies or rect.height < high + theme.px(LEAST_LIST):
            return rect
        gutter, radius = theme.px(18), theme.px(4)
        self.course.draw(sheet, pygame.Rect(rect.x + gutter, rect.y, rect.width - gutter, high), study)
        for side, y in (
            (study.perspective, rect.y + theme.px(16)),
            (1 - study.perspective, rect.y + high - theme.px(16)),
        ):
            theme.side_shape(sheet.surface, side, (rect.x + gutter // 2, y), radius)
        return below(rect, rect.y + high + theme.px(8))

    def _below(self, study: Study, index: int) -> str:
        """The sentence below a row's move."""
        move_loss = self._row_of[index]
        if move_loss is not None:
            return study.of(BackgroundReview).why(move_loss) or loss_in_words(study, move_loss)
        only = self._stretch.only if self._stretch is not None else None
        why = study.of(BackgroundReview).why(only) if only is not None else ""
        return f"{self._stretch_row} {why}".rstrip()

    def _lines(self, theme: Theme, text: str, width: int) -> int:
        """How many lines a sentence needs."""
        key = text, width
        if key not in self._heights:
            if len(self._heights) >= KEPT:
                self._heights.clear()
            self._heights[key] = len(theme.wrapped(text, width, 12))
        return self._heights[key]

    @staticmethod
    def _inside(theme: Theme, area: pygame.Rect) -> pygame.Rect:
        """The place of a row's texts, left of the scroll bar."""
        inner = area.inflate(-theme.px(12), -theme.px(4))
        inner.width -= theme.px(10)
        return inner

    def _collect(self, study: Study) -> None:
        """Collects the marked moves, the listed ones, and where the game was lost."""
        move_losses = study.of(BackgroundReview).move_losses(study.record)
        self._marked = worst(move_losses)
        self._listed = listed(move_losses, None if self.side == BOTH else self.side)
        self._stretch, self._lost_where = reviewed_stretch(study)
        self._arrange_rows(study)

    def _arrange_rows(self, study: Study) -> None:
        """Arranges the rows: first the single move that lost the game, if there is one, then the row that
        says where the game was lost (the stretch), then the other moves. If the stretch is one move, that
        move has no other row. If the stretch's costliest move, or the move that lost the game, has a row, the
        row of the stretch does not name the costliest."""
        self._stretch_row, stretch = self._lost_where, self._stretch
        only = stretch.only if stretch is not None else None
        moves = [each for each in self._listed if only is None or each.index != only.index]
        losing = reviewed_losing_move(study)  # None if the stretch is one move
        first = [each for each in moves if losing is not None and each.index == losing.index]
        named = [stretch.costliest, losing] if stretch is not None else []
        if any(each.index == other.index for each in moves for other in named if other and other.marked):
            self._stretch_row = stretch_beside_list(study)
        between: list[MoveLoss | None] = [None] if self._lost_where else []
        self._row_of = [*first, *between, *(each for each in moves if each not in first)]

    def _draw_head(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme, review = sheet.theme, study.of(BackgroundReview)
        button = pygame.Rect(rect.left, rect.top, self.start.wanted_width(theme), rect.height)
        self.start.draw(sheet, button, study)
        PerspectiveSwitch(study).draw(sheet, rect)
        right = rect.right - PerspectiveSwitch(study).wanted_width(theme) - theme.px(8)
        left = button.right + theme.px(8)
        self.nodes.index = NODES.index(review.nodes)
        self._narrow = right - left < self.nodes.least_width(theme)
        if not self._narrow:
            self.nodes.draw(sheet, pygame.Rect(left, rect.top, right - left, rect.height))

    def _draw_sides(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> int:
        """Draws whose moves are listed, who judges, and in a narrow page the number of nodes. Returns where
        it ends."""
        theme, review = sheet.theme, study.of(BackgroundReview)
        choices = (
            (BOTH, "both", "The costliest moves of both sides."),
            *((side, name, f"{name}'s costliest moves.") for side, name in enumerate(study.side_names)),
        )
        x = rect.left
        for side, text, tip in choices:
            width = theme.width(text) + theme.px(24)
            place = pygame.Rect(x, rect.top, min(width, max(0, rect.right - x)), rect.height)

            def choose(side: int = side) -> None:
                self.side = side
                self.list.restart()

            quiet_button(("review of", side), text, tip, choose, self.side == side).draw(sheet, place)
            x += width + theme.px(4)
        chosen = SHOWN if review.judge == SHOWN else review.judging(study).name
        if not self.judge.open:
            options = [Option(name, name) for name in study.lens_names]
            options.append(
                Option(SHOWN, f"shown: {study.lens.name}", "The shown heuristic, with its present weights.")
            )
            self.judge.offer(options, chosen)
        if self._narrow:
            rect = rect.move(0, rect.height + theme.px(4))
            wide = rect.width - self.judge.least_width(theme) - theme.px(8)
            self.nodes.draw(sheet, pygame.Rect(rect.topleft, (wide, rect.height)))
            left = rect.left + wide + theme.px(8)
        else:
            left = sheet.label(right_of(rect, x), "Heuristic", 14, theme.dim).right + theme.px(8)
        self.judge.draw(sheet, right_of(rect, left))
        return rect.bottom

    def _draw_state(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme, review = sheet.theme, study.of(BackgroundReview)
        color = theme.warning if review.problem else theme.text_color
        marked, some = self._marked, bool(self._listed)
        # From long to short. The heuristic may be left out, because it is also named above.
        ways = ((some, True), (some, False), (False, False))
        texts = [state_words(study, marked, listed, judged) for listed, judged in ways]
        sheet.label(rect, next((t for t in texts if theme.width(t) <= rect.width), texts[-1]), 14, color)
        tip = review.problem
        if not tip and some and review.lens is not None:
            tip = WHAT_IS_BOLD.format(judge=review.lens.name)
        if tip:
            sheet.add("review state", rect, tip, focusable=False)
        if review.running and review.news.total:
            track = pygame.Rect(rect.left, rect.bottom + theme.px(2), rect.width, theme.px(4))
            sheet.progress(track, review.news.done / review.news.total)

    def mistakes(self, study: Study) -> list[MoveLoss]:
        """The marked moves to practise: those of the listed side. If both sides are listed: those that people
        made, or all if people made none."""
        if self.side != BOTH:
            return [each for each in self._marked if each.side == self.side]
        return [each for each in self._marked if study.is_person(each.side)] or self._marked

    def _draw_practise(self, sheet: Sheet, body: pygame.Rect, study: Study) -> pygame.Rect:
        """Draws the button that practises the marked moves, unless a review is running; returns the room
        above it. During a review its place stays free, so that the list does not jump."""
        theme, mistakes, running = sheet.theme, self.mistakes(study), study.of(BackgroundReview).running
        if study.data is None or not (mistakes or running):
            return body
        count = len(mistakes)
        some = "your " if count < len(self._marked) and self.side == BOTH else ""
        self.practise.label = f"Practise {some}{count} mistake{'' if count == 1 else 's'}"
        self.practise.tooltip = "Asks for a better move at each. What you get wrong comes back another day."
        high, gap = theme.px(28), theme.px(4)
        wide = min(body.width, self.practise.wanted_width(theme) + theme.px(8))
        place = pygame.Rect(body.left, body.bottom - high, wide, high)
        if not running:
            self.practise.draw(sheet, place)
        return pygame.Rect(body.left, body.top, body.width, max(0, place.top - gap - body.top))

    def _draw_row(self, sheet: Sheet, study: Study, area: pygame.Rect, index: int) -> None:
        """Draws a row: a move with its side, its cost and the reason, or where the game was lost."""
        theme, move_loss, stretch = sheet.theme, self._row_of[index], self._stretch
        inner, under = self._inside(theme, area), self._below(study, index)
        head = pygame.Rect(inner.left, inner.top, inner.width, theme.px(ROW))
        side: int | None = None
        name, words = "The game", ""
        if move_loss is not None:
            side, name = move_loss.side, study.record.numbered(move_loss.index)
        elif stretch is not None:
            side, name, words = stretch.side, moves_of(study.record, stretch), happened(stretch, index > 0)
        if side is not None:
            sheet.shape(pygame.Rect(head.left, head.top, theme.px(16), head.height), side)
        moved = move_loss or (stretch.only if stretch is not None else None)
        bold = moved is not None and moved.marked
        room = head.width - theme.px(24 + 8) - theme.width(name, 14, bold)
        if move_loss is not None:  # the longest text that leaves room for the move's whole name
            full = listed_in(study, move_loss)
            words = next((text for text in full if theme.width(text) <= room), full[-1])
        right = sheet.label(head, words, 14, align="right")
        left = right_of(head, head.left + theme.px(24))
        left.width = max(0, right.left - theme.px(8) - left.left)
        sheet.label(left, name, 14, bold=bold)
        sheet.text(inner, head.bottom, under, 12, theme.text_color if move_loss is None else theme.dim)
