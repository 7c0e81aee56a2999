"""Exercises in the window: a lesson file is opened, asks about its code, is solved and saved; a suite is
solved."""

import threading
from dataclasses import replace
from datetime import date, datetime

import pygame
import pytest
from driving import Driver

from games.record import Record
from games.registry import load_game
from heuristics import registry
from study.exercises.answer_log import AnswerLog, answered, solved
from study.exercises.exercises import Exercises, look_at_case
from study.lesson_files.lesson_file import LessonFile, Look, StoredValues, read_lesson, write_lesson, written
from study.practice.decide_first import DecideFirst
from study.practice.hidden_answers import HiddenAnswers
from study.practice.practice import Practice
from study.saved_games.carried_code import CarriedCode
from study.suites.suite_browser import SuiteBrowser
from study.suites.suites import Case, read_suite
from study.suites.user_suites import add_case, own_suite
from ui.import_games import open_file
from ui.panels.exercise.exercise import ExercisePanel
from ui.scenes.confirm_dialog import UNREAD, ConfirmDialog
from ui.scenes.exercise_fields import ExerciseFields
from ui.scenes.file_chooser import FileChooser
from ui.scenes.play.play import Play

CODE = '''open({trace!r}, "w").close()

from heuristics.contract import Heuristic

mine = Heuristic("of the lesson", "isolation", "counts ones", "somebody")


@mine.single("ones", weight=1.0)
def ones(state, side):
    """1 for the player to move."""
    return 1.0 if state.to_move == side else -1.0
'''


@pytest.fixture
def opening(tmp_path):
    return {"folder": tmp_path / "data"}


def lesson(title="Fork", **changes) -> LessonFile:
    game = load_game("isolation")
    record = Record.start(game, game.options())
    for _ in range(5):
        record.play(record.position.moves[3])
    position = record.positions[4]
    case = Case(title, position, position.moves[2:3], (), "Which <b>move</b>?", ("One.", "Two."))
    values = StoredValues(0, -0.5, "", (("ones", -0.5),))
    return replace(LessonFile(record, 4, case, Look(side=("Exercise",)), values=values), **changes)


def opened(driver, path) -> Play:
    open_file(driver.window, path)
    driver.frame(3)
    assert isinstance(driver.app.scene, Play)
    return driver.app.scene


def labels(driver) -> list[str]:
    found = driver.app.event_router.sheet.labels = []
    driver.app.redraw()
    driver.frame()
    return [label.wanted for label in found]


def written_to(tmp_path, **changes):
    path = tmp_path / "fork.plyglass"
    write_lesson(path, lesson(**changes))
    return path


def test_a_lesson_opens_at_its_position_with_the_answer_hidden(driver, tmp_path):
    play = opened(driver, written_to(tmp_path))
    study = play.session.study
    assert play.session.study.cursor == 4 and len(play.session.study.record.plies) == 5
    assert study.of(HiddenAnswers).hides(study) and isinstance(play.dock.upper, ExercisePanel)
    texts = labels(driver)
    assert "Which <b>move</b>?" in texts and "Hint 1: One." not in texts
    assert not any("answer is" in text or "Right" in text for text in texts)


def test_hints_come_one_after_another(driver, tmp_path):
    opened(driver, written_to(tmp_path))
    for shown in (["Hint 1: One."], ["Hint 1: One.", "Hint 2: Two."]):
        driver.click_on(("exercise", "hint"))
        assert [text for text in labels(driver) if text.startswith("Hint ")] == shown
    assert driver.zone(("exercise", "hint")) is None


def test_an_answer_is_kept_and_shown_after_a_restart(driver, tmp_path):
    path = written_to(tmp_path)
    play = opened(driver, path)
    case = play.session.study.of(Exercises).exercise.case
    play.context._enter(case.position.moves[0])
    driver.frame(3)
    play.session.study.of(Exercises).again(play.session.study)
    driver.frame()
    play.context._enter(case.best[0])
    driver.frame(3)
    driver.close()
    assert len(AnswerLog(tmp_path / "data").read()[case.key]) == 2, "leaving waits for the file"
    again = Driver(tmp_path / "data")
    exercises = opened(again, path).session.study.of(Exercises)
    again.until(lambda: exercises.of(case))
    answers = exercises.of(case)
    assert [answer.right for answer in answers] == [False, True] and solved(answers)
    assert sum(answer.words in text for answer in answers for text in labels(again)) >= 2
    again.close()


