"""What one side's pieces attack, and how freely they move. Several terms of `classical` use it."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from games.bits import lowest_bit, popcount
from games.chess.kernel import bishop_attacks, king_square, rook_attacks
from games.chess.tables import BISHOP, BIT, KING, KING_STEPS, KNIGHT, KNIGHT_STEPS, PAWN, QUEEN, ROOK
from games.contract import State
from heuristics.chess.pawn_sets import attacked_by_pawns, attacked_twice_by_pawns, unstopped_pawns
from heuristics.chess.phases import S

MOBILITY = {
    KNIGHT: (-47, -29, -17, -9, 0, 7, 10, 16, 27),
    BISHOP: (-44, -34, -19, -12, -7, -4, -2, 0, 6, 16, 25, 33, 34, 35),
    ROOK: (-46, -30, -22, -12, -11, -6, -2, 2, 11, 15, 25, 32, 37, 45, 54),
    QUEEN: (
        *(-30, -30, -24, -22, -19, -14, -12, -9, -5, -1, 4, 7, 10, 15),
        *(18, 23, 27, 30, 36, 42, 47, 51, 53, 57, 60, 64, 68, 71),
    ),
}
MOBILITY_IN_ENDGAME = {
    KNIGHT: (-62, -2, 17, 29, 36, 38, 38, 34, 30),
    BISHOP: (-63, -18, -4, 11, 18, 24, 28, 30, 30, 27, 25, 23, 27, 26),
    ROOK: (-58, -22, -12, 2, 17, 23, 27, 32, 35, 36, 38, 41, 42, 44, 43),
    QUEEN: (
        *(-85, -85, -85, -61, -39, -26, -15, -11, -2, 13, 10, 27, 23, 33),
        *(26, 30, 30, 28, 31, 26, 29, 29, 27, 29, 28, 23, 22, 24),
    ),
}
"""By piece: the worth of having 0, 1, 2, … squares to go to."""

MOST_SQUARES = 28


def _by_piece_and_number(worth: Mapping[int, tuple[int, ...]]) -> np.ndarray:
    table = np.zeros((KING + 1, MOST_SQUARES))
    for piece, row in worth.items():
        table[piece, : len(row)] = row
    return table


FREEDOM = S(_by_piece_and_number(MOBILITY), _by_piece_and_number(MOBILITY_IN_ENDGAME))
"""float64[7, 28]: MOBILITY by piece and number of squares."""

HITS = np.array([0.0, 1.00, 0.50, 1.10, 0.10, 1.05, 0.0])
"""By piece: the count for each square around the other king that it attacks. A square that two pawns attack
counts once."""


def officers(state: State, side: int) -> int:
    """Knights, bishops, rooks and queens."""
    return state.sides[side] & ~(state.types[PAWN] | state.types[KING])


def attacked_from(state: State, square: int) -> int:
    """Squares that the knight, bishop, rook or queen on `square` attacks."""
    piece = state.board[square]
    if piece == KNIGHT:
        return KNIGHT_STEPS[square]
    occupied = state.sides[0] | state.sides[1]
    attacked = 0 & occupied  # 0, of the type of a set of squares
    if piece != ROOK:
        attacked |= bishop_attacks(square, occupied)
    if piece != BISHOP:
        attacked |= rook_attacks(square, occupied)
    return attacked


def open_to_pieces(state: State, side: int) -> int:
    """Squares without an own piece that no opposing pawn guards."""
    return ~(state.sides[side] | attacked_by_pawns(state, 1 - side))


class Side(NamedTuple):
    """What one side's pieces attack: sets of squares as bits, and two sums over its knights, bishops, rooks
    and queens."""

    by_pawns: int
    by_knights: int
    by_bishops: int
    by_rooks: int
    by_queens: int
    by_king: int
    attacked: int  # squares that any of its pieces attacks
    twice: int  # squares that two of its pieces attack
    passed: int  # its passed pawns
    freedom: S  # the worth of mobility
    hits: float  # HITS of the attacked squares around the other side's king


def attacks_of(state: State, side: int) -> Side:
    """Finds each piece's attacks once, for all terms that ask."""
    open_to = open_to_pieces(state, side)
    ring = KING_STEPS[king_square(state, 1 - side)]
    by_pawns, by_king = attacked_by_pawns(state, side), KING_STEPS[king_square(state, side)]
    twice = attacked_twice_by_pawns(state, side) | by_pawns & by_king
    all_attacked = by_pawns | by_king
    by_knights = by_bishops = by_rooks = by_queens = 0 & ring  # 0, of the type of a set of squares
    middle = end = 0.0
    hits = HITS[PAWN] * popcount(by_pawns & ring)
    bits = officers(state, side)
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        piece = state.board[square]
        attacked = attacked_from(state, square)
        twice |= all_attacked & attacked
        all_attacked |= attacked
        if piece == KNIGHT:
            by_knights |= attacked
        elif piece == BISHOP:
            by_bishops |= attacked
        elif piece == ROOK:
            by_rooks |= attacked
        else:
            by_queens |= attacked
        free = popcount(attacked & open_to)
        middle += FREEDOM.middle[piece, free]
        end += FREEDOM.end[piece, free]
        hits += HITS[piece] * popcount(attacked & ring)
    freedom = S(middle, end)
    passed = unstopped_pawns(state, side)
    return Side(
        by_pawns, by_knights, by_bishops, by_rooks, by_queens, by_king, all_attacked, twice, passed,
        freedom, hits,
    )  # fmt: skip


def strongly_protected(own: Side, other: Side) -> int:
    """Squares that the other side guards with a pawn, or with two pieces where not two own pieces attack."""
    return other.by_pawns | other.twice & ~own.twice
