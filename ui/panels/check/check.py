"""The page Check: what a new version of the heuristic changes."""

from study.check.check import HeuristicCheck, changes_in_words
from study.compare.background_scan import Scanned, worse_in_words
from study.compare.heuristic_pair import HeuristicPair
from study.compare.scan import Disagreement
from study.state.changes import LENS, SEARCHES, VIEW, Derived
from study.state.study import Study
from ui.kit.cells import DIM, WARNING
from ui.kit.flow import PageFlow
from ui.kit.table import Content, DataTable
from ui.panels.compare.scan_page import WORSE
from ui.panels.compare.scan_rows import scan_rows
from ui.panels.parts.panel import IMPROVE, Panel
from ui.panels.parts.sketch import Block, Curve
from ui.panels.parts.start_and_stop import WAITS

ABOUT = (
    "Save the file of the heuristic: its new version is then compared with the one before, on 200 "
    "positions of games. A deeper search judges the choices that change."
)


class CheckPanel(Panel):
    title = "Check"
    tip = "What a new version of the heuristic changes, once its file is saved"
    question = "What did my last change do?"
    guide_page = "check"
    group = IMPROVE
    sketch = (
        Block("line", 1, 1.5, 7, 1),
        Block("line", 1, 4.5, 7, 1),
        Curve("hint", ((9, 2), (9.8, 3), (11, 0.8))),
        Curve("warning", ((9.2, 4), (10.8, 6))),
        Curve("warning", ((10.8, 4), (9.2, 6))),
    )
    feature = HeuristicCheck

    def __init__(self) -> None:
        self.list = DataTable("check column")
        self._changes = Derived[Content](LENS | SEARCHES | VIEW)

    def look(self, study: Study) -> None:
        check = study.of(HeuristicCheck)
        if check.said:
            check.seen = True

    def page(self, study: Study, page: PageFlow) -> None:
        self._add_changes(study, page)

    def _open_found(self, scanned: Scanned, found: Disagreement) -> None:
        self.study.of(HeuristicPair).show(self.study, scanned, found)

    def _add_changes(self, study: Study, page: PageFlow) -> None:
        """Adds how many choices the new version changes, and the positions in which it does."""
        scan = study.of(HeuristicCheck).scan
        news, scanned = scan.news, scan.scanned
        self.list.rows = ()
        if news is None or scanned is None:
            page.text(scan.problem or ABOUT, color=WARNING if scan.problem else DIM)
            return
        words = changes_in_words(scan) or scan.activity.compiling or "Comparing …"
        waits = f" {WAITS}" if scan.waits else ""
        share = news.done / news.total if news.total else 1.0
        page.state(f"{words}{waits}", "changes", share, bool(scan.problem))
        words = worse_in_words(news, scanned.lenses, scanned.labels)
        page.text(words, 12, key="changes worse", most=1, usual="-", tip=f"{words}. {WORSE}")
        if news.found:
            rows = self._changes.of(
                study.changes, lambda: scan_rows(study, news, scanned, self._open_found), id(news)
            )
            page.table(self.list, rows)
