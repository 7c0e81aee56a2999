"""Adds a position to a suite as a case: to which suite, and which moves should or should not be played."""

from collections.abc import Callable
from pathlib import Path

import pygame

from games.contract import BadText
from games.registry import entry
from study.core.wishes import AskedCase
from study.suites.suite_browser import SuiteBrowser
from study.suites.suites import LONGEST_NAME, Case, Suite
from study.suites.user_suites import own_suite
from ui.app import App
from ui.boards.picture import draw_thumbnail
from ui.boards.registry import load_art
from ui.commands import KeyLine
from ui.kit.buttons import Button
from ui.kit.drop_down import DropDown, Option
from ui.kit.sheet import Sheet
from ui.kit.text_field import TextField
from ui.scenes.scene import Scene
from ui.scenes.top_bar import draw_head

NEW = None
"""The row of a new suite in the list of suites."""


class AddCase(Scene):
    """The screen. `done(path, case)` is called with the suite's file and the case; a BadText that it raises
    is shown here. `suites` knows the person's own."""

    title = "Add to a suite"
    guide_page = "suites"
    heavy = False

    def __init__(
        self, app: App, asked: AskedCase, suites: SuiteBrowser, done: Callable[[Path, Case], None]
    ) -> None:
        super().__init__(app)
        self.asked, self.should, self.problem = asked, asked.should, ""
        self._suites, self._done = suites, done
        position = asked.position
        self._entry, self._art = entry(position.game.name), load_art(position.game.name)
        self.back = Button(app.pop, icon="back", tooltip="One step back; nothing is added (Esc).", flat=True)
        self.suite = DropDown(lambda path: None, "Which of your suites it is added to.")
        tip = "The new suite's name, which is its file's."
        self.suite_name = TextField(self._typed, self.finish, tip, "the new suite's name", LONGEST_NAME)
        self._offered: tuple[Suite, ...] | None = None
        self._offer()
        self.move = DropDown(lambda move: None, "The move that the case is about.")
        moves = [Option(move, position.notation(move)) for move in position.moves]
        self.move.offer(moves, asked.move)
        self.name = TextField(
            self._typed,
            self.finish,
            "What the case is about, in your words.",
            "what it is about",
            LONGEST_NAME,
        )
        self.accept = Button(self.finish, "Add", "plus", "Adds the case to the suite (Enter).", True)
        self.first_focus = self.name

    def _offer(self) -> None:
        """Lists the person's own suites as soon as they have been read, the one shown beside the game
        first."""
        name = self.asked.position.game.name
        self._suites.look(name)
        own = self._suites.known_own
        if own == self._offered:
            return
        before, self._offered = self.suite.value, own
        options = [Option(each.path, each.name, f"{len(each.cases)} cases") for each in own]
        paths = [each.path for each in own]
        liked = next((path for path in (before, self._suites.chosen, *paths) if path in paths), NEW)
        self.suite.offer([*options, Option(NEW, "a new suite")], liked)
        if not own:
            self.suite_name.show(name)

    def update(self, now: float) -> bool:
        before = self._offered
        self._offer()
        return self._offered is not before

    def _typed(self, text: str) -> None:
        self.problem = ""

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
                assert self._suites.data is not None, "whoever has no folder is not asked"
                path = own_suite(self._suites.data, self.suite_name.text.strip())
            self._done(path, Case(name, position, best, avoid))
        except BadText as error:
            self.problem = str(error)

    def tell(self, problem: str) -> None:
        self.problem = problem

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme, position = sheet.theme, self.asked.position
        bar = draw_head(sheet, rect, self.back, f"{self._entry.title}: {self.title.lower()}")
        gap, line = theme.px(12), theme.px(36)
        width = min(rect.width - theme.px(48), theme.px(960))
        left, top = rect.centerx - width // 2, bar.bottom + 2 * gap
        board = pygame.Rect(left, top, width // 2 - gap, min(width // 2 - gap, rect.bottom - top - 2 * gap))
        draw_thumbnail(
            sheet.surface, board, theme, position.game, self._art, position, theme.ground, self.move.value
        )
        x, y, wide = left + width // 2 + gap, top, width - width // 2 - gap
        sheet.label(
            pygame.Rect(x, y, wide, line), f"{self._entry.side_name(position.to_move)} is to move, and"
        )
        y += line
        half = (wide - gap) // 2
        for should, text, at in ((True, "should play", x), (False, "should not play", x + half + gap)):
            place = pygame.Rect(at, y, half, line)
            tip = (
                "The case passes if this move is played."
                if should
                else "It passes if another move is played."
            )

            def choose(should: bool = should) -> None:
                self._choose(should)

            sheet.button(("should", should), place, text, tip, choose, self.should == should)
        y += line + gap
        self.move.draw(sheet, pygame.Rect(x, y, wide, line))
        y += line + gap
        if self.as_good:
            others = ", ".join(position.notation(move) for move in self.as_good)
            row = pygame.Rect(x, y, wide, theme.px(24))
            sheet.label(row, f"or as good: {others}", 14, theme.dim)
            sheet.add("as good", row, f"The case passes with these, too: {others}.", focusable=False)
            y += theme.px(24) + gap
        self.name.draw(sheet, pygame.Rect(x, y, wide, line))
        y += line + 2 * gap
        sheet.label(pygame.Rect(x, y, wide, theme.px(24)), "The suite", 14, theme.dim)
        y += theme.px(24)
        self.suite.draw(sheet, pygame.Rect(x, y, wide, line))
        y += line + gap
        if self.suite.value is NEW:
            self.suite_name.draw(sheet, pygame.Rect(x, y, wide, line))
            y += line + gap
        self.accept.draw(sheet, pygame.Rect(x, y + gap, wide, theme.px(44)))
        y += theme.px(44) + 2 * gap
        if self.problem:
            sheet.paragraph(
                pygame.Rect(x, y, wide, max(line, rect.bottom - y)), self.problem, 14, theme.warning
            )

    def key_lines(self) -> list[KeyLine]:
        return [KeyLine("Enter", "Add the case", "Suites")]
