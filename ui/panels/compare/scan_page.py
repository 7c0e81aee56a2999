"""The page of a scan: which positions it compares, its progress, and the positions in which the two
heuristics choose differently, the costliest choice first."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from games.contract import WHITE
from study.compare.background_scan import (
    AMOUNTS,
    DEPTHS,
    GAME,
    Scanned,
    cost_in_words,
    worse_in_words,
)
from study.compare.heuristic_pair import JUDGE, HeuristicPair, Offer
from study.compare.scan import Disagreement, ScanNews
from study.compare.scan_players import DEEPER
from study.core.other_lenses import older_files
from study.core.study import Study
from study.core.values import for_side
from study.format import number_text
from study.format.value_format import ValueFormat
from ui.kit.buttons import Button
from ui.kit.drop_down import DropDown, Option
from ui.kit.list_box import ListBox
from ui.kit.rows import below, cut, right_of, two_and_a_button
from ui.kit.sheet import Sheet
from ui.panels.parts.outcome_table import decided_words
from ui.panels.parts.start_and_stop import WAITS
from ui.panels.parts.table_cells import cells_at
from ui.theme import Theme

LINE = 20
ROW = 2 * LINE + 4
"""Height of a position's two lines in design pixels: the moves, and what decided them."""

SHARES = (0.0, 0.15, 0.45, 0.75, 1.0)
"""Where the columns of the list begin and end: the position, both choices, the cost."""

ABOUT = (
    "Finds positions in which the two heuristics choose different moves, in this game or "
    "at random. A deeper search says what the worse choice costs."
)
WORSE = (
    "In brackets: the terms that decided for these choices. Ties are not counted: there a "
    "heuristic values both moves alike, and chance picks one."
)
AMOUNT_OPTIONS = [
    Option(amount, f"{number_text.grouped(amount)} random positions" if amount else "this game")
    for amount in AMOUNTS
]
DEPTH_OPTIONS = [Option(depth, f"{number_text.plies(depth)} deep") for depth in DEPTHS]
TIE = (
    "A tie: one heuristic values both moves exactly alike, and chance picked one. It counts against neither."
)