def test_answers_are_read_and_written_outside_the_windows_thread(driver, tmp_path, monkeypatch):
    threads = []
    for name in ("read", "add"):

        def noted(log, *rest, real=getattr(AnswerLog, name)):
            threads.append(threading.current_thread())
            return real(log, *rest)

        monkeypatch.setattr(AnswerLog, name, noted)
    play = opened(driver, written_to(tmp_path))
    exercises = play.session.study.of(Exercises)
    play.context._enter(exercises.exercise.case.best[0])
    driver.until(lambda: exercises._newest is not None and exercises._newest.over and len(threads) >= 2)
    assert threading.current_thread() not in threads


def test_answers_that_cannot_be_kept_are_said(driver, tmp_path):
    (tmp_path / "data" / "answers.json").mkdir(parents=True)
    play = opened(driver, written_to(tmp_path))
    exercises = play.session.study.of(Exercises)
    play.context._enter(exercises.exercise.case.best[0])
    driver.until(lambda: "Answers cannot be saved" in play.notice.said)
    assert solved(exercises.of(exercises.exercise.case))


def test_a_name_that_begins_the_shown_name_shows_stored_values(driver, tmp_path):
    beginning = registry.default_heuristic("isolation").name[:-1]
    play = opened(driver, written_to(tmp_path, heuristic=beginning))
    play.context._enter(play.session.study.of(Exercises).exercise.case.best[0])
    driver.frame(3)
    open_page(driver, play)
    assert play.session.study.lens.heuristic.name.startswith(beginning)
    assert any(f"Stored in the file, by {beginning}, " in each for each in labels(driver))


def test_code_is_not_run_before_the_person_agrees(driver, tmp_path, monkeypatch):
    trace = tmp_path / "trace"
    text = CODE.format(trace=str(trace)) + "# \n" * 60
    code = CarriedCode("brought", text, "isolation", "of the lesson")
    path = written_to(tmp_path, code=code, heuristic="of the lesson", weights={"ones": 3.0})
    open_file(driver.window, path)
    driver.frame(3)
    dialog = driver.app.scene
    assert isinstance(dialog, ConfirmDialog) and not trace.exists()
    assert not dialog.buttons[1].enabled and dialog.buttons[1].tooltip == UNREAD, "its end was not seen"
    dialog._give(dialog._answers[0])
    driver.frame(3)
    play = driver.app.scene
    assert isinstance(play, Play) and play.session.study.cursor == 4 and not trace.exists()
    assert not list(tmp_path.rglob("brought.py")), "nothing was copied"
    play.context._enter(play.session.study.of(Exercises).exercise.case.best[0])
    driver.frame(3)
    open_page(driver, play)
    assert any("Stored in the file, by of the lesson" in each for each in labels(driver))
    asked: list[LessonFile] = []
    monkeypatch.setattr("ui.panels.exercise.exercise.known_lens", asked.append)
    driver.app.restyle()
    driver.frame()
    assert any("Stored in the file, by of the lesson" in each for each in labels(driver))
    assert not asked, "own files are not read each time that the page is drawn"
    driver.key(pygame.K_HOME)
    open_file(driver.window, path)
    driver.frame(3)
    dialog = driver.app.scene
    assert isinstance(dialog, ConfirmDialog), "no is no for this time only"
    driver.key(pygame.K_END)
    driver.frame()
    assert dialog.buttons[1].enabled
    driver.click_on(dialog.buttons[1])
    driver.until(lambda: isinstance(driver.app.scene, Play))
    study = driver.app.scene.session.study
    assert trace.exists() and study.lens.heuristic.name.startswith("of the lesson")
    assert float(study.lens.weights[0]) == 3.0
    copies = list(tmp_path.rglob("brought.py"))
    assert len(copies) == 1 and registry.looked_in() not in copies[0].parents
    trace.unlink()
    open_file(driver.window, path)
    driver.until(lambda: isinstance(driver.app.scene, Play) and trace.exists())
    changed = replace(code, text=text + "# changed\n")
    trace.unlink()
    write_lesson(path, lesson(code=changed, heuristic="of the lesson"))
    open_file(driver.window, path)
    driver.frame(3)
    assert isinstance(driver.app.scene, ConfirmDialog) and not trace.exists(), (
        "other code is asked about again"
    )


def open_page(driver, play) -> None:
    panel = next(each for each in play.dock.panels if isinstance(each, ExercisePanel))
    if play.dock.upper is not panel:
        play.dock.show(panel, play.session.study)
    driver.frame(3)


