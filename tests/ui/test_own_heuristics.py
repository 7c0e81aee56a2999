"""The screen of a person's own heuristics: a new one is written, opened, and can be chosen."""

import pygame
import pytest

from heuristics.registry import look_in, looked_in, own_files
from ui import clipboard
from ui.scenes import own_heuristics

from driving import Driver  # isort: skip


@pytest.fixture
def driver(tmp_path, monkeypatch):
    before = looked_in()
    look_in(tmp_path / "own")
    driver = Driver(tmp_path / "data")
    driver.window.home()
    yield driver
    driver.close()
    look_in(before)


def answers(monkeypatch, problem):
    asked = []
    monkeypatch.setattr(
        own_heuristics, "open_in_editor", lambda file, chosen: (asked.append(file), problem)[1]
    )
    return asked


def test_a_new_one_is_written_opened_and_offered(driver, monkeypatch, tmp_path):
    asked = answers(monkeypatch, "")
    home = driver.app.scene
    home.choose_game("morris")
    driver.key(pygame.K_h, pygame.KMOD_CTRL)
    screen = driver.app.scene
    driver.type("mine")
    driver.key(pygame.K_RETURN)
    driver.until(lambda: asked and screen._opening is None)
    assert asked == [tmp_path / "own" / "mine.py"] and "mine.py" in screen.said
    driver.until(lambda: [file.path for file in own_files()] == asked)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    driver.app.choices.exact = True
    driver.frame(2)
    assert "mine" in [option.value for option in home.who.players[1].heuristic.options]


def test_what_no_editor_opens_is_shown_and_copied(driver, monkeypatch, tmp_path):
    answers(monkeypatch, "xdg-open: no such file")
    driver.key(pygame.K_h, pygame.KMOD_CTRL)
    screen = driver.app.scene
    driver.type("mine")
    driver.click_on(screen.new)
    driver.until(lambda: screen._warns)
    assert str(tmp_path / "own" / "mine.py") in screen.said
    assert clipboard.get() == str(tmp_path / "own" / "mine.py")
    driver.click_on(screen.new)  # a second time
    assert "expected one of its own" in screen.said or "is there already" in screen.said


def test_a_broken_one_is_listed_with_its_problem_and_cannot_be_chosen(driver, tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "mine.py").write_text('mine = Heuristic("mine", "morris"\n')
    home = driver.app.scene
    home.choose_game("morris")
    driver.until(lambda: own_files())
    driver.until(lambda: "mine" in [option.value for option in home.who.players[1].heuristic.options])
    choice = home.who.players[1]
    line = next(option for option in choice.heuristic.options if option.value == "mine")
    assert "SyntaxError" in line.detail and "line 1" in line.detail
    before = choice.spec
    choice._choose_heuristic("mine")
    assert choice.spec == before
    driver.key(pygame.K_h, pygame.KMOD_CTRL)
    assert "SyntaxError" in driver.app.scene._tip(0)
