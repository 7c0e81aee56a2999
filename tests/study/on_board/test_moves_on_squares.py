"""The value of each move on the squares, in every game, by where its moves begin and go."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from engines.learned.policy import Policy, PolicyPlayer
from games.record import Record
from games.registry import game_names, load_game
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from samples import ongoing_positions
from study.on_board.moves_on_squares import moves_on_squares
from study.state.study import Study


def by_number(state: Any, moves: Any, count: int, learned: Any, out: Any) -> float:
    """Values of a policy: the last move is the best, and the first has no known value."""
    out[:count] = np.arange(count)
    out[0] = -np.inf
    return 0.0


def study_of(name: str) -> Study:
    position = next(each for each in ongoing_positions(name, 3, 12) if len(each.moves) > 3)
    return Study(Record.start(load_game(name), None, position.text), Lens.of(default_heuristic(name)))


def best(values: Iterable[float | None]) -> float | None:
    return max((value for value in values if value is not None), default=None)


@pytest.mark.parametrize("name", game_names())
def test_every_move_is_on_a_square_or_elsewhere(name: str) -> None:
    study = study_of(name)
    position, squares = study.position, study.record.game.squares
    assert moves_on_squares(study, (), "") is None
    study.search_store.keep(
        PolicyPlayer(lambda: Policy(by_number, np.zeros(1), 1.0), "q", "q").think(position)
    )
    found = moves_on_squares(study, (), "")
    assert found is not None and set(found.best) <= set(squares)
    last = len(position.moves) - 1
    assert best((*found.best.values(), *found.elsewhere.values())) == last
    assert (found.low, found.high) == (min(1, last), last)
    assert found.share(last) == 1.0 and found.share(None) is None
    for place in found.best:
        onwards = moves_on_squares(study, (place,), "")
        assert onwards is not None and onwards == moves_on_squares(study, (), place)
        numbers = {
            number
            for number, move in enumerate(position.moves)
            for path in study.record.game.click_paths(position.state, move)
            if path[0] == place
        }
        assert set(onwards.best.values()) - {None} <= numbers
        assert best(onwards.best.values()) == (max(numbers) or None)
    assert moves_on_squares(study, (), "no square") == found
