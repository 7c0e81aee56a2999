"""No frame waits for a file: jobs read them, and the screens show their progress."""

import sys
import threading

import pygame
import pytest
from driving import Driver

import study.saved_games.saved_games
from games.contract import BadText
from games.record import Record
from games.registry import load_game
from study.saved_games.game_file import is_owned
from study.saved_games.saved_games import Saves
from ui.scenes.home.home import Home
from ui.scenes.play.play import Play
from ui.scenes.play.sharing import format_of, save_to
from ui.scenes.progress_dialog import QUIET_SECONDS, ProgressDialog

OPENED: list[tuple[str, bool]] = []
"""The opened files, and whether the window's thread opened each."""


def _note(event: str, given: tuple[object, ...]) -> None:
    if event in ("open", "os.scandir"):
        OPENED.append((str(given[0]), threading.current_thread() is threading.main_thread()))


sys.addaudithook(_note)


def save_games(folder, count: int) -> None:
    saves = Saves(folder)
    for _ in range(count):
        record = Record.start(load_game("isolation"))
        record.play(record.position.parse_move("d4"))
        saves.begin(record, "human", "human").close()


@pytest.fixture
def slow(monkeypatch):
    """A disk that gives a saved game only once this is set."""
    ready = threading.Event()
    real = study.saved_games.saved_games.read_source

    def read(*given):
        assert ready.wait(20)
        return real(*given)

    monkeypatch.setattr(study.saved_games.saved_games, "read_source", read)
    yield ready
    ready.set()


def impatient(folder) -> Driver:
    """A driver that does not wait for files."""

    class Impatient(Driver):
        waits_for_files = False

    return Impatient(folder)


def home(driver: Driver) -> Home:
    scene = driver.app.scenes[0]
    assert isinstance(scene, Home)
    return scene


def test_home_screen_works_before_any_game_is_read(tmp_path, slow):
    save_games(tmp_path, 3)
    driver = impatient(tmp_path)
    driver.until(lambda: home(driver).history.saved)
    history = home(driver).history
    assert [saved.read for saved in history.saved] == [False] * 3 and history.reading
    assert "being read" in history.tip_of_row(0)
    driver.app.event_router.sheet.labels = []
    driver.click(home(driver).history.list.area(0).center)
    assert driver.app.scene is home(driver), "what is not read cannot be opened"
    driver.click_on(home(driver).who.start)
    assert isinstance(driver.app.scene, Play)
    driver.key(pygame.K_ESCAPE)
    slow.set()
    driver.until(lambda: not home(driver).history.reading)
    assert [saved.plies for saved in home(driver).history.saved] == [1, 1, 1]
    assert home(driver).history.listed.interrupted == tuple(home(driver).history.saved)
    driver.close()


def test_the_list_fills_in_as_games_are_read_the_newest_first(tmp_path):
    save_games(tmp_path, 3)
    listings = Saves(tmp_path).listings()
    read = [[game.read for game in listing.games] for listing in listings]
    assert read == [[False] * 3, [True, False, False], [True, True, False], [True] * 3]


def test_what_is_known_stays_in_sight_while_the_rest_is_read(tmp_path, monkeypatch):
    save_games(tmp_path, 2)
    driver = Driver(tmp_path)
    driver.frame()
    save_games(tmp_path, 1)
    ready = threading.Event()
    real = study.saved_games.saved_games.read_source
    monkeypatch.setattr(
        study.saved_games.saved_games, "read_source", lambda *given: (ready.wait(20), real(*given))[1]
    )
    driver.patient = False
    home(driver).shown_again()
    driver.until(lambda: len(home(driver).history.saved) == 3)
    assert [saved.read for saved in home(driver).history.saved] == [False, True, True]
    ready.set()
    driver.until(lambda: not home(driver).history.reading)
    assert all(saved.read for saved in home(driver).history.saved)
    driver.close()


def open_slowly(driver: Driver, slow: threading.Event) -> ProgressDialog:
    slow.set()
    driver.until(lambda: not home(driver).history.reading)
    slow.clear()
    driver.key(pygame.K_c)
    scene = driver.app.scene
    assert isinstance(scene, ProgressDialog)
    return scene


def test_slow_game_says_so_and_escape_leaves_it(tmp_path, slow):
    save_games(tmp_path, 1)
    driver = impatient(tmp_path)
    before = pygame.image.tobytes(driver.app.surface, "RGB")
    scene = open_slowly(driver, slow)
    scene._began += 60  # as if that time had passed
    driver.app.redraw()
    driver.frame()
    assert len(before) == len(pygame.image.tobytes(driver.app.surface, "RGB"))
    scene._began -= 60 + 2 * QUIET_SECONDS
    labels = driver.app.event_router.sheet.labels = []
    driver.frame()
    assert any(label.wanted.startswith("Opening the game, ") for label in labels)
    path = home(driver).history.saved[0].path
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is home(driver)
    slow.set()
    driver.until(lambda: not home(driver).history.reading)
    assert not is_owned(path) and home(driver).history.listed.interrupted
    driver.frame(3)
    assert driver.app.scene is home(driver), "it is not opened after all"
    driver.close()


def test_a_file_that_is_slow_to_read_can_be_left(tmp_path, monkeypatch):
    driver = impatient(tmp_path)
    ready = threading.Event()
    done: list[object] = []

    def work(job):
        assert ready.wait(20)
        return job.name

    driver.window.wait("Opening one.pgn", work, done.append)
    driver.frame(2)
    driver.key(pygame.K_ESCAPE)
    driver.window.wait("Opening two.pgn", work, done.append)
    ready.set()
    driver.until(lambda: done)
    assert done == ["Opening two.pgn"] and driver.app.scene is home(driver)
    driver.close()


@pytest.mark.parametrize("fails", ["work", "done"])
def test_unopened_file_is_reported_on_the_asking_screen(tmp_path, fails):
    driver = Driver(tmp_path)

    def fail(_):
        raise BadText("one.pgn: expected a game")

    work, done = (fail, list) if fails == "work" else (lambda job: 1, fail)
    driver.window.wait("Opening one.pgn", work, done)
    driver.frame()
    assert driver.app.scene is home(driver) and home(driver)._problem == "one.pgn: expected a game"
    driver.close()


def test_the_windows_thread_opens_no_file_of_games(tmp_path):
    save_games(tmp_path, 5)
    (tmp_path / "one.pgn").write_text("1. e4 e5 2. Nf3 *\n", encoding="utf-8")
    OPENED.clear()
    driver = Driver(tmp_path)
    driver.frame()
    driver.key(pygame.K_c)
    assert isinstance(driver.app.scene, Play)
    driver.key(pygame.K_ESCAPE)
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "one.pgn")))
    driver.frame()
    play = driver.app.scene
    assert isinstance(play, Play) and len(play.session.study.record.plies) == 3
    save_to(play.context, format_of(play.context), tmp_path / "two.pgn")
    driver.frame()
    driver.close()
    ours = [(name, main) for name, main in OPENED if name.endswith((".plyglass", ".pgn", "games"))]
    assert len(ours) >= 8 and (tmp_path / "two.pgn").is_file()
    assert [name for name, main in ours if main] == []
