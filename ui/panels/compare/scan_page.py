"""The view Scan of the page Compare: which positions are scanned, the progress, and the positions in which
the two heuristics choose differently, the costliest choice first."""

from functools import partial

import pygame

from study.compare.background_scan import (
    AMOUNTS,
    DEPTHS,
    look_at_in_words,
)
from study.compare.deeper_scan import FURTHER
from study.compare.heuristic_pair import JUDGE, HeuristicPair, Offer
from study.compare.scan import ScanNews
from study.compare.scan_players import DEEPER
from study.evaluation.other_lenses import older_files
from study.format import number_text
from study.state.changes import LENS, POSITION, SEARCHES, VIEW, Derived
from study.state.study import Study
from study.suites.refuted_moves import make_suite
from ui.kit.buttons import Button, choices
from ui.kit.cells import DIM, WARNING
from ui.kit.drop_down import DropDown, Option
from ui.kit.flow import PageFlow
from ui.kit.table import Content, DataTable
from ui.panels.compare.scan_rows import OpenFound, add_worse_choices, scan_rows

OF_ITSELF = (
    "Finds positions in which a search of the same heuristic, "
    f"{number_text.plies(FURTHER)} deeper, refutes its move, and what that costs. You can make them a suite."
)
ABOUT = (
    "Finds positions, in this game or drawn at random, in which the two heuristics choose "
    "different moves. A deeper search says what the worse choice costs."
)
LOOK_AT = (
    "A term is named if it decides a larger share of the worse choices than of the right ones. The "
    "difference is beyond chance, with a confidence of 95 % for all terms together."
)
AGAINST = (
    (False, "Another heuristic", "Where the two choose differently."),
    (True, "Itself, deeper", "Where the first heuristic's own deeper search refutes its move."),
)
AMOUNT_OPTIONS = [
    Option(amount, f"{number_text.grouped(amount)} random positions" if amount else "this game")
    for amount in AMOUNTS
]
OWN_OPTIONS = [
    Option(amount, f"{number_text.grouped(amount)} positions", "of its own games and of saved ones")
    if amount
    else Option(amount, "this game")
    for amount in AMOUNTS[:3]
]
DEPTH_OPTIONS = [Option(depth, f"{number_text.plies(depth)} deep") for depth in DEPTHS]


