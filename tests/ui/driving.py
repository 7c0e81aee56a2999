"""Drives a window without a display as a person would: by events."""

import os
import time
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame
import pytest

from engines.contract import EXACT, EngineFailure, RootMove, Thought
from engines.player_kinds import PlayerSpec
from engines.player_text import parse_player
from games.record import Record
from games.registry import load_game
from study.game.session import Session
from study.game.watched_files import WatchedFiles
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings, UiSettings
from study.settings.settings_store import SettingsStore
from ui.kit.drop_down import DropDown
from ui.kit.sheet import Zone
from ui.panels.parts.panel import Panel
from ui.scenes.home.home import Home
from ui.scenes.play.play import ROUND, Play
from ui.scenes.progress_dialog import ProgressDialog
from ui.theme import Theme
from ui.window import Window


class FirstMove:
    """An engine that plays the first legal move, compiles nothing, and fails on demand."""

    name = "first move"

    def __init__(self) -> None:
        self.fails = False
        self.waits = 0.0
        self.asked = 0

    def prepare(self, game_name: str) -> None:
        pass

    def think(self, position, publish=None, stop=None, only=()) -> Thought:  # type: ignore[no-untyped-def]
        self.asked += 1
        if self.fails:
            raise EngineFailure("the engine has a headache")
        end = time.perf_counter() + self.waits
        while time.perf_counter() < end and not (stop and stop.requested):
            time.sleep(0.001)
        rows = tuple(RootMove(move, 0.0, EXACT) for move in position.moves)
        move = position.moves[0]
        return Thought(position, move, 0.0, 1, len(rows), 0.001, (move,), rows)

    def peek(self) -> tuple[int, int]:
        return 1, 1

    def close(self) -> None:
        pass


PAUSE = 0.004
"""Seconds between two frames of a driver that waits. Without a pause, frames would take the processor from
the work that is waited for."""


WATCHING: list[WatchedFiles] = []
"""The watchers of all windows that a module of tests has opened. That of a window that is never closed would
read the files to the end of the process, while other tests change them."""


class Driver:
    """A window with a mouse and a keyboard."""

    def __init__(
        self,
        folder: Path,
        size: tuple[int, int] = (1280, 720),
        scale: float = 1.0,
        problems: list[str] | None = None,
        theme: str = "dark",
        animation: bool = False,
    ) -> None:
        settings = Settings(ui=UiSettings(scale=scale, theme=theme, animation=animation, pace=0.0))
        self.patient = True
        self.saves = Saves(folder)
        self.engine = FirstMove()
        self.store = SettingsStore.of(settings, folder / "settings.yaml")
        self.store.problems += problems or []
        self.window = Window(self.store, self.saves, size, resizable=False)
        self.app = self.window.app
        WATCHING.append(self.app.watched)
        pygame.event.clear()
        self._drawn = False  # the home screen, which most tests leave at once

    def play(
        self,
        game: str,
        white: str,
        black: str,
        text: str | None = None,
        seed: int = 0,
        record: Record | None = None,
    ) -> Play:
        """Opens a play screen whose programs are all `self.engine`."""
        players = (parse_player(white, game), parse_player(black, game))
        record = record or Record.start(load_game(game), self.app.settings.options_for(game), text)

        def make(spec: PlayerSpec, game: str, seed: int) -> FirstMove:
            return self.engine

        session = Session(record, players, self.app.settings, self.saves, seed, engine_maker=make)
        play = self.window.play(session)
        self.frame()
        return play

    def frame(self, count: int = 1) -> None:
        """Draws `count` frames, then as many as a round of drawing needs to end, and, if the driver is
        `patient`, as many as the reading of files takes."""
        self._drawn = True
        for _ in range(count):
            self.app.frame()
        self._end_round()
        deadline = time.perf_counter() + 120
        while self.patient and self.app.running and self.waits_for_files:
            assert time.perf_counter() < deadline, "no file is read to its end"
            self.app.frame()
            time.sleep(PAUSE)
            if not self.waits_for_files:
                self.app.frame()  # shows what was read
                self._end_round()

    def texts(self) -> list[str]:
        """The texts of the labels of a newly drawn frame, each in full."""
        sheet = self.app.event_router.sheet
        sheet.labels = []
        self.app.redraw()
        self.frame()
        found = [label.wanted for label in sheet.labels]
        sheet.labels = None
        return found

    def _end_round(self) -> None:
        """Draws as many frames as a round of drawing needs to end, and one that it led to. What a busy frame
        leaves to a later one does not count: on a busy computer there are many such frames."""
        steps = 0
        while steps < 2 * len(ROUND):
            scene = self.app.scene
            if not (self.app.running and isinstance(scene, Play) and scene.rounds.open):
                return
            self.app.frame()
            steps += scene.rounds.left == 0

    @property
    def waits_for_files(self) -> bool:
        scene = self.app.scene
        return isinstance(scene, ProgressDialog) or (isinstance(scene, Home) and scene.history.reading)

    def until(self, condition: Callable[[], object], seconds: float = 60.0) -> None:
        """Draws frames until a condition holds; fails after `seconds`."""
        deadline = time.perf_counter() + seconds
        while not condition():
            assert time.perf_counter() < deadline, "it did not happen in time"
            self.frame()
            time.sleep(PAUSE)

    def move_mouse(self, pos: tuple[int, int], pressed: bool = False) -> None:
        pygame.event.post(
            pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(int(pressed), 0, 0))
        )
        self.frame()

    def press(self, pos: tuple[int, int], button: int = 1) -> None:
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button))
        self.frame()

    def release(self, pos: tuple[int, int], button: int = 1) -> None:
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=button))
        self.frame()

    def click(self, pos: tuple[int, int]) -> None:
        self.move_mouse(pos)
        self.press(pos)
        self.release(pos)

    def click_square(self, play: Play, square: str) -> None:
        self.click(play.board.picture.pixel_of(square))

    def drag(self, play: Play, start: str, end: str) -> None:
        a, b = play.board.picture.pixel_of(start), play.board.picture.pixel_of(end)
        self.move_mouse(a)
        self.press(a)
        self.move_mouse(((a[0] + b[0]) // 2, (a[1] + b[1]) // 2), True)
        self.move_mouse(b, True)
        self.release(b)

    def key(self, key: int, mod: int = 0, place: int = 0, typed: str = "") -> None:
        """Presses a key, by its code on the layout; at a place of the keyboard, typing a character."""
        self._post_key(key, mod, place, typed)
        self.frame()

    def _post_key(self, key: int, mod: int, place: int = 0, typed: str = "") -> None:
        event = pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=typed, scancode=place)
        pygame.event.post(event)

    def type(self, text: str) -> None:
        """Enters text as the keyboard, or an input method, does."""
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        self.frame()

    def wheel(self, notches: int) -> None:
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches))
        self.frame()

    def zone(self, key: Hashable) -> Zone | None:
        """The last drawn zone with that key: a control is its own key."""
        if not self._drawn:
            self.frame()
        return self.app.event_router.sheet.zone(key)

    def rect(self, key: Hashable) -> pygame.Rect:
        zone = self.zone(key)
        assert zone is not None, f"nothing is drawn for {key}"
        return zone.rect

    def click_on(self, key: Hashable) -> None:
        """Clicks a control."""
        self.click(self.rect(key).center)

    def tip_at(self, pos: tuple[int, int]) -> str:
        """The tooltip at a pixel."""
        self.move_mouse(pos)
        zone = self.app.event_router.sheet.zone_at(pos)
        assert zone is not None
        return zone.tip if isinstance(zone.tip, str) else zone.tip()

    @property
    def focused(self) -> Hashable | None:
        return self.app.event_router.sheet.focused

    def tab_to(self, key: Hashable, mod: int = 0) -> None:
        """Presses Tab until a control has the focus, several times between two frames where possible."""
        for _ in range(200):
            for _ in range(self._tabs_to(key, -1 if mod & pygame.KMOD_SHIFT else 1)):
                self._post_key(pygame.K_TAB, mod)
            self.frame()
            if self.focused == key:
                return
        raise AssertionError(f"Tab never reaches {key}")

    def _tabs_to(self, key: Hashable, step: int) -> int:
        """How many presses lead to a control as the screen is drawn, or to a zone that will change the
        screen; 1 where that is not known."""
        zones = self.app.event_router.sheet.active()[::step]
        ring = [zone for zone in zones if zone.focusable and (zone.rect or zone.reached)]
        keys = [zone.key for zone in ring]
        if key not in keys or self.focused not in keys:
            return 1
        start = keys.index(self.focused) + 1
        following = (ring * 2)[start : start + len(ring)]
        return next(i for i, zone in enumerate(following, 1) if zone.key == key or zone.reached)

    def close(self) -> None:
        self.app.close()


