"""The memory of one search, in one record that a kernel takes by reference.

A record costs a kernel one pointer, where a dozen arrays would cost a hundred words at every recursive call.
Other threads may read `nodes` and `depth` and write `stop` while a kernel runs.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from engines.contract import WIN
from engines.search_hints import PIECE_TO, hints_of
from engines.selective_memory import FIELDS as SELECTIVE_FIELDS
from engines.selective_memory import GAMES as SELECTIVE_GAMES
from games.bits import float_bits
from games.compiling.function_pointers import record_at
from games.contract import DRAW, Game, State, zobrist
from games.position import Position
from games.random_stream import drawn_word

MAX_PLY = 128
MAX_EARLIER = 1024
MAX_OUTCOMES = 32
"""`prune_chance` ignores moves with more chance outcomes, and a thought does not list their values."""
HISTORY_SIZE = 4096
MEMO_SIZE = 8192
"""The number of evaluations that are kept: few enough for the processor's second-level cache."""
NO_LIMIT = 1 << 62

TABLE_ENTRY = np.dtype([("check", "i8"), ("value", "f8"), ("packed", "i8"), ("unused", "i8")])
"""A transposition-table entry: `check` is key ^ packed ^ bits of value, so that an entry torn by two writing
threads does not match; `packed` is of `engines.search.table.packed_of`. With what is unused, a position's two
entries fill a line of the processor's caches."""

CACHE_LINE = 64
"""Bytes."""

SIDE_KEYS = zobrist(101, 2)
QUIET_KEYS = zobrist(102, 256)
PLY_KEYS = zobrist(103, MAX_PLY)

ROOM_FOR_PARTS = 64
"""The number of parts of a value for which every search has room."""

LINES, LONGEST_LINE = 512, 64
"""The number of lines to exact values that are kept for other threads, and the most moves of each."""

BUSY_ROWS = 1024
"""Rows after a transposition table's own. Their `check` says which position a thread is busy with."""


