"""The page of the legal moves: what each is worth one ply on and to the search, and why."""

from collections.abc import Sequence

import pygame

from engines.contract import EXACT, UNKNOWN, UPPER, RootMove
from games.contract import DRAW, ONGOING
from heuristics.failure import shortened
from heuristics.lens import Breakdown
from study import numbers
from study.candidates import Candidate, CandidateList, candidates, in_order
from study.lines import Outcome
from study.measures import Measures, round_up
from study.study import Study
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet
from ui.panels.outcome_table import decided_words, draw_outcomes
from ui.panels.panel import Panel

BOUND_TIPS = {
    EXACT: "the search's value is exact",
    UPPER: "the search proved that it is worth no more than that",
    UNKNOWN: "not searched",
}


class CandidatesPanel(Panel):
    title = "Moves"
    tip = "The legal moves and what each leads to"

    def __init__(self) -> None:
        self.list_scroll = Scroll()
        self.detail_scroll = Scroll()
        self.selected: int | None = None
        self._order: list[Candidate] = []
        self._list: CandidateList | None = None
        self._place = pygame.Rect(0, 0, 0, 0)
        self._row = 1
        self._measured: tuple[object, int, object] = (None, 0, None)
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
        detail_height = max(theme.px(140), rect.height * 2 // 5)
        detail = pygame.Rect(rect.left, rect.bottom - detail_height, rect.width, detail_height)
        columns = pygame.Rect(rect.left, head.bottom, rect.width, theme.px(24))
        body = pygame.Rect(rect.left, columns.bottom, rect.width, detail.top - theme.px(8) - columns.bottom)
        self._place = body
        searched = study.searched
        measures = self._measures(study, order)
        widths = self._widths(sheet, rect, measures)
        self._draw_header(sheet, columns, widths)
        self.list_scroll.fit(self._row * len(order), body.height)
        self.list_scroll.area(sheet, "candidates", body)
        clip = sheet.surface.get_clip()
        sheet.surface.set_clip(body.clip(clip))
        chosen = self.chosen()
        scale = self._scale(order, searched)
        for index in self.list_scroll.rows(self._row, len(order)):
            candidate = order[index]
            top = body.top + index * self._row - self.list_scroll.offset
            place = pygame.Rect(rect.left, top, rect.width - theme.px(8), self._row)
            row = searched.get(candidate.move)
            self._draw_row(sheet, place, widths, measures, candidate, row, candidate is chosen, scale, study)
        sheet.surface.set_clip(clip)
        self.list_scroll.draw(sheet, "candidates", body)
        sheet.rule(rect.left, rect.right, detail.top - theme.px(4))
        if chosen is not None:
            self._draw_detail(sheet, detail, study, found, order, chosen, measures)

    def _draw_title(self, sheet: Sheet, rect: pygame.Rect, study: Study, found: CandidateList) -> None:
        theme = sheet.theme
        count = len(found.candidates)
        text = "1 legal move" if count == 1 else f"{count} legal moves"
        if found.busy:
            text = f"{found.done} of {count} moves"
        side = found.side
        whose = f"values for {study.side_name(side)}"
        width = theme.width(whose)
        sheet.label(pygame.Rect(rect.left, rect.top, rect.width - width - theme.px(28), rect.height), text)
        sheet.label(rect, whose, 14, theme.dim, "right")
        mark = pygame.Rect(rect.right - width - theme.px(20), rect.top, theme.px(16), rect.height)
        sheet.shape(mark, side)

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
            values += [row.value for row in study.searched.values()]
            measures.make_room_for(values)
        return measures

    def _widths(self, sheet: Sheet, rect: pygame.Rect, measures: Measures) -> dict[str, tuple[int, int]]:
        """Horizontal places of the columns, (left, width)."""
        theme = sheet.theme
        gap = theme.px(8)
        number = max(theme.width(measures.sample()), theme.width("loses in 88"))
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

    def _draw_header(self, sheet: Sheet, rect: pygame.Rect, places: dict[str, tuple[int, int]]) -> None:
        theme = sheet.theme
        for key, text, align, tip in (
            ("move", "move", "left", "Best first; the arrow on the board shows the one under the pointer."),
            ("static", "after it", "right", "The value after the move, without looking further."),
            ("search", "search", "right", "What the search found the move to be worth."),
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

    def _scale(self, order: Sequence[Candidate], searched: dict[int, RootMove]) -> float:
        """What a full bar is worth: the largest value that a bar shows, rounded up."""
        largest = 0.0
        for candidate in order:
            row = searched.get(candidate.move)
            known = row is not None and row.bound != UNKNOWN
            value = row.value if known and row is not None else candidate.value
            if value is not None and abs(value) < numbers.LEAST_SHARE_OF_A_WIN:
                largest = max(largest, abs(value))
        return round_up(largest)

    def _draw_row(
        self,
        sheet: Sheet,
        place: pygame.Rect,
        places: dict[str, tuple[int, int]],
        measures: Measures,
        candidate: Candidate,
        row: RootMove | None,
        chosen: bool,
        scale: float,
        study: Study,
    ) -> None:
        theme = sheet.theme
        move, side = candidate.move, study.position.to_move
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
            words = decided_words(candidate.value)
            if candidate.ended != ONGOING:
                words = "draw" if candidate.ended == DRAW else "wins" if candidate.ended == side else "loses"
            self._number(sheet, _part(place, places["static"]), candidate.value, measures, words)
        if row is not None and bound != UNKNOWN:
            if bound == UPPER:
                sheet.at_most(_part(place, places["bound"]))
            else:
                sheet.label(_part(place, places["bound"]), "=", 14, theme.dim, "center")
            words, color = decided_words(row.value), theme.faint if behind else None
            self._number(sheet, _part(place, places["search"]), row.value, measures, words, color)
        else:
            sheet.label(_part(place, places["search"]), numbers.NOTHING, 14, theme.dim, "right")
        value = row.value if row is not None and bound != UNKNOWN else candidate.value
        if places["bar"][1] and value is not None and scale > 0.0:
            bar = _part(place, places["bar"]).inflate(0, -theme.px(12))
            sheet.bar(bar, (value if side == 0 else -value) / scale)
            sheet.zero(bar, place)

    def _number(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        value: float,
        measures: Measures,
        words: str = "",
        color: pygame.Color | None = None,
    ) -> None:
        width = sheet.theme.width
        text = words or numbers.fitted(value, measures.decimals, lambda text: width(text) <= rect.width)
        sheet.label(rect, text, 14, color, "right")

    # The selected move

    def _draw_detail(
        self,
        sheet: Sheet,
        rect: pygame.Rect,
        study: Study,
        found: CandidateList,
        order: Sequence[Candidate],
        chosen: Candidate,
        measures: Measures,
    ) -> None:
        theme = sheet.theme
        line = theme.px(24)
        title = pygame.Rect(rect.left, rect.top, rect.width, line)
        body = pygame.Rect(rect.left, title.bottom, rect.width, rect.bottom - title.bottom)
        side = found.side
        if found.error:
            sheet.label(title, "The heuristic failed", 14, theme.warning)
            sheet.paragraph(body, shortened(found.error), 12, theme.warning)
            return
        if chosen.value is None:
            sheet.label(title, f"{chosen.notation}", bold=True)
            return
        if chosen.has_chance:
            self._draw_outcomes(sheet, rect, chosen, side, measures)
            return
        after = chosen.breakdown
        if after is None:
            won = chosen.ended
            text = "the game is drawn" if won == DRAW else f"{study.side_name(won)} has won"
            sheet.label(title, f"{chosen.notation}: {text}", bold=True)
            return
        best = next((c for c in order if c is not chosen and c.breakdown is not None), None)
        if chosen is not order[0] and order[0].breakdown is not None:
            best = order[0]
        reference = best.breakdown if best is not None else None
        if reference is not None and len(reference.rows) != len(after.rows):
            reference = None
        self._draw_terms(sheet, title, body, chosen, best, after, reference, side, measures)

    def _draw_terms(
        self,
        sheet: Sheet,
        title: pygame.Rect,
        body: pygame.Rect,
        chosen: Candidate,
        best: Candidate | None,
        after: Breakdown,
        reference: Breakdown | None,
        side: int,
        measures: Measures,
    ) -> None:
        """Each term after the move, and what it is more than after the move compared with."""
        theme = sheet.theme
        line, gap = theme.px(20), theme.px(8)
        number = theme.width(measures.sample()) + theme.px(2)
        bar = max(theme.px(56), body.width // 5)
        right = body.right - theme.px(8)
        difference = (right - number, number)
        bars = (difference[0] - gap - bar, bar)
        value = (bars[0] - gap - number, number)
        name = (body.left, value[0] - gap - body.left)
        sheet.label(_part(title, name), f"after {chosen.notation}", 14, bold=True)
        if reference is not None and best is not None:
            there = pygame.Rect(bars[0], title.top, right - bars[0], title.height)
            sheet.label(there, f"compared with {best.notation}", 12, theme.dim, "right")
        rows = [(row.name, row.contribution) for row in after.rows]
        before = [row.contribution for row in reference.rows] if reference is not None else None
        rows.append(("total", after.value))
        if before is not None and reference is not None:
            before.append(reference.value)
        gains = [now - then for (_, now), then in zip(rows, before, strict=True)] if before else None
        largest = max((abs(gain) for gain in gains), default=0.0) if gains else 0.0
        self.detail_scroll.fit(line * len(rows), body.height)
        self.detail_scroll.area(sheet, "detail", body)
        clip = sheet.surface.get_clip()
        sheet.surface.set_clip(body.clip(clip))
        for index, (term, contribution) in enumerate(rows):
            top = body.top + index * line - self.detail_scroll.offset
            if top + line <= body.top or top >= body.bottom:
                continue
            place = pygame.Rect(body.left, top, body.width, line)
            last = index == len(rows) - 1
            if last:
                sheet.rule(body.left, right, top)
            gained = gains is not None and gains[index] != 0.0
            color = theme.text_color if contribution or gained or last else theme.dim
            sheet.label(_part(place, name), term.replace("_", " "), 14, color, bold=last)
            self._signed(sheet, _part(place, value), contribution, measures, color)
            if gains is not None:
                gain = gains[index]
                cell = _part(place, bars).inflate(0, -theme.px(8))
                if largest:
                    sheet.bar(cell, (gain if side == 0 else -gain) / largest)
                sheet.zero(cell, place)
                self._signed(
                    sheet, _part(place, difference), gain, measures, theme.text_color if gain else theme.dim
                )
        sheet.surface.set_clip(clip)
        self.detail_scroll.draw(sheet, "detail", body)

    def _draw_outcomes(
        self, sheet: Sheet, rect: pygame.Rect, chosen: Candidate, side: int, measures: Measures
    ) -> None:
        """What chance may bring, how likely, and what each is worth without looking further."""
        assert chosen.value is not None
        outcomes = [
            Outcome(o.text, o.probability, o.value, "draw" if o.ended == DRAW else "")
            for o in chosen.outcomes
        ]
        title = f"after {chosen.notation}: mean of {len(outcomes)}"
        draw_outcomes(sheet, rect, self.detail_scroll, title, chosen.value, outcomes, side, measures)

    def _signed(
        self, sheet: Sheet, rect: pygame.Rect, value: float, measures: Measures, color: pygame.Color
    ) -> None:
        width = sheet.theme.width
        text = numbers.fitted(value, measures.decimals, lambda text: width(text) <= rect.width)
        sheet.label(rect, text, 14, color, "right")


def _part(rect: pygame.Rect, column: tuple[int, int]) -> pygame.Rect:
    return pygame.Rect(column[0], rect.top, column[1], rect.height)
