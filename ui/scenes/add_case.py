"""The screen that adds a position to a suite as a case: to which suite, and which move should or should not
be played."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from games.contract import BadText
from games.registry import entry
from study.state.changes import Memo
from study.state.wishes import AskCase
from study.suites.suite_browser import SuiteBrowser
from study.suites.suites import LONGEST_NAME, Case, Suite
from study.suites.user_suites import own_suite
from ui.app import App
from ui.boards.picture import draw_thumbnail
from ui.commands import KeyLine
from ui.kit.buttons import Button, quiet_button
from ui.kit.drop_down import DropDown, Option
from ui.kit.rows import cut
from ui.kit.sheet import Sheet
from ui.kit.text_field import TextField
from ui.scenes.scene import Form

NEW = None
"""The value of the row "a new suite" in the list of suites."""


class AddCase(Form):
    """The screen. Calls `done(path, case)` with the suite's file and the case, and shows a BadText that it
    raises. `suites` knows the person's own suites."""

    title = "Add to a suite"
    leave = "One step back; nothing is added (Esc)."
    guide_page = "suites"
    heavy = False

    def __init__(
        self, app: App, asked: AskCase, suites: SuiteBrowser, done: Callable[[Path, Case], None]
    ) -> None:
        super().__init__(app)
        self.asked, self.should = asked, asked.should
        self._suites, self._done = suites, done
        position = asked.position
        self._entry = entry(position.game.name)
        self.suite = DropDown(lambda path: None, "Which of your suites the case is added to.")
        tip = "The name of the new suite and of its file."
        self.suite_name = TextField(self.entered, self.finish, tip, "the new suite's name", LONGEST_NAME)
        self._offered: Memo[None] = Memo()
        self._offer()
        self.move = DropDown(lambda move: None, "The move that the case is about.")
        moves = [Option(move, position.notation(move)) for move in position.moves]
        self.move.offer(moves, asked.move)
        tip = "What the case is about, in your words."
        self.name = TextField(self.entered, self.finish, tip, "what it is about", LONGEST_NAME)
        self.accept = Button(self.finish, "Add", "plus", "Adds the case to the suite (Enter).", True)
        self.first_focus = self.name

    def _offer(self) -> None:
        """Lists the person's own suites as soon as they have been read. The suite that the page Suites shows
        is chosen first."""
        name = self.asked.position.game.name
        self._suites.look(name)
        own = self._suites.known_own
        self._offered.of(lambda: self._list(own, name), own)

    def _list(self, own: tuple[Suite, ...], name: str) -> None:
        before = self.suite.value
        options = [Option(each.path, each.name, each.count_in_words) for each in own]
        paths = [each.path for each in own]
        liked = next((path for path in (before, self._suites.chosen, *paths) if path in paths), NEW)
        self.suite.offer([*options, Option(NEW, "a new suite")], liked)
        if not own:
            self.suite_name.show(name)

    def update(self, now: float) -> bool:
        before = self.suite.options
        self._offer()
        return self.suite.options is not before

    def _choose(self, should: bool) -> None:
        self.should = should

    @property
    def as_good(self) -> tuple[int, ...]:
        """The other moves that pass the case as well as the chosen one."""
        asked = self.asked
        return asked.as_good if self.should and self.move.value == asked.move else ()

    def finish(self) -> None:
        """Adds the case that the fields describe."""
        position, move = self.asked.position, self.move.value
        best, avoid = ((move, *self.as_good), ()) if self.should else ((), (move,))
        name = self.name.text.strip()
        try:
            if not self.should and len(position.moves) == 1:
                raise BadText("It is the only legal move: there is no other that could be played.")
            if len(name) > LONGEST_NAME:
                raise BadText(f"Shorten the description to {LONGEST_NAME} characters: it has {len(name)}.")
            path = self.suite.value
            if path is NEW:
                assert self._suites.data is not None, "without a folder this screen is not shown"
                path = own_suite(self._suites.data, self.suite_name.text.strip())
            self._done(path, Case(name, position, best, avoid))
        except BadText as error:
            self.problem = str(error)

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme, position = sheet.theme, self.asked.position
        gap, line = theme.px(12), theme.px(36)
        title = f"{self._entry.title}: {self.title.lower()}"
        page = self.draw_column(sheet, rect, 2 * gap, theme.px(48), title=title)
        half = page.width // 2
        board = pygame.Rect(page.topleft, (half - gap, min(half - gap, page.height)))
        draw_thumbnail(sheet.surface, board, theme, position, theme.ground, self.move.value)
        page = pygame.Rect(page.x + half + gap, page.y, page.width - half - gap, page.height)
        sheet.label(cut(page, line), f"{self._entry.side_name(position.to_move)} is to move, and")
        place = cut(page, line, gap)
        place.width = (page.width - gap) // 2
        for should, text, tip in (
            (True, "should play", "The case passes if this move is played."),
            (False, "should not play", "The case passes if another move is played."),
        ):
            choose = partial(self._choose, should)
            quiet_button(("should", should), text, tip, choose, self.should == should).draw(sheet, place)
            place = place.move(place.width + gap, 0)
        self.move.draw(sheet, cut(page, line, gap))
        if self.as_good:
            others = ", ".join(position.notation(move) for move in self.as_good)
            row = cut(page, theme.px(24), gap)
            sheet.label(row, f"or as good: {others}", 14, theme.dim)
            sheet.add("as good", row, f"The case passes with these, too: {others}.", focusable=False)
        self.name.draw(sheet, cut(page, line, 2 * gap))
        sheet.label(cut(page, theme.px(24)), "The suite", 14, theme.dim)
        self.suite.draw(sheet, cut(page, line, gap))
        if self.suite.value is NEW:
            self.suite_name.draw(sheet, cut(page, line, gap))
        cut(page, gap)
        self.accept.draw(sheet, cut(page, theme.px(44), gap))
        if self.problem:
            rest = pygame.Rect(page.x, page.y, page.width, max(line, rect.bottom - page.y))
            sheet.paragraph(rest, self.problem, 14, theme.warning)

    def key_lines(self) -> list[KeyLine]:
        return [KeyLine("Enter", "Add the case", "Suites")]
