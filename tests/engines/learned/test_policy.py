"""Players that take the action of the highest value."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from engines.contract import EXACT, EngineFailure
from engines.learned.policy import Policy, PolicyPlayer, best_of
from games.contract import BadText
from games.position import Position
from games.registry import load_game


def rightmost(state: Any, moves: Any, count: int, learned: Any, out: Any) -> float:
    for i in range(count):
        out[i] = learned[0] * (moves[i] & 7)
    return 0.0


POLICY = Policy(rightmost, np.array([2.0]), 5.0, lambda state, move: f"file {move & 7}")
START = Position.start(load_game("jungle"))


def player(seed: int = 0) -> PolicyPlayer:
    return PolicyPlayer(lambda: POLICY, "kind", "kind,seed=3", seed)


def test_of_equals_any_is_taken() -> None:
    values = [1.0, 3.0, 2.0, 3.0, 3.0, 9.0]
    taken = Counter(best_of(values, 5, 4, number) for number in range(3000))
    assert set(taken) == {1, 3, 4} and min(taken.values()) > 900


def test_it_plays_the_best_and_says_what_all_are_worth() -> None:
    thought = player().think(START)
    assert START.notation(thought.move or 0) == "h1" and thought.value == 14.0
    assert [row.value for row in thought.root_moves] == [2.0 * file for file in range(8)]
    assert {row.bound for row in thought.root_moves} == {EXACT}
    assert [row.remark for row in thought.root_moves] == [f"file {file}" for file in range(8)]
    assert (thought.program, thought.player) == ("kind", "kind,seed=3")


def test_it_chooses_between_those_it_is_left() -> None:
    only = START.moves[2:5]
    assert player().think(START, only=only).move == START.moves[4]


def test_what_cannot_be_read_is_a_failure_in_one_line() -> None:
    def load() -> Policy:
        raise BadText("file: expected another")

    with pytest.raises(EngineFailure, match="file: expected another"):
        PolicyPlayer(load, "kind", "kind").think(START)
    with pytest.raises(EngineFailure, match="the game is over"):
        player().think(Position.start(START.game, text="8/8/8/8/8/8/R7 w - - 0"))
