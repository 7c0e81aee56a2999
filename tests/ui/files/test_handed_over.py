"""Files that other processes hand to a window: opened as if they were dropped, and none is lost."""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest
from driving import Driver

from ui.path_channel import SUFFIX, hand_over
from ui.scenes.home.home import Home
from ui.scenes.play.play import Play

EXAMPLES = sorted(Path("assets/examples").glob("*.plyglass"))


@pytest.fixture
def opening(tmp_path):
    return {"folder": tmp_path / "data"}


@pytest.fixture
def games(tmp_path) -> list[Path]:
    return [Path(shutil.copy(path, tmp_path)) for path in EXAMPLES]


def shows(driver: Driver, path: Path) -> bool:
    scene = driver.app.scene
    return isinstance(scene, Play) and scene.session.file.is_in(path)


def test_a_file_is_opened_by_the_next_frame(driver, games):
    driver.frame()
    assert isinstance(driver.app.scene, Home)
    assert driver.app.arriving.take(games[0])
    assert isinstance(driver.app.scene, Home)  # the drawing thread opens it
    driver.until(lambda: shows(driver, games[0]))


def test_two_files_at_once_are_opened_one_after_the_other(driver, games):
    driver.frame()
    assert driver.app.arriving.take(games[0]) and driver.app.arriving.take(games[2])
    driver.until(lambda: shows(driver, games[2]))
    assert not driver.app.arriving.waiting and len(driver.app.scenes) == 2


def test_a_screen_that_takes_no_files_refuses(driver, games, monkeypatch):
    driver.frame()
    monkeypatch.setattr("ui.arriving_files.DIALOG_SECONDS", 0.1)
    driver.app.open_settings()
    driver.frame()
    assert not driver.app.arriving.take(games[0])
    driver.app.pop()
    assert driver.app.arriving.take(games[0])
    driver.until(lambda: isinstance(driver.app.scene, Play))


def test_a_dialog_is_waited_for(driver, games, monkeypatch):
    driver.frame()
    monkeypatch.setattr("ui.arriving_files.DIALOG_SECONDS", 30.0)
    driver.app.open_settings()
    answers: list[bool] = []
    asking = threading.Thread(target=lambda: answers.append(driver.app.arriving.take(games[0])))
    asking.start()
    asking.join(0.1)
    assert answers == []
    driver.app.pop()
    asking.join()
    assert answers == [True]


def test_the_game_that_is_shown_is_not_opened_again(driver, games):
    driver.frame()
    driver.app.arriving.take(games[0])
    driver.until(lambda: isinstance(driver.app.scene, Play))
    play = driver.app.scene
    driver.app.arriving.take(games[0])
    driver.frame(3)
    assert driver.app.scene is play and not driver.app.arriving.waiting
    driver.app.arriving.take(games[1])
    driver.until(lambda: isinstance(driver.app.scene, Play) and driver.app.scene is not play)


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "SDL_VIDEODRIVER": "dummy", "PLYGLASS_DATA": str(folder)}


def test_what_is_wrong_with_a_file_is_said_in_the_window(tmp_path):
    """Nobody reads the standard error of a program that a double click starts."""
    bad = tmp_path / "bad.plyglass"
    bad.write_text("{]\n", encoding="utf-8")
    command = [sys.executable, "main.py", "open", "--running", str(bad), "--frames", "30", "--json"]
    done = subprocess.run(
        command, env=environment(tmp_path / "data"), capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0 and done.stderr == ""


def test_a_double_click_reaches_the_window_of_another_process(games):
    with tempfile.TemporaryDirectory(prefix="pg") as name:  # a socket's name has at most 100 bytes
        folder = Path(name)
        window = subprocess.Popen([sys.executable, "main.py", "open"], env=environment(folder))
        try:
            deadline = time.monotonic() + 60
            while not list(folder.glob(f"windows/*{SUFFIX}")):
                assert time.monotonic() < deadline and window.poll() is None
                time.sleep(0.05)
            command = [sys.executable, "main.py", "open", "--running", str(games[0])]
            done = subprocess.run(command, env=environment(folder), capture_output=True, timeout=60)
            assert done.returncode == 0 and window.poll() is None
        finally:
            window.kill()
            window.wait()
        assert not hand_over(games[0], folder / "windows")
        assert list((folder / "windows").iterdir()) == []
