"""The transposition table: its entries, which of them are kept, what a key covers besides the position, and
which entries settle a node.

A position has two rows, and its entry may stand in either. Alpha-beta and the selective search replace
entries by policies of their own. Several threads may write to one table, so an entry counts only if its check
fits its content. Quiescence has the depth 0. In a selective search only its first ply, which also tries quiet
checks, and positions in check have that depth; all others have −1.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.contract import WIN_BAND
from engines.search.build import Build, Rows, Workspace
from engines.search.ordering import WAITING, pick_move, waits
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

LEAST_DEPTH = -2
"""The depth of a bound without a search: the evaluation was enough."""

LARGE = 1 << 19
"""The number of rows above which a table is large (`is_large`): 16 MiB."""

AGED = 8
"""By how many plies of depth an entry counts less for each root searched since."""

Known = tuple[bool, float, int, int, int, bool]
"""What the table knows of a position: whether anything, its value, move, depth and bound, and whether it was
in a principal variation."""

# An entry


def packed_of(ws: Any, move: int, depth: int, bound: int, on_line: int) -> int:
    """The word that holds all of an entry but its value."""
    word: Any = np.int64(move) & 0xFFFFFFFF | np.int64(depth - LEAST_DEPTH) << 32
    return word | np.int64(bound) << 40 | ws.generation << 42 | np.int64(on_line) << 48


def move_in(packed: int) -> int:
    """The entry's move, NO_MOVE for none."""
    move = packed & 0xFFFFFFFF
    return move if move != 0xFFFFFFFF else NO_MOVE


def depth_in(packed: int) -> int:
    return (packed >> 32 & 0xFF) + LEAST_DEPTH


def bound_in(packed: int) -> int:
    return packed >> 40 & 3


def age_in(ws: Any, packed: int) -> int:
    """The number of roots since the entry was written, modulo 64."""
    return int(ws.generation - (packed >> 42 & 63) & 63)


def was_on_line(packed: int) -> bool:
    return packed >> 48 & 1 != 0


def to_table(value: float, ply: int) -> float:
    """The value of a win counts plies from the root; in the table it counts them from the position."""
    if value > WIN_BAND:
        return value + ply
    return value - ply if value < -WIN_BAND else value


def from_table(value: float, ply: int) -> float:
    """The value at a ply of a value from `to_table`."""
    if value > WIN_BAND:
        return value - ply
    return value + ply if value < -WIN_BAND else value


# Reading. Each field of a row is read once and then checked, because another thread may write there.


def content_of(entry: Any, key: int) -> tuple[bool, int, float]:
    """Whether a row holds the key's entry, whole, and the packed word and value that were found there."""
    packed, value = entry.packed, entry.value
    return packed != NO_ENTRY and entry.check == key ^ packed ^ float_bits(value), packed, value


def first_row(table: Any, key: int) -> int:
    """The first of a key's two rows; its number is even."""
    return key & (table.shape[0] - BUSY_ROWS - 2)


def find(table: Any, key: int) -> tuple[bool, int, int, float]:
    """A key's entry: whether there is one, its row, packed word and value."""
    row = first_row(table, key)
    found, packed, value = content_of(table[row], key)
    if not found:
        row += 1
        found, packed, value = content_of(table[row], key)
    return found, row, packed, value


def read(ws: Any, table: Any, key: int, ply: int) -> Known:
    """What the table knows of a position."""
    found, _, packed, value = find(table, key)
    if found and ws.use_table != 0:
        value = from_table(value, ply)
        return True, value, move_in(packed), depth_in(packed), bound_in(packed), was_on_line(packed)
    return False, 0.0, NO_MOVE, LEAST_DEPTH, 0, False


def settles(value: float, bound: int, alpha: float, beta: float) -> bool:
    """Whether a bound says that the value lies outside the window."""
    if value >= beta:
        return bound & LOWER_BOUND != 0
    return value <= alpha and bound & UPPER_BOUND != 0


def is_nearer(value: float, bound: int, static: float) -> bool:
    """Whether the table's value says more than the evaluation: a lower bound above it, or an upper one below
    it."""
    return bound & (LOWER_BOUND if value > static else UPPER_BOUND) != 0


def is_large(table: Any) -> bool:
    """Whether a table is so large that its rows come late, even where they are asked for as a child is made.
    To foresee them would cost small tables a fiftieth of their nodes a second."""
    return bool(table.shape[0] > LARGE)


# Writing, with two policies of replacement


def write(entry: Any, key: int, packed: int, value: float) -> None:
    entry.check = key ^ packed ^ float_bits(value)
    entry.value = value
    entry.packed = packed


def keep_deepest(ws: Any, table: Any, key: int, value: float, move: int, depth: int, bound: int) -> None:
    """Writes an entry for alpha-beta. The first row keeps the position that was searched deepest since the
    root was set, with its newest entry; the second takes everything else."""
    row = first_row(table, key)
    known, before, _ = content_of(table[row], key)
    if not known and age_in(ws, before) == 0 and depth_in(before) > depth:
        row += 1
    write(table[row], key, packed_of(ws, move, depth, bound, 0), value)


def worth(ws: Any, packed: int) -> int:
    """How much an entry is worth keeping."""
    return -1000 if packed == NO_ENTRY else depth_in(packed) - AGED * age_in(ws, packed)


