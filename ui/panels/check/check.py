"""The page Check: what is wrong with the heuristic, and what its new version changes."""

from functools import partial

import pygame

from heuristics.failure import shortened
from study.check.check import CHANGES, FINDINGS, NOTHING_WRONG, VIEWS, HeuristicCheck, changes_in_words
from study.check.check_run import CheckNews
from study.compare.background_scan import Scanned, worse_in_words
from study.compare.heuristic_pair import HeuristicPair
from study.compare.scan import Disagreement
from study.evaluation.other_lenses import older_files, with_moved
from study.state.changes import FEATURES, JOBS, LENS, SEARCHES, VIEW, Derived
from study.state.study import Study
from ui.kit.buttons import Button, choices
from ui.kit.cells import DIM, WARNING
from ui.kit.flow import PageFlow
from ui.kit.table import Content, DataTable
from ui.panels.check.finding_rows import finding_rows
from ui.panels.compare.scan_page import WORSE
from ui.panels.compare.scan_rows import scan_rows
from ui.panels.parts.panel import IMPROVE, Panel
from ui.panels.parts.sketch import Block, Curve
from ui.panels.parts.start_and_stop import WAITS

VIEW_TIPS = {
    FINDINGS: "What is wrong with the heuristic, and what to try.",
    CHANGES: "The choices that the saved version changes.",
}

ABOUT = (
    "Looks for terms that treat the sides differently, never count, repeat others or count in the wrong "
    "direction. It begins by itself when you save the heuristic's file."
)
ABOUT_CHANGES = (
    "Save the file of the heuristic: its new version is then compared with the one before, on 200 "
    "positions of games. A deeper search judges the choices that change."
)


class CheckPanel(Panel):
    title = "Check"
    tip = "What is wrong with the heuristic, and what its saved version changes"
    question = "What is wrong with it?"
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
        self.start = Button(self._start_or_stop, primary=True, labels=("Check", "Stop"))
        self.list = DataTable("check column")
        self.findings = DataTable("finding", stops=True)
        self._changes = Derived[Content](LENS | SEARCHES | VIEW)
        self._rows = Derived[Content](LENS | JOBS | FEATURES)

    # What the person does

    def _start_or_stop(self) -> None:
        check = self.study.of(HeuristicCheck)
        if check.running:
            check.stop()
        else:
            check.begin(self.study)

    def _choose(self, view: str) -> None:
        self.study.of(HeuristicCheck).view = view

    def _open_found(self, scanned: Scanned, found: Disagreement) -> None:
        self.study.of(HeuristicPair).show(self.study, scanned, found)

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        return (self.list if study.of(HeuristicCheck).view == CHANGES else self.findings).key(event)

    # The page

    def look(self, study: Study) -> None:
        check = study.of(HeuristicCheck)
        if check.said:
            check.seen = True

    def page(self, study: Study, page: PageFlow) -> None:
        check = study.of(HeuristicCheck)
        self.start.label = "Stop" if check.running else "Check"
        tip = f"Checks {with_moved(study.lens)}, with its weights as they are now."
        self.start.tooltip = "Ends it and keeps what it found." if check.running else tip
        page.controls(self.state(study), self.start)
        names = [(view, view, VIEW_TIPS[view]) for view in VIEWS]
        page.buttons(*choices("check view", names, check.view, self._choose, 12))
        if check.view == FINDINGS:
            self._add_findings(study, page)
        else:
            self._add_changes(study, page)

    def state(self, study: Study) -> str:
        """What is checked."""
        news = study.of(HeuristicCheck).news
        if news is None:
            return "not checked yet"
        return ", ".join((with_moved(news.lens), *older_files(study, (news.lens,))))

    def progress(self, check: HeuristicCheck, news: CheckNews) -> str:
        """What a check does now, or how much it has found."""
        if check.running:
            return WAITS if check.waits else news.doing
        faults = sum(finding.is_fault for finding in news.findings)
        found = "1 fault found" if faults == 1 else f"{faults} faults found" if faults else NOTHING_WRONG
        return f"{found.rstrip('.')}, stopped" if news.share < 1.0 else found

    def _add_findings(self, study: Study, page: PageFlow) -> None:
        """Adds what was found, and the remedies."""
        check, news = study.of(HeuristicCheck), study.of(HeuristicCheck).news
        self.findings.rows = ()
        page.text(shortened(check.problem), color=WARNING, key="check problem", most=3)
        if news is None:
            page.text(ABOUT, color=DIM)
            return
        page.state(self.progress(check, news), "check state", news.share)
        theme = page.sheet.theme
        make = partial(finding_rows, study, news, theme, page.wrapped)
        rows = self._rows.of(study.changes, make, id(news), id(theme), page.rect.width)
        page.table(self.findings, rows)

    def _add_changes(self, study: Study, page: PageFlow) -> None:
        """Adds how many choices the new version changes, and the positions in which it does."""
        scan = study.of(HeuristicCheck).scan
        news, scanned = scan.news, scan.scanned
        self.list.rows = ()
        if news is None or scanned is None:
            page.text(scan.problem or ABOUT_CHANGES, color=WARNING if scan.problem else DIM)
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
