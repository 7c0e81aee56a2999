"""Morris's `weighted` against a count by names, and its scale."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.compiling.compiler import jit_disabled
from games.morris import GAME, LINES
from games.position import Position
from heuristics.lens import Lens
from heuristics.morris import weighted
from samples import random_walk, seeds

STEP = 10 if jit_disabled() else 4


def counted(state, side) -> list[float]:
    """Stones, stash, mills and possible mills, line by line."""
    own, other = int(state.stones[side]), int(state.stones[1 - side])
    mills = possible = 0
    for line in LINES:
        mine = sum(own >> point & 1 for point in line)
        theirs = sum(other >> point & 1 for point in line)
        mills += mine == 3
        possible += mine == 2 and theirs == 0
    return [bin(own).count("1"), int(state.stash[side]), mills, possible]


@given(seed=seeds)
def test_counts(seed):
    for position in list(random_walk(GAME, seed, 100))[::STEP]:
        for side in (0, 1):
            rows = Lens.of(weighted).breakdown(position.state, side).rows
            assert [row.own for row in rows] == counted(position.state, side)
            assert [row.other for row in rows] == counted(position.state, 1 - side)
            for term, count in zip(weighted.terms, counted(position.state, side), strict=True):
                if term.squares:
                    amounts = sum(amount for _, amount in term.squares(position.state, side))
                    assert amounts == pytest.approx(count)


@given(
    seed=seeds,
    weights=st.lists(st.floats(-100, 100), min_size=4, max_size=4).map(np.array),
)
def test_values_stay_between_those_of_a_loss_and_a_win(seed, weights):
    for position in list(random_walk(GAME, seed, 100))[::STEP]:
        assert -1.0 < Lens(weighted, weights).breakdown(position.state, 0).value < 1.0


def test_the_published_weights_and_scale():
    assert dict(zip(weighted.weight_names, weighted.default_weights, strict=True)) == {
        "stones": 1.0,
        "stash": 1.0,
        "mills": 4.0,
        "possible_mills": 2.0,
    }
    ahead = Position.start(GAME, text="w2/3/3/6/3/3/3 b 8 8 0")
    assert Lens.of(weighted).breakdown(ahead.state, 0).value == pytest.approx(1 / (9 * 1 + 4 * 4 + 8 * 2 + 1))
    three, two = Lens.of(weighted, {"stones": 3, "stash": 2}), Lens.of(weighted, {"stones": 2, "stash": 3})
    assert three.breakdown(ahead.state, 0).value == pytest.approx((3 - 2 + 2 - 0) / 60)
    assert two.breakdown(ahead.state, 0).value == pytest.approx((2 - 0) / 60)
