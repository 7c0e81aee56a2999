"""Pairs of games between two players of a card, in chunks that are played and kept as a whole."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import NormalDist
from typing import Any

from arena.card.plan import CHUNK
from arena.experiments.experiment_run import GoesOn, Workshop
from arena.match import GameResult, Match
from arena.sequential import NONE, SequentialTest
from arena.single_game import SingleGame, play
from arena.statistics import Z_95, PairCounts, elo
from engines.contract import StopSignal

EFFECT = 30.0
"""The standard deviation, in Elo, of the effects that `Worth.sequential_probability` expects."""

LEAST_PROBABILITY = 1e-16
"""Stands for smaller probabilities, because the normal quantile of 0 is infinite."""


@dataclass(frozen=True)
class ChunkOfPairs:
    """Games that are played one after another; the answer is the first player's points of each."""

    first: int
    games: tuple[SingleGame, ...]

    @classmethod
    def of(cls, match: Match, number: int) -> "ChunkOfPairs":
        """The chunk of a match with this number."""
        games = range(2 * CHUNK * number, 2 * CHUNK * (number + 1))
        return cls(games.start, tuple(map(match.single_game, games)))

    def work(self, stop: StopSignal) -> list[float]:
        return [GameResult.of(self.first + at, play(game, stop)).points for at, game in enumerate(self.games)]


def by_pair(points: Sequence[float]) -> Iterator[tuple[float, float]]:
    """The points of the two games of each pair, from the answer of a chunk."""
    return zip(points[::2], points[1::2], strict=True)


@dataclass
class PairsPlayed:
    """The pairs between two players so far. Their units are kept under the name `stage`."""

    stage: str
    match: Match
    points: list[tuple[float, float]] = field(default_factory=list)

    def play(self, workshop: Workshop, pairs: int, goes_on: GoesOn = None) -> bool:
        """Plays whole chunks until there are at least this many pairs, or `goes_on` says that the time is up.
        Returns whether there are as many."""
        begun = len(self.points) // CHUNK
        chunk = partial(ChunkOfPairs.of, self.match)
        for points in workshop.ask(self.stage, range(begun, -(-pairs // CHUNK)), chunk, goes_on):
            self.points += by_pair(points)
        return len(self.points) >= pairs

    @property
    def counts(self) -> PairCounts:
        return PairCounts.of(self.points)

    @property
    def all_drawn(self) -> bool:
        """Whether each game was a draw, which says nothing of how much better a player is."""
        return bool(self.points) and set(self.points) == {(0.5, 0.5)}

    @property
    def worth(self) -> "Worth":
        return Worth.of(self.counts)

    def decided(self, test: SequentialTest, step: int) -> tuple[str, PairCounts]:
        """The first decision of a test that looks at the pairs after every `step` of them, and the pairs up
        to then; NONE and all pairs if it never decides."""
        for pairs in range(step, len(self.points) + 1, step):
            counts = PairCounts.of(self.points[:pairs])
            decision = test.decision(test.ratio(counts))
            if decision != NONE:
                return decision, counts
        return NONE, self.counts


@dataclass(frozen=True)
class Worth:
    """How much better the first player is, by pairs: Elo with its 95 % interval (None for what would be
    infinite), and the probability of such a result if both were equal (two-sided)."""

    pairs: int
    elo: float | None
    low: float | None
    high: float | None
    probability: float

    @classmethod
    def of(cls, counts: PairCounts) -> "Worth":
        low, high = counts.interval()
        better = counts.superiority()
        probability = 1.0 if better is None else min(1.0, 2 * min(better, 1 - better))
        return cls(counts.pairs, elo(counts.mean) if counts.pairs else None, elo(low), elo(high), probability)

    @classmethod
    def nothing(cls) -> "Worth":
        """The result before the first pair."""
        return cls(0, None, None, None, 1.0)

    @property
    def swapped(self) -> "Worth":
        """How much better the second player is."""
        elo = None if self.elo is None else -self.elo
        low, high = (None if end is None else -end for end in (self.high, self.low))
        return Worth(self.pairs, elo, low, high, self.probability)

    @property
    def half_width(self) -> float:
        """Half of the interval's width, in Elo; infinite where it is not bounded."""
        return float("inf") if self.low is None or self.high is None else (self.high - self.low) / 2

    @property
    def sequential_probability(self) -> float:
        """An upper bound of `probability` for a number of pairs that depended on their results. It comes from
        a test of a normal mixture of effects (Robbins 1970, Ann. Math. Statist. 41:1397)."""
        if not self.pairs:
            return 1.0
        squared = NormalDist().inv_cdf(max(self.probability, LEAST_PROBABILITY) / 2) ** 2
        # The variance of the mixed effects over that of the estimate; any fixed ratio gives a bound.
        ratio = (EFFECT * Z_95 / self.half_width) ** 2 if math.isfinite(self.half_width) else 1.0
        return min(1.0, math.sqrt(1.0 + ratio) * math.exp(-0.5 * squared * ratio / (1.0 + ratio)))

    @property
    def straddles(self) -> bool:
        """Whether 0 lies in the interval."""
        return (self.low is None or self.low <= 0.0) and (self.high is None or self.high >= 0.0)

    @property
    def is_better(self) -> bool:
        """Whether the first player is better: the interval lies above 0."""
        return self.low is not None and self.low > 0.0

    def to_json(self) -> dict[str, Any]:
        return {"pairs": self.pairs, "elo": self.elo, "elo_low": self.low, "elo_high": self.high}
