"""The page Exercise: the question of the exercise, its hints one after another, the person's answers with
their dates, and buttons to the previous and the next exercise."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from study.exercises.exercises import Exercise, Exercises
from study.exercises.open_lesson import known_lens
from study.format import number_text
from study.format.term_groups import capital
from study.lesson_files.lesson_file import LessonFile
from study.practice.decide_first import DecideFirst
from study.practice.hidden_answers import HiddenAnswers
from study.practice.practice import Practice
from study.searches.values import for_side
from study.state.changes import LENS, SETTINGS, Derived
from study.state.study import Study
from study.state.wishes import EditExercise, MakePack, SaveLesson
from ui.commands import Command
from ui.kit.buttons import quiet_button
from ui.kit.keyboard import spelled
from ui.kit.rows import below
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet
from ui.panels.parts.panel import LEARN, Panel
from ui.panels.parts.sketch import Block, Curve

NONE_YET = (
    "No exercise is shown. Open a lesson file or a class pack (Ctrl+O), or choose Exercises in Suites. "
    "You can save the position on the board as a lesson file."
)
PRACTICE_OVER = (
    "The practice session is over. The page Practice has its result. Esc leads back to where you began it."
)
STEPS = "Through the game"
MOST_TERMS = 30


class ExercisePanel(Panel):
    title = "Exercise"
    tip = "A question about the position, with hints and your answers"
    question = "Which move would you play?"
    guide_page = "exercises"
    group = LEARN
    tells = False
    feature = Exercises
    comes = True
    sketch = (
        Curve("hint", ((2, 2.2), (3, 1.2), (4, 2.2), (3, 3.4), (3, 4.4))),
        Block("hint", 2.7, 5.4, 0.6, 0.6),
        *(Block("line", 5.5, y, 5.5, 0.8) for y in (1.5, 3.5, 5.5)),
    )

    def __init__(self) -> None:
        self.scroll = Scroll()
        self._height = 0
        self._known: Derived[bool] = Derived(LENS | SETTINGS)

    def asks(self, study: Study) -> str:
        exercise = study.of(Exercises).exercise
        return exercise.case.question if exercise is not None and exercise.case.question else self.question

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        return self.scroll.key(event)

    def called(self) -> None:
        self.scroll.offset = 0

    def commands(self) -> Sequence[Command[Study]]:
        return (
            Command("next exercise", "Next exercise", "Shows the next exercise of the suite or class pack.",
                    "Ctrl+Right", partial(_go, 1), STEPS, partial(_no_other, 1)),
            Command("previous exercise", "Previous exercise",
                    "Shows the previous exercise of the suite or class pack.",
                    "Ctrl+Left", partial(_go, -1), STEPS, partial(_no_other, -1)),
            Command("next hint", "Next hint of the exercise", "Shows the next hint of the exercise.", "",
                    lambda study: study.of(Exercises).next_hint(), STEPS, _no_hint),
            Command("save lesson", "Save as lesson file …",
                    "Saves the position with a question, hints, an answer and the open pages, to hand out.",
                    "", _save, STEPS),
            Command("make pack", "Make a class pack …",
                    "Makes one file of lesson files in an order, to hand out.", "", _make_pack, STEPS),
        )  # fmt: skip

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme = sheet.theme
        exercises = study.of(Exercises)
        exercise = exercises.exercise
        if exercise is None and study.of(Practice).shows(study):
            self._draw_practice(sheet, rect, study)
            return
        if exercise is None:
            y = self._text(sheet, rect, rect.top, spelled(NONE_YET), dim=True)
            self._draw_making(sheet, rect, y, study)
            return
        head = pygame.Rect(rect.left, rect.top, rect.width, theme.px(28))
        self._draw_head(sheet, head, study, exercise)
        page = below(rect, head.bottom + theme.px(8))
        with self.scroll.view(sheet, self, page.copy(), self._height) as top:
            page.width -= theme.px(12) * self.scroll.needed
            self._height = self._draw_page(sheet, page, top, study, exercise) - top

    def _draw_practice(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        """Draws the question of the current practice position; after the last position, where to go."""
        practice, decide = study.of(Practice), study.of(DecideFirst)
        session = practice.session
        assert session is not None
        if session.over:
            self._text(sheet, rect, rect.top, PRACTICE_OVER, dim=True)
            return
        number = f"Practice: {session.at + 1} of {len(session.positions)}"
        y = self._text(sheet, rect, rect.top, number, dim=True)
        if practice.question:
            y = self._text(sheet, rect, y, practice.question)
        if study.of(HiddenAnswers).hides(study):
            self._text(sheet, rect, y, "Choose a move on the board.", bold=True)
        elif decide.verdict is not None:
            self._text(sheet, rect, y, decide.verdict.sentence, bold=True)

    def _draw_head(self, sheet: Sheet, rect: pygame.Rect, study: Study, exercise: Exercise) -> None:
        """Draws the exercise's file and number, and buttons to the other exercises."""
        theme, side = sheet.theme, rect.height
        text = exercise.source
        if exercise.count > 1:
            text = f"{exercise.source}: {exercise.number + 1} of {exercise.count}"
            for step, sign, x in ((-1, "‹", rect.right - 2 * side), (1, "›", rect.right - side)):
                place = pygame.Rect(x, rect.top, side, side)
                tip = "The next exercise (Ctrl+Right)." if step > 0 else "The previous exercise (Ctrl+Left)."
                why = _no_other(step, study)
                go = partial(_go, step, study) if why is None else lambda: None
                quiet_button(("exercise", step), sign, why or tip, go, size=18).draw(sheet, place)
            rect = pygame.Rect(rect.left, rect.top, rect.width - 2 * side - theme.px(8), rect.height)
        sheet.label(rect, text, 14, theme.dim)

    def _draw_page(self, sheet: Sheet, page: pygame.Rect, y: int, study: Study, exercise: Exercise) -> int:
        """Draws the exercise from `y` on; returns where it ends."""
        exercises, case, gap = study.of(Exercises), exercise.case, sheet.theme.px(8)
        if case.name:
            y = self._text(sheet, page, y, case.name, bold=True)
        if case.question:
            y = self._text(sheet, page, y, case.question)
        for number, hint in enumerate(case.hints[: exercises.hints], 1):
            y = self._text(sheet, page, y, f"Hint {number}: {hint}")
        if exercises.hints < len(case.hints):
            label = f"Show hint {exercises.hints + 1} of {len(case.hints)}"
            y = self._button(sheet, page, y, "hint", label, exercises.next_hint)
        y = self._draw_answer(sheet, page, y, study, exercise)
        answers = exercises.of(case)
        if answers:
            y = self._text(sheet, page, y + gap, "Your answers", dim=True)
            for answer in reversed(answers[-5:]):
                y = self._text(sheet, page, y, answer.words, size=12)
        if exercise.lesson is not None:
            y = self._draw_stored(sheet, page, y, study, exercise.lesson)
        if exercise.suite is not None:
            y = self._button(sheet, page, y + gap, "edit", "Edit …", lambda: study.wish(EditExercise()))
        return self._draw_making(sheet, page, y, study)

    def _draw_making(self, sheet: Sheet, page: pygame.Rect, y: int, study: Study) -> int:
        """Draws the buttons that make files to hand out."""
        y = self._button(sheet, page, y, "save", "Save as lesson file …", partial(_save, study))
        return self._button(sheet, page, y, "pack", "Make a class pack …", partial(_make_pack, study))

    def _draw_answer(self, sheet: Sheet, page: pygame.Rect, y: int, study: Study, exercise: Exercise) -> int:
        """Draws what to do, or whether the answer was right."""
        exercises, case = study.of(Exercises), exercise.case
        if not exercise.asks:
            return y
        if study.of(HiddenAnswers).hides(study):
            return self._text(sheet, page, y, "Choose a move on the board.", bold=True)
        decision = exercises.decision(study)
        if decision is None:
            return y
        words = f"{capital(case.answer)}."
        if decision.move is not None:
            name = case.position.notation(decision.move)
            words = f"Right: {name}." if case.passes(decision.move) else f"Wrong: {name}; {case.answer}."
        y = self._text(sheet, page, y, words, bold=True)
        return self._button(sheet, page, y, "again", "Try again", partial(exercises.again, study))

    def _draw_stored(self, sheet: Sheet, page: pygame.Rect, y: int, study: Study, lesson: LessonFile) -> int:
        """Draws the values that are stored in the file, if their heuristic is not shown and does not exist
        here."""
        if lesson.values is None or study.of(HiddenAnswers).hides(study):
            return y
        # A heuristic from the code in a lesson file is named after that file, too: "rim of lesson".
        name, shown = lesson.heuristic, study.lens.heuristic.name
        if name in ("", shown) or shown.startswith(f"{name} of ") or self._knows(study, lesson):
            return y
        values, gap = lesson.values, sheet.theme.px(8)
        total = for_side(values.value, values.side, study.perspective)
        unit = f" {values.unit}" if values.unit else ""
        head = f"Stored in the file, by {lesson.heuristic}, which is not used here: "
        side = study.side_name(study.perspective)
        y = self._text(sheet, page, y + gap, f"{head}{number_text.signed(total, 2)}{unit} for {side}")
        for name, amount in values.terms[:MOST_TERMS]:
            value = number_text.signed(for_side(amount, values.side, study.perspective), 2)
            row = pygame.Rect(page.left, y, page.width, sheet.theme.px(18))
            sheet.label(row, name, 12)
            sheet.label(row, value, 12, align="right")
            y = row.bottom
        return y

    def _knows(self, study: Study, lesson: LessonFile) -> bool:
        """Whether the lesson's heuristic exists here, without the code in the file. The answer is kept until
        heuristics, weights or settings change, because a person's own files may be read to find out."""
        return self._known.of(study.changes, lambda: known_lens(lesson) is not None, lesson)

    @staticmethod
    def _text(
        sheet: Sheet,
        page: pygame.Rect,
        y: int,
        text: str,
        size: int = 14,
        dim: bool = False,
        bold: bool = False,
    ) -> int:
        """Draws a paragraph; returns where the next one begins."""
        theme = sheet.theme
        color = theme.dim if dim else theme.text_color
        for line in theme.wrapped(text, page.width, size, bold=bold):
            place = pygame.Rect(page.left, y, page.width, theme.line_height(size))
            sheet.label(place, line, size, color, bold=bold)
            y = place.bottom
        return y + theme.px(6)

    @staticmethod
    def _button(
        sheet: Sheet, page: pygame.Rect, y: int, key: str, label: str, click: Callable[[], object]
    ) -> int:
        """Draws a button in a line of its own; returns where the next line begins."""
        theme = sheet.theme
        wide = min(page.width, theme.width(label) + theme.px(24))
        place = pygame.Rect(page.left, y, wide, theme.px(28))
        sheet.fill(place, theme.raised, 6)
        quiet_button(("exercise", key), label, TIPS[key], click).draw(sheet, place)
        return place.bottom + theme.px(8)


TIPS = {
    "hint": "Shows the next hint.",
    "again": "Hides the answer, so that you can try again.",
    "edit": "Changes the question, the hints and the answer in your suite.",
    "save": "Saves the position with question, hints and answer as a file to hand out.",
    "pack": "Makes one file of lesson files in an order, to hand out.",
}


def _no_other(step: int, study: Study) -> str | None:
    exercises = study.of(Exercises)
    if exercises.exercise is None or exercises.exercise.go is None:
        return "There are no other exercises here."
    if exercises.other(step) is None:
        return "This is the last exercise." if step > 0 else "This is the first exercise."
    return None


def _go(step: int, study: Study) -> None:
    study.of(Exercises).go(study, step)


def _no_hint(study: Study) -> str | None:
    exercises = study.of(Exercises)
    if exercises.exercise is None or not exercises.exercise.case.hints:
        return "There are no hints here."
    return None if exercises.hints < len(exercises.exercise.case.hints) else "All hints are shown."


def _save(study: Study) -> None:
    study.wish(SaveLesson())


def _make_pack(study: Study) -> None:
    study.wish(MakePack())
