"""Sequential tests: a match that ends as soon as the pairs have decided between two hypotheses.

The hypotheses are strengths in normalized Elo, so that the length of a test does not depend on how often a
game is drawn. A test decides; it does not measure: an Elo taken where it stops would be biased.

The likelihood ratio is the generalised one of fishtest (`LLR_normalized`; Van den Bergh, "Normalized Elo",
hardy.uhasselt.be/Fishtest/normalized_elo_practical.pdf): under each hypothesis the distribution of a pair's
value is the likeliest one whose t-value, (mean − ½) / standard deviation, is the hypothesis'. It is an
approximation: in simulations where nearly all pairs end 1 : 1, 6.2 % of tests instead of 5 reject a player
that is better by the upper bound.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.statistics import NORMALIZED, VALUES, PairCounts, mean_and_variance
from games.contract import BadText
from games.figure_text import grouped

ACCEPT, REJECT, NONE = "accept", "reject", "none"

EMPTY = 1e-3
"""Stands for the count 0 of a value that no pair has had, as in fishtest: no probability may be 0."""

STEPS, CLOSE = 10, 1e-9
"""The most steps of the iteration towards a t-value. It ends when no probability changes by more than
CLOSE."""

MOST_ELO = 1000.0


def would_decide(pairs: int) -> str:
    """How many games an undecided test still needs, in words: "about 504 more games would decide"."""
    return f"about {grouped(2 * pairs)} more games would decide"


@dataclass(frozen=True)
class SequentialTest:
    """Whether the first player is better by `elo1` (`accept`) or only by `elo0` (`reject`), in normalized
    Elo; `alpha` and `beta` are the probabilities of accepting and rejecting wrongly. Raises BadText for
    bounds that are not in ascending order and within ±MOST_ELO.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise BadText(
                f"sprt: expected ELO0 below ELO1, both from {-MOST_ELO:.0f} to {MOST_ELO:.0f}, "
                f"found {self.elo0:g} {self.elo1:g}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithms of the likelihood ratios that reject and accept."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: PairCounts) -> float:
        """The logarithm of the likelihood ratio; 0 without pairs."""
        return likelihood_ratio(pairs.counts, self.elo0, self.elo1) if pairs.pairs else 0.0

    def decision(self, ratio: float) -> str:
        low, high = self.bounds
        return ACCEPT if ratio >= high else REJECT if ratio <= low else NONE

    def more_pairs(self, pairs: PairCounts) -> int | None:
        """About how many more pairs would decide, if they go as the pairs so far. At most the number expected
        for a strength half-way between the hypotheses. None after a decision, and without pairs."""
        ratio = self.ratio(pairs)
        if not pairs.pairs or self.decision(ratio) != NONE:
            return None
        low, high = self.bounds
        most = self.expected_games()[1] // 2
        a_pair = abs(ratio) / pairs.pairs
        missing = high - ratio if ratio > 0.0 else ratio - low
        return max(1, min(most, math.ceil(missing / a_pair) if a_pair else most))

    def to_json(self, pairs: PairCounts) -> dict[str, Any]:
        """The progress of the test after these pairs, as fields for JSON."""
        ratio = self.ratio(pairs)
        low, high = self.bounds
        answer = {"sprt": [self.elo0, self.elo1], "llr": ratio, "llr_low": low, "llr_high": high}
        return answer | {"decision": self.decision(ratio), "more_pairs": self.more_pairs(pairs)}

    def expected_games(self) -> tuple[int, int]:
        """The average number of games if one of the hypotheses is true, and half-way between them."""
        step = (self.elo1 - self.elo0) / NORMALIZED
        low, high = self.bounds
        true = ((1 - self.alpha) * -low - self.alpha * high) / step**2
        between = -low * high / (2 * step**2)
        return math.ceil(2 * true), math.ceil(2 * between)


def likelihood_ratio(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """The logarithm of the likelihood ratio of two strengths, in normalized Elo. `counts` is the number of
    pairs of each of VALUES; at least one is not 0."""
    counts = [count or EMPTY for count in counts]
    pairs = sum(counts)
    shares = [count / pairs for count in counts]
    # The hypotheses are in standard deviations of a game; a pair's mean deviates less by a factor of √2.
    t0, t1 = (math.sqrt(2.0) * strength / NORMALIZED for strength in (elo0, elo1))
    under0, under1 = likeliest(shares, t0), likeliest(shares, t1)
    if under0 is None or under1 is None:
        # In its place the ratio for values with a normal distribution.
        mean, variance = mean_and_variance(shares)
        t = (mean - 0.5) / math.sqrt(2 * variance)
        return pairs * math.log((1 + (t - t0 / math.sqrt(2)) ** 2) / (1 + (t - t1 / math.sqrt(2)) ** 2))
    ratios = (math.log(one / zero) for zero, one in zip(under0, under1, strict=True))
    return pairs * sum(share * ratio for share, ratio in zip(shares, ratios, strict=True))


def likeliest(shares: Sequence[float], t_value: float) -> list[float] | None:
    """The distribution over VALUES with a t-value that makes the observed shares, none of them 0,
    likeliest; None where the iteration finds none."""
    found = [1.0 / len(shares)] * len(shares)
    for _ in range(STEPS):
        mean, variance = mean_and_variance(found)
        sigma = math.sqrt(variance)
        # To first order around the last distribution, the t-value is right where this mean is 0.
        slopes = [value - 0.5 - t_value * sigma * (1 + ((mean - value) / sigma) ** 2) / 2 for value in VALUES]
        factor = _factor(shares, slopes)
        if factor is None:
            return None
        last = found
        found = [share / (1 + factor * slope) for share, slope in zip(shares, slopes, strict=True)]
        if max(abs(a - b) for a, b in zip(last, found, strict=True)) < CLOSE:
            return found
    return None


def _factor(shares: Sequence[float], slopes: Sequence[float]) -> float | None:
    """The Lagrange factor x with Σ share·slope / (1 + x·slope) = 0 and all probabilities positive."""
    least, most = min(slopes), max(slopes)
    if not least < 0.0 < most:
        return None

    from scipy.optimize import brentq  # only when needed: it is slow to import

    def excess(factor: float) -> float:
        return sum(share * slope / (1 + factor * slope) for share, slope in zip(shares, slopes, strict=True))

    low, high = -1.0 / most + CLOSE, -1.0 / least - CLOSE
    if not excess(low) > 0.0 > excess(high):
        return None
    return float(brentq(excess, low, high))