class ScanPage:
    """The page. `open_found(found)` is called with the position chosen from the list."""

    _study: Study  # the one that is drawn

    def __init__(self, open_found: Callable[[Disagreement], object]) -> None:
        self.amount = DropDown(self._choose_amount, "Which positions are compared.")
        self.depth = DropDown(self._choose_depth, "The depth of the searches that choose, in plies.")
        self.judge = DropDown(
            self._choose_judge, "The heuristic that judges, by a deeper search, what a choice costs."
        )
        self.start = Button(self._start_or_stop, primary=True)
        self.list = ListBox(self._open, self._tip)
        self._open_found = open_found
        self._found: Sequence[Disagreement] = ()

    # What the person does

    def _choose_amount(self, amount: int) -> None:
        self._study.of(HeuristicPair).scan.amount = amount

    def _choose_depth(self, depth: int) -> None:
        self._study.of(HeuristicPair).scan.depth = depth

    def _choose_judge(self, key: tuple[str, object]) -> None:
        self._study.of(HeuristicPair).chosen[JUDGE] = key

    def _start_or_stop(self) -> None:
        pair = self._study.of(HeuristicPair)
        if pair.scan.running:
            pair.scan.stop()
        else:
            pair.begin_scan(self._study)
            self.list.restart()

    def _open(self, index: int) -> None:
        self._open_found(self._found[index])

    def _tip(self, index: int) -> str:
        scanned = self._study.of(HeuristicPair).scan.scanned
        return "" if scanned is None else f"{scanned.sentence(self._found[index])} Click to look at it."

    def key(self, event: pygame.event.Event) -> bool:
        """The list takes the arrow keys and Enter."""
        return self.list.key(event)

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study, known: tuple[Offer, ...]) -> None:
        theme, scan = sheet.theme, study.of(HeuristicPair).scan
        self._study = study
        self._offer(study, known)
        gap, line = theme.px(8), theme.px(28)
        head = pygame.Rect(rect.left, rect.top, rect.width, line)
        second = pygame.Rect(rect.left, self._draw_head(sheet, head, study) + theme.px(4), rect.width, line)
        self._draw_judge(sheet, second, study)
        news = scan.news
        if news is None:
            self._found = ()
            text = scan.problem or ABOUT
            place = below(rect, second.bottom + gap)
            sheet.paragraph(place, text, 14, theme.warning if scan.problem else theme.dim)
            return
        state = pygame.Rect(rect.left, second.bottom + theme.px(4), rect.width, theme.px(20))
        self._draw_state(sheet, state, study, news)
        body = below(rect, state.bottom + theme.px(12))
        if scan.scanned is not None:
            place = cut(body, theme.px(20), theme.px(4))  # its room from the start: the list must not jump
            words = worse_in_words(news, scan.scanned.lenses, scan.scanned.labels)
            if words:
                sheet.label(place, words, 12)
                sheet.add("scan worse", place, f"{words}. {WORSE}", focusable=False)
            self._draw_list(sheet, body, study, news, scan.scanned)

    def _offer(self, study: Study, known: tuple[Offer, ...]) -> None:
        """Updates the controls to the current choice."""
        pair = study.of(HeuristicPair)
        self.amount.offer(AMOUNT_OPTIONS, pair.scan.amount)
        self.depth.offer(DEPTH_OPTIONS, pair.scan.depth_in(study.record.game.name))
        options = [Option(offer.key, offer.label, offer.detail) for offer in known]
        self.judge.offer(options, pair.offer(study, JUDGE, known).key)

    def _draw_head(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> int:
        """Draws what is compared, how deep, and the button; returns where they end."""
        theme, scan = sheet.theme, study.of(HeuristicPair).scan
        gap = theme.px(4)
        self.start.label = "Stop" if scan.running else "Scan"
        self.start.tooltip = "Ends the scan and keeps what it found." if scan.running else "Starts the scan."
        width = max(theme.px(64), theme.width("Stop") + theme.px(24))
        wanted = self.amount.wanted_width(theme), self.depth.wanted_width(theme)
        amount, depth, button = two_and_a_button(rect, wanted, width, gap)
        self.amount.draw(sheet, amount)
        self.depth.draw(sheet, depth)
        self.start.draw(sheet, button)
        return depth.bottom

    def _draw_judge(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme = sheet.theme
        label = sheet.label(rect, "Judge", 14, theme.dim)
        depth = study.of(HeuristicPair).scan.depth_in(study.record.game.name)
        deep = f"{number_text.plies(depth + DEEPER)} deep"
        right = theme.width(deep) + theme.px(8)
        left = label.right + theme.px(8)
        self.judge.draw(sheet, pygame.Rect(left, rect.top, rect.right - right - left, rect.height))
        sheet.label(rect, deep, 14, theme.dim, "right")

    def _draw_state(self, sheet: Sheet, rect: pygame.Rect, study: Study, news: ScanNews) -> None:
        theme, scan = sheet.theme, study.of(HeuristicPair).scan
        text, color = self.state(study, news), theme.text_color
        if scan.problem:
            text, color = scan.problem, theme.warning
        sheet.label(rect, text, 14, color)
        sheet.add("scan state", rect, text, focusable=False)
        track = pygame.Rect(rect.left, rect.bottom + theme.px(2), rect.width, theme.px(4))
        sheet.progress(track, news.done / news.total if news.total else 1.0)

    def state(self, study: Study, news: ScanNews) -> str:
        """The scan's progress, in a line."""
        scan = study.of(HeuristicPair).scan
        if words := scan.activity.compiling:
            return words
        differ = f"{number_text.grouped(news.differ)} differ"
        if news.tied:
            differ += f", {number_text.grouped(news.tied)} {'tie' if news.tied == 1 else 'ties'}"
        if not scan.running:
            stopped = f" of {number_text.grouped(news.total)}, stopped" if news.done < news.total else ""
            older = () if scan.scanned is None else older_files(study, scan.scanned.lenses)
            return ", ".join((f"{number_text.grouped(news.done)} positions{stopped}: {differ}", *older))
        left = news.seconds_left
        soon = f", {number_text.seconds(left)} left" if left is not None else ""
        soon = f", {WAITS}" if scan.waits else soon
        return f"{number_text.grouped(news.done)} of {number_text.grouped(news.total)}: {differ}{soon}"

    def _draw_list(
        self, sheet: Sheet, rect: pygame.Rect, study: Study, news: ScanNews, scanned: Scanned
    ) -> None:
        theme, row = sheet.theme, sheet.theme.px(ROW)
        self._found = news.found
        header = pygame.Rect(rect.left, rect.top, rect.width, theme.px(20))
        (first, second), judge = scanned.labels, scanned.lenses[2]
        titles = ("move" if scanned.amount == GAME else "no.", first, second, "cost")
        whose = "the player to move" if study.follows_mover else study.side_name(WHITE)
        tips = (
            "The move's number in the game." if scanned.amount == GAME else "The position's number.",
            *(
                (
                    f"The move that {label} chooses, and its value for {whose} by {scanned.judge}. Below "
                    f"it: the term that decided, by {label}'s own search of both moves."
                )
                for label in (first, second)
            ),
            (f"What the worse choice costs, in the unit of the judge, {judge.name}. Ties stand last. {TIE}"),
        )
        cells = cells_at(header.inflate(-theme.px(8), 0), SHARES, theme.px(4))
        for index, (title, cell, tip) in enumerate(zip(titles, cells, tips, strict=True)):
            sheet.label(cell, title, 12, theme.dim, "right" if index == 3 else "left")
            sheet.add(("scan column", index), cell, tip, focusable=False)
        draw_row = partial(self._draw_row, sheet, study, scanned, ValueFormat.of_lens(judge))
        self.list.draw_whole(sheet, below(rect, header.bottom), len(news.found), row, draw_row)

    def _draw_row(
        self, sheet: Sheet, study: Study, scanned: Scanned, form: ValueFormat, area: pygame.Rect, index: int
    ) -> None:
        theme, found = sheet.theme, self._found[index]
        spot, position = found.spot, found.spot.position
        upper = pygame.Rect(area.left, area.top + theme.px(2), area.width, theme.px(LINE))
        where, first, second, cost = cells_at(upper.inflate(-theme.px(8), 0), SHARES, theme.px(4))
        under = theme.px(LINE)
        number = study.record.label(spot.plies) if scanned.amount == GAME else str(spot.number)
        sheet.label(where, number, 14, theme.dim)
        perspective = study.perspective_in(position)
        for which, cell in enumerate((first, second)):
            choice = found.choices[which]
            bold = found.better == which and not found.tied
            value = _value(
                theme, form, for_side(choice.judged, position.to_move, perspective), cell.width // 2
            )
            room = cell.width - theme.width(value, 12) - theme.px(8)
            text = pygame.Rect(cell.left, cell.top, max(0, room), cell.height)
            place = sheet.label(text, position.notation(choice.move), 14, bold=bold)
            sheet.label(right_of(cell, place.right + theme.px(4)), value, 12, theme.dim)
            heuristic = scanned.lenses[which].heuristic
            term = "a tie" if choice.tied else heuristic.label_of(choice.term) or "no term"
            sheet.label(cell.move(0, under), term, 12, theme.dim)
        words = cost_in_words(found, form).removeprefix("costs ").removesuffix(f" {form.units}")
        words = words.replace("less than", "<")
        color = theme.dim if found.tied else theme.text_color
        sheet.label(cost, number_text.NOTHING if found.better is None else words, 14, color, "right")
        sheet.label(cost.move(0, under), "tie" if found.tied else "", 12, theme.dim, "right")


def _value(theme: Theme, form: ValueFormat, value: float, room: int) -> str:
    return decided_words(value) or form.fitted(value, lambda text: theme.width(text, 12) <= room)
