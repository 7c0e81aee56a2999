"""Chess's heuristics: material alone, and material with two sets of tables that say how good each
square is for each piece.

Each type of piece has two terms: how many there are, weighted by what one is worth, and the sum of
its table over the squares they stand on. A table is printed as it was published, from White's side
with rank 8 on top; Black reads it mirrored top to bottom, not left to right.
"""

import numpy as np

from games.bits import lowest_bit, popcount
from games.chess_board import SQUARES
from games.chess_tables import BISHOP, BIT, KING, KNIGHT, PAWN, QUEEN, ROOK
from games.contract import State
from heuristics.contract import Heuristic, Squares, where

AGENTS = "Utility write-up of the chess AI with LocationAgent"
SIMPLIFIED = "Tomasz Michniewski, Simplified Evaluation Function, chessprogramming.org"

piece_value = Heuristic(
    "piece_value", "chess", "Material: what the pieces on the board are worth.", AGENTS, scale=30.0
)
location = Heuristic("location", "chess", "Material, and how well each piece stands.", AGENTS, scale=30.0)
michniewski = Heuristic(
    "michniewski",
    "chess",
    "Material in hundredths of a pawn, and how well each piece stands; the king comes out in the endgame.",
    SIMPLIFIED,
    scale=300.0,
)


def table(printed: str) -> np.ndarray:
    """float64[2, 64], by side and square, from eight printed rows of eight, rank 8 first."""
    rows = np.array(printed.split(), float).reshape(8, 8)
    return np.stack([rows[::-1].reshape(64), rows.reshape(64)])


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
    """One for each square where such a piece stands."""

    def squares(state: State, side: int) -> list[tuple[str, float]]:
        bits = state.types[piece] & state.sides[side]
        return [(SQUARES[square], 1.0) for square in squares_in(bits)]

    return squares


def worth(piece: int, values: np.ndarray) -> Squares:
    """The table's value of each square where such a piece stands."""

    def squares(state: State, side: int) -> list[tuple[str, float]]:
        bits = state.types[piece] & state.sides[side]
        return [(SQUARES[square], float(values[side, square])) for square in squares_in(bits)]

    return squares


# The tables of `location`

PAWN_LOCATION = table("""
    0     0     0     0     0     0     0     0
    2     2.5   2.5   3.5   3.5   2.5   2.5   2
    1     2     2.5   3     3     2.5   2     1
    0.5   1     1.5   2     2     1.5   1     0.5
    0     0.25  0.25  1     1     0.5   0.25  0
    0.25  0     0.25 -0.5  -0.5   0.25  0     0.25
    0.5   0.25  0    -2    -2     0     0.25  0.5
    0     0     0     0     0     0     0     0
""")
KNIGHT_LOCATION = table("""
   -1     0     0.5   0.5   0.5   0.5   0    -1
    0     0.5   0.5   0.75  0.75  0.5   0.5   0
    0.5   0.5   0.75  1     1     0.75  0.5   0.5
    0.75  0.75  1.5   2.5   2.5   1.5   0.5   0.5
    0.75  0.75  1.5   2     2     1.5   0.5   0.5
    0.5   0.5   1     1.5   1.5   1     0.5   0.5
   -1    -0.75 -0.5   0     0    -0.5  -0.75 -1
   -1    -0.75  0    -0.5  -0.5   0    -0.75 -1
""")
BISHOP_AND_QUEEN_LOCATION = table("""
    0     0     0.5   0.5   0.5   0.5   0     0
    0     0.5   0.5   0.75  0.75  0.5   0.5   0
    0.5   0.5   0.75  1     1     0.75  0.5   0.5
    0.5   0.75  1     2     2     1     0.75  0.5
    0.5   0.75  1     2     2     1     0.75  0.5
    0.5   0.5   0.75  1     1     0.75  0.5   0.5
    0     0.5   0.5   0.75  0.75  0.5   0.5   0
    0     0     0.5   0.5   0.5   0.5   0     0
""")
KING_LOCATION = table("""
   -0.5  -1    -1    -1    -1    -1    -1    -0.5
   -1    -1    -1.5  -1.5  -1.5  -1.5  -1.5  -1
   -1    -1.5  -1.5  -2    -2    -1.5  -1.5  -1
   -1    -2    -2.5  -3    -3    -2.5  -2    -1
   -1    -2    -2.5  -3    -3    -2.5  -2    -1
   -0.5  -1    -1.5  -2    -2    -1.5  -1    -0.5
    0     0    -1    -1.5  -1.5  -0.5   0     0
    0     0    -0.5  -1    -1    -0.5   0     0
""")

# The tables of `michniewski`

