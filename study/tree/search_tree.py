"""The tree that a search has visited, to be walked through: parents, children, the principal variation, and
the position of each node."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engines.contract import WIN_BAND, Thought
from engines.tree_recorder import (
    BLACK_MOVES,
    CUT,
    LEAF,
    LEFT_OUT,
    PASSED,
    PROBED,
    QUIESCENT,
    QUIET,
    STOPPED,
    TERMINAL,
    SearchTree,
)
from games.contract import new_state
from games.position import Position
from heuristics.lens import Lens
from study.format.number_columns import round_up

EXACTLY, AT_MOST, AT_LEAST = "exactly", "at most", "at least"


@dataclass(frozen=True)
class Tried:
    """A move of a node that was searched: `visits` are the rows of its child, one for each chance outcome
    that was looked at (the last, where it was searched again); `value` is what it is worth for the player
    who moves, by as much of it as was looked at."""

    order: int
    move: int
    visits: tuple[int, ...]
    value: float


@dataclass(frozen=True, eq=False)
class WalkedTree:
    """`rows` of a search of `position` through `lens`, by the player of that text; `thought` is what it
    found. Nodes are numbers of rows. The roots are iterations, one after another; a search that had guessed
    its value wrongly begins an iteration again."""

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
        """The root of the last iteration that came to its end, with a value inside its window; the first
        where none did."""
        whole = [root for root in self.roots if self.rows.reason[root] != STOPPED]
        found = [root for root in whole if self.bound(root) == EXACTLY]
        return found[-1] if found else self.roots[0]

    def parent(self, node: int) -> int | None:
        parent = int(self.rows.parent[node])
        return None if parent < 0 else parent

    def children(self, node: int) -> Iterator[int]:
        """In the order in which they were visited."""
        child, end = node + 1, node + int(self.rows.size[node])
        while child < end:
            yield child
            child += int(self.rows.size[child])

    def first_child(self, node: int) -> int | None:
        return node + 1 if self.rows.size[node] > 1 else None

    def sibling(self, node: int, step: int) -> int | None:
        """The next child of the same parent, or, with a step of -1, the one before; of a root, the next
        iteration's."""
        parent = self.parent(node)
        row = self.roots if parent is None else tuple(self.children(parent))
        at = row.index(node) + step
        return row[at] if 0 <= at < len(row) else None

    def next_cut(self, node: int) -> int | None:
        """The next node in the order of visits that a cut-off ended."""
        later = np.flatnonzero(self.rows.reason[node + 1 :] == CUT)
        return node + 1 + int(later[0]) if len(later) else None

    def path(self, node: int) -> tuple[int, ...]:
        """From the root to the node."""
        path = [node]
        while (parent := self.parent(path[-1])) is not None:
            path.append(parent)
        return tuple(reversed(path))

    @cached_property
    def layers(self) -> tuple[np.ndarray, ...]:
        """By ply: the nodes there, in order."""
        order = np.argsort(self.rows.ply, kind="stable")
        ends = np.cumsum(np.bincount(self.rows.ply))
        return tuple(np.split(order, ends[:-1]))

    @cached_property
    def endings(self) -> np.ndarray:
        """By reason: how many nodes ended so."""
        return np.bincount(self.rows.reason, minlength=LEFT_OUT + 1)

    def seen(self, start: float, span: float, columns: int) -> np.ndarray:
        """The nodes that the columns of a picture show of the rows from `start` on, `span` of them: an
        array of plies times columns, −1 where there is none."""
        rows = np.floor(start + (np.arange(columns) + 0.5) * (span / columns)).astype(np.int64)
        found = np.full((len(self.layers), columns), -1, np.int64)
        for ply, nodes in enumerate(self.layers):
            at = np.maximum(np.searchsorted(nodes, rows, "right") - 1, 0)
            over = nodes[at]
            covered = (over <= rows) & (rows < over + self.rows.size[over])
            found[ply, covered] = over[covered]
        return found

    @cached_property
    def scale(self) -> float:
        """How large a value has to be to lie at the end of a bar: few lie beyond."""
        values = np.abs(self.rows.value[(self.rows.reason == LEAF) | (self.rows.reason == QUIET)])
        values = values[values <= WIN_BAND]
        return (round_up(float(np.quantile(values, 0.98))) if len(values) else 0.0) or 1.0

    # What a node says

    def side(self, node: int) -> int:
        """The side to move there."""
        return int(self.rows.flags[node] & BLACK_MOVES)

    def value(self, node: int, side: int) -> float:
        """A node's value for a side."""
        value = float(self.rows.value[node])
        return value + 0.0 if self.side(node) == side else 0.0 - value

    def bound(self, node: int) -> str:
        """What the value says of the node's worth, for the player to move there."""
        if self.rows.reason[node] in (LEAF, TERMINAL):
            return EXACTLY
        value = self.rows.value[node]
        if value >= self.rows.beta[node]:
            return AT_LEAST
        return AT_MOST if value <= self.rows.alpha[node] else EXACTLY

    def tried(self, node: int) -> tuple[Tried, ...]:
        """The moves that were searched there, in order. Null moves and table probes are not among them."""
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
        """How many of its moves were searched, or begun."""
        rows = self.rows  # between two of them some may have been passed over, by a guess
        return len({int(rows.order[c]) for c in self.children(node) if not rows.flags[c] & PASSED})

    def best(self, node: int) -> Tried | None:
        """The move whose value the node has; None where it has another one's: of standing still, say."""
        found: Tried | None = None
        for tried in self.tried(node):
            if found is None or tried.value > found.value:
                found = tried
        if found is None or found.value != self.rows.value[node]:
            return None
        return found

    def principal(self, node: int) -> int:
        """Where the node's value comes from: the last node of its best line, as far as no chance decides."""
        while True:
            best = self.best(node)
            if best is None or len(best.visits) != 1:
                return node
            node = best.visits[0]

    def is_whole(self, node: int) -> bool:
        """Whether all that was visited below the node is recorded."""
        inside = slice(node, node + int(self.rows.size[node]))
        probed = int(np.count_nonzero(self.rows.reason[inside] == PROBED))
        return int(self.rows.visits[node]) == int(self.rows.size[node]) - probed

    def is_below_depth(self, node: int) -> bool:
        """Whether quiescence searched it."""
        return bool(self.rows.flags[node] & QUIESCENT)

    def at(self, node: int) -> Position:
        """The position of a node."""
        known = self.__dict__.setdefault("_positions", {})
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
