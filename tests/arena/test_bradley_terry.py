"""Ratings of several players, checked against closed forms and against a bootstrap over pairs."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from arena.bradley_terry import ELO, Ratings, rate
from arena.statistics import VALUES, PairCounts, elo

TOURNAMENT = {
    (0, 1): PairCounts((4, 9, 41, 26, 20)),
    (0, 2): PairCounts((2, 5, 30, 33, 30)),
    (1, 2): PairCounts((9, 12, 40, 22, 17)),
    (0, 3): PairCounts((0, 2, 20, 30, 48)),
    (2, 3): PairCounts((3, 11, 39, 30, 17)),
}

RUNS = 400
"""The number of simulated tournaments."""


def counts(drawn: np.ndarray) -> PairCounts:
    return PairCounts(tuple(int(number) for number in drawn))  # type: ignore[arg-type]


@cache
def rated(players: int, played: tuple[tuple[tuple[int, int], PairCounts], ...]) -> Ratings:
    """The ratings, cached: many simulated tournaments of few pairs come out alike."""
    return rate(players, dict(played))


def test_two_players_are_as_far_apart_as_their_score_says() -> None:
    pairs = PairCounts((5, 10, 40, 20, 25))
    found = rate(2, {(0, 1): pairs}).difference(0, 1)
    assert found is not None and found[0] == pytest.approx(elo(pairs.mean), abs=1e-4)
    # The half width of the mean's interval, times the slope of Elo at the point to which the added pair moves
    # it.
    low, high = pairs.interval()
    centre = (low + high) / 2
    assert found[2] - found[0] == pytest.approx((high - low) / 2 * ELO / (centre * (1 - centre)), rel=1e-5)
    assert found[0] - found[1] == pytest.approx(found[2] - found[0])


def test_what_is_expected_is_what_happened() -> None:
    """At the maximum, every player's expected points are the points made. The mean rating is 0."""
    ratings = [rating.elo for rating in rate(4, TOURNAMENT).ratings]
    made, expected = np.zeros(4), np.zeros(4)
    for (i, j), pairs in TOURNAMENT.items():
        assert ratings[i] is not None and ratings[j] is not None
        share = 1 / (1 + 10 ** (-(ratings[i] - ratings[j]) / 400))
        made[[i, j]] += np.array([pairs.mean, 1 - pairs.mean]) * pairs.pairs
        expected[[i, j]] += np.array([share, 1 - share]) * pairs.pairs
    assert expected == pytest.approx(made, abs=1e-5)
    assert sum(rating for rating in ratings if rating is not None) == pytest.approx(0, abs=1e-9)


def test_intervals_are_those_of_a_bootstrap_over_pairs() -> None:
    draw = np.random.default_rng(7)
    again = []
    for _ in range(600):
        drawn = {
            ends: counts(draw.multinomial(pairs.pairs, np.array(pairs.counts) / pairs.pairs))
            for ends, pairs in TOURNAMENT.items()
        }
        again.append([rating.elo for rating in rate(4, drawn).ratings])
    low, high = np.percentile(np.array(again, float), [2.5, 97.5], axis=0)
    for player, rating in enumerate(rate(4, TOURNAMENT).ratings):
        assert rating.low is not None and rating.high is not None
        assert rating.high - rating.low == pytest.approx(high[player] - low[player], rel=0.12)
        assert rating.low == pytest.approx(low[player], abs=8)


def test_pairs_in_which_both_win_tell_little_of_each_other() -> None:
    """White wins every game: the pairs are even, however many games there are, and intervals over single
    games would be far too wide."""
    even = rate(2, {(0, 1): PairCounts((0, 5, 90, 5, 0))}).ratings[0]
    uneven = rate(2, {(0, 1): PairCounts((45, 5, 0, 5, 45))}).ratings[0]
    assert even.high is not None and uneven.high is not None
    assert even.elo == uneven.elo == pytest.approx(0) and 3 * even.high < uneven.high


