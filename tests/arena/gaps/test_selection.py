"""Selection on simulated games: what is planted is found, nothing is found where there is nothing."""

import numpy as np
import pytest

from arena.gaps.logit import chances_of, deviances, fit_logit
from arena.gaps.selection import (
    SAID,
    explained,
    game_scores,
    held_games,
    mixed_labels,
    select,
    shape_columns,
    value_columns,
    weight_of,
)

OWN, OTHERS, A_GAME = 4, 25, 6


class Simulated:
    """Games with `gap` times a feature that the own terms lack. Candidate 3 is that feature, 4 says nearly
    the same, and 5 is one of the own terms. Positions of one game have one result, and are alike."""

    def __init__(self, seed: int, games: int = 600, gap: float = 0.0, slope: float = 1.0) -> None:
        random = np.random.default_rng(seed)
        self.games = np.repeat(np.arange(games), A_GAME)
        rows = len(self.games)

        def column(count: int) -> np.ndarray:
            shared = random.normal(size=(games, count))[self.games]
            return shared + random.normal(size=(rows, count))

        self.own, self.candidates = column(OWN), column(OTHERS)
        self.candidates[:, 3] += 0.5 * self.own[:, 0]
        self.candidates[:, 4] = self.candidates[:, 3] + 1.0 * random.normal(size=rows)
        self.candidates[:, 5] = 2.0 * self.own[:, 1]
        self.logits = 0.5 * self.own @ np.array([1.0, 0.6, -0.4, slope]) + gap * self.candidates[:, 3]
        last = np.arange(rows) % A_GAME == A_GAME - 1
        won = random.random(games) < chances_of(self.logits[last])
        self.labels = won[self.games].astype(float)
        self.progress = np.arange(rows) % A_GAME
        self.searched = (
            self.logits[:, None] - gap * self.candidates[:, [3]] + 0.3 * random.normal(size=(rows, 1))
        )

    @property
    def base(self) -> np.ndarray:
        return shape_columns(self.own, self.progress)

    def found(self, seed: int = 0) -> list[int]:
        data = self.base, self.searched, self.candidates, self.labels, self.games
        return [each.index for each in select(*data, seed)]


def test_planted_gap_is_found_and_its_near_copy_is_not():
    found = [Simulated(seed, gap=0.4).found() for seed in range(10)]
    assert all(each[0] in (3, 4) for each in found) and sum(each == [3] for each in found) >= 8


def test_nothing_is_found_in_complete_heuristics():
    named = sum(bool(Simulated(seed, games=200).found(seed)) for seed in range(60))
    assert named <= 7  # of 60 at 5 %; with whole rows as observations it would be most of them


def test_own_term_with_a_wrong_weight_is_no_gap():
    # The last own term counts three times as much as the others' sum would say; candidate 5 is an own term.
    named = [bool(Simulated(seed, slope=3.0).found(seed)) for seed in range(20)]
    assert sum(named) <= 4


def test_candidate_that_the_base_says_already_has_no_score():
    games = Simulated(1)
    scores = game_scores(games.base, games.candidates, games.labels, games.games)
    assert not scores[:, 5].any() and scores[:, 3].any()
    assert SAID < 1e-3


def test_shares_are_of_what_could_be_explained():
    games = Simulated(2, games=2000, gap=0.5)
    held = held_games(games.games, 0)
    chosen = games.candidates[:, [3]]
    # The deeper search knows all: it explains what the candidate does, and no more.
    deeper = value_columns(games.logits)
    found = explained(games.base, chosen, deeper, games.labels, games.games, held, 0)
    (share,) = found.shares
    assert share.low < share.share < share.high
    assert 0.8 < share.share < 1.2 and found.explainable > 0.0
    assert found.games == 600 and found.positions == 600 * A_GAME


def test_held_games_are_whole_and_drawn_by_the_seed():
    games = Simulated(3).games
    held = held_games(games, 1)
    assert held.sum() == pytest.approx(0.3 * len(games))
    assert all(len(set(held[games == game])) == 1 for game in range(600))
    assert (held == held_games(games, 1)).all() and (held != held_games(games, 2)).any()


def test_weight_is_that_beside_the_own_weights():
    random = np.random.default_rng(5)
    values, candidate = random.normal(size=(2, 20_000))
    labels = chances_of(0.7 * (values + 2.5 * candidate))
    assert weight_of(values, candidate, labels, 1.0) == pytest.approx(2.5, rel=0.02)
    assert weight_of(values, candidate, labels, -1.0) == 0.0
    assert weight_of(-values, candidate, labels, 1.0) == 0.0


def test_weight_beside_a_worthless_value_is_bounded():
    random = np.random.default_rng(6)
    better = random.normal(size=20_000)
    values = better + random.normal(size=20_000)
    labels = chances_of(1.0 * better)
    # Alone, the value counts about half of what the candidate does, and beside it nothing.
    assert 4.0 < weight_of(values, better, labels, 1.0) < 12.0


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