class ScanPage:
    """The view. `open_found` opens the position that is chosen from the list."""

    _study: Study  # of the last drawing

    def __init__(self, open_found: OpenFound) -> None:
        self.amount = DropDown(self._choose_amount, "In which positions the heuristics are compared.")
        self.depth = DropDown(self._choose_depth, "The depth of the searches that choose, in plies.")
        self.judge = DropDown(
            self._choose_judge, "The heuristic that judges, by a deeper search, what a choice costs."
        )
        self.start = Button(self._start_or_stop, primary=True, labels=("Stop", "Scan"))
        self.suite = Button(self._make_suite, "Make a suite")
        self.list = DataTable("scan column")
        self._rows = Derived[Content](LENS | POSITION | SEARCHES | VIEW)
        self._open_found = open_found

    # What the person does

    def _choose_amount(self, amount: int) -> None:
        self._study.of(HeuristicPair).scan.amount = amount

    def _choose_depth(self, depth: int) -> None:
        self._study.of(HeuristicPair).scan.depth = depth

    def _choose_judge(self, key: tuple[str, object]) -> None:
        self._study.of(HeuristicPair).chosen[JUDGE] = key

    def _choose_against(self, deeper: bool) -> None:
        scan = self._study.of(HeuristicPair).scan
        scan.deeper = deeper
        scan.amount = min(scan.amount, OWN_OPTIONS[-1].value) if deeper else scan.amount

    def _make_suite(self) -> None:
        make_suite(self._study)

    def _start_or_stop(self) -> None:
        pair = self._study.of(HeuristicPair)
        if pair.scan.running:
            pair.scan.stop()
        else:
            pair.begin_scan(self._study)
            self.list.restart()

    def key(self, event: pygame.event.Event) -> bool:
        """The list takes the arrow keys and Enter."""
        return self.list.key(event)

    # The page

    def page(self, study: Study, page: PageFlow, known: tuple[Offer, ...]) -> None:
        """Adds the controls, the progress of the scan, and what it found."""
        scan = study.of(HeuristicPair).scan
        self._study, news, scanned = study, scan.news, scan.scanned
        self._offer(study, known)
        deep = scan.depth_in(study.record.game.name) + (FURTHER if scan.deeper else DEEPER)
        page.controls(self.amount, self.depth, self.start)
        against = choices("scan against", AGAINST, scan.deeper, self._choose_against)
        depth = f"{number_text.plies(deep)} deep"
        if scan.deeper:
            page.controls(*against, depth, self.suite)
        else:
            page.controls(*against, "")  # "": nothing at the right, the place of the last part
            page.controls("Judge", self.judge, depth)
        self.list.rows = ()
        if news is None or scanned is None or scanned.deeper != scan.deeper:
            about = OF_ITSELF if scan.deeper else ABOUT
            page.text(scan.problem or about, color=WARNING if scan.problem else DIM)
            return
        share = news.done / news.total if news.total else 1.0
        page.state(scan.problem or self.state(study, news), "scan state", share, bool(scan.problem))
        labels = scanned.labels[:1] if scanned.deeper else scanned.labels
        add_worse_choices(page, "scan worse", news, scanned.lenses, labels)
        if words := look_at_in_words(news, scanned.lenses, labels):
            page.text(words, 12, key="scan look at", most=2, tip=LOOK_AT)
        make = partial(scan_rows, study, news, scanned, self._open_found)
        page.table(self.list, self._rows.of(study.changes, make, id(news)))

    def _offer(self, study: Study, known: tuple[Offer, ...]) -> None:
        """Updates the controls to the current choice."""
        pair = study.of(HeuristicPair)
        scan = pair.scan
        self.amount.offer(OWN_OPTIONS if scan.deeper else AMOUNT_OPTIONS, pair.scan.amount)
        count = len(scan.refuted)
        self.suite.enabled = count > 0 and study.data is not None
        self.suite.tooltip = (
            f"Adds {'the position' if count == 1 else f'the {count} positions'} below to a suite of yours."
            if count
            else "Nothing was found yet."
        )
        self.depth.offer(DEPTH_OPTIONS, pair.scan.depth_in(study.record.game.name))
        options = [Option(offer.key, offer.label, offer.detail) for offer in known]
        self.judge.offer(options, pair.offer(study, JUDGE, known).key)

        self.start.label = "Stop" if scan.running else "Scan"
        self.start.tooltip = "Stops the scan and keeps what it found." if scan.running else "Starts the scan."

    def state(self, study: Study, news: ScanNews) -> str:
        """The scan's progress, in a line."""
        scan = study.of(HeuristicPair).scan
        if words := scan.activity.compiling:
            return words
        refuted = scan.scanned is not None and scan.scanned.deeper
        differ = f"{number_text.grouped(news.differ)} {'refuted' if refuted else 'differ'}"
        if news.tied:
            differ += f", {number_text.grouped(news.tied)} {'tie' if news.tied == 1 else 'ties'}"
        if not scan.running:
            stopped = f" of {number_text.grouped(news.total)}, stopped" if news.done < news.total else ""
            older = () if scan.scanned is None else older_files(study, scan.scanned.lenses)
            return ", ".join((f"{number_text.grouped(news.done)} positions{stopped}: {differ}", *older))
        left = news.seconds_left
        soon = f", {number_text.seconds(left)} left" if left is not None else ""
        soon = f", {scan.waits}" if scan.waits else soon
        return f"{number_text.grouped(news.done)} of {number_text.grouped(news.total)}: {differ}{soon}"