PAWN_SQUARES = table("""
      0   0   0   0   0   0   0   0
     50  50  50  50  50  50  50  50
     10  10  20  30  30  20  10  10
      5   5  10  25  25  10   5   5
      0   0   0  20  20   0   0   0
      5  -5 -10   0   0 -10  -5   5
      5  10  10 -20 -20  10  10   5
      0   0   0   0   0   0   0   0
""")
KNIGHT_SQUARES = table("""
    -50 -40 -30 -30 -30 -30 -40 -50
    -40 -20   0   0   0   0 -20 -40
    -30   0  10  15  15  10   0 -30
    -30   5  15  20  20  15   5 -30
    -30   0  15  20  20  15   0 -30
    -30   5  10  15  15  10   5 -30
    -40 -20   0   5   5   0 -20 -40
    -50 -40 -30 -30 -30 -30 -40 -50
""")
BISHOP_SQUARES = table("""
    -20 -10 -10 -10 -10 -10 -10 -20
    -10   0   0   0   0   0   0 -10
    -10   0   5  10  10   5   0 -10
    -10   5   5  10  10   5   5 -10
    -10   0  10  10  10  10   0 -10
    -10  10  10  10  10  10  10 -10
    -10   5   0   0   0   0   5 -10
    -20 -10 -10 -10 -10 -10 -10 -20
""")
ROOK_SQUARES = table("""
      0   0   0   0   0   0   0   0
      5  10  10  10  10  10  10   5
     -5   0   0   0   0   0   0  -5
     -5   0   0   0   0   0   0  -5
     -5   0   0   0   0   0   0  -5
     -5   0   0   0   0   0   0  -5
     -5   0   0   0   0   0   0  -5
      0   0   0   5   5   0   0   0
""")
QUEEN_SQUARES = table("""
    -20 -10 -10  -5  -5 -10 -10 -20
    -10   0   0   0   0   0   0 -10
    -10   0   5   5   5   5   0 -10
     -5   0   5   5   5   5   0  -5
      0   0   5   5   5   5   0  -5
    -10   5   5   5   5   5   0 -10
    -10   0   5   0   0   0   0 -10
    -20 -10 -10  -5  -5 -10 -10 -20
""")
KING_SQUARES = table("""
    -30 -40 -40 -50 -50 -40 -40 -30
    -30 -40 -40 -50 -50 -40 -40 -30
    -30 -40 -40 -50 -50 -40 -40 -30
    -30 -40 -40 -50 -50 -40 -40 -30
    -20 -30 -30 -40 -40 -30 -30 -20
    -10 -20 -20 -20 -20 -20 -20 -10
     20  20   0   0   0   0  20  20
     20  30  10   0   0  10  30  20
""")
KING_SQUARES_IN_ENDGAME = table("""
    -50 -40 -30 -20 -20 -30 -40 -50
    -30 -20 -10   0   0 -10 -20 -30
    -30 -10  20  30  30  20 -10 -30
    -30 -10  30  40  40  30 -10 -30
    -30 -10  30  40  40  30 -10 -30
    -30 -10  20  30  30  20 -10 -30
    -30 -30   0   0   0   0 -30 -30
    -50 -30 -30 -30 -30 -30 -30 -50
""")


# Pawns


@michniewski.difference(weight=100.0)
@location.difference(weight=10.0)
@piece_value.difference(weight=10.0)
@where(each(PAWN))
def pawns(state: State, side: int) -> float:
    """Number of pawns."""
    return popcount(state.types[PAWN] & state.sides[side])


@location.difference("pawns: location", weight=1.0)
@where(worth(PAWN, PAWN_LOCATION))
def pawn_location(state: State, side: int) -> float:
    """Central pawns should move up, those at the edge may wait."""
    return sum_over(state.types[PAWN] & state.sides[side], PAWN_LOCATION, side)


@michniewski.difference("pawns: location", weight=1.0)
@where(worth(PAWN, PAWN_SQUARES))
def pawn_squares(state: State, side: int) -> float:
    """Pawns should advance, but those before a castled king stay."""
    return sum_over(state.types[PAWN] & state.sides[side], PAWN_SQUARES, side)


# Knights


@michniewski.difference(weight=320.0)
@location.difference(weight=30.0)
@piece_value.difference(weight=30.0)
@where(each(KNIGHT))
def knights(state: State, side: int) -> float:
    """Number of knights."""
    return popcount(state.types[KNIGHT] & state.sides[side])


@location.difference("knights: location", weight=1.0)
@where(worth(KNIGHT, KNIGHT_LOCATION))
def knight_location(state: State, side: int) -> float:
    """Knights belong in the centre and forward, never in a corner."""
    return sum_over(state.types[KNIGHT] & state.sides[side], KNIGHT_LOCATION, side)


