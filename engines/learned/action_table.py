"""A table of the values of actions: Q and visits, by a number that stands for all that a learner sees of a
state and an action.

The table is one array of float64, so a game's kernel takes it like a heuristic's weights. A row has three
words (number + 1, Q, visits), all 0 in an empty row. The search for a number begins at the row of its hash
and goes on from there.
"""

from typing import Any

import numpy as np

from games.bits import low_product

ROW = 3
MULTIPLIER = 0x1E3779B97F4A7C15
"""The multiplier of Fibonacci hashing (Knuth, The Art of Computer Programming, 6.4), without bit 63."""

UNSEEN = -np.inf
"""The value of an action that was never tried: a player plays it only where it knows no other's value."""


def new_action_table(rows: int) -> np.ndarray:
    """An empty table of at least this many rows: a power of two, 16 or more."""
    return np.zeros(ROW << max(4, int(rows - 1).bit_length()))


def row_of(table: Any, number: int) -> int:
    """Index of the first word of the row that holds a number, or of the empty row where it belongs; −1 where
    the table is full."""
    rows = len(table) // ROW
    row = (low_product(number + 1, MULTIPLIER) >> 20) & (rows - 1)
    wanted = float(number + 1)
    for _ in range(rows):
        found = table[ROW * row]
        if found == wanted or found == 0.0:
            return ROW * row
        row = (row + 1) & (rows - 1)
    return -1


def value_in(table: Any, number: int, broad: int, otherwise: float) -> float:
    """Q of a number. If it was never seen, Q of the `broad` number, which stands for more actions of the same
    sort; `otherwise` if that was never seen either."""
    at = row_of(table, number)
    if at < 0 or table[at] == 0.0:
        at = row_of(table, broad)
    return float(table[at + 1]) if at >= 0 and table[at] != 0.0 else otherwise


def filled(numbers: np.ndarray, values: np.ndarray, visits: np.ndarray) -> np.ndarray:
    """The table with these entries; it has at least twice as many rows as numbers."""
    table = new_action_table(2 * len(numbers))
    for number, value, count in zip(numbers.tolist(), values.tolist(), visits.tolist(), strict=True):
        at = row_of(table, number)
        table[at : at + ROW] = number + 1, value, count
    return table


def contents(table: np.ndarray, least_visits: int = 1) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Numbers (int64, ascending), values (float64) and visits (int64) of the rows with enough visits."""
    rows = table.reshape(-1, ROW)
    rows = rows[(rows[:, 0] > 0) & (rows[:, 2] >= least_visits)]
    rows = rows[np.argsort(rows[:, 0])]
    return rows[:, 0].astype(np.int64) - 1, rows[:, 1], rows[:, 2].astype(np.int64)
