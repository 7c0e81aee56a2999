"""Chess's heuristics: material alone, material with two sets of tables that say how good each square is
for each piece, and one of our own, `classical`, with what chess players speak of besides.

Each type of piece has two terms: how many there are, weighted by what one is worth, and the sum of
its table over the squares they stand on. A table is printed as it was published, from White's side
with rank 8 on top; Black reads it mirrored top to bottom, not left to right.
"""

from collections.abc import Callable

import numpy as np

from games.bits import lowest_bit, popcount
from games.chess_board import SQUARES
from games.chess_kernel import bishop_attacks, king_square, rook_attacks
from games.chess_tables import (
    BISHOP,
    BIT,
    KING,
    KING_STEPS,
    KNIGHT,
    KNIGHT_STEPS,
    PAWN,
    QUEEN,
    ROOK,
    words,
)
from games.contract import WHITE, State
from heuristics.contract import Heuristic, Squares, where
from heuristics.levels import Level

AGENTS = "Utility write-up of the chess AI with LocationAgent"
OURS = "our own; docs/strength.md has the matches"
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
classical = Heuristic(
    "classical",
    "chess",
    "What players look at, in hundredths of a pawn: pieces and squares, pawns, mobility, both kings' safety.",
    OURS,
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


@classical.difference(weight=100.0)
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


@classical.difference(weight=320.0)
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


@classical.difference("knights: location", weight=1.0)
@michniewski.difference("knights: location", weight=1.0)
@where(worth(KNIGHT, KNIGHT_SQUARES))
def knight_squares(state: State, side: int) -> float:
    """Knights belong in the centre; at the edge they are weak."""
    return sum_over(state.types[KNIGHT] & state.sides[side], KNIGHT_SQUARES, side)


# Bishops


@classical.difference(weight=330.0)
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


@classical.difference("bishops: location", weight=1.0)
@michniewski.difference("bishops: location", weight=1.0)
@where(worth(BISHOP, BISHOP_SQUARES))
def bishop_squares(state: State, side: int) -> float:
    """Bishops should keep off corners and borders."""
    return sum_over(state.types[BISHOP] & state.sides[side], BISHOP_SQUARES, side)


# Rooks


@classical.difference(weight=500.0)
@michniewski.difference(weight=500.0)
@location.difference(weight=50.0)
@piece_value.difference(weight=50.0)
@where(each(ROOK))
def rooks(state: State, side: int) -> float:
    """Number of rooks."""
    return popcount(state.types[ROOK] & state.sides[side])


@classical.difference("rooks: location", weight=1.0)
@michniewski.difference("rooks: location", weight=1.0)
@where(worth(ROOK, ROOK_SQUARES))
def rook_squares(state: State, side: int) -> float:
    """Rooks like the seventh rank and the centre of the first, not the edge files."""
    return sum_over(state.types[ROOK] & state.sides[side], ROOK_SQUARES, side)


# Queens


@classical.difference(weight=900.0)
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


@classical.difference("queens: location", weight=1.0)
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


# classical: the middle game passes into the endgame by degrees, as pieces leave the board

PAWN_SQUARES_IN_ENDGAME = table("""
      0   0   0   0   0   0   0   0
     80  80  80  80  80  80  80  80
     50  50  50  50  50  50  50  50
     30  30  30  30  30  30  30  30
     15  15  15  15  15  15  15  15
      5   5   5   5   5   5   5   5
      0   0   0   0   0   0   0   0
      0   0   0   0   0   0   0   0
""")

ALL_PIECES = 24
"""How much of a middle game all pieces make: a minor piece 1, a rook 2, a queen 4."""

PASSED_WORTH = np.array([0.0, 5.0, 10.0, 15.0, 25.0, 45.0, 75.0, 0.0])
PASSED_WORTH_IN_ENDGAME = np.array([0.0, 10.0, 15.0, 30.0, 55.0, 90.0, 150.0, 0.0])
"""By rank from the pawn's own side, from 0."""

NORMAL_SQUARES = np.array([0.0, 0.0, 4.0, 6.0, 7.0, 13.0, 0.0])
"""By piece: how many squares one has in passing; what counts are those beyond."""

HITS = np.array([0.0, 0.0, 2.0, 2.0, 3.0, 5.0, 0.0])
"""By piece: what it counts for each square about the king that it attacks."""

TOGETHER = np.array([0.0, 0.0, 0.5, 0.75, 0.9, 1.0])
"""By number of attackers: how much of their attack counts. One alone is none."""

A_FILE, H_FILE = (int(words(sum(1 << 8 * rank + file for rank in range(8)))) for file in (0, 7))


def _squares_where(holds: Callable[[int, int], bool]) -> np.ndarray:
    """int64[2, 64]: by side and square, the squares of which `holds(files aside, ranks ahead)`."""
    sets = [[0] * 64, [0] * 64]
    for side in (0, 1):
        for square in range(64):
            for other in range(64):
                ahead = (other // 8 - square // 8) * (1 if side == WHITE else -1)
                if holds(abs(other % 8 - square % 8), ahead):
                    sets[side][square] |= 1 << other
    return words(sets)


AHEAD = _squares_where(lambda aside, ahead: aside == 0 and ahead > 0)
PASSING = _squares_where(lambda aside, ahead: aside <= 1 and ahead > 0)
FILE_OF = _squares_where(lambda aside, ahead: aside == 0)
FILES_BESIDE = _squares_where(lambda aside, ahead: aside == 1)
SHIELD = _squares_where(lambda aside, ahead: aside <= 1 and ahead == 1)
WIDE_SHIELD = _squares_where(lambda aside, ahead: aside <= 1 and ahead == 2)


def middle_game(state: State) -> float:
    """1 with all pieces on the board, 0 with kings and pawns alone."""
    types = state.types
    pieces = popcount(types[KNIGHT] | types[BISHOP]) + 2 * popcount(types[ROOK]) + 4 * popcount(types[QUEEN])
    return min(pieces, ALL_PIECES) / ALL_PIECES


def tapered(state: State, middle: float, end: float) -> float:
    """What a value of the middle game and one of the endgame make between the two."""
    share = middle_game(state)
    return share * middle + (1.0 - share) * end


def _where_each(squares: Callable[[State, int], int], amount: Callable[..., float]) -> Squares:
    """`amount(state, side, square)` of each square in the set `squares(state, side)`."""

    def where_each(state: State, side: int) -> list[tuple[str, float]]:
        amounts = [
            (square, float(amount(state, side, square))) for square in squares_in(squares(state, side))
        ]
        return [(SQUARES[square], value) for square, value in amounts if value]

    return where_each


def own_pawns(state: State, side: int) -> int:
    return state.types[PAWN] & state.sides[side]


def officers(state: State, side: int) -> int:
    """Knights, bishops, rooks and queens."""
    return state.sides[side] & ~(state.types[PAWN] | state.types[KING])


def pawn_location_worth(state: State, side: int, square: int) -> float:
    return tapered(state, PAWN_SQUARES[side, square], PAWN_SQUARES_IN_ENDGAME[side, square])


@classical.difference("pawns: location", weight=1.0)
@where(_where_each(own_pawns, pawn_location_worth))
def tapered_pawn_squares(state: State, side: int) -> float:
    """Pawns hold the centre and the king's shelter, and in the endgame run."""
    total = 0.0
    bits = own_pawns(state, side)
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        total += pawn_location_worth(state, side, square)
    return total


def own_king(state: State, side: int) -> int:
    return state.types[KING] & state.sides[side]


def king_location_worth(state: State, side: int, square: int) -> float:
    return tapered(state, KING_SQUARES[side, square], KING_SQUARES_IN_ENDGAME[side, square])


@classical.difference("kings: location", weight=1.0)
@where(_where_each(own_king, king_location_worth))
def tapered_king_squares(state: State, side: int) -> float:
    """Kings hide behind their pawns, and come to the centre as pieces leave the board."""
    return king_location_worth(state, side, king_square(state, side))


def _bishop_pair_where(state: State, side: int) -> list[tuple[str, float]]:
    bishops = each(BISHOP)(state, side)
    return [(name, 1.0 / len(bishops)) for name, _ in bishops] if len(bishops) >= 2 else []


@classical.difference("bishop pair", weight=40.0)
@where(_bishop_pair_where)
def bishop_pair(state: State, side: int) -> float:
    """1 with two bishops: together they see both colours."""
    return 1.0 if popcount(state.types[BISHOP] & state.sides[side]) >= 2 else 0.0


def is_doubled(state: State, side: int, square: int) -> bool:
    return AHEAD[side, square] & own_pawns(state, side) != 0


@classical.difference("doubled pawns", weight=-12.0)
@where(_where_each(own_pawns, is_doubled))
def doubled_pawns(state: State, side: int) -> float:
    """Pawns behind another of their own on the file."""
    total = 0
    bits = own_pawns(state, side)
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        if is_doubled(state, side, square):
            total += 1
    return total


def is_isolated(state: State, side: int, square: int) -> bool:
    return FILES_BESIDE[side, square] & own_pawns(state, side) == 0


@classical.difference("isolated pawns", weight=-12.0)
@where(_where_each(own_pawns, is_isolated))
def isolated_pawns(state: State, side: int) -> float:
    """Pawns without one of their own on a file beside them, which could protect them."""
    total = 0
    bits = own_pawns(state, side)
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        if is_isolated(state, side, square):
            total += 1
    return total


def passed_worth(state: State, side: int, square: int) -> float:
    """What a pawn's way to the last rank is worth, if no pawn of the other side can stop it; else 0."""
    if PASSING[side, square] & own_pawns(state, 1 - side) != 0 or is_doubled(state, side, square):
        return 0.0
    rank = square >> 3 if side == WHITE else 7 - (square >> 3)
    return tapered(state, PASSED_WORTH[rank], PASSED_WORTH_IN_ENDGAME[rank])


@classical.difference("passed pawns", weight=1.0)
@where(_where_each(own_pawns, passed_worth))
def passed_pawns(state: State, side: int) -> float:
    """Pawns that no opposing pawn can stop or take on their way, the more the farther they are."""
    total = 0.0
    bits = own_pawns(state, side)
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        total += passed_worth(state, side, square)
    return total


def attacked_from(state: State, square: int) -> int:
    """Squares that the knight, bishop, rook or queen on `square` attacks."""
    piece = state.board[square]
    if piece == KNIGHT:
        return KNIGHT_STEPS[square]
    occupied = state.sides[0] | state.sides[1]
    attacked = 0 & occupied
    if piece != ROOK:
        attacked |= bishop_attacks(square, occupied)
    if piece != BISHOP:
        attacked |= rook_attacks(square, occupied)
    return attacked


def attacked_by_pawns(state: State, side: int) -> int:
    pawns = own_pawns(state, side)
    if side == WHITE:
        return (pawns & ~A_FILE) << 7 | (pawns & ~H_FILE) << 9
    return (pawns & ~A_FILE) >> 9 | (pawns & ~H_FILE) >> 7


def mobility_of(state: State, side: int, square: int) -> float:
    """The squares that a piece could well go to, beyond the usual number; of a rook they count half, of a
    queen a quarter, and twice that in the endgame."""
    piece = state.board[square]
    free = attacked_from(state, square) & ~state.sides[side] & ~attacked_by_pawns(state, 1 - side)
    beyond = popcount(free) - NORMAL_SQUARES[piece]
    if piece == ROOK:
        return beyond * tapered(state, 0.5, 1.0)
    if piece == QUEEN:
        return beyond * tapered(state, 0.25, 0.5)
    return beyond


@classical.difference("mobility", weight=4.0)
@where(_where_each(officers, mobility_of))
def mobility(state: State, side: int) -> float:
    """Squares that pieces could go to, unguarded by pawns, beyond the usual; heavy pieces' count less."""
    total = 0.0
    bits = officers(state, side)
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        total += mobility_of(state, side, square)
    return total


def own_rooks(state: State, side: int) -> int:
    return state.types[ROOK] & state.sides[side]


def file_openness(state: State, side: int, square: int) -> float:
    """1 on a file without pawns, a half on one without own pawns."""
    on_file = FILE_OF[side, square] & state.types[PAWN]
    if on_file == 0:
        return 1.0
    return 0.5 if on_file & state.sides[side] == 0 else 0.0


@classical.difference("rooks on open files", weight=20.0)
@where(_where_each(own_rooks, file_openness))
def rooks_on_open_files(state: State, side: int) -> float:
    """Rooks on files without pawns; those on files without own pawns count half."""
    total = 0.0
    bits = own_rooks(state, side)
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        total += file_openness(state, side, square)
    return total


def _shelter_where(state: State, side: int) -> list[tuple[str, float]]:
    king, share = king_square(state, side), float(middle_game(state))
    pawns = own_pawns(state, side)
    near = [(SQUARES[square], share) for square in squares_in(SHIELD[side, king] & pawns) if share]
    wide = [(SQUARES[square], 0.5 * share) for square in squares_in(WIDE_SHIELD[side, king] & pawns) if share]
    return near + wide


@classical.difference("king's shelter", weight=12.0)
@where(_shelter_where)
def shelter(state: State, side: int) -> float:
    """Own pawns right before the king, and half of those a rank further, as far as it is a middle game."""
    king = king_square(state, side)
    pawns = own_pawns(state, side)
    before = popcount(SHIELD[side, king] & pawns) + 0.5 * popcount(WIDE_SHIELD[side, king] & pawns)
    return before * middle_game(state)


def hits_on_king(state: State, side: int, square: int) -> float:
    """What the piece on `square` counts for the squares about the other side's king that it attacks."""
    ring = KING_STEPS[king_square(state, 1 - side)]
    return HITS[state.board[square]] * popcount(attacked_from(state, square) & ring)


def _attack_where(state: State, side: int) -> list[tuple[str, float]]:
    hits = _where_each(officers, hits_on_king)(state, side)
    share = float(TOGETHER[min(len(hits), 5)] * middle_game(state))
    return [(name, amount * share) for name, amount in hits if share]


@classical.difference("attack on the king", weight=4.0)
@where(_attack_where)
def attack_on_king(state: State, side: int) -> float:
    """Attacked squares about the other side's king, by more than one piece, as far as it is a middle game."""
    total = 0.0
    attackers = 0
    bits = officers(state, side)
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        hits = hits_on_king(state, side, square)
        if hits > 0.0:
            total += hits
            attackers += 1
    return total * TOGETHER[min(attackers, 5)] * middle_game(state)


@classical.difference("tempo", weight=10.0)
def tempo(state: State, side: int) -> float:
    """1 for whoever is to move."""
    return 1.0 if state.to_move == side else 0.0


DEFAULT = classical

LEVELS = (
    Level(depth=3, slack=0.548),
    Level(depth=3, slack=0.283),
    Level(depth=3, slack=0.0894),
    Level(depth=4, slack=0.0211),
    Level(nodes=9_000),
    Level(nodes=17_000),
    Level(nodes=33_000),
    Level(nodes=2_000_000),
)
"""What each is worth more than the one before stands in docs/strength.md."""
