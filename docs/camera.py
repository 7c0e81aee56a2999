"""A window without a display, led by events as by a person, and photographed."""

import os
import time
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Literal, TypeVar

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from engines.player_text import make_engine, parse_player
from engines.subprocesses import user_players
from games.compiling.kept_kernels import keep_kernels_in
from games.random_stream import Draws
from games.record import Record
from games.registry import load_game
from heuristics.registry import look_in
from study.game.session import Session
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings, UiSettings
from study.settings.settings_store import SettingsStore
from study.state.study import Study
from ui.display import SIZE
from ui.panels.parts.panel import Panel
from ui.scenes.home.home import Home
from ui.scenes.play.play import Play
from ui.scenes.progress_dialog import ProgressDialog
from ui.window import Window

PATIENCE = 300.0
"""The most seconds that one step may take, compilation included."""

SETTLED_FRAMES = 12
"""How many frames are drawn once all is known. By then everything that is drawn in parts is there."""

POINTER = ((0, 0), (0, 17), (4, 13), (7, 19), (10, 18), (7, 12), (12, 12))
"""The corners of a mouse pointer, in design pixels."""

PanelKind = TypeVar("PanelKind", bound=Panel)


class Camera:
    """A window over a data folder of its own. `frames` are the pictures taken, with the seconds for which
    each is shown."""

    def __init__(
        self,
        folder: Path,
        size: tuple[int, int] = SIZE,
        scale: float = 1.0,
        theme: Literal["dark", "light"] = "dark",
        board_colours: Literal["theme", "wood", "sea"] = "theme",
    ) -> None:
        looks = UiSettings(scale=scale, theme=theme, board_colours=board_colours, animation=False)
        settings = Settings(ui=looks, data_folder=folder)
        look_in(settings.own_heuristics)
        user_players.look_in(settings.own_players)
        keep_kernels_in(settings.kernel_folder)
        self.folder = folder
        self.store = SettingsStore.of(settings, folder / "settings.yaml")
        self.window = Window(self.store, Saves(folder), size, resizable=False)
        self.app = self.window.app
        self.frames: list[tuple[pygame.Surface, float]] = []

    def close(self) -> None:
        self.app.close()

    # What is shown

    @property
    def screen(self) -> Play:
        """The play screen, which must be shown."""
        assert isinstance(self.app.scene, Play)
        return self.app.scene

    @property
    def study(self) -> Study:
        return self.screen.session.study

    def play(
        self,
        game: str,
        white: str = "human",
        black: str = "human",
        position: str | None = None,
        moves: str = "",
        seed: int = 0,
    ) -> Play:
        """A game after `moves`, in the notation of the command line; its programs are paused."""
        record, draws = Record.start(load_game(game), self.app.settings.options_for(game), position), Draws(1)
        for text in moves.split():
            move = record.position.parse_move(text)
            record.play(move, record.draw_chance(move, draws))
        players = parse_player(white, game), parse_player(black, game)
        session = Session(record, players, self.app.settings, self.app.saves, seed, plays=False)
        play = self.window.play(session)
        self.settle()
        return play

    def search(self, player: str) -> None:
        """Searches the shown position, as an analysis does."""
        position = self.study.position
        engine = make_engine(parse_player(player, position.game.name), position.game.name)
        try:
            self.study.search_store.keep(engine.think(position))
        finally:
            engine.close()
        self.settle()

    def page(self, kind: type[PanelKind]) -> PanelKind:
        """Opens a page in its usual place."""
        dock = self.screen.dock
        panel = next(panel for panel in dock.panels if isinstance(panel, kind))
        if panel not in (dock.upper, dock.foot, dock.stage):
            dock.show(panel, self.study)
        self.settle()
        return panel

    def zone(self, key: Hashable) -> pygame.Rect:
        found = self.app.event_router.sheet.zone(key)
        assert found is not None, f"nothing is drawn for {key}"
        return found.rect

    # Time

    def frame(self) -> None:
        self.app.frame()
        time.sleep(0.001)

    def until(self, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Draws frames until a condition holds."""
        end = time.perf_counter() + seconds
        while not condition():
            assert time.perf_counter() < end, "it did not happen in time"
            self.frame()

    def redraw(self) -> None:
        """Draws a frame completely."""
        self.app.redraw()
        self.frame()
        self.until(lambda: not isinstance(self.app.scene, Play) or not self.app.scene.rounds.open)

    def settle(self) -> None:
        """Draws frames until everything shown is computed and drawn."""
        self.app.redraw()
        self.frame()
        self.until(lambda: not self._busy)
        for _ in range(SETTLED_FRAMES):
            self.app.redraw()
            self.frame()

    @property
    def _busy(self) -> bool:
        scene = self.app.scene
        if isinstance(scene, Play):
            return scene.rounds.open or scene.session.study.facts.busy
        return isinstance(scene, ProgressDialog) or (isinstance(scene, Home) and scene.history.reading)

    # Actions of the person

    def key(self, key: int, mod: int = 0, unicode: str = "") -> None:
        self._post(pygame.KEYDOWN, key=key, mod=mod, unicode=unicode, scancode=0)

    def type(self, text: str) -> None:
        self._post(pygame.TEXTINPUT, text=text)

    def point(self, at: tuple[int, int]) -> None:
        self._post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))

    def click(self, at: tuple[int, int], button: int = 1) -> None:
        self.point(at)
        self._post(pygame.MOUSEBUTTONDOWN, pos=at, button=button)
        self._post(pygame.MOUSEBUTTONUP, pos=at, button=button)

    def click_on(self, key: Hashable) -> None:
        """Clicks a control, then takes the pointer away from it."""
        self.click(self.zone(key).center)
        self.point((1, 1))

    def click_square(self, square: str, button: int = 1) -> None:
        self.click(self.screen.board.picture.pixel_of(square), button)

    def _post(self, kind: int, **about: object) -> None:
        pygame.event.post(pygame.event.Event(kind, about))
        self.app.frame()

    def point_at_text(self, text: str) -> None:
        """Moves the mouse to a text."""
        sheet = self.app.event_router.sheet
        sheet.labels = []
        self.app.redraw()
        self.frame()
        found = next(label.place for label in sheet.labels if label.shown == text)
        sheet.labels = None
        self.point(found.center)

    # Pictures

    def show_file(self, path: Path) -> None:
        """Adds the picture in a file."""
        self.frames.append((pygame.image.load(str(path)), 0.0))

    def shoot(self, seconds: float = 0.0, pointer: tuple[int, int] | None = None) -> None:
        """Takes a picture of the window, with the mouse pointer if its place is given."""
        taken = self.app.surface.copy()
        if pointer is not None:
            unit = self.app.theme.scale
            corners = [(pointer[0] + x * unit, pointer[1] + y * unit) for x, y in POINTER]
            pygame.draw.polygon(taken, (255, 255, 255), corners)
            pygame.draw.aalines(taken, (0, 0, 0), True, corners)
        self.frames.append((taken, seconds))
