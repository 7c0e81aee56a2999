"""A search tree drawn as an icicle: a row for each ply, nodes from left to right in the order of visits, each
as wide as its subtree and coloured by why it ended. It is equally fast for any number of nodes, because a
column of pixels shows only the node at its middle."""

from collections.abc import Callable

import numpy as np
import pygame

from engines.tree_recorder import (
    CUT,
    FULL,
    LEAF,
    LEFT_OUT,
    MULTI_CUT,
    NULL_MOVE,
    PROBCUT,
    PROBED,
    QUIET,
    RAZORED,
    STOPPED,
    TABLE,
    TERMINAL,
    TOO_FAR,
    TRUSTED,
)
from study.tree.search_tree import WalkedTree
from study.tree.tree_text import ENDINGS, move_name
from ui.kit.sheet import Point, Press, Sheet
from ui.theme import Theme

ROW_LEAST, ROW_MOST = 12, 26
"""Heights of a ply in design pixels."""

LETTER_LEAST, NAME_LEAST = 14, 36
"""The least widths, in design pixels, at which a node shows its letter, and its move."""

NEW_NAMES = 24
"""How many moves a frame may write for the first time; each takes up to a tenth of a millisecond."""

ZOOM = 1.25
"""The zoom factor of one notch of the mouse wheel."""

CLOSEST = 12.0
"""The least number of nodes across the width."""

NODES = {
    FULL: "node_full",
    CUT: "node_cut",
    LEAF: "node_leaf",
    TABLE: "node_table",
    TERMINAL: "node_terminal",
    NULL_MOVE: "node_null_move",
    QUIET: "node_quiet",
    STOPPED: "node_stopped",
    PROBED: "node_probed",
    TRUSTED: "node_trusted",
    TOO_FAR: "node_too_far",
    LEFT_OUT: "node_left_out",
    RAZORED: "node_left_out",
    PROBCUT: "node_cut",
    MULTI_CUT: "node_cut",
}
"""The name of a node's colour, by the reason why the node ended. Similar reasons share a colour, and differ
in their letters."""

DRAGGED = 4
"""A press that moves the mouse no further than this, in real pixels, is a click."""


def colors_of(theme: Theme) -> dict[int, pygame.Color]:
    """The colour of each reason why a node ended. No reason has amber or blue, the colours of the two
    sides."""
    return {reason: getattr(theme, name) for reason, name in NODES.items()}


