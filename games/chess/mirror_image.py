"""The mirror image of a chess position, and what stands on its squares."""

import numpy as np

from games.chess.kernel import NO_SQUARE, find_checks, from_square, full_key, promotion, to_square
from games.chess.tables import BIT
from games.contract import BLACK, NOBODY, WHITE, State
from games.state_copy import copy_state_into


def opposite(square: int) -> int:
    """The square of the same file that lies as far from the other edge."""
    return square ^ 56


def mirror(state: State, next: State) -> bool:
    """Fills `next` with the position in which pieces, castling rights and the en passant square have changed
    sides and ranks, as `mirror` of python-chess does. The number of the move stays. Always possible."""
    copy_state_into(state, next)
    for side in (WHITE, BLACK):
        next.sides[side] = 0
    for piece in range(len(state.types)):
        next.types[piece] = 0
    for square in range(64):
        was = opposite(square)
        piece = state.board[was]
        next.board[square] = piece
        if piece != 0:
            next.types[piece] |= BIT[square]
            owner = BLACK if state.sides[WHITE] & BIT[was] != 0 else WHITE
            next.sides[owner] |= BIT[square]
    next.to_move = 1 - state.to_move
    next.castling = state.castling >> 2 | (state.castling & 3) << 2
    if state.en_passant != NO_SQUARE:
        next.en_passant = opposite(state.en_passant)
    find_checks(next)
    next.key = full_key(next)
    return True


def mirror_move(state: State, move: int) -> int:
    return opposite(to_square(move)) | opposite(from_square(move)) << 6 | promotion(move) << 12


def contents(state: State, out: np.ndarray) -> None:
    """The kinds are PAWN..KING, 1..6."""
    for square in range(64):
        out[square, 0] = state.board[square]
        out[square, 1] = NOBODY
        for side in (WHITE, BLACK):
            if state.sides[side] & BIT[square] != 0:
                out[square, 1] = side
