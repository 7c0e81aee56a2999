"""Records the tree of a search, node by node, for people to look at, as on the page *Tree*.

Nodes stand in the order in which they were visited, so that a node's subtree is the range of `size` rows that
begins with it. A search whose workspace has the address of a tree's memory calls these kernels; they add
nothing to what it visits. They are compiled once for all searches, instead of once in each. A row takes 50
bytes. Values and the bounds of windows have double precision, because half of the windows are so narrow that
single precision would close them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.compiling.function_pointers import record_at

MOST_NODES = 1 << 18
"""The number of rows that there is room for."""

USUAL_NODES = 200_000
"""The number of rows that are written by default."""

FULL, CUT, LEAF, TABLE, TERMINAL, NULL_MOVE, QUIET, STOPPED, PROBED, TRUSTED, TOO_FAR, LEFT_OUT = range(12)
RAZORED, PROBCUT, MULTI_CUT = range(12, 15)
"""Why the search of a node ended; in brackets, by which extra or cut of `engines.search.options`:

- FULL: all moves were searched, and none was at least beta. CUT: a move was.
- LEFT_OUT: no move that was searched was at least beta, and others were skipped (`futility`, `late_pruning`,
  `losing_captures`, `reduced_depth`).
- LEAF: it was evaluated. QUIET: a node of quiescence, in which no move was at least beta.
- TABLE: the table settled it. TERMINAL: the game was over. STOPPED: the search was; the value means nothing.
- NULL_MOVE: a turn without a move was good enough. TRUSTED: the evaluation was far above beta
  (`reverse_futility`). TOO_FAR: no win from there could be faster than a known one (`mate_distance`).
- PROBED: it was not searched itself, only the likeliest reply to it (`prune_chance`).

In a `selective` search also:

- RAZORED: the evaluation was far below alpha, and a search of captures found no help.
- PROBCUT, MULTI_CUT: in a search of less depth a capture, or another move than the table's, was good enough.
"""

REASON = 15
"""The bits of a reason. Those above say why moves of the node were skipped."""

FUTILE, LATE, LOSING, DISLIKED = 16, 32, 64, 128
"""Why moves of a node were skipped, added to its reason: they could not gain enough (FUTILE), enough others
came before them (LATE), they lose material (LOSING), or they have a bad history (DISLIKED)."""

BLACK_MOVES, BELOW_DEPTH, REDUCED, AGAIN = (1 << bit for bit in range(4))
PASSED, SINGULAR, CHECKING, SHORTENED = (1 << bit for bit in range(4, 8))
"""Flags of a node:

- BLACK_MOVES: Black is to move. BELOW_DEPTH: it is in quiescence.
- REDUCED: it was searched to another depth, as a late move. AGAIN: it was searched again, because it was
  better than expected, or its search window was too narrow.
- PASSED: a null move led to it. SINGULAR: the table's move led to it, and a search of all others changed its
  depth. CHECKING: a check that costs no depth led to it.
- SHORTENED: its moves are searched less deep, because the table knew no move for the node.
"""

COLUMNS = (
    ("value", "f8"),  # for the player to move, as the search returned it; fail-soft
    ("alpha", "f8"),  # the window at the node, for the same player
    ("beta", "f8"),
    ("parent", "i4"),  # row, -1 for a root
    ("move", "i4"),  # the move that led to it; -1 for a root and after a turn without a move
    ("size", "i4"),  # rows of its subtree, itself included
    ("visits", "i4"),  # nodes that the search visited in it, itself included
    ("order", "u2"),  # which of its parent's moves, from 0; of a root, the depth of its iteration
    ("moves", "u2"),  # the number of its moves; 0 where they were not generated
    ("ply", "u1"),  # plies below the root
    ("chance", "u1"),  # outcome of the move that led to it
    ("depth", "i1"),  # plies left when it was entered; 0 or less in quiescence
    ("reason", "u1"),
    ("skipped", "u1"),  # why moves were skipped: FUTILE, LATE, LOSING, DISLIKED
    ("flags", "u1"),
)
"""The fields of a row."""

TREE = np.dtype(
    [
        ("count", "i8"),  # rows written so far
        ("most_nodes", "i8"),  # rows to write at most
        ("most_plies", "i8"),  # the largest ply that is written down
        ("next_parent", "i8"),  # of the node that is about to be visited
        ("next_move", "i8"),
        ("next_order", "i8"),
        ("next_chance", "i8"),
        ("next_flags", "i8"),
        *((f"row_{name}", kind, (MOST_NODES,)) for name, kind in COLUMNS),
    ],
    align=True,
)
"""The memory of a recording."""


@dataclass(frozen=True)
class Recording:
    """What a search writes down: at most `nodes`, none below ply `plies`. With `full_windows` every move is
    searched with its parent's whole window, as in textbooks: the same values, from more nodes."""

    nodes: int = USUAL_NODES
    plies: int = 255
    full_windows: bool = False

    def new_tree(self) -> Any:
        """Empty memory for such a recording. Its pages are touched, so that they are there before the first
        search."""
        tree = np.zeros(1, TREE).view(np.recarray)[0]
        for name, _ in COLUMNS:
            tree[f"row_{name}"][:] = 0
        tree["most_nodes"], tree["most_plies"] = min(self.nodes, MOST_NODES), self.plies
        return tree


