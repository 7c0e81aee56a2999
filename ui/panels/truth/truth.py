"""The page Truth: how often a heuristic chooses right in positions whose outcome is proven, with a list of
its worst mistakes."""

from functools import partial

from arena.truth.beside_random import usual_conclusion
from heuristics.failure import shortened
from study.format import number_text
from study.state.changes import LENS, SEARCHES, VIEW, Derived
from study.state.study import Study
from study.truth.truth import AMOUNTS, EVERYTHING, Truth, mistake_in_words
from study.truth.truth_run import DRAWING, MAKING, SEARCHED, TruthNews
from ui.kit.buttons import Button, choices
from ui.kit.cells import DIM, TEXT, WARNING
from ui.kit.drop_down import DropDown, Option
from ui.kit.flow import Band, PageFlow
from ui.kit.table import Content, DataTable
from ui.panels.parts.panel import IMPROVE, Panel
from ui.panels.parts.sketch import Block
from ui.panels.truth.proven_moves import draw_proven_moves, proven_height
from ui.panels.truth.truth_rows import FIGURES, by_depth, by_kind, by_term, worst

WORST, TERMS, KINDS = VIEWS = "worst", "left out", "kinds"
LEAST_VIEW = 140
"""The least height, in design pixels, of the names of the views and a useful list below them."""

VIEW_TIPS = {
    FIGURES: "The figures by depth.",
    WORST: "The positions in which the heuristic gives the outcome away, the worst first.",
    TERMS: "The figures one ply deep with each term left out.",
    KINDS: "The figures one ply deep by kind of position.",
}
MEASURE_NOW = "Measure now"
LONG = 10.0
"""The remaining time for drawing positions at random is shown if it is more than this many seconds."""

START_TIPS = {
    MEASURE_NOW: "Stops drawing random positions, and measures the heuristic in those drawn so far.",
    "Stop": "Stops the work and keeps what is done.",
    "Make tables": "Makes the missing tables, in a few minutes at most. They are kept in the cache folder. "
    "If you stop, finished tables are kept.",
    "Measure": "Measures the heuristic with its weights as they are now.",
}

DEPENDS = LENS | SEARCHES | VIEW

MOST_LINES = 4
"""The most lines of a sentence."""

