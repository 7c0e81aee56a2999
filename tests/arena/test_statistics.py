"""Statistics of pairs of games: intervals, Elo, superiority."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

from arena.sequential import SequentialTest
from arena.statistics import (
    NORMALIZED,
    VALUES,
    Z_95,
    PairCounts,
    clustered_interval,
    difference_interval,
    elo,
    holm,
    matched_interval,
    mean_interval,
    score_interval,
    signed_elo,
    standing_out,
    wilson_interval,
)


def test_pairs_are_counted_by_the_points_of_both_games() -> None:
    points = [(0, 0), (0, 0.5), (0.5, 0), (0.5, 0.5), (0, 1), (1, 0), (0.5, 1), (1, 1), (1, 1)]
    counts = PairCounts.of(points)
    assert counts.counts == (1, 2, 3, 1, 2)
    assert counts.pairs == 9
    values = [0, 0.25, 0.25, 0.5, 0.5, 0.5, 0.75, 1, 1]
    assert counts.mean == pytest.approx(np.mean(values))
    assert counts.variance == pytest.approx(np.var(values))


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [
        ((56, 70, 48, 80), 0.0524, 0.3339),
        ((9, 10, 3, 10), 0.1705, 0.8090),
        ((10, 10, 0, 10), 0.6075, 1.0),
        ((5, 56, 0, 29), -0.0381, 0.1926),
    ],
)
def test_the_interval_of_a_difference_is_the_published_one(counts, low, high) -> None:
    """Newcombe 1998, table II, method 10."""
    found = difference_interval(*counts, Z_95)
    assert found == pytest.approx((low, high), abs=5e-5)
    assert difference_interval(0, 0, 3, 10, Z_95)[0] < 0.0 < difference_interval(0, 0, 3, 10, Z_95)[1]


def test_elo_of_known_scores() -> None:
    assert str(elo(0.5)) == "0.0"  # not -0.0, which would be displayed
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo(0.0) is None and elo(1.0) is None


@pytest.mark.parametrize(
    "counts", [(379, 10170, 21828, 10640, 343), (4, 0, 96, 0, 0), (1, 2, 20, 27, 50), (0, 0, 2, 1, 0)]
)
def test_figures_of_known_counts(counts: tuple[int, int, int, int, int]) -> None:
    """Calculated by hand: half a pair of LL and half of WW are added, and the variance uses n − 1 of n with
    the added pair."""
    # Imported here because every worker collects this file, and the import takes most of a second.
    from scipy.stats import t as student

    pairs = PairCounts(counts)
    values, weights = [*VALUES, 0.0, 1.0], [*counts, 0.5, 0.5]
    n = sum(weights)
    mean = np.average(values, weights=weights)
    error = math.sqrt(np.average((values - mean) ** 2, weights=weights) / (n - 1))
    half = student.ppf(0.975, n - 1) * error
    low, high = pairs.interval()
    assert low == pytest.approx(mean - half) and (high == pytest.approx(mean + half) or mean + half > 1)
    assert pairs.superiority() == pytest.approx(student.cdf((mean - 0.5) / error, n - 1))
    assert pairs.normalized_elo() == pytest.approx(
        347.4356 * (pairs.mean - 0.5) / math.sqrt(2 * pairs.variance)
    )


def test_four_decided_pairs_of_four_show_nothing() -> None:
    """Between equal players, four decided pairs of four for one player have a probability of 1 in 8."""
    pairs = PairCounts((4, 0, 96, 0, 0))
    low, high = pairs.interval()
    assert (low, high) == pytest.approx((0.45848, 0.50191), abs=1e-5)
    superiority = pairs.superiority()
    assert superiority is not None and superiority > 0.025


def test_an_end_outside_is_wilsons() -> None:
    """3 points in 120 games: the interval's lower end would be below 0."""
    low, high = PairCounts((57, 0, 3, 0, 0)).interval()
    assert low == wilson_interval(0.025, 60)[0] == pytest.approx(0.0058, abs=5e-5)
    assert high == pytest.approx(0.06877, abs=1e-5)


@pytest.mark.parametrize("number", [1, 2, 9, 200])
def test_who_wins_all_pairs_has_a_lower_end_alone(number: int) -> None:
    won, lost = PairCounts((0, 0, 0, 0, number)), PairCounts((number, 0, 0, 0, 0))
    (low, high), (other_low, other_high) = won.interval(), lost.interval()
    assert high == 1.0 and other_low == 0.0 and 0.15 < low < 1.0
    assert low == pytest.approx(1 - other_high)
    superiority = won.superiority()
    assert superiority is not None and 0.5 < superiority <= 1.0 and won.normalized_elo() is None


def test_pairs_that_are_all_even_make_no_point_of_an_interval() -> None:
    pairs = PairCounts((0, 0, 9, 0, 0))
    low, high = pairs.interval()
    assert (low, high) == pytest.approx((0.5 - 0.11922, 0.5 + 0.11922), abs=1e-5)
    assert pairs.superiority() == pytest.approx(0.5) and pairs.normalized_elo() is None


