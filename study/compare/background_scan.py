"""The scan in the background: which positions it compares, its progress, and sentences on its results."""

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from engines.contract import Limits
from engines.jobs import Lane
from engines.search_engine import Searcher
from games.position import Position
from games.record import Record
from heuristics.lens import Lens
from heuristics.presets import differences, in_words
from study.compare.scan import TABLE_MEGABYTES, Disagreement, Scan, ScanChoice, ScanNews
from study.compare.scan_players import DEEPER, usual_depth
from study.compare.scan_positions import has_choice, random_spots, spots_of_game
from study.format import loss_scale, number_text
from study.format.value_format import ValueFormat
from study.state.background_task import BackgroundTask

GAME = 0
"""The amount that stands for the positions of the game; any other is a number of random ones."""

AMOUNTS = (GAME, 100, 1000, 10_000)
DEPTHS = (1, 2, 3, 4, 5, 6)
SEED = 0
"""The seed of random positions: every scan uses the same ones."""


@dataclass(frozen=True)
class Scanned:
    """What was scanned: the lenses of both heuristics and of the judge, the labels of the two, the depth in
    plies, and the positions: those of `record`, or an `amount` of random ones under its rules."""

    lenses: tuple[Lens, Lens, Lens]
    labels: tuple[str, str]
    depth: int
    amount: int
    record: Record
    positions: tuple[Position, ...]

    @property
    def judge(self) -> str:
        """The judge in words."""
        return f"{called(self.lenses[2])}, {self.depth + DEEPER} plies deep"

    @property
    def players(self) -> tuple[str, str]:
        """The two in words: versions of one heuristic by their labels."""
        first, second, _ = self.lenses
        if first.name == second.name and first.heuristic is not second.heuristic:
            return f"the {self.labels[0]}", f"the {self.labels[1]}"
        return called(first), called(second)

    def sentence(self, found: Disagreement) -> str:
        """A sentence on a found position: both moves, and who chose which."""
        position = found.spot.position
        told = []
        for who, lens, choice in zip(self.players, self.lenses, found.choices, strict=False):
            told.append(f"{who} plays {position.notation(choice.move)} ({reason(choice, lens)})")
        cost = cost_in_words(found, ValueFormat.of_lens(self.lenses[2]))
        if found.better is not None:
            cost = f"{position.notation(found.choices[1 - found.better].move)} {cost}"
        return f"{number_text.plies(self.depth)} deep {', '.join(told)}: {cost}, by {self.judge}."


def reason(choice: ScanChoice, lens: Lens) -> str:
    """Why a chooser prefers its move to the other's, in a few words."""
    if choice.tied:
        return "a tie, picked by chance"
    if not choice.term:
        return "though worth less when searched alone"
    return f"for {lens.heuristic.label_of(choice.term)}"


def worse_in_words(news: ScanNews, lenses: Sequence[Lens], labels: tuple[str, str]) -> str:
    """Whose choices were worse, how often, and which terms decided them; "" where none was."""
    told = []
    for which, (lens, label) in enumerate(zip(lenses, labels, strict=False)):
        terms = news.decided(which)
        if terms:
            parts = (f"{lens.heuristic.label_of(term) or 'no term'} {count}" for term, count in terms.items())
            told.append(f"{label} {sum(terms.values())} ({', '.join(parts)})")
    return f"Worse choices: {'; '.join(told)}" if told else ""


def called(lens: Lens) -> str:
    """A lens's name, with the weights that differ from its heuristic's."""
    changes = differences(lens)
    return f"{lens.name} with {in_words(lens.heuristic, changes)}" if changes else lens.name


def cost_in_words(found: Disagreement, form: ValueFormat) -> str:
    """What the worse choice costs, in words."""
    if found.better is None:
        return "neither costs anything"
    better, worse = (found.choices[which].judged for which in (found.better, 1 - found.better))
    return loss_scale.cost_in_words(better, worse, form)


def _plain(lens: Lens, depth: int) -> Searcher:
    return Searcher(lens, Limits(depth=depth), name=f"scan:{lens.name}", table_megabytes=TABLE_MEGABYTES)


class ScanRun(BackgroundTask):
    """The last scan of a window, of the game or of an `amount` of random positions. `lane` does the work, in
    a number of threads, the `workers` (None: one for each processor). After `most_seconds` it ends
    with what it has."""

    def __init__(
        self, lane: Lane, amount: int = GAME, workers: int | None = None, most_seconds: float = math.inf
    ) -> None:
        self.amount = amount
        self.workers = workers or os.cpu_count() or 1
        self.most_seconds = most_seconds
        self.depth: int | None = None  # None: the usual depth
        self.scanned: Scanned | None = None
        self._lane = lane

    def depth_in(self, game: str) -> int:
        """The plies with which the two heuristics choose in a game."""
        return usual_depth(game) if self.depth is None else self.depth

    @property
    def news(self) -> ScanNews | None:
        """The scan's progress; None without a scan."""
        return self.newest(ScanNews)

    def begin(self, record: Record, lenses: tuple[Lens, Lens, Lens], labels: tuple[str, str]) -> None:
        """Scans the present game, or random positions under its rules. Ends an earlier scan."""
        self.drop()
        positions = tuple(record.positions) if self.amount == GAME else ()
        depth = self.depth_in(record.game.name)
        self.scanned = Scanned(lenses, labels, depth, self.amount, record, positions)
        first, second, judge = lenses
        spots = partial(spots_of_game, positions)
        if self.amount != GAME:
            spots = partial(random_spots, record.game, record.options, self.amount, SEED)
        scan = Scan(
            record.game,
            (partial(_plain, first, depth), partial(_plain, second, depth)),
            partial(_plain, judge, depth + DEEPER),
            spots,
            self.amount or sum(map(has_choice, positions)),
            self.workers,
            self.most_seconds,
        )
        self._job = self._lane.do(scan.work, "the scan")

    def told(self, position: Position) -> str:
        """A sentence on the disagreement that was found in a position; "" for none."""
        found = () if self.news is None else self.news.found
        here = next((one for one in found if one.spot.position is position), None)
        return "" if here is None or self.scanned is None else self.scanned.sentence(here)
