"""The screen that edits an exercise: title, question, hints and answer of a position."""

from collections.abc import Callable

import pygame

from games.contract import BadText
from games.registry import entry
from study.suites.suites import LONGEST_HINT, LONGEST_NAME, LONGEST_QUESTION, Case, in_words
from ui.app import App
from ui.boards.picture import draw_thumbnail
from ui.commands import KeyLine
from ui.kit.buttons import Button
from ui.kit.rows import cut
from ui.kit.sheet import Sheet
from ui.kit.text_field import TextField
from ui.scenes.scene import Form

HINTS = 4
"""How many hints can be edited; further hints of a file are kept."""


class ExerciseFields(Form):
    """The screen. Calls `done(case)` with the edited case, and shows a BadText that it raises. `needs`: there
    must be an answer, because the exercise belongs to a suite."""

    title = "Exercise"
    leave = "One step back; nothing is changed (Esc)."
    guide_page = "exercises"
    heavy = False

    def __init__(self, app: App, case: Case, needs: bool, accept: str, done: Callable[[Case], None]) -> None:
        super().__init__(app)
        self.case = case
        self._needs, self._done = needs, done
        self._entry = entry(case.position.game.name)
        self.name = self._field("The title of the exercise.", "", LONGEST_NAME, case.name)
        tip = "What you ask, in your words."
        self.question = self._field(tip, "Which move …?", LONGEST_QUESTION, case.question)
        hints = [*case.hints, *[""] * HINTS][:HINTS]
        self.hints = [
            self._field(f"Hint {number}; hints are shown one after another.", "", LONGEST_HINT, hint)
            for number, hint in enumerate(hints, 1)
        ]
        notation = case.position.notation
        free = "" if needs else ", or if any move is right"
        tip = f"The moves that are right, with blanks between them. Leave it empty to name wrong moves{free}."
        self.best = self._field(tip, "", 400, " ".join(map(notation, case.best)))
        tip = "Moves that are wrong; all others are right."
        self.avoid = self._field(tip, "", 400, " ".join(map(notation, case.avoid)))
        tip = f"{accept.removesuffix(' …')} (Enter)."
        self.accept = Button(self.finish, accept, tooltip=tip, primary=True)
        self.fields = (
            ("Title", self.name),
            ("Question", self.question),
            *((f"Hint {number}", field) for number, field in enumerate(self.hints, 1)),
            ("Right moves", self.best),
            ("or wrong moves", self.avoid),
        )
        self.first_focus = self.question

    def _field(self, tip: str, empty: str, longest: int, text: str) -> TextField:
        field = TextField(self.entered, self.finish, tip, empty, longest)
        field.show(text)
        return field

    def finish(self) -> None:
        """Finishes with the exercise that the fields describe."""
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
        gap, high = theme.px(8), theme.px(32)
        title = f"{self._entry.title}: {self.title.lower()}"
        page = self.draw_column(sheet, rect, gap, theme.px(32), title=title)
        if page.width >= theme.px(640):
            side = min(page.width * 2 // 5, page.height)
            board = pygame.Rect(page.topleft, (side, side))
            draw_thumbnail(sheet.surface, board, theme, position, theme.ground)
            page = pygame.Rect(board.right + 2 * gap, page.y, page.width - side - 2 * gap, page.height)
        mover = self._entry.side_name(position.to_move)
        sheet.label(cut(page, theme.px(20), gap // 2), f"{mover} is to move.", 14, theme.dim)
        room = page.height - theme.px(44) - gap
        step = min(high + gap, max(theme.px(22), room // (len(self.fields) + 1)))
        names = max(theme.width(name, 12) for name, _ in self.fields) + gap
        for name, field in self.fields:
            line = cut(page, step)
            line.height = min(high, step - theme.px(2))
            sheet.label(pygame.Rect(line.x, line.y, names, line.height), name, 12, theme.dim)
            field.draw(sheet, pygame.Rect(line.x + names, line.y, line.width - names, line.height))
        wide = self.accept.wanted_width(theme) + theme.px(16)
        self.accept.draw(sheet, pygame.Rect(page.topleft, (min(page.width, wide), theme.px(36))))
        if self.problem:
            room = max(0, page.width - wide - gap)
            beside = pygame.Rect(page.x + wide + gap, page.y, room, theme.px(44))
            sheet.paragraph(beside, self.problem, 12, theme.warning)

    def key_lines(self) -> list[KeyLine]:
        return [KeyLine("Enter", "Keep the changes", "Exercise")]
