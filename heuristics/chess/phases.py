"""Worth that changes from the middle game to the endgame."""

from typing import Any, NamedTuple

from games.bits import popcount
from games.chess.tables import BISHOP, KNIGHT, QUEEN, ROOK
from games.contract import State


class S(NamedTuple):
    """A worth in the middle game and in the endgame: two numbers or two tables."""

    middle: Any
    end: Any


ALL_PIECES = 24
"""The sum over all pieces at the start: a minor piece counts 1, a rook 2, a queen 4."""


def middle_game(state: State) -> float:
    """The share of the middle game: 1 with all pieces on the board, 0 with only kings and pawns."""
    types = state.types
    pieces = popcount(types[KNIGHT] | types[BISHOP]) + 2 * popcount(types[ROOK]) + 4 * popcount(types[QUEEN])
    return min(pieces, ALL_PIECES) / ALL_PIECES


def tapered(state: State, worth: S) -> float:
    """The worth in a position between middle game and endgame, interpolated by `middle_game`."""
    share = middle_game(state)
    return share * worth.middle + (1.0 - share) * worth.end


def endings(state: State) -> float:
    """The share at which a worth for endings counts: 1 up to a quarter of the middle game, 0 from three
    quarters."""
    return max(min(1.5 - 2.0 * middle_game(state), 1.0), 0.0)
