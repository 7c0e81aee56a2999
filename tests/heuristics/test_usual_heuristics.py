"""The usual heuristic of each game is one number: White's value is minus Black's, in the sum and each row."""

import pytest
from hypothesis import given

from games.compiling.compiler import jit_disabled
from games.registry import game_names, load_game
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from heuristics.sides import is_one_sided, one_sided_terms
from samples import random_walk, seeds

STEP = 20 if jit_disabled() else 5


@pytest.mark.parametrize("game", game_names())
@given(seed=seeds)
def test_a_usual_heuristic_values_both_sides_alike(game, seed):
    lens = Lens.of(default_heuristic(game))
    for position in list(random_walk(load_game(game), seed, 160))[::STEP]:
        white, black = (lens.breakdown(position.state, side) for side in (0, 1))
        assert white.value == -black.value, position.text
        rows = {row.name: row.contribution for row in black.rows}
        for row in white.rows:
            assert row.contribution == -rows[row.name], (row.name, position.text)


@pytest.mark.parametrize("game", game_names())
def test_a_usual_heuristic_has_no_one_sided_term(game):
    usual = default_heuristic(game)
    assert one_sided_terms(usual) == frozenset() and not is_one_sided(Lens.of(usual))
