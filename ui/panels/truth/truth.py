"""The page Truth: how a heuristic does in positions whose outcome is proven, with a list of the worst."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from arena.truth.beside_random import usual_conclusion
from arena.truth.measure import ProvenChoice
from heuristics.failure import shortened
from study.core.study import Study
from study.format import number_text
from study.format.value_format import ValueFormat
from study.truth.figure_words import EQUAL
from study.truth.figures import FigureRow
from study.truth.truth import AMOUNTS, EVERYTHING, Truth, told
from study.truth.truth_run import DRAWING, MAKING, SEARCHED, TruthNews
from ui.icons import draw_icon
from ui.kit.buttons import Button, quiet_button
from ui.kit.drop_down import DropDown, Option
from ui.kit.list_box import ListBox
from ui.kit.rows import below, cut, right_of, two_and_a_button
from ui.kit.sheet import Sheet
from ui.panels.parts.panel import IMPROVE, Panel
from ui.panels.parts.sketch import Block
from ui.panels.parts.start_and_stop import WAITS
from ui.panels.truth.depth_table import DepthTable
from ui.panels.truth.proven_moves import draw_proven_moves

LINE, ROW = 20, 44
BESIDE = 18
"""Design pixels of a row's edge with the scroll bar."""

FIGURES = "figures"
"""The view of the figures by depth, where there is no room for them above the others."""

WORST, TERMS, KINDS = VIEWS = "worst", "left out", "kinds"
VIEWS_AND_LIST = 140
"""Design pixels of the names of the views, and of a list below them that is of use."""

VIEW_TIPS = {
    FIGURES: "The figures by depth.",
    WORST: "The positions in which the heuristic gives the outcome away, the worst first.",
    TERMS: "The figures one ply deep with each term left out.",
    KINDS: "The figures one ply deep by kind of position.",
}
MEASURE_NOW = "Measure now"
LONG = 10.0
"""From this many seconds on, the time left for drawing positions is shown."""

MOST_LINES = 4
"""The most lines of a sentence."""

ABOUT = (
    "Measures the heuristic in positions whose outcome is proven: by tables that are made on this computer, "
    "or by searches to the end. Repetition and limits of plies are left out of tables."
)