ABOUT = (
    "Measures the heuristic in positions whose outcome is proven: by tables that are made on this computer, "
    "or by searches to the end. Tables ignore repetition and move limits."
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
    keys = (("Ins", "Add the selected position to a suite"),)

    def __init__(self) -> None:
        self.table = DropDown(self._choose_table, "In which proven positions the heuristic is measured.")
        self.amount = DropDown(
            self._choose_amount,
            "How many positions are measured. Positions whose moves all have the same outcome do not count.",
        )
        self.start = Button(self._start_or_stop, primary=True, labels=("Make tables", MEASURE_NOW))
        self.list = DataTable("truth figure")
        self.figures = DataTable("truth depth")
        self._rows, self._by_depth = Derived[Content](DEPENDS), Derived[Content](DEPENDS)
        self._chosen = ""  # the view that the person chose, "" for none
        self._is_short = False  # whether the page is too low for the figures above the views

    @property
    def view(self) -> str:
        """The view that is shown."""
        if self._is_short:
            return self._chosen or FIGURES
        return WORST if self._chosen in ("", FIGURES) else self._chosen

    # What the person does

    def _choose_table(self, name: str) -> None:
        self.study.of(Truth).table = name

    def _choose_amount(self, amount: int) -> None:
        self.study.of(Truth).amount = amount

    def _start_or_stop(self) -> None:
        truth = self.study.of(Truth)
        if truth.drawing:
            truth.measure_now()
        elif truth.running:
            truth.stop()
        elif truth.missing:
            truth.make()
        else:
            truth.begin(self.study)
            self.list.restart()

    def _choose_view(self, view: str) -> None:
        self._chosen = view
        self.list.restart()

    # The page

    def page(self, study: Study, page: PageFlow) -> None:
        truth, news = study.of(Truth), study.of(Truth).news
        self._offer(truth)
        page.controls(self.table, self.amount, self.start)
        page.state(self.state(truth), "truth state", self._share(truth), bool(truth.problem))
        page.row(proven_height(study), lambda place: draw_proven_moves(page.sheet, place, study))
        self.list.rows = ()
        if news is None:
            page.text(ABOUT, color=DIM)
        if news is None or not news.by_depth:
            return
        page.text(news.why_few, 12, DIM, "truth why few", MOST_LINES, gap=4)
        self._add_conclusion(page, truth, news)
        theme, width = page.sheet.theme, page.rect.width
        figures = self._by_depth.of(
            study.changes, lambda: by_depth(news).within(theme, width), id(news), id(theme), width
        )
        above = page.whole_table(self.figures, figures, importance=1)
        page.rest(lambda place: self._draw_view(PageFlow(page.sheet, place), study, news, above), LEAST_VIEW)

    def _offer(self, truth: Truth) -> None:
        """Updates the controls to the current choice."""
        self.table.offer([Option(name, _table_in_words(name)) for name in truth.choices], truth.table)
        amounts = [Option(amount, f"{number_text.grouped(amount)} positions") for amount in AMOUNTS]
        self.amount.offer(amounts, truth.amount)
        words = MEASURE_NOW if truth.drawing else "Stop" if truth.running else ""
        self.start.label = words or ("Make tables" if truth.missing else "Measure")
        self.start.tooltip = START_TIPS[self.start.label]

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
            return truth.waits
        if making is not None:
            known = making.share > 0.02  # before that, an estimate would be far off
            left = f", about {number_text.seconds(making.seconds)} left" if known else ""
            return f"making table {making.group}{left}"
        if truth.running and (compiling := truth.activity.compiling):
            return compiling
        if news is None or not news.positions:
            if truth.running:
                return MAKING if news is None and truth.missing else DRAWING
            if truth.opened is not None:
                return mistake_in_words(truth.opened)
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

    def _add_conclusion(self, page: PageFlow, truth: Truth, news: TruthNews) -> None:
        """Adds the conclusion; before there is one, keeps room for it."""
        if truth.lens is None:
            return
        heuristic = truth.lens.heuristic
        widest = max((term.label for term in heuristic.terms), key=page.sheet.theme.width, default="")
        is_worse = news.over_random is not None and news.over_random.is_worse
        page.text(
            news.conclusion(heuristic.label_of),
            color=WARNING if is_worse else TEXT,
            key="truth conclusion",
            most=MOST_LINES,
            usual=usual_conclusion(widest),
            gap=4,
        )

    def _draw_view(self, page: PageFlow, study: Study, news: TruthNews, above: Band) -> None:
        """Draws the names of the views, and the chosen one below."""
        self._is_short = not above.shown
        views = (FIGURES, *VIEWS) if self._is_short else VIEWS
        names = [(view, view, VIEW_TIPS[view]) for view in views]
        page.buttons(*choices("truth view", names, self.view, self._choose_view, 12))
        make, truth = partial(self.rows, study, news), study.of(Truth)
        of = self.view, truth.lens, id(news), id(truth.visited), truth.running
        page.table(self.list, self._rows.of(study.changes, make, *of))
        page.draw()

    def rows(self, study: Study, news: TruthNews) -> Content:
        """The table of the chosen view."""
        lens = study.of(Truth).lens
        if self.view == FIGURES or lens is None:
            return by_depth(news)
        if self.view == WORST:
            return worst(study, news, lens)
        return by_term(news, lens) if self.view == TERMS else by_kind(news)


def _table_in_words(name: str) -> str:
    if name == EVERYTHING:
        return "all tables"
    return "proven by searches" if name == SEARCHED else f"table {name}"
