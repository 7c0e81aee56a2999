"""The Morris positions in our endgame tables: no stones in hand, three against three or four against three.

A position's number combines those of two sets of points, each in colexicographic order: where the side to
move has stones, and where among the other points the other side has.
"""

from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from games.bits import lowest_bit, popcount
from games.contract import BLACK, WHITE, State
from games.morris import ALL, GAME, NEIGHBOURS, POINTS, mills_closed
from games.truth.domain import Domain, lay_out

BINOMIAL = np.array([[comb(n, k) for k in range(6)] for n in range(POINTS + 1)], np.int64)


def _subsets(size: int) -> np.ndarray:
    """All sets of `size` points in colexicographic order."""
    sets = [sum(1 << point for point in chosen) for chosen in combinations(range(POINTS), size)]
    return np.array(sorted(sets), np.int64)


THREES, FOURS = _subsets(3), _subsets(4)

THREE_AMONG_21, THREE_AMONG_20, FOUR_AMONG_21 = comb(21, 3), comb(20, 3), comb(21, 4)
"""The number of sets of the other side's stones among the points that are left."""

GROUPS = lay_out(
    (
        ("3-3", (("3–3", len(THREES) * THREE_AMONG_21),)),
        ("4-3", (("4–3", len(FOURS) * THREE_AMONG_20), ("3–4", len(THREES) * FOUR_AMONG_21))),
    )
)
START_43, START_34 = (part.start for part in GROUPS[1].parts)


def rank(points: int) -> int:
    """The number of a set of points among all of its size."""
    number = 0
    nth = 1
    while points != 0:
        number += BINOMIAL[lowest_bit(points), nth]
        points &= points - 1
        nth += 1
    return number


def closed_up(points: int, without: int) -> int:
    """The points, numbered as if those of `without` were not there."""
    closed = 0
    while points != 0:
        point = lowest_bit(points)
        points &= points - 1
        closed |= 1 << point - popcount(without & (1 << point) - 1)
    return closed


def opened_up(points: int, without: int) -> int:
    """The inverse of `closed_up`."""
    opened = 0
    free = ALL & ~without
    while points != 0:
        if points & 1 != 0:
            opened |= free & -free
        free &= free - 1
        points >>= 1
    return opened


def index(state: State) -> int:
    if state.stash[WHITE] != 0 or state.stash[BLACK] != 0:
        return -1
    own, opposing = state.stones[state.to_move], state.stones[1 - state.to_move]
    stones, others = popcount(own), popcount(opposing)
    if stones == 3 and others == 3:
        return rank(own) * THREE_AMONG_21 + rank(closed_up(opposing, own))
    if stones == 4 and others == 3:
        return START_43 + rank(own) * THREE_AMONG_20 + rank(closed_up(opposing, own))
    if stones == 3 and others == 4:
        return START_34 + rank(own) * FOUR_AMONG_21 + rank(closed_up(opposing, own))
    return -1


def place(number: int, state: State) -> bool:
    if number < START_43:
        own = THREES[number // THREE_AMONG_21]
        closed = THREES[number % THREE_AMONG_21]
    elif number < START_34:
        own = FOURS[(number - START_43) // THREE_AMONG_20]
        closed = THREES[(number - START_43) % THREE_AMONG_20]
    else:
        own = THREES[(number - START_34) // FOUR_AMONG_21]
        closed = FOURS[(number - START_34) % FOUR_AMONG_21]
    _set_up(state, own, opened_up(closed, own), WHITE)
    return True


def _set_up(state: State, own: int, opposing: int, side: int) -> None:
    """Fills the record: `side` is to move and has the `own` stones."""
    state.stones[side] = own
    state.stones[1 - side] = opposing
    state.stash[WHITE] = 0
    state.stash[BLACK] = 0
    state.quiet = 0
    state.quiet_limit = 0
    state.repetition_limit = 0
    state.to_move = side
    state.key = 0


def unmoves(state: State, before: Any) -> int:
    side = 1 - state.to_move
    own, opposing = state.stones[side], state.stones[1 - side]
    empty = ALL & ~(own | opposing)
    flies = popcount(own) == 3
    n = 0
    moved = own
    while moved != 0:
        to = lowest_bit(moved)
        moved &= moved - 1
        others = own & ~(1 << to)
        if mills_closed(others, to) > 0:
            continue  # a mill would have taken a stone: there were more before
        left = empty if flies else NEIGHBOURS[to] & empty
        while left != 0:
            _set_up(before[n], others | left & -left, opposing, side)
            left &= left - 1
            n += 1
    return n


DOMAIN = Domain(
    rules=GAME,
    game="morris",
    groups=GROUPS,
    index=index,
    place=place,
    unmoves=unmoves,
    max_unmoves=4 * POINTS,
)
