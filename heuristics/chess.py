"""Chess's heuristics: material alone, material with two sets of tables that say how good each square is
for each piece, and one of our own, `classical`, with what chess players speak of besides.

Each type of piece has two terms: how many there are, weighted by what one is worth, and the sum of
its table over the squares they stand on. A table is printed as it was published, from White's side
with rank 8 on top; Black reads it mirrored top to bottom, not left to right.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from games.bits import lowest_bit, popcount
from games.chess_board import SQUARES
from games.chess_kernel import DARK_SQUARES, bishop_attacks, king_square, rook_attacks
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
from heuristics.piece_square_tables import SQUARES_IN_ENDGAME, SQUARES_IN_MIDDLE_GAME, table

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


# classical: the middle game passes into the endgame by degrees, as pieces leave the board

PIECE_WORTH = np.array([0.0, 91.0, 430.0, 466.0, 555.0, 1167.0, 0.0])
PIECE_WORTH_IN_ENDGAME = np.array([0.0, 105.0, 379.0, 404.0, 720.0, 1330.0, 0.0])
"""By piece, in hundredths of a pawn."""

ALL_PIECES = 24
"""How much of a middle game all pieces make: a minor piece 1, a rook 2, a queen 4."""

PASSED_WORTH = np.array([0.0, -5.0, -8.0, -16.0, -2.0, 26.0, 47.0, 0.0])
PASSED_WORTH_IN_ENDGAME = np.array([0.0, 8.0, 15.0, 24.0, 34.0, 27.0, 1.0, 0.0])
"""By rank from the pawn's own side, from 0; beside what its square is worth to any pawn."""

CONNECTED_WORTH = np.array([0.0, 4.0, 12.0, 14.0, 20.0, 36.0, 69.0, 0.0])
"""By rank: of a pawn that another protects."""

CONNECTED_SQUARES = np.stack([np.repeat(CONNECTED_WORTH, 8), np.repeat(CONNECTED_WORTH[::-1], 8)])
"""float64[2, 64]: the same by side and square."""

BESIDE_ANOTHER = 0.75
"""What it counts to stand beside another pawn, where to be protected by one counts 1."""

FREE_TO_STEP_IN_ENDGAME = np.array([0.0, 0.0, 0.0, 19.0, 57.0, 115.0, 191.0, 0.0])
"""By rank, beside that, in the endgame alone: of one whose next square is empty and not attacked by the other
side."""

OTHER_KING_AWAY, OWN_KING_AWAY = 9.7, -3.8
"""In the endgame, for each step between a king and the square before a passed pawn, for each rank of it
from its fourth on."""