def announce(address: int, parent: int, move: int, order: int, chance: int, flags: int) -> None:
    """Notes how a child is reached. Call it before the child is searched."""
    tree = record_at(address, TREE)
    tree.next_parent = parent
    tree.next_move = move
    tree.next_order = order
    tree.next_chance = chance
    tree.next_flags = flags


def open_node(
    address: int, visited: int, black: bool, ply: int, depth: int, alpha: float, beta: float
) -> int:
    """Begins the row of the node that has just been entered, as number `visited` of the search. Returns the
    row's number, -1 where none is written."""
    tree = record_at(address, TREE)
    node = tree.count
    if node >= tree.most_nodes or ply > tree.most_plies:
        return -1
    tree.count = node + 1
    tree.row_alpha[node] = alpha
    tree.row_beta[node] = beta
    tree.row_parent[node] = -1 if ply == 0 else tree.next_parent
    tree.row_move[node] = -1 if ply == 0 else tree.next_move
    tree.row_order[node] = depth if ply == 0 else tree.next_order
    tree.row_chance[node] = 0 if ply == 0 else tree.next_chance
    tree.row_flags[node] = (0 if ply == 0 else tree.next_flags) | (BLACK_MOVES if black else 0)
    tree.row_depth[node] = depth
    tree.row_ply[node] = ply
    tree.row_visits[node] = visited - 1  # until it is closed
    tree.row_moves[node] = 0
    return int(node)


def write_down_to(address: int, plies: int) -> int:
    """Sets the largest ply that is written down, -1 for none. Nodes below still count as visits. Returns the
    former largest ply."""
    tree = record_at(address, TREE)
    before = int(tree.most_plies)
    tree.most_plies = plies
    return before


def note_moves(address: int, node: int, moves: int, flags: int) -> None:
    """Notes how many moves the node has to choose from, and adds its flags."""
    tree = record_at(address, TREE)
    tree.row_moves[node] = moves
    tree.row_flags[node] |= flags


def close_node(address: int, node: int, visited: int, stopped: bool, value: float, reason: int) -> None:
    """Ends a row with the node's value and the reason why its search ended, to which the reasons for skipped
    moves are added. `visited` counts the nodes of the search until now; it may have been `stopped`."""
    tree = record_at(address, TREE)
    tree.row_value[node] = value
    tree.row_reason[node] = STOPPED if stopped else reason & REASON
    tree.row_skipped[node] = reason & ~REASON
    tree.row_size[node] = tree.count - node
    # A probed node itself was not visited.
    tree.row_visits[node] = visited - tree.row_visits[node] - (1 if reason == PROBED else 0)


RECORDING: frozenset[Callable[..., Any]] = frozenset(
    (announce, open_node, write_down_to, note_moves, close_node)
)
"""The kernels that write rows."""


@dataclass(frozen=True, eq=False)
class SearchTree:
    """The rows of a search, as arrays of one length: see COLUMNS."""

    value: np.ndarray
    alpha: np.ndarray
    beta: np.ndarray
    parent: np.ndarray
    move: np.ndarray
    size: np.ndarray
    visits: np.ndarray
    order: np.ndarray
    moves: np.ndarray
    ply: np.ndarray
    chance: np.ndarray
    depth: np.ndarray
    reason: np.ndarray
    skipped: np.ndarray
    flags: np.ndarray

    @classmethod
    def of(cls, tree: Any) -> "SearchTree":
        """A copy of the rows that a search has written into the memory of its recording. Call it only while
        the search's kernel does not run."""
        count = int(tree["count"])
        return cls(*(tree[f"row_{name}"][:count].copy() for name, _ in COLUMNS))

    def __len__(self) -> int:
        return len(self.parent)
