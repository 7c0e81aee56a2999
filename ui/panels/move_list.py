"""The page of the game's moves with what each was worth: two columns where sides alternate, grouped by
turn, for a player may move several times in a row."""

from dataclasses import dataclass

import pygame

from engines.contract import UPPER
from games.contract import BLACK, WHITE
from games.game_tree import Ply
from games.record import Record
from study.core.study import Study
from study.core.values import MoveValue, move_value
from study.format import number_text
from study.format.value_format import ValueFormat
from study.suites.suite_browser import SuiteBrowser
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet
from ui.panels.parts.panel import TAB, Panel
from ui.panels.parts.perspective_switch import draw_perspective_switch, perspective_switch_width
from ui.panels.parts.stated_values import states_move

USUAL_VALUE = "+88.888"
"""What the place of a move's value has room for."""


@dataclass(frozen=True)
class Turn:
    """A row of the list: the plies (their numbers, from 0) of White's turn and of Black's."""

    white: tuple[int, ...] = ()
    black: tuple[int, ...] = ()

    @property
    def first(self) -> int:
        return (self.white or self.black)[0]

    def plies(self, side: int) -> tuple[int, ...]:
        return self.black if side == BLACK else self.white


def turns(sides: list[int]) -> list[Turn]:
    """The rows for plies made by these sides: a row begins with each turn of White's, and with a
    turn of Black's where there is none of White's before it."""
    rows: list[Turn] = []
    start = 0
    while start < len(sides):
        side, end = sides[start], start
        while end < len(sides) and sides[end] == side:
            end += 1
        group = tuple(range(start, end))
        if side == WHITE:
            rows.append(Turn(white=group))
        elif rows and not rows[-1].black:
            rows[-1] = Turn(rows[-1].white, group)
        else:
            rows.append(Turn(black=group))
        start = end
    return rows


@dataclass(frozen=True)
class _Placed:
    """A ply's text at a place within the list."""

    ply: int
    text: str
    rect: pygame.Rect


