"""Jungle as the net of `dqn` sees it: the slides' board (`engines.learned.jungle_board`) once for
each own piece, with the board shifted so that it stands in the middle: what a lion does next to a wolf is
learned once, not once for each of 56 squares.
"""

from typing import Any

import numpy as np

from engines.learned.jungle_board import direction, turned
from engines.learned.jungle_key import chance_to_win
from games.bits import lowest_bit, popcount
from games.contract import State
from games.jungle import (
    BIT,
    FACE_DOWN,
    FILES,
    LOSES,
    RANKS,
    RESULT,
    TAKES,
    UNKNOWN,
    can_reveal,
    owner_of,
    strength_of,
)

DX, DY = 2 * FILES - 1, 2 * RANKS - 1
CODES, RELATIONS = 19, 3
PREY, EQUAL, PREDATOR = 0, 1, 2
AT_SQUARE = DX * DY * (CODES + RELATIONS)
AT_STRENGTH = AT_SQUARE + FILES * RANKS
AT_CHANCE = AT_STRENGTH + 9
CHANCE_BANDS = 5
INPUTS = AT_CHANCE + CHANCE_BANDS
OUTPUTS = 5
ASKED = 16
ROWS = 2 * 16 + 3


def acting(state: State) -> int:
    """Bits of the pieces that the player to move may move or reveal."""
    return int(state.revealed[state.to_move] | can_reveal(state, state.to_move))


def look(state: State, mirrored: int, rows: Any, coefficients: Any, counts: Any) -> int:
    """The inputs of each own piece, in the order of their squares: what stands where, seen from it, and of
    the opposing pieces which it takes and which take it; its square, its strength, and its chance to win
    against what lies face down."""
    side = int(state.to_move)
    pieces = 0
    squares, places, codes = np.zeros(16, np.int64), np.zeros(16, np.int64), np.zeros(16, np.int64)
    bits = int(state.revealed[0] | state.revealed[1] | state.face_down[0] | state.face_down[1])
    bits |= int(state.face_down[UNKNOWN])
    while bits != 0:
        square = lowest_bit(bits)
        bits &= bits - 1
        piece = int(state.board[square])
        squares[pieces] = square
        places[pieces] = turned(square, side, mirrored)
        if piece < FACE_DOWN:
            codes[pieces] = strength_of(piece) - 1 + (0 if owner_of(piece) == side else 8)
        else:
            owner = piece - FACE_DOWN
            codes[pieces] = 18 if owner == UNKNOWN else 16 if owner == side else 17
        pieces += 1
    asked = 0
    own = acting(state)
    hidden = int(state.face_down[1 - side] | state.face_down[UNKNOWN])
    for middle in range(pieces):
        if own & BIT[squares[middle]] == 0:
            continue
        strength = codes[middle] + 1 if codes[middle] < 8 else 0
        at = places[middle]
        x, y = at % FILES, at // FILES
        n = 0
        for other in range(pieces):
            if other == middle:
                continue
            there, code = places[other], codes[other]
            offset = (there // FILES - y + RANKS - 1) * DX + there % FILES - x + FILES - 1
            rows[asked, n] = offset * (CODES + RELATIONS) + code
            n += 1
            if strength > 0 and 8 <= code < 16:
                result = RESULT[strength, code - 7]
                relation = PREY if result == TAKES else PREDATOR if result == LOSES else EQUAL
                rows[asked, n] = offset * (CODES + RELATIONS) + CODES + relation
                n += 1
        rows[asked, n] = AT_SQUARE + at
        rows[asked, n + 1] = AT_STRENGTH + strength
        n += 2
        if strength > 0 and hidden != 0:
            rows[asked, n] = AT_CHANCE + int(4.0 * chance_to_win(state, lowest_bit(hidden), strength))
            n += 1
        coefficients[asked, :n] = 1.0
        counts[asked] = n
        asked += 1
    return asked


def action(state: State, move: int, mirrored: int) -> int:
    """5 · the number of the piece among the own ones + its direction, or the reveal."""
    side = int(state.to_move)
    number = popcount(acting(state) & (BIT[move >> 6] - 1))
    to = direction(turned(move >> 6, side, mirrored), turned(move & 63, side, mirrored))
    return OUTPUTS * number + to
