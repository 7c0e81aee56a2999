"""The page Game: the game's moves with their values, White's in the left column and Black's in the right. A
row holds a turn of each side: in some games a turn has several moves."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter

import pygame

from engines.contract import UPPER
from games.contract import BLACK, WHITE
from games.game_tree import DRAWN_MARKS, MARKS, ROOT, marked
from games.record import Record
from games.registry import entry
from study.format import number_text
from study.format.value_format import ValueFormat
from study.review.background_review import source_in
from study.review.move_cost import MoveCost, move_cost
from study.review.move_loss_text import passed_over
from study.searches.values import MoveValue, move_value
from study.state.changes import GAME, Derived, Memo
from study.state.study import Study
from study.suites.suite_browser import SuiteBrowser
from study.variations.tree_edits import TreeEdits
from ui.kit.buttons import quiet_button
from ui.kit.drop_down import DropDown, Option
from ui.kit.rows import in_rows, right_of
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Press, Sheet
from ui.panels.parts.panel import TAB, Panel
from ui.panels.parts.perspective_switch import PerspectiveSwitch
from ui.panels.parts.stated_values import states_move
from ui.panels.parts.table_cells import draw_name
from ui.panels.variation_commands import EDIT_COMMANDS, IN_WORDS, say
from ui.panels.variation_text import PlacedText, VariationText
from ui.theme import Theme

ROW, TOOL_ROW = 24, 32
LEAST_FOR_TOOLS = 220
"""Design pixels: height of a row of moves and of a row of tools, and the least height of the page that has
room for one row of tools below the list."""

TOOLS = tuple(command for command in EDIT_COMMANDS if command.caption)

MARK_OPTIONS = (
    Option(0, "no mark"),
    *(Option(mark, DRAWN_MARKS[mark], IN_WORDS[mark]) for mark in MARKS),
)

USUAL_VALUE = "+88.888"
"""A sample of a value: its width is reserved for each move's value."""


@dataclass(frozen=True)
class Turn:
    """A row of the list: the indices of the plies, from 0, in White's turn and in Black's."""

    white: tuple[int, ...] = ()
    black: tuple[int, ...] = ()

    @property
    def first(self) -> int:
        return (self.white or self.black)[0]

    def plies(self, side: int) -> tuple[int, ...]:
        return self.black if side == BLACK else self.white


def turns(sides: list[int]) -> list[Turn]:
    """The rows for plies made by these sides. Each turn of White begins a row; a turn of Black begins one
    only if no turn of White comes before it."""
    rows: list[Turn] = []
    for side, plies in groupby(range(len(sides)), sides.__getitem__):
        group = tuple(plies)
        if side == WHITE:
            rows.append(Turn(white=group))
        elif rows and not rows[-1].black:
            rows[-1] = Turn(rows[-1].white, group)
        else:
            rows.append(Turn(black=group))
    return rows


def roots_beside(record: Record, node: int) -> list[int]:
    """The first moves of the variations that begin in place of a move of the main line."""
    return [each for each in record.tree.siblings(node) if each != node]


def _tool_widths(theme: Theme, size: int) -> tuple[list[int], int]:
    """The widths of the buttons below the list, with captions of this size, and the gap between two buttons,
    which is smaller for small captions."""
    aside, gap = (16, 4) if size == 14 else (4, 2)
    captions = (theme.width(command.caption, size) + theme.px(aside) for command in TOOLS)
    return [theme.px(92), *captions], theme.px(gap)  # 92: the list of marks


def _tool_size(theme: Theme, room: int) -> int:
    """The size of these captions: small only if that puts all buttons into one row."""

    def in_one_row(size: int) -> bool:
        widths, gap = _tool_widths(theme, size)
        return sum(widths) + gap * len(TOOLS) <= room

    return 12 if in_one_row(12) and not in_one_row(14) else 14


