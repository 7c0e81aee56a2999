"""The cursor in a search tree: its node, the keys that move it, and the replay."""

from collections.abc import Callable
from functools import partial

import pygame

from engines.tree_recorder import STOPPED
from study.state.changes import Memo
from study.tree.search_tree import WalkedTree
from ui.panels.parts.panel import KeyRows
from ui.panels.tree.icicle import ZOOM, Icicle

RATES = (2, 5, 20, 100, 500, 2000)
"""Speeds of the replay, in visits a second."""

KEYS: KeyRows = (
    ("Left, Right", "The previous visit, the next visit"),
    ("Up, Down", "The parent, the first child"),
    ("N, P", "The next sibling, the previous sibling"),
    ("V", "Along the principal variation"),
    ("C", "The next cut-off"),
    ("Space", "Plays the visits, or pauses"),
    ("Comma, .", "Slower, faster: fewer or more visits a second"),
    ("+, −", "Zoom in, zoom out"),
    ("Z", "Zoom to the node; again: the whole tree"),
)


class TreeCursor:
    """A cursor in the icicle of one tree. `on_click` is called before a click moves the cursor."""

    def __init__(self, name: str, on_click: Callable[[], object] = lambda: None) -> None:
        self.node = 0
        self.playing = False
        self.rate = 2  # the index of the speed in RATES
        self.icicle = Icicle(name, self._clicked)
        self._on_click = on_click
        self._tree: WalkedTree | None = None
        self._entered: Memo[None] = Memo()  # by the search's position, which is the same while the tree grows
        self._played_at = 0.0  # when the replay last moved; `_due`: the fraction of a step left over then
        self._due = 0.0

    def enter(self, tree: WalkedTree) -> None:
        """Sets the tree. If it belongs to another search, the cursor goes to its `last_root`."""
        self._tree = tree
        self._entered.of(partial(setattr, self, "node", tree.last_root), tree.position)
        self.node = min(self.node, len(tree) - 1)

    def leave(self) -> None:
        """Stops the replay; the next tree counts as that of another search."""
        self.playing, self._entered = False, Memo()

    def choose(self, node: int | None) -> None:
        """Moves the cursor to a node and scrolls to it; None leaves the cursor at its node."""
        node = self.node if node is None else node
        if self._tree is not None:
            self.node = max(0, min(node, len(self._tree) - 1))
            self.icicle.reveal(self.node)

    def _clicked(self, node: int) -> None:
        self._on_click()
        self.choose(node)

    def play_or_pause(self) -> None:
        if self._tree is not None:
            self.playing = not self.playing
            self._due = self._played_at = 0.0
            if self.playing and self.node == len(self._tree) - 1:
                self.choose(0)

    def faster(self, step: int) -> None:
        self.rate = max(0, min(len(RATES) - 1, self.rate + step))

    def follow_best(self, tree: WalkedTree) -> None:
        """Goes to the child that the node's value comes from. If there is none, or if the node's search was
        stopped, goes to `last_root`."""
        best = tree.best(self.node)
        known = best is not None and tree.rows.reason[self.node] != STOPPED
        self.choose(best.visits[0] if best is not None and known else tree.last_root)

    # Keys

    def key(self, event: pygame.event.Event) -> bool:
        """Handles arrow keys, Home, End and Space."""
        tree, node = self._tree, self.node
        if tree is None:
            return False
        steps = {
            pygame.K_LEFT: node - 1,
            pygame.K_RIGHT: node + 1,
            pygame.K_UP: tree.parent(node),
            pygame.K_DOWN: tree.first_child(node),
            pygame.K_HOME: 0,
            pygame.K_END: len(tree) - 1,
        }
        if event.key == pygame.K_SPACE:
            self.play_or_pause()
        elif event.key in steps:
            self.playing = False
            self.choose(steps[event.key])
        else:
            return False
        return True

    def command(self, event: pygame.event.Event) -> bool:
        """Handles keys with letters and signs."""
        tree, key = self._tree, event.key
        if tree is None:
            return False
        if key in (pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS, pygame.K_MINUS, pygame.K_KP_MINUS):
            out = key in (pygame.K_MINUS, pygame.K_KP_MINUS)
            at = (self.node - self.icicle.start) / self.icicle.span
            self.icicle.zoom(ZOOM**-2 if out else ZOOM**2, at if 0.0 <= at <= 1.0 else None)
        elif key in (pygame.K_COMMA, pygame.K_PERIOD):
            self.faster(1 if key == pygame.K_PERIOD else -1)
        elif key == pygame.K_z:
            start, span = self.icicle.start, self.icicle.span
            self.icicle.fill_with(self.node)
            if (start, span) == (self.icicle.start, self.icicle.span):
                self.icicle.whole()
        elif key == pygame.K_v:
            self.follow_best(tree)
        elif key in (pygame.K_n, pygame.K_p):
            self.choose(tree.sibling(self.node, 1 if key == pygame.K_n else -1))
        elif key == pygame.K_c:
            self.choose(tree.next_cut(self.node))
        else:
            return False
        return True

    # Time

    def tick(self, now: float) -> bool:
        """Advances the replay; returns whether the cursor moved."""
        if not self.playing or self._tree is None:
            return False
        if self._played_at:
            self._due += (now - self._played_at) * RATES[self.rate]
        self._played_at = now
        steps = int(self._due)
        self._due -= steps
        if steps:
            self.choose(self.node + steps)
            self.playing = self.node < len(self._tree) - 1
        return steps > 0