MOBILITY = {
    KNIGHT: (-39, -20, -8, 0, 6, 12, 17, 22, 27),
    BISHOP: (-53, -28, -14, -6, 0, 5, 9, 12, 15, 19, 22, 25, 28, 31),
    ROOK: (-38, -26, -18, -12, -6, 0, 5, 11, 16, 21, 26, 31, 35, 40, 45),
    QUEEN: (
        *(-26, -23, -21, -19, -16, -13, -10, -7, -3, 0, 3, 7, 10, 14),
        *(17, 21, 24, 28, 31, 34, 38, 41, 45, 48, 51, 55, 58, 61),
    ),
}
MOBILITY_IN_ENDGAME = {
    KNIGHT: (-78, -33, -11, 0, 5, 6, 6, 6, 6),
    BISHOP: (-79, -38, -17, -6, 0, 3, 5, 6, 7, 7, 8, 8, 9, 9),
    ROOK: (-71, -34, -15, -6, -2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    QUEEN: (*(-110, -110, -110, -77, -50, -31, -18, -9, -4, 0, 2), *(3,) * 17),
}
"""By piece: what it is worth that it can go to no square, one, two, …"""

MOST_SQUARES = 28


def _by_piece_and_number(worth: Mapping[int, tuple[int, ...]]) -> np.ndarray:
    table = np.zeros((KING + 1, MOST_SQUARES))
    for piece, row in worth.items():
        table[piece, : len(row)] = row
    return table


FREEDOM, FREEDOM_IN_ENDGAME = _by_piece_and_number(MOBILITY), _by_piece_and_number(MOBILITY_IN_ENDGAME)
"""float64[7, 28]: MOBILITY by piece and number of squares."""

HITS = np.array([0.0, 0.0, 2.0, 2.0, 3.0, 5.0, 0.0])
"""By piece: what it counts for each square about the king that it attacks."""

CHECKS = np.array([0.0, 0.0, 2.5, 0.0, 5.9, 3.25, 0.0])
"""By piece: what it counts for each square from which it could give check."""

TOGETHER = np.array([0.0, 0.0, 0.5, 0.75, 0.9, 1.0])
"""By number of attackers: how much of their attack counts. One alone is none."""

PAWN_ATTACKS, PAWN_ATTACKS_IN_ENDGAME = 98.0, 30.0
PAWN_STEPS = 23.9
LESSER_ATTACKS = 86.0
MINOR_ATTACKS, MINOR_ATTACKS_IN_ENDGAME = 32.0, 26.0
UNPROTECTED, UNPROTECTED_IN_ENDGAME = 26.0, 26.0
WITHOUT_PAWN_IN_ENDGAME = 16.0
"""What a piece is worth to the other side that a pawn attacks, or could with a step; a rook or queen that a
lesser piece does; a knight or bishop that another does; what a piece attacks and nothing protects, and in the
endgame what no pawn does."""

NOT_LAST_RANK = (1 << 56) - 1
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


BESIDE_OR_BEHIND = _squares_where(lambda aside, ahead: aside == 1 and ahead <= 0)
FILE_OF = _squares_where(lambda aside, ahead: aside == 0)
OUTPOST_RANKS = words([0xFFFFFF << 24, 0xFFFFFF << 16])
"""By side: from its fourth rank to its sixth."""

OUTPOST, BISHOP_ON_OUTPOST = 21.0, 11.0
"""What a knight is worth there, and a bishop."""

BEHIND_PAWN, BEHIND_PAWN_IN_ENDGAME = 6.4, 20.3
"""What a knight or bishop is worth that stands right behind a pawn."""

OWN_PAWN_OF_ITS_COLOUR = -4.8
"""What a bishop is worth less for each own pawn on the squares that it sees."""

ISOLATED, ISOLATED_ON_OPEN_FILE = 0.6, 1.3
"""What a pawn without own ones on the next files counts as a weak one in the middle game; and where none of
the other side stands on its file."""

STEP_GUARDED = 10.8
"""For each rank of a passed pawn from its fourth on whose next square its own side attacks."""

COUNTED_AS = np.array([0.0, 1.0, 3.0, 3.0, 4.5, 9.0, 0.0])
"""By piece: what a lead is counted in."""

LEAD_BY_PAWNS = np.array([-120.0, -46.0, -21.0, -10.0, 0.0, 0.0, 0.0, 6.0, 7.0])
"""By number of own pawns: what each of these of a lead is worth, beside what the pieces are worth."""

LEAD_OVER_BARE_KING, LEAD_WITH_OPPOSITE_BISHOPS = 32.0, -21.0
"""The same where the other side has nothing but pawns, and where each side has one bishop and these can never
meet."""


def middle_game(state: State) -> float:
    """1 with all pieces on the board, 0 with kings and pawns alone."""
    types = state.types
    pieces = popcount(types[KNIGHT] | types[BISHOP]) + 2 * popcount(types[ROOK]) + 4 * popcount(types[QUEEN])
    return min(pieces, ALL_PIECES) / ALL_PIECES


def tapered(state: State, middle: float, end: float) -> float:
    """What a value of the middle game and one of the endgame make between the two."""
    share = middle_game(state)
    return share * middle + (1.0 - share) * end


def _where_each(
    squares: Callable[[State, int], int],
    amount: Callable[..., float],
    survey: Callable[[State], object] | None = None,
) -> Squares:
    """`amount(state, side, square)` of each square in the set `squares(state, side)`; with a `survey`, what
    that finds in the state is the last word."""

    def where_each(state: State, side: int) -> list[tuple[str, float]]:
        found = squares_in(squares(state, side))
        words = (survey(state),) if survey and found else ()
        amounts = [(square, float(amount(state, side, square, *words))) for square in found]
        return [(SQUARES[square], value) for square, value in amounts if value]

    return where_each


def _where_among(
    squares: Callable[[State, int], int],
    worth: Callable[..., float],
    survey: Callable[[State], object] | None = None,
) -> Squares:
    """As `_where_each` for `worth(state, side, among)`, which counts a set of squares."""
    return _where_each(
        squares, lambda state, side, square, *words: worth(state, side, int(BIT[square]), *words), survey
    )


def _each_worth(piece: int) -> Squares:
    return _where_each(
        lambda state, side: state.types[piece] & state.sides[side],
        lambda state, side, square: tapered(state, PIECE_WORTH[piece], PIECE_WORTH_IN_ENDGAME[piece]),
    )


def worth_of(state: State, side: int, piece: int) -> float:
    """What a side's pieces of that type are worth, wherever they stand."""
    number = popcount(state.types[piece] & state.sides[side])
    return number * tapered(state, PIECE_WORTH[piece], PIECE_WORTH_IN_ENDGAME[piece])


def _each_location(piece: int) -> Squares:
    return _where_each(
        lambda state, side: state.types[piece] & state.sides[side],
        lambda state, side, square: tapered(
            state, SQUARES_IN_MIDDLE_GAME[piece, side, square], SQUARES_IN_ENDGAME[piece, side, square]
        ),
    )


def location_of(state: State, side: int, piece: int) -> float:
    """What the squares of a side's pieces of that type are worth."""
    middle = end = 0.0
    bits = state.types[piece] & state.sides[side]
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        middle += SQUARES_IN_MIDDLE_GAME[piece, side, square]
        end += SQUARES_IN_ENDGAME[piece, side, square]
    return tapered(state, middle, end)


@classical.difference("pawns", weight=1.0)
@where(_each_worth(PAWN))
def pawns_worth(state: State, side: int) -> float:
    """What the pawns are worth, wherever they stand."""
    return worth_of(state, side, PAWN)


@classical.difference("pawns: location", weight=1.0)
@where(_each_location(PAWN))
def pawns_location(state: State, side: int) -> float:
    """Pawns hold the centre and the king's shelter, and in the endgame run."""
    return location_of(state, side, PAWN)


@classical.difference("knights", weight=1.0)
@where(_each_worth(KNIGHT))
def knights_worth(state: State, side: int) -> float:
    """What the knights are worth; in the endgame less."""
    return worth_of(state, side, KNIGHT)


@classical.difference("knights: location", weight=1.0)
@where(_each_location(KNIGHT))
def knights_location(state: State, side: int) -> float:
    """Knights belong in the centre and forward, not at the edge."""
    return location_of(state, side, KNIGHT)


@classical.difference("bishops", weight=1.0)
@where(_each_worth(BISHOP))
def bishops_worth(state: State, side: int) -> float:
    """What the bishops are worth; in the endgame less."""
    return worth_of(state, side, BISHOP)


@classical.difference("bishops: location", weight=1.0)
@where(_each_location(BISHOP))
def bishops_location(state: State, side: int) -> float:
    """Bishops look over the centre, from a flank as well."""
    return location_of(state, side, BISHOP)


@classical.difference("rooks", weight=1.0)
@where(_each_worth(ROOK))
def rooks_worth(state: State, side: int) -> float:
    """What the rooks are worth; in the endgame more."""
    return worth_of(state, side, ROOK)


@classical.difference("rooks: location", weight=1.0)
@where(_each_location(ROOK))
def rooks_location(state: State, side: int) -> float:
    """Rooks like the seventh rank, and the centre of the first."""
    return location_of(state, side, ROOK)


@classical.difference("queens", weight=1.0)
@where(_each_worth(QUEEN))
def queens_worth(state: State, side: int) -> float:
    """What the queens are worth."""
    return worth_of(state, side, QUEEN)


@classical.difference("queens: location", weight=1.0)
@where(_each_location(QUEEN))
def queens_location(state: State, side: int) -> float:
    """Queens stand forward, and in the endgame in the centre."""
    return location_of(state, side, QUEEN)


@classical.difference("kings: location", weight=1.0)
@where(_each_location(KING))
def kings_location(state: State, side: int) -> float:
    """Kings hide in a corner, and come to the centre as pieces leave the board."""
    return location_of(state, side, KING)


def _bishop_pair_where(state: State, side: int) -> list[tuple[str, float]]:
    bishops = each(BISHOP)(state, side)
    share = bishop_pair(state, side)
    return [(name, share / len(bishops)) for name, _ in bishops] if share else []


@classical.difference("bishop pair", weight=40.0)
@where(_bishop_pair_where)
def bishop_pair(state: State, side: int) -> float:
    """1 with two bishops, in the endgame 1.4: together they see both colours."""
    return tapered(state, 1.0, 1.4) if popcount(state.types[BISHOP] & state.sides[side]) >= 2 else 0.0


def lead(state: State, side: int) -> float:
    """By how much a side's pieces count more than the other's, 0 if they do not."""
    own, other = state.sides[side], state.sides[1 - side]
    ahead = 0.0
    for piece in range(PAWN, KING):
        pieces = state.types[piece]
        ahead += COUNTED_AS[piece] * (popcount(pieces & own) - popcount(pieces & other))
    return max(ahead, 0.0)


def have_opposite_bishops(state: State) -> bool:
    """Whether each side has one bishop and they stand on squares of different colours."""
    bishops = state.types[BISHOP]
    each_has_one = popcount(bishops) == 2 and popcount(bishops & state.sides[WHITE]) == 1
    return each_has_one and popcount(bishops & DARK_SQUARES) == 1


@classical.difference("winning chances", weight=1.0)
def winning_chances(state: State, side: int) -> float:
    """What a lead is worth beside its pieces: with few pawns or with opposite bishops little comes of it."""
    ahead = lead(state, side)
    if ahead == 0.0:
        return 0.0
    each_is_worth = LEAD_BY_PAWNS[min(popcount(own_pawns(state, side)), 8)]
    if officers(state, 1 - side) == 0:
        each_is_worth += LEAD_OVER_BARE_KING
    if have_opposite_bishops(state):
        each_is_worth += LEAD_WITH_OPPOSITE_BISHOPS
    return ahead * each_is_worth


# Pawns among themselves


def own_pawns(state: State, side: int) -> int:
    return state.types[PAWN] & state.sides[side]


def attacked_by_pawns(state: State, side: int) -> int:
    return pawns_attack(own_pawns(state, side), side)


def pawns_attack(pawns: int, side: int) -> int:
    """What pawns of that side would attack from these squares."""
    if side == WHITE:
        return (pawns & ~A_FILE) << 7 | (pawns & ~H_FILE) << 9
    return (pawns & ~A_FILE) >> 9 | (pawns & ~H_FILE) >> 7


def stepped(squares: int, side: int) -> int:
    """The squares one step before these, as that side sees it."""
    return squares << 8 if side == WHITE else squares >> 8 & NOT_LAST_RANK


def behind(pawns: int, side: int) -> int:
    """The squares on the pawns' files behind the rearmost one or between them, by bits."""
    pawns = stepped(pawns, 1 - side)
    if side == WHITE:
        pawns |= pawns >> 8
        pawns |= pawns >> 16
        return pawns | pawns >> 32
    pawns |= pawns << 8
    pawns |= pawns << 16
    return pawns | pawns << 32


def beside(pawns: int) -> int:
    """The squares right beside them on the rank."""
    return (pawns & ~H_FILE) << 1 | pawns >> 1 & ~H_FILE


def doubled_pawns(state: State, side: int) -> int:
    """Those behind another of their own on the file."""
    pawns = own_pawns(state, side)
    return pawns & behind(pawns, side)


def backward_pawns(state: State, side: int) -> int:
    """Those with none of their own beside or behind on the next files, to protect them, which a step forward
    would lose to a pawn."""
    pawns = own_pawns(state, side)
    attacked = attacked_by_pawns(state, 1 - side)
    exposed = pawns & stepped(attacked, 1 - side)
    backward = 0 & exposed
    while exposed != 0:
        square = lowest_bit(exposed)
        exposed ^= BIT[square]
        if BESIDE_OR_BEHIND[side, square] & pawns == 0:
            backward |= BIT[square]
    return backward


def on_files_of(pawns: int) -> int:
    """All squares of the files that they stand on."""
    return pawns | behind(pawns, 0) | behind(pawns, 1)


def isolated_pawns(state: State, side: int) -> int:
    """Those with none of their own on the next files."""
    pawns = own_pawns(state, side)
    return pawns & ~beside(on_files_of(pawns))


def weakness(state: State, side: int, among: int) -> float:
    """What the pawns `among` these squares count as weak ones."""
    weak = popcount(among & doubled_pawns(state, side)) + popcount(among & backward_pawns(state, side))
    isolated = among & isolated_pawns(state, side)
    if isolated == 0:
        return float(weak)
    closed = isolated & on_files_of(own_pawns(state, 1 - side))
    alone = ISOLATED * popcount(closed) + ISOLATED_ON_OPEN_FILE * popcount(isolated ^ closed)
    return weak + tapered(state, alone, 0.0)


@classical.difference("weak pawns", weight=-10.4)
@where(_where_among(own_pawns, weakness))
def weak_pawns(state: State, side: int) -> float:
    """Pawns behind another on their file, those that no pawn can protect and that cannot step forward, and in
    the middle game those without any on the next files."""
    return weakness(state, side, own_pawns(state, side))


def connected_worth(state: State, side: int, among: int) -> float:
    """What it is worth that pawns `among` these squares are protected by others, or stand beside them."""
    pawns = own_pawns(state, side)
    protected = sum_over(among & pawns & attacked_by_pawns(state, side), CONNECTED_SQUARES, side)
    return protected + BESIDE_ANOTHER * sum_over(among & pawns & beside(pawns), CONNECTED_SQUARES, side)


@classical.difference("connected pawns", weight=1.0)
@where(_where_among(own_pawns, connected_worth))
def connected_pawns(state: State, side: int) -> float:
    """Pawns that another protects, and three quarters for those that stand beside another, by their ranks."""
    return connected_worth(state, side, own_pawns(state, side))


def steps_between(one: int, other: int) -> int:
    """A king's steps between two squares."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


def unstopped_pawns(state: State, side: int) -> int:
    """Those that no pawn of the other side stands before or can take on their way, nor one of their own."""
    attacked = attacked_by_pawns(state, 1 - side)
    stopped = attacked | behind(own_pawns(state, 1 - side) | attacked, side)
    return own_pawns(state, side) & ~stopped & ~doubled_pawns(state, side)


# Pieces


def officers(state: State, side: int) -> int:
    """Knights, bishops, rooks and queens."""
    return state.sides[side] & ~(state.types[PAWN] | state.types[KING])


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


def open_to_pieces(state: State, side: int) -> int:
    """Squares that no own piece stands on and no pawn of the other side guards."""
    return ~(state.sides[side] | attacked_by_pawns(state, 1 - side))


class Side(NamedTuple):
    """What one side's knights, bishops, rooks and queens are found to do, piece by piece."""

    by_pawns: int  # squares that its pawns attack
    by_minors: int  # its knights and bishops
    by_rooks: int
    attacked: int  # by anything
    freedom: float  # `mobility` of the middle game
    freedom_in_endgame: float
    hits: float  # on squares about the other side's king
    hitters: int  # how many pieces hit any
    checks: float  # that are at hand


def look_over(state: State, side: int) -> Side:
    """Each piece's attacks, found once for mobility, threats and the attack on the king."""
    open_to = open_to_pieces(state, side)
    ring = KING_STEPS[king_square(state, 1 - side)]
    ways = unguarded_ways_to_king(state, side)
    by_minors = by_rooks = by_queens = 0 & ring
    middle = end = hits = checks = 0.0
    hitters = 0
    bits = officers(state, side)
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        piece = state.board[square]
        attacked = attacked_from(state, square)
        if piece == ROOK:
            by_rooks |= attacked
        elif piece == QUEEN:
            by_queens |= attacked
        else:
            by_minors |= attacked
        free = popcount(attacked & open_to)
        middle += FREEDOM[piece, free]
        end += FREEDOM_IN_ENDGAME[piece, free]
        if attacked & ring != 0:
            hits += HITS[piece] * popcount(attacked & ring)
            hitters += 1
        checks += checks_from(piece, attacked, ways)
    by_pawns = attacked_by_pawns(state, side)
    by_king = KING_STEPS[king_square(state, side)]
    attacked = by_pawns | by_minors | by_rooks | by_queens | by_king
    return Side(by_pawns, by_minors, by_rooks, attacked, middle, end, hits, hitters, checks)


@classical.looks_over
def both_sides(state: State) -> tuple[Side, Side]:
    """The `survey` of `classical`: White's, then Black's."""
    return look_over(state, 0), look_over(state, 1)


def mobility_of(state: State, side: int, square: int) -> float:
    piece = state.board[square]
    free = popcount(attacked_from(state, square) & open_to_pieces(state, side))
    return tapered(state, FREEDOM[piece, free], FREEDOM_IN_ENDGAME[piece, free])


@classical.difference("mobility", weight=1.0)
@where(_where_each(officers, mobility_of))
def mobility(state: State, side: int, survey: tuple[Side, Side]) -> float:
    """What the number of squares is worth that each piece could go to, unguarded by pawns."""
    return tapered(state, survey[side].freedom, survey[side].freedom_in_endgame)


def own_rooks(state: State, side: int) -> int:
    return state.types[ROOK] & state.sides[side]


def file_openness(state: State, side: int, square: int) -> float:
    """1 on a file without pawns, less and less towards the endgame; 0.6 on one without own pawns."""
    on_file = FILE_OF[side, square] & state.types[PAWN]
    if on_file == 0:
        return tapered(state, 1.0, 0.0)
    return 0.6 if on_file & state.sides[side] == 0 else 0.0


@classical.difference("rooks on open files", weight=35.3)
@where(_where_each(own_rooks, file_openness))
def rooks_on_open_files(state: State, side: int) -> float:
    """Rooks on files without pawns, and 0.6 for files without own pawns."""
    total = 0.0
    bits = own_rooks(state, side)
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        total += file_openness(state, side, square)
    return total


def outposts(state: State, side: int) -> int:
    """Knights and bishops from the fourth rank to the sixth that a pawn protects and none can ever attack."""
    forward = minors(state, side) & OUTPOST_RANKS[side] & attacked_by_pawns(state, side)
    if forward == 0:
        return forward
    attacked = attacked_by_pawns(state, 1 - side)
    return forward & ~(attacked | behind(attacked, side))


def minors(state: State, side: int) -> int:
    """Knights and bishops."""
    return (state.types[KNIGHT] | state.types[BISHOP]) & state.sides[side]


def behind_pawns(state: State, side: int) -> int:
    """Knights and bishops right behind a pawn of either side."""
    return minors(state, side) & stepped(state.types[PAWN], 1 - side)


def pawns_of_its_colour(state: State, side: int, bishops: int) -> int:
    """Number of own pawns on squares of a bishop's colour, for all of these bishops."""
    pawns = own_pawns(state, side)
    dark = popcount(bishops & DARK_SQUARES) * popcount(pawns & DARK_SQUARES)
    return dark + popcount(bishops & ~DARK_SQUARES) * popcount(pawns & ~DARK_SQUARES)


def minors_worth(state: State, side: int, among: int) -> float:
    """What it is worth how the knights and bishops `among` these squares stand to pawns."""
    bishops = among & state.types[BISHOP] & state.sides[side]
    worth = OWN_PAWN_OF_ITS_COLOUR * pawns_of_its_colour(state, side, bishops)
    worth += popcount(among & behind_pawns(state, side)) * tapered(state, BEHIND_PAWN, BEHIND_PAWN_IN_ENDGAME)
    posted = among & outposts(state, side)
    if posted != 0:
        worth += OUTPOST * popcount(posted & state.types[KNIGHT])
        worth += BISHOP_ON_OUTPOST * popcount(posted & state.types[BISHOP])
    return worth


@classical.difference("minor pieces", weight=1.0)
@where(_where_among(minors, minors_worth))
def minor_pieces(state: State, side: int) -> float:
    """How knights and bishops stand to pawns: on outposts, which a pawn protects and none can ever attack;
    right behind a pawn; and bishops with own pawns on squares of their colour."""
    return minors_worth(state, side, minors(state, side))


class Threatened(NamedTuple):
    """One side's pieces that the other one threatens, by kind of threat."""

    by_pawns: int  # pieces that a pawn attacks
    by_steps: int  # those that one would attack from the empty square before it, where no pawn guards that
    by_less: int  # rooks and queens that no pawn but a knight or bishop attacks, and queens that a rook does
    by_minors: int  # knights and bishops that others attack
    unprotected: int  # what anything attacks and nothing protects
    without_pawn: int  # what anything attacks and no pawn protects


def threatened(state: State, side: int, survey: tuple[Side, Side]) -> Threatened:
    """What that side threatens."""
    own, other = survey[side], survey[1 - side]
    enemies, pieces = state.sides[1 - side], officers(state, 1 - side)
    ahead = stepped(own_pawns(state, side), side) & ~(state.sides[0] | state.sides[1] | other.by_pawns)
    queens = state.types[QUEEN]
    by_less = own.by_minors & (state.types[ROOK] | queens) | own.by_rooks & queens
    attacked = own.attacked & enemies & ~state.types[KING]
    return Threatened(
        own.by_pawns & pieces,
        pawns_attack(ahead, side) & pieces,
        by_less & enemies & ~own.by_pawns,
        own.by_minors & minors(state, 1 - side),
        attacked & ~other.attacked,
        attacked & ~other.by_pawns,
    )


def threats_worth(state: State, side: int, among: int, survey: tuple[Side, Side]) -> float:
    """What that side's threats to pieces `among` these squares are worth."""
    found = threatened(state, side, survey)
    by_pawns, by_minors = popcount(among & found.by_pawns), popcount(among & found.by_minors)
    unprotected = popcount(among & found.unprotected)
    middle = PAWN_ATTACKS * by_pawns + MINOR_ATTACKS * by_minors + UNPROTECTED * unprotected
    middle += PAWN_STEPS * popcount(among & found.by_steps) + LESSER_ATTACKS * popcount(among & found.by_less)
    end = PAWN_ATTACKS_IN_ENDGAME * by_pawns + MINOR_ATTACKS_IN_ENDGAME * by_minors
    end += UNPROTECTED_IN_ENDGAME * unprotected
    end += WITHOUT_PAWN_IN_ENDGAME * popcount(among & found.without_pawn)
    return tapered(state, middle, end)


@classical.difference("threats", weight=1.0)
@where(_where_among(lambda state, side: state.sides[1 - side], threats_worth, both_sides))
def threats(state: State, side: int, survey: tuple[Side, Side]) -> float:
    """The other side's pieces that something worth less attacks or soon may, and what is not protected."""
    return threats_worth(state, side, state.sides[1 - side], survey)


# Passed pawns


def passed_worth(state: State, side: int, square: int, survey: tuple[Side, Side]) -> tuple[float, float]:
    """What a passed pawn's way to the last rank is worth in the middle game, and in the endgame."""
    rank = square >> 3 if side == WHITE else 7 - (square >> 3)
    middle, end = PASSED_WORTH[rank], PASSED_WORTH_IN_ENDGAME[rank]
    next_square = square + 8 if side == WHITE else square - 8
    step = BIT[next_square]
    if step & (state.sides[0] | state.sides[1] | survey[1 - side].attacked) == 0:
        end += FREE_TO_STEP_IN_ENDGAME[rank]
    if rank > 2:
        other_king = steps_between(king_square(state, 1 - side), next_square)
        own_king = steps_between(king_square(state, side), next_square)
        end += (rank - 2) * (OTHER_KING_AWAY * other_king + OWN_KING_AWAY * own_king)
        if step & survey[side].attacked != 0:
            middle += (rank - 2) * STEP_GUARDED
            end += (rank - 2) * STEP_GUARDED
    return middle, end


@classical.difference("passed pawns", weight=1.0)
@where(
    _where_each(
        unstopped_pawns,
        lambda state, side, square, survey: tapered(state, *passed_worth(state, side, square, survey)),
        both_sides,
    )
)
def passed_pawns(state: State, side: int, survey: tuple[Side, Side]) -> float:
    """Pawns that no other can stop or take, the more the farther they are, and the nearer their king is."""
    middle = end = 0.0
    bits = unstopped_pawns(state, side)
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        of_middle, of_end = passed_worth(state, side, square, survey)
        middle += of_middle
        end += of_end
    return tapered(state, middle, end)


# Kings' safety


def open_at_king(state: State, side: int) -> int:
    """The king's square and those right beside it, as far as no own pawn stands on their files."""
    king = BIT[king_square(state, side)]
    pawns = own_pawns(state, side)
    return (king | beside(king)) & ~on_files_of(pawns)


def _open_files_where(state: State, side: int) -> list[tuple[str, float]]:
    share = float(tapered(state, 1.0, 0.25))
    return [(SQUARES[square], share) for square in squares_in(open_at_king(state, side))]


@classical.difference("open files at the king", weight=-26.7)
@where(_open_files_where)
def open_files_at_king(state: State, side: int) -> float:
    """Files without own pawns where the king stands and beside; in the endgame a quarter of that."""
    return popcount(open_at_king(state, side)) * tapered(state, 1.0, 0.25)


def unguarded_ways_to_king(state: State, side: int) -> tuple[int, int, int]:
    """Squares from which a rook of that side, a bishop, and a knight would give check, as far as no piece of
    its own stands there and neither a pawn nor the king guards them."""
    king = king_square(state, 1 - side)
    occupied = state.sides[0] | state.sides[1]
    unguarded = open_to_pieces(state, side) & ~KING_STEPS[king]
    straight, oblique = rook_attacks(king, occupied), bishop_attacks(king, occupied)
    return straight & unguarded, oblique & unguarded, KNIGHT_STEPS[king] & unguarded


def checks_from(piece: int, attacked: int, ways: tuple[int, int, int]) -> float:
    """What the checks count that a knight, rook or queen which attacks these squares could give from them."""
    straight, oblique, leap = ways
    goals = leap if piece == KNIGHT else straight | oblique if piece == QUEEN else straight
    return CHECKS[piece] * popcount(attacked & goals)


def _attack_where(state: State, side: int) -> list[tuple[str, float]]:
    ways = unguarded_ways_to_king(state, side)
    ring = KING_STEPS[king_square(state, 1 - side)]
    together = TOGETHER[min(look_over(state, side).hitters, 5)]
    amounts = []
    for square in squares_in(officers(state, side)):
        piece, attacked = state.board[square], attacked_from(state, square)
        count = HITS[piece] * popcount(attacked & ring) * together + checks_from(piece, attacked, ways)
        amounts.append((SQUARES[square], float(count * middle_game(state))))
    return [(name, amount) for name, amount in amounts if amount]


@classical.difference("attack on the king", weight=8.2)
@where(_attack_where)
def attack_on_king(state: State, side: int, survey: tuple[Side, Side]) -> float:
    """Attacked squares about the other side's king, by more than one piece, and squares to give check from,
    as far as it is a middle game."""
    own = survey[side]
    return (own.hits * TOGETHER[min(own.hitters, 5)] + own.checks) * middle_game(state)


@classical.difference("tempo", weight=39.4)
def tempo(state: State, side: int) -> float:
    """1 for whoever is to move, in the endgame 0.3."""
    return tapered(state, 1.0, 0.3) if state.to_move == side else 0.0


DEFAULT = classical

LEVELS = (
    Level(depth=3, slack=0.5),
    Level(depth=3, slack=0.25),
    Level(depth=4, slack=0.34),
    Level(depth=4, slack=0.08),
    Level(nodes=4_000),
    Level(nodes=8_000),
    Level(nodes=15_000),
    Level(nodes=28_000),
)
"""What each is worth more than the one before stands in docs/strength.md."""