@cache
def workspace_dtype(
    max_moves: int, parts: int = 0, piece_to: bool = False, selective: bool = False
) -> np.dtype:
    """The record of a search over a game with at most `max_moves` legal moves. It has room for how well moves
    follow each other if the game knows `piece_to`, for at least `parts` parts of a value, and for the memory
    of a `selective` search. The room for parts is so large that few heuristics need more. So nearly all share
    one compiled search."""
    follow_ups = (2 * PIECE_TO + 1, PIECE_TO) if piece_to else (1, 1)
    room = max(ROOM_FOR_PARTS, 1 << max(0, parts - 1).bit_length())
    return np.dtype(
        [
            ("nodes", "i8"),  # visited so far
            ("search", "i8"),  # address of the search kernel, for `arena.game_kernel`
            ("evaluator", "i8"),  # address of the evaluation kernel, for a compiled search
            ("contributor", "i8"),  # address of the kernel that splits an evaluation into its parts
            ("ply", "i8"),  # ply of the last node: a failing evaluation is of its state
            ("node_limit", "i8"),
            ("stop", "i8"),  # not 0: return as soon as possible, values are void
            ("depth", "i8"),  # plies of the iteration in progress
            ("side", "i8"),  # the side that values are computed for: the side to move at the root
            ("use_table", "i8"),
            ("use_ordering", "i8"),
            ("prune_chance", "i8"),
            ("quiescence", "i8"),  # this and the next four: see `engines.search.options`
            ("check_extension", "i8"),
            ("null_move", "i8"),
            ("reductions", "i8"),
            ("deeper_entries", "i8"),
            ("sharing", "i8"),  # not 0: other threads search with the same table
            ("leader", "i8"),  # address of the workspace whose killers, history and lines it uses; 0: its own
            ("tree", "i8"),  # address of the memory of a recording (`engines.tree_recorder`); 0: none
            ("full_windows", "i8"),  # not 0: every move is searched with the whole window, as in textbooks
            ("part_count", "i8"),  # the number of parts that a search explains its values by; 0: it does not
            ("last_moment", "i8"),  # not 0: a stopped search ends with `unresolved_fail_high`
            ("looks_on", "i8"),  # not 0: after a win the deepening goes on (`engines.deepening.LOOKS_ON`)
            ("pawn", "f8"),  # the unit of the margins of cuts that guess
            # not 0: leaves are corrected (`engines.search.selective.corrections`), and `parts` has a single
            # part, the evaluation at the end of the line
            ("corrects", "i8"),
            ("slack", "f8"),  # how much less than the best a root move may be worth and still be played
            ("noise_seed", "i8"),  # the seed of that choice (`engines.move_noise`), for this root
            ("drawn", "i8"),  # the move that chance chose, -1 for none
            ("generation", "i8"),  # of entries in the table: 0..63, a new one for each root
            ("passed", "i8"),  # the ply after a null move that was just made, else 0
            ("root_count", "i8"),
            ("root_partial", "i8"),  # not 0: moves are left out, the root's value is not the position's
            ("root_done", "i8"),  # root moves finished in this iteration
            ("root_best", "i8"),  # index of the best of them
            ("unresolved_fail_high", "i8"),  # the move found better, while its value is searched; -1: none
            ("earlier", "i8"),  # number of keys before the root's in `keys`
            ("keys", "i8", (MAX_EARLIER + MAX_PLY,)),  # of the game's and the path's positions
            ("run", "i8", (MAX_PLY,)),  # hash of the reversible run up to a ply
            ("twice", "i8", (MAX_PLY,)),  # hash of the positions that occurred twice in it
            ("pv_length", "i8", (MAX_PLY + 1,)),
            ("pv", "i4", (MAX_PLY + 1, MAX_PLY + 1)),  # triangular: row ply from column ply on
            ("outcomes", "f8", (MAX_PLY, MAX_OUTCOMES)),  # values of the last chance move at a ply
            ("pv_outcomes", "f8", (MAX_PLY + 1, MAX_OUTCOMES)),  # of the chance move that ends row ply of pv
            ("killers", "i4", (MAX_PLY, 2)),
            ("history", "i8", (2, HISTORY_SIZE)),  # of the history heuristic, by side and from-to
            # How well a move (its PIECE_TO) has followed another one: row 0 for a turn without a move, then
            # White's and Black's, one and two plies before.
            ("follow_ups", "i2", follow_ups),
            ("made", "i8", (MAX_PLY + 1,)),  # the row for the move made at a ply
            ("static", "f8", (MAX_PLY + 1,)),  # evaluation of the position at a ply, NaN if not known
            ("line_checks", "i8", (LINES,)),  # a line's hash, with those of the position and the value
            ("line_lengths", "i8", (LINES,)),
            ("lines", "i4", (LINES, LONGEST_LINE)),
            ("evaluated", "i8", (MEMO_SIZE,)),  # keys of recently evaluated positions, with the side's,
            ("evaluations", "f8", (MEMO_SIZE,)),  # and their values, for their side to move
            ("at_most", "f8", (MAX_PLY, MAX_OUTCOMES)),  # upper bound of each chance outcome's value
            ("root_moves", "i4", (max_moves,)),
            ("root_values", "f8", (max_moves,)),
            ("root_exact", "i1", (max_moves,)),
            ("root_line_length", "i8", (max_moves,)),
            ("root_lines", "i4", (max_moves, MAX_PLY + 1)),  # the line to the value of an exact move
            # A selective search finds captures first and then all moves, behind them in the same row.
            ("moves", "i4", (MAX_PLY, 2 * max_moves if selective else max_moves)),
            ("scores", "i8", (MAX_PLY, max_moves)),  # move ordering, larger first
            ("parts", "f8", (MAX_PLY + 1, room)),  # of the value that row ply of pv leads to, for `side`
            ("mean_parts", "f8", (MAX_PLY + 1, room)),  # of the last chance move at a ply
            ("root_parts", "f8", (max_moves, room)),  # of an exact move's value
            *(SELECTIVE_FIELDS if selective else ()),
        ],
        align=True,
    )