class TruthPanel(Panel):
    title = "Truth"
    tip = "How the heuristic does in positions whose outcome is proven"
    question = "Where is the heuristic wrong?"
    guide_page = "truth"
    group = IMPROVE
    sketch = (
        Block("hint", 1.5, 1.5, 6, 1.2),
        Block("hint", 1.5, 3.5, 8, 1.2),
        Block("warning", 1.5, 5.5, 3, 1.2),
    )
    feature = Truth
    keys = (("Ins", "Make a case of a suite of the selected position"),)

    def __init__(self) -> None:
        self.table = DropDown(self._choose_table, "Which proven positions are measured in.")
        self.amount = DropDown(self._choose_amount, "How many positions, of those in which moves differ.")
        self.start = Button(self._start_or_stop, primary=True)
        self.list = ListBox(self._open, self._tip)
        self._chosen = ""  # the view that was chosen
        self._is_short = False  # whether there is no room for the figures above the views
        self._worst: Sequence[ProvenChoice] = ()

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        if event.key == pygame.K_INSERT and self._worst and self.view == WORST:
            study.of(Truth).ask_case(study, self._worst[self.list.lit])
            return True
        return self.list.key(event)

    @property
    def view(self) -> str:
        """The view that is shown."""
        if self._is_short:
            return self._chosen or FIGURES
        return WORST if self._chosen in ("", FIGURES) else self._chosen

    # What the person does

    def _choose_table(self, name: str) -> None:
        self._study.of(Truth).table = name

    def _choose_amount(self, amount: int) -> None:
        self._study.of(Truth).amount = amount

    def _start_or_stop(self) -> None:
        truth = self._study.of(Truth)
        if truth.drawing:
            truth.measure_now()
        elif truth.running:
            truth.stop()
        elif truth.missing:
            truth.make()
        else:
            truth.begin(self._study)
            self.list.restart()

    def _choose_view(self, view: str) -> None:
        self._chosen = view
        self.list.restart()

    def _open(self, index: int) -> None:
        self._study.of(Truth).look_at(self._study, self._worst[index])

    def _tip(self, index: int) -> str:
        return f"{told(self._worst[index])} Click to see why."

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme, truth = sheet.theme, study.of(Truth)
        self._study = study
        self._offer(truth)
        line, gap = theme.px(28), theme.px(4)
        head = pygame.Rect(rect.left, rect.top, rect.width, line)
        state = pygame.Rect(rect.left, self._draw_head(sheet, head, truth) + gap, rect.width, theme.px(LINE))
        words = self.state(truth)
        sheet.label(state, words, 14, theme.warning if truth.problem else theme.text_color)
        sheet.add("truth state", state, words, focusable=False)
        track = pygame.Rect(rect.left, state.bottom + theme.px(2), rect.width, theme.px(4))
        sheet.progress(track, self._share(truth))
        body = below(rect, track.bottom + theme.px(8))
        body = below(rect, body.top + draw_proven_moves(sheet, body, study))
        news = truth.news
        if news is None or not news.by_depth:
            self._worst = ()
            if news is None:
                sheet.paragraph(body, ABOUT, 14, theme.dim)
            return
        if news.why_few:
            why = sheet.text(body, body.top, news.why_few, 12, theme.dim, MOST_LINES)
            sheet.add("truth why few", why, news.why_few, focusable=False)
            body.top = why.bottom + theme.px(4)
        body = below(rect, body.top + self._draw_conclusion(sheet, body, truth, news))
        depths = DepthTable(theme, body.width - theme.px(BESIDE) * self._is_short, news)
        self._is_short = depths.height + theme.px(VIEWS_AND_LIST) > body.height
        if not self._is_short:
            depths.draw(sheet, body)
            body = below(rect, body.top + depths.height + theme.px(8))
        self._draw_view(sheet, body, study, truth, news, depths)

    def _offer(self, truth: Truth) -> None:
        """Updates the controls to the current choice."""
        self.table.offer([Option(name, _table_in_words(name)) for name in truth.choices], truth.table)
        amounts = [Option(amount, f"{number_text.grouped(amount)} positions") for amount in AMOUNTS]
        self.amount.offer(amounts, truth.amount)

    def _draw_head(self, sheet: Sheet, rect: pygame.Rect, truth: Truth) -> int:
        """Draws which positions are measured, how many, and the button; returns where they end."""
        theme, gap = sheet.theme, sheet.theme.px(4)
        words = MEASURE_NOW if truth.drawing else "Stop" if truth.running else ""
        self.start.label = words = words or ("Make tables" if truth.missing else "Measure")
        self.start.tooltip = {
            MEASURE_NOW: "Stops looking for positions: measures the heuristic in those found so far.",
            "Stop": "Ends it; what is done stays.",
            "Make tables": "Makes the tables that are missing, once for all, in a few minutes at most. They "
            "are kept in the cache folder; what is done stays if you stop.",
            "Measure": "Measures the heuristic with its weights as they are now.",
        }[words]
        wide = max(map(theme.width, ("Make tables", MEASURE_NOW))) + theme.px(24)
        wanted = self.table.wanted_width(theme), self.amount.wanted_width(theme)
        table, amount, button = two_and_a_button(rect, wanted, wide, gap)
        self.table.draw(sheet, table)
        self.amount.draw(sheet, amount)
        self.start.draw(sheet, button)
        return amount.bottom

    def _share(self, truth: Truth) -> float:
        making, news = truth.making, truth.news
        if making is not None:
            return making.share
        if news is None:
            return 0.0
        if not news.by_depth:
            return min(1.0, sum(proven.differs for proven in news.positions) / max(1, news.wanted))
        return news.share

    def state(self, truth: Truth) -> str:
        """The progress of the measurement, in a line."""
        if truth.problem:
            return shortened(truth.problem)
        making, news = truth.making, truth.news
        if truth.running and truth.waits:
            return WAITS
        if making is not None:
            left = f", about {number_text.seconds(making.seconds)} left" if making.share > 0.02 else ""
            return f"making table {making.group}{left}"
        if truth.running and (compiling := truth.activity.compiling):
            return compiling
        if news is None or not news.positions:
            if truth.running:
                return MAKING if news is None and truth.missing else DRAWING
            if truth.opened is not None:
                return told(truth.opened)
            if truth.missing:
                return f"{truth.missing} table{'' if truth.missing == 1 else 's'} to be made first"
            return "nothing measured yet"
        differ = sum(proven.differs for proven in news.positions)
        if not news.by_depth:
            drawn = f"{DRAWING}: {number_text.grouped(differ)} of {number_text.grouped(news.wanted)}"
            seconds = news.seconds * (news.wanted / differ - 1) if differ else 0.0
            return f"{drawn}, about {number_text.seconds(seconds)} left" if seconds > LONG else drawn
        name = truth.lens.name if truth.lens is not None else ""
        stopped = "" if truth.running or news.share >= 1.0 else ", stopped"
        going = f", {number_text.percent(news.share)} done" if truth.running else ""
        return f"{name} in {number_text.grouped(differ)} positions{going}{stopped}"

    def _draw_conclusion(self, sheet: Sheet, rect: pygame.Rect, truth: Truth, news: TruthNews) -> int:
        """Draws what is concluded, in some sentences; returns the height. There is room for a
        usual conclusion before one is drawn, so that nothing moves."""
        heuristic = None if truth.lens is None else truth.lens.heuristic
        words = "" if heuristic is None else news.conclusion(heuristic.label_of)
        labels = [] if heuristic is None else [term.label for term in heuristic.terms]
        usual = usual_conclusion(max(labels, key=sheet.theme.width, default=""))
        lines = len(sheet.theme.wrapped(usual, rect.width, 14))
        is_worse = news.over_random is not None and news.over_random.is_worse
        color = sheet.theme.warning if is_worse else sheet.theme.text_color
        place = sheet.text(rect, rect.top, words, 14, color, MOST_LINES)
        if words:
            sheet.add("truth conclusion", place, words, focusable=False)
        return max(place.height, lines * sheet.theme.px(LINE)) + sheet.theme.px(4)

    def _draw_view(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        study: Study,
        truth: Truth,
        news: TruthNews,
        depths: DepthTable,
    ) -> None:
        theme, x = sheet.theme, rect.left
        line = theme.px(24)
        for view in (FIGURES, *VIEWS) if self._is_short else VIEWS:
            wide = theme.width(view, 12) + theme.px(16)
            place = pygame.Rect(x, rect.top, wide, line)
            choose = partial(self._choose_view, view)
            quiet_button(("truth view", view), view, VIEW_TIPS[view], choose, view == self.view, 12).draw(
                sheet, place
            )
            x += wide + theme.px(4)
        body = below(rect, rect.top + line + theme.px(4))
        if self.view == FIGURES:
            self._worst = ()
            rows = body.move(0, 0)
            rows.width -= theme.px(BESIDE)
            depths.draw_head(sheet, rows)
            below_head = below(body, body.top + line)

            def draw_row(area: pygame.Rect, index: int) -> None:
                depths.draw_row(sheet, pygame.Rect(area.left, area.top, rows.width, area.height), index)

            self.list.draw_whole(sheet, below_head, depths.count, depths.row_height, draw_row)
            return
        if self.view == WORST:
            self._draw_worst(sheet, body, study, truth, news)
            return
        found = [FigureRow.of(name, tally) for name, tally in news.kinds.items()]
        if self.view == TERMS and truth.lens is not None:
            label = truth.lens.heuristic.label_of
            changed = sorted(news.terms, key=lambda term: -(term.tally.kept or 0))
            found = [FigureRow.of(label(term.name), term.tally, term.beside) for term in changed]
        self._worst = ()
        self._draw_figures(sheet, body, "without" if self.view == TERMS else "kind of position", found)

    def _draw_figures(self, sheet: Sheet, rect: pygame.Rect, first: str, rows: Sequence[FigureRow]) -> None:
        """Draws a row for each kind of position or term, with as many columns as fit."""
        theme, gap = sheet.theme, sheet.theme.px(12)
        heads = FigureRow.heads(self.view == TERMS)
        widths = [
            max([theme.width(head, 12), *(theme.width(row.cells[at], 12) for row in rows)]) + gap
            for at, head in enumerate(heads)
        ]
        named = max([theme.width(first, 12), *(theme.width(row.name) for row in rows)])
        room, line = rect.width - theme.px(BESIDE), theme.px(LINE)
        # The last figure gives way first; it stands in the row's tip.
        while len(widths) > 1 and named + sum(widths) > room:
            widths.pop()

        def cells(area: pygame.Rect) -> list[pygame.Rect]:
            lefts = [area.left + room - sum(widths[at:]) for at in range(len(widths))]
            return [pygame.Rect(left, area.top, wide, line) for left, wide in zip(lefts, widths, strict=True)]

        def draw_row(area: pygame.Rect, index: int) -> None:
            row = rows[index]
            first_cell, *_ = found = cells(area)
            sheet.label(pygame.Rect(area.left, area.top, first_cell.left - area.left, line), row.name, 14)
            sheet.add(("truth figures", row.name, area.top), area, row.tip, focusable=False)
            for cell, text in zip(found, row.cells, strict=False):
                sheet.label(cell, text, 12, align="right")

        head_row = cut(rect, line)
        sheet.label(head_row, first, 12, theme.dim)
        for cell, head in zip(cells(head_row), heads, strict=False):
            sheet.label(cell, head, 12, theme.dim, "right")
        self.list.draw_whole(sheet, rect, len(rows), line, draw_row)

    def _draw_worst(
        self, sheet: Sheet, rect: pygame.Rect, study: Study, truth: Truth, news: TruthNews
    ) -> None:
        theme, high = sheet.theme, sheet.theme.px(ROW)
        self._worst = news.worst
        if not news.worst:
            measured = news.by_depth[0].figures.all.positions > 0 and not truth.running
            words = "It gives no outcome away one ply deep." if measured else ""
            sheet.paragraph(rect, words, 14, theme.dim)
            return
        if truth.lens is not None:
            draw_row = partial(self._draw_row, sheet, study, ValueFormat.of_lens(truth.lens))
            self.list.draw_whole(sheet, rect, len(news.worst), high, draw_row)

    def _draw_row(self, sheet: Sheet, study: Study, form: ValueFormat, area: pygame.Rect, index: int) -> None:
        theme, mistake = sheet.theme, self._worst[index]
        position, fates, values = mistake.proven.position, mistake.proven.fates, mistake.values
        if study.of(Truth).visited is mistake:
            sheet.accent(area)
        tools = theme.px(24)
        inner = area.inflate(-2 * theme.px(8), 0)
        upper = pygame.Rect(inner.left, area.top + theme.px(2), inner.width - tools, theme.px(LINE))
        rows = (("plays", mistake.chosen, theme.warning), ("right", mistake.right, theme.text_color))
        label = theme.width("plays", 12) + theme.px(8)
        for number, (word, move, color) in enumerate(rows):
            row = upper.move(0, number * theme.px(LINE))
            sheet.label(row, word, 12, theme.dim)
            rest = right_of(row, row.left + label)
            sheet.label(rest, f"{position.notation(move)}, {fates[move].in_words}", 14, color)
            is_equal = mistake.is_tied and move == mistake.right
            sheet.label(rest, EQUAL if is_equal else form.signed(values[move]), 12, theme.dim, "right")
        if index == self.list.lit:
            place = pygame.Rect(area.right - tools, area.top, tools, area.height)
            add: Callable[[], None] = partial(study.of(Truth).ask_case, study, mistake)
            over = sheet.add(("truth case", index), place, "Makes a case of a suite of it (Insert).", add)
            if over:
                sheet.fill(place, theme.raised, 4)
            color = theme.text_color if over else theme.dim
            draw_icon(sheet.surface, theme, "plus", place.center, 14, color)


def _table_in_words(name: str) -> str:
    if name == EVERYTHING:
        return "all tables"
    return "proven by searches" if name == SEARCHED else f"table {name}"
