"""Weights are prepared once for a lens, however often it is used."""

import numpy as np

import bad_terms
from bad_terms import heuristic
from engines.contract import Limits
from engines.search_engine import Searcher
from games.position import Position
from games.registry import load_game
from heuristics.lens import Lens

GAME = load_game("isolation")
MIDDLE = Position.start(GAME, text="7/7/3w3/7/2b4/7/7 w")


def test_weights_are_prepared_once_for_searches_and_breakdowns() -> None:
    asked: list[bytes] = []

    def halved(weights: np.ndarray) -> np.ndarray:
        asked.append(weights.tobytes())
        return weights / 2

    made = heuristic(bad_terms.moving)
    made.prepare = halved
    lens = Lens.of(made)
    engine = Searcher(lens, Limits(depth=3), compile=False, threads=2)
    published: list[int] = []
    thought = engine.think(MIDDLE, lambda thought: published.append(thought.depth))
    engine.think(MIDDLE.play(thought.move))
    for position in [MIDDLE, *MIDDLE.along(thought.pv)]:
        for side in (0, 1):
            shown = lens.breakdown(position.state, side)
            assert [lens.amount(shown, index) for index in range(2)] == [float(position.to_move == side)] * 2
    assert published == [1, 2, 3]
    assert asked == [lens.weights.tobytes()]
