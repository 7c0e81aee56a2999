"""The usual heuristic of each game is one number: White's value is minus Black's, in the sum and each row. It
counts both sides alike: in the mirror image of a position, Black's value is White's in the position."""

import pytest
from hypothesis import given

from games.compiling.compiler import jit_disabled
from games.contract import BLACK, WHITE
from games.jungle import opposite
from games.registry import game_names, load_game
from heuristics.jungle import plies_to_catch
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from heuristics.sides import is_one_sided, one_sided_terms
from mirror_faults import mirrored
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


BY_SQUARES = {"jungle": {"plies to a catch"}}
"""Terms that do not only change sides in the mirror image, by game. Of hunters that are equally far from
their prey, `plies_to_catch` takes those on the first squares from a1: others than in the mirror image."""


@pytest.mark.parametrize("game", game_names())
@given(seed=seeds)
def test_a_usual_heuristic_changes_sides_in_a_mirror(game, seed):
    rules, lens = load_game(game), Lens.of(default_heuristic(game))
    if rules.mirror is None:
        return
    for position in list(random_walk(rules, seed, 160))[:: 2 * STEP]:
        if (image := mirrored(rules, position.state)) is None:
            continue
        here, there = lens.breakdown(position.state, WHITE), lens.breakdown(image, BLACK)
        found = {row.name: row.contribution for row in there.rows}
        for row in here.rows:
            if row.name in BY_SQUARES.get(game, ()):
                continue
            # Squares come in another order, so a sum of fractions may be rounded otherwise.
            assert row.contribution == pytest.approx(found[row.name], abs=1e-9), (row.name, position.text)
        if game not in BY_SQUARES:
            assert here.value == pytest.approx(there.value, abs=1e-9), position.text


def test_hunters_equally_far_are_chosen_by_square():
    """If this fails, jungle's `hunter` counts both sides alike, and `BY_SQUARES` can go."""
    jungle = load_game("jungle")
    state = jungle.parse("1wd-prtc/e7/8/8/8/L4T2/1P+W1RD+ b CE l 17", jungle.options())
    image = mirrored(jungle, state)
    assert image is not None
    prey = jungle.squares.index("c7")
    assert (plies_to_catch(state, prey, WHITE), plies_to_catch(image, opposite(prey), BLACK)) == (39, 43)


@pytest.mark.parametrize("game", game_names())
def test_a_usual_heuristic_has_no_one_sided_term(game):
    usual = default_heuristic(game)
    assert one_sided_terms(usual) == frozenset() and not is_one_sided(Lens.of(usual))
