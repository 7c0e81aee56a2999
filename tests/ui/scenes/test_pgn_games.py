"""The list of a file's games, and drops onto the window."""

import pygame
import pytest

from ui.scenes.editor.editor import Editor
from ui.scenes.home.home import Home
from ui.scenes.pgn_games import ORDERS, PgnGames
from ui.scenes.play.play import Play

HEADS = (
    ("Dora", "Anna", "2020.01.02", "Cup", "1-0", "Réti Opening"),
    ("Anna", "Ben", "2024.05.06", "Open", "0-1", "Ruy Lopez"),
    ("Cleo", "Dan", "????.??.??", "Cup", "1/2-1/2", ""),
)
NAMES = ("White", "Black", "Date", "Event", "Result", "Opening")
PGN = "".join(
    "".join(f'[{name} "{value}"]\n' for name, value in zip(NAMES, head, strict=True))
    + f"\n1. e4 e5 {head[4]}\n\n"
    for head in HEADS
)
FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def drop(driver, *files, text=None):
    post = pygame.event.post
    post(pygame.event.Event(pygame.DROPBEGIN))
    for file in files:
        post(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    for line in () if text is None else text.splitlines():
        if line:  # as SDL sends it under X11: an event for each line, and none for a blank one
            post(pygame.event.Event(pygame.DROPTEXT, text=line))
    post(pygame.event.Event(pygame.DROPCOMPLETE))
    driver.frame()
    driver.frame()


@pytest.fixture
def listed(driver, tmp_path) -> PgnGames:
    path = tmp_path / "three.pgn"
    path.write_text(PGN, encoding="utf-8")
    drop(driver, path)
    assert isinstance(driver.app.scene, PgnGames)
    return driver.app.scene


def numbers(listed: PgnGames) -> list[int]:
    return [int(listed.line(index)[0].partition(".")[0]) for index in range(listed.count)]


@pytest.mark.parametrize(
    ("order", "expected"),
    [("", [1, 2, 3]), ("White", [2, 3, 1]), ("Black", [1, 2, 3]), ("Date", [2, 1, 3]), ("Event", [1, 3, 2])],
)
def test_the_games_are_listed_in_an_order_that_search_keeps(driver, listed, order, expected):
    listed.order.choose([option.value for option in ORDERS].index(order))
    assert numbers(listed) == expected
    driver.type("cup")
    assert numbers(listed) == [number for number in expected if number != 2]
    assert listed.remark == "2 of 3 games"
    driver.key(pygame.K_RETURN)
    play = driver.app.scene
    first = next(number for number in expected if number != 2)
    assert isinstance(play, Play) and play.session.opened.names[0] == HEADS[first - 1][0]


def test_a_game_is_found_by_its_opening(driver, listed):
    driver.type("lopez")
    assert numbers(listed) == [2] and listed.line(0)[1] == "Ruy Lopez"


def test_another_file_is_dropped_on_the_list(driver, listed, tmp_path):
    other = tmp_path / "position.fen"
    other.write_text(FEN, encoding="utf-8")
    drop(driver, other)
    assert isinstance(driver.app.scene, Play) and driver.app.scene.session.study.record.position.text == FEN


@pytest.mark.parametrize("screen", ["home", "play"])
def test_a_text_is_dropped_as_if_it_were_pasted(driver, screen):
    if screen == "play":
        driver.play("chess", "human", "human")
    drop(driver, text=PGN[: PGN.index("\n\n[") + 2])
    play = driver.app.scene
    assert isinstance(play, Play) and [ply.text for ply in play.session.study.record.plies] == ["e4", "e5"]
    drop(driver, text=FEN)
    assert driver.app.scene.session.study.record.position.text == FEN
    drop(driver, text="no position")
    assert "Not opened" in driver.app.scene.notice.said


def test_games_of_chess_are_dropped_on_another_game(driver):
    driver.play("morris", "human", "human")
    drop(driver, text=PGN)
    assert isinstance(driver.app.scene, PgnGames) and driver.app.scene.count == 3


def test_the_editor_takes_a_position(driver):
    home = driver.app.scene
    home.choose_game("chess")
    driver.frame()
    driver.click_on(home.elsewhere["set up"])
    editor = driver.app.scene
    assert isinstance(editor, Editor)
    drop(driver, text=FEN)
    assert driver.app.scene is editor and editor.setup.text == FEN


def test_two_files_are_opened_one_after_the_other(driver, tmp_path):
    first, second = tmp_path / "a.fen", tmp_path / "b.fen"
    first.write_text(FEN, encoding="utf-8")
    second.write_text(FEN.replace(" w ", " b "), encoding="utf-8")
    drop(driver, first, second)
    driver.until(
        lambda: (
            isinstance(driver.app.scene, Play)
            and " b " in driver.app.scene.session.study.record.position.text
        )
    )


def test_a_screen_that_takes_no_files_says_so(driver, tmp_path):
    driver.app.open_settings()
    settings = driver.app.scene
    drop(driver, tmp_path / "a.fen")
    assert driver.app.scene is settings and "home screen" in settings.said
    assert not driver.app.arriving.waiting
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.app.scene, Home)
