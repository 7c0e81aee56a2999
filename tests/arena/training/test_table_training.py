"""A table that learns, uncompiled: three in a row against a random player."""

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from against_random import against_random

from arena.training.table_training import TableTraining
from engines.learned.action_table import contents, new_action_table, value_in
from engines.learned.learners import Schedule, TableLearner
from engines.random_player import RandomPlayer
from games.contract import DRAW, ONGOING, Game, State

TOY = Path(__file__).parents[3] / "assets" / "new_game" / "games" / "toy.py"
GAMES = 300


def toy() -> Game:
    spec = importlib.util.spec_from_file_location("toy_to_learn", TOY)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game: Game = module.GAME
    return game


def survey(state: Any, seen: Any) -> None:
    seen[:] = state.stones[state.to_move], state.stones[1 - state.to_move]


LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
CORNERS, CENTRE = 0o505, 0o020


def numbered(state: Any, move: int, seen: Any) -> int:
    """What a stone does: whether it completes a line, whether it leaves one to be completed, and where it
    stands."""
    stone, own, other = 1 << int(move), int(seen[0]), int(seen[1])
    whole = any((own | stone) & line == line for line in LINES)
    free = [1 << square for square in range(9) if not (own | other | stone) >> square & 1]
    left = any((other | last) & line == line for last in free for line in LINES)
    return 6 * whole + 3 * left + (2 if stone & CENTRE else 1 if stone & CORNERS else 0)


def reward(before: Any, after: Any, side: int, outcome: int) -> float:
    return 0.0 if outcome in (ONGOING, DRAW) else 1.0 if outcome == side else -1.0


def unwritten(*_: Any, **__: Any) -> Any:
    raise NotImplementedError


def broadly(seen: Any) -> int:
    return 12


LEARNER = TableLearner(
    *("toy", "toy", "toy", GAMES, ("random",), ("random",), ({},)),
    survey,
    numbered,
    broadly,
    2,
    reward,
    unwritten,
    unwritten,
    rows=16,
    rate=0.2,
    exploration=Schedule(0.5, 0.1, GAMES),
)


def score(rules: Game, table: np.ndarray, games: int) -> float:
    """The score of the table's best actions against random ones, in games that it did not learn from."""
    seen = np.zeros(2, np.int64)

    def best(state: State, moves: Sequence[int]) -> int:
        survey(state, seen)
        return max(moves, key=lambda move: value_in(table, numbered(state, move, seen), 12, 0.0))

    return against_random(rules, best, games)


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Trains a table on some games, uncompiled."""
    monkeypatch.setattr("arena.training.table_training.compiled", lambda kernel: kernel)

    def train(*blocks: tuple[int, int], seed: int = 1) -> np.ndarray:
        table = new_action_table(LEARNER.rows)
        training = TableTraining(toy(), LEARNER, (RandomPlayer(),), table, seed)
        for first, games in blocks:
            training.play(first, games)
        return table

    return train


def test_a_table_that_has_learned_plays_better(trained: Any) -> None:
    rules, table = toy(), trained((0, GAMES))
    before, after = score(rules, new_action_table(16), 100), score(rules, table, 100)
    assert after > 0.9 and after > before + 0.2, (before, after)


def test_the_same_seed_and_games_make_the_same_table(trained: Any) -> None:
    table = trained((0, 20), (20, 20))
    assert np.array_equal(trained((0, 20), (20, 20)), table)
    assert not np.array_equal(trained((0, 20), (20, 20), seed=4), table)
    numbers, values, visits = contents(table)
    assert visits.sum() > 40 * 2 and (np.abs(values) <= 1.0).all() and len(numbers) > 6


def test_table_that_is_taken_over_goes_on(trained: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    half, whole = trained((0, 20)), trained((0, 20), (20, 20))
    table = new_action_table(LEARNER.rows)
    training = TableTraining(toy(), LEARNER, (RandomPlayer(),), table, 1)
    training.take_over(half)
    training.play(20, 20)
    for found, wanted in zip(contents(table), contents(whole), strict=True):
        assert np.array_equal(found, wanted)
