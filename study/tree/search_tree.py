"""The recorded tree of a search, to walk through: parents, children, the best move, and the position and
value of each node."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engines.contract import WIN_BAND, Thought
from engines.search.selective.cuts import is_open, without_table_move
from engines.tree_recorder import (
    BELOW_DEPTH,
    BLACK_MOVES,
    CUT,
    LEAF,
    MULTI_CUT,
    PASSED,
    PROBCUT,
    PROBED,
    QUIET,
    RAZORED,
    REASON,
    SHORTENED,
    STOPPED,
    TERMINAL,
    SearchTree,
)
from games.contract import new_state
from games.position import Position
from heuristics.lens import Lens
from study.format.number_columns import round_up
from study.searches.values import for_side

EXACTLY, AT_MOST, AT_LEAST = "exactly", "at most", "at least"

ASIDE = (RAZORED, PROBCUT, MULTI_CUT)
"""Reasons for which a node ends after an extra, shallower search of its position."""


@dataclass(frozen=True)
class Tried:
    """A move that was searched at a node. `visits` are the rows of the node that it leads to, one for each
    chance outcome that was searched; if one was searched again, the last row. `value` is the move's value for
    the player who makes it, from the outcomes that were searched."""

    order: int
    move: int
    visits: tuple[int, ...]
    value: float


@dataclass(frozen=True, eq=False)
class WalkedTree:
    """The `rows` of a search of `position` with `lens`; `player` is the text of the player that searched,
    `thought` the result. A node is the number of a row. The trees of all iterations follow one another, each
    with a root of its own. An iteration whose value was outside its aspiration window was searched again, and
    has another root."""

    position: Position
    rows: SearchTree
    thought: Thought
    lens: Lens
    player: str

    def __len__(self) -> int:
        return len(self.rows)

    # From node to node

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """The roots of all iterations."""
        found, at = [], 0
        while at < len(self.rows):
            found.append(at)
            at += max(1, int(self.rows.size[at]))
        return tuple(found)

    def root_of(self, node: int) -> int:
        """The root of the iteration that a node belongs to."""
        return self.roots[bisect_right(self.roots, node) - 1]

    @property
    def last_root(self) -> int:
        """The root of the last finished iteration whose value was inside its search window; the first root if
        there is none."""
        whole = [root for root in self.roots if self.rows.reason[root] != STOPPED]
        found = [root for root in whole if self.bound(root) == EXACTLY]
        return found[-1] if found else self.roots[0]

    def parent(self, node: int) -> int | None:
        parent = int(self.rows.parent[node])
        return None if parent < 0 else parent

    def children(self, node: int) -> Iterator[int]:
        """The children of a node in the order of visits."""
        child, end = node + 1, node + int(self.rows.size[node])
        while child < end:
            yield child
            child += int(self.rows.size[child])

    def first_child(self, node: int) -> int | None:
        return node + 1 if self.rows.size[node] > 1 else None

    def sibling(self, node: int, step: int) -> int | None:
        """The next child of the same parent or, with a step of -1, the previous one; for a root, the root of
        the next or previous iteration. None if there is none."""
        parent = self.parent(node)
        row = self.roots if parent is None else tuple(self.children(parent))
        at = row.index(node) + step
        return row[at] if 0 <= at < len(row) else None

    def next_cut(self, node: int) -> int | None:
        """The next node in the order of visits that ended with a cut-off; None if there is none."""
        later = np.flatnonzero(self.rows.reason[node + 1 :] == CUT)
        return node + 1 + int(later[0]) if len(later) else None

    def path(self, node: int) -> tuple[int, ...]:
        """The nodes from the root to this one."""
        path = [node]
        while (parent := self.parent(path[-1])) is not None:
            path.append(parent)
        return tuple(reversed(path))

    @cached_property
    def layers(self) -> tuple[np.ndarray, ...]:
        """The nodes of each ply, in the order of visits."""
        order = np.argsort(self.rows.ply, kind="stable")
        ends = np.cumsum(np.bincount(self.rows.ply))
        return tuple(np.split(order, ends[:-1]))

    @cached_property
    def endings(self) -> np.ndarray:
        """For each reason, the number of nodes that ended with it."""
        return np.bincount(self.rows.reason, minlength=REASON)

    def seen(self, start: float, span: float, columns: int) -> np.ndarray:
        """The nodes to draw in a picture that shows `span` rows from `start` on: int64[plies, columns], −1
        where there is none."""
        rows = np.floor(start + (np.arange(columns) + 0.5) * (span / columns)).astype(np.int64)
        found = np.full((len(self.layers), columns), -1, np.int64)
        for ply, nodes in enumerate(self.layers):  # the last node up to each row, if the row is below it
            at = np.maximum(np.searchsorted(nodes, rows, "right") - 1, 0)
            over = nodes[at]
            covered = (over <= rows) & (rows < over + self.rows.size[over])
            found[ply, covered] = over[covered]
        return found

    @cached_property
    def scale(self) -> float:
        """The value at which a bar of the picture has its full length. Few values are larger."""
        values = np.abs(self.rows.value[(self.rows.reason == LEAF) | (self.rows.reason == QUIET)])
        values = values[values <= WIN_BAND]
        return (round_up(float(np.quantile(values, 0.98))) if len(values) else 0.0) or 1.0

    # Facts about a node

    def side(self, node: int) -> int:
        """The side to move at a node."""
        return int(self.rows.flags[node] & BLACK_MOVES)

    def value(self, node: int, side: int) -> float:
        """A node's value for a side."""
        return for_side(float(self.rows.value[node]), self.side(node), side)

    def bound(self, node: int) -> str:
        """Whether the node's value is exact or a bound, for the player to move there."""
        if self.rows.reason[node] in (LEAF, TERMINAL):
            return EXACTLY
        value = self.rows.value[node]
        if value >= self.rows.beta[node]:
            return AT_LEAST
        return AT_MOST if value <= self.rows.alpha[node] else EXACTLY

    def tried(self, node: int) -> tuple[Tried, ...]:
        """The moves that were searched at a node, in order, without null moves, and without chance outcomes
        of which only one reply was searched (PROBED)."""
        visits: dict[int, dict[int, int]] = {}
        for child in self.children(node):
            if not self.rows.flags[child] & PASSED and self.rows.reason[child] != PROBED:
                visits.setdefault(int(self.rows.order[child]), {})[int(self.rows.chance[child])] = child
        side, found = self.side(node), []
        for order, outcomes in visits.items():
            children = tuple(outcomes[chance] for chance in sorted(outcomes))
            move = int(self.rows.move[children[0]])
            value = self.value(children[0], side)
            if len(children) > 1:
                shares = self.at(node).chances(move)
                value = 0.0
                for child in children:
                    value += shares[self.rows.chance[child]] * self.value(child, side)
            found.append(Tried(order, move, children, value))
        return tuple(found)

    def looked_at(self, node: int) -> int:
        """The number of a node's moves that were searched, at least in part."""
        rows = self.rows  # counts moves, because pruning may have skipped some in between
        return len({int(rows.order[c]) for c in self.children(node) if not rows.flags[c] & PASSED})

    def best(self, node: int) -> Tried | None:
        """The move whose value the node has; None if its value has another source, such as standing pat."""
        found = max(self.tried(node), key=lambda tried: tried.value, default=None)
        return None if found is None or found.value != self.rows.value[node] else found

    def is_whole(self, node: int) -> bool:
        """Whether all visits below the node are recorded."""
        inside = slice(node, node + int(self.rows.size[node]))
        probed = int(np.count_nonzero(self.rows.reason[inside] == PROBED))  # not searched themselves
        return int(self.rows.visits[node]) == int(self.rows.size[node]) - probed

    def is_below_depth(self, node: int) -> bool:
        """Whether the node belongs to quiescence."""
        return bool(self.rows.flags[node] & BELOW_DEPTH)

    def depth_of_moves(self, node: int) -> int:
        """The depth to which the moves of a node are usually searched."""
        rows, depth = self.rows, int(self.rows.depth[node])
        if rows.flags[node] & SHORTENED:
            narrow = not is_open(float(rows.alpha[node]), float(rows.beta[node]))
            depth = without_table_move(depth, narrow, expects_cut=True)
        return depth - 1

    def aside(self, node: int) -> int:
        """The number of nodes of extra searches, which only decided how the search of this node goes on. They
        have no rows. 0 if the number is not known, because rows are missing."""
        rows = self.rows
        size = int(rows.size[node])
        if node + size == len(self) or (size == 1 and rows.reason[node] not in ASIDE):
            return 0
        below = sum(int(rows.visits[child]) for child in self.children(node))
        return int(rows.visits[node]) - below - (rows.reason[node] != PROBED)

    def at(self, node: int) -> Position:
        """The position of a node."""
        known = self.__dict__.setdefault("_positions", {})  # by node, the last 512 that were computed
        if node not in known:
            while len(known) >= 512:
                del known[next(iter(known))]
            known[node] = self._replayed(node)
        found: Position = known[node]
        return found

    def _replayed(self, node: int) -> Position:
        parent = self.parent(node)
        if parent is None:
            return self.position
        before = self.at(parent)
        if not self.rows.flags[node] & PASSED:
            return before.play(int(self.rows.move[node]), int(self.rows.chance[node]))
        after, pass_turn = new_state(before.game.dtype), before.game.pass_turn
        assert pass_turn is not None
        pass_turn(before.state, after)
        return Position(before.game, after)
