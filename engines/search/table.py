"""The transposition table: what a key covers besides the position, and which entries settle a node.

A position has two rows. The first keeps the deepest search, the second takes everything else. Several threads
may write to one table, so an entry counts only if its check fits its content.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.contract import WIN_BAND
from engines.search.build import Build, Rows, Workspace
from engines.search.ordering import WAITING, waits
from engines.workspace import (
    BUSY_ROWS,
    PLY_KEYS,
    QUIET_KEYS,
    SIDE_KEYS,
    leave_line,
    repetition_salt,
    take_line,
)
from games.bits import float_bits
from games.compiling.function_pointers import fetch_ahead
from games.contract import State, no_limit

LOWER_BOUND, UPPER_BOUND, EXACT_VALUE = 1, 2, 3
NO_MOVE: Any = np.int64(-1)
NO_ENTRY: Any = np.int64(0)
"""The packed word of an empty row."""


def content_of(entry: Any, key: int) -> tuple[int, float]:
    """The packed word and the value of a row; (NO_ENTRY, 0.0) where they are torn or not the key's. They are
    read once and then checked, because another thread may write there. Do not read the row again."""
    packed, value = entry.packed, entry.value
    if packed != NO_ENTRY and entry.check == key ^ packed ^ float_bits(value):
        return packed, value
    return NO_ENTRY, 0.0


def first_row(table: Any, key: int) -> int:
    return key & (table.shape[0] - BUSY_ROWS - 2)


def store(ws: Any, table: Any, key: int, value: float, move: int, depth: int, bound: int) -> None:
    """Writes an entry. It may replace what an earlier search left in either row."""
    row = first_row(table, key)
    entry = table[row]
    before = entry.packed
    is_deeper = before >> 42 == ws.generation and before >> 32 & 0xFF > depth
    if is_deeper and content_of(entry, key)[0] == NO_ENTRY:
        entry = table[row + 1]
    packed = np.int64(move) | np.int64(depth) << 32 | np.int64(bound) << 40 | ws.generation << 42
    entry.check = key ^ packed ^ float_bits(value)
    entry.value = value
    entry.packed = packed


# Threads that share a table search different moves first. A row after the table's own says that one of them
# is busy with a task: a position and a depth.


def task_of(after: Any, depth: int) -> int:
    return after.key ^ PLY_KEYS[depth]


def begin_task(ws: Any, table: Any, task: int, ply: int, i: int, may_wait: bool) -> bool:
    """Whether the task may begin. Otherwise another thread is busy with it. Then move number `i` goes to the
    end of the order, by when the other thread will have finished it."""
    row = busy_row(table, task)
    if may_wait and table[row].check == task and not waits(ws, ply, i):
        ws.scores[ply, i] -= WAITING
        return False
    table[row].check = task
    return True


def end_task(table: Any, task: int) -> None:
    """Marks a task as ended; 0 is no task."""
    if task != 0:
        table[busy_row(table, task)].check = 0


def busy_row(table: Any, task: int) -> int:
    return table.shape[0] - 1 - (task & (BUSY_ROWS - 1))


class Table(NamedTuple):
    """A game's transposition table."""

    table_key: Callable[[Workspace, State, int, int], int]
    look_up: Callable[[Workspace, Rows, int, int, int, float, float], tuple[bool, float, int]]
    remember: Callable[[Workspace, Rows, int, int, int, float, int, int, bool], None]
    fetch_entries: Callable[[Workspace, Rows, State], None]


def make_table(build: Build) -> Table:
    """The functions below, for a game."""
    game = build.game
    has_chance, has_repetition, has_checks = game.has_chance, game.has_repetition, build.has_checks
    quiet_of, quiet_limit, repetition_limit = game.quiet, game.quiet_limit, game.repetition_limit
    has_counter = quiet_limit is not no_limit
    shares_lines = build.shares_lines

    def table_key(ws: Any, state: Any, ply: int, depth: int) -> int:
        # A key for everything that the value depends on besides the position: the side it is computed for, a
        # draw counter that can run out within the depth, and the path where repetition can matter.
        key = state.key ^ SIDE_KEYS[ws.side]
        reach = depth
        if has_checks:
            # In quiescence an evasion is the only quiet move; extensions reach twice as far.
            reach += depth * ws.check_extension + ws.quiescence
        if has_counter and quiet_of(state) + reach >= quiet_limit(state) > 0:
            key ^= QUIET_KEYS[quiet_of(state) & 255]
        if has_repetition and repetition_limit(state) > 0 and ws.deeper_entries == 0:
            key ^= repetition_salt(ws, ply, reach, quiet_of(state), repetition_limit(state))
        if has_chance:
            # A mean of wins and evaluations cannot be used at another distance from the root.
            key ^= PLY_KEYS[ply]
        return key

    def to_table(value: float, ply: int) -> float:
        # The value of a win counts plies from the root; in the table it counts them from the position.
        if has_chance:
            return value
        if value > WIN_BAND:
            return value + ply
        return value - ply if value < -WIN_BAND else value

    def from_table(value: float, ply: int) -> float:
        if has_chance:
            return value
        if value > WIN_BAND:
            return value - ply
        return value + ply if value < -WIN_BAND else value

    def fetch_entries(ws: Any, table: Any, after: Any) -> None:
        # Fetches the rows that the child will nearly always ask for, because a table is too large for the
        # caches. Both lie in one line of these.
        if not has_chance:
            fetch_ahead(table[first_row(table, after.key ^ SIDE_KEYS[ws.side])])

    def look_up(
        ws: Any, table: Any, key: int, ply: int, depth: int, alpha: float, beta: float
    ) -> tuple[bool, float, int]:
        # Returns whether the table settles the node, the value with which it does, and the table's move, -1
        # for none.
        row = first_row(table, key)
        packed, value = content_of(table[row], key)
        if packed == NO_ENTRY:
            packed, value = content_of(table[row + 1], key)
        if packed == NO_ENTRY:
            return False, 0.0, NO_MOVE
        move = packed & 0xFFFFFFFF
        entry_depth = packed >> 32 & 0xFF
        bound = packed >> 40 & 3
        value = from_table(value, ply)
        is_deeper = ws.deeper_entries != 0 and entry_depth > depth
        if ply == 0 or not (entry_depth == depth or is_deeper):
            return False, value, move
        # The root must have a move and a line. A value inside the window is searched again, because it may
        # become the principal variation, whose moves the table does not hold. Only threads leave each other
        # the lines to such values. Otherwise two threads would find two values for the same position, and
        # what one proves would not settle what the other asks.
        settles = value >= beta and bound & LOWER_BOUND
        settles = settles or (value <= alpha and bound & UPPER_BOUND)
        if shares_lines and ws.sharing != 0 and bound == EXACT_VALUE and not settles:
            settles = take_line(ws, ply, key, to_table(value, ply))
        return bool(settles), value, move

    def remember(
        ws: Any,
        table: Any,
        key: int,
        ply: int,
        depth: int,
        value: float,
        move: int,
        bound: int,
        sharing: bool,
    ) -> None:
        # Keeps the result of a search, for this thread and others.
        value = to_table(value, ply)
        store(ws, table, key, value, move, depth, bound)
        if shares_lines and sharing and bound == EXACT_VALUE:
            leave_line(ws, ply, key, value)

    return Table(table_key=table_key, look_up=look_up, fetch_entries=fetch_entries, remember=remember)
