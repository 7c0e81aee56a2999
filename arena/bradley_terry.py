"""Ratings of several players, from the pairs of games that they played against one another.

The model is Bradley and Terry's (1952, doi:10.2307/2334029). A player that is d Elo better is expected to
score 1 / (1 + 10^(−d/400)) of a game; a draw is half a win. The ratings are those that make the results
likeliest; their mean is 0. Intervals are those of the "sandwich" estimator (White 1982, doi:10.2307/1912526)
over pairs. The two games of a pair, from one opening, are one observation, because their results may depend
on each other. As in a match (`arena.statistics`), half a pair of LL (both games lost) and half a pair of WW
(both won) are added for the intervals, which use Student's t. Otherwise few pairs would show too small a
variance. With several opponents, the added pair is divided among them in proportion to the games against
each.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from arena.statistics import ADDED, PairCounts, mean_and_variance, t_95

ELO = 400.0 / math.log(10.0)
"""Elo for each unit of the logistic scale."""

FARTHEST = 4000.0
"""Bounds are searched for within ± this Elo."""

Played = Mapping[tuple[int, int], PairCounts]
"""The results of pairs of games by the numbers of two players (i, j), from the perspective of i. Any two
players have one entry at most."""

Counts = Mapping[tuple[int, int], Sequence[float]]
"""By players as in `Played`: the number of pairs of each value LL to WW (`arena.statistics.VALUES`), not
always a whole number."""


@dataclass(frozen=True)
class Rating:
    """The rating of one player, in Elo, with its 95 % interval. `elo` is None where it would be infinite, or
    where the games do not compare the player with the others. Then at most one of `low` and `high` is
    known."""

    elo: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Ratings:
    """Ratings by the number of the player. `covariance` is the ratings' covariance matrix in Elo², with rows
    of NaN for players without a rating. `pairs` is, by player, the number of pairs that the rating is fitted
    to."""

    ratings: tuple[Rating, ...]
    covariance: np.ndarray = field(
        compare=False
    )  # arrays do not compare with ==, and it follows from the games
    pairs: tuple[int, ...]

    def difference(self, first: int, second: int) -> tuple[float, float, float] | None:
        """How much better the first player is, in Elo, with the 95 % interval; None where that is not
        known."""
        one, other = self.ratings[first].elo, self.ratings[second].elo
        if one is None or other is None:
            return None
        c = self.covariance
        variance = c[first, first] + c[second, second] - 2 * c[first, second]
        degrees = min(self.pairs[first], self.pairs[second])
        spread = t_95(degrees) * math.sqrt(max(0.0, float(variance)))
        return one - other, one - other - spread, one - other + spread

    def at_least(self, first: int, second: int) -> float | None:
        """By how much the first player is better at least, in Elo, if one of the two has a bound in place of
        a rating. None if the bounds do not say it."""
        one, other = self.ratings[first], self.ratings[second]
        low = one.low if one.elo is None else one.elo
        high = other.high if other.elo is None else other.elo
        return None if low is None or high is None else low - high


def rate(players: int, played: Played) -> Ratings:
    """The ratings of a number of players.

    They are finite for the largest group in which each player has scored against each other one, directly or
    through a chain of others. A player that only won against the group, or only lost, has a bound: the rating
    whose expected score is the end of the interval of its actual score.
    """
    met = {
        (i, j): counts for (i, j), counts in played.items() if counts.pairs and i != j
    }  # a player's games against itself compare no players
    group = _comparable(players, met)
    ratings = [Rating(None, None, None)] * players
    covariance = np.full((players, players), np.nan)
    pairs = [0] * players
    if len(group) > 1:
        place = {player: index for index, player in enumerate(group)}
        inside = {(place[i], place[j]): counts for (i, j), counts in met.items() if i in place and j in place}
        elo, spread = _fitted(len(group), inside)
        covariance[np.ix_(group, group)] = spread
        for index, player in enumerate(group):
            pairs[player] = sum(counts.pairs for ends, counts in inside.items() if index in ends)
            width = t_95(pairs[player]) * math.sqrt(max(0.0, float(spread[index, index])))
            value = float(elo[index])
            ratings[player] = Rating(value, value - width, value + width)
    elif any(group[0] in ends for ends in met):
        ratings[group[0]] = Rating(0.0, 0.0, 0.0)  # the bounds of the others are measured from this
    inside_group = set(group)
    for player in range(players):
        if player not in inside_group:
            ratings[player] = _bound(player, met, ratings, inside_group)
    return Ratings(tuple(ratings), covariance, tuple(pairs))


def _comparable(players: int, met: Played) -> list[int]:
    """The largest group in which each player has scored against each other one, directly or through a chain
    of others. Of equally large groups it is the group with the most pairs."""
    from scipy.sparse.csgraph import connected_components  # only when needed: SciPy is slow to import

    scored = np.zeros((players, players), dtype=bool)
    pairs = np.zeros(players)
    for (i, j), counts in met.items():
        scored[i, j] |= counts.mean > 0.0
        scored[j, i] |= counts.mean < 1.0
        pairs[[i, j]] += counts.pairs
    number, labels = connected_components(scored, directed=True, connection="strong")
    groups = [[p for p in range(players) if labels[p] == label] for label in range(number)]
    return max(groups, key=lambda group: (len(group), float(pairs[group].sum())), default=[])


def _fitted(players: int, met: Played) -> tuple[np.ndarray, np.ndarray]:
    """Ratings and their covariance, in Elo and Elo², of players that can all be compared."""
    strengths = _likeliest(players, {ends: pairs.counts for ends, pairs in met.items()})
    covariance = _covariance(players, _padded(players, met))
    centring = np.eye(players) - 1 / players
    return ELO * centring @ strengths, ELO**2 * centring @ covariance @ centring.T


def _likeliest(players: int, met: Counts) -> np.ndarray:
    """The strengths with the greatest likelihood, in units of the logistic scale; the first player's is 0."""
    from scipy.optimize import minimize
    from scipy.special import expit, log_expit

    one, other, number, mean, _ = _as_arrays(met)

    # Minus the log-likelihood of the pairs' mean scores.
    def loss(free: np.ndarray) -> float:
        ahead = _ahead(free, one, other)
        return -float(np.sum(number * (mean * log_expit(ahead) + (1 - mean) * log_expit(-ahead))))

    def slope(free: np.ndarray) -> np.ndarray:
        excess = number * (expit(_ahead(free, one, other)) - mean)
        return _per_player(players, one, other, excess)[1:]

    def curvature(free: np.ndarray) -> np.ndarray:
        expected = expit(_ahead(free, one, other))
        return _laplacian(players, one, other, number * expected * (1 - expected))[1:, 1:]

    start = np.zeros(players - 1)
    found = minimize(loss, start, method="trust-exact", jac=slope, hess=curvature, options={"gtol": 1e-9}).x
    return np.concatenate(([0.0], found))


