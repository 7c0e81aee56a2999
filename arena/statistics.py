"""What pairs of games say about two players.

One pair, two games from one opening with the sides swapped, is one observation: its games are alike, and
intervals over single games come out too narrow. A pair is worth 0, ¼, ½, ¾ or 1 to the first player.

For intervals of a mean score, half a pair of LL (both games lost) and half a pair of WW (both won) are added
to the played pairs. So do Agresti and Coull (1998, doi:10.2307/2685469) for successes and failures. Quantiles
are Student's t. Otherwise few pairs, or pairs that nearly all end alike, would show too small a variance. An
end outside 0..1 is replaced by the end of Wilson's interval of the played pairs.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from games.figure_text import signed

VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The value of a pair: LL, LD, DD or WL, WD, WW."""

Z_95 = NormalDist().inv_cdf(0.975)

ADDED = 0.5
"""How much of a pair of LL is added for intervals, and as much of a pair of WW."""

LEAST_ELO = 8.0
"""The smallest difference in Elo for which `more_to_tell` asks for more pairs."""

NORMALIZED = 800.0 / math.log(10.0)
"""Normalized Elo for each standard deviation of a game by which the mean score differs from ½."""


@dataclass(frozen=True)
class PairCounts:
    """The number of pairs of each value: LL, LD, DD or WL, WD, WW of the first player."""

    counts: tuple[int, int, int, int, int]

    @classmethod
    def of(cls, points: Iterable[tuple[float, float]]) -> "PairCounts":
        """Counts pairs, each given as the first player's points, 0, ½ or 1, in its two games."""
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
        """The variance of the value of one pair."""
        return mean_and_variance(self.counts)[1] if self.pairs else 0.0

    @property
    def swapped(self) -> "PairCounts":
        """The pairs from the other player's perspective."""
        return PairCounts(self.counts[::-1])

    def interval(self) -> tuple[float, float]:
        """The 95 % interval around the mean; 0 to 1 without any pairs."""
        return score_interval([self])

    def more_to_tell(self) -> int | None:
        """About how many more pairs would show which player is better, if they go as the pairs so far. A
        difference below LEAST_ELO counts as LEAST_ELO. None if the pairs show it already, and without
        pairs."""
        low, high = self.interval()
        if not self.pairs or not low <= 0.5 <= high:
            return None
        # Near ½ a score changes by ln 10 / 1600 for each Elo.
        gap = max(abs(self.mean - 0.5), LEAST_ELO * math.log(10.0) / 1600.0)
        return more_observations(self.pairs, (high - low) / 2, gap)

    def superiority(self) -> float | None:
        """The likelihood 0..1 that the first player is better; None without any pairs."""
        if not self.pairs:
            return None
        from scipy.special import stdtr  # only when needed: SciPy is slow to import

        centre, error, degrees = _padded([self])
        return float(stdtr(degrees, (centre - 0.5) / error))

    def normalized_elo(self) -> float | None:
        """The difference in normalized Elo; None where all pairs were alike. The variance of a game is twice
        that of a pair."""
        if self.variance == 0.0:
            return None
        return NORMALIZED * (self.mean - 0.5) / math.sqrt(2 * self.variance)


def mean_and_variance(counts: Sequence[float]) -> tuple[float, float]:
    """The mean and variance of a pair's value, from the (positive) number of pairs of each value."""
    total = sum(counts)
    mean = sum(count * value for count, value in zip(counts, VALUES, strict=True)) / total
    variance = sum(count * (value - mean) ** 2 for count, value in zip(counts, VALUES, strict=True)) / total
    return mean, variance


def score_interval(groups: Sequence[PairCounts]) -> tuple[float, float]:
    """The 95 % interval around the mean value of all pairs; 0 to 1 without any pairs. All pairs of a group
    have the same expectation; other groups (against other players) may have others."""
    pairs = sum(group.pairs for group in groups)
    if not pairs:
        return 0.0, 1.0
    centre, error, degrees = _padded(groups)
    spread = t_95(degrees) * error
    low, high = wilson_interval(_mean(groups), pairs)
    return (
        centre - spread if centre - spread >= 0.0 else low,
        centre + spread if centre + spread <= 1.0 else high,
    )


def _mean(groups: Sequence[PairCounts]) -> float:
    return sum(group.pairs * group.mean for group in groups) / sum(group.pairs for group in groups)


def _padded(groups: Sequence[PairCounts]) -> tuple[float, float, int]:
    """The mean value of the pairs (with half a pair of LL and half a pair of WW added), its standard error
    and the degrees of freedom. There is at least one pair."""
    pairs, mean = sum(group.pairs for group in groups), _mean(groups)
    centre = (pairs * mean + ADDED) / (pairs + 2 * ADDED)
    squares = sum(group.pairs * group.variance for group in groups)
    squares += pairs * (mean - centre) ** 2 + ADDED * (centre**2 + (1 - centre) ** 2)
    degrees = pairs + 1 - sum(group.pairs > 0 for group in groups)
    return centre, math.sqrt(squares / degrees / (pairs + 2 * ADDED)), degrees


def more_observations(number: int, half_width: float, wanted: float) -> int:
    """About how many more observations, at least one, bring the half-width of an interval to `wanted`; with
    `number` of them it is `half_width`."""
    return max(1, math.ceil(number * ((half_width / wanted) ** 2 - 1)))


