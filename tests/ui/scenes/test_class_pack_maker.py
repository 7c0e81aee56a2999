"""A class pack made in the window: lesson files are added and ordered, and the pack is saved and opened as a
pupil would."""

from dataclasses import replace

import pygame
import pytest
from driving import Driver
from test_exercise_window import lesson

from study.exercises.exercises import Exercises
from study.lesson_files.class_pack import read_pack
from study.lesson_files.lesson_file import write_lesson
from ui.import_games import open_file
from ui.scenes.class_pack_maker import ClassPackMaker
from ui.scenes.file_chooser import FileChooser
from ui.scenes.play.play import Play


@pytest.fixture
def files(tmp_path):
    paths = []
    for name in ("one", "two", "three"):
        made = lesson()
        path = tmp_path / f"{name}.plyglass"
        write_lesson(path, replace(made, case=replace(made.case, name=f"Lesson {name}")))
        paths.append(path)
    return paths


def maker_of(driver) -> ClassPackMaker:
    play = driver.play("isolation", "human", "human")
    play.commands.run("make pack")
    driver.frame(3)
    assert isinstance(driver.app.scene, ClassPackMaker)
    return driver.app.scene


def chosen(driver, path) -> None:
    chooser = driver.app.scene
    assert isinstance(chooser, FileChooser)
    chooser.field.show(str(path))
    chooser._enter()
    driver.frame(3)


def test_lessons_are_added_ordered_and_saved(driver, tmp_path, files):
    maker = maker_of(driver)
    maker.save()
    assert maker.problem == "Add a lesson file first."
    for path in files:
        driver.click_on(maker.add)
        driver.frame()
        chosen(driver, path)
        assert driver.app.scene is maker
    assert [each.about for each in maker.lessons] == ["Lesson one", "Lesson two", "Lesson three"]
    driver.click_on(maker.up)  # the newest stands last
    assert [each.about for each in maker.lessons] == ["Lesson one", "Lesson three", "Lesson two"]
    maker.list.restart(0)
    driver.frame()
    driver.key(pygame.K_DOWN, pygame.KMOD_ALT)
    driver.frame()
    assert [each.about for each in maker.lessons] == ["Lesson three", "Lesson one", "Lesson two"]
    driver.click_on(maker.down)
    driver.click_on(maker.remove)
    driver.frame()
    assert [each.about for each in maker.lessons] == ["Lesson three", "Lesson two"]
    maker.name.show("Forks & pins")
    driver.click_on(maker.accept)
    driver.frame()
    assert driver.app.scene.field.text.endswith("forks---pins.plyglass-pack")
    path = tmp_path / "forks.plyglass-pack"
    chosen(driver, path)
    play = driver.app.scene
    assert isinstance(play, Play) and f"Saved as {path}." in play.notice.said
    assert read_pack(path).title == "Forks & pins"
    assert read_pack(path).names == ("three.plyglass", "two.plyglass")
    open_file(driver.window, path)
    driver.until(lambda: driver.app.scene is not play and isinstance(driver.app.scene, Play))
    exercise = driver.app.scene.session.study.of(Exercises).exercise
    assert (exercise.source, exercise.count, exercise.case.name) == ("Forks & pins", 2, "Lesson three")


def test_dropped_pack_can_be_changed_and_a_fake_is_a_line(driver, tmp_path, files):
    maker = maker_of(driver)
    for path in files:
        maker.dropped(path)
        driver.frame(3)
    maker._write("Forks", tuple(maker.lessons), tmp_path / "p.plyglass-pack")
    driver.frame(3)
    maker = maker_of(driver)
    maker.dropped(tmp_path / "p.plyglass-pack")
    driver.frame(3)
    assert len(maker.lessons) == 3 and maker.name.text == "Forks"
    (tmp_path / "bad.plyglass").write_text('{"plyglass": "lesson", "format": 1}\n[]\n', encoding="utf-8")
    maker.dropped(tmp_path / "bad.plyglass")
    driver.frame(3)
    assert driver.app.scene is maker and "line 2: expected a JSON object" in maker.problem
    assert len(maker.lessons) == 3


@pytest.mark.parametrize("size", [(500, 900), (640, 480), (1280, 720)])
def test_everything_is_seen_in_small_windows(tmp_path, files, size):
    driver = Driver(tmp_path / "small", size)
    maker = maker_of(driver)
    maker.dropped(files[0])
    driver.frame(3)
    width, height = size
    for button in (maker.add, maker.up, maker.down, maker.remove, maker.accept):
        rect = driver.rect(button)
        assert pygame.Rect(0, 0, width, height).contains(rect) and rect.width > 0
    driver.close()
