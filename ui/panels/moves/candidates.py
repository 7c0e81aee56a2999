"""The page Moves. The best lines of a search come first, each with its value and the value's parts. The other
moves, of which at most a bound is known, are folded into one row, which unfolds into a table. Without a
search, or if it looks for more than ten best lines, all moves are in the table. Below it, one move is shown
in detail."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import pygame

from engines.contract import UNKNOWN
from engines.player_kinds import MOST_LINES
from heuristics.guarded_evaluation import terms_of
from heuristics.lens import Lens
from study.evaluation.one_sided import counted_by, explained
from study.evaluation.other_lenses import of_another_lens
from study.format import number_text
from study.format.number_columns import round_up
from study.format.term_groups import capital
from study.format.value_format import ValueFormat
from study.moves.candidate_table import AFTER, DEPTH, MOVE, SEARCHED, CandidateTable, Rest
from study.moves.candidates import Candidate, CandidateList, candidates
from study.moves.line_terms import ENDED_ADDS
from study.searches.values import depth_words, for_side
from study.state.changes import Memo
from study.state.study import Study
from study.state.wishes import PlayMove
from study.suites.suite_browser import SuiteBrowser
from study.why_not.comparison import ENDED
from ui.kit.buttons import quiet_button
from ui.kit.rows import below, right_of
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Press, Sheet
from ui.panels.evaluation.breakdown_table import USUAL_NUMBER
from ui.panels.moves.candidate_columns import (
    BAR,
    BOUND,
    DIGIT,
    HEAD,
    ROUNDING,
    CandidateColumns,
    Head,
    draw_heads,
    in_units,
    number_width,
    title_lines,
)
from ui.panels.moves.candidate_lines import ROW, CandidateLines
from ui.panels.moves.candidate_row import CandidateRows
from ui.panels.moves.move_detail import LINE, MoveDetail
from ui.panels.parts.panel import TAB, Panel
from ui.panels.parts.perspective_switch import PerspectiveSwitch
from ui.panels.truth.proven_moves import draw_proven_moves, draw_verdict
from ui.theme import Theme

LINES = (1, 2, 3, 4, 5, 10, MOST_LINES)
"""Numbers of best lines to choose from; the last one stands for all."""

WIDEST_HEAD = 88
"""The most design pixels that a term's name may widen its column to."""

ROOM_FOR_GROUPS = 420
"""A page at least this high, in design pixels, lists above the table which moves are proven to win, draw and
lose."""

DETAIL, LEAST_DETAIL = 164, 96
"""In design pixels: the least height that the list usually leaves for the detail below it, and the height
below which the detail is left out."""

MOST_NUMBERS = 9
"""The most rows that have a digit, the key that plays the row's move."""

REST_SECONDS = 3.0
"""Seconds for which rows keep their places under a pointer that does not move any more."""

LEAST_ROWS = 2
"""The detail is shown only if this many rows of the list stay visible."""

SORTS = "Click to sort, click again to reverse."
BEST_FIRST = "The best moves for the player to move come first."


@dataclass
class _Rounding:
    """Whether written values and contributions have ever differed in one table. `looked` examines the table
    only when it has changed."""

    differs: bool = False
    looked: Memo[bool] = field(default_factory=Memo)


@dataclass
class _FullBar:
    """The value of a full bar of one position."""

    value: float = 0.0


