"""The page Evaluation: the position's value term by term, now and at the end of the best line, and the
progress of the search."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import pygame

from engines.contract import Thought
from engines.jobs import FAILED, THINKING
from games.contract import DRAW, ONGOING
from heuristics.contract import Term
from heuristics.failure import shortened
from heuristics.lens import Breakdown, Lens
from study.calibration.chance import Chance
from study.calibration.chances import chance_now, chance_of
from study.evaluation.breakdowns import breakdown_of, counting_side
from study.evaluation.other_lenses import changed_weights_in_words, of_another_lens, with_changes
from study.format import number_text
from study.format.value_format import ValueFormat
from study.on_board.counted_squares import counted_on
from study.on_board.evaluation_bar import two_opinions
from study.review.background_review import by_review, source_in
from study.searches.lines import Line, best_line
from study.searches.values import depth_of_value, depth_words, for_side, is_unfinished, shown_value
from study.state.activity import STARTING
from study.state.changes import Memo
from study.state.search_store import has_value, position_key
from study.state.study import Study
from study.state.wishes import ShowPage
from ui.commands import Command
from ui.kit.buttons import quiet_button
from ui.kit.rows import below, right_of
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet, Stated
from ui.panels.evaluation.breakdown_table import ROW, BreakdownTable, ShownBreakdown
from ui.panels.evaluation.first_glance import DifferenceLine, draw_who_is_better, line_title, line_words
from ui.panels.evaluation.weights import WeightsPanel
from ui.panels.evaluation.who_counted import WhoCounted
from ui.panels.parts.line_moves import draw_line
from ui.panels.parts.outcome_table import draw_outcomes
from ui.panels.parts.panel import ANALYSIS, TAB, Panel
from ui.panels.parts.perspective_switch import PerspectiveSwitch
from ui.panels.parts.stated_values import states_line, states_now
from ui.panels.truth.proven_moves import draw_verdict
from ui.theme import Theme

NOW, LINE = "now", "line"

HEURISTIC = "heuristic"
"""The label before the name at the head of the page."""

CARD, LOW_CARD = 56, 24
"""Heights in design pixels of the two cards with values at the head: if the table below has enough room, and
if not."""

LINE_HEIGHT, SMALL_LINE_HEIGHT = 20, 16
"""Heights in design pixels of a line of text, and of one in small letters."""

LEAST_TABLE = 60
"""The height in design pixels that is kept below the cards while there is no table of terms."""
FIGURE_EDGES = (0, 33, 61, 82, 100)
"""Where the cells of depth, nodes, speed and time begin and end, in hundredths of the width."""
OUTCOMES_TIP = "The best line ends at a chance event. Its value is the mean over the outcomes."
UNFINISHED, PARTLY = ", unfinished", ", part"
"""The words after a depth to which not all moves were searched; the second if there is little room."""
COUNTER_SECONDS = 0.1
"""Seconds between two changes of the running numbers. Nobody can read faster changes."""
SETTLING_SECONDS = 0.02
"""For this many seconds after a search has begun, the counters may still be those of its engine's previous
search."""


@dataclass
class ValueCard:
    """One of the two cards at the head: the value that it states, or `words` instead. `meanings` name the
    value's position; the first of them that has room follows the title. `chance` is the value as an expected
    score; only the card with the value of the evaluation bar has one."""

    title: str
    tip: str
    meanings: tuple[str, ...] = ()
    words: str = ""
    states: Stated | None = None
    form: ValueFormat = field(default=ValueFormat())
    chance: str = ""

    def say(self, study: Study, chance: Chance | None) -> None:
        """Adds the value as a chance; None adds nothing."""
        if chance is not None:
            self.chance = chance.text
            self.tip += f"\n{chance.sentence_for(study.side_name(chance.side))}"

    def title_within(self, width: int, theme: Theme) -> str:
        """The title, followed by a meaning if there is room."""
        wholes = (f"{self.title}, {meaning}" for meaning in self.meanings)
        return next((whole for whole in wholes if theme.width(whole, 12) <= width), self.title)


@dataclass(frozen=True)
class HeadHeights:
    """Heights in design pixels of the parts between the heuristic's name and the table: the line that says
    who is better, the space below it, the two cards, and the sentence on their difference."""

    verdict: int
    gap: int
    card: int
    sentence: int

    @property
    def height(self) -> int:
        return self.verdict + self.gap + self.card + self.sentence + 4


NAME = 28
"""Height in design pixels of the heuristic's name."""

