"""Draws the best lines at the head of the page Moves: rank, move, value and line, and below them the parts of
the value by group."""

from dataclasses import dataclass

import pygame

from engines.contract import UNKNOWN
from study.format import number_text
from study.format.value_format import ValueFormat
from study.moves.candidate_table import CandidateTable
from study.moves.candidates import Candidate
from study.moves.line_terms import by_group
from study.searches.values import for_side
from study.state.study import Study
from ui.kit.sheet import Sheet
from ui.panels.moves.candidate_columns import number_width
from ui.panels.parts.line_moves import draw_line
from ui.panels.parts.outcome_table import decided_words
from ui.panels.parts.stated_values import states_searched
from ui.panels.parts.table_cells import draw_number
from ui.theme import Theme

ROW, PARTS = 24, 16
"""Heights of a line and of its value's parts, in design pixels."""

LEAST_LINE = 120
"""If a line has less width than this, in design pixels, it is drawn below its move and value."""

PARTING = " · "


@dataclass(frozen=True)
class CandidateLines:
    """Draws the lines of `table`. `name` is the width of the moves' names. `below`: a line is drawn below its
    move, because it has no room beside it. `parts`: there is room for the parts of the values."""

    sheet: Sheet
    study: Study
    table: CandidateTable
    name: int
    below: bool
    parts: bool

    @classmethod
    def within(
        cls, sheet: Sheet, study: Study, table: CandidateTable, width: int, height: int, folds: bool
    ) -> "CandidateLines":
        """The lines for a place of that size. With `folds`, there is also a row that folds the other
        moves."""
        theme, count = sheet.theme, len(table.lines)
        names = [theme.width(named(c), 14, True) for c in table.lines]
        name = min(max([theme.px(32), *names]) + theme.px(4), width // 3)
        left = _left(theme) + name + number_width(theme) + theme.px(16)
        below = width - left < theme.px(LEAST_LINE)
        rows = count * theme.px(ROW) * (1 + below) + theme.px(ROW) * folds
        return cls(sheet, study, table, name, below, rows + count * theme.px(PARTS) <= height)

    @property
    def height(self) -> int:
        """Height of one line."""
        theme = self.sheet.theme
        return theme.px(ROW) * (1 + self.below) + theme.px(PARTS) * self.parts

    def draw(
        self, place: pygame.Rect, candidate: Candidate, chosen: bool, deepest: int, digit: int = 0
    ) -> None:
        """Draws a line. `deepest` is the largest depth of the search's values; `digit` is the key that plays
        the move, 0 for none."""
        sheet, study, theme, gap = self.sheet, self.study, self.sheet.theme, self.sheet.theme.px(8)
        row, thought = self.table.row(candidate), self.table.thought
        first = pygame.Rect(place.left, place.top, place.width, theme.px(ROW))
        number = pygame.Rect(first.left + gap, first.top, _left(theme) - gap, first.height)
        rank = self.table.ranks.get(candidate.move, 0)
        if digit:
            sheet.label(number, str(digit), 14, theme.text_color, bold=True)
        else:
            sheet.label(number, str(rank or ""), 14, theme.dim)
        name = pygame.Rect(first.left + _left(theme), first.top, self.name, first.height)
        bold = chosen or rank == 1
        sheet.label(name, name_within(theme, candidate, name.width, bold), 14, bold=bold)
        value = pygame.Rect(name.right + gap, first.top, number_width(theme), first.height)
        line = pygame.Rect(value.right + gap, first.top + theme.px(2), 0, theme.px(20))
        if self.below:
            line.topleft = name.left, first.bottom
        line.width = place.right - line.left
        if row is None or thought is None or row.bound == UNKNOWN:
            sheet.label(value, number_text.NOTHING, 14, theme.dim, "right")
            return
        worth = for_side(row.value, study.position.to_move, study.perspective)
        form = ValueFormat.of_thought(thought)
        color = theme.dim if row.depth < deepest else None
        words, says = decided_words(worth), states_searched(study, thought, row)
        draw_number(sheet, value, worth, form, color, says, words=words, bold=bold)
        known = self.table.line(study, candidate)
        if known is not None:
            draw_line(sheet, line, study, known, ("line of", candidate.move))
        if self.parts:
            parts = pygame.Rect(name.left, 0, place.right - name.left, theme.px(PARTS))
            parts.bottom = place.bottom - theme.px(2)
            self._draw_parts(parts, candidate, row.value)

    def _draw_parts(self, place: pygame.Rect, candidate: Candidate, value: float) -> None:
        """Draws the parts of the value; if not all have room, the largest."""
        study, thought, theme = self.study, self.table.thought, self.sheet.theme
        terms, older = self.table.terms_of(candidate)
        if terms is None or thought is None or thought.lens is None:
            return
        if terms.words:
            self.sheet.label(place, terms.words, 12, theme.dim)
            return
        form, whose = ValueFormat.of_lens(thought.lens), study.position.to_move
        # Parts of an earlier snapshot of the search add up to the value in that snapshot.
        total = sum(terms.amounts.values()) if older else value
        rows = [
            (name, for_side(amount, whose, study.perspective))
            for name, amount in by_group(thought.lens, terms.amounts, total)
        ]
        parts = PARTING.join(_part(form, row) for row in rows)
        tip = f"At the end of its line: {parts}."
        self.sheet.add(("parts of", candidate.move), place, tip, focusable=False)
        self.sheet.label(place, self._fitting(form, rows, place.width), 12, theme.dim)

    def _fitting(self, form: ValueFormat, rows: list[tuple[str, float]], width: int) -> str:
        """The parts as a text that fits: all of them, or those that are not 0, or as many of the largest as
        have room."""
        kept, dots = rows, ""
        while True:
            text = PARTING.join(_part(form, row) for row in kept) + dots
            if len(kept) == 1 or self.sheet.theme.width(text, 12) <= width:
                return text
            least = min(kept, key=lambda row: abs(row[1]))
            dots = " …" if dots or form.steps(least[1]) else ""
            kept = [row for row in kept if row is not least]


def _part(form: ValueFormat, row: tuple[str, float]) -> str:
    name, amount = row
    return f"{name} {form.signed(amount)}"


def named(candidate: Candidate) -> str:
    """A move's name, with a word if chance decides its outcome."""
    return candidate.notation + (" (chance)" if candidate.has_chance else "")


def name_within(theme: Theme, candidate: Candidate, width: int, bold: bool) -> str:
    """A move's name as `named` writes it, if that fits into `width` pixels; else without the word."""
    name = named(candidate)
    return name if theme.width(name, 14, bold) <= width else candidate.notation


def _left(theme: Theme) -> int:
    """Where a line's move begins: to the right of its rank."""
    return theme.px(28)
