"""Sets of squares as 64 bits: sums over them, and the `where` (`heuristics.contract`) of terms that count
them."""

import numpy as np

from games.bits import lowest_bit
from games.chess.board import SQUARES
from games.chess.tables import BIT
from games.contract import State
from heuristics.contract import Squares


def sum_over(bits: int, values: np.ndarray, side: int) -> float:
    """The sum of `values[side]` over a set of squares."""
    total = 0.0
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        total += values[side, square]
    return total


def squares_in(bits: int) -> list[int]:
    return [square for square in range(64) if int(bits) >> square & 1]


def each(piece: int) -> Squares:
    """The `where` of a term that counts pieces of a type: 1 for each square where one stands."""

    def squares(state: State, side: int) -> list[tuple[str, float]]:
        bits = state.types[piece] & state.sides[side]
        return [(SQUARES[square], 1.0) for square in squares_in(bits)]

    return squares


def worth(piece: int, values: np.ndarray) -> Squares:
    """The `where` of a term that adds a table's values: the value of each square with such a piece."""

    def squares(state: State, side: int) -> list[tuple[str, float]]:
        bits = state.types[piece] & state.sides[side]
        return [(SQUARES[square], float(values[side, square])) for square in squares_in(bits)]

    return squares
