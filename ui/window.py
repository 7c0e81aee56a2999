"""Where the window is put together: the one module that knows every scene and shows one from another."""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pygame

from engines import kernel_processes
from engines.jobs import Work
from engines.kinds import PlayerSpec
from games.contract import BadText, GamesFile, Options
from games.position import Position
from games.record import Record
from games.registry import load_game
from study.read_file import FileContent
from study.saves import Saves
from study.session import Session
from study.settings import Settings
from study.settings_store import SettingsStore
from study.suites import Case
from study.suites_at_hand import SuitesAtHand
from study.wishes import AskedCase
from ui.app import SIZE, App
from ui.boards.registry import has_board
from ui.exchange import show_file
from ui.frame_report import FrameReport
from ui.scenes.home import Home
from ui.scenes.play import Play
from ui.scenes.players import Players
from ui.scenes.question import Question
from ui.scenes.rules_page import RulesPage
from ui.scenes.scene import Scene
from ui.scenes.waiting import Waiting
from ui.ways import Answer, Pair

if TYPE_CHECKING:  # imported when they are opened, not before the first frame
    from ui.scenes.add_case import AddCase
    from ui.scenes.arena import Arena
    from ui.scenes.chooser import FileChooser, PgnGames
    from ui.scenes.editor import Editor
    from ui.scenes.own_files import OwnFiles
    from ui.scenes.settings_page import SettingsPage

Shown = TypeVar("Shown", bound=Scene)


@dataclass(frozen=True)
class Opening:
    """A game to begin with, instead of the home screen."""

    game: str
    white: PlayerSpec
    black: PlayerSpec
    position_text: str | None = None
    seed: int = 0


class Window:
    """The ways between the scenes of `app` (`ui.ways.Ways`), the home screen lowest."""

    def __init__(self, app: App) -> None:
        self.app = app
        app.open_settings = self.show_settings
        self._show(Home(app, self))

    @property
    def settings(self) -> Settings:
        return self.app.settings

    @property
    def saves(self) -> Saves | None:
        return self.app.saves

    def _show(self, scene: Shown) -> Shown:
        self.app.push(scene)
        return scene

    def home(self) -> None:
        while len(self.app.scenes) > 1:
            self.app.pop()

    def back(self) -> None:
        self.app.pop()

    def play(self, session: Session, prepares: bool = True) -> Play:
        return self._show(Play(self.app, self, session, prepares))

    def arena(self, game: str, players: Sequence[PlayerSpec] = ()) -> "Arena":
        from ui.scenes.arena import Arena

        below = next((scene for scene in self.app.scenes if isinstance(scene, Arena)), None)
        if below is None:
            return self._show(Arena(self.app, self, game, players))
        while self.app.scene is not below:
            self.app.pop()
        return below

    def show_settings(self) -> "SettingsPage":
        from ui.scenes.settings_page import SettingsPage

        return self._show(SettingsPage(self.app))

    def explain(self, game: str, options: Options) -> RulesPage:
        return self._show(RulesPage(self.app, game, options))

    def edit(
        self, game: str, text: str | None, done: Callable[[str], None], options: Options | None = None
    ) -> "Editor":
        from ui.scenes.editor import Editor

        return self._show(Editor(self.app, game, text, done, options))

    def own_files(self, game: str) -> "OwnFiles":
        from ui.scenes.own_files import OwnFiles

        return self._show(OwnFiles(self.app, game))

    def choose_players(self, game: str, players: Pair, done: Callable[[Pair], None]) -> Players:
        return self._show(Players(self.app, game, players, done))

    def add_case(
        self, asked: AskedCase, suites: SuitesAtHand, done: Callable[[Path, Case], None]
    ) -> "AddCase":
        from ui.scenes.add_case import AddCase

        return self._show(AddCase(self.app, asked, suites, done))

    def choose_file(
        self,
        title: str,
        suffixes: tuple[str, ...],
        done: Callable[[Path], None],
        name: str | None = None,
        adds: bool = True,
    ) -> "FileChooser":
        from ui.scenes.chooser import FileChooser

        return self._show(FileChooser(self.app, title, suffixes, done, name, adds))

    def choose_game(self, file: GamesFile, done: Callable[[int], None]) -> "PgnGames":
        from ui.scenes.chooser import PgnGames

        return self._show(PgnGames(self.app, file, done))

    def ask(
        self,
        title: str,
        text: str,
        exact: Sequence[str],
        answers: Sequence[Answer],
        unanswered: Callable[[], None],
    ) -> Question:
        return self._show(Question(self.app, title, text, exact, answers, unanswered))

    def wait(self, text: str, work: Work, done: Callable[[Any], None]) -> Waiting:
        return self._show(Waiting(self.app, text, self.app.files.do(work, text), done))


def check_opening(opening: Opening, settings: Settings) -> None:
    """Raises BadText for a game without a board or a position that the game cannot take."""
    if not has_board(opening.game):
        raise BadText(f"game: the window has no board for {opening.game} yet")
    game = load_game(opening.game)
    Position.start(game, settings.options_for(opening.game), opening.position_text)


def _has_display() -> bool:
    """Whether what is drawn can be seen; SDL quietly draws into memory where it finds no display,
    which is right only for who asked for it by name (SDL_VIDEODRIVER)."""
    return "SDL_VIDEODRIVER" in os.environ or pygame.display.get_driver() not in ("offscreen", "dummy")


def run_window(
    store: SettingsStore,
    saves: Saves | None = None,
    opening: Opening | FileContent | None = None,
    frames: int | None = None,
    process_started: float | None = None,
    size: tuple[int, int] | None = None,
) -> FrameReport:
    """Opens the window and runs it until it is closed, or for `frames` frames.

    `process_started`, of `time.perf_counter`, is taken for the process's start where the system
    does not tell it. Raises BadText where `opening` cannot be, RuntimeError where there is no
    display to show a window on (a number of frames is drawn all the same, unseen).
    """
    if isinstance(opening, Opening):  # before the window opens, so that a mistake is told on the command line
        check_opening(opening, store.settings)
    app = App(store, saves, size or SIZE)
    app.process_started = process_started
    try:
        if frames is None and not _has_display():
            raise RuntimeError("there is no display to open a window on; see --help for what needs none")
        if frames is None:
            kernel_processes.begin()
        window = Window(app)
        if opening is not None and not isinstance(opening, Opening):
            show_file(window, opening)
        elif opening is not None:
            settings = store.settings
            options = settings.options_for(opening.game)
            record = Record.start(load_game(opening.game), options, opening.position_text)
            if saves is not None:
                saves.trusted.choose((opening.white, opening.black))
            window.play(Session(record, (opening.white, opening.black), settings, saves, opening.seed))
        return app.run(frames)
    finally:
        app.close()
        kernel_processes.end()
        for line in app.parting:  # there is no window any more to say it in
            print(f"main.py: {line}", file=sys.stderr)