def t_95(degrees: float) -> float:
    """The number of standard errors that cover 95 %, where the error was estimated with these degrees of
    freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, 0.975))


def wilson_interval(share: float, number: float, z: float = Z_95) -> tuple[float, float]:
    """The Wilson interval around a mean of `number` observations in 0..1; 95 % unless `z` is for another
    level.

    If there are observations other than 0 and 1, it is wider than needed. It has a width even if all
    observations are alike. (Wilson 1927, JASA 22:209.)
    """
    if number == 0:
        return 0.0, 1.0
    spread = z * math.sqrt(share * (1 - share) / number + z**2 / (4 * number**2))
    scale = 1 + z**2 / number
    centre = share + z**2 / (2 * number)
    # With a share of 0 or 1 the mean is an end of the interval, but rounding could put it outside.
    low, high = (centre - spread) / scale, (centre + spread) / scale
    return max(0.0, min(share, low)), min(1.0, max(share, high))


def clustered_interval(counts: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """The 95 % interval of a share, where clusters are independent but the members of a cluster are not.
    `counts`: for each cluster, how many members count, and how many it has. The interval is Wilson's for the
    number of independent observations with the same variance (Rao and Scott 1992, Biometrics 48:577)."""
    clusters = [(hits, number) for hits, number in counts if number]
    members = sum(number for _, number in clusters)
    share = sum(hits for hits, _ in clusters) / max(1, members)
    squares = sum((hits - share * number) ** 2 for hits, number in clusters)
    if squares == 0.0:  # all clusters have the same share: each counts as one observation
        return wilson_interval(share, len(clusters))
    variance = squares / members**2 * len(clusters) / max(1, len(clusters) - 1)
    return wilson_interval(share, share * (1.0 - share) / variance)


def matched_interval(only_first: int, only_second: int, number: int, z: float = Z_95) -> tuple[float, float]:
    """The interval of the difference of two shares of the same `number` of observations, the first minus the
    second: 95 % unless `z` is for another level. `only_first` observations count for the first share alone,
    `only_second` for the second alone. The observed difference lies in the interval. (Agresti and Min 2005,
    Stat. Med. 24:729: half an observation is added to each of the four cells.)"""
    first, second, whole = only_first + 0.5, only_second + 0.5, number + 2
    gap, observed = (first - second) / whole, (only_first - only_second) / max(1, number)
    spread = z * math.sqrt((first + second) / whole - gap**2) / math.sqrt(whole)
    return max(-1.0, min(observed, gap - spread)), min(1.0, max(observed, gap + spread))


def mean_interval(values: Sequence[float], least: float, most: float) -> tuple[float, float]:
    """The 95 % interval, by Student's t, of a mean of values from `least` to `most`; all of that range with
    fewer than two values."""
    count = len(values)
    if count < 2:
        return least, most
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    spread = t_95(count - 1) * math.sqrt(variance / count)
    return max(least, mean - spread), min(most, mean + spread)


def difference_interval(
    first: int, of_first: int, second: int, of_second: int, z: float
) -> tuple[float, float]:
    """The interval of the difference of two shares of independent counts, the first minus the second; `z` is
    for its level. It combines both Wilson intervals (Newcombe 1998, Statistics in Medicine 17:873, method
    10)."""
    one, two = first / max(1, of_first), second / max(1, of_second)
    low, high = wilson_interval(one, of_first, z)
    other_low, other_high = wilson_interval(two, of_second, z)
    gap = one - two
    return gap - math.hypot(one - low, other_high - two), gap + math.hypot(high - one, two - other_low)


def standing_out(first: Mapping[str, int], second: Mapping[str, int], names: Collection[str]) -> str | None:
    """Which of `names` has a larger share of the first counts than of the second, beyond chance; None for
    none. Of several it is the name with the smallest p by Fisher's exact test. If all shares are alike, a
    name is returned in at most 5 % of cases (Bonferroni). The counted observations must be independent."""
    of_first, of_second = sum(first.values()), sum(second.values())

    def probability(name: str) -> float:
        """Fisher's p: how probable at least so large a share of the first counts is, if the shares are
        alike."""
        here, there = first.get(name, 0), second.get(name, 0)
        total, own, drawn = of_first + of_second, here + there, of_first
        whole = _log_ways(total, drawn)
        return sum(
            math.exp(_log_ways(own, count) + _log_ways(total - own, drawn - count) - whole)
            for count in range(max(here, drawn + own - total), min(own, drawn) + 1)
        )

    least = min(names, key=probability, default=None)
    return least if least is not None and probability(least) <= 0.05 / len(names) else None


def _log_ways(number: int, drawn: int) -> float:
    """The logarithm of the number of ways to draw a number of things from more."""
    return math.lgamma(number + 1) - math.lgamma(drawn + 1) - math.lgamma(number - drawn + 1)


def elo(score: float) -> float | None:
    """The rating difference that explains a mean score; None where it would be infinite."""
    if not 0.0 < score < 1.0:
        return None
    return 400.0 * math.log10(score / (1.0 - score))


def holm(chances: Sequence[float]) -> list[float]:
    """The p-values of several tests (`chances`), adjusted for their number (Holm 1979, Scand. J. Statist.
    6:65). If every test is believed whose adjusted p-value is at most 0.05, one mistake or more is made in at
    most 5 % of cases."""
    found, least = [0.0] * len(chances), 0.0
    for rank, at in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        found[at] = least = max(least, min(1.0, chances[at] * (len(chances) - rank)))
    return found


def signed_elo(difference: float) -> str:
    """A difference in Elo without decimals: "+92", "−14"; what rounds to 0 has no sign."""
    return signed(difference, 0)