class Icicle:
    """The icicle, which can show one tree after another. `start` and `span` are the visible part, in nodes in
    the order of visits. Calls `choose(node)` with a clicked node."""

    def __init__(self, name: str, choose: Callable[[int], object]) -> None:
        self.name = name
        self.start, self.span = 0.0, 1.0
        self.top = 0.0  # plies scrolled out of sight
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.choose = choose
        self._tree: WalkedTree | None = None
        self._names: dict[int, str] = {}
        # Where the mouse was pressed, and `start` and `top` at that time.
        self._held: tuple[Point, float, float] | None = None
        self._dragged = False
        self._row = 1
        self._palettes: dict[str, np.ndarray] = {}
        self._pixels = np.zeros((0, 0), np.uint32)

    # Visible part

    def show(self, tree: WalkedTree) -> None:
        """Shows all of another tree. If the tree has only grown, a visible part stays; the whole tree stays
        whole."""
        before, self._tree = self._tree, tree
        if before is tree:
            return
        self._names = {}
        if before is None or before.position is not tree.position or self.span >= len(before):
            self.start, self.span, self.top = 0.0, float(len(tree)), 0.0
        self._keep_within()

    def whole(self) -> None:
        """Shows the whole tree."""
        if self._tree is not None:
            self.start, self.span, self.top = 0.0, float(len(self._tree)), 0.0

    def zoom(self, factor: float, at: float | None = None) -> None:
        """Zooms by a factor. `at`, a share of the width, is the place that does not move."""
        at = 0.5 if at is None else at
        fixed = self.start + at * self.span
        total = float(len(self._tree)) if self._tree is not None else 1.0
        self.span = max(min(CLOSEST, total), min(total, self.span / factor))
        self.start = fixed - at * self.span
        self._keep_within()

    def reveal(self, node: int) -> None:
        """Scrolls just far enough that the beginning of a node and its ply are visible. Does not scroll
        sideways if the node fills the whole width."""
        tree = self._tree
        if tree is None:
            return
        margin = self.span / 20
        if not self.start + margin <= node < self.start + self.span - margin:
            covers = node < self.start and node + int(tree.rows.size[node]) > self.start + self.span
            if not covers:
                self.start = node - (margin if node < self.start + margin else self.span - 2 * margin)
        self._keep_within()
        plies = max(1, self.rect.height // self._row)
        ply = int(tree.rows.ply[node])
        self.top = float(min(max(self.top, ply - plies + 1), ply))

    def fill_with(self, node: int) -> None:
        """Zooms so that the subtree of a node fills the width."""
        if self._tree is not None:
            size = float(self._tree.rows.size[node])
            self.span = max(size, min(CLOSEST, float(len(self._tree))))
            self.start = node - (self.span - size) / 2
            self._keep_within()

    def _keep_within(self) -> None:
        total = float(len(self._tree)) if self._tree is not None else 1.0
        self.span = min(self.span, total)
        self.start = max(0.0, min(self.start, total - self.span))

    def node_at(self, pos: Point) -> int | None:
        """The node at a pixel; None if there is none."""
        tree, rect = self._tree, self.rect
        if tree is None or not rect.collidepoint(pos):
            return None
        ply = int((pos[1] - rect.top) / self._row + self.top)
        if not 0 <= ply < len(tree.layers):
            return None
        share = self.span / rect.width
        found = tree.seen(self.start + (pos[0] - rect.left) * share, share, 1)[ply, 0]
        return None if found < 0 else int(found)

    # Mouse

    def _press(self, press: Press) -> None:
        self._held, self._dragged = (press.pos, self.start, self.top), False

    def _drag(self, pos: Point) -> None:
        if self._held is None:
            return
        (x, y), start, top = self._held
        self._dragged |= abs(pos[0] - x) + abs(pos[1] - y) > DRAGGED
        if self._dragged:
            self.start = start - (pos[0] - x) * self.span / max(1, self.rect.width)
            self.top = max(0.0, top - (pos[1] - y) / self._row)
            self._keep_within()

    def _release(self, pos: Point) -> None:
        self._held = None
        node = None if self._dragged else self.node_at(pos)
        if node is not None:
            self.choose(node)

    # Drawing

    def draw(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        tree: WalkedTree,
        chosen: int,
        keys: Callable[[pygame.event.Event], bool],
        tip: Callable[[int], str],
        upto: int | None = None,
        faint: np.ndarray | None = None,
        hides: bool = False,
    ) -> None:
        """Draws the tree with a frame around `chosen`. Nodes visited later than `upto` are dimmed, and so are
        `faint` nodes (a bool for each node, and a last one for pixels without a node, of index −1). With
        `hides`, no node that the search visited after `chosen` is drawn, and the nodes above `chosen` do not
        show how they end."""
        theme = sheet.theme
        self.rect = rect
        self.show(tree)
        plies = len(tree.layers)
        self._row = max(theme.px(ROW_LEAST), min(theme.px(ROW_MOST), rect.height // max(1, plies)))
        self.top = max(0.0, min(self.top, plies - rect.height / self._row))

        def wheel(notches: float) -> None:
            pointer = sheet.pointer
            at = (pointer[0] - rect.left) / rect.width if pointer is not None else None
            self.zoom(ZOOM**notches, at)

        def tip_at_pointer() -> str:
            node = self.node_at(sheet.pointer) if sheet.pointer is not None else None
            return "" if node is None else tip(node)

        sheet.add(
            (self.name, "icicle"),
            rect,
            tip_at_pointer,
            press=self._press,
            drag=self._drag,
            release=self._release,
            wheel=wheel,
            keys=keys,
            grabs=True,
            cursor=pygame.SYSTEM_CURSOR_ARROW,
        )
        if rect.width <= 0 or rect.height <= 0:
            return
        nodes = tree.seen(self.start, self.span, rect.width)
        shown, opened = rect.copy(), np.array([], np.int64)
        if hides:
            seen = round((chosen + 1 - self.start) * rect.width / self.span)
            shown.width = max(0, min(rect.width, seen))
            nodes[:, shown.width :] = -1
            opened = np.array(tree.path(chosen)[:-1], np.int64)
        self._raster(sheet, tree, nodes, upto, faint, opened)
        with sheet.clipped(shown):
            self._write(sheet, tree, nodes, shown, set(opened.tolist()))
        with sheet.clipped(rect):
            self._frame(sheet, tree, chosen)

    def _palette(self, sheet: Sheet) -> np.ndarray:
        """uint32[2, 16]: the pixel of each reason, normal and dimmed. Reasons are numbers below 16."""
        theme = sheet.theme
        if theme.name not in self._palettes:
            table = np.zeros((2, 16), np.uint32)
            for reason, color in colors_of(theme).items():
                table[0, reason] = sheet.surface.map_rgb(color)
                table[1, reason] = sheet.surface.map_rgb(color.lerp(theme.panel, 0.78))
            self._palettes[theme.name] = table
        return self._palettes[theme.name]

    def _raster(
        self,
        sheet: Sheet,
        tree: WalkedTree,
        nodes: np.ndarray,
        upto: int | None,
        faint: np.ndarray | None,
        opened: np.ndarray,
    ) -> None:
        """Paints all nodes as one array of pixels. Those in `opened` look as if all their moves had been
        searched."""
        theme, rect, row = sheet.theme, self.rect, self._row
        ground = np.uint32(sheet.surface.map_rgb(theme.panel))
        dim = np.zeros(nodes.shape, np.int64)
        if upto is not None:
            dim |= nodes > upto
        if faint is not None:
            dim |= faint[nodes]
        reasons = tree.rows.reason[nodes]
        reasons[np.isin(nodes, opened)] = FULL
        colors = self._palette(sheet)[dim, reasons]
        # Nodes under three pixels have no gap between them, or only gaps would be left.
        wide = tree.rows.size[nodes] * (rect.width / self.span) >= 3.0
        edge = np.zeros(nodes.shape, bool)
        edge[:, 1:] = (nodes[:, 1:] != nodes[:, :-1]) & (wide[:, 1:] | wide[:, :-1])
        colors[edge | (nodes < 0)] = ground
        if self._pixels.shape != (rect.height, rect.width):
            self._pixels = np.empty((rect.height, rect.width), np.uint32)
        pixels = self._pixels  # in the order of the surface's pixels, row by row
        pixels.fill(ground)
        for ply in range(int(self.top), len(nodes)):
            top = round((ply - self.top) * row)
            if top >= rect.height:
                break
            pixels[max(0, top) : top + row - 1] = colors[ply]
        # `blit_array` ignores the clip, so it may paint only where the clip has the whole place.
        target = sheet.surface.get_clip().clip(rect)
        if target.size == rect.size:
            pygame.surfarray.blit_array(sheet.surface.subsurface(rect), pixels.T)

    def _write(
        self, sheet: Sheet, tree: WalkedTree, nodes: np.ndarray, shown: pygame.Rect, opened: set[int]
    ) -> None:
        """Draws letters, and moves if there is room; `opened` nodes get no letter."""
        theme, rect, row = sheet.theme, self.rect, self._row
        scale = rect.width / self.span
        new = NEW_NAMES
        grounds = colors_of(theme)
        for ply in range(int(self.top), len(nodes)):
            top = rect.top + round((ply - self.top) * row)
            if top >= rect.bottom:
                break
            begins = np.flatnonzero(np.diff(nodes[ply], prepend=-1))
            there = nodes[ply][begins]
            wide = (there >= 0) & (tree.rows.size[there] * scale >= theme.px(LETTER_LEAST))
            for node in there[wide].tolist():
                width = int(tree.rows.size[node]) * scale
                left = rect.left + (node - self.start) * scale
                seen = pygame.Rect(max(rect.left, round(left)), top, 0, row - 1)
                seen.width = min(shown.right, round(left + width)) - seen.left
                text = "" if node in opened else ENDINGS[int(tree.rows.reason[node])][0]
                if seen.width >= theme.px(NAME_LEAST):
                    if node not in self._names and new > 0:
                        self._names[node] = move_name(tree, node)
                        new -= 1
                    if node in self._names:
                        text = f"{self._names[node]}  {text}".rstrip()
                if theme.width(text, 12) + theme.px(3) <= seen.width:
                    reason = FULL if node in opened else int(tree.rows.reason[node])
                    picture = theme.rendered(text, 12, theme.ink_on(grounds[reason]))
                    sheet.surface.blit(picture, picture.get_rect(center=seen.center))

    def _frame(self, sheet: Sheet, tree: WalkedTree, chosen: int) -> None:
        """Draws a frame around the chosen node, at least a few pixels wide, and a vertical line through all
        other plies at the node's beginning."""
        theme, rect, row = sheet.theme, self.rect, self._row
        scale = rect.width / self.span
        top = rect.top + round((int(tree.rows.ply[chosen]) - self.top) * row)
        left = rect.left + (chosen - self.start) * scale
        width = max(theme.px(3), round(int(tree.rows.size[chosen]) * scale))
        frame = pygame.Rect(round(left), top, width, row - 1).clip(rect.inflate(theme.px(4), 0))
        if frame.width > 0 and frame.height > 0:
            outer = frame.inflate(theme.px(2), theme.px(2))
            ground = outer.inflate(theme.px(2), theme.px(2))
            pygame.draw.rect(sheet.surface, theme.ground, ground, theme.px(1))
            pygame.draw.rect(sheet.surface, theme.text_color, outer, theme.px(2))
            for start, end in ((rect.top, top), (top + row, rect.bottom)):
                line = pygame.Rect(round(left), start, theme.px(1), max(0, end - start))
                sheet.fill(line, theme.text_color)


def draw_legend(sheet: Sheet, rect: pygame.Rect, tree: WalkedTree) -> None:
    """Draws what the tree's colours and letters mean. If not all words fit, the last are only in the tooltips
    of their marks."""
    theme, x = sheet.theme, rect.left
    counts, colors = tree.endings, colors_of(sheet.theme)
    reasons = [reason for reason in colors if counts[reason]]
    side, gap, between = theme.px(14), theme.px(4), theme.px(12)
    widths = [gap + theme.width(ENDINGS[reason][1], 12) for reason in reasons]
    for last in reversed(range(len(widths))):
        if len(reasons) * (side + between) - between + sum(widths) > rect.width:
            widths[last] = 0
    for reason, width in zip(reasons, widths, strict=True):
        letter, words = ENDINGS[reason]
        mark = pygame.Rect(x, rect.centery - side // 2, side, side)
        sheet.fill(mark, colors[reason], 2)
        sheet.label(mark, letter, 12, theme.ink_on(colors[reason]), "center")
        place = pygame.Rect(mark.right, rect.top, width, rect.height)
        if width:
            sheet.label(place, words, 12, theme.dim, "right")
        share = f"{words}: {100 * counts[reason] / len(tree):.1f} % of the nodes."
        sheet.add(("legend", reason), mark.union(place), share, focusable=False)
        x = place.right + between