def test_code_that_fails_is_said_and_all_else_opens(driver, tmp_path):
    code = CarriedCode("brought", "raise ValueError('no')\n", "isolation", "of the lesson")
    path = written_to(tmp_path, code=code, heuristic="of the lesson")
    driver.saves.trusted.agree(code.text)
    play = opened(driver, path)
    assert play.session.study.cursor == 4 and "cannot be used" in play.notice.said


def test_a_pack_goes_on_and_begins_with_the_first_unsolved(driver, tmp_path):
    folder = tmp_path / "week.plyglass-pack"
    folder.mkdir()
    for number in range(3):
        made = lesson(title=f"Lesson {number}")
        case = replace(made.case, best=made.case.position.moves[number : number + 1])
        (folder / f"{number}.plyglass").write_text(written(replace(made, case=case)), encoding="utf-8")
    first = read_lesson(folder / "0.plyglass").case
    AnswerLog(tmp_path / "data").add(first, answered(first, first.best[0], 0, datetime(2026, 11, 24)))
    play = opened(driver, folder)
    exercise = play.session.study.of(Exercises).exercise
    assert (exercise.number, exercise.count, exercise.case.name) == (1, 3, "Lesson 1")
    driver.key(pygame.K_RIGHT, pygame.KMOD_CTRL)
    driver.until(lambda: shown_exercise(driver) is not None and shown_exercise(driver).number == 2)
    assert shown_exercise(driver).case.name == "Lesson 2"
    driver.key(pygame.K_RIGHT, pygame.KMOD_CTRL)
    driver.frame(3)
    assert shown_exercise(driver).number == 2 and "last exercise" in driver.app.scene.notice.said
    driver.key(pygame.K_LEFT, pygame.KMOD_CTRL)
    driver.until(lambda: shown_exercise(driver) is not None and shown_exercise(driver).number == 1)


def test_answer_leads_on_and_the_board_faces_who_moves(driver, tmp_path):
    folder = tmp_path / "week.plyglass-pack"
    folder.mkdir()
    for number, shown in enumerate((4, 5)):
        made = lesson(title=f"Lesson {number}")
        position = made.record.positions[shown]
        case = replace(made.case, position=position, best=(), avoid=position.moves[:1])
        (folder / f"{number}.plyglass").write_text(
            written(replace(made, case=case, shown=shown)), encoding="utf-8"
        )
    play = opened(driver, folder)
    study = play.session.study
    assert not play.board.picture.flipped, "White is to move"
    wrong = study.position.moves[0]
    name = study.position.notation(wrong)
    play.context._enter(wrong)
    driver.frame(3)
    told = play.context.deciding.text(study)
    assert told.startswith(f"Wrong: the question was to avoid {name}")
    assert play.context.deciding.next.label == "Next exercise"
    driver.click_on(play.context.deciding.next)
    driver.until(lambda: shown_exercise(driver) is not None and shown_exercise(driver).number == 1)
    play = driver.app.scene
    driver.frame()
    assert play.board.picture.flipped, "Black is to move"
    play.context._enter(play.session.study.position.moves[1])
    driver.frame(3)
    assert play.context.deciding.next.label == "Next position", "there is no further exercise"


def test_a_wrong_answer_comes_back_with_its_question(driver, tmp_path):
    play = opened(driver, written_to(tmp_path))
    study = play.session.study
    study.of(Practice).today = lambda: date(2026, 11, 24)
    play.context._enter(study.position.moves[0])
    driver.until(lambda: study.of(Practice).progress is not None and study.of(Practice).progress.answers)
    practice = study.of(Practice)
    practice.today = lambda: date(2026, 11, 25)
    practice.begin_game(study, "isolation")
    driver.until(lambda: driver.app.scene is not play and isinstance(driver.app.scene, Play))
    driver.frame(2)
    assert "1 of 1: Which <b>move</b>?" in labels(driver)
    play = driver.app.scene
    open_page(driver, play)
    texts = labels(driver)
    assert "Practice: 1 of 1" in texts and "Which <b>move</b>?" in texts
    assert "Choose a move on the board." in texts
    play.context._enter(study.of(Exercises).exercise.case.best[0])
    driver.until(lambda: play.session.study.of(DecideFirst).settled)
    practice.next(play.session.study)
    driver.frame(2)
    open_page(driver, play)
    assert any("The practice session is over" in text for text in labels(driver))


def shown_exercise(driver):
    scene = driver.app.scene
    return scene.session.study.of(Exercises).exercise if isinstance(scene, Play) else None