class MoveListPanel(Panel):
    title = "Game"
    lower = True
    tip = "The moves of the game; click one to see the position after it"
    question = "What was played?"
    guide_page = "moves"
    group = TAB

    def __init__(self) -> None:
        self.list_scroll = Scroll()
        self._texts: list[str] = []
        self._plies: list[Ply] = []
        self._record: Record | None = None
        self._placed: list[_Placed] = []
        self._numbers: list[tuple[int, int]] = []  # (row number, top)
        self._height = 0
        self._layout: tuple[int, float, bool] = (0, 0.0, False)
        self._valued = False  # whether something was searched, so that moves have values
        self._cursor = -1

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        """Up and down step through the game; home and end go to its ends."""
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
        goal = max(0, min(last, goals[event.key]))
        if goal != here:
            study.go_to(goal)
        return True

    def is_empty(self, study: Study) -> bool:
        return not study.record.plies

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme = sheet.theme
        head = pygame.Rect(rect.left, rect.top, rect.width, theme.px(28))
        foot = pygame.Rect(rect.left, rect.bottom - theme.px(40), rect.width, theme.px(40))
        body = pygame.Rect(rect.left, head.bottom, rect.width, foot.top - head.bottom)
        self._valued = len(study.thoughts) > 0
        changed = self._update(sheet, study.record, rect.width)
        self.list_scroll.fit(self._height, body.height)
        if changed or study.cursor != self._cursor:
            self._cursor = study.cursor
            self._follow()
        lefts, width = self._columns(sheet, rect.width)
        for side in (WHITE, BLACK):
            sheet.shape(pygame.Rect(rect.left + lefts[side], head.top, theme.px(16), head.height), side)
            name = pygame.Rect(
                rect.left + lefts[side] + theme.px(20), head.top, width - theme.px(20), head.height
            )
            sheet.label(name, study.side_name(side), 12, theme.dim)
        self._draw_start(sheet, head, study)
        self.list_scroll.area(sheet, "game", body)
        clip = sheet.surface.get_clip()
        sheet.surface.set_clip(body.clip(clip))
        offset = body.top - self.list_scroll.offset
        for number, top in self._numbers:
            if -theme.px(24) < top + offset - body.top < body.height:
                place = pygame.Rect(rect.left, top + offset, lefts[WHITE] - theme.px(8), theme.px(24))
                sheet.label(place, f"{number}.", 14, theme.dim, "right")
        for placed in self._placed:
            top = placed.rect.top + offset
            if top + 2 * placed.rect.height < body.top or top > body.bottom + placed.rect.height:
                continue  # one row more at each end is registered, so that Tab leads on
            place = pygame.Rect(rect.left + placed.rect.left, top, placed.rect.width, placed.rect.height)
            self._draw_ply(sheet, place, placed, study)
        sheet.surface.set_clip(clip)
        self.list_scroll.draw(sheet, "game", body)
        sheet.rule(rect.left, rect.right, foot.top)
        self._draw_foot(sheet, foot, study)

    def _draw_start(self, sheet: Sheet, head: pygame.Rect, study: Study) -> None:
        theme = sheet.theme
        place = pygame.Rect(head.left, head.top + theme.px(2), theme.px(32), head.height - theme.px(4))
        tip = "The first position of the game (Home)."
        sheet.button("start", place, "0.", tip, lambda: study.go_to(0), study.cursor == 0)

    def _draw_ply(self, sheet: Sheet, place: pygame.Rect, placed: _Placed, study: Study) -> None:
        theme = sheet.theme
        after = placed.ply + 1
        found = move_value(study, placed.ply) if self._valued else None
        over = sheet.add(
            ("ply", placed.ply),
            place,
            lambda: self._tip(study, after, found),
            click=lambda: study.go_to(after),
            press=lambda press: study.of(SuiteBrowser).ask(study, placed.ply) if press.button == 3 else None,
            reached=lambda: self.list_scroll.show(placed.rect.top, placed.rect.bottom),
        )
        current = study.cursor == after
        if current or over:
            sheet.fill(place, theme.pressed if over else theme.raised, 4)
        if current:
            sheet.fill(pygame.Rect(place.left, place.top, theme.px(3), place.height), theme.accent, 1)
        color = theme.text_color if after <= study.cursor else theme.dim
        inner = place.inflate(-theme.px(12), 0)
        if found is not None:
            self._draw_value(sheet, inner, study, found)
            inner.width -= self._value_width(sheet)
        sheet.label(inner, placed.text, 14, color)

    def _tip(self, study: Study, after: int, found: MoveValue | None) -> str:
        text = f"The position after {study.record.numbered(after - 1)}; "
        text += "the right mouse button adds the move to a suite."
        if found is None:
            return text
        thought, whose = found.found, study.side_name(found.found.side)
        verdict = number_text.verdict(found.value, thought.side, study.side_names)
        words = verdict or ValueFormat.of_thought(thought.thought).with_unit(found.value)
        if verdict and (found.row is None or found.row.bound != UPPER):
            where = "from here" if found.row is None else "before the move"
            return f"{text}\n{verdict}: {thought.source}, {where}."
        if found.row is None:
            return f"{text}\n{words} for {whose}: {thought.source}, from here."
        if found.row.bound == UPPER:
            mover = thought.thought.position.to_move
            words = f"at {'most' if mover == thought.side else 'least'} {words}"
        return f"{text}\n{words} for {whose}: {thought.source}, before the move."

    def _value_width(self, sheet: Sheet) -> int:
        """The place of a move's value with the sign of a bound; 0 where there are no values."""
        return sheet.theme.width(USUAL_VALUE, 12) + sheet.theme.px(20) if self._valued else 0

    def _draw_value(self, sheet: Sheet, rect: pygame.Rect, study: Study, found: MoveValue) -> None:
        """A move's value, small, right in `rect`."""
        theme, value = sheet.theme, found.value
        cell = pygame.Rect(0, rect.top, theme.width(USUAL_VALUE, 12), rect.height)
        cell.right = rect.right
        form = ValueFormat.of_thought(found.found.thought)
        verdict, bound = number_text.is_decided(value), found.row is not None and found.row.bound == UPPER
        if verdict and not bound:  # what the sign would take is free
            cell.width = self._value_width(sheet)
            cell.right = rect.right
        words = self._winner(sheet, cell, value, found.found.side) if verdict else number_text.of_a_win(value)
        if words and theme.width(words, 12) > cell.width:
            words = words.split()[0]
        text = words or form.fitted(value, lambda text: theme.width(text, 12) <= cell.width)
        sheet.label(cell, text, 12, theme.dim, "right", states=states_move(study, found))
        if bound:
            sign = pygame.Rect(cell.left - theme.px(12), cell.top, theme.px(12), cell.height)
            least = found.found.thought.position.to_move != found.found.side
            sheet.at_most(sign, least)

    def _winner(self, sheet: Sheet, cell: pygame.Rect, value: float, side: int) -> str:
        """The words for a decided value, behind the shape of the side that wins, which it draws."""
        theme, winner = sheet.theme, side if value > 0 else 1 - side
        shape = pygame.Rect(0, cell.top, theme.px(14), cell.height)
        room = cell.width - shape.width
        words = f"wins in {number_text.plies_to_end(value)}"
        words = next((text for text in (words, "wins") if theme.width(text, 12) <= room), "wins")
        shape.right = cell.right - theme.width(words, 12)
        sheet.shape(shape, winner)
        return words

    def _draw_foot(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme = sheet.theme
        ending = study.record.position.ending
        text = ending or study.position.game.approaching(study.position.state)
        lines = pygame.Rect(rect.left, rect.top + theme.px(4), rect.width, 2 * theme.px(16))
        if self._valued:
            lines.width -= perspective_switch_width(sheet, study) + theme.px(8)
            draw_perspective_switch(sheet, pygame.Rect(rect.left, lines.top, rect.width, theme.px(28)), study)
        sheet.paragraph(lines, text, 12, theme.text_color if ending else theme.dim)

    # Where each ply stands

    def _columns(self, sheet: Sheet, width: int) -> tuple[tuple[int, int], int]:
        """The left edges of White's and Black's column, and their width."""
        theme = sheet.theme
        number = theme.width("888.") + theme.px(8)
        column = (width - number - theme.px(8)) // 2
        return (number, number + column), column

    def _update(self, sheet: Sheet, record: Record, width: int) -> bool:
        """Lays the list out again if it or its place has changed; whether it had."""
        layout = (width, sheet.theme.scale, self._valued)
        if record is self._record and record.plies == self._plies and layout == self._layout:
            return False
        if record is not self._record:
            self._texts, self._plies = [], []
        self._record, self._layout = record, layout
        known = 0
        while known < min(len(self._plies), len(record.plies)) and self._plies[known] is record.plies[known]:
            known += 1
        self._texts = self._texts[:known] + [record.written(i) for i in range(known, len(record.plies))]
        self._plies = list(record.plies)
        self._place_all(sheet, width)
        return True

    def _place_all(self, sheet: Sheet, width: int) -> None:
        theme = sheet.theme
        lefts, column = self._columns(sheet, width)
        line, pad = theme.px(24), theme.px(12)
        self._placed, self._numbers = [], []
        top = 0
        for row_number, turn in enumerate(turns([ply.side for ply in self._plies]), start=1):
            self._numbers.append((self._number(turn, row_number), top))
            lines = 1
            for side in (WHITE, BLACK):
                x, row = 0, 0
                for ply in turn.plies(side):
                    text = self._texts[ply]
                    size = min(theme.width(text) + pad + self._value_width(sheet), column - theme.px(4))
                    if x and x + size > column:
                        x, row = 0, row + 1
                    rect = pygame.Rect(lefts[side] + x, top + row * line, size, line)
                    self._placed.append(_Placed(ply, text, rect))
                    x += size
                lines = max(lines, row + 1)
            top += lines * line
        self._height = top

    def _number(self, turn: Turn, row: int) -> int:
        assert self._record is not None
        return row if self._record.game.move_number is None else self._record.number(turn.first)

    def _follow(self) -> None:
        """Scrolls to the ply that led to the position on the board."""
        for placed in self._placed:
            if placed.ply == self._cursor - 1:
                self.list_scroll.show(placed.rect.top, placed.rect.bottom)
                return
        if self._cursor == 0:
            self.list_scroll.show(0, 0)