def keep_worthiest(
    ws: Any, table: Any, key: int, ply: int, value: float, move: int, depth: int, bound: int, on_line: int
) -> None:
    """Writes an entry for a selective search, in place of the position's own, else in the row that is worth
    less. If the own entry was searched four plies deeper or more (six, if the position is now in the
    principal variation), a bound replaces only its move."""
    row = first_row(table, key)
    known, old, old_value = content_of(table[row], key)
    if not known:
        known, second, second_value = content_of(table[row + 1], key)
        if known or worth(ws, second) < worth(ws, old):
            row, old, old_value = row + 1, second, second_value
    if known and move < 0:
        move = move_in(old)
    packed: Any = packed_of(ws, move, depth, bound, on_line)
    value = to_table(value, ply)
    if known and bound != EXACT_VALUE and depth + 2 * on_line + 4 <= depth_in(old):
        packed = old & ~0xFFFFFFFF | packed & 0xFFFFFFFF
        value = old_value
    write(table[row], key, packed, value)


def forget(table: Any, key: int) -> None:
    """Removes a key's entry."""
    found, row, _, _ = find(table, key)
    if found:
        table[row].packed = NO_ENTRY


# Threads that share a table search different moves first. A row after the table's own says that one of them
# is busy with a task: a position and a depth.


def task_of(after: Any, depth: int) -> int:
    return after.key ^ PLY_KEYS[depth]


def begin_task(ws: Any, table: Any, task: int, ply: int, i: int, may_wait: bool) -> bool:
    """Whether the task may begin. Otherwise another thread is busy with it, and move number `i` goes to the
    end of the order."""
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
    fetch_entries: Callable[[Workspace, Rows, State, int], None]
    fetch_after: Callable[[Workspace, Rows, State, int], None]
    fetch_next: Callable[[Workspace, Rows, State, int, int, int, bool], bool]


def make_table(build: Build) -> Table:
    """The functions below, for a game."""
    game = build.game
    has_chance, has_repetition, has_checks = game.has_chance, game.has_repetition, build.has_checks
    quiet_of, quiet_limit, repetition_limit = game.quiet, game.quiet_limit, game.repetition_limit
    has_counter = quiet_limit is not no_limit
    shares_lines = build.shares_lines
    key_after: Any = build.hints.key_after
    foresees_keys = build.foresees_keys

    def table_key(ws: Any, state: Any, ply: int, depth: int) -> int:
        # A key for everything that the value depends on besides the position: the side it is computed for, a
        # draw counter that can run out within the depth, and the path where repetition can matter.
        key = state.key ^ SIDE_KEYS[ws.side]
        reach = depth
        if has_checks:
            # In quiescence only evasions are quiet, rarely two in a row; extensions reach twice as far.
            reach += depth * ws.check_extension + ws.quiescence
        if has_counter and quiet_of(state) + reach >= quiet_limit(state) > 0:
            key ^= QUIET_KEYS[quiet_of(state) & 255]
        if has_repetition and repetition_limit(state) > 0 and ws.deeper_entries == 0:
            key ^= repetition_salt(ws, ply, reach, quiet_of(state), repetition_limit(state))
        if has_chance:
            # A mean of wins and evaluations cannot be used at another distance from the root.
            key ^= PLY_KEYS[ply]
        return key

    def plies_to_wins(ply: int) -> int:
        # The plies by which the value of a win changes in the table. A mean of wins and evaluations stays.
        return 0 if has_chance else ply

    def fetch_entries(ws: Any, table: Any, after: Any, i: int) -> None:
        # Fetches the rows of the child by move number `i` into the processor's caches, unless `fetch_next`
        # has done so.
        if not has_chance and (not foresees_keys or i == 0 or not is_large(table)):
            fetch_ahead(table[first_row(table, after.key ^ SIDE_KEYS[ws.side])])

    def fetch_after(ws: Any, table: Any, state: Any, move: int) -> None:
        # Fetches the rows of the child by a move that is not made yet; -1 for no move.
        if foresees_keys and move >= 0 and is_large(table):
            fetch_ahead(table[first_row(table, key_after(state, move) ^ SIDE_KEYS[ws.side])])

    def fetch_next(ws: Any, table: Any, state: Any, ply: int, i: int, n: int, ordered: bool) -> bool:
        # Fetches the rows of the child by move number `i` of `n`, so that they come while the move before it
        # is searched. If moves are ordered, puts it in its place first, and returns that it is there.
        if not is_large(table) or i >= n:
            return False
        if ordered:
            pick_move(ws, ply, i, n)
        fetch_after(ws, table, state, ws.moves[ply, i])
        return ordered

    def look_up(
        ws: Any, table: Any, key: int, ply: int, depth: int, alpha: float, beta: float
    ) -> tuple[bool, float, int]:
        # Returns whether the table settles the node, the value with which it does, and the table's move, -1
        # for none.
        known, value, move, entry_depth, bound, _ = read(ws, table, key, plies_to_wins(ply))
        is_deeper = ws.deeper_entries != 0 and entry_depth > depth
        if not known or ply == 0 or not (entry_depth == depth or is_deeper):
            return False, value, move
        # The root must have a move and a line. A value inside the window is searched again, because it may
        # become the principal variation, whose moves the table does not hold. Only threads leave each other
        # the lines to such values. Otherwise two threads would find two values for the same position, and
        # what one proves would not settle what the other asks.
        settled = settles(value, bound, alpha, beta)
        if shares_lines and ws.sharing != 0 and bound == EXACT_VALUE and not settled:
            settled = take_line(ws, ply, key, to_table(value, ply))
        return settled, value, move

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
        value = to_table(value, plies_to_wins(ply))
        keep_deepest(ws, table, key, value, move, depth, bound)
        if shares_lines and sharing and bound == EXACT_VALUE:
            leave_line(ws, ply, key, value)

    return Table(
        table_key=table_key,
        look_up=look_up,
        remember=remember,
        fetch_entries=fetch_entries,
        fetch_after=fetch_after,
        fetch_next=fetch_next,
    )
