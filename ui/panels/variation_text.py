"""The layout of variations and comments on the page of the game's moves: each variation has lines of its own,
indented by its level."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

import pygame

from games.contract import WHITE
from games.game_tree import CLOSE, MOVE, OPEN, ROOT, readable
from games.record import Record, joined_to
from ui.theme import Theme

INDENT, DEEPEST = 14, 6
"""Indent for each level of variations, in design pixels, and the deepest level that is indented further."""

LINE = 20
SHOWN_COMMENT = 400
"""The most characters of a comment that are shown in the list; its dialog shows all of it."""


@dataclass(frozen=True)
class PlacedText:
    """A move (`node`), or a line of a comment (`node` is None), at a place in the list."""

    node: int | None
    text: str
    rect: pygame.Rect


def comment_lines(theme: Theme, text: str, left: int, top: int, width: int) -> Iterator[PlacedText]:
    """The lines of a comment."""
    if len(text) > SHOWN_COMMENT:
        text = text[:SHOWN_COMMENT] + "…"
    left += theme.px(4)  # in line with the moves' text
    for number, line in enumerate(theme.wrapped(text, width - left, 12) if text else ()):
        place = pygame.Rect(left, top + number * theme.px(LINE), width - left, theme.px(LINE))
        yield PlacedText(None, line, place)


@dataclass
class VariationText:
    """Places moves and comments from `top` on; `written(node)` is a move's text."""

    theme: Theme
    record: Record
    written: Callable[[int], str]
    width: int
    top: int
    placed: list[PlacedText] = field(default_factory=list)
    _level: int = 0
    _x: int = 0
    _begins: bool = True  # whether the next move is numbered even if it is Black's

    @property
    def _left(self) -> int:
        return self.theme.px(INDENT) * (1 + min(self._level, DEEPEST))

    def comment(self, text: str) -> None:
        """Places a comment on lines of its own, unless it has no readable text."""
        if not (text := readable(text)):
            return
        self._break()
        lines = list(comment_lines(self.theme, text, self._left, self.top, self.width))
        self.placed += lines
        self.top += len(lines) * self.theme.px(LINE)

    def variations(self, roots: Sequence[int]) -> None:
        """Places the variations that begin with these moves."""
        tree = self.record.tree
        for root in roots:
            for kind, node in chain(((OPEN, root), (MOVE, root)), tree.steps(root), ((CLOSE, root),)):
                if kind == MOVE:
                    self._move(node)
                else:
                    self._break()
                    self._level += 1 if kind == OPEN else -1

    def _move(self, node: int) -> None:
        tree, theme = self.record.tree, self.theme
        self.comment(tree[node].before)
        text, parent = self.written(node), tree[node].parent
        side = self.record.ply(node).side
        turns = parent == ROOT or self.record.ply(parent).side != side
        if self._begins or (side == WHITE and turns):
            text = joined_to(self.record.label_of(node), text)
        width = theme.width(text, 12) + theme.px(8)
        if self._x and self._x + width > self.width:
            self._break(begins=False)
        self._x = self._x or self._left
        place = pygame.Rect(self._x, self.top, min(width, self.width - self._x), theme.px(LINE))
        self.placed.append(PlacedText(node, text, place))
        self._x += width
        self._begins = False
        self.comment(tree[node].comment)

    def _break(self, begins: bool = True) -> None:
        """Begins a new line."""
        if self._x:
            self.top += self.theme.px(LINE)
        self._x, self._begins = 0, begins or self._begins

    def end(self) -> int:
        """Ends the line; returns where the next line begins."""
        self._break()
        return self.top
