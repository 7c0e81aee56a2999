"""Chess geometry as tables: where each piece goes on an empty board, and what stands between.

Squares are numbered 0..63 as a1, b1, …, h8; a set of squares is a signed 64-bit word (see
`games.bits`), bit n for square n. Sliding attacks come from the "kindergarten" scheme: the six
inner squares of a line decide how far a piece on it sees, and are the index into a table of the answers.
"""

from collections.abc import Iterator

import numpy as np

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = 1, 2, 3, 4, 5, 6

_STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
_OBLIQUE = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_LEAPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))


def words(values: object) -> np.ndarray:
    """An int64 array with the bits of these numbers, 0 to 2**64 − 1."""
    return np.array(values, np.uint64).view(np.int64)


def _ray(square: int, up: int, right: int) -> Iterator[int]:
    """The squares from `square`, itself excluded, to the edge."""
    rank, file = square // 8 + up, square % 8 + right
    while 0 <= rank < 8 and 0 <= file < 8:
        yield rank * 8 + file
        rank, file = rank + up, file + right


def _steps(steps: tuple[tuple[int, int], ...]) -> np.ndarray:
    """For each square, the squares one such step (up, right) away."""
    return words(
        [
            sum(1 << target for up, right in steps for target in list(_ray(square, up, right))[:1])
            for square in range(64)
        ]
    )


def _knight() -> np.ndarray:
    table = [0] * 64
    for square in range(64):
        for up, right in _LEAPS:
            if 0 <= square // 8 + up < 8 and 0 <= square % 8 + right < 8:
                table[square] |= 1 << square + 8 * up + right
    return words(table)


def _lines(directions: tuple[tuple[int, int], ...]) -> np.ndarray:
    """For each square, all the squares on the rays in these directions."""
    return words(
        [
            sum(1 << target for up, right in directions for target in _ray(square, up, right))
            for square in range(64)
        ]
    )


def _between_and_line() -> tuple[np.ndarray, np.ndarray]:
    between, line = [[0] * 64 for _ in range(64)], [[0] * 64 for _ in range(64)]
    for square in range(64):
        for up, right in _STRAIGHT + _OBLIQUE:
            both_ways = [*_ray(square, up, right), square, *_ray(square, -up, -right)]
            whole = sum(1 << target for target in both_ways)
            passed = 0
            for target in _ray(square, up, right):
                between[square][target] = passed
                line[square][target] = whole
                passed |= 1 << target
    return words(between), words(line)


def _seen(position: int, inner: int) -> int:
    """The squares (8 bits) of a line of eight that a piece at `position` sees, with the six
    inner squares occupied as in `inner`."""
    occupied, seen = inner << 1, 0
    for step in (1, -1):
        target = position + step
        while 0 <= target < 8:
            seen |= 1 << target
            if occupied >> target & 1:
                break
            target += step
    return seen


def _spread(seen: int, stride: int, repeat: int) -> int:
    """Bit n of eight moved to bit n·stride, or, with repeat, the eight bits in all eight ranks."""
    if repeat:
        return sum(seen << 8 * rank for rank in range(8))
    return sum((seen >> n & 1) << n * stride for n in range(8))


BIT = words([1 << square for square in range(64)])
KNIGHT_STEPS = _knight()
KING_STEPS = _steps(_STRAIGHT + _OBLIQUE)
PAWN_CAPTURES = np.stack([_steps(((1, -1), (1, 1))), _steps(((-1, -1), (-1, 1)))])
"""[side, square]: what a pawn of that side attacks."""
ROOK_LINES = _lines(_STRAIGHT)
BISHOP_LINES = _lines(_OBLIQUE)
_NONE = np.zeros(64, np.int64)
ON_EMPTY_BOARD = np.stack(
    [
        (_NONE, pawn, KNIGHT_STEPS, BISHOP_LINES, ROOK_LINES, ROOK_LINES | BISHOP_LINES, _NONE)
        for pawn in PAWN_CAPTURES
    ]
)
"""int64[2, 7, 64], by side, piece and square: what a piece attacks on an empty board; 0 for the king."""

BETWEEN, LINE = _between_and_line()
"""[square, square]: the squares strictly between two squares of one line, and the whole line from
edge to edge with both in it; empty for squares that share none."""

RISING = _lines(((1, 1), (-1, -1)))
FALLING = _lines(((1, -1), (-1, 1)))
SEEN_ON_RANK = words([[_seen(file, inner) for inner in range(64)] for file in range(8)])
SEEN_ON_FILE = words([[_spread(_seen(rank, i), 8, 0) for i in range(64)] for rank in range(8)])
SEEN_BY_FILE = words([[_spread(_seen(file, i), 1, 1) for i in range(64)] for file in range(8)])
"""[file or rank of the piece, occupation of the six inner squares]: what it sees on rank 1, on the a-file,
and for diagonals, whose squares each have a file of their own, in all ranks at once."""
