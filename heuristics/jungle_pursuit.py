"""How soon pieces of simplified Jungle catch one that they take, with nothing else on the board.

All positions of the hunters and their prey, worked out backwards from those in which it is caught, as
endgame tables are. Two hunters catch a prey whose side has other moves in at most 45 plies from anywhere. One
alone never catches it then; but the last piece of a side has to move, and one hunter catches that in at most
25. The hunters' side has other moves, too.
"""

from typing import Any

import numpy as np

from games.jungle import FILES, RANKS

UNKNOWN_YET = 100
"""More plies than any catch takes; fits int8."""

SHIFTS = (
    (np.s_[:, 1:], np.s_[:, :-1]),
    (np.s_[:, :-1], np.s_[:, 1:]),
    (np.s_[1:], np.s_[:-1]),
    (np.s_[:-1], np.s_[1:]),
)
"""Steps of whoever stands on an array's first two axes, rank and file: where from, and where to."""


def plies_of_one() -> np.ndarray:
    """int8[56, 56]: plies until the hunter on the second square, whose side is to move, catches the prey on
    the first one, which has to move when it is its turn. Where both stand on one square it means nothing."""
    solved: np.ndarray = _solved(1, prey_passes=False)
    return solved


def plies_of_two() -> np.ndarray:
    """int8[56, 56, 56]: plies until one of two hunters, whose side is to move, catches the prey on the first
    square, which may stay there. Where two stand on one square it means nothing."""
    solved: np.ndarray = _solved(2, prey_passes=True)
    return solved


def _solved(hunters: int, prey_passes: bool) -> Any:
    """By prey and hunters: the least plies for the hunters, the most for the prey, anew until nothing
    changes."""
    square = np.arange(FILES * RANKS).reshape(RANKS, FILES)
    prey = square.reshape(RANKS, FILES, *(1,) * 2 * hunters)
    first = square.reshape(1, 1, RANKS, FILES, *(1,) * 2 * (hunters - 1))
    shape = (RANKS, FILES) * (hunters + 1)
    caught = np.broadcast_to(prey == first, shape)
    one_square = np.zeros(shape, bool)
    if hunters == 2:
        one_square = np.broadcast_to(first == square, shape)
        caught = caught | _others_turn(caught)
    plies = np.full(shape, UNKNOWN_YET, np.int8)
    while True:
        for_prey = np.where(caught, np.int8(0), plies)
        longest = for_prey.copy() if prey_passes else np.zeros_like(for_prey)
        for here, there in SHIFTS:
            np.maximum(longest[here], for_prey[there], out=longest[here])
        longest += 1
        longest[caught] = 0
        longest[one_square] = UNKNOWN_YET
        by_hunter = np.moveaxis(longest, (2, 3), (0, 1))  # a view, with the first hunter's square in front
        soonest = by_hunter.copy()
        for here, there in SHIFTS:
            np.minimum(soonest[here], by_hunter[there], out=soonest[here])
        after = np.moveaxis(soonest, (0, 1), (2, 3))
        if hunters == 2:
            after = np.minimum(after, _others_turn(after))
        after = np.minimum(after + 1, UNKNOWN_YET).astype(np.int8)
        if np.array_equal(after, plies):
            return np.ascontiguousarray(after).reshape((FILES * RANKS,) * (hunters + 1))
        plies = after


def _others_turn(by_squares: Any) -> Any:
    """The same with the two hunters swapped."""
    return by_squares.transpose(0, 1, 4, 5, 2, 3)
