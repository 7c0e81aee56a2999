"""Runs a scan in the background, and puts its results into words. A scan finds the positions in which two
heuristics, or a heuristic and its own deeper search, choose different moves."""

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from engines.contract import Limits
from engines.jobs import Lane, preparing
from engines.player_kinds import PlayerSpec
from engines.search.options import has_noisy_moves
from engines.search_engine import Searcher
from games import figure_text
from games.position import Position
from games.record import Record
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.presets import differences, in_words
from study.compare.deeper_scan import FURTHER, DeeperScan, Refutation, refutations
from study.compare.scan import TABLE_MEGABYTES, Disagreement, Scan, ScanChoice, ScanNews
from study.compare.scan_players import DEEPER, usual_depth
from study.compare.scan_positions import Spots, random_spots, spots_and_total, spots_of_player
from study.format import loss_scale, number_text
from study.format.value_format import ValueFormat
from study.saved_games.saved_games import Saves
from study.state.background_task import BackgroundTask

GAME = 0
"""The `amount` that stands for the positions of the game. Any other amount is a number of other positions."""

AMOUNTS = (GAME, 100, 1000, 10_000)
DEPTHS = (1, 2, 3, 4, 5, 6)
SEED = 0
"""The seed of random positions: every scan uses the same ones."""


@dataclass(frozen=True)
class Scanned:
    """What was scanned. `lenses` are those of the two heuristics and of the judge, `labels` name the
    two heuristics in lists, and `depth` is how many plies deep they search. The positions are those of
    `record`, or `amount` others under its rules. In a scan of one heuristic (`deeper`) all three lenses are
    the same, and its own deeper search judges."""

    lenses: tuple[Lens, Lens, Lens]
    labels: tuple[str, str]
    depth: int
    amount: int
    record: Record
    positions: tuple[Position, ...]
    deeper: bool = False

    @property
    def compared(self) -> tuple[Lens, ...]:
        """The scanned lenses, without the judge's: two, or one in a `deeper` scan."""
        return self.lenses[: 1 if self.deeper else 2]

    @property
    def judge(self) -> str:
        """The judge in words."""
        further = FURTHER if self.deeper else DEEPER
        return f"{called(self.lenses[2])}, {self.depth + further} plies deep"

    @property
    def players(self) -> tuple[str, str]:
        """The names of the two heuristics. If they are versions of one heuristic, their labels: "the version
        before"."""
        first, second, _ = self.lenses
        if first.name == second.name and first.heuristic is not second.heuristic:
            return f"the {self.labels[0]}", f"the {self.labels[1]}"
        return called(first), called(second)

    def sentence(self, found: Disagreement) -> str:
        """A sentence on a found position: both moves, and who chose which."""
        position = found.spot.position
        if self.deeper:
            lens, (shallow, deep) = self.lenses[0], found.choices
            move, better = (position.notation(choice.move) for choice in (shallow, deep))
            cost = cost_in_words(found, ValueFormat.of_lens(lens))
            why = f"{called(lens)} plays {move} ({reason(shallow, lens)})"
            after = f"{number_text.plies(self.depth + FURTHER)} deep {better} is better, and {move} {cost}."
            return f"{number_text.plies(self.depth)} deep {why}. {after}"
        said = []
        for who, lens, choice in zip(self.players, self.lenses, found.choices, strict=False):
            said.append(f"{who} plays {position.notation(choice.move)} ({reason(choice, lens)})")
        cost = cost_in_words(found, ValueFormat.of_lens(self.lenses[2]))
        if found.better is not None:
            cost = f"{position.notation(found.choices[1 - found.better].move)} {cost}"
        return f"{number_text.plies(self.depth)} deep {', '.join(said)}: {cost}, by {self.judge}."


def reason(choice: ScanChoice, lens: Lens) -> str:
    """Why a heuristic prefers its move to the move of the other, in a few words."""
    if choice.tied:
        return "a tie, picked by chance"
    if not choice.term:
        return "though worth less when searched alone"
    return f"for {lens.heuristic.label_of(choice.term)}"


def worse_in_words(news: ScanNews, lenses: Sequence[Lens], labels: Sequence[str]) -> str:
    """How many choices of each heuristic the judge found worse; and for each term, how many of the choices
    that it decided were worse. "" if no choice was worse."""
    counts = []
    for which, (lens, label) in enumerate(zip(lenses, labels, strict=False)):
        rates = [rate for rate in news.decided(which) if rate.worse]
        if rates:
            parts = (
                f"{lens.heuristic.label_of(rate.term) or 'no term'} {rate.worse} of {rate.worse + rate.right}"
                for rate in rates
            )
            counts.append(f"{label} {len(news.worse(which))} ({', '.join(parts)})")
    return f"Worse choices: {'; '.join(counts)}" if counts else ""


