"""Measures a heuristic in positions whose outcome is proven.

A player chooses the move that plain alpha-beta of a few plies finds best. **Value kept**: the share of
positions in which this move keeps the outcome. Only positions count in which some moves keep it and others do
not. **Pairs ordered**: the share of pairs of moves with different outcomes in which the better one is valued
higher; equal values count half. **Plies lost**: how many plies too late a win comes, or too early a loss, on
average over the positions in which the outcome is kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.statistics import wilson_interval
from arena.truth.proven import Proven
from engines.contract import EXACT, WIN_BAND, Limits, StopSignal, Thought
from engines.search_engine import Searcher
from games.truth.fate import Fate
from heuristics.lens import Lens

EVERY_MOVE = 1e15
"""A slack wider than any difference of values, so that a search values every move of the root. Measurements
take the best move and ignore the noise that the slack adds (`engines.move_noise`)."""

TABLE_MEGABYTES = 8.0


def searcher_of(lens: Lens, depth: int) -> Searcher:
    """Plain alpha-beta that values every move of the root, to a depth in plies."""
    return Searcher(
        lens,
        Limits(depth=depth),
        name=f"alphabeta:{lens.name},depth={depth}",
        table_megabytes=TABLE_MEGABYTES,
        workspace_flags={"slack": EVERY_MOVE},
    )


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
        searcher.think(proven.position, found.append, stop)
        thought = found[-1] if found else None
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
        """By how many plies the chosen move misses the best; None in a draw, if the outcome is not kept, or
        if only the plies to zeroing are known."""
        best = self.proven.best
        known = best.result and self.kept and not best.to_zeroing and not self.fate.to_zeroing
        return abs(self.fate.plies - best.plies) if known else None

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
    def rank(self) -> tuple[int, float]:
        """Sorts the worst mistakes first: by what is given away, then by how much more the heuristic values
        the wrong move."""
        lost = self.fate.result - self.proven.fates[self.right].result
        return lost, self.values[self.right] - self.values[self.chosen]


@dataclass
class TruthTally:
    """Figures summed over positions."""

    positions: int = 0
    kept_sum: int = 0
    ordered_sum: float = 0.0
    pairs: int = 0
    lost_sum: int = 0
    decided: int = 0

    def add(self, choice: ProvenChoice) -> None:
        if choice.proven.differs:
            self.positions += 1
            self.kept_sum += choice.kept
            right, pairs = choice.ordered
            self.ordered_sum += right
            self.pairs += pairs
        lost = choice.plies_lost
        if lost is not None:
            self.lost_sum += lost
            self.decided += 1

    @property
    def kept(self) -> float | None:
        return self.kept_sum / self.positions if self.positions else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of `kept`."""
        return None if self.kept is None else wilson_interval(self.kept, self.positions)

    @property
    def ordered(self) -> float | None:
        return self.ordered_sum / self.pairs if self.pairs else None

    @property
    def plies_lost(self) -> float | None:
        return self.lost_sum / self.decided if self.decided else None

    def to_json(self) -> dict[str, Any]:
        low, high = self.interval or (None, None)
        return {
            "positions": self.positions,
            "kept": self.kept,
            "kept_low": low,
            "kept_high": high,
            "ordered": self.ordered,
            "plies_lost": self.plies_lost,
        }


def random_share(positions: Sequence[Proven]) -> float | None:
    """The share of positions in which a random move keeps the outcome."""
    shares = [
        sum(fate.result == proven.best.result for fate in proven.fates.values()) / len(proven.fates)
        for proven in positions
        if proven.differs
    ]
    return sum(shares) / len(shares) if shares else None


@dataclass
class Figures:
    """A player's figures over all positions, and by kind of position."""

    all: TruthTally = field(default_factory=TruthTally)
    by_kind: dict[str, TruthTally] = field(default_factory=dict)

    def add(self, choice: ProvenChoice) -> None:
        self.all.add(choice)
        self.by_kind.setdefault(choice.proven.kind, TruthTally()).add(choice)