@michniewski.difference("knights: location", weight=1.0)
@where(worth(KNIGHT, KNIGHT_SQUARES))
def knight_squares(state: State, side: int) -> float:
    """Knights belong in the centre; at the edge they are weak."""
    return sum_over(state.types[KNIGHT] & state.sides[side], KNIGHT_SQUARES, side)


# Bishops


@michniewski.difference(weight=330.0)
@location.difference(weight=30.0)
@piece_value.difference(weight=30.0)
@where(each(BISHOP))
def bishops(state: State, side: int) -> float:
    """Number of bishops."""
    return popcount(state.types[BISHOP] & state.sides[side])


@location.difference("bishops: location", weight=1.0)
@where(worth(BISHOP, BISHOP_AND_QUEEN_LOCATION))
def bishop_location(state: State, side: int) -> float:
    """Bishops should look over the centre."""
    return sum_over(state.types[BISHOP] & state.sides[side], BISHOP_AND_QUEEN_LOCATION, side)


@michniewski.difference("bishops: location", weight=1.0)
@where(worth(BISHOP, BISHOP_SQUARES))
def bishop_squares(state: State, side: int) -> float:
    """Bishops should keep off corners and borders."""
    return sum_over(state.types[BISHOP] & state.sides[side], BISHOP_SQUARES, side)


# Rooks


@michniewski.difference(weight=500.0)
@location.difference(weight=50.0)
@piece_value.difference(weight=50.0)
@where(each(ROOK))
def rooks(state: State, side: int) -> float:
    """Number of rooks."""
    return popcount(state.types[ROOK] & state.sides[side])


@michniewski.difference("rooks: location", weight=1.0)
@where(worth(ROOK, ROOK_SQUARES))
def rook_squares(state: State, side: int) -> float:
    """Rooks like the seventh rank and the centre of the first, not the edge files."""
    return sum_over(state.types[ROOK] & state.sides[side], ROOK_SQUARES, side)


# Queens


@michniewski.difference(weight=900.0)
@location.difference(weight=90.0)
@piece_value.difference(weight=90.0)
@where(each(QUEEN))
def queens(state: State, side: int) -> float:
    """Number of queens."""
    return popcount(state.types[QUEEN] & state.sides[side])


@location.difference("queens: location", weight=1.0)
@where(worth(QUEEN, BISHOP_AND_QUEEN_LOCATION))
def queen_location(state: State, side: int) -> float:
    """Queens should look over the centre."""
    return sum_over(state.types[QUEEN] & state.sides[side], BISHOP_AND_QUEEN_LOCATION, side)


@michniewski.difference("queens: location", weight=1.0)
@where(worth(QUEEN, QUEEN_SQUARES))
def queen_squares(state: State, side: int) -> float:
    """Queens keep off the border, with slightly better squares in the centre."""
    return sum_over(state.types[QUEEN] & state.sides[side], QUEEN_SQUARES, side)


# Kings


@michniewski.difference(weight=20000.0)
@location.difference(weight=900.0)
@piece_value.difference(weight=900.0)
@where(each(KING))
def kings(state: State, side: int) -> float:
    """Number of kings: always one; mate is the search's business."""
    return popcount(state.types[KING] & state.sides[side])


@location.difference("kings: location", weight=1.0)
@where(worth(KING, KING_LOCATION))
def king_location(state: State, side: int) -> float:
    """Kings should castle and keep away from the centre."""
    return sum_over(state.types[KING] & state.sides[side], KING_LOCATION, side)


def has_endgame_material(state: State, side: int) -> bool:
    """No queen; or one, and besides it no rook and one bishop or knight at most."""
    own = state.sides[side]
    queens = popcount(state.types[QUEEN] & own)
    if queens == 0:
        return True
    minors = popcount((state.types[KNIGHT] | state.types[BISHOP]) & own)
    return queens == 1 and state.types[ROOK] & own == 0 and minors <= 1


def is_endgame(state: State) -> bool:
    """The published switch: each side without queen, or with one and at most a minor piece."""
    return has_endgame_material(state, 0) and has_endgame_material(state, 1)


def _king_squares_worth(state: State, side: int) -> list[tuple[str, float]]:
    values = KING_SQUARES_IN_ENDGAME if is_endgame(state) else KING_SQUARES
    return worth(KING, values)(state, side)


@michniewski.difference("kings: location", weight=1.0)
@where(_king_squares_worth)
def king_squares(state: State, side: int) -> float:
    """Kings hide behind their pawns, and in the endgame come to the centre."""
    king = lowest_bit(state.types[KING] & state.sides[side])
    return KING_SQUARES_IN_ENDGAME[side, king] if is_endgame(state) else KING_SQUARES[side, king]


DEFAULT = location