class MoveListPanel(Panel):
    title = "Game"
    lower = True
    tip = "The moves of the game; click one to see the position after it"
    question = "What was played?"
    guide_page = "moves"
    group = TAB

    def __init__(self) -> None:
        self.list_scroll = Scroll()
        self.marks = DropDown(self._mark, "What you think of the move: !, ?, or of the position: =, ±.")
        self.marks.offer(MARK_OPTIONS, 0)
        self._texts: dict[int, str] = {}  # the moves' texts without marks, by node
        self._record: Record | None = None
        self._plies: dict[int, int] = {}  # the nodes of the main line, each with its index among the plies
        self._placed: list[PlacedText] = []  # from top to bottom
        self._tops: list[int] = []
        self._places: dict[int, pygame.Rect] = {}  # of the moves
        self._numbers: list[tuple[int, int]] = []  # (row number, top)
        self._height = 0
        self._texts_of: Memo[dict[int, str]] = Memo()
        self._laid_out: Derived[None] = Derived(GAME)
        self._scrolls: Memo[None] = Memo()
        self._valued = False  # whether something was searched, so that moves have values
        self._shown = -1  # the node of the position on the board
        self._line: set[int] = set()  # the nodes of the shown line
        self._line_of: Derived[set[int]] = Derived(GAME)
        self.visited = 0  # how many texts the last drawing checked, for tests

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        """Up and down switch between the shown move and the moves made in its place. If there are none, they
        step through the line. Page Up and Page Down step ten plies, Home and End go to the ends of the
        line."""
        last, here = len(study.record.plies), study.cursor
        goals = {
            pygame.K_UP: here - 1,
            pygame.K_DOWN: here + 1,
            pygame.K_PAGEUP: here - 10,
            pygame.K_PAGEDOWN: here + 10,
            pygame.K_HOME: 0,
            pygame.K_END: last,
        }
        if event.key not in goals:
            return False
        if event.key in (pygame.K_UP, pygame.K_DOWN) and len(study.record.tree.siblings(study.node)) > 1:
            study.of(TreeEdits).sibling(study, -1 if event.key == pygame.K_UP else 1)
            return True
        goal = max(0, min(last, goals[event.key]))
        if goal != here:
            study.go_to(goal)
        return True

    def _mark(self, mark: int) -> None:
        if self.study.node != ROOT and mark:
            self.study.of(TreeEdits).mark(self.study, mark)

    def is_empty(self, study: Study) -> bool:
        return len(study.record.tree.nodes) == 1

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme = sheet.theme
        head = pygame.Rect(rect.left, rect.top, rect.width, theme.px(28))
        foot = pygame.Rect(rect.left, rect.bottom - theme.px(40), rect.width, theme.px(40))
        tools = pygame.Rect(rect.left, foot.top, rect.width, 0)
        if rect.height >= theme.px(LEAST_FOR_TOOLS) and not self.is_empty(study):
            rows = 1 + (self._tool_places(theme, rect)[-1].top - rect.top) // theme.px(TOOL_ROW)
            rows = min(rows, 1 + max(0, rect.height - theme.px(LEAST_FOR_TOOLS)) // theme.px(TOOL_ROW))
            high = rows * theme.px(TOOL_ROW) + theme.px(4)
            tools = pygame.Rect(rect.left, foot.top - high, rect.width, high)
        body = pygame.Rect(rect.left, head.bottom, rect.width, tools.top - head.bottom)
        self._valued = len(study.search_store) > 0
        record, changes = study.record, study.changes
        self._texts = self._texts_of.of(dict, record)
        lay_out = partial(self._lay_out, sheet, record, rect.width)
        self._laid_out.of(changes, lay_out, rect.width, theme.scale, self._valued)
        self.list_scroll.fit(self._height, body.height)
        self._shown = study.node
        self._scrolls.of(self._follow, self._placed, self._shown)
        self._line = self._line_of.of(changes, lambda: set(record.line))
        lefts, width = self._columns(sheet, rect.width)
        for side in (WHITE, BLACK):
            sheet.shape(pygame.Rect(rect.left + lefts[side], head.top, theme.px(16), head.height), side)
            left = rect.left + lefts[side] + theme.px(20)
            name = pygame.Rect(left, head.top, width - theme.px(20), head.height)
            sheet.label(name, study.side_name(side), 12, theme.dim)
        start = pygame.Rect(head.left, head.top + theme.px(2), theme.px(32), head.height - theme.px(4))
        tip = "The first position of the game (Home)."
        quiet_button("start", "0.", tip, lambda: study.go_to(0), study.cursor == 0).draw(sheet, start)
        with self.list_scroll.view(sheet, "game", body, self._height) as offset:
            seen = self.list_scroll.offset - theme.px(ROW), self.list_scroll.offset + body.height
            first, last = (bisect_left(self._numbers, top, key=itemgetter(1)) for top in seen)
            for number, top in self._numbers[first:last]:
                place = pygame.Rect(rect.left, top + offset, lefts[WHITE] - theme.px(8), theme.px(ROW))
                sheet.label(place, f"{number}.", 14, theme.dim, "right")
            # One more row at each end is registered, so that Tab can reach it.
            first = bisect_left(self._tops, body.top - offset - theme.px(2 * ROW))
            last = bisect_right(self._tops, body.bottom - offset + theme.px(ROW))
            self.visited = last - first
            for placed in self._placed[first:last]:
                place = placed.rect.move(rect.left, offset)
                if placed.node is None:
                    sheet.label(place, placed.text, 12, theme.dim)
                elif placed.node in self._plies:
                    self._draw_ply(sheet, place, placed, placed.node, study)
                else:
                    self._draw_variation(sheet, place, placed, placed.node, study)
        if tools.height:
            self._draw_tools(sheet, tools, study)
        sheet.rule(rect.left, rect.right, foot.top)
        self._draw_foot(sheet, foot, study)

    @staticmethod
    def _tool_places(theme: Theme, rect: pygame.Rect) -> list[pygame.Rect]:
        """The places of the buttons from the top of `rect` on, in as many rows as they need: first the list
        of marks, then each command."""
        area = pygame.Rect(rect.left, rect.top + theme.px(4), rect.width, theme.px(28))
        widths, gap = _tool_widths(theme, _tool_size(theme, rect.width))
        return in_rows(area, widths, gap, theme.px(TOOL_ROW) - area.height)

    def _draw_tools(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        """Draws the buttons for the shown move, as far as there is room."""
        theme, tree = sheet.theme, study.record.tree
        sheet.rule(rect.left, rect.right, rect.top)
        shown = next((mark for mark in tree[study.node].marks if mark in MARKS), 0)
        self.marks.offer(MARK_OPTIONS, shown)
        first, *places = self._tool_places(theme, rect)
        size = _tool_size(theme, rect.width)
        self.marks.draw(sheet, first)
        for command, place in zip(TOOLS, places, strict=True):
            if place.bottom > rect.bottom:
                break
            why = command.enabled(study)
            tip = command.tooltip if why is None else why
            do: Callable[[], object] = partial(command.do, study) if why is None else partial(say, study, why)
            quiet_button(("edit", command.name), command.caption, tip, do, size=size).draw(sheet, place)

    def _draw_variation(
        self, sheet: Sheet, place: pygame.Rect, placed: PlacedText, node: int, study: Study
    ) -> None:
        """Draws a move of a variation."""
        tip = "A variation: shows the position after this move. Up and Down go to moves made in its place."
        self._draw_ground(sheet, place, placed, node, study, ("node", node), tip)
        color = sheet.theme.text_color if node in self._line else sheet.theme.dim
        sheet.label(place.inflate(-sheet.theme.px(8), 0), placed.text, 12, color)

    def _draw_ground(
        self,
        sheet: Sheet,
        place: pygame.Rect,
        placed: PlacedText,
        node: int,
        study: Study,
        key: Hashable,
        tip: str | Callable[[], str],
        press: Callable[[Press], object] | None = None,
    ) -> None:
        """Registers a move's zone, and draws a background if the move is shown or pointed at."""
        reached = partial(self.list_scroll.show, placed.rect.top, placed.rect.bottom)
        over = sheet.add(key, place, tip, partial(study.go_to_node, node), press=press, reached=reached)
        if node == self._shown or over:
            sheet.fill(place, sheet.theme.pressed if over else sheet.theme.raised, 4)
        if node == self._shown:
            sheet.accent(place)

    def _draw_ply(
        self, sheet: Sheet, place: pygame.Rect, placed: PlacedText, node: int, study: Study
    ) -> None:
        """Draws a move of the main line."""
        theme, ply = sheet.theme, self._plies[node]
        # False for moves after the point where a shown variation leaves the main line
        shown = node in self._line
        found = move_value(study, ply) if self._valued and shown else None
        tip, press = partial(self._tip, study, node, ply, found), partial(self._add_case, study, node)
        self._draw_ground(sheet, place, placed, node, study, ("ply", ply), tip, press)
        color = theme.text_color if shown and ply < study.cursor else theme.dim
        inner = place.inflate(-theme.px(12), 0)
        left = inner.width - self._value_width(sheet)
        room = theme.width(placed.text, 12) <= left  # else only the tooltip shows the value
        cost = move_cost(study, ply) if room and self._valued and shown and study.view.move_costs else None
        if cost is not None:
            self._draw_cost(sheet, inner, cost)
            inner.width = left
        elif found is not None and room and not study.view.move_costs:
            self._draw_value(sheet, inner, study, found)
            inner.width = left
        draw_name(sheet, inner, placed.text, color)

    def _add_case(self, study: Study, node: int, press: Press) -> None:
        if press.button == 3:
            study.go_to_node(node)
            study.of(SuiteBrowser).ask(study, study.cursor - 1)

    def _tip(self, study: Study, node: int, ply: int, found: MoveValue | None) -> str:
        """The tooltip: what a click does, the move's value and cost, and why a level skipped a better
        move."""
        text = f"The position after {study.record.numbered_of(node)}; "
        text += "the right mouse button adds the move to a suite."
        if found is None:
            return text
        cost = move_cost(study, ply)
        cost_text = "" if cost is None else f"It {cost.words}."
        return "\n".join(
            filter(None, (text, self._value_text(study, found), cost_text, passed_over(study, ply)))
        )

    def _value_text(self, study: Study, found: MoveValue) -> str:
        """A move's value in words, and whether the search began after the move or before it."""
        thought, whose = found.found, study.side_name(found.found.side)
        verdict = number_text.verdict(found.value, thought.side, study.side_names)
        words = verdict or ValueFormat.of_thought(thought.thought).with_unit(found.value)
        source = source_in(study, thought.thought)
        if verdict and (found.row is None or found.row.bound != UPPER):
            where = "after the move" if found.row is None else "before the move"
            return f"{verdict}: {source}, {where}."
        if found.row is None:
            return f"{words} for {whose}: {source}, after the move."
        if found.row.bound == UPPER:
            mover = thought.thought.position.to_move
            words = f"at {'most' if mover == thought.side else 'least'} {words}"
        return f"{words} for {whose}: {source}, before the move."

    def _value_width(self, sheet: Sheet) -> int:
        """The width of a move's value with the sign of a bound; 0 if no move has a value."""
        return sheet.theme.width(USUAL_VALUE, 12) + sheet.theme.px(20) if self._valued else 0

    def _draw_value(self, sheet: Sheet, rect: pygame.Rect, study: Study, found: MoveValue) -> None:
        """Draws a move's value, small, at the right of `rect`."""
        theme, value = sheet.theme, found.value
        cell = right_of(rect, rect.right - theme.width(USUAL_VALUE, 12))
        form = ValueFormat.of_thought(found.found.thought)
        verdict, bound = number_text.is_decided(value), found.row is not None and found.row.bound == UPPER
        if verdict and not bound:  # uses the space of the missing sign
            cell = right_of(rect, rect.right - self._value_width(sheet))
        words = self._winner(sheet, cell, value, found.found.side) if verdict else number_text.of_a_win(value)
        if words and theme.width(words, 12) > cell.width:
            words = words.split()[0]
        text = words or form.fitted(value, lambda text: theme.width(text, 12) <= cell.width)
        sheet.label(cell, text, 12, theme.dim, "right", states=states_move(study, found))
        if bound:
            sign = pygame.Rect(cell.left - theme.px(12), cell.top, theme.px(12), cell.height)
            least = found.found.thought.position.to_move != found.found.side
            sheet.at_most(sign, least)

    def _draw_cost(self, sheet: Sheet, rect: pygame.Rect, cost: MoveCost) -> None:
        """Draws what a move cost, small, at the right of `rect`."""
        theme = sheet.theme
        cell = right_of(rect, rect.right - theme.width(USUAL_VALUE, 12))
        text = cost.short if theme.width(cost.short, 12) <= cell.width else cost.short.split()[0]
        sheet.label(cell, text, 12, theme.dim, "right")
        if cost.at_least:
            sign = pygame.Rect(cell.left - theme.px(12), cell.top, theme.px(12), cell.height)
            sheet.at_most(sign)

    def _winner(self, sheet: Sheet, cell: pygame.Rect, value: float, side: int) -> str:
        """Draws the shape of the side that wins; returns the words that follow the shape."""
        theme, winner = sheet.theme, side if value > 0 else 1 - side
        shape = pygame.Rect(0, cell.top, theme.px(14), cell.height)
        room = cell.width - shape.width
        words = f"wins in {number_text.plies_to_end(value)}"
        words = words if theme.width(words, 12) <= room else "wins"
        shape.right = cell.right - theme.width(words, 12)
        sheet.shape(shape, winner)
        return words

    def _draw_foot(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme = sheet.theme
        ending = study.record.ending
        text = ending or study.position.game.approaching(study.position.state)
        lines = pygame.Rect(rect.left, rect.top + theme.px(4), rect.width, 2 * theme.px(16))
        if self._valued:
            lines.width -= PerspectiveSwitch(study).wanted_width(theme) + theme.px(8)
            wide = theme.width("Costs") + theme.px(16)
            lines.width -= wide + theme.px(8)
            place = pygame.Rect(lines.right + theme.px(8), lines.top, wide, theme.px(28))
            tip = "What each move cost, in place of its value (Shift+Q)."
            quiet_button("costs", "Costs", tip, study.toggle_costs, study.view.move_costs).draw(sheet, place)
            PerspectiveSwitch(study).draw(sheet, pygame.Rect(rect.left, lines.top, rect.width, theme.px(28)))
        sheet.paragraph(lines, text, 12, theme.text_color if ending else theme.dim)

    # The place of each ply

    def _columns(self, sheet: Sheet, width: int) -> tuple[tuple[int, int], int]:
        """The left edges of White's and Black's column, and their width."""
        theme = sheet.theme
        number = theme.width("888.") + theme.px(8)
        column = (width - number - theme.px(8)) // 2
        return (number, number + column), column

    def _lay_out(self, sheet: Sheet, record: Record, width: int) -> None:
        self._record = record
        self._plies = {node: ply for ply, node in enumerate(record.tree.line(ROOT))}
        self._place_all(sheet, record, width)

    def _written(self, node: int) -> str:
        """A move's text without its marks. It never changes, so it is kept."""
        assert self._record is not None
        if node not in self._texts:
            self._texts[node] = self._record.written_of(node)
        return self._texts[node]

    def _text(self, node: int) -> str:
        assert self._record is not None
        return marked(self._written(node), self._record.tree[node].marks, DRAWN_MARKS)

    def _place_all(self, sheet: Sheet, record: Record, width: int) -> None:
        theme, tree, main = sheet.theme, record.tree, list(self._plies)
        about = entry(record.game.name)
        lefts, column = self._columns(sheet, width)
        line, pad = theme.px(ROW), theme.px(12)
        self._numbers = []
        flow = VariationText(theme, record, self._text, width, 0)
        flow.comment(" ".join(filter(None, (tree[ROOT].before, tree[ROOT].comment))))
        for turn in turns([record.ply(node).side for node in main]):
            top = flow.end()
            self._numbers.append((tree[main[turn.first]].number, top))
            lines = 1
            for side in (WHITE, BLACK):
                x, row = 0, 0
                for ply in turn.plies(side):
                    room = column - theme.px(4) - pad - self._value_width(sheet)
                    text = self._text(main[ply])
                    if theme.width(text) > room:
                        # Leaves out the side's name before its own turned-over piece: the column has it.
                        text = text.replace(f"({about.side_name(side)} ", "(", 1)
                    size = min(theme.width(text), room) + pad + self._value_width(sheet)
                    if x and x + size > column:
                        x, row = 0, row + 1
                    rect = pygame.Rect(lefts[side] + x, top + row * line, size, line)
                    flow.placed.append(PlacedText(main[ply], text, rect))
                    x += size
                lines = max(lines, row + 1)
            flow.top = top + lines * line
            for ply in (*turn.plies(WHITE), *turn.plies(BLACK)):
                flow.comment(tree[main[ply]].before)
                flow.comment(tree[main[ply]].comment)
                flow.variations(roots_beside(record, main[ply]))
        flow.variations(tree.living(main[-1] if main else ROOT))  # those that begin after the last move
        self._height = flow.end()
        self._placed = sorted(flow.placed, key=lambda placed: placed.rect.top)
        self._tops = [placed.rect.top for placed in self._placed]
        self._places = {placed.node: placed.rect for placed in self._placed if placed.node is not None}

    def _follow(self) -> None:
        """Scrolls to the move that led to the position on the board."""
        if (rect := self._places.get(self._shown)) is not None:
            self.list_scroll.show(rect.top, rect.bottom)
        elif self._shown == ROOT:
            self.list_scroll.show(0, 0)
