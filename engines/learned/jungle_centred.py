"""Jungle as the net of `dqn` sees it: the slides' board (`engines.learned.jungle_board`) once for each own
piece, shifted so that the piece stands in the middle. So what a lion does next to a wolf is learned once, not
once for each of 56 squares.
"""

from typing import Any

import numpy as np

from engines.learned.jungle_board import direction, for_side
from engines.learned.jungle_key import DISTANCE, FAR, chance_to_win
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

# The inputs of a question. For each offset of a square from the piece in the middle: CODES for what stands
# there (own and opposing pieces by strength, then face-down pieces by owner), and RELATIONS: whether that is
# prey, an equal or a predator. From AT_SQUARE on: the piece's square, strength, and chance to win against a
# face-down piece; the offsets of its nearest prey and predators; by how many steps its prey is farther than
# the nearest prey of any own piece; how many steps that prey is away; and whether the draw counter is LATE.
DX, DY = 2 * FILES - 1, 2 * RANKS - 1
CODES, RELATIONS = 19, 3
PREY, EQUAL, PREDATOR, NOTHING = 0, 1, 2, 3
NEAR_BANDS, BEHIND_BANDS, CHANCE_BANDS = 6, 4, 5
AT_SQUARE = DX * DY * (CODES + RELATIONS)
AT_STRENGTH = AT_SQUARE + FILES * RANKS
AT_CHANCE = AT_STRENGTH + 9
AT_NEAREST = np.array([0, 0, DX * DY]) + AT_CHANCE + CHANCE_BANDS  # by relation: of prey and predators
AT_BEHIND = AT_CHANCE + CHANCE_BANDS + 2 * DX * DY
AT_NEAR = AT_BEHIND + BEHIND_BANDS
AT_CLOCK = AT_NEAR + NEAR_BANDS
INPUTS = AT_CLOCK + 1
OUTPUTS = 5
ASKED = 16
ROWS = 3 * 16 + 6
"""The outputs of a question, by direction; the most questions; the most inputs of one that are not 0."""

LATE = 50
"""The number of plies without a capture from which on the net sees the draw counter, as `qtable` does."""


def _offsets() -> np.ndarray:
    """The number of the offset from one square to another, int64[56, 56]."""
    squares = np.arange(FILES * RANKS)
    files, ranks = squares % FILES, squares // FILES
    return (ranks - ranks[:, None] + RANKS - 1) * DX + files - files[:, None] + FILES - 1


def _relations() -> np.ndarray:
    """The relation of a piece, by its code, to a piece of a strength (first index, 0 for a face-down one)."""
    table = np.full((9, CODES), NOTHING)
    for strength in range(1, 9):
        for other in range(1, 9):
            result = RESULT[strength, other]
            table[strength, 7 + other] = PREY if result == TAKES else PREDATOR if result == LOSES else EQUAL
    return table


OFFSET, RELATION = _offsets(), _relations()


def acting(state: State) -> int:
    """Bits of the pieces that the player to move may move or reveal."""
    return int(state.revealed[state.to_move] | can_reveal(state, state.to_move))


def look(state: State, mirrored: int, rows: Any, coefficients: Any, counts: Any) -> int:
    """Fills in the inputs of each own piece, in the order of their squares. They say what stands where, seen
    from the piece; which opposing pieces it takes, which take it, and which of these are the nearest; its
    square, its strength, and its chance to win against face-down pieces; how near the nearest prey of any own
    piece is, and by how many steps this piece's prey is farther."""
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
        places[pieces] = for_side(square, side, mirrored)
        if piece < FACE_DOWN:
            codes[pieces] = strength_of(piece) - 1 + (0 if owner_of(piece) == side else 8)
        else:
            owner = piece - FACE_DOWN
            codes[pieces] = 18 if owner == UNKNOWN else 16 if owner == side else 17
        pieces += 1
    places, codes = places[:pieces], codes[:pieces]
    prey = np.full(ASKED, FAR)
    asked = 0
    own = acting(state)
    hidden = int(state.face_down[1 - side] | state.face_down[UNKNOWN])
    late = state.quiet >= LATE
    for middle in range(pieces):
        if own >> squares[middle] & 1 == 0:
            continue
        at, code = places[middle], codes[middle]
        strength = code + 1 if code < 8 else 0
        row = rows[asked]
        offsets, steps = OFFSET[at][places], DISTANCE[at][places]
        seen = offsets * (CODES + RELATIONS)
        n = pieces - 1
        row[:middle] = seen[:middle] + codes[:middle]
        row[middle:n] = seen[middle + 1 :] + codes[middle + 1 :]
        relations = RELATION[strength][codes]
        for relation in range(RELATIONS):
            those = np.flatnonzero(relations == relation)
            if len(those) == 0:
                continue
            row[n : n + len(those)] = seen[those] + (CODES + relation)
            n += len(those)
            if relation == EQUAL:
                continue
            least = steps[those].min()
            nearest = those[steps[those] == least]
            row[n : n + len(nearest)] = offsets[nearest] + AT_NEAREST[relation]
            n += len(nearest)
            if relation == PREY:
                prey[asked] = least
        row[n] = AT_SQUARE + at
        row[n + 1] = AT_STRENGTH + strength
        n += 2
        if strength > 0 and hidden != 0:
            row[n] = AT_CHANCE + int(4.0 * chance_to_win(state, lowest_bit(hidden), strength))
            n += 1
        if late:
            row[n] = AT_CLOCK
            n += 1
        counts[asked] = n
        asked += 1
    nearest_prey = prey.min()
    for i in range(asked):
        n = counts[i]
        rows[i, n] = AT_NEAR + min(NEAR_BANDS, nearest_prey) - 1
        n += 1
        if prey[i] < FAR:
            rows[i, n] = AT_BEHIND + min(BEHIND_BANDS - 1, prey[i] - nearest_prey)
            n += 1
        coefficients[i, :n] = 1.0
        counts[i] = n
    return asked


def action(state: State, move: int, mirrored: int) -> int:
    """5 · the number of the piece among the own ones + its direction, or REVEAL."""
    side = int(state.to_move)
    number = popcount(acting(state) & (BIT[move >> 6] - 1))
    to = direction(for_side(move >> 6, side, mirrored), for_side(move & 63, side, mirrored))
    return OUTPUTS * number + to
