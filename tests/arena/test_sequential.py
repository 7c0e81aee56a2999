"""Sequential tests: the likelihood ratio of known counts, and how often a test errs."""

import math

import numpy as np
import pytest

from arena.sequential import EMPTY, SequentialTest, likeliest, likelihood_ratio
from arena.statistics import NORMALIZED, VALUES, PairCounts, mean_and_variance
from games.contract import BadText


@pytest.mark.parametrize(
    ("counts", "ratio"),
    [((379, 10170, 21828, 10640, 343), 2.946), ((365, 16618, 36229, 16974, 390), 2.25)],
)
def test_ratios_of_published_tests(counts: tuple[int, ...], ratio: float) -> None:
    assert likelihood_ratio(counts, 0.0, 2.0) == pytest.approx(ratio, abs=1e-3)


@pytest.mark.parametrize("t_value", [-0.2, 0.0, 0.05, 0.3])
def test_likeliest_distribution_has_the_t_value(t_value: float) -> None:
    shares = [0.05, 0.2, 0.4, 0.25, 0.1]
    found = likeliest(shares, t_value)
    assert found is not None and sum(found) == pytest.approx(1.0)
    mean, variance = mean_and_variance(found)
    assert (mean - 0.5) / math.sqrt(variance) == pytest.approx(t_value, abs=1e-7)
    best = sum(share * math.log(p) for share, p in zip(shares, found, strict=True))
    draw = np.random.default_rng(2)
    tried = 0
    for _ in range(200):
        # A neighbouring distribution, shifted along the values until it has the t-value.
        near = np.array(found) * np.exp(draw.normal(0, 0.05, 5))
        low, high = -2.0, 2.0
        for _ in range(60):
            middle = (low + high) / 2
            moved = near * np.exp(middle * np.array(VALUES))
            moved /= moved.sum()
            mean, variance = mean_and_variance(moved.tolist())
            low, high = (middle, high) if (mean - 0.5) / math.sqrt(variance) < t_value else (low, middle)
        assert sum(share * math.log(p) for share, p in zip(shares, moved, strict=True)) <= best + 1e-9
        tried += 1
    assert tried == 200


def test_where_the_iteration_fails_the_closed_form_answers() -> None:
    counts = (0, 0, 0, 0, 40)
    ratio = likelihood_ratio(counts, 0.0, 900.0)  # the values do not allow so large a strength
    filled = [count or EMPTY for count in counts]
    mean, variance = mean_and_variance(filled)
    t, t1 = (mean - 0.5) / math.sqrt(2 * variance), 900.0 / NORMALIZED
    assert likeliest([count / sum(filled) for count in filled], math.sqrt(2) * t1) is None
    assert ratio == pytest.approx(sum(filled) * math.log((1 + t**2) / (1 + (t - t1) ** 2)))


def test_sides_of_a_test_are_alike() -> None:
    counts = (3, 12, 40, 22, 8)
    there, back = likelihood_ratio(counts, -5.0, 15.0), likelihood_ratio(counts[::-1], -15.0, 5.0)
    assert there == pytest.approx(-back)
    assert SequentialTest(0, 20).ratio(PairCounts((0, 0, 0, 0, 0))) == 0.0


def test_length_of_the_usual_test() -> None:
    assert SequentialTest(0, 20).expected_games() == (1600, 2617)
    assert SequentialTest(0, 20).bounds == pytest.approx((-math.log(19), math.log(19)))


@pytest.mark.parametrize(("low", "high"), [(20, 0), (5, 5), (float("nan"), 5), (0, float("inf")), (0, 2000)])
def test_bounds_that_are_none_are_bad_text(low: float, high: float) -> None:
    with pytest.raises(BadText, match="ELO0 below ELO1"):
        SequentialTest(low, high)


def with_strength(strength: float, shares: list[float]) -> list[float]:
    """A distribution of pairs with a given normalized Elo, the likeliest one after `shares`."""
    found = likeliest(shares, math.sqrt(2) * strength / NORMALIZED)
    assert found is not None
    return found


def errors(test: SequentialTest, strength: float, runs: int) -> tuple[float, float, float]:
    """The share of tests that accept, the share that reject, and the mean number of games, by simulation; for
    cases with few draws and with many."""
    draw = np.random.default_rng(10)
    decided = {"accept": 0, "reject": 0}
    pairs = 0
    for run in range(runs):
        shares = [0.25, 0.05, 0.4, 0.05, 0.25] if run % 2 else [0.02, 0.18, 0.6, 0.18, 0.02]
        values = iter(draw.choice(5, size=5000, p=with_strength(strength, shares)).tolist())
        counts = [0] * 5
        decision = "none"
        while decision == "none":
            counts[next(values)] += 1
            pairs += 1
            decision = test.decision(test.ratio(PairCounts(tuple(counts))))  # type: ignore[arg-type]
        decided[decision] += 1
    return decided["accept"] / runs, decided["reject"] / runs, 2 * pairs / runs


@pytest.mark.slow
def test_errors_are_as_rare_as_they_should_be() -> None:
    """At most 1.2 times as often as stated, and the length is as predicted."""
    test = SequentialTest(0, 60)
    accepted, _, games = errors(test, 0.0, 1500)
    _, rejected, _ = errors(test, 60.0, 1500)
    assert accepted <= 1.2 * test.alpha and rejected <= 1.2 * test.beta
    assert games == pytest.approx(test.expected_games()[0], rel=0.2)
