"""What a move's value is made of, term by term: after the move, or at the end of its line, compared with the
best other move."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from engines.contract import EXACT, UNKNOWN, UPPER, RootMove, Thought
from engines.jobs import News
from games.contract import DRAW
from heuristics.failure import shortened
from heuristics.lens import Breakdown, Lens
from heuristics.sides import one_sided_terms
from study.evaluation.contribution_formula import spelled, term_of
from study.evaluation.one_sided import counted_by, explained
from study.format import number_text
from study.format.term_groups import (
    AUTHORS,
    GROUP,
    TERM,
    Arrangement,
    Part,
    TableRow,
    capital,
    parts_of,
)
from study.format.value_format import ValueFormat
from study.moves.candidate_table import CandidateTable
from study.moves.candidates import Candidate, CandidateList
from study.moves.line_terms import mean_breakdown
from study.on_board.counted_squares import counted_on
from study.searches.chance_outcome import ChanceOutcome
from study.searches.lines import Line, line_of, steps_of
from study.searches.single_move_search import SingleMoveSearches
from study.searches.values import for_side
from study.state.changes import ANYTHING, Derived
from study.state.search_store import position_key
from study.state.study import LinePosition, Study
from ui.kit.buttons import quiet_button
from ui.kit.cells import DIM, TEXT, BarCell, DataCell, NumberCell, TextCell
from ui.kit.layout import RIGHT, DataColumn
from ui.kit.rows import below
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet, Stated
from ui.kit.table import LINE as ROW
from ui.kit.table import Content, DataRow, DataTable
from ui.panels.evaluation.breakdown_table import ROUNDING, USUAL_NUMBER, weights_tip
from ui.panels.parts.line_moves import draw_line
from ui.panels.parts.outcome_table import draw_outcomes
from ui.panels.parts.stated_values import states_after, states_searched
from ui.panels.parts.table_cells import NameCell

AFTER, LINE = "after", "line"

TOTAL = "total"

LEAST_BAR, BAR = 32, 96
"""Least and usual width of a bar, in design pixels. Where the names leave less room, no bar is drawn."""


@dataclass(frozen=True)
class Reason:
    """The reason for a value: the `breakdown` by `lens` of the position `ahead`. `states` is the value of its
    total row. `words` say what the breakdown is a mean of, or why there is none."""

    words: str = ""
    breakdown: Breakdown | None = None
    lens: Lens | None = None
    ahead: LinePosition | None = None
    line: Line | None = None
    states: Stated | None = None
    warns: bool = False


@dataclass(frozen=True)
class DetailRows:
    """The rows of a breakdown by `lens`: each group and term, the rounding, and the total, whose value is
    `states`. `ahead` is the position; None for a mean over outcomes of chance. With a `reference` breakdown,
    each row also has the difference from it. All numbers are calculated from rounded ones, so that they add
    up. `of` identifies the table's content."""

    study: Study
    lens: Lens
    shown: Breakdown
    ahead: LinePosition | None
    states: Stated | None
    reference: Breakdown | None
    arrangement: Arrangement
    of: Hashable

    @property
    def form(self) -> ValueFormat:
        return ValueFormat.of_lens(self.lens)

    def content(self, room: int) -> Content:
        """The table, folded for `room` rows."""
        form, perspective = self.form, self.study.perspective
        both = [each for each in (self.shown, self.reference) if each is not None]
        parts = parts_of(form, self.shown, self.reference)
        folds = self.study.folds_of("Moves", self.lens.heuristic)
        lacking = [_lacking(form, each, perspective) for each in both]
        holds = self.study.number_columns(self.lens).holds
        rows = self.arrangement.rows(form, parts, AUTHORS, room - 1 - any(lacking), folds, self.of, holds)
        written = [[_steps(form, each, row.terms, perspective) for each in both] for row in rows]
        totals = [for_side(each.value, each.side, perspective) for each in both]
        total = [form.steps(value) for value in totals]
        gains = [each[0] - each[-1] for each in (*written, lacking, total)]  # 0 without a reference
        largest = max(map(abs, gains))
        made = [self._row(*each, parts, largest) for each in zip(rows, written, strict=True)]
        if any(lacking):
            name = TextCell(ROUNDING, color=self._color(lacking))
            made.append(self._sums(ROUNDING, name, form.of_steps(lacking[0]), lacking, largest))
        evaluated = counted_by(self.lens, self.shown.side, self.study.side_names)
        by = f", {evaluated}" if evaluated and self.shown.side != perspective else ""
        last = self._sums(TOTAL, TextCell(f"{TOTAL}{by}", bold=True), totals[0], total, largest, self.states)
        columns = (
            DataColumn("name", grow=1.0),
            DataColumn("value", wanted=USUAL_NUMBER, align=RIGHT),
            DataColumn("bar", least=LEAST_BAR, wanted=BAR, grow=0.25, gives_way=1),
            DataColumn("difference", wanted=USUAL_NUMBER, align=RIGHT),
        )
        return Content(made, columns if self.reference else columns[:2], foot=(last,), of=self.of)

    def _color(self, steps: Sequence[int]) -> str:
        return TEXT if any(steps) else DIM

    def _row(self, row: TableRow, steps: Sequence[int], parts: Sequence[Part], largest: int) -> DataRow:
        """The row of a term, or of a group or of level terms. Pointing at a term marks its squares on the
        board; a click on a group folds or unfolds it."""
        term = self.shown.rows[row.terms[0]].name
        title, color = _row_name(row, parts), self._color(steps)
        sided = row.kind == TERM and term in one_sided_terms(self.lens.heuristic)
        unfolded = None if row.kind == TERM else row.unfolded
        name = NameCell(title, color, row.kind == GROUP, row.inside, unfolded, sided)
        sums = self._sums(row.key, name, self.form.of_steps(steps[0]), steps, largest, bold=row.kind == GROUP)
        return replace(
            sums,
            tip=partial(self._tip, row, title),
            click=None if row.kind == TERM else partial(self.arrangement.toggle, row),
            enter=partial(self._point, row),
            leave=self._leave,
        )

    def _sums(
        self,
        key: str,
        name: DataCell,
        value: float,
        steps: Sequence[int],
        largest: int,
        states: Stated | None = None,
        bold: bool | None = None,
    ) -> DataRow:
        """A row of a value and its difference from the reference. `_row` makes the rows of terms and groups
        from it. `steps` are the row's values in the shown breakdown and in the reference, if there is one, in
        steps of the last decimal."""
        form, bold = self.form, key == TOTAL if bold is None else bold
        color, gain = TEXT if key == TOTAL else self._color(steps), steps[0] - steps[-1]
        cells = (
            name,
            NumberCell(value, form, color=color, bold=bold, states=states),
            BarCell(gain / largest if largest else None, self.study.perspective),
            NumberCell(form.of_steps(gain), form, color=TEXT if gain else DIM, bold=bold),
        )
        tip = f"The sum of the contributions. {weights_tip(self.lens)}"
        if key == ROUNDING:
            tip = "The difference between the rounded total and the rounded rows above."
        return DataRow(("detail term", key), cells if self.reference else cells[:2], tip)

    def _tip(self, row: TableRow, name: str) -> str:
        """The tooltip that explains the number of a row."""
        breakdown, form, perspective = self.shown, self.form, self.study.perspective
        if row.kind != TERM:
            rows = (breakdown.rows[term] for term in row.terms)
            amounts = (
                (each.label, for_side(each.contribution, breakdown.side, perspective)) for each in rows
            )
            listed = ", ".join(f"{name} {form.signed(amount)}" for name, amount in amounts)
            return f"{name}: {listed}. Click to {'fold' if row.unfolded else 'unfold'}."
        found, formula = breakdown.rows[row.terms[0]], ""
        if self.ahead is not None:  # a mean over the outcomes of chance has no counts
            number_columns = self.study.number_columns(self.lens)
            formula = spelled(self.lens, number_columns, breakdown, row.terms[0], perspective)
        sided = explained(self.lens, found.name, breakdown.side, self.study.side_names)
        text = f"{capital(found.label)}: {formula or found.description}"
        return f"{text}\n{sided}" if sided else text

    def _point(self, row: TableRow) -> None:
        if self.ahead is not None:
            terms = [term_of(self.lens.heuristic, self.shown, index) for index in row.terms]
            squares = counted_on(self.lens, terms, self.ahead.position, self.shown.side)
            self.study.point(squares=self.form.squares(squares), ahead=self.ahead)

    def _leave(self) -> None:
        self.study.point(squares=(), ahead=None)


