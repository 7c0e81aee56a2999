"""The page of the legal moves: what each is worth one ply on and to the search, and why."""

from collections.abc import Sequence

import pygame

from engines.contract import EXACT, UNKNOWN, UPPER, RootMove
from games.contract import DRAW, ONGOING
from study import numbers
from study.candidates import Candidate, CandidateList, candidates, in_order
from study.measures import UNIT_DECIMALS, Measures, round_up
from study.study import Study
from study.values import turned
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet, Stated
from ui.panels.eyes import draw_eyes, eyes_width
from ui.panels.move_detail import MoveDetail
from ui.panels.outcome_table import decided_words
from ui.panels.panel import Panel
from ui.panels.statements import states_after, states_searched

BOUND_TIPS = {
    EXACT: "the search's value is exact",
    UPPER: "the search proved that it is no better than that for the player to move",
    UNKNOWN: "not searched",
}


class CandidatesPanel(Panel):
    title = "Moves"
    tip = "The legal moves and what each leads to"

    def __init__(self) -> None:
        self.list_scroll = Scroll()
        self.detail = MoveDetail()
        self.selected: int | None = None
        self._order: list[Candidate] = []
        self._list: CandidateList | None = None
        self._place = pygame.Rect(0, 0, 0, 0)
        self._row = 1
        self._measured: tuple[object, int, object] = (None, 0, None)
        self._scale: tuple[object, float] = (None, 0.0)  # what a full bar is worth, and of which bars
        self._holds = False  # whether the pointer is among the rows, which then stay where they are

    # What is shown

    def order(self, study: Study, found: CandidateList) -> list[Candidate]:
        """The candidates, best first. Rows stay where they are under the pointer."""
        new = found is not self._list
        if new:
            if self._list is None or self._list.position is not found.position:
                self.selected = None
                self.list_scroll.offset = 0
            self._list = found
        if new or not self._holds or found.busy:
            thought, searched = study.thought_here, study.searched
            best = thought.move if thought is not None and searched else None
            if not any(row.bound != UNKNOWN for row in searched.values()):
                best = None
            self._order = in_order(found.candidates, searched, best)
        return self._order

    def chosen(self) -> Candidate | None:
        """The selected candidate; the best one until a person selects another."""
        order = self._order
        for candidate in order:
            if candidate.move == self.selected:
                return candidate
        return order[0] if order else None

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        """Up and down, page up and down select among the candidates."""
        if not self._order:
            return False
        page = max(1, self._place.height // self._row - 1)
        last = len(self._order) - 1
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page}
        if event.key not in steps:
            return False
        moves = [candidate.move for candidate in self._order]
        index = moves.index(self.selected) if self.selected in moves else -1 if steps[event.key] > 0 else 0
        index = max(0, min(last, index + steps[event.key]))
        self.selected = moves[index]
        self._reveal(moves[index])
        return True

    def _reveal(self, move: int) -> None:
        index = next((i for i, candidate in enumerate(self._order) if candidate.move == move), 0)
        self.list_scroll.show(index * self._row, (index + 1) * self._row)

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme = sheet.theme
        self._holds = sheet.points_into(self._place)
        self._row = theme.px(24)
        found = candidates(study)
        order = self.order(study, found)
        study.pointed.selected = self.selected
        head = pygame.Rect(rect.left, rect.top, rect.width, theme.px(28))
        self._draw_title(sheet, head, study, found)
        if not order:
            text = study.position.ending or "There is no move."
            below = pygame.Rect(rect.left, head.bottom, rect.width, rect.bottom - head.bottom)
            sheet.paragraph(below, text, 14, theme.dim)
            return
        detail_height = max(theme.px(164), rect.height * 2 // 5)
        detail = pygame.Rect(rect.left, rect.bottom - detail_height, rect.width, detail_height)
        columns = pygame.Rect(rect.left, head.bottom, rect.width, theme.px(24))
        body = pygame.Rect(rect.left, columns.bottom, rect.width, detail.top - theme.px(8) - columns.bottom)
        self._place = body
        searched = study.searched
        measures = self._measures(study, order)
        widths = self._widths(sheet, rect, measures)
        self._draw_header(sheet, columns, widths, study)
        self.list_scroll.fit(self._row * len(order), body.height)
        self.list_scroll.area(sheet, "candidates", body)
        clip = sheet.surface.get_clip()
        sheet.surface.set_clip(body.clip(clip))
        chosen = self.chosen()
        by_search = any(row.bound != UNKNOWN for row in searched.values())
        scale = self._bar_scale(study, order, searched, by_search)
        for index in self.list_scroll.rows(self._row, len(order)):
            candidate = order[index]
            top = body.top + index * self._row - self.list_scroll.offset
            place = pygame.Rect(rect.left, top, rect.width - theme.px(8), self._row)
            row = searched.get(candidate.move)
            self._draw_row(sheet, place, widths, measures, candidate, row, candidate is chosen, study)
            if widths["bar"][1] and scale > 0.0:
                bar = _part(place, widths["bar"]).inflate(0, -theme.px(12))
                self._draw_bar(sheet, bar, candidate, row if by_search else None, by_search, scale, study)
                sheet.zero(bar, place)
        sheet.surface.set_clip(clip)
        self.list_scroll.draw(sheet, "candidates", body)
        sheet.rule(rect.left, rect.right, detail.top - theme.px(4))
        if chosen is not None:
            self.detail.draw(sheet, detail, study, found, order, chosen)

    def _draw_title(self, sheet: Sheet, rect: pygame.Rect, study: Study, found: CandidateList) -> None:
        theme = sheet.theme
        count = len(found.candidates)
        text = "1 legal move" if count == 1 else f"{count} legal moves"
        if found.busy:
            text = f"{found.done} of {count} moves"
        width = eyes_width(sheet, study)
        sheet.label(pygame.Rect(rect.left, rect.top, rect.width - width - theme.px(8), rect.height), text)
        draw_eyes(sheet, rect, study)

    def _measures(self, study: Study, order: Sequence[Candidate]) -> Measures:
        measures = study.measures(study.lens)
        looked_at = sum(candidate.value is not None for candidate in order)
        thought = study.thought_here
        measured = (self._list, looked_at, thought)
        if measured != self._measured:
            self._measured = measured
            for candidate in order:
                measures.make_room(o.breakdown for o in candidate.outcomes if o.breakdown is not None)
            values = [c.value for c in order if c.value is not None]
            if thought is not None and thought.lens == study.lens:
                values += [row.value for row in study.searched.values()]
            measures.make_room_for(values)
        return measures

    def _widths(self, sheet: Sheet, rect: pygame.Rect, measures: Measures) -> dict[str, tuple[int, int]]:
        """Horizontal places of the columns, (left, width)."""
        theme = sheet.theme
        gap = theme.px(8)
        number = max(theme.width(text) for text in (measures.sample(), "loses in 88", "+88.888"))
        bound = theme.px(12)
        inner = rect.width - theme.px(8)
        bar = max(theme.px(64), inner // 4)
        name = inner - 2 * number - bound - bar - 4 * gap
        if name < theme.px(64):
            name += bar + gap
            bar = 0
        places, x = {}, rect.left
        for key, width in (("move", name), ("static", number), ("bound", bound), ("search", number)):
            places[key] = (x, width)
            x += width + gap
        places["bar"] = (x, bar)
        return places

    def _draw_header(
        self, sheet: Sheet, rect: pygame.Rect, places: dict[str, tuple[int, int]], study: Study
    ) -> None:
        theme, thought = sheet.theme, study.thought_here
        unit = thought.unit if thought is not None and thought.unit else "search"
        searched = "What the search found the move to be worth."
        if thought is not None and (thought.lens is not None or thought.program):
            name = thought.lens.name if thought.lens is not None else thought.program
            searched = f"What the search of {name} found the move to be worth."
        after = f"The value after the move, without looking further, by {study.lens.name}."
        for key, text, align, tip in (
            ("move", "move", "left", "Best first; the arrow on the board shows the one under the pointer."),
            ("static", "after it", "right", after),
            ("search", unit, "right", searched),
        ):
            cell = _part(rect, places[key])
            pad = theme.px(8) if key == "move" else 0
            sheet.label(
                pygame.Rect(cell.left + pad, cell.top, cell.width - pad, cell.height),
                text,
                12,
                theme.dim,
                align,
            )
            sheet.add(("head", key), cell, tip)

    def _bar_scale(
        self, study: Study, order: Sequence[Candidate], searched: dict[int, RootMove], by_search: bool
    ) -> float:
        """What a full bar is worth: the largest value that a bar shows, rounded up. It stays while a
        search runs, and only grows while the position stays."""
        values = [row.value for row in searched.values() if row.bound != UNKNOWN]
        if not by_search:
            values = [c.value for c in order if c.value is not None]
        largest = max((abs(v) for v in values if abs(v) < numbers.LEAST_SHARE_OF_A_WIN), default=0.0)
        thought = study.thought_here
        bars = (study.position, study.lens if thought is None or not by_search else thought.lens)
        before = self._scale[1] if self._scale[0] == bars else 0.0
        if not (study.running and before > 0.0):
            before = max(before, round_up(largest))
        self._scale = (bars, before)
        return before

    def _draw_bar(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        candidate: Candidate,
        row: RootMove | None,
        by_search: bool,
        scale: float,
        study: Study,
    ) -> None:
        """The search's value, where there was one, hatched for a bound; else that after the move."""
        value = candidate.value
        if by_search:
            value = None if row is None or row.bound == UNKNOWN else row.value
        if value is not None:
            share = turned(value, study.position.to_move, study.eyes) / scale
            sheet.bar(rect, share, study.eyes, row is not None and row.bound == UPPER)

    def _draw_row(
        self,
        sheet: Sheet,
        place: pygame.Rect,
        places: dict[str, tuple[int, int]],
        measures: Measures,
        candidate: Candidate,
        row: RootMove | None,
        chosen: bool,
        study: Study,
    ) -> None:
        theme = sheet.theme
        move, side, eyes = candidate.move, study.position.to_move, study.eyes
        bound = UNKNOWN if row is None else row.bound

        deepest = max((row.depth for row in study.searched.values()), default=0)
        behind = row is not None and 0 < row.depth < deepest
        older = f", by the iteration before, {row.depth} plies deep" if row is not None and behind else ""

        def select() -> None:
            self.selected = None if move == self.selected else move

        def point(move: int | None) -> None:
            study.pointed.move = move

        over = sheet.add(
            ("candidate", move, id(study.position)),
            place,
            f"{candidate.notation}: {BOUND_TIPS[bound]}{older}.",
            click=select,
            enter=lambda: point(move),
            leave=lambda: point(None),
            reached=lambda: self._reveal(move),
        )
        if chosen or over:
            sheet.fill(place, theme.pressed if chosen and over else theme.raised, 4)
        if chosen:
            sheet.fill(pygame.Rect(place.left, place.top, theme.px(3), place.height), theme.accent, 1)
        cell = _part(place, places["move"])
        cell.left, cell.width = cell.left + theme.px(8), cell.width - theme.px(8)
        sheet.label(cell, candidate.notation + (" ?" if candidate.has_chance else ""), 14, bold=chosen)
        if candidate.value is not None:
            value = turned(candidate.value, side, eyes)
            words = decided_words(value)
            if candidate.ended != ONGOING:
                words = "draw" if candidate.ended == DRAW else "wins" if candidate.ended == eyes else "loses"
            says = states_after(study, candidate)
            self._number(sheet, _part(place, places["static"]), value, measures.decimals, words, states=says)
        thought = study.thought_here
        if thought is not None and row is not None and bound != UNKNOWN:
            if bound == UPPER:
                sheet.at_most(_part(place, places["bound"]), least=side != eyes)
            else:
                sheet.label(_part(place, places["bound"]), "=", 14, theme.dim, "center")
            value, color = turned(row.value, side, eyes), theme.faint if behind else None
            decimals = UNIT_DECIMALS if thought.lens is None else study.measures(thought.lens).decimals
            if thought.lens is not None:
                study.measures(thought.lens).make_room_for([value])
            cell, says = _part(place, places["search"]), states_searched(study, thought, row)
            self._number(sheet, cell, value, decimals, decided_words(value), color, says)
        else:
            sheet.label(_part(place, places["search"]), numbers.NOTHING, 14, theme.dim, "right")

    def _number(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        value: float,
        decimals: int,
        words: str = "",
        color: pygame.Color | None = None,
        states: Stated | None = None,
    ) -> None:
        width = sheet.theme.width
        text = words or numbers.fitted(value, decimals, lambda text: width(text) <= rect.width)
        sheet.label(rect, text, 14, color, "right", states=states)


def _part(rect: pygame.Rect, column: tuple[int, int]) -> pygame.Rect:
    return pygame.Rect(column[0], rect.top, column[1], rect.height)
