"""The page Check: what is wrong with the heuristic, what its new version changes, and the terms that it
lacks."""

from functools import partial

import pygame

from arena.gaps.gaps import Gaps
from arena.gaps.gaps_run import SHARE
from heuristics.failure import shortened
from study.check.check import CHANGES, FINDINGS, GAPS, NOTHING_WRONG, VIEWS, HeuristicCheck, changes_in_words
from study.check.check_run import CheckNews
from study.compare.background_scan import Scanned
from study.compare.heuristic_pair import HeuristicPair
from study.compare.scan import Disagreement
from study.evaluation.other_lenses import of_another_lens, older_files, with_changes
from study.format import number_text
from study.format.term_groups import capital
from study.gaps.gap_search import MINUTES
from study.state.changes import FEATURES, JOBS, LENS, SEARCHES, VIEW, Derived
from study.state.study import Study
from study.state.wishes import OpenFile
from study.user_files.user_files import own_file_of
from ui.kit.buttons import Button, choices
from ui.kit.cells import DIM, WARNING
from ui.kit.drop_down import DropDown, Option
from ui.kit.flow import PageFlow
from ui.kit.table import Content, DataTable
from ui.panels.check.finding_rows import finding_rows
from ui.panels.check.gap_rows import gap_rows
from ui.panels.compare.scan_rows import add_worse_choices, scan_rows
from ui.panels.parts.panel import IMPROVE, Panel
from ui.panels.parts.sketch import Block, Curve

VIEW_TIPS = {
    FINDINGS: "What is wrong with the heuristic, and what to try.",
    CHANGES: "The choices that the saved version changes.",
    GAPS: "What the heuristic does not see: a term that it lacks.",
}

ABOUT = (
    "Looks for terms that treat the sides differently, never count, repeat others or count in the wrong "
    "direction. It begins by itself when you save the heuristic's file."
)
ABOUT_CHANGES = (
    "Save the file of the heuristic: its new version is then compared with the one before, on up to 200 "
    "positions of games. A deeper search judges the choices that change."
)


ABOUT_GAPS = (
    "Plays games of the heuristic against itself and looks for what would explain its errors: terms of other "
    "heuristics, and counts from the rules. At most three answers, each with positions and a file to try."
)
MOST_LINES = 4