def test_who_loses_every_game_has_a_bound() -> None:
    won = PairCounts((0, 0, 0, 0, 50))
    ratings = rate(3, {(0, 1): PairCounts((5, 10, 20, 10, 5)), (0, 2): won, (1, 2): won}).ratings
    assert ratings[0].elo == pytest.approx(0) == ratings[1].elo
    _, high = PairCounts((100, 0, 0, 0, 0)).interval()
    assert ratings[2].elo is None and ratings[2].low is None
    assert ratings[2].high == pytest.approx(elo(high), abs=1e-3)
    (winner, loser) = rate(2, {(0, 1): won}).ratings
    assert winner.elo is None and winner.low is not None and winner.low > 200 and loser.elo == 0


def test_who_has_not_met_the_others_has_no_rating() -> None:
    pairs = PairCounts((5, 10, 20, 10, 8))
    ratings = rate(4, {(0, 1): pairs, (2, 3): PairCounts((0, 1, 1, 0, 0)), (3, 3): pairs})
    assert ratings.ratings[0].elo is not None and ratings.ratings[2] == ratings.ratings[3]
    assert ratings.ratings[2].elo is None and ratings.difference(0, 2) is None
    assert rate(2, {}).ratings[1].elo is None


TOURNAMENTS = {
    "two, 15 even pairs": ([0, 0], 15),
    "two, 15 pairs of 90 %": ([382, 0], 15),
    "two, 500 pairs of 99.5 %": ([919, 0], 500),
    "two, 100 even pairs": ([0, 0], 100),
    "four even, 10 pairs each": ([0, 0, 0, 0], 10),
    "four, one far above, 20 pairs each": ([600, 0, 0, 0], 20),
    "six, 3 pairs each": ([300, 200, 150, 100, 50, 0], 3),
    "six even, 1 pair each": ([0] * 6, 1),
}


FAST = ("two, 15 even pairs", "four, one far above, 20 pairs each", "six even, 1 pair each")


@pytest.mark.long
@pytest.mark.parametrize(
    "case", [case if case in FAST else pytest.param(case, marks=pytest.mark.slow) for case in TOURNAMENTS]
)
def test_intervals_hold_the_truth_as_often_as_they_say(case: str) -> None:
    """95 %, by simulation of independent games, three of ten drawn between equals: the intervals of ratings,
    and of the difference between first and last. A player who won everything has a bound, which must hold."""
    strengths, pairs = TOURNAMENTS[case]
    draw, players = np.random.default_rng(3), len(strengths)
    chances = {}
    for i, j in combinations(range(players), 2):
        share = 1 / (1 + 10 ** (-(strengths[i] - strengths[j]) / 400))
        drawn = 0.6 * min(share, 1 - share)
        game = np.array([1 - share - drawn / 2, drawn, share - drawn / 2])
        chances[i, j] = np.convolve(game, game)
    truth = strengths[0] - strengths[-1]
    held, ratings = 0, []
    for _ in range(RUNS):
        found = rated(players, tuple((e, counts(draw.multinomial(pairs, c))) for e, c in chances.items()))
        difference = found.difference(0, -1)
        if difference is None:
            bound = found.at_least(0, players - 1)
            held += bound is not None and bound <= truth
        else:
            held += difference[1] <= truth <= difference[2]
            if all(rating.elo is not None for rating in found.ratings):
                low, high = found.ratings[0].low, found.ratings[0].high
                assert low is not None and high is not None
                ratings.append(low <= strengths[0] - np.mean(strengths) <= high)
    assert held / RUNS >= 0.93 and np.mean(ratings) >= 0.93


def test_intervals_where_pairs_hang_together() -> None:
    """Both games of a pair are won, or lost, or one each."""
    draw, true = np.random.default_rng(3), 120.0
    share = 1 / (1 + 10 ** (-true / 400))
    chances = np.array([(1 - share) * 0.6, 0.0, 0.4, 0.0, share * 0.6])
    truth = elo(float(np.dot(chances, VALUES)))
    assert truth is not None
    held = 0
    for _ in range(200):
        found = rated(2, (((0, 1), counts(draw.multinomial(150, chances))),)).difference(0, 1)
        assert found is not None
        held += found[1] <= truth <= found[2]
    assert 186 <= held <= 199


def test_ratings_of_the_same_games_are_equal() -> None:
    """A screen asks whether its newest ratings are others."""
    played = {(0, 1): PairCounts((1, 2, 3, 4, 5))}
    assert rate(2, played) == rate(2, played) != rate(2, {(0, 1): PairCounts((5, 4, 3, 2, 1))})