def new_workspace(game: Game, flags: Mapping[str, float] | None = None, parts: int = 0) -> Any:
    """A workspace record for a game, all zero except the flags, and with room for these `parts` of a value
    (`workspace_dtype`)."""
    hints = hints_of(game)
    dtype = workspace_dtype(game.max_moves, parts, hints.piece_to is not None, game.name in SELECTIVE_GAMES)
    workspace = np.zeros(1, dtype).view(np.recarray)[0]
    workspace["part_count"] = parts
    set_flags(workspace, flags or {})
    return workspace


class Fields:
    """A record's fields as attributes, like those of a NumPy record, but found in a tenth of the time."""

    __slots__ = ("_record",)
    _record: Any

    def __init__(self, record: Any) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        return np.void.__getitem__(self._record, name)

    def __setattr__(self, name: str, value: Any) -> None:
        np.void.__setitem__(self._record, name, value)


def set_flags(workspace: Any, flags: Mapping[str, float]) -> None:
    """Fills in the flags and defaults of a workspace that is all zero."""
    workspace["node_limit"] = NO_LIMIT
    workspace["use_table"] = workspace["use_ordering"] = 1
    for name, value in flags.items():
        workspace[name] = value


def new_states(game: Game) -> Any:
    """The stack of states, recarray[MAX_PLY + 1]; the root has index 0."""
    return np.zeros(MAX_PLY + 1, game.dtype).view(np.recarray)


ROWS_FOR_A_NODE = 4
"""Rows of the table for each node of a limited search. Rounding down to a power of two leaves at least half
of them, which is more than one search fills."""


def table_size(megabytes: float, nodes: int | None) -> float:
    """The size in megabytes of the table for a search limited to `nodes`, at most `megabytes`. A table that
    is larger than a search can fill costs time to clear, and room in the processor's caches."""
    return (
        megabytes if nodes is None else min(megabytes, ROWS_FOR_A_NODE * nodes * TABLE_ENTRY.itemsize / 2**20)
    )


def new_table(megabytes: float) -> Any:
    """A transposition table: a recarray of TABLE_ENTRY, a power of two of them plus BUSY_ROWS, which begins
    where a line of the processor's caches does."""
    entries = 1 << max(4, int(megabytes * 2**20 / TABLE_ENTRY.itemsize).bit_length() - 1)
    size = (entries + BUSY_ROWS) * TABLE_ENTRY.itemsize
    memory = np.zeros(size + CACHE_LINE, np.uint8)
    begin = -memory.ctypes.data % CACHE_LINE
    return memory[begin : begin + size].view(TABLE_ENTRY).view(np.recarray)


def set_root(workspace: Any, states: Any, position: Position, order: list[int]) -> None:
    """Makes `position` the root, with its legal moves in the given order."""
    states[0] = position.state
    earlier = position.earlier.last(MAX_EARLIER)
    workspace.earlier = len(earlier)
    workspace.keys[: len(earlier)] = earlier
    workspace.root_moves[: len(order)] = order
    begin_root(workspace, position.to_move, len(order))


def begin_root(workspace: Any, side: int, moves: int) -> None:
    """Sets the side that values are computed for and the number of the root's moves, and resets the counters
    of one search."""
    workspace.side = side
    workspace.nodes = 0
    workspace.depth = 0
    workspace.generation = (workspace.generation + 1) & 63
    workspace.root_count = moves
    workspace.root_done = 0
    workspace.root_best = 0
    workspace.unresolved_fail_high = -1
    workspace.drawn = -1


def root_seed(seed: int, key: int, quiet: int) -> int:
    """The seed of the order of a root's moves, from the player's seed, the position's key and draw counter.

    With the counter, two engines that meet the same position again may choose another move. Without it they
    would walk in circles until the counter ends the game.
    """
    return drawn_word(drawn_word(seed, key), quiet)


def leader_of(workspace: Any) -> Any:
    """The workspace with this one's killers, history and lines. Threads that search together order moves
    alike, so each can use more of what the others leave in the table."""
    return workspace if workspace.leader == 0 else record_at(workspace.leader, workspace)


