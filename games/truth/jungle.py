"""The Jungle positions in our endgame tables: all pieces face up, at most four together.

All that matters about the pieces is which takes which: positions of one **class** differ only in the names of
animals. Two positions are of one class if their pieces can be ordered so that the results of all attacks
agree. The board's two reflections bring the first piece to the files a to d and the ranks 1 to 4. If several
orders of the pieces or reflections are possible, the smallest number is the position's.
"""

from itertools import combinations, permutations, product
from typing import Any

import numpy as np

from games.bits import lowest_bit
from games.contract import BLACK, WHITE, State
from games.jungle import (
    ANIMALS,
    BIT,
    FILES,
    GAME,
    LETTERS,
    NEIGHBOURS,
    RANKS,
    RESULT,
    UNKNOWN,
    strength_of,
)
from games.truth.domain import Domain, Group, TablePart

SQUARES = FILES * RANKS
FIRST_SQUARES = 16
"""Squares of the first piece, up to reflection: four files by four ranks."""

MOST_PIECES = 4
MOST_ORDERS = 6  # of three pieces against one

Relation = tuple[int, ...]
"""The results of all attacks, row by row: own pieces on those of the other side."""


def relation(own: tuple[int, ...], other: tuple[int, ...]) -> Relation:
    return tuple(int(RESULT[one, two]) for one in own for two in other)


def _strength_sets() -> list[tuple[int, ...]]:
    strengths = range(1, len(ANIMALS) + 1)
    return [chosen for size in (1, 2, 3) for chosen in combinations(strengths, size)]


SETS = _strength_sets()
NUMBER_OF_SET = np.full(256, -1, np.int64)
"""By the bits of strengths − 1: the number of the set in SETS."""
for _number, _set in enumerate(SETS):
    NUMBER_OF_SET[sum(1 << strength - 1 for strength in _set)] = _number


def _classes() -> tuple[list[tuple[tuple[int, ...], tuple[int, ...]]], np.ndarray, np.ndarray]:
    """An example of each class, its pieces in the class's order; the class of two sets of pieces; and the
    orders of their pieces, numbered by strength and the own ones first, that give the class's relation."""
    samples: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    numbers: dict[tuple[int, int, Relation], int] = {}
    class_of = np.full((len(SETS), len(SETS)), -1, np.int64)
    orders = np.full((len(SETS), len(SETS), MOST_ORDERS, MOST_PIECES), -1, np.int8)
    for (i, own), (j, other) in product(enumerate(SETS), enumerate(SETS)):
        if len(own) + len(other) > MOST_PIECES:
            continue
        ways = [
            (relation(tuple(own[k] for k in first), tuple(other[k] for k in second)), first, second)
            for first in permutations(range(len(own)))
            for second in permutations(range(len(other)))
        ]
        least = min(way[0] for way in ways)
        chosen = [(first, second) for found, first, second in ways if found == least]
        key = (len(own), len(other), least)
        if key not in numbers:
            numbers[key] = len(samples)
            first, second = chosen[0]
            samples.append((tuple(own[k] for k in first), tuple(other[k] for k in second)))
        class_of[i, j] = numbers[key]
        for k, (first, second) in enumerate(chosen):
            order = (*first, *(len(own) + each for each in second))
            orders[i, j, k, : len(order)] = order
    return samples, class_of, orders


SAMPLES, CLASS_OF, ORDERS = _classes()


def _class_of(own: tuple[int, ...], other: tuple[int, ...]) -> int:
    return int(CLASS_OF[SETS.index(tuple(sorted(own))), SETS.index(tuple(sorted(other)))])


def _size(number: int) -> int:
    return FIRST_SQUARES * int(SQUARES ** (len(SAMPLES[number][0]) + len(SAMPLES[number][1]) - 1))


def letters_of(number: int) -> str:
    """A class by its example: "RE–CD"."""
    own, other = ("".join(LETTERS[strength - 1] for strength in side) for side in SAMPLES[number])
    return f"{own}–{other}"


def _lay_out() -> tuple[tuple[Group, ...], np.ndarray]:
    """The groups, each of a class and the class that the other side sees, and the classes' first numbers.
    Fewer pieces come first, because captures lead there."""
    starts = np.full(len(SAMPLES), -1, np.int64)
    groups: list[Group] = []
    start = 0
    for number in sorted(range(len(SAMPLES)), key=_size):
        if starts[number] >= 0:
            continue
        own, other = SAMPLES[number]
        parts = []
        for each in dict.fromkeys((number, _class_of(other, own))):
            starts[each] = start
            parts.append(TablePart(letters_of(each), start, start + _size(each)))
            start += _size(each)
        groups.append(Group(letters_of(number).replace("–", "-"), tuple(parts)))
    return tuple(groups), starts


GROUPS, STARTS = _lay_out()
CLASSES_BY_START = np.argsort(STARTS)
SORTED_STARTS = np.sort(STARTS)
SAMPLE_STRENGTHS = np.zeros((len(SAMPLES), MOST_PIECES), np.int64)
OWN_PIECES = np.array([len(own) for own, _ in SAMPLES])
PIECES = np.array([len(own) + len(other) for own, other in SAMPLES])
for _number, (_own, _other) in enumerate(SAMPLES):
    SAMPLE_STRENGTHS[_number, : PIECES[_number]] = _own + _other


