"""Games whose whole board a net gets as numbers, in the layout of a published source
(`engines.learned.jungle_board`). The PettingZoo environment uses it for your own learning programs."""

from collections.abc import Callable
from typing import Any, NamedTuple

from engines.learned.jungle_board import ACTIONS, INPUTS, ROWS, action, look
from games.contract import State


class WholeBoard(NamedTuple):
    """`look(state, mirrored, rows, coefficients, counts)` fills the first row of `rows` (int64[1, most]) with
    the numbers of the `inputs` that are not 0, at most `most`, `coefficients` with their values, and `counts`
    with how many there are; `action(state, move, mirrored)` is the number of a move among the `actions`."""

    inputs: int
    actions: int
    most: int
    look: Callable[[State, int, Any, Any, Any], int]
    action: Callable[[State, int, int], int]


WHOLE_BOARDS = {"jungle": WholeBoard(INPUTS, ACTIONS, ROWS, look, action)}
"""By game."""
