"""What is said of pairs of games: intervals, Elo, superiority."""

import math

import numpy as np
import pytest

from arena.statistics import VALUES, PairCounts, elo, wilson_interval


def test_pairs_are_counted_by_the_points_of_both_games() -> None:
    points = [(0, 0), (0, 0.5), (0.5, 0), (0.5, 0.5), (0, 1), (1, 0), (0.5, 1), (1, 1), (1, 1)]
    counts = PairCounts.of(points)
    assert counts.counts == (1, 2, 3, 1, 2)
    assert counts.pairs == 9
    values = [0, 0.25, 0.25, 0.5, 0.5, 0.5, 0.75, 1, 1]
    assert counts.mean == pytest.approx(np.mean(values))
    assert counts.variance == pytest.approx(np.var(values))


def test_elo_of_known_scores() -> None:
    assert str(elo(0.5)) == "0.0"  # and not -0.0, which would be shown
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo(0.0) is None and elo(1.0) is None


def test_figures_of_known_counts() -> None:
    counts = PairCounts((379, 10170, 21828, 10640, 343))
    mean = (10170 * 0.25 + 21828 * 0.5 + 10640 * 0.75 + 343) / 43360
    assert counts.mean == pytest.approx(mean)
    low, high = counts.interval()
    error = math.sqrt(counts.variance / 43360)
    assert (high - mean, mean - low) == pytest.approx((1.959964 * error, 1.959964 * error), rel=1e-6)
    assert counts.superiority() == pytest.approx(0.5 * (1 + math.erf((mean - 0.5) / error / math.sqrt(2))))
    assert counts.normalized_elo() == pytest.approx(347.4356 * (mean - 0.5) / math.sqrt(2 * counts.variance))


@pytest.mark.parametrize("counts", [(0, 0, 9, 0, 0), (0, 0, 0, 0, 9), (9, 0, 0, 0, 0), (0, 0, 0, 0, 0)])
def test_pairs_that_are_all_alike_make_no_point_of_an_interval(counts: tuple[int, ...]) -> None:
    pairs = PairCounts(counts)  # type: ignore[arg-type]
    low, high = pairs.interval()
    assert (low, high) == wilson_interval(pairs.mean, pairs.pairs)
    assert low <= pairs.mean <= high and high - low > 0.25
    assert pairs.superiority() is None and pairs.normalized_elo() is None


@pytest.mark.parametrize(
    "shares", [(0.2, 0.2, 0.2, 0.2, 0.2), (0.02, 0.1, 0.5, 0.28, 0.1), (0.1, 0, 0.8, 0, 0.1)]
)
def test_intervals_hold_the_truth_as_often_as_they_say(shares: tuple[float, ...]) -> None:
    draw = np.random.default_rng(4)
    truth = float(np.dot(shares, VALUES))
    held = 0
    for counts in draw.multinomial(200, shares, size=2000).tolist():
        low, high = PairCounts(tuple(counts)).interval()
        held += low <= truth <= high
    assert 0.93 < held / 2000 < 0.97


@pytest.mark.parametrize(("score", "games"), [(0.5, 100), (0.9, 50), (0.01, 400)])
def test_wilson_bounds_are_where_the_score_test_rejects(score: float, games: int) -> None:
    """The interval's ends p solve |score − p| = z·√(p(1 − p)/n), its definition."""
    for bound in wilson_interval(score, games):
        assert abs(score - bound) == pytest.approx(
            1.959964 * math.sqrt(bound * (1 - bound) / games), rel=1e-5
        )
