"""Simulated learned players: what is planted is named with its weight, and nothing where there is nothing."""

import numpy as np
import pytest
from measure_explained import PLANTED, SimulatedPlayer, covers_effect, covers_share

from arena.gaps.selection import left_over
from arena.learned.readable_terms import (
    effects,
    fit_linear,
    held_games,
    measured,
    select_readable,
    share_left,
)


def test_planted_terms_are_named_with_weights_and_share():
    for seed in range(2):
        player = SimulatedPlayer(seed)
        chosen = player.found(seed)
        assert chosen == list(PLANTED)
        result = player.measured(chosen)
        assert result.fit.beta == pytest.approx(list(PLANTED.values()), abs=1.0)
        assert result.fit.intercept == pytest.approx(40.0, abs=1.5)
        assert result.share.share == pytest.approx(0.7, abs=0.08)
        assert sum(each.share for each in result.shares) == pytest.approx(result.share.share)
        assert [each.share for each in result.shares] == sorted(
            (each.share for each in result.shares), reverse=True
        )
        assert result.games == 60 and result.positions == 360


def test_nothing_is_named_where_values_are_noise():
    assert sum(bool(SimulatedPlayer(seed, {}, games=120).found(seed)) for seed in range(12)) <= 3


def test_term_that_explains_next_to_nothing_is_not_named():
    # Half a per cent of the values: found with enough games, and no answer to the question.
    player = SimulatedPlayer(1, {3: 1.0}, share=0.005, games=1500)
    assert player.found() == []


def test_of_candidates_that_say_the_same_the_first_is_named():
    player = SimulatedPlayer(2, {3: 8.0})
    twice = np.hstack([player.candidates, 10.0 * player.candidates[:, [3]]])
    rest = ~player.held
    named = select_readable(twice[rest], player.values[rest], player.games[rest], 0)
    assert [each.index for each in named] == [3] and named[0].p < 0.001


def test_intervals_contain_the_truth():
    assert sum(map(covers_share, range(16))) >= 14
    assert sum(map(covers_effect, range(16))) >= 14


def test_share_of_nothing_named_is_zero():
    player = SimulatedPlayer(3, {}, games=100)
    result = player.measured([])
    assert (result.share.share, result.share.low, result.share.high, result.shares) == (0.0, 0.0, 0.0, ())
    assert result.all_candidates < 0.1


def test_share_of_values_that_terms_say_exactly_is_one():
    player = SimulatedPlayer(4)
    exact = player.candidates @ player.beta
    result = measured(player.candidates, list(PLANTED), exact, player.games, player.held)
    assert result.share.share == pytest.approx(1.0) and result.fit.beta == pytest.approx([8.0, -5.0, 3.0])
    assert share_left(np.zeros(5), np.ones(5)).low == 1.0


def test_fit_takes_doubled_and_constant_columns():
    x = np.random.default_rng(4).normal(size=400)
    fit = fit_linear(np.column_stack([x, x, np.ones(400)]), 3.0 * x + 1.0)
    assert fit.beta == pytest.approx([1.5, 1.5, 0.0]) and fit.intercept == pytest.approx(1.0)
    assert np.abs(left_over(np.column_stack([x, x]), 3.0 * x + 1.0)).max() < 1e-9


def test_effect_holds_the_other_columns_equal():
    random = np.random.default_rng(5)
    games = np.repeat(np.arange(300), 4)
    seen = random.normal(size=1200)
    other = seen + random.normal(size=1200)
    values = 2.0 * seen + random.normal(size=1200)
    none, some = (
        effects(base, other[:, None], values, games)[0] for base in (seen[:, None], np.zeros((1200, 0)))
    )
    assert none.low < 0.0 < none.high and some.low > 0.8


def test_held_games_are_whole_and_drawn_by_the_seed():
    games = SimulatedPlayer(3, games=600).games
    held = held_games(games, 1)
    assert held.sum() == pytest.approx(0.3 * len(games))
    assert all(len(set(held[games == game])) == 1 for game in range(600))
    assert (held == held_games(games, 1)).all() and (held != held_games(games, 2)).any()
