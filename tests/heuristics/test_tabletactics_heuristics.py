"""TableTactics' concentration against its formula, and where it counts nothing."""

from math import log

import pytest
from hypothesis import given

from games.contract import BLACK, WHITE
from games.position import Position
from games.tabletactics import GAME, soldiers
from heuristics.lens import Lens
from heuristics.tabletactics import VALUES, concentration
from samples import random_walk, seeds

V = {"N": 18, "F": 15, "T": 14}


def slow(position: Position, side: int) -> float:
    armies = ([], [])
    for soldier in soldiers(position.state):
        armies[soldier.side].append((V[soldier.letter], soldier.hitpoints))
    logs = [log(sum(v * h for v, h in army) ** 2 / sum(h * h for _, h in army)) for army in armies]
    return logs[side] - logs[1 - side]


def value(text: str, side: int = WHITE) -> float:
    return Lens.of(concentration).breakdown(Position.start(GAME, text=text).state, side).value


def test_values_of_the_soldiers():
    assert VALUES.tolist() == [18, 15, 14]


@given(seed=seeds)
def test_values_are_those_of_the_formula(seed):
    for position in random_walk(GAME, seed, 60):
        placed = position.text.split()[2] == "play"
        if position.outcome != -1:
            continue
        for side in (WHITE, BLACK):
            expected = slow(position, side) if placed else 0.0
            assert Lens.of(concentration).breakdown(position.state, side).value == pytest.approx(
                expected, abs=1e-12
            )


def test_a_wounded_army_is_worth_less_and_by_how_much():
    text = "4f12n42/5t22/6/6/F22T224/N42F324 w play - 4"
    own, other = 72 + 30 + 45 + 28, 72 + 15 + 28
    expected = log(own**2 / (16 + 4 + 9 + 4)) - log(other**2 / (16 + 1 + 4))
    assert value(text) == pytest.approx(expected) and expected > 0
    assert value(text, BLACK) == pytest.approx(-expected)


def test_siege_is_0_before_placement_and_after_an_army_died():
    assert value("6/6/6/6/F32F324/T22N424 b place - 1") == 0.0
    assert value("6/6/6/6/F31F324/N42T214 w play - 4") == 0.0


def test_what_the_squares_show_adds_up_to_what_is_logged():
    position = Position.start(GAME, text="4f12n42/5t22/6/6/F22T224/N42F324 w play - 4")
    strength, squares = concentration.terms
    assert log(sum(amount for _, amount in strength.squares(position.state, WHITE))) == pytest.approx(
        strength.count(position.state, WHITE)
    )
    assert squares.squares(position.state, BLACK) == [("f5", 4.0), ("e6", 1.0), ("f6", 16.0)]
