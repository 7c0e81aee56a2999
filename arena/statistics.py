"""What pairs of games say about two players.

One pair, two games from one opening with the sides swapped, is one observation: its games are alike, and
intervals over single games come out too narrow. A pair is worth 0, ¼, ½, ¾ or 1 to the first player.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair is worth: LL, LD, DD or WL, WD, WW."""

Z_95 = NormalDist().inv_cdf(0.975)

NORMALIZED = 800.0 / math.log(10.0)
"""Normalized Elo for each standard deviation of a game that the mean score is away from ½."""


@dataclass(frozen=True)
class PairCounts:
    """How many pairs there were of each value: LL, LD, DD or WL, WD, WW of the first player."""

    counts: tuple[int, int, int, int, int]

    @classmethod
    def of(cls, points: Iterable[tuple[float, float]]) -> "PairCounts":
        """From the points, 0, ½ or 1, of each pair's games."""
        counts = [0] * len(VALUES)
        for one, other in points:
            counts[int(2 * (one + other))] += 1
        return cls(tuple(counts))  # type: ignore[arg-type]

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The mean value 0..1 of a pair; ½ without any."""
        return mean_and_variance(self.counts)[0] if self.pairs else 0.5

    @property
    def variance(self) -> float:
        """That of the value of one pair."""
        return mean_and_variance(self.counts)[1] if self.pairs else 0.0

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean. Wilson's where all pairs were alike: the other would be a point."""
        if self.variance == 0.0:
            return wilson_interval(self.mean, self.pairs)
        spread = Z_95 * math.sqrt(self.variance / self.pairs)
        return max(0.0, self.mean - spread), min(1.0, self.mean + spread)

    def superiority(self) -> float | None:
        """The likelihood 0..1 that the first player is the better one; None where all pairs were alike."""
        if self.variance == 0.0:
            return None
        return NormalDist().cdf((self.mean - 0.5) / math.sqrt(self.variance / self.pairs))

    def normalized_elo(self) -> float | None:
        """Elo in units in which draws do not matter; None where all pairs were alike."""
        if self.variance == 0.0:
            return None
        return NORMALIZED * (self.mean - 0.5) / math.sqrt(2 * self.variance)


def mean_and_variance(counts: Sequence[float]) -> tuple[float, float]:
    """Of a pair's value, from the (positive) number of pairs of each value."""
    total = sum(counts)
    mean = sum(count * value for count, value in zip(counts, VALUES, strict=True)) / total
    variance = sum(count * (value - mean) ** 2 for count, value in zip(counts, VALUES, strict=True)) / total
    return mean, variance


def wilson_interval(share: float, number: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a mean in 0..1 of so many observations in 0..1.

    Of observations other than 0 and 1 the spread is smaller, and the interval on the safe side. It does
    not collapse. (Wilson 1927, JASA 22:209.)
    """
    if number == 0:
        return 0.0, 1.0
    spread = Z_95 * math.sqrt(share * (1 - share) / number + Z_95**2 / (4 * number**2))
    scale = 1 + Z_95**2 / number
    centre = share + Z_95**2 / (2 * number)
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def elo(score: float) -> float | None:
    """The rating difference that explains a mean score; None where it would be infinite."""
    if not 0.0 < score < 1.0:
        return None
    return 400.0 * math.log10(score / (1.0 - score))