def test_nothing_is_known_without_pairs() -> None:
    pairs = PairCounts((0, 0, 0, 0, 0))
    assert pairs.interval() == (0.0, 1.0) == score_interval([]) == score_interval([pairs, pairs])
    assert pairs.superiority() is None and pairs.normalized_elo() is None


def test_mean_lies_in_the_interval_as_superiority_says() -> None:
    draw = np.random.default_rng(5)
    for _ in range(2000):
        shares = draw.dirichlet([0.2] * 5)
        pairs = PairCounts(tuple(draw.multinomial(draw.integers(1, 60), shares).tolist()))  # type: ignore[arg-type]
        low, high = pairs.interval()
        assert 0.0 <= low <= pairs.mean <= high <= 1.0
        assert pairs.swapped.interval() == pytest.approx((1 - high, 1 - low))
        superiority = pairs.superiority()
        assert superiority is not None and (low > 0.5) == (superiority > 0.975)


def test_pairs_against_two_opponents_have_two_expectations() -> None:
    """One weak and one strong opponent are no sign of chance. With one pair against each, their share cannot
    be estimated."""
    weak, strong = PairCounts((0, 1, 4, 15, 80)), PairCounts((80, 15, 4, 1, 0))
    together = PairCounts((80, 16, 8, 16, 80))
    low, high = score_interval([weak, strong])
    assert low + high == pytest.approx(1) and high - low < 0.4 * np.subtract(*together.interval()[::-1])
    assert score_interval([weak]) == weak.interval()
    won, lost = PairCounts((0, 0, 0, 0, 1)), PairCounts((1, 0, 0, 0, 0))
    assert score_interval([won, lost]) == wilson_interval(0.5, 2)


def independent(wins: float, draws: float) -> list[float]:
    """The shares of pairs of two independent games."""
    games = {0.0: 1 - wins - draws, 0.5: draws, 1.0: wins}
    shares = [0.0] * len(VALUES)
    for one, share in games.items():
        for other, other_share in games.items():
            shares[int(2 * (one + other))] += share * other_share
    return shares


CASES = {
    "15 even pairs": (15, independent(0.5, 0.0)),
    "15 even pairs with draws": (15, independent(0.35, 0.3)),
    **{f"{n} pairs of 90 %": (n, independent(0.9, 0.0)) for n in range(15, 21)},
    **{f"{n} pairs of 90 % with draws": (n, independent(0.85, 0.1)) for n in range(15, 21)},
    "500 pairs of 99.5 %": (500, independent(0.995, 0.0)),
    "500 pairs of 99.5 % with draws": (500, independent(0.99, 0.01)),
    "200 pairs, 96 % shared": (200, [0.02, 0.0, 0.96, 0.0, 0.02]),
    "200 pairs, 96 % shared, unevenly": (200, [0.03, 0.0, 0.96, 0.0, 0.01]),
    "100 even pairs": (100, independent(0.5, 0.0)),
    "100 even pairs with draws": (100, independent(0.3, 0.4)),
    "200 pairs that hang together": (200, [0.1, 0.0, 0.8, 0.0, 0.1]),
}


@pytest.mark.parametrize("case", CASES)
def test_intervals_hold_the_truth_as_often_as_they_say(case: str) -> None:
    """95 %, by simulation; ±1.96·√(variance/pairs) holds only 0.85 to 0.93 of the time in most of these
    cases."""
    pairs, shares = CASES[case]
    truth = float(np.dot(shares, VALUES))
    held = 0
    for counts in np.random.default_rng(4).multinomial(pairs, shares, size=4000).tolist():
        low, high = PairCounts(tuple(counts)).interval()
        held += low <= truth <= high
    assert held / 4000 >= 0.94


@pytest.mark.parametrize(
    ("pairs", "scores"), [(5, (0.5, 0.8, 0.95)), (1, (0.2, 0.4, 0.6, 0.8)), (100, (0.99, 0.95, 0.5))]
)
def test_totals_against_several_opponents_hold_the_truth(pairs: int, scores: tuple[float, ...]) -> None:
    draw = np.random.default_rng(2)
    shares = [independent(score - 0.05 * (1 - score), 0.1 * (1 - score)) for score in scores]
    held = 0
    for _ in range(1500):
        groups = [PairCounts(tuple(draw.multinomial(pairs, one).tolist())) for one in shares]
        low, high = score_interval(groups)
        held += low <= np.mean(scores) <= high
    assert held / 1500 >= 0.94


def test_intervals_of_many_pairs_are_hardly_wider() -> None:
    wide, usual = 0.0, 0.0
    for counts in np.random.default_rng(4).multinomial(100, independent(0.4, 0.2), size=500).tolist():
        pairs = PairCounts(tuple(counts))
        low, high = pairs.interval()
        wide += high - low
        usual += 2 * 1.959964 * math.sqrt(pairs.variance / 100)
    assert usual < wide < 1.03 * usual


