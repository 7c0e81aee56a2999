"""Draws a row of the table of moves: the search's value and depth, the value after the move, and the
terms."""

from dataclasses import dataclass

import pygame

from engines.contract import EXACT, UNKNOWN, UPPER, RootMove
from games.contract import DRAW, ONGOING
from study.format import number_text
from study.format.value_format import ValueFormat
from study.moves.candidate_table import AFTER, DEPTH, MOVE, SEARCHED, CandidateTable
from study.moves.candidates import Candidate
from study.searches.values import for_side
from study.state.study import Study
from ui.kit.rows import right_of
from ui.kit.sheet import Sheet
from ui.panels.moves.candidate_columns import BAR, BOUND, DIGIT, ROUNDING, CandidateColumns
from ui.panels.moves.candidate_lines import name_within
from ui.panels.parts.outcome_table import decided_words
from ui.panels.parts.stated_values import states_after, states_searched, states_term
from ui.panels.parts.table_cells import draw_number

BOUND_TIPS = {
    EXACT: "the search's value is exact",
    UPPER: "proved to be no better than this for the side to move",
    UNKNOWN: "not searched",
}


@dataclass(frozen=True)
class CandidateRows:
    """Draws rows of `table`. `scale` is the value of a full bar, `deepest` the largest depth of the search's
    values. With `grey`, the rows are grey, because the best lines are listed above them."""

    sheet: Sheet
    study: Study
    table: CandidateTable
    columns: CandidateColumns
    scale: float
    deepest: int
    grey: bool = False

    def tip(self, candidate: Candidate) -> str:
        row = self.table.row(candidate)
        bound = UNKNOWN if row is None else row.bound
        older = ""
        if row is not None and 0 < row.depth < self.deepest:
            older = f", from an earlier iteration, {row.depth} plies deep"
        chance = " Chance decides its outcome." if candidate.has_chance else ""
        return f"{candidate.notation}: {BOUND_TIPS[bound]}{older}.{chance}"

    def draw(self, place: pygame.Rect, candidate: Candidate, chosen: bool, digit: int = 0) -> None:
        """Draws a row. `digit` is the key that plays the move, 0 for none."""
        sheet, theme = self.sheet, self.sheet.theme
        row = self.table.row(candidate)
        if row is not None and row.bound == UNKNOWN:
            row = None
        cell, places = self.columns.part(place, MOVE), self.columns.places
        cell = right_of(cell, cell.left + theme.px(8))
        if digit:
            sheet.label(pygame.Rect(cell.left, cell.top, theme.px(DIGIT), cell.height), str(digit), 12)
            cell = right_of(cell, cell.left + theme.px(DIGIT))
        name = name_within(theme, candidate, cell.width, chosen)
        sheet.label(cell, name, 14, theme.dim if self.grey and not chosen else None, bold=chosen)
        self._draw_searched(place, row)
        if BAR in places and self.scale > 0.0:
            self._draw_bar(place, candidate, row)
        if DEPTH in places:
            depth = number_text.NOTHING if row is None or not row.depth else str(row.depth)
            sheet.label(self.columns.part(place, DEPTH), depth, 14, theme.dim, "right")
        if AFTER in places:
            self._draw_after(self.columns.part(place, AFTER), candidate)
        self._draw_terms(place, candidate, row)

    def _draw_searched(self, place: pygame.Rect, row: RootMove | None) -> None:
        """Draws the search's value, or the bound that it proved."""
        sheet, study, theme = self.sheet, self.study, self.sheet.theme
        sign, cell = self.columns.part(place, BOUND), self.columns.part(place, SEARCHED)
        thought, side = self.table.thought, study.position.to_move
        if row is None or thought is None:
            sheet.label(cell, number_text.NOTHING, 14, theme.dim, "right")
            return
        if row.bound == UPPER:
            sheet.at_most(sign, least=side != study.perspective)
        else:
            sheet.label(sign, "=", 14, theme.dim, "center")
        value, form = for_side(row.value, side, study.perspective), ValueFormat.of_thought(thought)
        color = theme.dim if 0 < row.depth < self.deepest else theme.dim if self.grey else None
        says = states_searched(study, thought, row)
        draw_number(self.sheet, cell, value, form, color, says, words=decided_words(value))

    def _draw_bar(self, place: pygame.Rect, candidate: Candidate, row: RootMove | None) -> None:
        """Draws a bar of the search's value, hatched for a bound; without a search, of the value after the
        move."""
        perspective = self.study.perspective
        bar = self.columns.part(place, BAR).inflate(0, -self.sheet.theme.px(12))
        value = candidate.value
        if self.table.searched:
            value = None if row is None else row.value
        self.sheet.zero(bar, place)
        if value is not None:
            share = for_side(value, self.study.position.to_move, perspective) / self.scale
            self.sheet.bar(bar, share, perspective, row is not None and row.bound == UPPER)

    def _draw_after(self, cell: pygame.Rect, candidate: Candidate) -> None:
        study = self.study
        if candidate.value is None:
            return
        value = for_side(candidate.value, study.position.to_move, study.perspective)
        words = decided_words(value)
        if candidate.ended != ONGOING:
            won = "wins" if candidate.ended == study.perspective else "loses"
            words = "draw" if candidate.ended == DRAW else won
        form, color = ValueFormat.of_lens(study.lens), self.sheet.theme.dim if self.grey else None
        draw_number(self.sheet, cell, value, form, color, states_after(study, candidate), words=words)

    # Terms

    def _draw_terms(self, place: pygame.Rect, candidate: Candidate, row: RootMove | None) -> None:
        """Draws each term's contribution, and the difference between the rounded value and the rounded
        contributions; or why there are none."""
        table, lens = self.table, self.table.lens
        shown = [head.column for head in self.columns.heads if isinstance(head.column, tuple)]
        if lens is None or not shown:
            return
        terms, older = table.terms_of(candidate)
        cells = [self.columns.part(place, column) for column in shown]
        if terms is not None and terms.words:
            words = cells[0].unionall(cells)
            self.sheet.label(words, terms.words, 12, self.sheet.theme.dim, "right")
            return
        theme, form = self.sheet.theme, ValueFormat.of_lens(lens)
        for column, cell in zip(shown, cells, strict=True):
            amount = None if terms is None else terms.amount(column[1])
            if amount is None:
                self.sheet.label(cell, number_text.NOTHING, 14, theme.dim, "right")
                continue
            value = for_side(amount, self.study.position.to_move, self.study.perspective)
            color = theme.dim if older else theme.dim if self.grey or value == 0.0 else None
            says = None
            if not older:
                found = row if table.at_line else None
                says = states_term(self.study, candidate, table.thought, found, column[1], value)
            draw_number(self.sheet, cell, value, form, color, says)
        total = row.value if table.at_line and row is not None else candidate.value
        if terms is None or older or total is None or number_text.of_a_win(total):
            return
        if ROUNDING in self.columns.places:
            lacking = form.lacking(total, terms.amounts.values())
            value = for_side(lacking, self.study.position.to_move, self.study.perspective)
            draw_number(self.sheet, self.columns.part(place, ROUNDING), value, form, theme.dim)
