"""The golden values of every heuristic, made by independent programs."""

import numpy as np
import pytest

from games.compiling.compiler import compiled
from games.contract import SIDE_NAMES
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.registry import heuristics_of, load_heuristic
from samples import golden_rows

ROWS = golden_rows("evaluations")


@pytest.mark.parametrize("name", sorted({row["game"] for row in ROWS}))
def test_every_golden_value(name):
    game = load_game(name)
    evaluators = {heuristic.name: compiled(heuristic.evaluator()) for heuristic in heuristics_of(name)}
    for row in (row for row in ROWS if row["game"] == name):
        heuristic = load_heuristic(name, row["heuristic"])
        state = np.zeros(1, game.dtype).view(np.recarray)
        state[0] = game.parse(row["position"], game.options())
        side = SIDE_NAMES.index(row["side"])
        expected = pytest.approx(row["value"], abs=1e-8)
        assert Lens.of(heuristic).breakdown(state[0], side).value == expected, row
        weights = heuristic.prepare(heuristic.default_weights)
        assert evaluators[heuristic.name](state[0], side, weights) == expected, row


@pytest.mark.parametrize("name", sorted({row["game"] for row in ROWS}))
def test_golden_rows_cover_heuristics_that_exist(name):
    known = {heuristic.name for heuristic in heuristics_of(name)}
    assert {row["heuristic"] for row in ROWS if row["game"] == name} <= known
