"""A state that is copied as a whole."""

import pytest

from games.compiling.compiler import compiled
from games.contract import copy_state, new_state
from games.position import Position
from games.registry import game_names, load_game
from games.state_copy import copy_state_into


@pytest.mark.parametrize("copy", [copy_state_into, compiled(copy_state_into)])
def test_all_fields_of_a_state_are_copied(copy):
    for name in game_names():
        game = load_game(name)
        source, target = Position.start(game).state, new_state(game.dtype)
        before = copy_state(source)
        copy(source, target)
        assert target == before and source == before
