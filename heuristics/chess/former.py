"""Functions that were terms of `classical` when a term could not taper by itself: counts times their value in
the phase of the game. People's own heuristics import them."""

from games.bits import popcount
from games.chess.tables import BISHOP, KNIGHT, PAWN, QUEEN, ROOK
from games.contract import State
from heuristics.chess.attacks import Side
from heuristics.chess.classical import (
    PIECE_WORTH,
    has_bishop_pair,
    has_turn,
    number_contested,
    number_open_at_king,
)
from heuristics.chess.phases import S, middle_game, tapered
from heuristics.contract import Kernel


def _worth_of(piece: int, name: str) -> Kernel:
    """The function that returns what a side's pieces of a type are worth."""

    def worth(state: State, side: int) -> float:
        number = popcount(state.types[piece] & state.sides[side])
        return number * tapered(state, S(PIECE_WORTH.middle[piece], PIECE_WORTH.end[piece]))

    worth.__name__, worth.__doc__ = name, "What the pieces of a type are worth in the phase of the game."
    return worth


pawns_worth = _worth_of(PAWN, "pawns_worth")
knights_worth = _worth_of(KNIGHT, "knights_worth")
bishops_worth = _worth_of(BISHOP, "bishops_worth")
rooks_worth = _worth_of(ROOK, "rooks_worth")
queens_worth = _worth_of(QUEEN, "queens_worth")


def bishop_pair(state: State, side: int) -> float:
    """A pair of bishops counts 1, in the endgame 1.2."""
    return has_bishop_pair(state, side) * tapered(state, S(1.0, 1.2))


def contested_squares(state: State, side: int, shared: tuple[Side, Side]) -> float:
    """Contested squares, which count less towards the endgame."""
    return number_contested(state, side, shared) * middle_game(state)


def open_files_at_king(state: State, side: int) -> float:
    """Files without own pawns at the king and beside it; in the endgame they count a quarter."""
    return number_open_at_king(state, side) * tapered(state, S(1.0, 0.25))


def tempo(state: State, side: int) -> float:
    """The turn: 1 for the side to move, in the endgame 0.3."""
    return has_turn(state, side) * tapered(state, S(1.0, 0.3))
