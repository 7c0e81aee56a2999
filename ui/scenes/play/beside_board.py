"""The evaluation bar on the left of the board, and each side's lost pieces on its right."""

from collections.abc import Sequence

import pygame

from games.contract import BLACK, WHITE
from games.position import Position
from games.record import Record
from study.on_board.evaluation_bar import VALUES, EvaluationBar, Mark
from study.practice.hidden_answers import FIRST, HiddenAnswers
from study.state.study import Study
from ui.boards.board import BoardView
from ui.boards.board_art import Canvas, Losses
from ui.kit.sheet import Sheet
from ui.theme import Theme

BAR, LOST, GAP = 24, 30, 8
"""Widths in design pixels: of the bar, of the lost pieces, and of the space between them and the board."""

WORDS = 16
"""Height in design pixels of a line of words at an end of the bar. Such a line is as wide as the bar and the
space on both sides of the bar."""

BY = "by"
"""The word before the shapes of the sides for which values were evaluated. It is shown for heuristics with
one-sided terms."""

HOW = "The bar grows towards the side that is better (L hides it)."


class BesideBoard:
    """Draws the evaluation bar, if `bar` is true, and the lost pieces."""

    def __init__(self, board: BoardView, bar: bool) -> None:
        self.bar = bar
        self.board = board
        self._balance = EvaluationBar()
        self._lost: tuple[tuple[Position, Position] | None, Losses] = (None, ((), ()))

    def left(self, theme: Theme) -> int:
        """Real pixels that the bar needs."""
        return theme.px(BAR + GAP) if self.bar else 0

    def right(self, theme: Theme) -> int:
        """Real pixels that the lost pieces need."""
        return theme.px(LOST + GAP) if self.board.art.loses else 0

    def draw(self, sheet: Sheet, study: Study, room: int) -> None:
        """Draws the bar and the lost pieces; call it after the board was drawn. `room` are the free pixels on
        the right of the board."""
        theme, board = sheet.theme, self.board.picture.geometry.rect
        if self.bar:
            place = pygame.Rect(board.x - theme.px(BAR + GAP), board.y, theme.px(BAR), board.height)
            self._draw_bar(sheet, place, study)
        if 0 < self.right(theme) <= room:
            place = pygame.Rect(board.right + theme.px(GAP), board.y, theme.px(LOST), board.height)
            self._draw_lost(sheet, place, study)

    # Evaluation bar

    def _draw_bar(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        """Draws the bar from the middle towards the side that is better off. If it shows the values of two
        programs, each has half the width, White's on the left. Words at one end state the expected score as a
        chance, or the result, or say that the bar shows a value."""
        theme, hidden = sheet.theme, study.of(HiddenAnswers).hides(study)
        marks = () if hidden else self._balance.marks(study)
        up = WHITE if self.board.picture.flipped else BLACK
        head = theme.px(BAR)
        for side, y in ((up, rect.y + head // 2), (1 - up, rect.bottom - head // 2)):
            theme.side_shape(sheet.surface, side, (rect.centerx, y), theme.px(6))
        counted = sorted({mark.counted for mark in marks if mark.counted is not None})
        lines = 2 if counted else 1
        track = rect.inflate(0, -2 * (head + lines * theme.px(WORDS)))
        if marks:
            words, at = (VALUES, study.perspective) if len(marks) > 1 else (marks[0].words, marks[0].at)
            self._draw_words(sheet, rect, rect.y + head if at == up else track.bottom, words, counted)
        sheet.fill(track, theme.raised, 4)
        for mark in marks:
            part = track.copy()
            if mark.side is not None:
                part.width = track.width // 2 - theme.px(1)
                part.x = track.x if mark.side == WHITE else track.right - part.width
            self._draw_mark(sheet, part, mark, up)
        middle = (track.x - theme.px(2), track.centery), (track.right + theme.px(1), track.centery)
        # The line in the middle has a wider one behind it, so that it can be seen on a filled bar.
        for color, width in ((theme.raised, theme.px(4)), (theme.text_color, theme.px(2))):
            pygame.draw.line(sheet.surface, color, *middle, width)
        tip_lines = [line for mark in marks for line in (mark.text, mark.scaled) if line]
        if hidden:
            tip_lines = [f"{FIRST}."]
        sheet.add("evaluation bar", rect, "\n".join([*tip_lines, HOW]))

    def _draw_words(
        self, sheet: Sheet, bar: pygame.Rect, top: int, words: str, counted: Sequence[int]
    ) -> None:
        """Draws the words below `top`, and in a second line the shapes of the sides for which values were
        evaluated."""
        theme = sheet.theme
        row = pygame.Rect(0, top, bar.width + 2 * theme.px(GAP), theme.px(WORDS))
        row.centerx = bar.centerx
        sheet.label(row, words, 12, align="center")
        if counted:
            row.top, shape, text = row.bottom, theme.px(4), theme.width(f"{BY} ", 12)
            row.width, row.centerx = text + (3 * len(counted) - 1) * shape, bar.centerx
            sheet.label(row, BY, 12, theme.dim)
            for number, side in enumerate(counted):
                center = row.left + text + (3 * number + 1) * shape, row.centery
                theme.side_shape(sheet.surface, side, center, shape)

    def _draw_mark(self, sheet: Sheet, track: pygame.Rect, mark: Mark, up: int) -> None:
        theme = sheet.theme
        favoured = WHITE if mark.share > 0 else BLACK
        length = round(abs(mark.share) * (track.height // 2))
        top = track.centery - length if favoured == up else track.centery
        filled = pygame.Rect(track.x, top, track.width, length)
        sheet.fill(filled, theme.side_color(favoured))
        end = filled.top if favoured == up else filled.bottom
        tip = pygame.Rect(track.x, end - theme.px(1), track.width, theme.px(3))
        tip = tip.clamp(track)
        sheet.fill(tip.inflate(0, theme.px(2)).clip(track), theme.raised)
        sheet.fill(tip, theme.text_color)

    # Lost pieces

    def lost(self, study: Study) -> Losses:
        """White's and Black's lost pieces in the position on the board."""
        ahead = study.shown_line_position
        start, shown = study.record.positions[0], study.position if ahead is None else ahead.position
        known = self._lost[0]
        if known is None or known[0] is not start or known[1] is not shown:
            self._lost = ((start, shown), self.board.art.lost(start, shown))
        return self._lost[1]

    def loses_by_last(self, record: Record) -> bool:
        """Whether the last move of a game captured something."""
        first, (before, last) = record.positions[0], record.positions[-2:]
        return _count(self.board.art.lost(first, last)) > _count(self.board.art.lost(first, before))

    def _draw_lost(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        """Draws each side's lost pieces, at the edge of the side that captured them."""
        canvas = Canvas(sheet.surface, sheet.theme, self.board.picture.geometry)
        for side, pieces in enumerate(self.lost(study)):
            if not pieces:
                continue
            half = pygame.Rect(rect.x, rect.y, rect.width, rect.height // 2 - sheet.theme.px(GAP) // 2)
            at_the_top = (side == WHITE) != self.board.picture.flipped
            if not at_the_top:
                half.bottom = rect.bottom
            room = (half.height - rect.width) / max(1, len(pieces) - 1)
            step = min(rect.width * 0.9, room)
            for number, piece in enumerate(pieces):
                y = half.y + rect.width // 2 + number * step
                if not at_the_top:
                    y = half.bottom - rect.width // 2 - number * step
                self.board.picture.pieces.draw(canvas, piece, (rect.centerx, round(y)), pixels=rect.width)
            deep = min(half.height, round(rect.width + step * (len(pieces) - 1)))
            place = pygame.Rect(rect.x, half.y if at_the_top else half.bottom - deep, rect.width, deep)
            count = "1 piece" if len(pieces) == 1 else f"{len(pieces)} pieces"
            sheet.add(("lost", side), place, f"{study.side_name(side)} has lost {count}.", focusable=False)


def _count(lost: Losses) -> int:
    return len(lost[0]) + len(lost[1])
