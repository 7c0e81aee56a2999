"""The chess endings in our tables: a bare king against queen, rook, pawn, two bishops, or bishop and knight.

Positions that differ only by colours or a symmetry share a number. The stronger side becomes White. Without a
pawn, one of the board's eight symmetries brings its king into the triangle a1–d1–d4; a pawn is brought to the
files a to d. If several symmetries do so, the smallest number counts.
"""

from typing import Any

import numpy as np

from games.bits import lowest_bit, popcount
from games.chess import GAME
from games.chess.kernel import (
    NO_SQUARE,
    attackers,
    bishop_attacks,
    find_checks,
    king_square,
    rook_attacks,
    toggle,
)
from games.chess.tables import BISHOP, BIT, KING, KING_STEPS, KNIGHT, KNIGHT_STEPS, PAWN, QUEEN, ROOK
from games.contract import BLACK, WHITE, State
from games.state_copy import copy_state_into
from games.truth.domain import Domain, lay_out

TRIANGLE, PAWN_SQUARES = 10, 24
"""The number of squares in the triangle, and of those that a pawn can be brought to."""

THREE_MEN = 2 * TRIANGLE * 64 * 64
WITH_PAWN = 2 * PAWN_SQUARES * 64 * 64
FOUR_MEN = 2 * TRIANGLE * 64 * 64 * 64
"""How many numbers there are for positions of three pieces without a pawn, with a pawn, and of four."""

