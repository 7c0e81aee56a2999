"""How soon hunters catch a piece of Jungle that they can take, on an otherwise empty board.

All positions of hunters and prey are solved backwards from the catch, as in an endgame table. A prey whose
side has other moves may stand still. Two hunters catch it within 45 plies from any square; one hunter catches
it only if it begins on the next square. A side's last piece must move: one hunter catches it within 25 plies.
The hunters may always stand still, as if their side had another piece to move.
"""

from typing import Any

import numpy as np

from games.jungle import FILES, RANKS

UNKNOWN_YET = 100
"""More plies than any catch takes. It fits into int8."""

SHIFTS = (
    (np.s_[:, 1:], np.s_[:, :-1]),
    (np.s_[:, :-1], np.s_[:, 1:]),
    (np.s_[1:], np.s_[:-1]),
    (np.s_[:-1], np.s_[1:]),
)
"""The four steps of the piece on an array's first two axes, rank and file: the slices from and to."""


def plies_of_one() -> np.ndarray:
    """int8[56, 56], by the squares of prey and hunter: plies to the catch. The hunter's side is to move, and
    the prey must move in its turn. Entries with both on one square have no meaning."""
    solved: np.ndarray = _solved(1, prey_passes=False)
    return solved


def plies_of_two() -> np.ndarray:
    """int8[56, 56, 56], by the squares of prey and both hunters: plies to the catch. The hunters' side is to
    move, and the prey may stand still. Entries with two pieces on one square have no meaning."""
    solved: np.ndarray = _solved(2, prey_passes=True)
    return solved


def _solved(hunters: int, prey_passes: bool) -> Any:
    """Plies by the squares of prey and hunters. In each pass the hunters choose the fewest plies and the prey
    the most, until a pass changes nothing."""
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
        by_hunter = np.moveaxis(longest, (2, 3), (0, 1))  # a view, with the first hunter's square first
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
    """The same array with the two hunters swapped."""
    return by_squares.transpose(0, 1, 4, 5, 2, 3)
