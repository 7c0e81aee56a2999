"""Measures a heuristic in positions whose outcome is proven.

A player chooses the move that plain alpha-beta of a few plies finds best. **Value kept**: the share of
positions in which this move keeps the outcome. Only positions count in which some moves keep it and others do
not. **Pairs ordered**: the share of pairs of moves with different outcomes in which the better one is valued
higher; equal values count half. **Plies lost**: how many plies too late a win comes, or too early a loss, on
average over the won and lost positions in which the outcome is kept.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import NormalDist
from typing import Any, NamedTuple

from arena.statistics import (
    clustered_interval,
    matched_interval,
    mean_interval,
    more_observations,
    wilson_interval,
)
from arena.truth.proven import Proven
from arena.truth.sample import LEAST
from engines.contract import EXACT, WIN_BAND, Limits, StopSignal, Thought
from engines.search_engine import Searcher
from games.truth.fate import Fate
from heuristics.lens import Lens

EVERY_MOVE = 1e15
"""A slack wider than any difference of values, so that a search values every move of the root. Measurements
take the best move and ignore the noise that the slack adds (`engines.move_noise`)."""

TABLE_MEGABYTES = 8.0

LEVEL = 0.05
"""The probability of calling any of several terms useful or harmful where none is."""


def searcher_of(lens: Lens, depth: int) -> Searcher:
    """Plain alpha-beta that values every move of the root, to a depth in plies."""
    return Searcher(
        lens,
        Limits(depth=depth),
        name=f"alphabeta:{lens.name},depth={depth}",
        table_megabytes=TABLE_MEGABYTES,
        workspace_flags={"slack": EVERY_MOVE},
    )


class CountedChoice(NamedTuple):
    """The counts of a ProvenChoice, small enough to keep: whether it keeps the outcome, how many of its
    `pairs` of moves it orders rightly (`right`), and the plies lost. For a mistake it may also have the
    chosen move, and the moves' values in the order of `Proven.fates`."""

    kept: bool
    right: float
    pairs: int
    plies_lost: int | None
    chosen: int = -1
    values: Sequence[float] = ()


@dataclass(frozen=True)
class ProvenChoice:
    """The result of a search in a proven position: the `chosen` move, and each move's value for the side that
    makes it. `thought` is the search."""

    proven: Proven
    chosen: int
    values: Mapping[int, float]
    thought: Thought | None = None

    @classmethod
    def of(cls, searcher: Searcher, proven: Proven, stop: StopSignal) -> "ProvenChoice | None":
        """The choice of a searcher that values every move (`searcher_of`); None if it was stopped."""
        found: list[Thought] = []
        # Published thoughts have the best move. What `think` returns has the move that is drawn by noise.
        searcher.think(proven.position, found.append, stop)
        thought = found[-1] if found else None
        # A search that finds a forced win or loss may end before its depth.
        if thought is None or (thought.depth < searcher.deepest() and abs(thought.value) < WIN_BAND):
            return None
        values = {row.move: row.value for row in thought.root_moves if row.bound == EXACT}
        if thought.move is None or len(values) < len(proven.fates):
            return None
        return cls(proven, thought.move, values, thought)

    @property
    def fate(self) -> Fate:
        """The proven fate of the chosen move."""
        return self.proven.fates[self.chosen]

    @property
    def kept(self) -> bool:
        """Whether the chosen move keeps the outcome."""
        return self.fate.result == self.proven.best.result

    @property
    def ordered(self) -> tuple[float, int]:
        """How many pairs of moves with different outcomes are ordered rightly, and how many such pairs there
        are."""
        by_result: dict[int, list[float]] = {}
        for move, value in self.values.items():
            by_result.setdefault(self.proven.fates[move].result, []).append(value)
        right, pairs = 0.0, 0
        for result, better in by_result.items():
            for other, worse in by_result.items():
                if result > other:
                    pairs += len(better) * len(worse)
                    right += sum((b > w) + 0.5 * (b == w) for b in better for w in worse)
        return right, pairs

    @property
    def plies_lost(self) -> int | None:
        """How many plies longer the win takes, or sooner the loss comes, than with the best move; None in a
        draw, if the outcome is not kept, or if a Syzygy table only has the plies to the next capture or pawn
        move."""
        best = self.proven.best
        known = best.result and self.kept and not best.to_zeroing and not self.fate.to_zeroing
        return abs(self.fate.plies - best.plies) if known else None

    def counted(self, names_mistake: bool = False) -> CountedChoice:
        """The counts of this choice; with `names_mistake` also the move and the values of a mistake."""
        found = CountedChoice(self.kept, *self.ordered, self.plies_lost)
        if self.kept or not names_mistake:
            return found
        return found._replace(chosen=self.chosen, values=[self.values[move] for move in self.proven.fates])

    @classmethod
    def named(cls, proven: Proven, counted: CountedChoice) -> "ProvenChoice":
        """The mistake whose move and values are in the counts. It has no `thought`."""
        return cls(proven, counted.chosen, dict(zip(proven.fates, counted.values, strict=True)))

    @property
    def keeping(self) -> tuple[int, ...]:
        """The moves that keep the outcome."""
        fates, result = self.proven.fates, self.proven.best.result
        return tuple(move for move in self.values if fates[move].result == result)

    @property
    def right(self) -> int:
        """The move with the best value of those that keep the outcome; of equal ones, the soonest win or
        latest loss."""
        fates = self.proven.fates
        return max(self.keeping, key=lambda move: (self.values[move], fates[move].order, -move))

    @property
    def is_tied(self) -> bool:
        """Whether the heuristic values the chosen move and the right one alike. Chance then chose."""
        return self.values[self.chosen] == self.values[self.right]

    @property
    def rank(self) -> tuple[int, float]:
        """Sorts the worst mistakes first: by what is given away, then by how much more the heuristic values
        the wrong move."""
        lost = self.fate.result - self.proven.fates[self.right].result
        return lost, self.values[self.right] - self.values[self.chosen]


