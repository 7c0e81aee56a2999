"""Chess's published heuristics: material alone, and material with one of two sets of piece-square tables.

Each type of piece has two terms: the number of pieces, whose weight is the worth of one, and the sum of the
table's values of their squares.
"""

from games.bits import lowest_bit, popcount
from games.chess.tables import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from games.contract import State
from heuristics.chess.squares import each, sum_over, worth
from heuristics.chess.tables import (
    BISHOP_AND_QUEEN_LOCATION,
    BISHOP_SQUARES,
    KING_LOCATION,
    KING_SQUARES,
    KING_SQUARES_IN_ENDGAME,
    KNIGHT_LOCATION,
    KNIGHT_SQUARES,
    PAWN_LOCATION,
    PAWN_SQUARES,
    QUEEN_SQUARES,
    ROOK_SQUARES,
)
from heuristics.contract import Heuristic, where

AGENTS = "Utility write-up of the chess AI with LocationAgent"
SIMPLIFIED = "Tomasz Michniewski, Simplified Evaluation Function, chessprogramming.org"

piece_value = Heuristic(
    "piece_value",
    "chess",
    "Material alone: the values of the pieces on the board.",
    AGENTS,
    scale=30.0,
    unit="pawn",
    per_unit=10.0,
)
location = Heuristic(
    "location",
    "chess",
    "Material and piece-square tables.",
    AGENTS,
    scale=30.0,
    unit="pawn",
    per_unit=10.0,
)
michniewski = Heuristic(
    "michniewski",
    "chess",
    "Material in hundredths of a pawn, and piece-square tables; the king comes out in the endgame.",
    SIMPLIFIED,
    scale=300.0,
    unit="pawn",
    per_unit=100.0,
)

MATERIAL, LOCATION = "material", "location"
"""Groups of terms."""


# Pawns


@michniewski.difference(weight=100.0, group=MATERIAL)
@location.difference(weight=10.0, group=MATERIAL)
@piece_value.difference(weight=10.0)
@where(each(PAWN))
def pawns(state: State, side: int) -> float:
    """Pawns on the board."""
    return popcount(state.types[PAWN] & state.sides[side])


@location.difference("pawns: location", weight=1.0, group=LOCATION, label="pawn location")
@where(worth(PAWN, PAWN_LOCATION))
def pawn_location(state: State, side: int) -> float:
    """Square values of the pawns: central pawns should advance, those at the edge may wait."""
    return sum_over(state.types[PAWN] & state.sides[side], PAWN_LOCATION, side)


@michniewski.difference("pawns: location", weight=1.0, group=LOCATION, label="pawn location")
@where(worth(PAWN, PAWN_SQUARES))
def pawn_squares(state: State, side: int) -> float:
    """Square values of the pawns: they should advance, but stay in front of a castled king."""
    return sum_over(state.types[PAWN] & state.sides[side], PAWN_SQUARES, side)


# Knights


@michniewski.difference(weight=320.0, group=MATERIAL)
@location.difference(weight=30.0, group=MATERIAL)
@piece_value.difference(weight=30.0)
@where(each(KNIGHT))
def knights(state: State, side: int) -> float:
    """Knights on the board."""
    return popcount(state.types[KNIGHT] & state.sides[side])


@location.difference("knights: location", weight=1.0, group=LOCATION, label="knight location")
@where(worth(KNIGHT, KNIGHT_LOCATION))
def knight_location(state: State, side: int) -> float:
    """Square values of the knights: high in the centre and forward, low in a corner."""
    return sum_over(state.types[KNIGHT] & state.sides[side], KNIGHT_LOCATION, side)


@michniewski.difference("knights: location", weight=1.0, group=LOCATION, label="knight location")
@where(worth(KNIGHT, KNIGHT_SQUARES))
def knight_squares(state: State, side: int) -> float:
    """Square values of the knights: high in the centre, low at the edge."""
    return sum_over(state.types[KNIGHT] & state.sides[side], KNIGHT_SQUARES, side)


# Bishops


@michniewski.difference(weight=330.0, group=MATERIAL)
@location.difference(weight=30.0, group=MATERIAL)
@piece_value.difference(weight=30.0)
@where(each(BISHOP))
def bishops(state: State, side: int) -> float:
    """Bishops on the board."""
    return popcount(state.types[BISHOP] & state.sides[side])


