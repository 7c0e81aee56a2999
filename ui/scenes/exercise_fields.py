"""Edits an exercise: title, question, hints and answer of a position."""

from collections.abc import Callable

import pygame

from games.contract import BadText
from games.registry import entry
from study.suites.suites import LONGEST_HINT, LONGEST_NAME, LONGEST_QUESTION, Case, in_words
from ui.app import App
from ui.boards.picture import draw_thumbnail
from ui.boards.registry import load_art
from ui.commands import KeyLine
from ui.kit.buttons import Button
from ui.kit.sheet import Sheet
from ui.kit.text_field import TextField
from ui.scenes.scene import Scene
from ui.scenes.top_bar import draw_head

HINTS = 4
"""Hints that can be edited; further hints of a file are kept."""


class ExerciseFields(Scene):
    """The screen. `done(case)` is called with the edited case; a BadText that it raises is shown here. With
    `needs` there must be an answer, as in a suite."""

    title = "Exercise"
    guide_page = "exercises"
    heavy = False

    def __init__(self, app: App, case: Case, needs: bool, accept: str, done: Callable[[Case], None]) -> None:
        super().__init__(app)
        self.case, self.problem = case, ""
        self._needs, self._done = needs, done
        name = case.position.game.name
        self._entry, self._art = entry(name), load_art(name)
        self.back = Button(
            app.pop, icon="back", tooltip="One step back; nothing is changed (Esc).", flat=True
        )
        self.name = self._field("The title of the exercise.", "", LONGEST_NAME, case.name)
        self.question = self._field(
            "What you ask, in your words.", "Which move …?", LONGEST_QUESTION, case.question
        )
        self.hints = [
            self._field(
                f"Hint {number + 1}; hints are shown one after another.",
                "",
                LONGEST_HINT,
                case.hints[number] if number < len(case.hints) else "",
            )
            for number in range(HINTS)
        ]
        notation = case.position.notation
        tip = "The moves that are right, with blanks between them; empty where any move is."
        self.best = self._field(tip, "", 400, " ".join(map(notation, case.best)))
        tip = "Moves that are wrong; all others are right."
        self.avoid = self._field(tip, "", 400, " ".join(map(notation, case.avoid)))
        self.accept = Button(
            self.finish, accept, tooltip=f"{accept.removesuffix(' …')} (Enter).", primary=True
        )
        self.fields = (
            ("Title", self.name),
            ("Question", self.question),
            *((f"Hint {number + 1}", field) for number, field in enumerate(self.hints)),
            ("Right moves", self.best),
            ("or wrong moves", self.avoid),
        )
        self.first_focus = self.question

    def _field(self, tip: str, empty: str, longest: int, text: str) -> TextField:
        field = TextField(self._typed, self.finish, tip, empty, longest)
        field.show(text)
        return field

    def _typed(self, text: str) -> None:
        self.problem = ""

    def tell(self, problem: str) -> None:
        self.problem = problem

    def finish(self) -> None:
        """Takes over the exercise that the fields describe."""
        try:
            self._done(self._written())
        except BadText as error:
            self.problem = str(error)

    def _written(self) -> Case:
        position = self.case.position
        written = [field.text.strip() for field in self.hints]
        question, hints = in_words(
            self.question.text.strip(), [*filter(None, written), *self.case.hints[HINTS:]]
        )
        best, avoid = (
            tuple(position.parse_move(text) for text in field.text.split())
            for field in (self.best, self.avoid)
        )
        if self._needs and not best and not avoid:
            raise BadText("Write a move that is right, or one that is wrong.")
        if avoid and set(avoid) >= set(position.moves):
            raise BadText("Leave at least one legal move that is not wrong.")
        return Case(self.name.text.strip(), position, best, avoid, question, hints)

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme, position = sheet.theme, self.case.position
        bar = draw_head(sheet, rect, self.back, f"{self._entry.title}: {self.title.lower()}")
        gap, high = theme.px(8), theme.px(32)
        width = min(rect.width - theme.px(32), theme.px(960))
        left, y = rect.centerx - width // 2, bar.bottom + gap
        shows_board = width >= theme.px(640)
        if shows_board:
            side = min(width * 2 // 5, rect.bottom - y - gap)
            board = pygame.Rect(left, y, side, side)
            draw_thumbnail(sheet.surface, board, theme, position.game, self._art, position, theme.ground)
            left, width = board.right + 2 * gap, width - side - 2 * gap
        mover = self._entry.side_name(position.to_move)
        sheet.label(pygame.Rect(left, y, width, theme.px(20)), f"{mover} is to move.", 14, theme.dim)
        y += theme.px(20) + gap // 2
        room = rect.bottom - y - theme.px(44) - 2 * gap
        step = min(high + gap, max(theme.px(22), room // (len(self.fields) + 1)))
        names = max(theme.width(name, 12) for name, _ in self.fields) + gap
        for name, field in self.fields:
            line = pygame.Rect(left + names, y, width - names, min(high, step - theme.px(2)))
            sheet.label(pygame.Rect(left, y, names, line.height), name, 12, theme.dim)
            field.draw(sheet, line)
            y += step
        wide = self.accept.wanted_width(theme) + theme.px(16)
        self.accept.draw(sheet, pygame.Rect(left, y, min(width, wide), theme.px(36)))
        if self.problem:
            beside = pygame.Rect(left + wide + gap, y, max(0, width - wide - gap), theme.px(44))
            sheet.paragraph(beside, self.problem, 12, theme.warning)

    def key_lines(self) -> list[KeyLine]:
        return [KeyLine("Enter", "Take what is written", "Exercise")]
