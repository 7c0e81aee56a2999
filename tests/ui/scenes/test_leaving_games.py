"""Games that are left leave nothing behind: no memory, no thread, no file."""

import ctypes
import errno
import gc
import os
import sys
import threading
import weakref
from itertools import product
from pathlib import Path

import numpy as np
import pygame
import pytest
from driving import Driver

from engines.jobs import RUNNING
from engines.player_text import parse_player
from engines.workspace import new_table
from games.chess.pgn import PgnFile
from games.record import Record
from games.registry import game_names, load_game
from study.game.precompile import Precompile
from study.game.session import Session
from ui import garbage
from ui.garbage import Garbage
from ui.import_games import open_games
from ui.scenes.play.play import Play
from ui.theme import SIZES

MOST_GROWTH = 30 * 2**20
"""The most bytes by which the process may have grown after any number of games."""


@pytest.fixture
def opening(monkeypatch):
    # The home screen compiles ahead in a thread of its own, which is not a game's.
    monkeypatch.setattr(Precompile, "consider", lambda *_: None)
    return {}


@pytest.fixture
def by_hand():
    """Turns Python's own collection off: in a window it does not collect old objects either."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def leave(driver: Driver, by: str) -> None:
    if by == "button":
        driver.click_on(driver.app.scene.back)
    else:
        driver.key(pygame.K_ESCAPE)


@pytest.mark.parametrize("by", ["button", "Escape"])
def test_a_game_that_is_left_is_forgotten(driver, by_hand, by):
    left = []
    for _ in range(3):
        play = driver.play("morris", "human", "random")
        left += [weakref.ref(play), weakref.ref(play.session), weakref.ref(play.session.study.record)]
        del play
        leave(driver, by)
        assert len(driver.app.scenes) == 1
    # A thread that looks up openings or compiles may hold the last game for a while.
    driver.until(lambda: not any(ref() for ref in left))


@pytest.mark.parametrize("by", ["button", "Escape"])
def test_game_above_another_screen_is_forgotten_with_it(driver, by):
    text = "1. e4 *\n\n1. d4 *\n"
    open_games(driver.window, "chess", lambda job: PgnFile.of_text(text, "two.pgn"), "two.pgn")
    driver.frame()
    chooser = weakref.ref(driver.app.scene)
    driver.key(pygame.K_RETURN)
    driver.frame()
    play = weakref.ref(driver.app.scene)
    assert isinstance(play(), Play)
    leave(driver, by)
    assert driver.app.scene is chooser()
    driver.until(lambda: play() is None)  # a thread that looks up openings may hold it for a while
    leave(driver, by)
    driver.until(lambda: chooser() is None)


def test_a_new_game_forgets_the_one_before(driver, by_hand):
    play = driver.play("morris", "human", "random")
    before = weakref.ref(play.session)
    driver.key(pygame.K_n)
    driver.frame()
    assert play.session is not before()
    driver.until(lambda: before() is None)  # its thread may have to compile first


def test_what_a_thread_holds_is_forgotten_once_it_ended(driver, by_hand, monkeypatch):
    """A compilation that outlives the game must not keep its objects forever."""
    begun, go_on = threading.Event(), threading.Event()
    monkeypatch.setattr(driver.engine, "prepare", lambda game: begun.set() or go_on.wait(60), raising=False)
    play = driver.play("morris", "human", "random")
    session = weakref.ref(play.session)
    driver.frame()  # it compiles once the game was seen
    assert begun.wait(60)
    held = [play.session]  # as a job's work does

    class Held:
        def __init__(self):
            self.itself, self.session = self, held.pop()

    work = Held()
    job = play.session.study.features.lanes.play.do(lambda job, work=work: go_on.wait(60))
    driver.until(lambda: job.news.phase == RUNNING)
    del work, play
    frozen = gc.get_freeze_count()
    leave(driver, "Escape")
    assert session() is not None and gc.get_freeze_count() <= frozen  # what is frozen may be freed
    go_on.set()
    driver.until(lambda: session() is None)


class Circle:
    """Garbage that only a collection finds."""

    def __init__(self):
        self.itself = self


def test_what_was_frozen_is_looked_through_before_more_is(driver, by_hand, monkeypatch):
    monkeypatch.setattr(garbage, "LONG", -1.0)  # as if a compiler had left its objects
    kept = Circle()
    there = weakref.ref(kept)
    before = gc.get_freeze_count()  # of other tests
    driver.play("morris", "human", "random")
    leave(driver, "Escape")
    driver.until(lambda: gc.get_freeze_count() != before)
    del kept
    assert there() is not None
    driver.play("morris", "human", "random")
    leave(driver, "Escape")
    driver.until(lambda: there() is None)


class Allocated(ctypes.Structure):
    """The result of `mallinfo2`: `apart` are the bytes in blocks that are mapped on their own."""

    _fields_ = [(name, ctypes.c_size_t) for name in ("a", "b", "c", "d", "apart", "e", "f", "g", "h", "i")]


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="another C library"
)
def test_tables_are_mapped_apart_after_others_were_freed():
    """By default, the C library stops mapping blocks on their own up to the size of the largest that was ever
    freed."""
    library = ctypes.CDLL(None)
    library.mallinfo2.restype = Allocated
    Garbage()
    larger = np.zeros(24 << 20, np.uint8)
    del larger
    before = library.mallinfo2().apart
    table = new_table(16)
    assert library.mallinfo2().apart - before >= table.nbytes


def footprint() -> tuple[int, int]:
    """The process's open files and its memory in bytes, on Linux; else 0 and 0."""
    if sys.platform != "linux":
        return 0, 0
    resident = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    return len(os.listdir("/proc/self/fd")), resident * os.sysconf("SC_PAGE_SIZE")


