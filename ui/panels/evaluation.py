"""The page that says why: the position's value term by term, now and at the end of the line that
the search is steering at, and how far the search has come."""

import time
from functools import partial

import pygame

from engines.jobs import COMPILING, FAILED, RUNNING, THINKING
from games.contract import DRAW, ONGOING, WHITE
from heuristics.contract import Term
from heuristics.failure import shortened
from heuristics.lens import Breakdown
from heuristics.watch import soon
from study import numbers
from study.breakdowns import breakdown_now
from study.lines import Line, best_line
from study.study import Study
from study.values import has_value
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet
from ui.panels.breakdown_table import BreakdownTable
from ui.panels.outcome_table import draw_outcomes
from ui.panels.panel import Panel

NOW, LINE = "now", "line"
LEAST_TABLE = 60
"""Design pixels of height without which the table leaves no room for how the search goes."""
MOVER = "mover"
FIGURE_EDGES = (0, 24, 58, 81, 100)
"""Where the cells of depth, nodes, speed and time begin and end, in hundredths of the width."""
OUTCOMES_TIP = "The best line ends where chance decides: its value is the mean of what that may bring."
COUNTER_SECONDS = 0.1
"""How often the running numbers change: faster than that nobody can read them."""
SETTLING_SECONDS = 0.02
"""How long a search that has just been asked for may still show its engine's last counters."""