class CandidatesPanel(Panel):
    title = "Moves"
    tip = "The legal moves and what each leads to"
    question = "Which moves are good, and why?"
    guide_page = "moves"
    group = TAB

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.clock = clock
        self._moved_at: Memo[float] = Memo()  # when the pointer moved last
        self.list_scroll = Scroll()
        self.detail = MoveDetail()
        self.table = CandidateTable()
        self.selected: int | None = None
        self.unfolded = False  # whether the moves that are not among the best lines are listed
        self._unfolds: Memo[None] = Memo()
        self._holding = False  # whether a program's move is held in the shown position
        self._place = pygame.Rect(0, 0, 0, 0)
        self._row = 1
        self._tops: dict[int, tuple[int, int]] = {}  # (top, height) of each move's row
        self._fold_top = self._heads_top = self._height = 0
        self._first = 0  # the number of the first column behind the fixed columns
        self._widest = ""  # the widest name of a move so far, so that columns do not move
        self._rounding: Memo[_Rounding] = Memo()
        self._scale: Memo[_FullBar] = Memo()

    # What is shown

    def chosen(self) -> Candidate | None:
        """The selected candidate; the best one until a person selects another. None without candidates."""
        chosen = (candidate for candidate in self.table.order if candidate.move == self.selected)
        return next(chosen, self.table.best)

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        """Up and down, Page Up and Page Down select a candidate."""
        visible = self._visible()
        if not visible:
            return False
        page = max(1, self._place.height // self._row - 1)
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page}
        if event.key not in steps:
            return False
        moves = [candidate.move for candidate in visible]
        index = moves.index(self.selected) if self.selected in moves else -1 if steps[event.key] > 0 else 0
        self.selected = moves[max(0, min(len(moves) - 1, index + steps[event.key]))]
        self._reveal(self.selected)
        return True

    def digit(self, number: int, study: Study) -> bool:
        """Plays a row by its number, if the rows have numbers."""
        visible = self._visible()
        if not _numbers(study) or number > len(visible) or self.table.found is None:
            return False
        study.wish(PlayMove(self.table.found.position, visible[number - 1].move))
        return True

    def _visible(self) -> list[Candidate]:
        """The visible rows: the lines, and the others unless they are folded."""
        table = self.table
        return table.order if self.unfolded or not table.lines else table.lines

    def _reveal(self, move: int) -> None:
        if move in self._tops:
            top, height = self._tops[move]
            self.list_scroll.show(top, top + height)

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme, table = sheet.theme, self.table
        self._row = theme.px(ROW)
        found = candidates(study)
        if table.update(study, found, self.detail.shown == LINE, self._is_pointed(sheet), self.selected):
            self.selected = None
            self.list_scroll.offset = 0
        study.point(selected=self.selected)
        self._holding = _holds(study)
        self._unfolds.of(self._begin, self._holding)
        head = pygame.Rect(rect.left, rect.top, rect.width, theme.px(28))
        self._draw_title(sheet, head, study, found)
        if not table.order:
            text = study.position.ending or "There is no move."
            sheet.paragraph(below(rect, head.bottom), text, 14, theme.dim)
            return
        gap = theme.px(8)
        draw_proven = draw_proven_moves if rect.height >= theme.px(ROOM_FOR_GROUPS) else draw_verdict
        head.height += draw_proven(sheet, pygame.Rect(rect.left, head.bottom, rect.width, 0), study)
        body = pygame.Rect(rect.left, head.bottom, rect.width, 0)
        if not table.lines:
            heads = pygame.Rect(rect.left, head.bottom, rect.width, theme.px(HEAD))
            body.top = heads.bottom
        most = rect.bottom - max(theme.px(DETAIL), rect.height * 2 // 5) - gap - body.top
        columns = self._columns(sheet, rect, study)
        lines = CandidateLines.within(sheet, study, table, body.width - gap, most, bool(table.others))
        self._lay_out(theme, lines)
        least = LEAST_ROWS * (lines.height if table.lines else self._row)
        if self._holding:  # the held move, and moves that can be played in its place
            top, height = self._tops[self._visible()[: LEAST_ROWS + 1][-1].move]
            least = top + height
        body.height = min(max(most, least), self._height)
        if rect.bottom - body.bottom - gap < theme.px(LEAST_DETAIL):
            body.height = max(0, min(rect.bottom - body.top, self._height))
        self._place = body
        if not table.lines:
            draw_heads(sheet, heads, columns, table.sorting, table.sort_by, self._turn_to)
        self._draw_body(sheet, body, study, columns, lines)
        detail, chosen = below(rect, body.bottom + gap), self.chosen()
        if detail.height < theme.px(LEAST_DETAIL):
            return
        sheet.rule(rect.left, rect.right, detail.top - theme.px(4))
        if chosen is not None:
            self.detail.draw(sheet, detail, study, table, chosen)

    def _begin(self) -> None:
        """Unfolds the list while a program's move is held, because any move can be played in its place."""
        self.unfolded = self._holding

    def _is_pointed(self, sheet: Sheet) -> bool:
        """Whether the pointer moves over the rows. A pointer that was left there does not keep the rows in
        their places for ever."""
        moved_at = self._moved_at.of(self.clock, sheet.pointer)
        return sheet.points_into(self._place) and self.clock() - moved_at < REST_SECONDS

    def _turn_to(self, first: int) -> None:
        self._first = first

    def _draw_title(self, sheet: Sheet, rect: pygame.Rect, study: Study, found: CandidateList) -> None:
        """Draws the depth of the lines or the number of moves, how many lines are searched, and the
        perspective."""
        theme, thought = sheet.theme, self.table.thought
        count = len(found.candidates)
        text = "1 legal move" if count == 1 else f"{count} legal moves"
        shorter: tuple[str, ...] = (text.replace(" legal", ""),)
        if thought is not None and self.table.lines:
            units = ValueFormat.of_thought(thought).units
            deep, unit = depth_words(thought), f", in {units}" if units else ""
            text = f"Best lines, {deep}{unit}"
            shorter = (f"{deep.capitalize()}{unit}", deep.capitalize())
        elif found.busy:
            text, shorter = f"{found.done} of {count} moves", (f"{found.done} of {count}",)
        used = of_another_lens(thought.lens, study.lens) if thought is not None else ""
        by = f", searched by {used}" if used else ""
        text += by
        right = rect.right - PerspectiveSwitch(study).wanted_width(theme) - theme.px(8)
        PerspectiveSwitch(study).draw(sheet, rect)
        arrow, middle = theme.px(20), theme.width("all lines") + theme.px(4)
        unnamed = right - middle - 2 * arrow - theme.px(4) - rect.left < theme.width("Depth 88")
        if unnamed:  # the number alone
            middle = theme.width("all") + theme.px(4)
        lines = pygame.Rect(right - middle - 2 * arrow, rect.top, middle + 2 * arrow, rect.height)
        self._draw_lines(sheet, lines, arrow, study, unnamed)
        room = pygame.Rect(rect.left, rect.top, lines.left - rect.left - theme.px(4), rect.height)
        # With "" as the last: the controls at the right need the room more.
        texts = (text, *(f"{short}{by}" for short in shorter), *shorter, "")
        sheet.label(room, next((each for each in texts if theme.width(each) <= room.width), texts[-1]))

    def _draw_lines(self, sheet: Sheet, rect: pygame.Rect, arrow: int, study: Study, unnamed: bool) -> None:
        """Draws the choice of how many best lines an analysis finds."""
        at = LINES.index(study.view.lines) if study.view.lines in LINES else 0

        text, tip = (
            f"{study.view.lines} lines",
            f"An analysis finds the values of the {study.view.lines} best moves",
        )
        if at == 0:
            text, tip = "1 line", "An analysis finds the value of the best move"
        tip += "; of the others it proves that they are no better."
        if at == len(LINES) - 1:
            text, tip = "all lines", "An analysis finds the value of every move."
        fewer = pygame.Rect(rect.left, rect.top, arrow, rect.height)
        middle, more = rect.inflate(-2 * arrow, 0), fewer.move(rect.width - arrow, 0)
        less, further = LINES[max(0, at - 1)], LINES[min(at + 1, len(LINES) - 1)]
        quiet_button(("lines", -1), "‹", f"{tip} Fewer lines.", partial(study.look_for, less), size=18).draw(
            sheet, fewer
        )
        sheet.add(("lines", 0), middle, tip, focusable=False)
        sheet.label(middle, text.partition(" ")[0] if unnamed else text, 14, align="center")
        quiet_button(("lines", 1), "›", f"{tip} More lines.", partial(study.look_for, further), size=18).draw(
            sheet, more
        )

    def _lay_out(self, theme: Theme, lines: CandidateLines) -> None:
        """Finds the top of each row: the lines, the row that folds the others, their heads, and the
        others."""
        table, top = self.table, 0
        self._tops = {}
        for candidate in table.lines:
            self._tops[candidate.move] = (top, lines.height)
            top += lines.height
        self._fold_top, self._heads_top = top, 0
        if table.lines and table.others:
            top += self._row
            if self.unfolded:
                self._heads_top = top
                top += theme.px(HEAD)
        if self.unfolded or not table.lines:
            for candidate in table.others:
                self._tops[candidate.move] = (top, self._row)
                top += self._row
        self._height = top

    def _draw_body(
        self, sheet: Sheet, body: pygame.Rect, study: Study, columns: CandidateColumns, lines: CandidateLines
    ) -> None:
        theme, table = sheet.theme, self.table
        deepest = max((row.depth for row in table.rows.values()), default=0)
        rows = CandidateRows(sheet, study, table, columns, self._bar_scale(study), deepest, bool(table.lines))
        near = body.inflate(0, 2 * self._row)  # includes the rows to which Tab goes on
        wide, numbers = body.width - theme.px(8), _numbers(study)
        with self.list_scroll.view(sheet, "candidates", body, self._height) as origin:
            for number, candidate in enumerate(self._visible()):
                top, height = self._tops[candidate.move]
                place = pygame.Rect(body.left, origin + top, wide, height)
                if not place.colliderect(near):
                    continue
                self._draw_ground(sheet, place, study, candidate, rows.tip(candidate))
                chosen = candidate is self.chosen()
                digit = number + 1 if numbers and number < MOST_NUMBERS else 0
                if number < len(table.lines):
                    lines.draw(place, candidate, chosen, deepest, digit)
                else:
                    rows.draw(place, candidate, chosen, digit)
            if table.lines and table.others:
                fold = pygame.Rect(body.left, origin + self._fold_top, wide, self._row)
                self._draw_fold(sheet, fold, study)
                if self.unfolded:
                    heads = pygame.Rect(body.left, origin + self._heads_top, wide, theme.px(HEAD))
                    draw_heads(sheet, heads, columns, table.sorting, table.sort_by, self._turn_to)

    def _draw_fold(self, sheet: Sheet, place: pygame.Rect, study: Study) -> None:
        """Draws the row for the moves that are not among the lines. It shows a value that none of them
        exceeds, if the search has proved one."""
        theme, rest, thought = sheet.theme, self.table.rest, self.table.thought

        def turn() -> None:
            self.unfolded = not self.unfolded
            self.list_scroll.offset = 0

        text = ""
        if thought is not None:
            value = for_side(rest.most, study.position.to_move, study.perspective)
            text = ValueFormat.of_thought(thought).signed(value)
        words = rest.words(text, at_least=study.position.to_move != study.perspective)
        act = "Click to fold them." if self.unfolded else "Click to list them by their value after the move."
        show = partial(self.list_scroll.show, self._fold_top, self._fold_top + self._row)
        if sheet.add("more moves", place, f"{words}. {proved(rest)} {act}", turn, reached=show):
            sheet.fill(place, theme.raised, 4)
        sign = pygame.Rect(place.left + theme.px(8), place.top, theme.px(16), place.height)
        sheet.fold_sign(sign, self.unfolded)
        sheet.label(right_of(place, sign.right), words, 14, theme.dim)

    def _draw_ground(
        self, sheet: Sheet, place: pygame.Rect, study: Study, candidate: Candidate, tip: str
    ) -> None:
        """Registers a row's zone, and draws whether it is selected or pointed at."""
        theme, move, position = sheet.theme, candidate.move, study.position
        if self._holding:
            tip = f"{tip}\nClick to play it in place of the move that is held."

        def select() -> None:
            if self._holding:
                study.wish(PlayMove(position, move))
                return
            self.selected = None if move == self.selected else move

        def point(move: int | None) -> None:
            study.point(move=move)

        def add_to_suite(press: Press) -> None:
            if press.button == 3:
                point(move)
                study.of(SuiteBrowser).ask(study)

        over = sheet.add(
            ("candidate", move, id(study.position)),
            place,
            tip,
            select,
            partial(point, move),
            partial(point, None),
            press=add_to_suite,
            reached=partial(self._reveal, move),
        )
        chosen = candidate is self.chosen()
        if chosen or over:
            sheet.fill(place, theme.pressed if chosen and over else theme.raised, 4)
        if chosen:
            sheet.accent(place)

    # Columns

    def _columns(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> CandidateColumns:
        theme, table = sheet.theme, self.table
        thought = table.thought
        inner = pygame.Rect(rect.left, rect.top, rect.width - theme.px(8), rect.height)
        self._widest = max([self._widest, *(each.notation for each in table.order)], key=theme.width)
        pad = theme.px(16 + (DIGIT if _numbers(study) else 0))
        name = min(max(theme.width(self._widest, 14, True) + pad, theme.px(56)), inner.width // 3)
        number = number_width(theme)
        form = ValueFormat.of_lens(study.lens) if thought is None else ValueFormat.of_thought(thought)
        searched = "The move's value by the search."
        if thought is not None and (thought.lens is not None or thought.program):
            by = thought.program
            if thought.lens is not None:
                by = of_another_lens(thought.lens, study.lens) or thought.lens.name
            searched = f"The move's value by the search of {by}."
            if evaluated := counted_by(thought.lens, thought.position.to_move, study.side_names):
                searched += f" Some terms are one-sided: the value is {evaluated}."
        moves = "The moves by name; the arrow on the board shows the move under the pointer."
        after = f"The value after the move, without looking further, by {study.lens.name}."
        if evaluated := counted_by(study.lens, study.position.to_move, study.side_names):
            after += f" Some terms are one-sided: the value is {evaluated}, as in a search."
        depth = "The depth of the search for that value, in plies."
        fixed = (
            Head(MOVE, "move", f"{moves} {SORTS}", name),
            Head(BOUND, "", "", theme.px(12), sorts=False),
            Head(SEARCHED, in_units("search", form), f"{searched} {BEST_FIRST} {SORTS}", number),
        )
        bars = () if table.lines else (Head(BAR, "", "", theme.px(64), sorts=False),)
        others = (
            *bars,
            Head(DEPTH, "depth", f"{depth} {SORTS}", theme.width("depth", 12) + theme.px(12)),
            Head(AFTER, in_units("after it", ValueFormat.of_lens(study.lens)), f"{after} {SORTS}", number),
            *self._term_heads(sheet, study),
        )
        columns = CandidateColumns.within(theme, inner, fixed, others, self._first)
        self._first = columns.first
        return columns

    def _term_heads(self, sheet: Sheet, study: Study) -> list[Head]:
        """The heads of the terms, at the end of a line or after the move."""
        theme, table = sheet.theme, self.table
        if table.lens is None:
            return []
        least = theme.width(USUAL_NUMBER)
        where = "at the end of the move's line" if table.at_line else "after the move"
        described = {term.name: term.description for term in terms_of(table.lens.heuristic)}
        heads = []
        for name in table.terms:
            title = table.lens.heuristic.label_of(name)
            width = least
            while len(theme.wrapped(title, width, 12)) > 2 and width < theme.px(WIDEST_HEAD):
                width += theme.px(8)
            longest = max(theme.width(text, 12) for text in title_lines(theme, title, width))
            width = max(width, min(longest, theme.px(WIDEST_HEAD)))
            if name == ENDED:
                width = max(width, theme.width("+0.888 wins"))
            description = described.get(name, ENDED_ADDS)
            sided = explained(table.lens, name, study.position.to_move, study.side_names)
            description = f"{description}\n{sided}" if sided else description
            tip = f"{capital(title)}, {where}: {description}\n{BEST_FIRST} {SORTS}"
            heads.append(Head(("term", name), title, tip, width))
        if self._rounds(table.lens):
            lacks = "The difference between the rounded value and the rounded contributions."
            width = max(least, theme.width(ROUNDING, 12))
            heads.append(Head(ROUNDING, ROUNDING, lacks, width, sorts=False))
        return heads

    def _rounds(self, lens: Lens) -> bool:
        """Whether the written contributions of any row have ever differed from its written value, while the
        position is shown."""
        table = self.table
        known = self._rounding.of(_Rounding, table.found and table.found.position, lens, table.at_line)
        if not known.differs:
            seen = table.found and table.found.done, table.lines_read, len(table.others)
            known.differs = known.looked.of(lambda: self._any_rounds(lens), *seen)
        return known.differs

    def _any_rounds(self, lens: Lens) -> bool:
        table, form = self.table, ValueFormat.of_lens(lens)
        for candidate in table.others:
            terms, older = table.terms_of(candidate)
            row = table.row(candidate)
            total = row.value if table.at_line and row is not None else candidate.value
            amounts = () if terms is None or older else terms.amounts.values()
            if amounts and total is not None and form.lacking(total, amounts):
                return True
        return False

    def _bar_scale(self, study: Study) -> float:
        """The value of a full bar: the largest value of a bar, rounded up. As long as position and heuristic
        are the same it only grows, and while a search runs it stays."""
        table, thought = self.table, self.table.thought
        values = [row.value for row in table.rows.values() if row.bound != UNKNOWN]
        if not table.searched:
            values = [c.value for c in table.order if c.value is not None]
        largest = max((abs(v) for v in values if abs(v) < number_text.LEAST_SHARE_OF_A_WIN), default=0.0)
        lens = study.lens if thought is None or not table.searched else thought.lens
        full = self._scale.of(_FullBar, study.position, lens)
        if not (study.running and table.searched and full.value > 0.0):
            full.value = max(full.value, round_up(largest))
        return full.value


def proved(rest: Rest) -> str:
    """A sentence on what the search has proved about the moves below the lines."""
    if not rest.bounded:
        return "The search has not looked at them."
    which = "those that it looked at" if rest.unknown else "they"
    return f"The search proved that {which} are no better. It did not find their values."


def _holds(study: Study) -> bool:
    """Whether a program's move is held in the shown position: the program does not play it before the person
    lets it."""
    thought = study.held
    return thought is not None and thought.position is study.position


def _numbers(study: Study) -> bool:
    """Whether digits play the rows: while a program's move is held, and during an endless analysis."""
    return _holds(study) or study.analysing
