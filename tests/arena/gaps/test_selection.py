"""Selection on simulated games: what is planted is found, nothing is found where there is nothing."""

import numpy as np
import pytest
from simulated_games import COPY, GAP, Simulated
from simulated_games import SAID as OWN_TERM

from arena.gaps.logit import chances_of, deviances, fit_logit
from arena.gaps.selection import (
    SAID,
    explained,
    game_scores,
    mixed_labels,
    select,
    shortlist,
    value_columns,
    weight_of,
)


def chosen(games: Simulated, seed: int = 0) -> list[int]:
    data = games.base, games.searched, games.candidates, games.labels, games.games
    return [each.index for each in select(*data, seed)]


def test_planted_gap_is_found_and_its_near_copy_is_not():
    found = [chosen(Simulated(seed, gap=0.4)) for seed in range(10)]
    assert all(each[0] in (GAP, COPY) for each in found) and sum(each == [GAP] for each in found) >= 8


def test_preferred_near_copy_stands_for_the_best_candidate():
    games = Simulated(1, gap=0.4)
    near = games.candidates[:, GAP] + 0.1 * np.random.default_rng(1).normal(size=len(games.labels))
    games.candidates[:, 0] = near
    data = games.base, games.searched, games.candidates, games.labels, games.games
    for kept, answer in (([0], 0), ([1, 2], GAP)):
        preferred = np.isin(np.arange(games.candidates.shape[1]), kept)
        assert select(*data, seed=0, preferred=preferred)[0].index == answer
    assert select(*data, seed=0)[0].index == GAP


@pytest.mark.parametrize("factor", [3.0, 7.0, 0.1, -1.7, 1e-3, 1e5])
def test_rounding_does_not_choose_between_twins(factor):
    games = Simulated(2, gap=0.5)
    gap, others = games.candidates[:, GAP], np.delete(games.candidates, GAP, axis=1)
    same = factor * gap  # the same score but for rounding
    for pair in ((same, gap), (gap, same)):
        candidates = np.column_stack([*pair, others])
        preferred = np.arange(candidates.shape[1]) == 1
        found = select(games.base, games.searched, candidates, games.labels, games.games, 1, preferred)
        assert found[0].index == 1


def test_nothing_is_found_in_complete_heuristics():
    named = sum(bool(chosen(Simulated(seed, games=200), seed)) for seed in range(60))
    assert named <= 7  # of 60 at 5 %; with whole rows as observations it would be most of them


def test_own_term_with_a_wrong_weight_is_no_gap():
    # The last own term counts three times as much as the others' sum would say; a candidate is it, too.
    named = [bool(chosen(Simulated(seed, slope=3.0), seed)) for seed in range(20)]
    assert sum(named) <= 4


def test_candidate_that_the_base_says_already_has_no_score():
    games = Simulated(1)
    scores = game_scores(games.base, games.candidates, games.labels, games.games)
    assert not scores[:, OWN_TERM].any() and scores[:, GAP].any()
    assert SAID < 1e-3


def test_shortlist_has_what_was_chosen_then_written_terms():
    games = Simulated(1, gap=0.6)
    games.candidates[:, GAP] *= -1.0
    games.candidates[:, 10] = 3.0 * games.candidates[:, 9]
    written = np.isin(np.arange(games.candidates.shape[1]), [7, 9, 10])
    data = games.base, games.searched, games.candidates, games.labels, games.games
    found = shortlist(*data, written, [20], 12)
    assert next(iter(found)) == 20 and set(found) - {9, 10} >= {7, GAP}
    assert len({9, 10} & set(found)) == 1  # they say the same
    assert OWN_TERM not in found  # the base says it already
    assert found[GAP] == -1.0
    assert list(shortlist(*data, written, [20], 2)) in ([20, 7], [20, 9], [20, 10])


def test_shares_are_of_what_could_be_explained():
    games = Simulated(2, games=2000, gap=0.5)
    # The deeper search knows all: it explains what the candidate does, and no more.
    deeper = value_columns(games.logits)
    data = games.candidates, deeper, games.labels, games.games
    found = explained(games.base, np.zeros((len(games.labels), 0)), *data, answers=1, seed=0)
    (share,) = found.shares
    assert share.low < share.share < share.high
    assert 0.8 < share.share < 1.2 and found.explainable > 0.0


def test_share_is_judged_by_games_that_did_not_select():
    # No candidate says what is hidden: the best of 23 explains some of the games that chose it, and nothing
    # of others.
    gains = []
    for seed in range(10):
        games = Simulated(seed, games=150, hidden=1.0)
        games.candidates[:, [GAP, COPY]] = 0.0
        data = games.candidates, games.deeper, games.labels, games.games
        gains.append(explained(games.base, games.searched, *data, answers=1, seed=0).gains.sum())
    assert np.mean(gains) < 0.0


def test_weight_is_that_beside_the_own_weights():
    random = np.random.default_rng(5)
    values, candidate = random.normal(size=(2, 20_000))
    labels = chances_of(0.7 * (values + 2.5 * candidate))
    assert weight_of(values, candidate, labels, 1.0) == pytest.approx(2.5, rel=0.02)
    assert weight_of(values, candidate, labels, -1.0) == 0.0
    # Values that say the contrary: the candidate decides almost alone.
    assert weight_of(-values, candidate, labels, 1.0) == pytest.approx(4.0, rel=0.02)


def test_weight_beside_a_worthless_value_is_bounded():
    random = np.random.default_rng(6)
    better = random.normal(size=20_000)
    values = better + random.normal(size=20_000)
    labels = chances_of(1.0 * better)
    # Alone, the value counts about half of what the candidate does, and beside it nothing.
    assert 4.0 < weight_of(values, better, labels, 1.0) < 6.0


def test_labels_mix_results_with_what_values_mean():
    results = np.array([1.0, 0.0, 0.5, 1.0] * 50)
    values = np.array([2.0, -2.0, 0.0, 1e9] * 50)
    mixed = mixed_labels(results, values, 0.5)
    assert ((mixed > 0.0) & (mixed < 1.0)).all()
    assert mixed[0] > 0.75 > mixed[2] and mixed[3] > 0.9
    assert (mixed_labels(results, values, 0.0) == results).all()


def test_deviance_is_least_at_the_label():
    labels = np.array([0.0, 0.5, 0.8])
    at = deviances(np.clip(labels, 1e-9, 1.0), labels)
    assert (at <= deviances(np.clip(labels + 0.1, 0.0, 1.0), labels)).all()


def test_constant_and_doubled_columns_do_not_break_a_fit():
    random = np.random.default_rng(4)
    x = random.normal(size=400)
    labels = (random.random(400) < chances_of(x)).astype(float)
    fit = fit_logit(np.column_stack([x, x, np.ones(400)]), labels)
    assert np.isfinite(fit.beta).all() and fit.beta[2] == 0.0
    assert fit.beta[0] + fit.beta[1] == pytest.approx(1.0, abs=0.3)