def outside(dropdown: DropDown, kind: str, file: str = "") -> PlayerSpec:
    """The option for another program of a kind, or for a person's own file, in a drop-down of players."""
    specs = (option.value for option in dropdown.options if isinstance(option.value, PlayerSpec))
    return next(spec for spec in specs if (spec.kind, spec.file) == (kind, file))


def open_page(driver: Driver, play: Play, panel: Panel) -> None:
    """Clicks a panel's tab, or its row in the Lab."""
    tab, row = ("tab", 0, play.dock.panels.index(panel)), ("lab", panel.title)
    if driver.zone(tab) is None:
        driver.click_on(("tab", 0, len(play.dock.panels)))
        driver.frame()
        if not driver.rect(row).height:
            driver.tab_to(row)  # scrolls to it
    driver.click_on(row if driver.zone(tab) is None else tab)


def choose(driver: Driver, dropdown: DropDown, value: object) -> None:
    """Unfolds a drop-down and clicks the row of a value."""
    driver.click_on(dropdown)
    assert dropdown.open
    row = [option.value for option in dropdown.options].index(value)
    dropdown.list.light(row)
    driver.frame()
    driver.click(dropdown.list.area(row).center)
    assert not dropdown.open and dropdown.value == value


def opening_in(windows: Sequence[tuple[tuple[int, int], float]]) -> Any:
    """A fixture `opening` for each of these windows, given by size and scale."""

    @pytest.fixture(params=windows, ids=lambda window: f"{window[0][0]}x{window[0][1]} at {window[1]}")
    def opening(request: Any) -> dict[str, Any]:
        return dict(zip(("size", "scale"), request.param, strict=True))

    return opening


def texts_written(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All texts of a frame, those on boards included, as they are asked for."""
    written: list[str] = []
    text_of = Theme.text

    def text(theme: Theme, surface: Any, at: Any, text: str, *how: Any, **more: Any) -> Any:
        written.append(text)
        return text_of(theme, surface, at, text, *how, **more)

    monkeypatch.setattr(Theme, "text", text)
    driver.app.redraw()
    driver.frame()
    return written
