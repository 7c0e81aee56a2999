"""Jungle as the slides "Simplified Jungle Chess AI Agents" give it to a net: 7×8×6 numbers of the board and
280 actions. Both are from the perspective of the player to move: for Black the board is rotated by 180°.
"""

from typing import Any

from games.contract import State
from games.jungle import EMPTY, FACE_DOWN, FILES, RANKS, UNKNOWN, owner_of, strength_of

LAST = FILES * RANKS - 1

CHANNELS = 6
INPUTS = FILES * RANKS * CHANNELS
ACTIONS = FILES * RANKS * 5
ROWS = 80
"""Room for the numbers of the inputs that are not 0. They are at most 4 for each of 16 pieces, so 64 would
do; but the random weights with which training begins depend on this number."""

NORTH, SOUTH, WEST, EAST, REVEAL = range(5)


def for_side(square: int, side: int, mirrored: int) -> int:
    """The square as `side` sees it; with `mirrored` not 0, left and right are exchanged."""
    if side == 1:
        square = LAST - square
    if mirrored != 0:
        square += FILES - 1 - 2 * (square % FILES)
    return square


def direction(from_square: int, to_square: int) -> int:
    """NORTH to EAST from one square of `for_side` to another; REVEAL if they are the same."""
    step = to_square - from_square
    if step == 0:
        return REVEAL
    if step == FILES:
        return NORTH
    if step == -FILES:
        return SOUTH
    return EAST if step == 1 else WEST


def look(state: State, mirrored: int, rows: Any, coefficients: Any, counts: Any) -> int:
    """Fills the first of `rows` with the numbers of the inputs that are not 0, the first of `coefficients`
    with their values, and `counts` with how many there are. Returns 1: the net is evaluated once. Channels of
    a square: White's piece, Black's, its strength / 8, whether it is revealed, own piece, opposing piece. A
    face-down piece has no strength."""
    n = 0
    for square in range(FILES * RANKS):
        piece = int(state.board[square])
        if piece == EMPTY:
            continue
        at = CHANNELS * for_side(square, state.to_move, mirrored)
        owner = owner_of(piece) if piece < FACE_DOWN else piece - FACE_DOWN
        if piece < FACE_DOWN:
            rows[0, n] = at + 2
            coefficients[0, n] = strength_of(piece) / 8.0
            rows[0, n + 1] = at + 3
            coefficients[0, n + 1] = 1.0
            n += 2
        if owner != UNKNOWN:
            rows[0, n] = at + owner
            coefficients[0, n] = 1.0
            rows[0, n + 1] = at + (4 if owner == state.to_move else 5)
            coefficients[0, n + 1] = 1.0
            n += 2
    counts[0] = n
    return 1


def action(state: State, move: int, mirrored: int) -> int:
    """The number of a move: 0 to 55 reveals on a square, 56 + 4·square + direction moves from it. Squares and
    directions are as the player to move sees them (the slides number them from White's side alone)."""
    square = for_side(move >> 6, state.to_move, mirrored)
    if move >> 6 == move & 63:
        return square
    return FILES * RANKS + 4 * square + direction(square, for_side(move & 63, state.to_move, mirrored))
