"""A net that learns, uncompiled: three in a row against a random player."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from against_random import against_random
from test_table_training import numbered, reward, survey, toy, unwritten

from arena.training.net_training import KEPT, NetTraining
from engines.learned.learners import Schedule
from engines.learned.net import make_net
from engines.learned.net_learner import NetLearner, View
from engines.random_player import RandomPlayer
from games.contract import Game, State

GAMES = 120


def look(state: Any, mirrored: int, rows: Any, coefficients: Any, counts: Any) -> int:
    """One feature for each free square: what a stone there does, as in `test_table_training.py`."""
    seen = np.zeros(2, np.int64)
    survey(state, seen)
    free = [square for square in range(9) if not int(seen[0] | seen[1]) >> square & 1]
    for i, square in enumerate(free):
        left, place = divmod(numbered(state, square, seen), 3)
        rows[i, :2] = left, 4 + place
        coefficients[i, :2] = 1.0
        counts[i] = 2
    return len(free)


def action(state: Any, move: int, mirrored: int) -> int:
    taken = int(state.stones[0] | state.stones[1])
    return sum(not taken >> square & 1 for square in range(int(move)))


LEARNER = NetLearner(
    *("toy", "toy", "toy", GAMES, ("random",), ("random",), ({},)),
    View(make_net(7, 8, 1), 2, 9, look, action, False),
    reward,
    unwritten,
    unwritten,
    "random",
    shown=0.0,
    weight=0.0,
    exploration=Schedule(0.6, 0.1, GAMES),
    rate=Schedule(0.01, 0.002, GAMES),
    batch=16,
    every=2,
    kept=1000,
    target_every=20,
)


def score(rules: Game, weights: np.ndarray, games: int) -> float:
    """The score of the net's best actions against random ones, in games that it did not learn from."""
    rows, coefficients, counts = np.zeros((9, 2), np.int64), np.zeros((9, 2)), np.zeros(9, np.int64)

    def best(state: State, moves: Sequence[int]) -> int:
        look(state, 0, rows, coefficients, counts)
        return moves[
            int(np.argmax(LEARNER.view.net.answers(weights, rows, coefficients, counts, len(moves))))
        ]

    return against_random(rules, best, games)


def trained(*blocks: tuple[int, int], seed: int = 1) -> NetTraining:
    training = NetTraining(toy(), LEARNER, (RandomPlayer(),), RandomPlayer(), seed)
    for first, games in blocks:
        training.play(first, games)
    return training


@pytest.fixture(autouse=True)
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiles nothing."""
    monkeypatch.setattr("arena.training.net_training.compiled", lambda kernel, allocates: kernel)


def test_a_net_that_has_learned_plays_better() -> None:
    rules = toy()
    before, after = (score(rules, trained(*blocks).brain.weights, 100) for blocks in ((), ((0, GAMES),)))
    assert after > 0.85 and after > before + 0.1, (before, after)


def test_the_same_seed_and_games_make_the_same_net() -> None:
    one = trained((0, 95)).brain.weights
    assert np.array_equal(trained((0, 95)).brain.weights, one)
    assert not np.array_equal(trained((0, 95), seed=2).brain.weights, one)


def test_what_is_kept_is_taken_over() -> None:
    one, other = trained((0, 95)), trained()
    kept = one.brain.to_keep()
    assert set(kept) == set(KEPT)
    other.brain.take_over(kept)
    for name in KEPT:
        assert np.array_equal(getattr(other.brain, name), getattr(one.brain, name))
    assert one.progress.batches > 0 and one.progress.turns > 150
