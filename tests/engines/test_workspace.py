"""A search's memory: a position's two table entries lie in one line of the caches, and the fields of a
workspace are those of its record."""

import numpy as np
import pytest

from engines.workspace import CACHE_LINE, TABLE_ENTRY, Fields, new_table, new_workspace
from games.registry import game_names, load_game


@pytest.mark.parametrize("megabytes", [0.001, 1, 5])
def test_a_positions_entries_share_a_line_of_the_caches(megabytes: float) -> None:
    table = new_table(megabytes)
    assert 2 * TABLE_ENTRY.itemsize == CACHE_LINE
    assert table.ctypes.data % CACHE_LINE == 0 and not table.view(np.uint8).any()


@pytest.mark.parametrize("game", game_names())
def test_fields_are_those_of_the_record(game: str) -> None:
    workspace = new_workspace(load_game(game))
    fields = Fields(workspace)
    for number, name in enumerate(workspace.dtype.names):
        if workspace.dtype[name].shape == ():
            setattr(fields, name, number)
            assert workspace[name] == getattr(fields, name) == number
        else:
            getattr(fields, name)[..., 0] = number % 100
            assert np.array_equal(workspace[name], getattr(fields, name))
            assert (workspace[name][..., 0] == number % 100).all()
    workspace.nodes = 77
    assert fields.nodes == 77, "it is the same memory"
    with pytest.raises(ValueError, match="no field"):
        _ = fields.nothing