@pytest.mark.parametrize(("score", "games"), [(0.5, 100), (0.9, 50), (0.01, 400)])
def test_wilson_bounds_are_where_the_score_test_rejects(score: float, games: int) -> None:
    """By definition, the interval's ends p solve |score − p| = z·√(p(1 − p)/n)."""
    for bound in wilson_interval(score, games):
        assert abs(score - bound) == pytest.approx(
            1.959964 * math.sqrt(bound * (1 - bound) / games), rel=1e-5
        )


def test_the_guide_s_page_on_statistics_gives_these_figures() -> None:
    page = (Path(__file__).parents[2] / "docs" / "guide" / "statistics.md").read_text(encoding="utf-8")
    said = re.search(r"\+100 is (\d+) points of 100, \+200 is (\d+)\.", page)
    assert said is not None
    for points, strength in zip(said.groups(), (100, 200), strict=True):
        assert elo(int(points) / 100) == pytest.approx(strength, abs=2)
    said = re.search(r"\+20 is a score of ([\d.]+) % if no game is drawn, and ([\d.]+) % if half", page)
    assert said is not None
    for score, drawn in zip(said.groups(), (0.0, 0.5), strict=True):
        deviation = math.sqrt((1 - drawn) / 4)
        assert float(score) / 100 == pytest.approx(0.5 + 20 / NORMALIZED * deviation, abs=5e-4)
    assert f"about +{SequentialTest(0.0, 20.0).bounds[1]:.2f} the test accepts" in page


def test_elo_has_a_sign_unless_it_rounds_to_nothing() -> None:
    assert [signed_elo(value) for value in (92.4, -14.0, -0.2, 0.4)] == ["+92", "−14", "0", "0"]


def test_members_of_a_cluster_count_as_one_where_they_are_alike() -> None:
    alike, apart = [(10.0, 10)] * 30 + [(0.0, 10)] * 20, [(6.0, 10)] * 50
    assert clustered_interval(alike) == pytest.approx(wilson_interval(0.6, 49))
    low, high = clustered_interval([(1.0, 1)] * 30 + [(0.0, 1)] * 20)
    assert (low, high) == pytest.approx(wilson_interval(0.6, 49))
    assert clustered_interval(apart) == wilson_interval(0.6, 50), "no spread says little of how small it is"
    assert clustered_interval([(0.0, 0)]) == (0.0, 1.0)


def test_the_interval_of_matched_shares_covers_the_truth() -> None:
    """Two shares of the same observations that differ by 0.1, in 19 of 20 samples."""
    draw = np.random.default_rng(5)
    cells = draw.multinomial(100, [0.18, 0.08, 0.74], 2000)
    intervals = [matched_interval(one, two, 100) for one, two, _ in cells.tolist()]
    covered = sum(low <= 0.1 <= high for low, high in intervals)
    assert 0.93 <= covered / 2000 <= 0.97


def test_the_interval_of_a_mean_is_students() -> None:
    low, high = mean_interval([0.0, 1.0, 0.5, 0.5], -1.0, 1.0)
    assert (low, high) == pytest.approx((0.5 - 3.182446 * math.sqrt(1 / 6 / 4), 1.0))
    assert mean_interval([0.3], -1.0, 1.0) == (-1.0, 1.0)


def test_pairs_that_do_not_tell_say_how_many_more_would() -> None:
    open_, decided = PairCounts((10, 20, 40, 24, 12)), PairCounts((0, 2, 40, 30, 12))
    more = open_.more_to_tell()
    assert more is not None and decided.more_to_tell() is None
    factor = 1 + math.ceil(more / open_.pairs)
    assert PairCounts(tuple(factor * count for count in open_.counts)).more_to_tell() is None  # type: ignore[arg-type]
    assert PairCounts((0, 0, 0, 0, 0)).more_to_tell() is None
    even = PairCounts((5, 20, 50, 20, 5)).more_to_tell()
    assert even is not None and even < 20_000, "equal players are told apart to some Elo"


def test_standing_out_is_fishers_exact_test():
    """The probabilities are those of SciPy's test, for one name, and are shared among several."""
    from scipy.stats import fisher_exact

    for here, rest, there, others in ((9, 3, 6, 12), (8, 3, 6, 12), (5, 0, 5, 7), (4, 0, 5, 7), (0, 4, 3, 9)):
        probability = fisher_exact([[here, rest], [there, others]], alternative="greater")[1]
        first, second = {"a": here, "b": rest}, {"a": there, "b": others}
        for names in (["a"], ["a", "c"], ["a", "c", "d", "e"]):
            named = standing_out(first, second, names)
            assert named == ("a" if probability <= 0.05 / len(names) else None)
    assert standing_out({}, {}, []) is None and standing_out({}, {"a": 3}, ["a"]) is None


def test_holm_steps_down_and_never_falls():
    """Each is multiplied by the number of results that are not smaller."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0] and holm([]) == []