def _covariance(players: int, met: Counts) -> np.ndarray:
    """The covariance of the likeliest strengths, from the differences between the pairs' values and those
    that the strengths predict. It has the factor n/(n − k) for n pairs and k fitted strengths."""
    from scipy.special import expit

    one, other, number, mean, variance = _as_arrays(met)
    expected = expit(_ahead(_likeliest(players, met)[1:], one, other))
    scatter = number * (variance + (mean - expected) ** 2)
    bread = np.linalg.inv(_laplacian(players, one, other, number * expected * (1 - expected))[1:, 1:])
    covariance = np.zeros((players, players))
    covariance[1:, 1:] = bread @ _laplacian(players, one, other, scatter)[1:, 1:] @ bread
    pairs = float(number.sum())
    return covariance * pairs / (pairs - (players - 1))


def _padded(players: int, met: Played) -> Counts:
    """The pairs with half a pair of LL and half a pair of WW added for each player, on average. A player's
    opponents share them in proportion to the pairs played."""
    played = np.zeros(players)
    for ends, pairs in met.items():
        played[list(ends)] += pairs.pairs
    padded = {}
    for (i, j), pairs in met.items():
        added = ADDED * pairs.pairs * (1 / played[i] + 1 / played[j]) / 2
        lost, *between, won = pairs.counts
        padded[i, j] = (lost + added, *between, won + added)
    return padded


def _as_arrays(met: Counts) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """By pairing: the two players, the number of pairs, their mean and their variance."""
    ends = np.array(list(met))
    number = np.array([sum(counts) for counts in met.values()], float)
    mean, variance = np.array([mean_and_variance(counts) for counts in met.values()]).T
    return ends[:, 0], ends[:, 1], number, mean, variance


def _ahead(free: np.ndarray, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """By pairing: how much stronger the one player is than the other. `free`: all strengths but the first."""
    strengths = np.concatenate(([0.0], free))
    return strengths[one] - strengths[other]


def _per_player(players: int, one: np.ndarray, other: np.ndarray, amounts: np.ndarray) -> np.ndarray:
    """By player: the amounts of its pairings, added as the one player and subtracted as the other."""
    sums = np.zeros(players)
    np.add.at(sums, one, amounts)
    np.add.at(sums, other, -amounts)
    return sums


def _laplacian(players: int, one: np.ndarray, other: np.ndarray, amounts: np.ndarray) -> np.ndarray:
    """Σ amount · (e_one − e_other)(e_one − e_other)ᵀ."""
    matrix = np.zeros((players, players))
    np.add.at(matrix, (one, one), amounts)
    np.add.at(matrix, (other, other), amounts)
    np.add.at(matrix, (one, other), -amounts)
    np.add.at(matrix, (other, one), -amounts)
    return matrix


def _bound(player: int, met: Played, ratings: list[Rating], group: set[int]) -> Rating:
    """The bound for a player that lost, or won, every game against the group."""
    rivals: list[tuple[float, int]] = []
    won = 0
    for (i, j), counts in met.items():
        rival = j if i == player else i
        if player in (i, j) and rival in group:
            rivals.append((float(ratings[rival].elo or 0.0), counts.pairs))
            won += (counts if i == player else counts.swapped).counts[-1]  # all pairs, or none
    pairs = sum(number for _, number in rivals)
    if not pairs:
        return Rating(None, None, None)
    low, high = PairCounts((pairs - won, 0, 0, 0, won)).interval()
    loses = not won

    from scipy.optimize import brentq
    from scipy.special import expit

    def excess(rating: float) -> float:
        scored = sum(number * expit((rating - rival) / ELO) for rival, number in rivals)
        return float(scored / pairs - (high if loses else low))

    bound = float(brentq(excess, -FARTHEST, FARTHEST))
    return Rating(None, None, bound) if loses else Rating(None, bound, None)
