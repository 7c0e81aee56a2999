"""Text from files and from the clipboard that no font can draw: it is shown and kept nevertheless."""

import os
import sys

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chess import GAME as CHESS
from games.chess.pgn import PgnFile, pgn_text, save_pgn
from games.record import Record
from study.saved_games.saved_games import Saves
from ui import clipboard
from ui.import_games import open_games
from ui.scenes.file_chooser import FileChooser
from ui.scenes.play.play import Play
from ui.theme import MOST_CHARACTERS, Theme, drawable

NASTY = "A\0b \udcff\ud800 c\nd\re\tf \u2028 \x07\x1b[31m \x85 😀 \U0010ffff \u202e z"


def check_drawn(text: str) -> None:
    """Checks that a text can be drawn, with a new theme: closing another test's window closes all fonts."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    surface, theme = pygame.display.set_mode((320, 240)), Theme()
    line = theme.line_height(14)
    assert theme.width(text) >= 0
    assert theme.rendered(text).get_height() <= 2 * line, "it takes one line"
    assert theme.text(surface, (0, 0), text, max_width=200).width <= 200
    assert theme.fitted(text, 14, True, 100) is not None
    assert theme.fitted(text, 14, True, 100, inside=True) is not None
    assert theme.wrapped(text, 100)
    pygame.display.set_caption(drawable(text))
    pygame.display.quit()


@given(text=st.text(st.characters(), max_size=20))
def test_any_text_can_be_drawn(text):
    check_drawn(text)


@pytest.mark.parametrize("text", [NASTY, "\0", "\ufeff", "\u200b\u200b", "\n", "\ud83d", "x" * 300_000])
def test_the_worst_texts_can_be_drawn(text):
    check_drawn(text)


def test_what_is_replaced_keeps_its_place():
    assert drawable("a\0b\udc80c\td\ne") == "a\ufffdb\ufffdc d e"
    assert len(drawable("x" * (MOST_CHARACTERS + 1))) == MOST_CHARACTERS
    assert drawable("Réti – Ünal, 😀") == "Réti – Ünal, 😀"


def test_names_and_comments_of_a_game_are_written_again(driver, tmp_path):
    name = NASTY.replace("\n", "").replace("\r", "")
    text = f'[Event "{name}"]\n[White "{name}"]\n[Black "\udc80"]\n\n1. e4 {{ {NASTY} }} e5 *\n'
    open_games(driver.window, "chess", lambda job: PgnFile.of_text(text, f"{NASTY}.pgn"), f"{NASTY}.pgn")
    driver.frame()
    driver.frame()
    play = driver.app.scene
    assert isinstance(play, Play) and len(play.session.study.record.plies) == 2
    driver.key(pygame.K_LEFT)  # shows the comment
    driver.move_mouse((10, 10))
    driver.app.event_router.tooltip = NASTY
    driver.app.redraw()
    driver.frame()
    driver.app.scene.title = NASTY
    driver.app._changed_scene()
    session = play.session
    path = tmp_path / "again.pgn"
    for append in (False, True):
        save_pgn(
            path,
            pgn_text(session.study.record, headers=session.opened.headers),
            append=append,
        )
    assert len(PgnFile.open(path).entries) == 2
    assert "\udcff" not in PgnFile.open(path).load(2).headers["White"]


def test_a_list_of_games_with_such_names_is_shown(driver):
    name = NASTY.replace("\n", "").replace("\r", "")
    game = f'[White "{name}"]\n[Black "B"]\n[Opening "{name}"]\n\n1. e4 *\n\n'
    open_games(driver.window, "chess", lambda job: PgnFile.of_text(game * 3, f"{NASTY}.pgn"), NASTY)
    driver.frame()
    driver.frame(2)
    assert len(driver.app.scene._entries) == 3


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are Unicode there")
def test_a_folder_with_a_name_that_is_not_unicode(driver, tmp_path):
    (tmp_path / os.fsdecode(b"\xff\xfe")).mkdir()
    path = tmp_path / os.fsdecode(b"\xff\xfe") / os.fsdecode(b"g\x80\n.pgn")
    path.write_text("1. e4 *\n", encoding="utf-8")
    opened = []
    FileChooser.last_folder = path.parent
    driver.app.push(FileChooser(driver.app, "Open", (".pgn",), opened.append))
    driver.frame()
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    driver.frame()
    FileChooser.last_folder = None
    assert opened == [path] or driver.app.scene.folder != path.parent
    assert PgnFile.open(path).load().problem == ""


def test_the_clipboard_takes_and_gives_anything(driver):
    clipboard.put(NASTY)
    assert "A" in clipboard.get()
    chooser = FileChooser(driver.app, "Open", (".pgn",), lambda path: None)
    driver.app.push(chooser)
    driver.frame()
    driver.type(NASTY)
    driver.key(pygame.K_v, pygame.KMOD_CTRL)
    driver.key(pygame.K_RETURN)
    driver.frame()
    assert driver.app.scene is chooser


def test_a_game_of_a_player_of_any_name_is_saved_and_listed(tmp_path):
    saves = Saves(tmp_path)
    saves.begin(Record.start(CHESS), f"uci:{NASTY}", "human").close()
    (row,) = saves.list()
    assert "white" in row.problem, "no player can have that name: the row says so"