@dataclass(frozen=True)
class ProvenChoices:
    """A unit of work: what a searcher chooses in some positions. The answer has a CountedChoice for each
    position, None where the search was stopped. With `names_mistakes` the CountedChoice of a mistake has the
    move and the values."""

    lens: Lens
    depth: int
    positions: Sequence[Proven]
    names_mistakes: bool = False

    def work(self, stop: StopSignal) -> list[CountedChoice | None]:
        searcher = searcher_of(self.lens, self.depth)
        choices = (ProvenChoice.of(searcher, proven, stop) for proven in self.positions)
        return [None if choice is None else choice.counted(self.names_mistakes) for choice in choices]


@dataclass
class TruthTally:
    """The figures of a player, summed over positions."""

    positions: int = 0
    kept_sum: int = 0
    by_position: list[tuple[float, int]] = field(default_factory=list)
    """How many pairs of moves are ordered rightly, and how many there are, of each position."""
    lost_sum: int = 0
    decided: int = 0

    def add(self, proven: Proven, choice: CountedChoice) -> None:
        if proven.differs:
            self.positions += 1
            self.kept_sum += choice.kept
            self.by_position.append((choice.right, choice.pairs))
        if choice.plies_lost is not None:
            self.lost_sum += choice.plies_lost
            self.decided += 1

    @property
    def kept(self) -> float | None:
        return self.kept_sum / self.positions if self.positions else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of `kept`; None without positions."""
        return None if self.kept is None else wilson_interval(self.kept, self.positions)

    @property
    def pairs(self) -> int:
        """The number of pairs of moves with different outcomes."""
        return sum(pairs for _, pairs in self.by_position)

    @property
    def ordered(self) -> float | None:
        return sum(right for right, _ in self.by_position) / self.pairs if self.pairs else None

    @property
    def ordered_interval(self) -> tuple[float, float] | None:
        """The 95 % interval of `ordered`; None without pairs. Pairs of one position are not independent."""
        return clustered_interval(self.by_position) if self.pairs else None

    @property
    def plies_lost(self) -> float | None:
        return self.lost_sum / self.decided if self.decided else None

    def to_json(self) -> dict[str, Any]:
        low, high = self.interval or (None, None)
        ordered_low, ordered_high = self.ordered_interval or (None, None)
        return {
            "positions": self.positions,
            "kept": self.kept,
            "kept_low": low,
            "kept_high": high,
            "ordered": self.ordered,
            "ordered_low": ordered_low,
            "ordered_high": ordered_high,
            "pairs": self.pairs,
            "plies_lost": self.plies_lost,
        }


def keeping_share(proven: Proven) -> float:
    """The share of the legal moves that keep the outcome: how often a random move does."""
    return sum(fate.result == proven.best.result for fate in proven.fates.values()) / len(proven.fates)


def random_share(positions: Sequence[Proven]) -> float | None:
    """The share of positions in which a random move keeps the outcome; None if in none do the moves
    differ."""
    shares = [keeping_share(proven) for proven in positions if proven.differs]
    return sum(shares) / len(shares) if shares else None


@dataclass(frozen=True)
class OverRandom:
    """How much more often a player keeps the outcome than a random move does in the same `positions`, with
    the 95 % interval."""

    positions: int
    gain: float
    low: float
    high: float

    @classmethod
    def of(cls, kept: Iterable[tuple[bool, Proven]]) -> "OverRandom":
        """The figures of positions, each with whether the player keeps its outcome; positions in which all
        moves lead to the same outcome do not count."""
        gains = [keeps - keeping_share(proven) for keeps, proven in kept if proven.differs]
        low, high = mean_interval(gains, -1.0, 1.0)
        return cls(len(gains), sum(gains) / max(1, len(gains)), low, high)

    @property
    def is_worse(self) -> bool:
        """Whether a random move keeps the outcome more often, beyond chance."""
        return self.positions >= LEAST and self.high < 0.0

    @property
    def is_better(self) -> bool:
        return self.positions >= LEAST and self.low > 0.0

    @property
    def more(self) -> int | None:
        """About how many more positions would show a difference of this size; None if that is unknown."""
        if self.gain == 0.0 or self.positions < LEAST:
            return None
        return more_observations(self.positions, (self.high - self.low) / 2, abs(self.gain))

    def to_json(self) -> dict[str, Any]:
        return {"over_random": self.gain, "over_random_low": self.low, "over_random_high": self.high}


@dataclass(frozen=True)
class TermTruth:
    """What it costs to leave a term out, or to turn its sign. In `only_with` of `positions` only the full
    heuristic keeps the outcome, in `only_without` only the changed one."""

    only_with: int
    only_without: int
    positions: int

    @classmethod
    def of(cls, both: Iterable[tuple[bool, bool]]) -> "TermTruth":
        """Counts positions, each given as whether the full heuristic keeps the outcome and whether the
        changed one does."""
        both = list(both)
        only_with = sum(full and not changed for full, changed in both)
        return cls(only_with, sum(changed and not full for full, changed in both), len(both))

    @property
    def gain(self) -> float:
        """The share of positions that the term gains; negative where it loses some."""
        return (self.only_with - self.only_without) / self.positions

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `gain`."""
        return matched_interval(self.only_with, self.only_without, self.positions)

    def differs_of(self, number: int) -> bool:
        """Whether the gain differs from 0 beyond chance; `number` terms are tested at once, so the level is
        divided by it."""
        z = NormalDist().inv_cdf(1.0 - LEVEL / (2 * max(1, number)))
        low, high = matched_interval(self.only_with, self.only_without, self.positions, z)
        return self.positions >= LEAST and not low <= 0.0 <= high

    def to_json(self) -> dict[str, Any]:
        low, high = self.interval
        return {"gain": self.gain, "gain_low": low, "gain_high": high, **asdict(self)}


@dataclass
class Figures:
    """A player's figures over all positions, and by kind of position."""

    all: TruthTally = field(default_factory=TruthTally)
    by_kind: dict[str, TruthTally] = field(default_factory=dict)

    def add(self, proven: Proven, choice: CountedChoice) -> None:
        self.all.add(proven, choice)
        self.by_kind.setdefault(proven.kind, TruthTally()).add(proven, choice)
