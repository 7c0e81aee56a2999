"""Writes down the nodes of a search one by one, for people to look at.

Nodes stand in the order in which they were visited, so that a node's subtree is the range of `size` rows that
begins with it. The functions are kernels that only a search compiled with `records` calls
(`engines.search.make_search`); they add nothing to what it visits. A row takes 48 bytes. Values and the
bounds of windows have double precision, because half of the windows are so narrow that single precision would
close them.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

MOST_NODES = 1 << 18
"""The number of rows that there is room for."""

USUAL_NODES = 200_000
"""The number of rows that are written by default."""

FULL, CUT, LEAF, TABLE, TERMINAL, NULL_MOVE, QUIET, STOPPED, PROBED, TRUSTED, TOO_FAR, LEFT_OUT = range(12)
"""Why the search of a node ended: all moves were searched; a move was at least as good as beta; it was
evaluated; the table settled it; the game was over; a turn without a move was good enough; quiescence found
nothing better than to stand pat; the search was stopped, and its value is void; it was not searched itself,
only the likeliest reply to it (see `prune_chance`); its evaluation was far above beta and was trusted
(`reverse_futility`); no win from there could be faster than a known one (`mate_distance`); no move that was
searched was better, and others were skipped as hopeless (`futility`, `late_pruning`, `losing_captures`)."""

BLACK_MOVES, QUIESCENT, REDUCED, AGAIN, PASSED = 1, 2, 4, 8, 16
"""Flags: Black is to move; below the nominal depth; searched less deep than its siblings; searched again
because it was a surprise; reached by a turn without a move."""

COLUMNS = (
    ("value", "f8"),  # for the player to move, as the search returned it; fail-soft
    ("alpha", "f8"),  # the window at the node, for the same player
    ("beta", "f8"),
    ("parent", "i4"),  # row, -1 for a root
    ("move", "i4"),  # the move that led to it; -1 for a root and after a turn without a move
    ("size", "i4"),  # rows of its subtree, itself included
    ("visits", "i4"),  # nodes that the search visited there, itself included
    ("order", "u2"),  # which of its parent's moves, from 0; of a root, the depth of its iteration
    ("moves", "u2"),  # the number of its moves; 0 where they were not generated
    ("ply", "u1"),  # plies below the root
    ("chance", "u1"),  # outcome of the move that led to it
    ("reason", "u1"),
    ("flags", "u1"),
)
"""The fields of a row."""

FIELDS = (
    ("tree_count", "i8"),  # rows written so far
    ("tree_nodes", "i8"),  # rows to write at most
    ("tree_plies", "i8"),  # the largest ply that is written down
    (
        "full_windows",
        "i8",
    ),  # not 0: every move is searched with the whole window, as in textbooks
    ("next_parent", "i8"),  # of the node that is about to be visited
    ("next_move", "i8"),
    ("next_order", "i8"),
    ("next_chance", "i8"),
    ("next_flags", "i8"),
    *((f"tree_{name}", kind, (MOST_NODES,)) for name, kind in COLUMNS),
)
"""The additional fields in the workspace of a search that records."""


@dataclass(frozen=True)
class Recording:
    """What a search writes down: at most `nodes`, none below ply `plies`. With `full_windows` every move is
    searched with its parent's whole window, as in textbooks: the same values, from more nodes."""

    nodes: int = USUAL_NODES
    plies: int = 255
    full_windows: bool = False


def announce(ws: Any, parent: int, move: int, order: int, chance: int, flags: int) -> None:
    """Notes how a child is reached. Call it before the child is searched."""
    ws.next_parent = parent
    ws.next_move = move
    ws.next_order = order
    ws.next_chance = chance
    ws.next_flags = flags


def open_node(ws: Any, state: Any, ply: int, depth: int, alpha: float, beta: float) -> int:
    """Begins the row of the node that has just been entered. Returns the row's number, -1 where none is
    written."""
    node = ws.tree_count
    if node >= ws.tree_nodes or ply > ws.tree_plies:
        return -1
    ws.tree_count = node + 1
    ws.tree_alpha[node] = alpha
    ws.tree_beta[node] = beta
    ws.tree_parent[node] = -1 if ply == 0 else ws.next_parent
    ws.tree_move[node] = -1 if ply == 0 else ws.next_move
    ws.tree_order[node] = depth if ply == 0 else ws.next_order
    ws.tree_chance[node] = 0 if ply == 0 else ws.next_chance
    ws.tree_flags[node] = (0 if ply == 0 else ws.next_flags) | (BLACK_MOVES if state.to_move == 1 else 0)
    ws.tree_ply[node] = ply
    ws.tree_visits[node] = ws.nodes - 1  # until it is closed
    ws.tree_moves[node] = 0
    return int(node)


def pause(ws: Any) -> int:
    """Writes down no nodes until `go_on` is called with what this returns. They still count as visits."""
    plies, ws.tree_plies = int(ws.tree_plies), -1
    return plies


def go_on(ws: Any, plies: int) -> None:
    ws.tree_plies = plies


def note_moves(ws: Any, node: int, moves: int, quiescent: bool) -> None:
    """Notes how many moves the node has to choose from."""
    if node >= 0:
        ws.tree_moves[node] = moves
        if quiescent:
            ws.tree_flags[node] |= QUIESCENT


def close_node(ws: Any, node: int, value: float, reason: int) -> None:
    """Ends a row with the node's value and the reason why its search ended."""
    if node >= 0:
        ws.tree_value[node] = value
        ws.tree_reason[node] = STOPPED if ws.stop != 0 else reason
        ws.tree_size[node] = ws.tree_count - node
        # A probe is no node of the search.
        ws.tree_visits[node] = ws.nodes - ws.tree_visits[node] - (1 if reason == PROBED else 0)


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
    reason: np.ndarray
    flags: np.ndarray

    @classmethod
    def of(cls, workspace: Any) -> "SearchTree":
        """A copy of the rows that a search has written. Call it only while the search's kernel does not
        run."""
        count = int(workspace.tree_count)
        return cls(*(workspace[f"tree_{name}"][:count].copy() for name, _ in COLUMNS))

    def __len__(self) -> int:
        return len(self.parent)
