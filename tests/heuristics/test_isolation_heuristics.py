"""Isolation's terms show on the board what they count."""

import pytest

from games.registry import load_game
from heuristics.contract import takes_weights
from heuristics.registry import heuristics_of
from samples import random_walk

GAME = load_game("isolation")


@pytest.mark.parametrize("heuristic", heuristics_of("isolation"), ids=lambda heuristic: heuristic.name)
def test_every_term_names_squares_and_they_add_up_to_its_count(heuristic):
    weights = heuristic.default_weights * 3.0 + 0.5
    for position in [*random_walk(GAME, 3), *random_walk(GAME, 8)]:
        for term in heuristic.terms:
            if term.name == "overlap":  # counts only once, however many squares are shared
                continue
            for side in (0, 1):
                shown = term.squares(
                    position.state, side, *([weights] if takes_weights(term.squares) else ())
                )
                count = term.count(position.state, side, *([weights] if term.takes_weights else ()))
                assert sum(amount for _, amount in shown) == pytest.approx(float(count)), term.name