HEADS = (
    HeadHeights(24, 4, CARD, 2 * LINE_HEIGHT + 4),
    HeadHeights(24, 4, CARD, LINE_HEIGHT),
    HeadHeights(0, 8, CARD, LINE_HEIGHT),
    HeadHeights(0, 2, LOW_CARD, SMALL_LINE_HEIGHT),
    HeadHeights(0, 2, LOW_CARD, 0),
)
"""The possible heads above the table, from much room to little."""

ROOMY = 2
"""The first ROOMY of HEADS are tried first, above a table with all terms. If neither has room, the first of
all HEADS that has room above a folded table is used."""


@dataclass(frozen=True)
class Below:
    """What is drawn below the table: the number of text lines for the best line, whether depth and nodes are
    shown, and the number of text lines for a note."""

    lines: int = 0
    figures: bool = False
    note: int = 0

    def height(self, theme: Theme) -> int:
        """The height in real pixels, including the rule above; 0 if nothing is drawn."""
        inner = self.lines * ROW + self.figures * 48 + self.note * 16
        return theme.px(inner + 12) if inner else 0


@dataclass(frozen=True)
class LastTable:
    """The table that was shown last: which card it belonged to, and `where` in the game it was."""

    which: str
    lens: Lens
    breakdown: Breakdown
    where: str


@dataclass
class LeastHead:
    """The index in HEADS of the tallest head that a page may have: the last one that it has had."""

    at: int = 0