def play_some(driver: Driver, game: str, number: int) -> None:
    """Plays a few moves of one program against another, and leaves by button and by Escape in turn."""
    app = driver.app
    players = (parse_player("random", game), parse_player("random", game))
    record = Record.start(load_game(game), app.settings.options_for(game))
    session = Session(record, players, app.settings, driver.saves, number)
    session.study.pace = 0
    driver.window.play(session)
    driver.until(lambda: len(record.plies) >= 3 or session.study.over)
    leave(driver, "Escape" if number % 2 else "button")
    assert len(app.scenes) == 1


@pytest.mark.parametrize("games", [8, pytest.param(300, marks=pytest.mark.slow)])
def test_many_games_in_one_window(driver, games):
    names = game_names()
    warm = min(games - 3, 2 * len(names))  # fills what is kept for all games: pictures, fonts, rules
    for number in range(warm):
        play_some(driver, names[number % len(names)], number)
    for size, bold in product(SIZES, (False, True)):
        driver.app.theme.font(size, bold)  # a font keeps its file open, permanently
    threads, (files, memory) = threading.active_count(), footprint()
    for number in range(warm, games):
        play_some(driver, names[number % len(names)], number)
    # One may still look up names of openings, which takes long on a busy machine.
    # A lane of the window itself may have begun meanwhile; games that leave a thread would leave three.
    driver.until(lambda: threading.active_count() <= threads + 1, seconds=60.0)
    driver.until(lambda: footprint()[0] <= files)
    assert footprint()[1] - memory < MOST_GROWTH


@pytest.mark.parametrize("by", ["button", "escape", "quit"])
def test_a_game_that_could_not_be_kept_is_spoken_of_on_leaving(driver, monkeypatch, by):
    play = driver.play("isolation", "human", "human")
    driver.click_square(play, "d4")

    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        driver.click_square(play, "e5")
        assert "not being saved: No space left" in play.notice.said
        if by == "quit":
            driver.app.quit()
            driver.app.close()
            assert any("could not be saved: No space left" in line for line in driver.app.parting)
            return
        leave(driver, by)
    assert "could not be saved: No space left" in driver.app.scenes[0]._problem