@location.difference("bishops: location", weight=1.0, group=LOCATION, label="bishop location")
@where(worth(BISHOP, BISHOP_AND_QUEEN_LOCATION))
def bishop_location(state: State, side: int) -> float:
    """Square values of the bishops: high where they look over the centre."""
    return sum_over(state.types[BISHOP] & state.sides[side], BISHOP_AND_QUEEN_LOCATION, side)


@michniewski.difference("bishops: location", weight=1.0, group=LOCATION, label="bishop location")
@where(worth(BISHOP, BISHOP_SQUARES))
def bishop_squares(state: State, side: int) -> float:
    """Square values of the bishops: low in corners and at the edge."""
    return sum_over(state.types[BISHOP] & state.sides[side], BISHOP_SQUARES, side)


# Rooks


@michniewski.difference(weight=500.0, group=MATERIAL)
@location.difference(weight=50.0, group=MATERIAL)
@piece_value.difference(weight=50.0)
@where(each(ROOK))
def rooks(state: State, side: int) -> float:
    """Rooks on the board."""
    return popcount(state.types[ROOK] & state.sides[side])


@michniewski.difference("rooks: location", weight=1.0, group=LOCATION, label="rook location")
@where(worth(ROOK, ROOK_SQUARES))
def rook_squares(state: State, side: int) -> float:
    """Square values of the rooks: high on the seventh rank and the middle of the first, low at the edge."""
    return sum_over(state.types[ROOK] & state.sides[side], ROOK_SQUARES, side)


# Queens


@michniewski.difference(weight=900.0, group=MATERIAL)
@location.difference(weight=90.0, group=MATERIAL)
@piece_value.difference(weight=90.0)
@where(each(QUEEN))
def queens(state: State, side: int) -> float:
    """Queens on the board."""
    return popcount(state.types[QUEEN] & state.sides[side])


@location.difference("queens: location", weight=1.0, group=LOCATION, label="queen location")
@where(worth(QUEEN, BISHOP_AND_QUEEN_LOCATION))
def queen_location(state: State, side: int) -> float:
    """Square values of the queens: high where they look over the centre."""
    return sum_over(state.types[QUEEN] & state.sides[side], BISHOP_AND_QUEEN_LOCATION, side)


@michniewski.difference("queens: location", weight=1.0, group=LOCATION, label="queen location")
@where(worth(QUEEN, QUEEN_SQUARES))
def queen_squares(state: State, side: int) -> float:
    """Square values of the queens: low at the edge, slightly higher in the centre."""
    return sum_over(state.types[QUEEN] & state.sides[side], QUEEN_SQUARES, side)


# Kings


@michniewski.difference(weight=20000.0, group=MATERIAL)
@location.difference(weight=900.0, group=MATERIAL)
@piece_value.difference(weight=900.0)
@where(each(KING))
def kings(state: State, side: int) -> float:
    """Kings on the board: always one a side, so this adds nothing."""
    return popcount(state.types[KING] & state.sides[side])


@location.difference("kings: location", weight=1.0, group=LOCATION, label="king location")
@where(worth(KING, KING_LOCATION))
def king_location(state: State, side: int) -> float:
    """Square value of the king: high where it castles, low in the centre."""
    return sum_over(state.types[KING] & state.sides[side], KING_LOCATION, side)


def has_endgame_material(state: State, side: int) -> bool:
    """Whether a side has no queen, or one queen with no rook and at most one bishop or knight."""
    own = state.sides[side]
    queens = popcount(state.types[QUEEN] & own)
    if queens == 0:
        return True
    minors = popcount((state.types[KNIGHT] | state.types[BISHOP]) & own)
    return queens == 1 and state.types[ROOK] & own == 0 and minors <= 1


def is_endgame(state: State) -> bool:
    """The published switch to the endgame: whether both sides have such material."""
    return has_endgame_material(state, 0) and has_endgame_material(state, 1)


def _king_squares_worth(state: State, side: int) -> list[tuple[str, float]]:
    values = KING_SQUARES_IN_ENDGAME if is_endgame(state) else KING_SQUARES
    return worth(KING, values)(state, side)


@michniewski.difference("kings: location", weight=1.0, group=LOCATION, label="king location")
@where(_king_squares_worth)
def king_squares(state: State, side: int) -> float:
    """Square value of the king: high behind its pawns, in the endgame high in the centre."""
    king = lowest_bit(state.types[KING] & state.sides[side])
    return KING_SQUARES_IN_ENDGAME[side, king] if is_endgame(state) else KING_SQUARES[side, king]
