"""The screen of a person's own heuristics and players: a new one is written, opened, and can be chosen."""

import pygame
import pytest

from engines.subprocesses import user_players
from heuristics.registry import look_in, looked_in, own_files
from ui import clipboard, file_opener

from driving import choose, outside  # isort: skip


@pytest.fixture
def opening(tmp_path):
    before = looked_in()
    players_before = user_players.looked_in()
    look_in(tmp_path / "own")
    user_players.look_in(tmp_path / "players")
    yield {"folder": tmp_path / "data"}
    look_in(before)
    user_players.look_in(players_before)


@pytest.fixture(autouse=True)
def home(driver):
    driver.window.home()


def answers(monkeypatch, problem):
    asked = []
    monkeypatch.setattr(file_opener, "open_in_editor", lambda file, chosen: (asked.append(file), problem)[1])
    return asked


def test_a_new_one_is_written_opened_and_offered(driver, monkeypatch, tmp_path):
    asked = answers(monkeypatch, "")
    home = driver.app.scene
    home.choose_game("morris")
    driver.key(pygame.K_h, pygame.KMOD_CTRL)
    screen = driver.app.scene
    driver.type("mine")
    driver.key(pygame.K_RETURN)
    driver.until(lambda: asked and not screen.opener.busy)
    assert asked == [tmp_path / "own" / "mine.py"] and "mine.py" in screen.said
    assert "home screen" in screen.said and "Evaluation" in screen.said, "where it can be chosen"
    driver.app.event_router.sheet.labels = labels = []
    driver.app.redraw()
    driver.frame()
    shown = " ".join(label.wanted for label in labels)
    assert screen.said in shown and str(tmp_path / "own") in shown, "the message leaves the folder in view"
    driver.until(lambda: [file.path for file in own_files()] == asked)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    driver.until(lambda: any("mine" in option.label for option in home.who.players[1].who.options))
    driver.app.choices.exact = True
    home.who.players[1]._choose_kind("alphabeta")  # a level has no heuristic to choose
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
    assert "expected a free one" in screen.said or "exists already" in screen.said


def test_broken_player_is_listed_and_cannot_be_chosen(driver, tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "mine.py").write_text('mine = Heuristic("mine", "morris"\n', encoding="utf-8")
    home = driver.app.scene
    home.choose_game("morris")
    driver.until(lambda: own_files())
    choice = home.who.players[1]
    choice._choose_kind("alphabeta")
    driver.until(lambda: "mine" in [option.value for option in choice.heuristic.options])

    def mine():
        return next(option for option in choice.heuristic.options if option.value == "mine")

    driver.until(lambda: "expected a Heuristic, found none" not in mine().detail)  # the file was still empty
    line = mine()
    assert "SyntaxError" in line.detail and "line 1" in line.detail
    before = choice.spec
    choice._choose_heuristic("mine")
    assert choice.spec == before
    driver.key(pygame.K_h, pygame.KMOD_CTRL)
    assert "SyntaxError" in driver.app.scene._tip(0)


def test_new_player_is_written_opened_and_offered_everywhere(driver, monkeypatch, tmp_path):
    asked = answers(monkeypatch, "")
    home = driver.app.scene
    driver.key(pygame.K_h, pygame.KMOD_CTRL)
    screen = driver.app.scene
    driver.type("mine")
    driver.click_on(screen.new_player)
    driver.until(lambda: asked and not screen.opener.busy)
    assert asked == [tmp_path / "players" / "mine.py"] and "by its name" in screen.said
    driver.until(lambda: screen.rows)
    assert screen.rows[-1].title == "mine (a player)" and "few moves" in screen.rows[-1].about
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    for game in ("chess", "tabletactics"):
        home.choose_game(game)
        choice = home.who.players[1]
        driver.frame(2)
        choose(driver, choice.who, outside(choice.who, "own", "mine"))
        assert str(choice.spec) == "own:mine,ms=1000"
        driver.until(lambda choice=choice: choice._looked_for is not None and choice._looked_for[1].over)
        assert choice.missing == "" and "few moves" in choice.who.options[choice.who.index].detail
    (tmp_path / "players" / "mine.py").unlink()
    driver.until(lambda: "there is no file" in home.who.problem)
    home.start()
    assert driver.app.scene is home


def test_a_player_is_chosen_in_all_detail_too(driver, tmp_path):
    (tmp_path / "players").mkdir()
    for name in ("one", "two"):
        (tmp_path / "players" / f"{name}.py").write_text(
            "def choose(position, clock): pass\n", encoding="utf-8"
        )
    home = driver.app.scene
    driver.app.choices.exact = True
    driver.until(lambda: len(user_players.own_players()) == 2)
    driver.frame(2)
    choice = home.who.players[1]
    choose(driver, choice.kind, "own")
    choose(driver, choice.file, "two")
    choose(driver, choice.amount, 200)
    assert str(choice.spec) == "own:two,ms=200" == choice.exactly.text


def test_a_player_that_cannot_be_read_is_listed_with_its_problem(driver, tmp_path):
    (tmp_path / "players").mkdir()
    (tmp_path / "players" / "mine.py").write_text("def choose(\n", encoding="utf-8")
    driver.until(user_players.own_players)
    driver.key(pygame.K_h, pygame.KMOD_CTRL)
    driver.frame()
    driver.until(lambda: "SyntaxError" in driver.app.scene._tip(0), 60)  # another process reads the file
    assert "line 1" in driver.app.scene._tip(0)
    assert driver.zone(driver.app.scene.list) is not None


def test_the_arena_offers_them(driver, tmp_path):
    from ui.scenes.arena.arena_setup import ready_made

    (tmp_path / "players").mkdir()
    (tmp_path / "players" / "mine.py").write_text("", encoding="utf-8")
    driver.until(user_players.own_players)
    for game in ("morris", "jungle"):
        offered = [option.value for option in ready_made(game)]
        assert "own:mine,ms=1000" in offered and "program,ms=1000" in offered