class EvaluationPanel(Panel):
    title = "Evaluation"
    tip = "The value of the position, term by term"
    keys = (("B", "break down the position on the board, or the end of the best line"),)

    def __init__(self) -> None:
        self.shown = NOW
        self.table = BreakdownTable()
        self._outcome_scroll = Scroll()
        self._counters: tuple[float, float, tuple[int, int], float] = (0.0, -1, (0, 0), 0.0)

    def toggle_shown(self) -> None:
        self.shown = LINE if self.shown == NOW else NOW

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        """Up and down scroll a table that is longer than its place."""
        return self.table.scroll.key(event)

    def command(self, event: pygame.event.Event, study: Study) -> bool:
        if event.key != pygame.K_b:
            return False
        self.toggle_shown()
        return True

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme = sheet.theme
        compact = rect.height < theme.px(460)
        side = study.eyes
        now = breakdown_now(study, side)
        line = best_line(study)
        gap = theme.px(8)

        top = pygame.Rect(rect.left, rect.top, rect.width, theme.px(28))
        self._draw_chooser(sheet, top, study, side)
        cards = pygame.Rect(rect.left, top.bottom + gap, rect.width, theme.px(56))
        self._draw_cards(sheet, cards, study, side, now, line)

        lines = 1 if compact else 3
        bottom_height = theme.px(24 + 24 + lines * 20 + (2 if compact else 3) * 16 + 8)
        bottom = pygame.Rect(rect.left, rect.bottom - bottom_height, rect.width, bottom_height)
        if bottom.top - cards.bottom < theme.px(LEAST_TABLE):  # what the value is made of comes first
            bottom.top, bottom.height = rect.bottom, 0
        table = pygame.Rect(rect.left, cards.bottom + theme.px(4), rect.width, 0)
        table.height = max(0, bottom.top - theme.px(4) - table.top)
        self._draw_table(sheet, table, study, now, line)
        if bottom.height:
            sheet.rule(rect.left, rect.right, bottom.top)
            self._draw_search(sheet, bottom, study, line, lines)

    def _draw_chooser(self, sheet: Sheet, rect: pygame.Rect, study: Study, side: int) -> None:
        theme = sheet.theme
        arrow = theme.px(24)
        name = study.lens.name
        whose = MOVER if study.follows_mover else study.side_name(WHITE)
        widest = max(theme.width(f"for {name}") for name in (MOVER, study.side_name(WHITE)))
        right = theme.px(28) + widest + theme.px(8)
        middle = pygame.Rect(
            rect.left + arrow, rect.top, rect.width - right - 2 * arrow - theme.px(8), rect.height
        )
        tip = "Look through the game's previous heuristic (Shift+E)."
        sheet.button(
            "before",
            pygame.Rect(rect.left, rect.top, arrow, rect.height),
            "‹",
            tip,
            lambda: study.look_through_next(-1),
            size=18,
        )
        heuristic = study.lens.heuristic
        described = f"{name}: {heuristic.description}\nSource: {heuristic.source}"
        sheet.add("heuristic", middle, described)
        fits = theme.width(name, 14, True) <= middle.width
        sheet.label(middle, name, 14, align="center", bold=fits)
        after = pygame.Rect(middle.right, rect.top, arrow, rect.height)
        tip = "Look through the game's next heuristic (E)."
        sheet.button("after", after, "›", tip, lambda: study.look_through_next(1), size=18)
        eyes = pygame.Rect(rect.right - right, rect.top, right, rect.height)
        tip = (
            "Values are for the player to move; click for White's eyes at all times (V)."
            if study.follows_mover
            else f"Values are for {study.side_name(WHITE)} at all times; click for the player to move (V)."
        )

        def turn() -> None:
            study.follows_mover = not study.follows_mover

        over = sheet.add("eyes", eyes, tip, turn)
        sheet.fill(eyes, theme.pressed if over else theme.raised, 4)
        sheet.shape(pygame.Rect(eyes.left, eyes.top, theme.px(28), eyes.height), side)
        text = pygame.Rect(eyes.left + theme.px(28), eyes.top, eyes.width - theme.px(32), eyes.height)
        sheet.label(text, f"for {whose}", 14)

    def _draw_cards(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        study: Study,
        side: int,
        now: Breakdown | str | None,
        line: Line | None,
    ) -> None:
        theme = sheet.theme
        width = (rect.width - theme.px(8)) // 2
        left = pygame.Rect(rect.left, rect.top, width, rect.height)
        right = pygame.Rect(rect.right - width, rect.top, width, rect.height)
        ended = study.position.outcome
        words, value, decimals = "", None, 0
        if isinstance(now, Breakdown) and now.failure is not None:
            words = "failed"
        elif isinstance(now, Breakdown):
            value = now.value
            measures = study.measures(study.lens)
            measures.include([now])
            decimals = measures.decimals
        elif isinstance(now, str):
            words = "failed"
        if ended != ONGOING:
            words = "draw" if ended == DRAW else f"{study.side_name(ended)} has won"
        tip = "The position on the board as it stands, without looking ahead (B)."
        self._draw_card(sheet, left, NOW, "now", side, study, value, decimals, words, tip)

        words, value, decimals, whose = "", None, 0, study.position.to_move
        title = "best line"
        if line is not None:
            whose, value, words = line.side, line.value, line.words
            if line.value is not None and words.startswith("mean"):
                words = numbers.of_a_win(line.value)
            if line.lens is not None:
                measures = study.measures(line.lens)
                if line.breakdown is not None:
                    measures.include([line.breakdown])
                if value is not None and not words:
                    measures.make_room_for([value])
                decimals = measures.decimals
            if value is not None and not study.shows(line.thought.position):
                title = "last search"
        tip = "The position at the end of the line that the search is steering at (B)."
        self._draw_card(sheet, right, LINE, title, whose, study, value, decimals, words, tip)

    def _draw_card(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        which: str,
        title: str,
        side: int,
        study: Study,
        value: float | None,
        decimals: int,
        words: str,
        tip: str,
    ) -> None:
        theme = sheet.theme

        def choose() -> None:
            self.shown = which

        over = sheet.add(("card", which), rect, tip, choose)
        if self.shown == which:
            sheet.fill(rect, theme.raised, 4)
            sheet.fill(
                pygame.Rect(rect.left, rect.bottom - theme.px(4), rect.width, theme.px(4)), theme.accent, 2
            )
        else:
            pygame.draw.rect(
                sheet.surface, theme.dim if over else theme.line, rect, 1, border_radius=theme.px(4)
            )
        pad = theme.px(8)
        head = pygame.Rect(rect.left + pad, rect.top + theme.px(4), rect.width - 2 * pad, theme.px(16))
        name = study.side_name(side)
        whose = f"for {name}"
        if theme.width(title, 12) + theme.width(whose, 12) + theme.px(20) > head.width:
            whose = name
        name_width = theme.width(whose, 12)
        sheet.label(
            pygame.Rect(head.left, head.top, head.width - name_width - theme.px(18), head.height),
            title,
            12,
            theme.dim,
        )
        sheet.label(head, whose, 12, theme.dim, "right")
        shape = pygame.Rect(head.right - name_width - theme.px(18), head.top, theme.px(16), head.height)
        sheet.shape(shape, side)
        body = pygame.Rect(head.left, head.bottom, head.width, rect.bottom - theme.px(4) - head.bottom)
        if words:
            size = 18 if theme.width(words, 18) <= body.width else 14
            sheet.label(body, words, size, bold=size == 14)
        elif value is None:
            sheet.label(body, numbers.NOTHING, 24, theme.dim)
        else:
            text = numbers.fitted(value, decimals, lambda text: theme.width(text, 24) <= body.width)
            sheet.label(body, text, 24)

    def _draw_table(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        study: Study,
        now: Breakdown | str | None,
        line: Line | None,
    ) -> None:
        names = study.side_names
        ends = line.breakdown if line is not None else None
        if self.shown == NOW:
            if isinstance(now, Breakdown):
                alike = ends is not None and line is not None and line.lens == study.lens
                same_eyes = alike and ends is not None and ends.side == now.side
                self.table.draw(
                    sheet,
                    rect,
                    study.lens,
                    study.measures(study.lens),
                    now,
                    names,
                    ends if same_eyes else None,
                    "at the end of the best line",
                    partial(self._point, study),
                )
            else:
                failed = isinstance(now, str)
                text = shortened(now) if isinstance(now, str) else "evaluating …"
                self._paragraph(sheet, rect, text, failed)
            return
        if line is not None and ends is not None and line.lens is not None:
            before = None
            if line.lens == study.lens and study.shows(line.thought.position):
                found = breakdown_now(study, line.side)
                before = found if isinstance(found, Breakdown) else None
            self.table.draw(
                sheet, rect, line.lens, study.measures(line.lens), ends, names, before, "on the board now"
            )
        elif line is not None and line.outcomes and line.value is not None and line.lens is not None:
            self._draw_outcomes(sheet, rect, study, line)
        elif line is not None and line.error:
            self._paragraph(sheet, rect, shortened(line.error), True)
        elif line is not None and line.words:
            self._paragraph(
                sheet, rect, f"There is no evaluation at the end of this line: {line.words}.", False
            )
        elif line is not None and line.value is None:
            self._paragraph(sheet, rect, "This player moves without evaluating anything.", False)
        else:
            text = study.position.ending or "No search has looked ahead from here yet."
            self._paragraph(sheet, rect, text, False)

    def _draw_outcomes(self, sheet: Sheet, rect: pygame.Rect, study: Study, line: Line) -> None:
        """What chance may bring at the end of the line, with the values that the search found."""
        assert line.lens is not None and line.value is not None
        place = pygame.Rect(rect.left, rect.top + sheet.theme.px(4), rect.width, 0)
        place.height = max(0, rect.bottom - place.top)
        sheet.add("outcomes", place, OUTCOMES_TIP)
        measures = study.measures(line.lens)
        title = f"ends in {line.chance}: mean of {len(line.outcomes)}"
        draw_outcomes(
            sheet, place, self._outcome_scroll, title, line.value, line.outcomes, line.side, measures
        )

    def _point(self, study: Study, term: Term | None) -> None:
        """Shows on the board what the term has counted there; None takes it away."""
        if term is None or self.shown != NOW:
            study.pointed.squares = ()
            return
        lens, state, side = study.lens, study.position.state, study.eyes
        # A fault in where a term counts leaves the board without an overlay.
        squares = soon(lens.heuristic, lambda: lens.squares(term, state, side))
        study.pointed.squares = squares or ()

    def _paragraph(self, sheet: Sheet, rect: pygame.Rect, text: str, warning: bool) -> None:
        color = sheet.theme.warning if warning else sheet.theme.dim
        sheet.paragraph(rect.move(0, sheet.theme.px(8)), text, 14, color)

    # How far the search has come

    def _draw_search(
        self, sheet: Sheet, rect: pygame.Rect, study: Study, line: Line | None, lines: int
    ) -> None:
        theme = sheet.theme
        status = pygame.Rect(rect.left, rect.top + theme.px(4), rect.width, theme.px(24))
        text, warning = self.status(study)
        sheet.label(status, text, 14, theme.warning if warning else theme.text_color)
        stats = pygame.Rect(rect.left, status.bottom, rect.width, theme.px(24))
        for index, (text, tip) in enumerate(self.figures(study)):
            left = stats.left + stats.width * FIGURE_EDGES[index] // 100
            cell = pygame.Rect(left, stats.top, 0, stats.height)
            cell.width = stats.left + stats.width * FIGURE_EDGES[index + 1] // 100 - left
            sheet.label(cell, text, 14, theme.dim)
            sheet.add(("figure", index), cell, tip)
        moves = pygame.Rect(rect.left, stats.bottom, rect.width, lines * theme.px(20))
        self._draw_moves(sheet, moves, line)
        note = pygame.Rect(rect.left, moves.bottom, rect.width, rect.bottom - moves.bottom)
        text, warning = self.note(study, line)
        if text:
            sheet.paragraph(note, text, 12, theme.warning if warning else theme.dim)
            sheet.add("note", note, text)

    def status(self, study: Study) -> tuple[str, bool]:
        """What the program is doing, and whether it is something to worry about."""
        news = study.news
        elapsed = time.perf_counter() - news.since
        if news.phase == RUNNING and news.doing == COMPILING:
            thinks = study.players[study.position.to_move].heuristic if study.players else ""
            what = f"Compiling {thinks}".rstrip()
            if study.players is not None and study.players[study.record.position.to_move].command:
                what = "Starting the program"
            return (f"{what}: {numbers.seconds(elapsed)}" if elapsed > 0.3 else what), False
        if news.phase == RUNNING:
            return "Thinking", False
        if news.phase == FAILED:
            return "The search failed", True
        thought = study.thought
        if thought is None:
            return "No search yet", False
        if not has_value(thought):
            return "Moved without a search", False
        return "Search finished", False

    def figures(self, study: Study) -> tuple[tuple[str, str], ...]:
        """Depth, nodes, nodes a second and time, each with its tooltip; "–" without a search."""
        depth, nodes, duration = 0, 0, 0.0
        news, thought = study.news, study.thought
        if news.phase == RUNNING and news.doing == THINKING:
            at, ticket, counters, elapsed = self._counters
            clock = time.perf_counter()
            if clock - news.since < SETTLING_SECONDS:
                counters, elapsed = (0, 0), 0.0
            elif ticket != news.since or clock - at >= COUNTER_SECONDS:
                counters, elapsed = study.counters(), clock - news.since
                self._counters = (clock, news.since, counters, elapsed)
            nodes, depth = counters
            duration = elapsed
        elif thought is not None and has_value(thought):
            nodes, depth, duration = thought.nodes, thought.depth, thought.seconds
        speed = nodes / duration if duration > 0.0 else 0.0
        dash = numbers.NOTHING
        return (
            (f"depth {depth or dash}", "How many plies the search looks ahead."),
            (f"{numbers.compact(nodes) if nodes else dash} nodes", "Positions visited."),
            (f"{numbers.compact(speed) if speed else dash} /s", "Positions visited a second."),
            (numbers.seconds(duration) if duration else dash, "Time of the search."),
        )

    def _draw_moves(self, sheet: Sheet, rect: pygame.Rect, line: Line | None) -> None:
        """The best line: the searching player's own moves bright, the answers dimmer."""
        theme = sheet.theme
        if line is None or line.value is None:
            return
        gap, height = theme.px(8), theme.px(20)
        x, y = rect.left, rect.top
        whole = " ".join(text for text, _ in line.moves)
        names = f"bright for the player who searched, dim for the other.\n{whole}"
        sheet.add("moves", rect, f"The best line: {names}")
        for index, (text, side) in enumerate(line.moves):
            own = side == line.side
            width = theme.width(text, 14, index == 0)
            last = y + 2 * height > rect.bottom
            more = index + 1 < len(line.moves)
            reserve = theme.width("…") + gap if last and more else 0
            if x > rect.left and x + width + reserve > rect.right:
                if last:
                    sheet.label(pygame.Rect(x, y, rect.right - x, height), "…", 14, theme.dim)
                    return
                x, y = rect.left, y + height
            color = theme.text_color if own else theme.dim
            sheet.label(
                pygame.Rect(x, y, min(width, rect.right - x), height), text, 14, color, bold=index == 0
            )
            x += width + gap

    def note(self, study: Study, line: Line | None) -> tuple[str, bool]:
        """What a person should know about the numbers above, and whether it is a warning."""
        if study.failure:
            return shortened(study.failure), True
        if study.news.phase == FAILED and study.news.error:
            return shortened(study.news.error), True
        if study.thought is not None and study.thought.remark:
            return shortened(study.thought.remark), False
        if line is not None and line.value is not None:
            if line.lens is not None and line.lens != study.lens:
                other = "" if line.lens.heuristic is not study.lens.heuristic else " with other weights"
                return f"The best line is that of {line.lens.name}{other}, which the search used.", False
            if not study.shows(line.thought.position):
                return f"The best line is from another position: {_place(study, line)}.", False
            if line.chance:
                return (
                    f"The best line ends in {line.chance}, where chance decides: the value is a mean.",
                    False,
                )
        return "", False


def _place(study: Study, line: Line) -> str:
    """Where in the game a line begins."""
    for index, position in enumerate(study.record.positions):
        if position is line.thought.position:
            return f"after {numbers.plies(index)}" if index else "the start"
    return "one that is no longer in the game"
