"""Truth kept: how often a heuristic chooses a move that keeps the proven outcome, with a term and without it.

The player looks one ply ahead, so that the evaluation decides and not the search. Only positions count in
which some moves keep the outcome and others do not. They come from the kept tables of the game, else from the
ends of games, where a search proves each move.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from arena.statistics import wilson_interval
from arena.truth.bounds import Prover, blind
from arena.truth.measure import ProvenChoice, random_share, searcher_of
from arena.truth.proven import Proven
from arena.truth.searched_positions import near_the_end
from engines.contract import StopSignal
from games.contract import Options
from games.position import Position
from games.registry import load_game
from games.truth.fate import Fate
from heuristics.lens import Lens, Weights
from heuristics.registry import load_lens

DEPTH = 1
PROVER_NODES = 10_000
GAMES_AT_ONCE = 10
"""The number of games near whose ends a unit of work looks for positions."""

LEAST = 30
"""With fewer positions there is no answer."""


@dataclass(frozen=True)
class TermTruth:
    """In how many of `positions` only the full heuristic keeps the outcome, and in how many only the one
    without the term."""

    only_with: int
    only_without: int
    positions: int

    @property
    def gain(self) -> float:
        """The share of positions that the term gains; negative where it loses some."""
        return (self.only_with - self.only_without) / self.positions

    def to_json(self) -> dict[str, Any]:
        return {"gain": self.gain, **asdict(self)}


@dataclass(frozen=True)
class TruthKept:
    """The shares of `positions` in which the full heuristic, a heuristic that values everything alike, and a
    random move keep the outcome. `tables` are those that the positions come from, with their checksums; none
    where a search has proven them. `why_none` says why nothing is known, "" where something is."""

    positions: int = 0
    kept: float = 0.0
    blind: float = 0.0
    random: float = 0.0
    tables: tuple[tuple[str, str], ...] = ()
    why_none: str = ""

    @property
    def sentence(self) -> str:
        """The shares in words, or why nothing is known."""
        if self.why_none:
            return f"Truth kept is not known. {self.why_none}"
        where = "from tables" if self.tables else "near the ends of games"
        return (
            f"Truth kept: looking one ply ahead, it keeps the outcome in {_percent(self.kept)} of "
            f"{self.positions} proven positions {where} (without any evaluation {_percent(self.blind)}, a "
            f"random move {_percent(self.random)})."
        )

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"sentence": self.sentence, "positions": self.positions}
        answer["why_none"] = self.why_none
        answer["table"] = [{"name": name, "checksum": checksum} for name, checksum in self.tables]
        if not self.why_none:
            low, high = wilson_interval(self.kept, self.positions)
            answer |= {"kept": self.kept, "kept_low": low, "kept_high": high}
            answer |= {"blind": self.blind, "random": self.random}
        return answer


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def position_to_json(proven: Proven) -> dict[str, Any]:
    fates = [[move, fate.result, fate.plies] for move, fate in proven.fates.items()]
    return {"position": proven.position.text, "fates": fates}


def position_of_json(game: str, options: Options, row: Mapping[str, Any]) -> Proven:
    position = Position.start(load_game(game), options, row["position"])
    return Proven(position, {move: Fate(result, plies) for move, result, plies in row["fates"]}, "")


@dataclass(frozen=True)
class ProvenNearEnds:
    """The search for positions near the ends of some games; `first` is the number of the first game. The
    answer: the positions in which moves differ, and the number of positions that it has examined."""

    game: str
    options: Options
    seed: int
    first: int

    def work(self) -> dict[str, Any]:
        prover, rules = Prover(self.game, PROVER_NODES), load_game(self.game)
        found, seen = [], 0
        for number in range(self.first, self.first + GAMES_AT_ONCE):
            for reached, kind in near_the_end(self.game, self.options, self.seed, number):
                # Without the moves before it, because only its text is kept.
                position = Position.start(rules, self.options, reached.text)
                proven = Proven(position, prover.fates(position, StopSignal()) or {}, kind)
                seen += 1
                if proven.fates and proven.is_telling and proven.differs:
                    found.append(position_to_json(proven))
        return {"found": found, "seen": seen}


@dataclass(frozen=True)
class OutcomesKept:
    """Choices in proven positions. The answer has a list for each player: for each position 1 where its
    choice keeps the outcome, else 0; None where it found no choice. The players are the one that values
    everything alike, the full heuristic, and one without each of `without`."""

    game: str
    heuristic: str
    weights: Weights | None
    options: Options
    positions: tuple[Mapping[str, Any], ...]
    without: tuple[tuple[str, ...], ...]

    def work(self) -> list[list[int | None]]:
        full = load_lens(self.game, self.heuristic, self.weights)
        lenses = [
            blind(self.game),
            full,
            *(full.with_weights((name, 0.0) for name in names) for names in self.without),
        ]
        proven = [position_of_json(self.game, self.options, row) for row in self.positions]
        return [_kept(lens, proven) for lens in lenses]


def _kept(lens: Lens, positions: Sequence[Proven]) -> list[int | None]:
    searcher = searcher_of(lens, DEPTH)
    choices = [ProvenChoice.of(searcher, proven, StopSignal()) for proven in positions]
    return [None if choice is None else int(choice.kept) for choice in choices]


def counted(
    proven: Sequence[Proven],
    answers: Sequence[Sequence[int | None]],
    without: Sequence[tuple[str, ...]],
) -> tuple[TruthKept, dict[tuple[str, ...], TermTruth]]:
    """The figures of the full heuristic, and those of each of `without`, from positions and the answers of
    `OutcomesKept` for all of them. A repeated position counts once."""
    first: dict[str, int] = {}
    for at, each in enumerate(proven):
        if all(answer[at] is not None for answer in answers):
            first.setdefault(each.position.text, at)
    rows = list(first.values())
    if not rows:
        return TruthKept(), {}
    unseeing, full, *left_out = ([answer[at] for at in rows] for answer in answers)
    whole = TruthKept(
        len(rows),
        full.count(1) / len(rows),
        unseeing.count(1) / len(rows),
        random_share([proven[at] for at in rows]) or 0.0,
    )
    of_terms = {}
    for names, reduced in zip(without, left_out, strict=True):
        both = list(zip(full, reduced, strict=True))
        of_terms[names] = TermTruth(both.count((1, 0)), both.count((0, 1)), len(rows))
    return whole, of_terms