def look_at_in_words(news: ScanNews, lenses: Sequence[Lens], labels: Sequence[str]) -> str:
    """For each heuristic the term that decides a larger share of its worse choices than of its right ones,
    beyond chance; "" if there is none."""
    sentences = []
    for which, (lens, label) in enumerate(zip(lenses, labels, strict=False)):
        if rate := news.misleading(which):
            worse = figure_text.percent(rate.worse / len(news.worse(which)))
            right = figure_text.percent(rate.right / max(1, news.right(which)))
            term = lens.heuristic.label_of(rate.term)
            sentences.append(
                f"Look at {term} of {label}: it decides {worse} of worse choices, {right} of right ones."
            )
    return " ".join(sentences)


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
    """A searcher of plain alpha-beta to a depth."""
    return Searcher(lens, Limits(depth=depth), name=f"scan:{lens.name}", table_megabytes=TABLE_MEGABYTES)


def _playing_captures(lens: Lens, depth: int) -> Searcher:
    """As `_plain`, with quiescence where the game has noisy moves."""
    noisy = has_noisy_moves(load_game(lens.heuristic.game))
    return replace(_plain(lens, depth), workspace_flags={"quiescence": 1.0} if noisy else {})


class ScanRun(BackgroundTask):
    """The last scan, of the game's positions or of `amount` others. It runs in `lane`, with as many threads
    as `workers` (None: one for each processor), and ends after `most_seconds` with what it has found.
    `deeper`: one heuristic is scanned, for moves that its own deeper search refutes."""

    def __init__(
        self, lane: Lane, amount: int = GAME, workers: int | None = None, most_seconds: float = math.inf
    ) -> None:
        self.amount = amount
        self.deeper = False
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

    def compile_ahead(self, lens: Lens) -> None:
        """Compiles the code that a scan with this lens runs, in the background."""
        game = lens.heuristic.game
        self._lane.do(preparing(_plain(lens, self.depth_in(game)), game), "the preparation of a scan")

    def begin(
        self,
        record: Record,
        lenses: tuple[Lens, Lens, Lens],
        labels: tuple[str, str],
        others: Spots | None = None,
    ) -> None:
        """Begins a scan of the present game, or of `amount` positions: `others`, or random ones if `others`
        is None. Ends an earlier scan."""
        self.drop()
        positions = tuple(record.positions) if self.amount == GAME else ()
        depth = self.depth_in(record.game.name)
        self.scanned = Scanned(lenses, labels, depth, self.amount, record, positions)
        first, second, judge = lenses
        at_random = partial(random_spots, record.game, record.options, self.amount, SEED)
        scan = Scan(
            record.game,
            (partial(_plain, first, depth), partial(_plain, second, depth)),
            partial(_plain, judge, depth + DEEPER),
            *spots_and_total(positions, others or at_random, self.amount),
            self.workers,
            self.most_seconds,
        )
        self._job = self._lane.do(scan.work, "the scan")

    def begin_deeper(self, record: Record, lens: Lens, label: str, data: Path | None) -> None:
        """Begins a scan of one heuristic, for moves that a deeper search refutes: in the present game, or in
        positions of the heuristic's games against itself and of the saved games in `data`. Ends an earlier
        scan."""
        self.drop()
        game, options, amount = record.game, record.options, self.amount
        positions = tuple(record.positions) if amount == GAME else ()
        depth = self.depth_in(game.name)
        further = f"{number_text.plies(FURTHER)} deeper"
        self.scanned = Scanned((lens,) * 3, (label, further), depth, amount, record, positions, True)
        flags = (("quiescence", 1),) if has_noisy_moves(game) else ()
        spec = PlayerSpec(
            "alphabeta", lens.name, (("depth", depth), *flags), weights=tuple(differences(lens).items())
        )
        saves = None if data is None else Saves(data)
        spots = partial(spots_of_player, spec, game, options, None, saves, SEED, amount)
        judge = partial(_playing_captures, lens, depth + FURTHER)
        scan = DeeperScan(
            game,
            (partial(_playing_captures, lens, depth), judge),
            judge,
            *spots_and_total(positions, spots, amount),
            self.workers,
            self.most_seconds,
        )
        self._job = self._lane.do(scan.work, "the scan")

    @property
    def refuted(self) -> list[Refutation]:
        """The refuted moves that the last scan has found."""
        return [] if self.news is None else refutations(self.news)

    def sentence_on(self, position: Position) -> str:
        """A sentence on the disagreement that was found in a position; "" for none."""
        found = () if self.news is None else self.news.found
        here = next((one for one in found if one.spot.position is position), None)
        return "" if here is None or self.scanned is None else self.scanned.sentence(here)