class CheckPanel(Panel):
    title = "Check"
    tip = "What is wrong with the heuristic, what it does not see, and what its last change does"
    question = "What is wrong, or missing?"
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
        tip = "The time for the search for gaps. The matches of a term that you try may take as long again."
        self.minutes = DropDown(self._choose_minutes, tip)
        self.start = Button(self._start_or_stop, primary=True, labels=("Check", "Stop"))
        self.file = Button(self._open_file, "Open file")
        self.list = DataTable("check column")
        self.findings = DataTable("finding", stops=True)
        self._changes = Derived[Content](LENS | SEARCHES | VIEW)
        self._gaps = Derived[Content](LENS | JOBS | FEATURES)
        self._rows = Derived[Content](LENS | JOBS | FEATURES)

    # What the person does

    def _start_or_stop(self) -> None:
        check = self.study.of(HeuristicCheck)
        work = check.gaps if check.view == GAPS else check
        if work.running:
            work.stop()
        else:
            work.begin(self.study)

    def _open_file(self) -> None:
        path = own_file_of(self.study.lens.heuristic)
        if path is not None:
            self.study.wish(OpenFile(path))

    def _choose(self, view: str) -> None:
        self.study.of(HeuristicCheck).view = view

    def _choose_minutes(self, minutes: int) -> None:
        self.study.of(HeuristicCheck).gaps.minutes = minutes

    def _open_found(self, scanned: Scanned, found: Disagreement) -> None:
        self.study.of(HeuristicPair).show(self.study, scanned, found)

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        return (self.list if study.of(HeuristicCheck).view == CHANGES else self.findings).key(event)

    # The page

    def look(self, study: Study) -> None:
        check = study.of(HeuristicCheck)
        if check.is_known and check.view == FINDINGS:
            check.seen = True

    def page(self, study: Study, page: PageFlow) -> None:
        check = study.of(HeuristicCheck)
        if check.view == GAPS:
            options = [Option(each, f"{each} minutes") for each in MINUTES]
            self.minutes.offer(options, check.gaps.minutes)
            self._offer(study, check.gaps.running, "Look", "Looks for what {} does not see")
            page.controls(self.minutes, *self._file(study), self.start)
        else:
            self._offer(study, check.running, "Check", "Checks {}")
            page.controls(self.state(study), *self._file(study), self.start)
        names = [(view, view, VIEW_TIPS[view]) for view in VIEWS]
        page.buttons(*choices("check view", names, check.view, self._choose, 12))
        add = {FINDINGS: self._add_findings, CHANGES: self._add_changes, GAPS: self._add_gaps}
        add[check.view](study, page)

    def _offer(self, study: Study, running: bool, label: str, does: str) -> None:
        """Sets the label and the tooltip of the button. `does` has {} in place of the heuristic."""
        self.start.label = "Stop" if running else label
        tip = f"{does.format(study.lens.name)}, with its present weights."
        self.start.tooltip = "Stops the work and keeps what it found." if running else tip

    def _file(self, study: Study) -> tuple[Button, ...]:
        """The button that opens the heuristic's file, if it is the person's own."""
        path = own_file_of(study.lens.heuristic)
        if path is None:
            return ()
        self.file.tooltip = f"Opens {path} in your editor."
        return (self.file,)

    def state(self, study: Study) -> str:
        """The checked heuristic, in a line."""
        news = study.of(HeuristicCheck).news
        if news is None:
            return f"{with_changes(study.lens)}, not checked yet"
        return ", ".join((with_changes(news.lens), *older_files(study, (news.lens,))))

    def progress(self, check: HeuristicCheck, news: CheckNews) -> str:
        """What a check does now, or how much it has found."""
        if check.running:
            return capital(check.waits) or check.activity.compiling or news.doing
        faults = sum(finding.is_fault for finding in news.findings)
        found = "1 fault found" if faults == 1 else f"{faults} faults found"
        if news.share < 1.0:
            return f"{found if faults else 'nothing found so far'}, stopped"
        return found if faults else NOTHING_WRONG

    def _add_findings(self, study: Study, page: PageFlow) -> None:
        """Adds the faults that were found, each with its remedy."""
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
        """Adds how many choices the new version changes, and the positions in which it chooses
        differently."""
        scan = study.of(HeuristicCheck).scan
        news, scanned = scan.news, scan.scanned
        self.list.rows = ()
        if news is None or scanned is None:
            page.text(scan.problem or ABOUT_CHANGES, color=WARNING if scan.problem else DIM)
            return
        words = changes_in_words(scan) or scan.activity.compiling or "Comparing …"
        waits = f" {capital(scan.waits)}." if scan.waits else ""
        share = news.done / news.total if news.total else 1.0
        page.state(f"{words}{waits}", "changes", share, bool(scan.problem))
        add_worse_choices(page, "changes worse", news, scanned.lenses, scanned.labels)
        if news.found:
            rows = self._changes.of(
                study.changes, lambda: scan_rows(study, news, scanned, self._open_found), id(news)
            )
            page.table(self.list, rows)

    def _add_gaps(self, study: Study, page: PageFlow) -> None:
        """Adds what the heuristic does not see, and the progress of the search for that."""
        gaps = study.of(HeuristicCheck).gaps
        found = gaps.found
        self.findings.rows = ()
        page.text(gaps.problem, color=WARNING, key="gaps problem", most=3)
        if found is None:
            page.text("Preparing …" if gaps.running else ABOUT_GAPS, color=DIM)
            return
        if gaps.running:
            page.state(gaps_progress(study, found), "gaps progress", done_share(found))
        page.text(gaps_state(study, found), 12, DIM, "gaps state", most=2)
        if not found.answers and not gaps.running:
            page.text(found.sentence, key="gaps sentence", most=MOST_LINES)
        if not found.answers:
            return
        theme = page.sheet.theme
        make = partial(gap_rows, study, found, theme, page.wrapped)
        rows = self._gaps.of(study.changes, make, id(found), id(theme), page.rect.width)
        page.table(self.findings, rows)


def gaps_progress(study: Study, found: Gaps) -> str:
    """What the search for gaps does now and, while it plays games, the time left for these."""
    gaps = study.of(HeuristicCheck).gaps
    if words := capital(gaps.waits) or gaps.activity.compiling:
        return words
    left = 60.0 * SHARE * found.plan.minutes - found.seconds
    soon = f", {number_text.seconds(left)} left" if found.games and left > 0.0 else ""
    return f"{capital(found.stage)}{soon}"


def done_share(found: Gaps) -> float:
    """The share of the chosen minutes that the search for gaps has taken, 0 to 1."""
    return min(1.0, found.seconds / (60.0 * found.plan.minutes))


def gaps_state(study: Study, found: Gaps) -> str:
    """Which heuristic the gaps belong to, and how many games and positions were searched for them."""
    gaps = study.of(HeuristicCheck).gaps
    whose = of_another_lens(found.plan.lens, study.lens) or found.plan.heuristic
    doing = "stopped" if found.stage and not gaps.running else ""
    counted = {"games": found.games, "positions": found.positions, "candidates": found.candidates}
    counts = (f"{number_text.grouped(count)} {name}" for name, count in counted.items() if count)
    spent = number_text.seconds(found.seconds) if found.seconds else ""
    return ", ".join(filter(None, (whose, doing, *counts, spent)))
