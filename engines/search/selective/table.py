"""The transposition table of a selective search: its entries, and which of them are kept.

A position has two rows, and an entry may stand in either. It is replaced by depth and age. Quiescence has the
depths 0, with checks, and −1. Other than in `engines.search.table`, an entry says whether its position was in
a principal variation.
"""

from typing import Any

import numpy as np

from engines.contract import WIN_BAND
from engines.search.table import (
    EXACT_VALUE,
    LOWER_BOUND,
    NO_ENTRY,
    NO_MOVE,
    UPPER_BOUND,
    content_of,
    first_row,
)
from games.bits import float_bits

NO_ROW: Any = np.int64(-1)
LEAST_DEPTH = -2
"""That of a bound without a search: the evaluation was enough."""

AGED = 8
"""Plies of depth that an entry is worth less for each root since."""


def find(table: Any, key: int) -> tuple[int, int, float]:
    """A key's entry: its row, packed word and value; (NO_ROW, NO_ENTRY, 0.0) if there is none."""
    row = first_row(table, key)
    for i in range(row, row + 2):
        packed, value = content_of(table[i], key)
        if packed != NO_ENTRY:
            return i, packed, value
    return NO_ROW, NO_ENTRY, 0.0


def depth_in(packed: int) -> int:
    return (packed >> 32 & 0xFF) + LEAST_DEPTH


def move_in(packed: int) -> int:
    """The entry's move, NO_MOVE for none."""
    move = packed & 0xFFFFFFFF
    return move if move != 0xFFFFFFFF else NO_MOVE


def bound_in(packed: int) -> int:
    return packed >> 40 & 3


def was_on_line(packed: int) -> bool:
    return packed >> 48 & 1 != 0


def worth(ws: Any, packed: int) -> int:
    """How much an entry is worth keeping."""
    if packed == 0:
        return -1000
    return depth_in(packed) - AGED * (ws.generation - (packed >> 42 & 63) & 63)


def from_table(value: float, ply: int) -> float:
    """An entry's value at a ply: a win counts plies from the root, in the table from the position."""
    if value > WIN_BAND:
        return value - ply
    return value + ply if value < -WIN_BAND else value


def read(ws: Any, table: Any, key: int, ply: int) -> tuple[bool, float, int, int, int, bool]:
    """What the table knows of a position: whether anything, its value, move, depth and bound, and whether it
    was in a principal variation."""
    row, packed, value = find(table, key)
    if row != NO_ROW and ws.use_table != 0:
        value = from_table(value, ply)
        return True, value, move_in(packed), depth_in(packed), bound_in(packed), was_on_line(packed)
    return False, 0.0, NO_MOVE, LEAST_DEPTH, 0, False


def forget(table: Any, key: int) -> None:
    """Removes a key's entry."""
    row, _, _ = find(table, key)
    if row != NO_ROW:
        table[row].packed = NO_ENTRY


def settles(value: float, bound: int, alpha: float, beta: float) -> bool:
    """Whether a bound says that the value lies outside the window."""
    if value >= beta:
        return bound & LOWER_BOUND != 0
    return value <= alpha and bound & UPPER_BOUND != 0


def is_nearer(value: float, bound: int, static: float) -> bool:
    """Whether a bound says that the value differs from the evaluation."""
    return bound & (LOWER_BOUND if value > static else UPPER_BOUND) != 0


def keep(
    ws: Any, table: Any, key: int, ply: int, value: float, move: int, depth: int, bound: int, on_line: int
) -> None:
    """Writes an entry, or its move alone where what is known of the position is better."""
    row, old, old_value = find(table, key)
    if row == NO_ROW:
        row = first_row(table, key)
        if worth(ws, table[row + 1].packed) < worth(ws, table[row].packed):
            row += 1
    entry = table[row]
    if move < 0 and old != 0:
        move = move_in(old)
    kept: Any = np.int64(move) & 0xFFFFFFFF
    if old == 0 or bound == EXACT_VALUE or depth + 2 * on_line + 4 > depth_in(old):
        if value > WIN_BAND:
            value += ply
        elif value < -WIN_BAND:
            value -= ply
        kept |= np.int64(depth - LEAST_DEPTH) << 32 | np.int64(bound) << 40
        kept |= ws.generation << 42 | np.int64(on_line) << 48
    else:
        value = old_value
        kept |= old & ~0xFFFFFFFF
    entry.check = key ^ kept ^ float_bits(value)
    entry.value = value
    entry.packed = kept
