"""One node of a recorded search: the moves that lead to it, its alpha-beta window and value, how it ended,
what was never searched, its breakdown and its board."""

import math
from collections.abc import Sequence

import pygame

from games.contract import ONGOING
from heuristics.lens import Breakdown
from heuristics.sides import one_sided_terms
from study.evaluation.breakdowns import breakdown_of
from study.evaluation.one_sided import counted_by
from study.format import number_text
from study.format.term_groups import capital
from study.format.value_format import ValueFormat
from study.searches.values import for_side
from study.state.changes import Memo
from study.state.study import Study
from study.tree.search_tree import EXACTLY, WalkedTree
from study.tree.tree_text import bound_for, ended, line_name, move_name, remarks, unvisited, worth
from ui.boards.picture import Picture
from ui.boards.registry import load_art
from ui.kit.rows import cut, right_of
from ui.kit.sheet import Sheet
from ui.panels.evaluation.breakdown_table import ROUNDING
from ui.panels.parts.table_cells import draw_number, draw_term

OUTLINE = 236
"""The largest height of an outline, in design pixels. Callers also limit it to a share of the panel."""

BOARD_SHARE = 0.42
"""The board's largest share of the width."""

LEAST_PAGE = 220
"""Least width of the words in design pixels. If they would get less, the board is omitted."""

LEAST_TRACK = 40
"""Least width of the bar that shows a node's alpha-beta window, in design pixels. If there is less room, the
window is only in words."""