def leave_line(workspace: Any, ply: int, key: int, value: float) -> None:
    """Keeps row `ply` of `pv`, which leads to the exact value of a position, by the position's key in the
    table."""
    leader = leader_of(workspace)
    row = key & (LINES - 1)
    check = key ^ float_bits(value)
    length = workspace.pv_length[ply] - ply
    if length > LONGEST_LINE:
        return
    for i in range(length):
        move = workspace.pv[ply, ply + i]
        leader.lines[row, i] = move
        check = scramble(check) ^ move
    leader.line_lengths[row] = length
    leader.line_checks[row] = check


def take_line(workspace: Any, ply: int, key: int, value: float) -> bool:
    """Whether a line to that value of that position is known; row `ply` of `pv` then holds it. A line that
    another thread is writing counts as unknown."""
    leader = leader_of(workspace)
    row = key & (LINES - 1)
    check = key ^ float_bits(value)
    length = leader.line_lengths[row]
    if not 0 < length <= MAX_PLY - ply:
        return False
    for i in range(length):
        move = leader.lines[row, i]
        workspace.pv[ply, ply + i] = move
        check = scramble(check) ^ move
    if leader.line_checks[row] != check:
        return False
    workspace.pv_length[ply] = ply + length
    return True


def terminal_value(result: int, mover: int, ply: int) -> float:
    """The value for side `mover` of a game that is over `ply` plies from the root: `engines.contract.WIN`."""
    if result == DRAW:
        return 0.0
    return WIN - ply if result == mover else ply - WIN


def earlier_occurrences(workspace: Any, state: State, ply: int, quiet: int) -> int:
    """How often the position at `ply` stood on the board in the `quiet` plies before, in the game or on the
    path. Turns alternate, so only an even number of plies ago, four at least. Also notes the position's key.
    """
    at = workspace.earlier + ply
    workspace.keys[at] = state.key
    count = 0
    back = 4
    while back <= quiet and back <= at:
        if workspace.keys[at - back] == state.key:
            count += 1
        back += 2
    return count


def occurred_on_line(workspace: Any, state: State, ply: int, quiet: int) -> bool:
    """Whether the position at `ply` has occurred since the root, the root included."""
    at = workspace.earlier + ply
    back = 4
    while back <= quiet and back <= ply:
        if workspace.keys[at - back] == state.key:
            return True
        back += 2
    return False


def scramble(key: int) -> int:
    """Another hash of a key, so that a key and its scrambled form do not cancel."""
    return (key << 13) ^ (key >> 17) ^ (key << 31)


def note_run(workspace: Any, state: State, ply: int, quiet: int, occurrences: int) -> None:
    """Updates the hashes of the reversible run for `repetition_salt`."""
    if ply == 0:
        run, twice = 0, 0
        for i in range(max(0, workspace.earlier - quiet), workspace.earlier):
            run ^= scramble(workspace.keys[i])
            for j in range(i + 1, workspace.earlier):
                if workspace.keys[i] == workspace.keys[j]:
                    twice ^= scramble(scramble(workspace.keys[i]))
    elif quiet == 0:
        run, twice = 0, 0
    else:
        run, twice = workspace.run[ply - 1], workspace.twice[ply - 1]
    workspace.run[ply] = run ^ scramble(state.key)
    workspace.twice[ply] = twice ^ scramble(scramble(state.key)) if occurrences > 0 else twice


def repetition_salt(workspace: Any, ply: int, depth: int, quiet: int, limit: int) -> int:
    """What must be added to a table key, so that the entry is exact where repetition draws.

    The value of a position `depth` plies deep depends on the path only where a position of the current
    reversible run can come back often enough within those plies. A cycle takes four plies at least. With
    `limit` 3, a position seen once needs five more plies to be seen twice again, and a run shorter than eight
    plies has no third occurrence. With 2, a run shorter than four has no second.
    """
    if quiet + depth < 4 * (limit - 1):
        return 0
    if limit == 3 and depth <= 4:
        return int(workspace.twice[ply])
    return int(workspace.run[ply] ^ workspace.twice[ply])