class MoveDetail:
    """The lower half of the page Moves. It explains the value right after a move, or the search's value,
    which comes from the end of the move's line. Without a search it explains only the value after the
    move."""

    def __init__(self) -> None:
        self.scroll, self.table = Scroll(), DataTable(stops=True)
        self._rows = Derived[Content](ANYTHING)
        self.shown = LINE
        self.arrangement = Arrangement()
        self._switched = 0  # right edge of the switch "after the move" / "at the end of its line", in pixels

    def draw(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        study: Study,
        table: CandidateTable,
        chosen: Candidate,
    ) -> None:
        """Draws the detail of the `chosen` move of the `table`."""
        theme, found = sheet.theme, table.found
        assert found is not None, "the chosen move is in this list"
        listed = any(each is chosen for each in table.lines)
        line = theme.px(24)
        title = pygame.Rect(rect.left, rect.top + line, rect.width, line)
        body = below(rect, title.bottom)
        searched = table.searched
        at_line = self.shown == LINE and searched
        self._draw_switch(sheet, pygame.Rect(rect.left, rect.top, rect.width, line), at_line, searched)
        reason = self._reason(study, table, found, chosen, at_line)
        if reason is None:
            if not at_line and chosen.has_chance and chosen.value is not None:
                self._draw_outcomes(sheet, below(rect, title.top), study, found, chosen)
            return
        name = f"after {chosen.notation}" if not at_line else chosen.notation
        if reason.breakdown is None or reason.lens is None:
            sheet.label(title, name, 14, bold=True)
            sheet.paragraph(body, reason.words, 14, theme.warning if reason.warns else theme.dim)
            return
        best = table.compared(chosen, at_line)
        of_best = self._reason(study, table, found, best, at_line) if best is not None else None
        reference = of_best.breakdown if of_best is not None else None
        if reference is None or _names(reference) != _names(reason.breakdown):
            best = reference = None
        compared = f"compared with {best.notation}" if best is not None else ""
        if at_line and listed:
            body, beside = body.union(title), rect.right - self._switched
            less = [f"{sign} {best.notation}" for sign in ("minus", number_text.MINUS)] if best else []
            texts = (f"{name} {compared}".rstrip(), compared, *less)
            text = next((text for text in texts if theme.width(text, 12) <= beside), "")
            if text:
                place = pygame.Rect(self._switched, rect.top, beside, line)
                sheet.label(place, text, 12, theme.dim, "right")
        else:
            self._draw_title(sheet, title, study, name, reason, compared)
        if reason.words:  # what the table is a mean of
            row = pygame.Rect(body.left, body.top, body.width, line)
            sheet.label(row, capital(reason.words), 14, theme.dim)
            body = below(body, row.bottom)
        shown = reason.lens, reason.breakdown, reason.ahead, reason.states, reference
        of = position_key(study.position), chosen.move, at_line
        rows, room = DetailRows(study, *shown, self.arrangement, of), body.height // theme.px(ROW)
        folds = tuple(study.folds_of("Moves", reason.lens.heuristic).items())
        made_of = of, room, folds, id(reason.breakdown), id(reference)
        content = self._rows.of(study.changes, partial(rows.content, room), *made_of)
        self.table.draw(sheet, body, content)

    def _draw_switch(self, sheet: Sheet, rect: pygame.Rect, at_line: bool, searched: bool) -> None:
        theme = sheet.theme
        x = rect.left
        tips = {
            AFTER: "What the value right after the move is made of.",
            LINE: "What the search's value is made of: the position at the end of the move's line."
            if searched
            else "No search has looked ahead from here yet.",
        }
        for which, text in ((AFTER, "after the move"), (LINE, "at the end of its line")):

            def choose(which: str = which) -> None:
                self.shown = which

            width = min(theme.width(text) + theme.px(16), rect.right - x)
            place = pygame.Rect(x, rect.top, width, rect.height)
            quiet_button(("explains", which), text, tips[which], choose, at_line == (which == LINE)).draw(
                sheet, place
            )
            x += width + theme.px(4)
        self._switched = x

    # What explains a move's value

    def _reason(
        self, study: Study, table: CandidateTable, found: CandidateList, candidate: Candidate, at_line: bool
    ) -> Reason | None:
        """The reason for a move's value; None while it is being calculated, and for a move whose outcomes are
        shown instead."""
        if at_line:
            return self._line_reason(study, table, candidate)
        if found.error:
            return Reason(f"The heuristic failed: {shortened(found.error)}", warns=True)
        if candidate.value is None or candidate.has_chance:
            return None
        if candidate.breakdown is None:
            won = candidate.ended
            return Reason("The game is drawn." if won == DRAW else f"{study.side_name(won)} has won.")
        after = candidate.outcomes[0].position
        there = LinePosition(study.position, (candidate.move,), (after,), 1)
        states = states_after(study, candidate)
        return Reason("", candidate.breakdown, study.lens, there, None, states)

    def _line_reason(self, study: Study, table: CandidateTable, candidate: Candidate) -> Reason | None:
        thought, row = table.thought, table.row(candidate)
        if row is not None and row.remark:
            return Reason(row.remark)
        if thought is None or row is None or row.bound == UNKNOWN:
            return Reason("The search has not looked at this move.")
        if thought.lens is None:
            who = thought.program or "This player"
            return Reason(f"{who} does not say what its value is made of.")
        if row.bound == EXACT:
            line = line_of(study, thought, row)
            if line is not None and line.words.startswith("mean") and row.parts:
                broken_down = mean_breakdown(thought.lens, row, line.side)
                states = states_searched(study, thought, row)
                return Reason(line.words, broken_down, thought.lens, None, line, states)
            return self._of_line(line, states_searched(study, thought, row))
        return self._search_alone_reason(study, thought, row, candidate.notation)

    def _of_line(self, line: Line | None, states: Stated) -> Reason | None:
        if line is None:
            return None
        if line.breakdown is None:
            words = line.error or f"There is no evaluation at the end of its line: {line.words}."
            return Reason(shortened(words), line=line, warns=bool(line.error))
        return Reason("", line.breakdown, line.lens, line.ahead(len(line.moves)), line, states)

    def _search_alone_reason(self, study: Study, thought: Thought, row: RootMove, name: str) -> Reason | None:
        """The reason for a move of which the search only proved that it is no better than the best. The move
        is searched alone for it."""
        assert row.bound == UPPER and thought.lens is not None
        if study.running:
            return Reason("Proved to be no better than the best. Its line is searched after this search.")
        key = ("alone", position_key(thought.position), thought.lens, row.move, row.depth)
        news = study.facts.ask(key, lambda: study.of(SingleMoveSearches).steps(thought, row.move, row.depth))
        if isinstance(news, News):
            return Reason(f"Proved to be no better than the best. {name} is being searched alone …")
        if isinstance(news, str):
            return Reason(shortened(news), warns=True)
        alone = study.search_store.alone(thought).get(row.move)
        if alone is None:
            return Reason("A search of the move alone found nothing.")
        line = study.facts.ask(("line", alone), lambda: steps_of(study, alone))
        of_move = next(each for each in alone.root_moves if each.move == row.move)
        return self._of_line(line, states_searched(study, alone, of_move))

    # Drawing

    def _draw_title(
        self, sheet: Sheet, title: pygame.Rect, study: Study, name: str, reason: Reason, compared: str
    ) -> None:
        theme = sheet.theme
        right = theme.width(compared, 12)
        left = pygame.Rect(title.left, title.top, title.width - right - theme.px(8), title.height)
        if reason.line is not None:
            row = pygame.Rect(left.left, left.top + theme.px(2), left.width, theme.px(20))
            draw_line(sheet, row, study, reason.line, "its line")
        else:
            sheet.label(left, name, 14, bold=True)
        sheet.label(title, compared, 12, theme.dim, "right")

    def _draw_outcomes(
        self, sheet: Sheet, rect: pygame.Rect, study: Study, found: CandidateList, chosen: Candidate
    ) -> None:
        """Draws the outcomes of chance with their probabilities and static values."""
        assert chosen.value is not None
        outcomes = [
            ChanceOutcome(o.text, o.probability, o.value, "draw" if o.ended == DRAW else "")
            for o in chosen.outcomes
        ]
        title = f"after {chosen.notation}: mean of {len(outcomes)}"
        draw_outcomes(sheet, rect, study, study.lens, self.scroll, title, chosen.value, outcomes, found.side)


def _names(breakdown: Breakdown) -> list[str]:
    """The names of a breakdown's terms, in the order of its rows."""
    return [row.name for row in breakdown.rows]


def _row_name(row: TableRow, parts: Sequence[Part]) -> str:
    """The name of a row of groups and terms."""
    if row.kind == TERM:
        return parts[row.terms[0]].label
    return row.label(all(parts[index].level for index in row.terms))


def _steps(form: ValueFormat, breakdown: Breakdown, terms: Sequence[int], perspective: int) -> int:
    """The sum of the terms' written contributions, in steps of the last decimal."""
    rows = (breakdown.rows[term] for term in terms)
    return sum(form.steps(for_side(row.contribution, breakdown.side, perspective)) for row in rows)


def _lacking(form: ValueFormat, breakdown: Breakdown, perspective: int) -> int:
    """The difference between the written total and the written rows, in steps of the last decimal."""
    total = form.steps(for_side(breakdown.value, breakdown.side, perspective))
    return total - _steps(form, breakdown, range(len(breakdown.rows)), perspective)