def test_overlays_of_a_lesson_end_with_it(driver, tmp_path):
    driver.app.layout.on_squares, driver.app.layout.arrows = "pieces", []
    path = written_to(tmp_path, look=Look(on_squares="terms", arrows=("line", "nonsense")))
    play = opened(driver, path)
    assert play.on_board.shows("terms") and play.on_board.layout.arrows == ["line"]
    driver.app.pop()
    driver.frame()
    assert (driver.app.layout.on_squares, driver.app.layout.arrows) == ("pieces", [])


def test_a_lesson_is_written_in_the_window(driver, tmp_path):
    play = driver.play("isolation", "human", "human")
    position = play.session.study.record.position
    play.commands.run("save lesson")
    driver.frame(2)
    fields = driver.app.scene
    assert isinstance(fields, ExerciseFields)
    fields.name.show("My fork")
    fields.question.show("Which?")
    fields.hints[1].show("Look.")
    fields.best.show("z9")
    fields.finish()
    assert fields.problem and driver.app.scene is fields
    fields.best.show(position.notation(position.moves[5]))
    fields.finish()
    driver.frame(3)
    chooser = driver.app.scene
    assert isinstance(chooser, FileChooser)
    path = tmp_path / "out.plyglass"
    chooser._done(path)
    driver.until(lambda: driver.app.scene is play)
    found = read_lesson(path)
    assert (found.case.name, found.case.question, found.case.hints) == ("My fork", "Which?", ("Look.",))
    assert found.case.best == (position.moves[5],) and found.heuristic == play.session.study.lens.name


def test_lesson_evaluates_a_position_that_nobody_has(driver, tmp_path, monkeypatch):
    play = driver.play("isolation", "human", "human")
    study, path = play.session.study, tmp_path / "out.plyglass"
    play.commands.run("save lesson")
    driver.frame(2)
    monkeypatch.setattr("study.evaluation.breakdowns.WAIT_SECONDS", 0.0)
    study.facts.forget()
    driver.app.scene.finish()
    driver.frame(3)
    driver.app.scene._done(path)
    driver.until(lambda: driver.app.scene is play)
    values, now = read_lesson(path).values, study.lens.breakdown(study.position.state, study.perspective)
    assert values is not None and (values.side, values.value) == (study.perspective, now.value)


def test_the_cases_of_a_suite_become_exercises(driver, tmp_path):
    data = tmp_path / "data"
    made = lesson()
    path = own_suite(data, "forks")
    settings = driver.app.settings
    for number in range(2):
        best = made.case.position.moves[number : number + 1]
        case = Case(f"Case {number}", made.case.position, best, ())
        add_case(path, case, made.record.options, settings)
    play = driver.play("isolation", "human", "human")
    study = play.session.study
    suites = study.of(SuiteBrowser)
    suites.chosen = path
    driver.key(pygame.K_8)
    driver.until(lambda: any(text.startswith("wants ") for text in labels(driver)))
    driver.click_on("as exercises")
    assert not any(text.startswith("wants ") for text in labels(driver))
    suite = read_suite(path, settings)
    look_at_case(suites, study, suite.cases[0])
    driver.until(lambda: shown_exercise(driver) is not None)
    study = driver.app.scene.session.study
    assert study.of(HiddenAnswers).hides(study) and "wants" not in driver.app.scene.notice.said
    driver.key(pygame.K_RIGHT, pygame.KMOD_CTRL)
    driver.until(lambda: shown_exercise(driver) is not None and shown_exercise(driver).number == 1)
    driver.click_on(("exercise", "edit"))
    driver.frame(2)
    fields = driver.app.scene
    assert fields.best.tooltip.endswith("Leave it empty to name wrong moves.")
    fields.question.show("Why this?")
    fields.hints[0].show("Because.")
    fields.finish()
    driver.until(lambda: isinstance(driver.app.scene, Play))
    cases = read_suite(path, settings).cases
    assert [(case.name, case.question, case.hints) for case in cases] == [
        ("Case 0", "", ()),
        ("Case 1", "Why this?", ("Because.",)),
    ]
    assert shown_exercise(driver).case.question == "Why this?"


@pytest.mark.parametrize("size", [(640, 480), (500, 900), (1280, 720)])
def test_each_field_of_a_filled_exercise_has_its_name(tmp_path, size):
    driver = Driver(tmp_path / "data", size)
    play = opened(driver, written_to(tmp_path))
    play.commands.run("save lesson")
    driver.frame(2)
    form = driver.app.scene
    assert isinstance(form, ExerciseFields) and form.best.text
    texts = labels(driver)
    assert [name for name, _ in form.fields if name in texts] == [name for name, _ in form.fields]
    assert "Save as …" in texts
    driver.close()