class EvaluationPanel(Panel):
    title = "Evaluation"
    tip = "The value of the position, term by term"
    question = "Who is better, and why?"
    guide_page = "evaluation"
    group = TAB

    def __init__(self) -> None:
        self.shown = NOW
        self.table = BreakdownTable()
        self._outcome_scroll = Scroll()
        self._difference = DifferenceLine()
        self._size = 0, 0
        self._least: Memo[LeastHead] = Memo()
        self._last: LastTable | None = None
        # What the next drawing shows: the position's terms, the best line, and the table.
        self._seen: tuple[Breakdown | str | None, Line | None, ShownBreakdown | None] = (None, None, None)
        # (when it was read, when the search began, (nodes, depth), seconds).
        self._counters: tuple[float, float, tuple[int, int], float] = (0.0, -1, (0, 0), 0.0)

    def toggle_shown(self) -> None:
        self.shown = LINE if self.shown == NOW else NOW

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        """Scrolls the table, if it is longer than its place."""
        return self.table.scroll.key(event)

    def commands(self) -> tuple[Command[Study]]:
        label = "Break down the end of the best line, or the board"
        tip = "Shows the terms at the end of the best line, or again those of the position on the board."
        return (Command("break down", label, tip, "B", lambda study: self.toggle_shown(), ANALYSIS),)

    # Drawing

    def look(self, study: Study) -> None:
        line = None if study.position.outcome != ONGOING else best_line(study)
        now = breakdown_of(study, study.position, counting_side(study), study.lens)
        self._difference.look(study, now if isinstance(now, Breakdown) else None, line)
        found = self._fresh(study, now, line)
        if found is not None:
            self._last = LastTable(self.shown, found.lens, found.breakdown, _shown_place(study))
        self._seen = now, line, self._shown_breakdown(study, now, line, found)

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme, self._size = sheet.theme, rect.size
        over = study.position.outcome != ONGOING
        now, line, shown = self._seen
        heights = (theme.px(LEAST_TABLE),) * 3 if shown is None else self.table.heights(theme, shown)
        counted = WhoCounted() if over else WhoCounted.of(study, line)
        top = pygame.Rect(rect.left, rect.top, rect.width, theme.px(NAME))
        self._draw_chooser(sheet, top, study)
        proven = draw_verdict(sheet, below(rect, top.bottom), study)
        room = rect.height - top.height - proven
        head = self._head(theme, room - heights[0], room - heights[-1], study)
        board = now if isinstance(now, Breakdown) else None
        row = pygame.Rect(rect.left, top.bottom, rect.width, theme.px(head.verdict))
        if head.verdict and not proven:
            draw_who_is_better(sheet, row, study, board, counted)
        begin = top.bottom + max(row.height, proven) + theme.px(head.gap)
        cards = pygame.Rect(rect.left, begin, rect.width, theme.px(head.card))
        self._draw_cards(sheet, cards, study, now, line, counted)
        if head.sentence:
            row = pygame.Rect(rect.left, cards.bottom + theme.px(4), rect.width, theme.px(head.sentence))
            self._difference.draw(sheet, row, study)

        table = pygame.Rect(rect.left, cards.bottom + theme.px(4 + head.sentence), rect.width, 0)
        lines, under = self._below(theme, rect.bottom - table.top, study, heights, line)
        table.height = max(0, rect.bottom - table.top - under)
        self._draw_table(sheet, table, study, now, line, shown)
        if under:
            bottom = below(rect, rect.bottom - under + theme.px(4))
            sheet.rule(rect.left, rect.right, bottom.top)
            self._draw_search(sheet, bottom, study, line, lines)

    def _head(self, theme: Theme, beside_all: int, beside_least: int, study: Study) -> HeadHeights:
        """The head above the table. `beside_all` is the room that it has if the table shows all terms,
        `beside_least` if the table is folded. While scale, page size and lens stay the same it never grows
        again, so that nothing below it moves."""
        least = self._least.of(LeastHead, theme.scale, self._size, study.lens)
        tries = [(at, beside_all) for at in range(ROOMY)] + [(at, beside_least) for at in range(len(HEADS))]
        fits = (at for at, room in tries if at >= least.at and theme.px(HEADS[at].height) <= room)
        least.at = next(fits, len(HEADS) - 1)
        return HEADS[least.at]

    def _below(
        self, theme: Theme, height: int, study: Study, heights: tuple[int, ...], line: Line | None
    ) -> tuple[Below, int]:
        """What is drawn below the table, and its height in real pixels. `heights` are the table's possible
        heights: with all terms, without those that are written as zero, and folded into groups."""
        whole, needed, least = heights
        text, warning = self.note(study, line)
        least_note = 2 if warning else 0
        found = Below(note=least_note)
        # (height that the table needs, what is drawn below it), from little to much: the last that fits.
        tries = [(needed, Below(0, True)), (whole, Below(0, True, 3))]
        if study.running or (line is not None and line.value is not None):
            tries = [(least, Below(1)), (needed, Below(1, True)), (needed, Below(1, True, 2))]
            tries += [(whole, Below(2, True, 2)), (whole, Below(3, True, 3))]
        for table_height, tried in tries:
            tried = replace(tried, note=max(least_note, tried.note if text else 0))
            if height - tried.height(theme) >= table_height:
                found = tried
        return found, found.height(theme)

    def _shown_breakdown(
        self,
        study: Study,
        now: Breakdown | str | None,
        line: Line | None,
        found: ShownBreakdown | None,
    ) -> ShownBreakdown | None:
        """The table's breakdown; None without one. While the next one is being computed, the last one of this
        game and card is still shown, marked with its place in the game."""
        last = self._last
        if found is None and last is not None and last.which == self.shown and self._waits(study, now, line):
            if last.lens.heuristic.game != study.position.game.name:
                return None
            where = last.where if last.lens == study.lens else f"{last.lens.name}, {last.where}"
            number_columns, names = study.number_columns(last.lens), study.side_names
            found = ShownBreakdown(
                last.lens, number_columns, last.breakdown, names, study.perspective, stale=where
            )
        if found is None:
            return None
        of = (self.shown, position_key(study.position))
        return replace(
            found,
            order=study.term_order,
            of=of,
            folds=study.folds_of(self.title, found.lens.heuristic),
            turn_order=study.toggle_term_order,
            open_weights=partial(study.wish, ShowPage(WeightsPanel.title)),
        )

    def _waits(self, study: Study, now: Breakdown | str | None, line: Line | None) -> bool:
        """Whether the next breakdown is still being computed."""
        if self.shown == NOW:
            return now is None
        if study.position.outcome != ONGOING:
            return False
        return line is None and (study.running or study.thought is not None)

    def _fresh(self, study: Study, now: Breakdown | str | None, line: Line | None) -> ShownBreakdown | None:
        """The breakdown of the current position and card, if it is known."""
        whose = study.side_names, study.perspective
        ends = line.breakdown if line is not None else None
        if self.shown == NOW:
            if not isinstance(now, Breakdown) or _counts_nothing(study, now):
                return None
            found = ShownBreakdown(study.lens, study.number_columns(study.lens), now, *whose)
            compared = ends if line is not None and line.lens == study.lens else None
            states = states_now(study, now) if now.failure is None else None
            mark, over = "at the end of the best line", study.position.outcome != ONGOING
            return replace(found, compared=compared, mark=mark, states=states, over=over)
        if line is None or ends is None or line.lens is None:
            return None
        before = None
        if line.lens == study.lens and study.shows(line.start):
            before = now if isinstance(now, Breakdown) else None
        found = ShownBreakdown(line.lens, study.number_columns(line.lens), ends, *whose)
        return replace(found, compared=before, mark="on the board now", states=states_line(study, line))

    def _draw_chooser(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme = sheet.theme
        name = with_changes(study.lens)
        right = PerspectiveSwitch(study).wanted_width(theme) + theme.px(8)
        before = pygame.Rect(rect.left, rect.top, theme.px(24), rect.height)
        after = before.move(rect.width - right - before.width, 0)
        middle = pygame.Rect(before.right, rect.top, after.left - before.right, rect.height)
        tip = "Shows the game's previous heuristic (Shift+E)."
        quiet_button("before", "‹", tip, lambda: study.show_next_lens(-1), size=18).draw(sheet, before)
        heuristic = study.lens.heuristic
        described = f"{study.lens.name}: {heuristic.description}\nSource: {heuristic.source}"
        if changes := changed_weights_in_words(study.lens):
            described = f"{described}\n{changes}"
        sheet.add("heuristic", middle, described)
        fits = theme.width(name, 14, True) <= middle.width
        color, gap = theme.warning if changes else None, theme.px(6)
        heading_width = theme.width(HEURISTIC, 12) + gap
        if fits and theme.width(name, 14, True) + heading_width <= middle.width:
            place = pygame.Rect(0, rect.top, heading_width + theme.width(name, 14, True), rect.height)
            place.centerx = middle.centerx
            sheet.label(
                pygame.Rect(place.left, rect.top, heading_width, rect.height), HEURISTIC, 12, theme.dim
            )
            middle = pygame.Rect(
                place.left + heading_width, rect.top, place.width - heading_width, rect.height
            )
        sheet.label(middle, name, 14, color, "center", fits)
        tip = "Shows the game's next heuristic (E)."
        quiet_button("after", "›", tip, lambda: study.show_next_lens(1), size=18).draw(sheet, after)
        PerspectiveSwitch(study).draw(sheet, rect)

    def _draw_cards(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        study: Study,
        now: Breakdown | str | None,
        line: Line | None,
        counted: WhoCounted,
    ) -> None:
        theme = sheet.theme
        width = (rect.width - theme.px(8)) // 2
        left = pygame.Rect(rect.left, rect.top, width, rect.height)
        right = pygame.Rect(rect.right - width, rect.top, width, rect.height)
        ended = study.position.outcome
        # The chance is what the bar shows: for the search's value if that holds for this position, else for
        # the static value. The bar shows none after the game's end, and if it shows two programs' values.
        searched = shown_value(study) is not None
        has_chance = study.outcome == ONGOING and not two_opinions(study)
        mover = study.side_name(study.position.to_move)
        before = f"before {mover}'s move"
        meanings = (before, f"{mover} to move")
        card = ValueCard("now", f"The position on the board {before}, without looking ahead (B).", meanings)
        if study.shown_line_position is not None:
            tip = f"The game's position {before}, without looking ahead; the board shows a line."
            card = ValueCard("in the game", tip, meanings)
        if counted.now:
            by = ", because that side searched" if counted.now == counted.line else ""
            card.tip += f"\nSome terms are one-sided: the value is {counted.now}{by}."
        if isinstance(now, str) or (isinstance(now, Breakdown) and now.failure is not None):
            card.words = "failed"
        elif isinstance(now, Breakdown):
            number_columns = study.number_columns(study.lens)
            number_columns.include([now])
            card.states, card.form = states_now(study, now), number_columns.form
            if has_chance and not searched:
                value = card.states.value
                card.say(study, chance_now(study, study.lens, study.position, value, study.perspective))
        if ended != ONGOING:
            card.meanings = ()
            card.words = "draw" if ended == DRAW else f"{study.side_name(ended)} has won"
        self._draw_card(sheet, left, NOW, card)

        title, also = line_title(study, line)
        card = ValueCard(title, "The position at the end of the best line (B).", (also,) if also else ())
        if ended != ONGOING:
            card.tip = "The game is over: no move is left to search."
        if line is not None:
            card.words, card.form = line_words(study, line), ValueFormat.of_thought(line.thought)
            card.states = states_line(study, line)
            if card.states is not None and card.words.startswith("mean"):
                card.words = number_text.of_a_win(card.states.value)
            if line.lens is not None:
                number_columns = study.number_columns(line.lens)
                if line.breakdown is not None:
                    number_columns.include([line.breakdown])
                if line.value is not None and not card.words:
                    number_columns.make_room_for([line.value])
            if line.value is not None:
                card.tip += f"\nFrom {source_in(study, line.thought)}."
                if has_chance and searched:
                    value = for_side(line.value, line.side, study.perspective)
                    card.say(study, chance_of(study, line.thought, value, study.perspective))
                if counted.line:
                    card.tip += f"\nSome terms are one-sided: the value is {counted.line}."
        self._draw_card(sheet, right, LINE, card)

    def _draw_card(self, sheet: Sheet, rect: pygame.Rect, which: str, card: ValueCard) -> None:
        """Draws a card. The switch above says for whom its value is."""
        theme = sheet.theme

        def choose() -> None:
            self.shown = which

        over = sheet.add(("card", which), rect, card.tip, choose)
        if self.shown == which:
            sheet.fill(rect, theme.raised, 4)
            sheet.fill(below(rect, rect.bottom - theme.px(4)), theme.accent, 2)
        else:
            color = theme.dim if over else theme.line
            pygame.draw.rect(sheet.surface, color, rect, 1, border_radius=theme.px(4))
        pad, low = theme.px(8), rect.height <= theme.px(LOW_CARD)
        head = pygame.Rect(rect.left + pad, rect.top + theme.px(4), rect.width - 2 * pad, theme.px(16))
        if low:
            head.top, head.height = rect.top, rect.height - theme.px(4)
            self._draw_low_card(sheet, head, card)
            return
        chance = f"chance {card.chance}" if card.chance else ""
        if theme.width(card.title, 12) + theme.width(chance, 12) + pad > head.width:
            chance = card.chance
        room = head.width - (theme.width(chance, 12) + pad if chance else 0)
        sheet.label(head, card.title_within(room, theme), 12, theme.dim)
        if chance:
            sheet.label(head, chance, 12, theme.dim, "right")
        body = pygame.Rect(head.left, head.bottom, head.width, rect.bottom - theme.px(4) - head.bottom)
        if card.words:
            size = 18 if theme.width(card.words, 18) <= body.width else 14
            sheet.label(body, card.words, size, bold=size == 14, states=card.states)
        elif card.states is None:
            sheet.label(body, number_text.NOTHING, 24, theme.dim)
        else:
            unit, value = card.form.units, card.states.value
            room, whole = body.width - (theme.width(unit, 12) + pad if unit else 0), card.form.signed(value)
            if theme.width(whole, 24) > room:  # the unit is left out before decimals are
                unit, room = "", body.width
            size = 24 if theme.width(whole, 24) <= room else 18
            text = card.form.fitted(value, lambda text: theme.width(text, size) <= room)
            sheet.label(body, text, size, states=card.states)
            if unit:
                sheet.label(body, unit, 12, theme.dim, "right")

    @staticmethod
    def _draw_low_card(sheet: Sheet, rect: pygame.Rect, card: ValueCard) -> None:
        """Draws title and value in one line."""
        theme = sheet.theme
        value = theme.width(card.words or "+00.00", 18) + theme.px(8)
        title = sheet.label(rect, card.title_within(rect.width - value, theme), 12, theme.dim)
        place = right_of(rect, title.right + theme.px(8))
        if card.words:
            sheet.label(place, card.words, 14, align="right", bold=True, states=card.states)
        elif card.states is None:
            sheet.label(place, number_text.NOTHING, 18, theme.dim, "right")
        else:
            text = card.form.fitted(card.states.value, lambda text: theme.width(text, 18) <= place.width)
            sheet.label(place, text, 18, align="right", states=card.states)

    def _draw_table(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        study: Study,
        now: Breakdown | str | None,
        line: Line | None,
        shown: ShownBreakdown | None,
    ) -> None:
        if shown is not None:
            side = shown.breakdown.side
            point = partial(self._point, study, line if self.shown == LINE else None, side)
            self.table.draw(sheet, rect, shown, None if shown.stale else point)
            return
        if self.shown == LINE and line is not None and line.outcomes and None not in (line.value, line.lens):
            self._draw_outcomes(sheet, rect, study, line)
            return
        error = (now if isinstance(now, str) else "") if self.shown == NOW else line.error if line else ""
        text = study.position.ending or "No search has looked ahead from here yet."
        over = study.position.outcome != ONGOING
        if error:
            text = shortened(error)
        elif over and self.shown == NOW and now is not None:
            text = f"{text} The heuristic {study.lens.name} counts nothing in a game that is over."
        elif self.shown == NOW:
            text = "evaluating …"
        elif over:
            pass
        elif line is None:
            text = "reading the line …" if study.thought is not None else text
        elif line.words:
            text = f"There is no evaluation at the end of this line: {line_words(study, line)}."
        elif line.thought.program:
            text = f"{line.thought.program} does not say what its value is made of."
        elif line.value is None:
            text = "This player moves without evaluating anything."
        color = sheet.theme.warning if error else sheet.theme.dim
        sheet.paragraph(rect.move(0, sheet.theme.px(8)), text, 14, color)

    def _draw_outcomes(self, sheet: Sheet, rect: pygame.Rect, study: Study, line: Line) -> None:
        """Draws the outcomes of the chance event at the end of the line, with the values that the search
        found."""
        assert line.lens is not None and line.value is not None
        place = below(rect, rect.top + sheet.theme.px(4))
        sheet.add("outcomes", place, OUTCOMES_TIP)
        title = f"ends in {line.chance}: mean of {len(line.outcomes)}"
        table = title, line.value, line.outcomes, line.side, states_line(study, line)
        draw_outcomes(sheet, place, study, line.lens, self._outcome_scroll, *table)

    def _point(self, study: Study, line: Line | None, side: int, terms: Sequence[Term]) -> None:
        """Shows on the board what the terms counted together for `side`, at the end of a `line` or in the
        shown position; nothing if there are no terms."""
        if not terms:
            study.point(squares=(), ahead=None)
            return
        lens, position, ahead = study.lens, study.position, None
        if line is not None and line.lens is not None:
            ahead = line.ahead(len(line.moves))
            lens, side = line.lens, line.side
            position = line.start if ahead is None else ahead.position
        squares = ValueFormat.of_lens(lens).squares(counted_on(lens, terms, position, side))
        study.point(squares=squares, ahead=ahead)

    # Progress of the search

    def _draw_search(
        self, sheet: Sheet, rect: pygame.Rect, study: Study, line: Line | None, shown: Below
    ) -> None:
        theme, row = sheet.theme, sheet.theme.px(ROW)
        moves = pygame.Rect(rect.left, rect.top + theme.px(4), rect.width, shown.lines * row)
        self._draw_moves(sheet, moves, study, line)
        bottom = moves.bottom
        if shown.figures:
            status = pygame.Rect(rect.left, bottom, rect.width, theme.px(24))
            text, warning = self.status(study)
            sheet.label(status, text, 14, theme.warning if warning else theme.text_color)
            stats = pygame.Rect(rect.left, status.bottom, rect.width, theme.px(24))
            for index, (text, tip) in enumerate(self.figures(study)):
                left = stats.left + stats.width * FIGURE_EDGES[index] // 100
                cell = pygame.Rect(left, stats.top, 0, stats.height)
                cell.width = stats.left + stats.width * FIGURE_EDGES[index + 1] // 100 - left
                if theme.width(text, 14) > cell.width - theme.px(4):
                    text = text.replace(UNFINISHED, PARTLY)
                size = 14 if theme.width(text, 14) <= cell.width else 12
                sheet.label(cell, text, size, theme.dim)
                sheet.add(("figure", index), cell, tip)
            bottom = stats.bottom
        note = below(rect, bottom)
        text, warning = self.note(study, line)
        if text and shown.note:
            sheet.paragraph(note, text, 12, theme.warning if warning else theme.dim)
            sheet.add("note", note, text)

    def status(self, study: Study) -> tuple[str, bool]:
        """What the program is doing, and whether it is a problem."""
        doing = study.doing
        if doing.compiling:
            return doing.compiling, False
        if doing.kind == STARTING:
            return f"Starting the program: {number_text.seconds(doing.seconds)}", False
        if doing.kind == THINKING:
            return "Thinking", False
        thought = study.thought
        if study.news.phase == FAILED:
            return "The search failed" if thought is None else "Failed; figures of an earlier search", True
        if thought is None:
            return "No search yet", False
        if not has_value(thought):
            return "Moved without a search", False
        return "Search finished", False

    def figures(self, study: Study) -> tuple[tuple[str, str], ...]:
        """Depth, nodes, nodes per second and time, each with its tooltip; "–" without a search."""
        dash = number_text.NOTHING
        depth, nodes, duration = f"depth {dash}", 0, 0.0
        news, thought = study.news, study.thought
        if study.doing.kind == THINKING:
            at, ticket, counters, elapsed = self._counters
            clock = time.perf_counter()
            if clock - news.since < SETTLING_SECONDS:
                counters, elapsed = (0, 0), 0.0
            elif ticket != news.since or clock - at >= COUNTER_SECONDS:
                counters, elapsed = study.counters, study.doing.seconds
                self._counters = (clock, news.since, counters, elapsed)
            nodes, duration = counters[0], elapsed
            depth = f"depth {counters[1] or dash}"
        elif thought is not None and has_value(thought):
            nodes, depth, duration = thought.nodes, depth_words(thought), thought.seconds
        speed = nodes / duration if duration > 0.0 else 0.0
        return (
            (depth, _depth_tip(thought, study.doing.kind == THINKING)),
            (f"{number_text.compact(nodes) if nodes else dash} nodes", "Positions visited."),
            (f"{number_text.compact(speed) if speed else dash} /s", "Positions visited a second."),
            (number_text.seconds(duration) if duration else dash, "Time of the search."),
        )

    def _draw_moves(self, sheet: Sheet, rect: pygame.Rect, study: Study, line: Line | None) -> None:
        """Draws the best line, to step through."""
        if line is None or line.value is None:
            return
        tip = "The best line: the moves of the player who searched are bright, the replies dim."
        sheet.add("moves", rect, f"{tip}\n{' '.join(line.numbered)}", focusable=False)
        draw_line(sheet, rect, study, line)

    def note(self, study: Study, line: Line | None) -> tuple[str, bool]:
        """What a person should know about the numbers above, and whether it is a warning. Faults of a
        heuristic's file, or of a program, are shown in the line below the panels instead."""
        if study.news.phase == FAILED and study.news.error and not study.failure:
            return shortened(study.news.error), True
        remark = study.thought.remark if study.thought is not None else ""
        on_line = self._note_on(study, line) if line is not None and line.value is not None else ""
        return shortened(" ".join(filter(None, (remark, on_line)))), False

    def _note_on(self, study: Study, line: Line) -> str:
        """Says where the best line comes from, if not from a whole search of this position by the shown
        heuristic."""
        sentences = []
        if line.thought.program:
            return f"The best line is {line.thought.program}'s. Its value is in {line.thought.unit}."
        if used := of_another_lens(line.lens, study.lens):
            sentences.append(f"The best line is by {used}, which the search used.")
        elif not study.shows(line.thought.position):
            sentences.append(f"The best line was found {_place(study, line)}.")
        if reviewed := by_review(study, line.thought):
            sentences.append(f"{'It' if sentences else 'The best line'} was searched {reviewed}.")
        if is_unfinished(line.thought):
            deep = depth_of_value(line.thought)
            sentences.append(
                f"The value is of depth {deep}, which was not finished: other moves may be better."
            )
        return " ".join(sentences)


def _counts_nothing(study: Study, now: Breakdown) -> bool:
    """Whether all terms are 0 because the game is over in the position."""
    counted = (amount for row in now.rows for amount in (row.own, row.other, row.contribution))
    return study.position.outcome != ONGOING and now.failure is None and not any(counted)


def _depth_tip(thought: Thought | None, thinks: bool) -> str:
    """What the depth means; and if the best line is from another depth, how deep the search was."""
    tip = "How many plies the search looks ahead."
    deep = 0 if thought is None else depth_of_value(thought)
    if thought is None or thinks or deep == thought.depth:
        return tip
    tip = f"The best line and its value are of depth {deep}"
    if deep < thought.depth:
        return f"{tip}. Other moves were searched to depth {thought.depth}."
    return f"{tip}, which was stopped before all moves were searched. Depth {thought.depth} was finished."


def _shown_place(study: Study) -> str:
    """The shown position's place in the game."""
    return f"after {study.record.numbered(study.cursor - 1)}" if study.cursor else "of the start"


def _place(study: Study, line: Line) -> str:
    """The place in the game where a line begins."""
    node, record = study.node_of(line.thought.position), study.record
    if node is None:
        return "in a position that is no longer in the game"
    return f"after {record.numbered_of(node)}" if node else "at the start"
