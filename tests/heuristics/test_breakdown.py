"""The breakdown adds up to the value, bit for bit, for every heuristic of every game."""

from functools import cache

import numpy as np
import pytest

from games.compiling.compiler import compiled, jit_disabled
from games.position import Position
from games.registry import game_names, load_game
from heuristics.contract import DIFFERENCE, OTHER, OWN, SINGLE, takes_weights
from heuristics.lens import Lens
from heuristics.registry import heuristics_of
from samples import random_positions
from ui.boards.registry import load_art

EVERY = [heuristic for name in game_names() for heuristic in heuristics_of(name)]
every_heuristic = pytest.mark.parametrize("heuristic", EVERY, ids=lambda h: f"{h.game} {h.name}")


@cache
def positions(name: str) -> list[Position]:
    return random_positions(load_game(name), seed=5, count=12 if jit_disabled() else 40)


def weightings(heuristic) -> list[np.ndarray]:
    """The default weights, and some that a person might set."""
    draw = np.random.default_rng(7)
    default = heuristic.default_weights
    return [
        default,
        default * draw.uniform(0.1, 3.0, len(default)),
        draw.normal(0.0, 2.0, len(default)),
        np.zeros(len(default)),
    ]


@every_heuristic
def test_rows_add_up_to_what_the_search_uses(heuristic):
    evaluate, plain = compiled(heuristic.evaluator()), heuristic.evaluator()
    for position in positions(heuristic.game):
        state = np.zeros(1, position.game.dtype).view(np.recarray)
        state[0] = position.state
        for weights in weightings(heuristic):
            prepared = heuristic.prepare(weights)
            for side in (0, 1):
                breakdown = Lens(heuristic, weights).breakdown(position.state, side)
                total = 0.0
                for row in breakdown.rows:
                    total += row.contribution
                assert total == breakdown.value
                assert evaluate(state[0], side, prepared) == breakdown.value
                assert plain(position.state, side, prepared) == breakdown.value
                assert np.isfinite(breakdown.value)


@every_heuristic
def test_rows_show_counts_where_they_apply(heuristic):
    kinds = {term.name: term.kind for term in heuristic.terms}
    if heuristic.decisive:
        kinds[heuristic.decisive.name] = heuristic.decisive.kind
    for position in positions(heuristic.game)[:10]:
        breakdown = Lens.of(heuristic).breakdown(position.state, 1)
        assert breakdown.side == 1
        for row in breakdown.rows:
            kind = kinds[row.name]
            assert (row.own is not None) == (kind in (DIFFERENCE, OWN))
            assert (row.other is not None) == (kind in (DIFFERENCE, OTHER))
            assert kind in (DIFFERENCE, OWN, OTHER, SINGLE)


@every_heuristic
def test_the_search_alters_neither_weights_nor_state(heuristic):
    position = positions(heuristic.game)[0]
    before, weights = position.text, heuristic.default_weights
    kept = weights.copy()
    Lens(heuristic, weights).breakdown(position.state, 0)
    assert position.text == before
    assert (weights == kept).all()


@every_heuristic
def test_where_names_squares_of_the_board(heuristic):
    for position in positions(heuristic.game)[:10]:
        for term in heuristic.terms:
            if term.squares is None:
                continue
            for side in (0, 1):
                words = (heuristic.default_weights,) if takes_weights(term.squares) else ()
                named = term.squares(position.state, side, *words)
                # Includes places beside the board.
                places = load_art(heuristic.game).pieces(position.state).keys()
                assert {name for name, _ in named} <= {*position.game.squares, *places}
                assert len({name for name, _ in named}) == len(named)
                assert all(np.isfinite(amount) for _, amount in named)


@every_heuristic
def test_a_person_can_read_what_a_term_is(heuristic):
    assert heuristic.description and heuristic.source
    assert len(set(heuristic.weight_names)) == len(heuristic.weight_names)
    for term in heuristic.terms:
        assert term.name and term.description and term.source
        assert "\n" not in term.description
