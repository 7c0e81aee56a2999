"""Writes lesson files, and changes exercises of the person's own suites, for the play screen."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from engines.jobs import Job
from games.position import Position
from games.text_files import read_text
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import GuardedEvaluation
from heuristics.lens import Lens
from heuristics.module_loader import MOST_BYTES
from heuristics.presets import differences
from study.exercises.exercises import Exercises
from study.format.value_format import ValueFormat
from study.lesson_files.lesson_file import SUFFIX, LessonFile, Look, StoredValues, write_lesson
from study.saved_games.carried_code import CarriedCode
from study.suites.suite_browser import SuiteBrowser
from study.suites.suites import Case, Suite
from study.suites.user_suites import change_case
from study.user_files.user_files import own_file_of
from ui.scenes.play.context import PlayContext


def save_lesson(context: PlayContext) -> None:
    """Asks for question, hints and answer, then for a file, and writes it."""
    study = context.study
    exercise = study.of(Exercises).exercise
    position = study.position
    case = Case("", position, (), ())
    if exercise is not None and study.shows(exercise.case.position):
        case = replace(exercise.case, position=position)
    elif study.pointed.selected is not None and study.pointed.selected in position.moves:
        case = replace(case, best=(study.pointed.selected,))

    def choose(written: Case) -> None:
        lesson = lesson_here(context, written)
        name = "".join(each if each.isalnum() or each in "-_" else "-" for each in written.name.lower())
        file = f"{name or 'lesson'}{SUFFIX}"
        values = partial(stored_values, study.lens, study.position, study.perspective)
        done = partial(_write, context, lesson, values)
        context.navigation.choose_file("Save as lesson file", (SUFFIX,), done, file, adds=False)

    context.navigation.edit_exercise(case, False, "Save as …", choose)


def _write(
    context: PlayContext, lesson: LessonFile, values: Callable[[], StoredValues | None], path: Path
) -> None:
    def write(job: Job) -> None:
        write_lesson(path, replace(lesson, values=values()))

    def tell(_: object) -> None:
        context.navigation.back()  # closes the screen that asked for the file
        context.navigation.back()  # closes the exercise's fields
        context.say(f"Saved as {path}.")

    context.navigation.wait(f"Saving {path.name}", write, tell)


def lesson_here(context: PlayContext, case: Case) -> LessonFile:
    """The game as a lesson file with the present view, without stored values. Raises BadText if a heuristic's
    file cannot be read."""
    study, layout = context.study, context.app.layout
    context.dock.note(layout)
    look = Look(**{name: getattr(layout, name) for name in Look.model_fields})
    lens = study.lens
    base = lens.heuristic.compiled_as  # for a preset, the heuristic whose terms it has
    weights = differences(Lens(base, lens.weights))
    record = study.record.copy()
    return LessonFile(record, study.cursor, case, look, base.name, weights, carried(lens))


def carried(lens: Lens) -> CarriedCode | None:
    """The code of a heuristic that the person wrote; None for a heuristic that comes with the program."""
    heuristic = lens.heuristic.compiled_as
    path = own_file_of(heuristic)
    if path is None:
        return None
    stem = re.sub("[^A-Za-z0-9_]", "_", path.stem)  # it must be the name of a Python module
    name = f"_{stem}"[:60] if stem[:1].isdigit() else stem[:60]
    return CarriedCode(name, read_text(path, MOST_BYTES), heuristic.game, heuristic.name)


def stored_values(lens: Lens, position: Position, side: int) -> StoredValues | None:
    """The breakdown of a position for a side, as a lesson file stores it; None if a term fails or does not
    return."""
    work = partial(lens.breakdown, position.state, side, partly=True)
    try:
        with GuardedEvaluation(lens.heuristic, work) as asked:
            now = asked.result()
    except TermFailure:
        return None
    if now.failure is not None:
        return None
    form = ValueFormat.of_lens(lens)
    terms = tuple((row.label or row.name, form.in_units(row.contribution)) for row in now.rows)
    return StoredValues(now.side, form.in_units(now.value), form.units, terms)


def edit_exercise(context: PlayContext) -> None:
    """Edits the suite's case that is shown as an exercise."""
    study = context.study
    exercises, suites = study.of(Exercises), study.of(SuiteBrowser)
    exercise = exercises.exercise
    if exercise is None or exercise.suite is None:
        return
    path, before, settings = exercise.suite, exercise.case, context.study.settings
    shown = exercise

    def write(written: Case) -> None:
        def change(job: Job) -> Suite:
            return change_case(path, before, written, settings)

        def tell(suite: Suite) -> None:
            context.navigation.back()
            case = next((each for each in suite.cases if each.key == written.key), written)
            exercises.replace(replace(shown, case=case))
            suites.look_again()
            context.say("The exercise is changed.")

        context.navigation.wait(f"Changing {path.name}", change, tell)

    context.navigation.edit_exercise(before, True, "Change it", write)