_SIZES = (("KQK", THREE_MEN), ("KRK", THREE_MEN), ("KPK", WITH_PAWN), ("KBBK", FOUR_MEN), ("KBNK", FOUR_MEN))
GROUPS = lay_out(
    tuple(
        (name, ((f"{name}, stronger side to move", size // 2), (f"{name}, bare king to move", size // 2)))
        for name, size in _SIZES
    )
)
STARTS = np.array([group.start for group in GROUPS])
KQK, KRK, KPK, KBBK, KBNK = range(5)
FIRST = np.array([QUEEN, ROOK, PAWN, BISHOP, BISHOP])
SECOND = np.array([0, 0, 0, BISHOP, KNIGHT])
"""By group: the second piece of the stronger side, 0 without one."""


def _symmetries() -> np.ndarray:
    """int64[8, 64]: where each symmetry takes a square; the second one mirrors the files."""
    found = np.zeros((8, 64), np.int64)
    for number in range(8):
        for square in range(64):
            file, rank = square % 8, square // 8
            if number & 1:
                file = 7 - file
            if number & 2:
                rank = 7 - rank
            if number & 4:
                file, rank = rank, file
            found[number, square] = rank * 8 + file
    return found


SYMMETRIES = _symmetries()
IN_TRIANGLE = np.full(64, -1)
"""By square: its number in the triangle, -1 outside."""
for _square in range(64):
    if _square % 8 <= 3 and _square // 8 <= _square % 8:
        IN_TRIANGLE[_square] = (IN_TRIANGLE >= 0).sum()
TRIANGLE_SQUARES = np.flatnonzero(IN_TRIANGLE >= 0)
TO_TRIANGLE = np.array(
    [[s for s in range(8) if IN_TRIANGLE[SYMMETRIES[s, square]] >= 0] * 2 for square in range(64)],
    dtype=object,
)
TO_TRIANGLE = np.array([[ways[0], ways[1]] for ways in TO_TRIANGLE])
"""int64[64, 2]: the symmetries that take a square into the triangle; twice the same where there is only
one."""


def group_of(state: State) -> int:
    """KQK to KBNK by the pieces on the board, -1 for others."""
    types = state.types
    men = popcount(state.sides[WHITE] | state.sides[BLACK])
    bare = popcount(state.sides[WHITE]) == 1 or popcount(state.sides[BLACK]) == 1
    if not bare or state.castling != 0 or men > 4:
        return -1
    if men == 3:
        if types[QUEEN] != 0:
            return KQK
        if types[ROOK] != 0:
            return KRK
        return KPK if types[PAWN] != 0 else -1
    if men == 4:
        bishops = popcount(types[BISHOP])
        if bishops == 2:
            return KBBK
        if bishops == 1 and types[KNIGHT] != 0:
            return KBNK
    return -1


def index(state: State) -> int:
    group = group_of(state)
    if group < 0:
        return -1
    strong = WHITE if popcount(state.sides[WHITE]) > 1 else BLACK
    turn = 0 if state.to_move == strong else 1
    flip = 56 * strong
    king = king_square(state, strong) ^ flip
    bare = king_square(state, 1 - strong) ^ flip
    first = lowest_bit(state.types[FIRST[group]])
    second = first
    if group == KBBK:
        second = lowest_bit(state.types[BISHOP] ^ BIT[first])
    elif group == KBNK:
        second = lowest_bit(state.types[KNIGHT])
    first ^= flip
    second ^= flip
    if group == KPK:
        if first & 7 > 3:
            king ^= 7
            bare ^= 7
            first ^= 7
        pawn = ((first >> 3) - 1) * 4 + (first & 7)
        return STARTS[group] + ((turn * PAWN_SQUARES + pawn) * 64 + king) * 64 + bare
    least = 2 * FOUR_MEN
    for way in range(2):
        symmetry = TO_TRIANGLE[king, way]
        number = (turn * TRIANGLE + IN_TRIANGLE[SYMMETRIES[symmetry, king]]) * 64 + SYMMETRIES[symmetry, bare]
        one = SYMMETRIES[symmetry, first]
        if group <= KRK:
            number = number * 64 + one
        else:
            other = SYMMETRIES[symmetry, second]
            if group == KBBK and other < one:
                one, other = other, one
            number = (number * 64 + one) * 64 + other
        least = min(least, number)
    return STARTS[group] + least


def place(number: int, state: State) -> bool:
    group = KBNK
    while number < STARTS[group]:
        group -= 1
    left = number - STARTS[group]
    second = NO_SQUARE
    if group == KPK:
        bare = left & 63
        king = left >> 6 & 63
        pawn = (left >> 12) % PAWN_SQUARES
        turn = (left >> 12) // PAWN_SQUARES
        first = (pawn // 4 + 1) * 8 + pawn % 4
    else:
        if group > KRK:
            second = left & 63
            left >>= 6
        first = left & 63
        bare = left >> 6 & 63
        king = TRIANGLE_SQUARES[(left >> 12) % TRIANGLE]
        turn = (left >> 12) // TRIANGLE
    if king == bare or first in (king, bare) or second in (king, bare, first):
        return False
    _clear(state)
    toggle(state, WHITE, KING, king)
    toggle(state, BLACK, KING, bare)
    toggle(state, WHITE, FIRST[group], first)
    if second >= 0:
        toggle(state, WHITE, SECOND[group], second)
    state.to_move = WHITE if turn == 0 else BLACK
    return _is_possible(state) and index(state) == number


def _clear(state: State) -> None:
    for side in range(2):
        state.sides[side] = 0
    for piece in range(7):
        state.types[piece] = 0
    for square in range(64):
        state.board[square] = 0
    state.quiet_limit = 0
    state.repetition = 0
    _without_history(state)


def _without_history(state: State) -> None:
    state.key = 0
    state.castling = 0
    state.en_passant = NO_SQUARE
    state.quiet = 0
    state.fullmove = 1


def _is_possible(state: State) -> bool:
    """Whether the side that has just moved is not in check. Fills in the checks of the other side."""
    side = state.to_move
    occupied = state.sides[WHITE] | state.sides[BLACK]
    if attackers(state, king_square(state, 1 - side), side, state.sides[side], occupied) != 0:
        return False
    find_checks(state)
    return True


def _came_from(state: State, square: int, side: int) -> int:
    """The squares from which the piece may have come by a move that takes nothing."""
    occupied = state.sides[WHITE] | state.sides[BLACK]
    piece = state.board[square]
    if piece == KING:
        return KING_STEPS[square] & ~occupied
    if piece == KNIGHT:
        return KNIGHT_STEPS[square] & ~occupied
    if piece == BISHOP:
        return bishop_attacks(square, occupied) & ~occupied
    if piece == ROOK:
        return rook_attacks(square, occupied) & ~occupied
    if piece == QUEEN:
        return (rook_attacks(square, occupied) | bishop_attacks(square, occupied)) & ~occupied
    step = 8 - 16 * side
    rank = square >> 3 if side == WHITE else 7 - (square >> 3)
    if rank < 2:
        return occupied & ~occupied
    origins = BIT[square - step] & ~occupied
    if rank == 3 and origins != 0:
        origins |= BIT[square - 2 * step] & ~occupied
    return origins


def unmoves(state: State, before: Any) -> int:
    side = 1 - state.to_move
    n = 0
    moved = state.sides[side]
    while moved != 0:
        square = lowest_bit(moved)
        moved ^= BIT[square]
        origins = _came_from(state, square, side)
        while origins != 0:
            origin = lowest_bit(origins)
            origins ^= BIT[origin]
            earlier = before[n]
            copy_state_into(state, earlier)
            _without_history(earlier)
            toggle(earlier, side, state.board[square], origin)
            toggle(earlier, side, state.board[square], square)
            earlier.to_move = side
            if _is_possible(earlier):
                n += 1
    return n


DOMAIN = Domain(
    rules=GAME,
    game="chess",
    groups=GROUPS,
    index=index,
    place=place,
    unmoves=unmoves,
    max_unmoves=64,
)