def _strengths(state: State, side: int) -> int:
    """The strengths of a side's revealed pieces, bit 0 for the rat; -1 for more than three pieces."""
    strengths = 0
    n = 0
    bits = state.revealed[side]
    while bits != 0:
        strengths |= BIT[strength_of(state.board[lowest_bit(bits)]) - 1]
        bits &= bits - 1
        n += 1
    return strengths if n < MOST_PIECES else -1


def _nth_square(state: State, own: int, other: int, nth: int) -> int:
    """The square of the nth piece. Those of the side to move come first, each side's in the order of
    strengths."""
    side = state.to_move
    left = own
    bits = state.revealed[side]
    count = nth
    offset = 8 * side
    while left != 0 and count > 0:
        left &= left - 1
        count -= 1
    if left == 0:
        left = other
        bits = state.revealed[1 - side]
        offset = 8 * (1 - side)
        while count > 0:
            left &= left - 1
            count -= 1
    piece = lowest_bit(left) + 1 + offset
    while state.board[lowest_bit(bits)] != piece:
        bits &= bits - 1
    return lowest_bit(bits)


def reflect(square: int, files: bool, ranks: bool) -> int:
    file, rank = square % FILES, square // FILES
    if files:
        file = FILES - 1 - file
    if ranks:
        rank = RANKS - 1 - rank
    return rank * FILES + file


def index(state: State) -> int:
    side = state.to_move
    if state.pool[WHITE] != 0 or state.pool[BLACK] != 0 or state.face_down[UNKNOWN] != 0:
        return -1
    own, other = _strengths(state, side), _strengths(state, 1 - side)
    if own <= 0 or other <= 0:
        return -1
    one, two = NUMBER_OF_SET[own], NUMBER_OF_SET[other]
    number = CLASS_OF[one, two]
    if number < 0:
        return -1
    pieces = PIECES[number]
    squares = 0  # six bits for each piece
    for nth in range(pieces):
        squares |= _nth_square(state, own, other, nth) << 6 * nth
    least = -1
    for k in range(MOST_ORDERS):
        if ORDERS[one, two, k, 0] < 0:
            break
        first = squares >> 6 * int(ORDERS[one, two, k, 0]) & 63
        files = first % FILES >= FILES // 2
        for ranks in range(2):  # on the middle rank the first piece may be reflected or not
            if (ranks == 0 and first // FILES > RANKS // 2) or (ranks == 1 and first // FILES < RANKS // 2):
                continue
            corner = reflect(first, files, ranks == 1)
            found = corner // FILES * (FILES // 2) + corner % FILES
            for nth in range(1, pieces):
                square = squares >> 6 * int(ORDERS[one, two, k, nth]) & 63
                found = found * SQUARES + reflect(square, files, ranks == 1)
            if least < 0 or found < least:
                least = found
    return STARTS[number] + least


def place(number: int, state: State) -> bool:
    at = len(SORTED_STARTS) - 1
    while SORTED_STARTS[at] > number:
        at -= 1
    kind = CLASSES_BY_START[at]
    left = number - SORTED_STARTS[at]
    for square in range(SQUARES):
        state.board[square] = 0
    for side in range(2):
        state.revealed[side] = 0
        state.pool[side] = 0
    for owner in range(3):
        state.face_down[owner] = 0
    state.key = 0
    state.quiet = 0
    state.no_capture_limit = 0
    state.to_move = WHITE
    for back in range(PIECES[kind]):
        nth = PIECES[kind] - 1 - back
        if nth > 0:
            square = left % SQUARES
            left //= SQUARES
        else:
            square = left // (FILES // 2) * FILES + left % (FILES // 2)
        if state.board[square] != 0:
            return False
        side = WHITE if nth < OWN_PIECES[kind] else BLACK
        state.board[square] = SAMPLE_STRENGTHS[kind, nth] + 8 * side
        state.revealed[side] |= BIT[square]
    return index(state) == number


def unmoves(state: State, before: Any) -> int:
    side = 1 - state.to_move
    empty = ~(state.revealed[WHITE] | state.revealed[BLACK])
    n = 0
    moved = state.revealed[side]
    while moved != 0:
        square = lowest_bit(moved)
        moved &= moved - 1
        origins = NEIGHBOURS[square] & empty
        while origins != 0:
            origin = lowest_bit(origins)
            origins &= origins - 1
            earlier = before[n]
            earlier.board = state.board
            earlier.revealed = state.revealed
            earlier.face_down = state.face_down
            earlier.pool = state.pool
            earlier.key = 0
            earlier.quiet = 0
            earlier.no_capture_limit = 0
            earlier.to_move = side
            earlier.board[origin] = state.board[square]
            earlier.board[square] = 0
            earlier.revealed[side] ^= BIT[square] ^ BIT[origin]
            n += 1
    return n


DOMAIN = Domain(
    rules=GAME,
    game="jungle",
    groups=GROUPS,
    index=index,
    place=place,
    unmoves=unmoves,
    max_unmoves=4 * MOST_PIECES,
)
