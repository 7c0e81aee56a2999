"""Continuing a saved game: nothing in the folder stops the window, no program from a file starts without a
question, and no two windows write to one game."""

import errno
import json
import os
import sys

import pygame
from driving import Driver

from engines.player_text import parse_player
from games.record import Record
from games.registry import load_game
from samples import said
from study.game.session import Session
from study.saved_games.saved_games import Saves
from ui.scenes.confirm_dialog import ConfirmDialog, broken
from ui.scenes.home.home import Home
from ui.scenes.play.play import Play

COMMAND = "sh -c 'exit 1'"


def home(driver: Driver) -> Home:
    scene = driver.app.scenes[0]
    assert isinstance(scene, Home)
    return scene


def save(driver: Driver, game: str, moves: tuple[str, ...], white="human", black="human"):
    """A game that was interrupted, on the home screen."""
    record = Record.start(load_game(game))
    for text in moves:
        record.play(record.position.parse_move(text))
    file = driver.saves.begin(record, white, black)
    file.close()
    home(driver).shown_again()
    driver.app.redraw()
    driver.frame()
    return file.path


def test_the_window_opens_over_whatever_lies_in_the_folder(tmp_path):
    folder = Saves(tmp_path).folder
    folder.mkdir()
    contents = {
        "no-such": '{"plyglass": 1, "game": "no-such", "position": ""}\n',
        "deep": "[" * 100_000 + "\n",
    }
    contents["control"] = '{"plyglass": 1, "game": "chess", "position": "", "white": "\\u0000\\ud800"}\n'
    for name, content in contents.items():
        (folder / f"{name}.plyglass").write_text(content, encoding="utf-8")
    choice = {"game": "\ud800", "players": {"isolation": {"white": "\0"}}}
    (tmp_path / "last_choice.json").write_text(json.dumps(choice), encoding="utf-8")
    if sys.platform != "win32":
        os.mkfifo(folder / "pipe.plyglass")
        (folder / "nowhere.plyglass").symlink_to(tmp_path / "none")
    if sys.platform == "linux":  # names are text on other systems
        (folder / os.fsdecode(b"\xff.plyglass")).write_text("", encoding="utf-8")
    driver = Driver(tmp_path)
    driver.frame()
    rows = home(driver).history.saved
    assert len(rows) == len(list(folder.iterdir())) >= 3
    assert all(row.problem == home(driver).history.tip_of_row(number) for number, row in enumerate(rows))
    driver.tab_to(home(driver).history.list)
    driver.key(pygame.K_RETURN)
    assert driver.app.scene is home(driver), "there is nothing to open"
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.app.scene, Play)
    driver.close()


def test_home_reads_each_game_once(driver, monkeypatch):
    import study.saved_games.saved_games

    path = save(driver, "isolation", ("d4",))
    reads = []
    real = study.saved_games.saved_games.read_source
    monkeypatch.setattr(
        study.saved_games.saved_games, "read_source", lambda *given: reads.append(given[0]) or real(*given)
    )
    save(driver, "isolation", ("a1",))
    home(driver).shown_again()
    driver.frame()
    assert len(reads) == 1 and reads[0] != path and len(home(driver).history.saved) == 2


def ask(driver: Driver) -> ConfirmDialog:
    save(driver, "chess", ("e2e4",), "human", f"uci:{COMMAND}")
    driver.key(pygame.K_c)
    question = driver.app.scene
    assert isinstance(question, ConfirmDialog)
    driver.frame()
    assert question._exact == [COMMAND]
    return question


def press(driver: Driver, question: ConfirmDialog, label: str) -> None:
    driver.click_on(next(button for button in question.buttons if button.label == label))


def test_a_command_of_a_file_is_asked_about_and_then_trusted(driver):
    question = ask(driver)
    press(driver, question, "Start it")
    play = driver.app.scene
    assert isinstance(play, Play) and play.session.study.players[1].command == COMMAND
    driver.app.pop()
    driver.key(pygame.K_c)
    assert isinstance(driver.app.scene, Play)


def test_playing_without_it_starts_nothing_and_trusts_nothing(driver):
    question = ask(driver)
    assert driver.focused is question.buttons[0]
    driver.key(pygame.K_RETURN)
    play = driver.app.scene
    assert isinstance(play, Play) and all(player.is_human for player in play.session.study.players)
    play.session.turn.enter(play.session.study.record.position.moves[0])
    driver.frame()
    driver.app.pop()
    assert len(driver.saves.list()) == 1 and driver.saves.list()[0].plies == 2
    driver.key(pygame.K_c)
    assert isinstance(driver.app.scene, ConfirmDialog)


def test_escape_leaves_the_question_and_the_game_as_they_were(driver):
    ask(driver)
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is home(driver)
    assert driver.saves.interrupted()  # nobody owns it
    driver.key(pygame.K_c)
    assert isinstance(driver.app.scene, ConfirmDialog)


