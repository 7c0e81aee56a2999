"""Sets of pawns and of squares around pawns, as 64 bits, found by shifts."""

from collections.abc import Callable

import numpy as np

from games.chess.tables import PAWN, words
from games.contract import WHITE, State

NOT_LAST_RANK = (1 << 56) - 1
A_FILE, H_FILE = (int(words(sum(1 << 8 * rank + file for rank in range(8)))) for file in (0, 7))


def _squares_where(holds: Callable[[int, int], bool]) -> np.ndarray:
    """int64[2, 64], by side and square: the squares for which `holds(files aside, ranks ahead)` is true."""
    sets = [[0] * 64, [0] * 64]
    for side in (0, 1):
        for square in range(64):
            for other in range(64):
                ahead = (other // 8 - square // 8) * (1 if side == WHITE else -1)
                if holds(abs(other % 8 - square % 8), ahead):
                    sets[side][square] |= 1 << other
    return words(sets)


FILE_OF = _squares_where(lambda aside, ahead: aside == 0)
IN_FRONT = _squares_where(lambda aside, ahead: aside <= 1 and ahead == 1)
"""The three squares in front of a square, as a side moves."""


def own_pawns(state: State, side: int) -> int:
    return state.types[PAWN] & state.sides[side]


def attacked_by_pawns(state: State, side: int) -> int:
    return pawns_attack(own_pawns(state, side), side)


def pawns_attack(pawns: int, side: int) -> int:
    """The squares that pawns of `side` attack."""
    return towards_a_file(pawns, side) | towards_h_file(pawns, side)


def attacked_twice_by_pawns(state: State, side: int) -> int:
    """The squares that two pawns of `side` attack."""
    pawns = own_pawns(state, side)
    return towards_a_file(pawns, side) & towards_h_file(pawns, side)


def towards_a_file(pawns: int, side: int) -> int:
    """The squares that pawns of `side` attack towards the a-file."""
    pawns &= ~A_FILE
    return pawns << 7 if side == WHITE else pawns >> 9


def towards_h_file(pawns: int, side: int) -> int:
    """The squares that pawns of `side` attack towards the h-file."""
    pawns &= ~H_FILE
    return pawns << 9 if side == WHITE else pawns >> 7


def stepped(squares: int, side: int) -> int:
    """The squares one step ahead of `squares`, as `side` moves."""
    return squares << 8 if side == WHITE else squares >> 8 & NOT_LAST_RANK


def behind(pawns: int, side: int) -> int:
    """All squares behind a pawn on its file, as `side` moves."""
    pawns = stepped(pawns, 1 - side)
    if side == WHITE:
        pawns |= pawns >> 8
        pawns |= pawns >> 16
        return pawns | pawns >> 32
    pawns |= pawns << 8
    pawns |= pawns << 16
    return pawns | pawns << 32


def beside(pawns: int) -> int:
    """The squares right beside the pawns on their rank."""
    return (pawns & ~H_FILE) << 1 | pawns >> 1 & ~H_FILE


def doubled_pawns(state: State, side: int) -> int:
    """The pawns of `side` that stand behind another one on their file."""
    pawns = own_pawns(state, side)
    return pawns & behind(pawns, side)


def backward_pawns(state: State, side: int) -> int:
    """The pawns of `side` that a step forward would lose to a pawn, and that no own pawn can protect: none
    stands beside or behind them on the next files."""
    pawns = own_pawns(state, side)
    attacked = attacked_by_pawns(state, 1 - side)
    aside = beside(pawns)
    return pawns & stepped(attacked, 1 - side) & ~(aside | behind(aside, 1 - side))


def on_files_of(pawns: int) -> int:
    """All squares on the pawns' files."""
    return pawns | behind(pawns, 0) | behind(pawns, 1)


def isolated_pawns(state: State, side: int) -> int:
    """The pawns of `side` without an own pawn on the next files."""
    pawns = own_pawns(state, side)
    return pawns & ~beside(on_files_of(pawns))


def candidate_pawns(state: State, side: int) -> int:
    """The pawns of `side` that only pawns which they can take keep from being passed."""
    return free_ahead(state, side) & attacked_by_pawns(state, 1 - side)


def unstopped_pawns(state: State, side: int) -> int:
    """The pawns of `side` that have no pawn ahead on their file, and that no opposing pawn can take on their
    way."""
    return free_ahead(state, side) & ~attacked_by_pawns(state, 1 - side)


def free_ahead(state: State, side: int) -> int:
    """The pawns of `side` that have no pawn ahead on their file, and that no opposing pawn can take once they
    have stepped."""
    stopped = behind(own_pawns(state, 1 - side) | attacked_by_pawns(state, 1 - side), side)
    return own_pawns(state, side) & ~stopped & ~doubled_pawns(state, side)