class TreeOutline:
    """Draws the words about a node, its breakdown and its board."""

    def __init__(self) -> None:
        self._pictures: Memo[Picture] = Memo()
        self._shown: Memo[None] = Memo()

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study, tree: WalkedTree, node: int) -> None:
        theme = sheet.theme
        side = min(rect.height, round(rect.width * BOARD_SHARE))
        page = rect.copy()
        page.width = rect.width - side - theme.px(12)
        if page.width < theme.px(LEAST_PAGE):  # no board: the words take all of the width
            page.width = rect.width
        else:
            page.right = rect.right
            self._draw_board(sheet, pygame.Rect(rect.left, rect.top, side, rect.height), tree, node)
        number_columns = study.number_columns(tree.lens)
        self._draw_words(sheet, page, study, tree, node, number_columns.form)
        if page.height >= theme.px(32):
            self._draw_breakdown(sheet, page, study, tree, node)

    def _draw_board(self, sheet: Sheet, rect: pygame.Rect, tree: WalkedTree, node: int) -> None:
        game = tree.position.game
        picture = self._pictures.of(lambda: Picture(game, load_art(game.name), animated=False), game)
        picture.labelled = False

        def show() -> None:
            parent, move = tree.parent(node), int(tree.rows.move[node])
            before = None if parent is None or move < 0 else tree.at(parent)
            picture.show(tree.at(node), before, 0.0, move if before is not None else None)

        self._shown.of(show, tree, node)
        picture.ground = sheet.theme.ground
        picture.draw(sheet.surface, rect, sheet.theme, 0.0)

    def _draw_words(
        self, sheet: Sheet, page: pygame.Rect, study: Study, tree: WalkedTree, node: int, form: ValueFormat
    ) -> None:
        """Draws the words, and shrinks `page` by the space that they take."""
        theme, names, perspective = sheet.theme, study.side_names, study.perspective
        line, small = theme.px(20), theme.px(18)
        place = cut(page, line)
        name = move_name(tree, node)
        root = tree.rows.order[tree.root_of(node)]
        where = f"ply {int(tree.rows.ply[node])}, iteration {int(root)}, {names[tree.side(node)]} to move"
        where = where if tree.parent(node) is not None else where.rsplit(", ", 1)[1]
        sheet.label(place, name, 14, bold=True)
        rest = right_of(place, place.left + theme.width(name, 14, True) + theme.px(12))
        if theme.width(where, 12) <= rest.width:
            sheet.label(rest, where, 12, theme.dim)
        else:
            self._draw_small(sheet, page, where)
        if tree.rows.ply[node] > 1:
            self._draw_end(sheet, cut(page, small), line_name(tree, node))
        place = cut(page, line)
        value = worth(tree, node, perspective, names, form)
        known = sheet.label(place, value, 14)
        count = int(tree.rows.visits[node])
        counted = "1 node" if count == 1 else f"{number_text.grouped(count)} nodes"
        beside = right_of(place, known.right + theme.px(12))
        if theme.width(counted, 12) > beside.width:
            beside = cut(page, small)
        sheet.label(beside, counted, 12, theme.dim)
        self._draw_window(sheet, page, study, tree, node, form)
        for part in theme.wrapped(ended(tree, node), page.width, 14)[:2]:
            sheet.label(cut(page, line), part, 14)
        if more := remarks(tree, node):
            self._draw_small(sheet, page, f"{capital(more)}.")
        if ghost := unvisited(tree, node):
            parts = theme.wrapped(ghost, page.width - theme.px(12), 12)
            self._draw_ghost(sheet, cut(page, small * len(parts) + theme.px(2)), parts)
        cut(page, theme.px(4))

    @staticmethod
    def _draw_small(sheet: Sheet, page: pygame.Rect, text: str) -> None:
        for part in sheet.theme.wrapped(text, page.width, 12):
            sheet.label(cut(page, sheet.theme.px(18)), part, 12, sheet.theme.dim)

    def _draw_end(self, sheet: Sheet, rect: pygame.Rect, text: str) -> None:
        """Draws a line of moves. If it is too long, leaves out the first moves, because the last matter
        most."""
        theme, words = sheet.theme, text.split(" ")
        while len(words) > 1 and theme.width("… " + " ".join(words), 12) > rect.width:
            words.pop(0)
        shown = " ".join(words)
        sheet.label(rect, shown if shown == text else f"… {shown}", 12, theme.dim)

    def _draw_window(
        self, sheet: Sheet, page: pygame.Rect, study: Study, tree: WalkedTree, node: int, form: ValueFormat
    ) -> None:
        """Draws the alpha-beta window in words and, if there is room, as a bar, from the point of view of the
        side that all values are for. A tick marks the node's value."""
        theme, perspective, names = sheet.theme, study.perspective, study.side_names
        low, high = _window(tree, node, perspective)
        words = f"{_end(low, form)} to {_end(high, form)}"
        room = max(theme.width(words, 12), theme.width("+88.88 to +88.88", 12))
        if theme.width("window", 12) + theme.px(8) + theme.px(LEAST_TRACK + 8) + room > page.width:
            self._draw_small(sheet, page, f"window {words}")
            return
        rect = cut(page, theme.px(20))
        title = sheet.label(rect, "window", 12, theme.dim)
        track = right_of(rect, title.right + theme.px(8)).inflate(0, theme.px(6) - rect.height)
        track.width -= room + theme.px(8)
        sheet.fill(track, theme.raised, 2)
        half, middle = track.width / 2, track.centerx

        def x_of(value: float) -> int:
            share = max(-1.0, min(1.0, value / tree.scale))
            return round(middle + share * (half - 1))

        left, right = x_of(low), x_of(high)
        span = pygame.Rect(left, track.top, max(theme.px(2), right - left), track.height)
        sheet.fill(span, theme.faint, 0)
        sheet.fill(pygame.Rect(middle, track.top - theme.px(3), 1, track.height + theme.px(6)), theme.dim)
        value = tree.value(node, perspective)
        tick = pygame.Rect(0, 0, theme.px(3), track.height + theme.px(8))
        tick.center = (x_of(value), track.centery)
        sheet.fill(tick, theme.text_color)
        if (bound := bound_for(tree, node, perspective)) != EXACTLY:
            sign = pygame.Rect(tick.right + theme.px(2), rect.top, theme.px(10), rect.height)
            sheet.at_most(sign, least=bound == "at least")
        sheet.label(rect, words, 12, theme.dim, "right")
        tip = (
            f"The search window here, for {names[perspective]}: only a value inside it could "
            "change the result. The tick is the node's value; zero is in the middle."
        )
        sheet.add("tree window", rect, tip, focusable=False)

    def _draw_ghost(self, sheet: Sheet, rect: pygame.Rect, lines: Sequence[str]) -> None:
        """Draws the note on moves that were never visited, on a hatched background."""
        theme = sheet.theme
        place = rect.inflate(0, -theme.px(4))
        with sheet.clipped(place):
            for x in range(place.left - place.height, place.right, theme.px(6)):
                start, end = (x, place.bottom), (x + place.height, place.top)
                pygame.draw.line(sheet.surface, theme.raised, start, end)
        pygame.draw.rect(sheet.surface, theme.line, place, 1, border_radius=theme.px(3))
        high = place.height // len(lines)
        for number, text in enumerate(lines):
            line = pygame.Rect(place.left, place.top + number * high, place.width, high)
            sheet.label(line.inflate(-theme.px(12), 0), text, 12, theme.dim)

    def _draw_breakdown(
        self, sheet: Sheet, rect: pygame.Rect, study: Study, tree: WalkedTree, node: int
    ) -> None:
        """Draws the breakdown of the node's position, the largest contributions first."""
        theme, perspective, position = sheet.theme, study.perspective, tree.at(node)
        if position.outcome != ONGOING:
            return
        root_side = tree.position.to_move  # the search evaluated for this side
        found = breakdown_of(study, position, root_side, tree.lens)
        if not isinstance(found, Breakdown):
            sheet.label(cut(rect, theme.px(18)), found or "…", 12, theme.dim)
            return
        number_columns = study.number_columns(tree.lens)
        number_columns.include([found])
        line = theme.px(18)
        number = max(theme.width(number_columns.sample()), theme.width("+88.88")) + theme.px(2)
        bar = max(theme.px(48), rect.width // 4)
        rows = sorted(found.rows, key=lambda one: -abs(one.contribution))
        fitting = max(0, rect.height // line - 1)
        head = cut(rect, line)
        value = for_side(found.value, root_side, perspective)
        evaluated = counted_by(tree.lens, root_side, study.side_names)
        sheet.label(
            head, f"static evaluation, {evaluated}" if evaluated else "static evaluation", 12, theme.dim
        )
        one_sided = one_sided_terms(tree.lens.heuristic)
        draw_number(sheet, right_of(head, head.right - number), value, number_columns.form)
        shown = rows if len(rows) <= fitting else rows[: max(0, fitting - 1)]
        for one in shown:
            place, amount = cut(rect, line), for_side(one.contribution, root_side, perspective)
            at = right_of(place, place.right - number)
            bars = pygame.Rect(at.left - theme.px(8) - bar, place.top, bar, line)
            label = pygame.Rect(place.left, place.top, bars.left - theme.px(8) - place.left, line)
            color = theme.text_color if amount else theme.dim
            draw_term(sheet, label, one.label, color, one.name in one_sided, 12)
            sheet.zero(bars, place)
            sheet.bar(bars.inflate(0, -theme.px(8)), number_columns.share(amount), perspective)
            draw_number(sheet, at, amount, number_columns.form, None if amount else theme.dim)
        others = len(rows) - len(shown)
        rest = number_columns.form.lacking(
            value, (for_side(one.contribution, root_side, perspective) for one in shown)
        )
        if len(shown) < fitting and (others or rest):
            place = cut(rect, line)
            name = f"{others} smaller {'term' if others == 1 else 'terms'}" if others else ROUNDING
            sheet.label(place, name, 12, theme.dim)
            draw_number(sheet, right_of(place, place.right - number), rest, number_columns.form, theme.dim)


def _window(tree: WalkedTree, node: int, side: int) -> tuple[float, float]:
    """The alpha-beta window of a node, from a side's point of view."""
    low, high = float(tree.rows.alpha[node]), float(tree.rows.beta[node])
    return (low, high) if tree.side(node) == side else (-high, -low)


def _end(value: float, form: ValueFormat) -> str:
    """One bound of a window, in words: "open" if it is infinite, "won" or "lost" if it is a forced result."""
    if math.isinf(value):
        return "open"
    if number_text.is_decided(value):
        return "won" if value > 0 else "lost"
    return form.signed(value)
