"""What searches ask about chess. Exchanges and checks are facts of the game and stand in its kernel."""

import numpy as np

from engines.search_hints import SearchHints
from games.bits import WORD, low_product
from games.chess.kernel import (
    PIECE_WORTH,
    attacks_by,
    bishop_attacks,
    captured_piece,
    checking_squares,
    from_square,
    gives_check,
    is_legal,
    king_square,
    loses,
    noisy,
    noisy_moves,
    pawn_attacks,
    promotion,
    quiet_checks,
    rook_attacks,
    to_square,
    wins_exchange,
)
from games.chess.tables import BISHOP, BIT, KING, KNIGHT, PAWN, QUEEN, ROOK
from games.contract import State


def order_hint(state: State, move: int) -> int:
    """Captures of the most valuable piece first, and among these by the least valuable piece first. A
    promotion to a queen counts like the capture of one."""
    hint = 0
    captured = captured_piece(state, move)
    if captured != 0:
        hint = 8 * captured + 7 - int(state.board[from_square(move)])
    if promotion(move) == QUEEN:
        hint += 8 * QUEEN
    return hint


def piece_to(state: State, move: int) -> int:
    """The type of the piece that moves and the square that it goes to, 64 numbers for each of PAWN..KING."""
    return (int(state.board[from_square(move)]) - PAWN) * 64 + to_square(move)


def may_pass(state: State) -> bool:
    """Whether the side to move has a piece besides king and pawns. Without one, the duty to move often loses
    (zugzwang)."""
    pawns_and_kings = state.types[PAWN] | state.types[KING]
    return state.sides[state.to_move] & ~pawns_and_kings != 0


def worth_taken(state: State, move: int) -> int:
    """The worth of the piece that the move takes, in hundredths of a pawn."""
    return int(PIECE_WORTH[captured_piece(state, move)])


def same_target(move: int, other: int) -> bool:
    return to_square(move) == to_square(other)


GIVES_CHECK, SAVES_QUEEN, SAVES_ROOK, SAVES_MINOR = 16_000, 50_000, 25_000, 15_000
"""Hints for quiet moves, on the scale of a search's histories."""


def quiet_hints(state: State, moves: np.ndarray, n: int, out: np.ndarray) -> None:
    """For each of `n` moves: how much earlier it should be tried because it gives check, not by discovery, or
    saves a piece that something cheaper attacks."""
    side = state.to_move
    other = 1 - side
    own, types = state.sides[side], state.types
    by_pawn = pawn_attacks(state, other)
    by_minor = attacks_by(state, other, KNIGHT) | attacks_by(state, other, BISHOP) | by_pawn
    by_rook = attacks_by(state, other, ROOK) | by_minor
    threatened = own & (
        types[QUEEN] & by_rook | types[ROOK] & by_minor | (types[KNIGHT] | types[BISHOP]) & by_pawn
    )
    king = king_square(state, other)
    occupied = own | state.sides[other]
    oblique, straight = bishop_attacks(king, occupied), rook_attacks(king, occupied)
    for i in range(n):
        origin, target = from_square(moves[i]), to_square(moves[i])
        piece = state.board[origin]
        goal = BIT[target]
        hint = 0
        if threatened & BIT[origin] != 0:
            if piece == QUEEN and by_rook & goal == 0:
                hint += SAVES_QUEEN
            elif piece == ROOK and by_minor & goal == 0:
                hint += SAVES_ROOK
            elif by_pawn & goal == 0:
                hint += SAVES_MINOR
        if checking_squares(side, piece, king, straight, oblique) & goal != 0:
            hint += GIVES_CHECK
        out[i] = hint


FACTORS = (0x1F3D5B79A2C4E685, 0x2545F4914F6CDD1D, 0x5851F42D4C957F2D, 0x369DEA0F31A53F85, 0x27BB2EE687B0B0FD)
"""Odd numbers that scatter sets of squares."""


def scattered(squares: int, factor: int) -> int:
    return low_product((squares ^ squares >> 32) & WORD, factor)


def placement(state: State, side: int) -> int:
    """A hash of where a side's pieces stand, pawns not included."""
    own, types = state.sides[side], state.types
    hashed = scattered(types[KNIGHT] & own, FACTORS[0]) ^ scattered(types[BISHOP] & own, FACTORS[1])
    hashed ^= scattered(types[ROOK] & own, FACTORS[2]) ^ scattered(types[QUEEN] & own, FACTORS[3])
    return scattered(hashed ^ scattered(types[KING] & own, FACTORS[4]), FACTORS[0]) >> 40


def likeness(state: State) -> tuple[int, int, int]:
    """Hashes of all pawns, of White's other pieces and of Black's."""
    pawns = state.types[PAWN]
    hashed = scattered(pawns & state.sides[0], FACTORS[0]) ^ scattered(pawns & state.sides[1], FACTORS[1])
    return scattered(hashed, FACTORS[2]) >> 40, placement(state, 0), placement(state, 1)


HINTS = SearchHints(
    order_hint=order_hint,
    piece_to=piece_to,
    noisy_moves=noisy_moves,
    noisy=noisy,
    may_pass=may_pass,
    loses=loses,
    gives_check=gives_check,
    is_legal=is_legal,
    worth_taken=worth_taken,
    wins_exchange=wins_exchange,
    same_target=same_target,
    quiet_hints=quiet_hints,
    quiet_checks=quiet_checks,
    likeness=likeness,
)