def test_a_command_chosen_at_home_is_not_asked_about(driver):
    driver.saves.trusted.choose([parse_player("random", "chess")])
    home(driver).choose_game("chess")
    home(driver).who.players[1].show("chess", parse_player(f"uci:{COMMAND}", "chess"))
    home(driver).start()
    assert isinstance(driver.app.scene, Play)
    driver.app.pop()
    save(driver, "chess", ("e2e4",), f"uci:{COMMAND}", "human")
    driver.key(pygame.K_c)
    assert isinstance(driver.app.scene, Play)


def test_only_the_unknown_of_two_commands_is_asked_about(driver):
    driver.saves.trusted.choose([parse_player("uci:known", "chess")])
    save(driver, "chess", ("e2e4",), "uci:known", "uci:un\u202eknown")
    driver.key(pygame.K_c)
    question = driver.app.scene
    assert isinstance(question, ConfirmDialog) and question._exact == ["un\\u202eknown"]
    press(driver, question, "Play without it")
    play = driver.app.scene
    assert [player.command for player in play.session.study.players] == ["known", ""]


def test_question_about_two_unknown_commands_is_plural(driver):
    save(driver, "chess", ("e2e4",), "uci:one", "uci:other")
    driver.key(pygame.K_c)
    question = driver.app.scene
    assert question.title == "Start other programs?" and "names other programs as players" in question._text
    press(driver, question, "Play without them")
    assert [player.command for player in driver.app.scene.session.study.players] == ["", ""]


def test_what_cannot_be_read_in_full_cannot_be_started(tmp_path):
    driver = Driver(tmp_path, (400, 240))
    save(driver, "chess", ("e2e4",), "human", f"uci:stockfish {'x ' * 450}")
    driver.key(pygame.K_c)
    question = driver.app.scene
    assert isinstance(question, ConfirmDialog)
    driver.frame()
    assert [button.enabled for button in question.buttons] == [True, False]
    driver.close()


def test_a_command_is_broken_without_losing_a_blank(driver):
    text = "stockfish" + " " * 300 + "-x"
    lines = broken(text, 200, driver.app.theme)
    assert "".join(lines) == text and len(lines) > 3


def test_a_second_window_goes_on_in_a_copy_and_says_so(driver, tmp_path):
    path = save(driver, "isolation", ("d4",))
    first = Saves(tmp_path).open(path)  # of the other window
    assert first.file is not None
    home(driver).shown_again()
    driver.app.redraw()
    driver.frame()
    assert home(driver).history.listed.interrupted == ()
    driver.click(home(driver).history.list.area(0).center)
    play = driver.app.scene
    assert isinstance(play, Play) and "copy" in play.notice.said
    driver.click_square(play, "a1")
    first.record.play(first.record.position.parse_move("b2"))
    first.file.append(first.record.entry(first.record.end))
    first.file.close()
    driver.app.pop()
    games = {saved.path: driver.saves.load(saved.path)[0] for saved in driver.saves.list()}
    assert sorted([ply.text for ply in record.plies] for record in games.values()) == [
        ["d4", "a1"],
        ["d4", "b2"],
    ]


def test_full_disk_is_reported_once_and_saving_resumes(driver, monkeypatch):
    play = driver.play("isolation", "human", "human")
    driver.click_square(play, "d4")
    real = os.write

    def full(descriptor, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    driver.click_square(play, "a1")
    assert play.notice.said == "This game is not being saved: No space left on device"
    driver.click_square(play, "e6")
    monkeypatch.setattr(os, "write", real)
    driver.click_square(play, "b3")
    assert play.notice.said.startswith("This game is being saved again")
    (saved,) = driver.saves.list()
    texts = [ply.text for ply in play.session.study.record.plies]
    assert [ply.text for ply in driver.saves.load(saved.path)[0].plies] == texts and len(texts) == 4


def test_a_game_that_could_not_begin_to_be_saved_is_saved_later(tmp_path, monkeypatch):
    import study.saved_games.game_file
    from study.settings.settings import Settings

    session = Session(
        Record.start(load_game("isolation")),
        (parse_player("human", "isolation"), parse_player("human", "isolation")),
        Settings(),
        Saves(tmp_path),
    )
    with monkeypatch.context() as patched:
        patched.setattr(
            study.saved_games.game_file,
            "write_all",
            lambda *given: (_ for _ in ()).throw(OSError(28, "full")),
        )
        for _ in range(2):
            session.study.record.play(session.study.record.position.moves[0])
        assert said(session) == ["This game is not being saved: full"]
    session.study.record.play(session.study.record.position.moves[0])
    session.close()
    assert said(session)[1:] == ["This game is being saved again, with all its moves."]
    assert Saves(tmp_path).list()[0].plies == 3
