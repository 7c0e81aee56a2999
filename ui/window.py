"""Puts the window together: the only module that knows every scene and opens one from another."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from engines.compiling import kernel_processes, uncompiled_searches
from engines.jobs import Work
from engines.player_kinds import PlayerSpec
from games.contract import BadText, GamesFile, Options
from games.data_folder import channel_folder
from games.installation import PROGRAM
from games.record import Record
from games.registry import load_game
from study.game.precompile import Precompile
from study.game.session import Session
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from study.settings.settings_store import SettingsStore
from study.state.wishes import AskCase
from study.suites.suite_browser import SuiteBrowser
from study.suites.suites import Case
from study.user_files.read_file import FileContent
from ui.app import App
from ui.boards.registry import has_board
from ui.devices import NoDisplay, has_display, open_display
from ui.frame_report import FrameReport
from ui.import_games import open_file, show_file
from ui.navigation import DialogAnswer, Pair
from ui.scenes.confirm_dialog import ConfirmDialog
from ui.scenes.home.home import Home
from ui.scenes.play.change_players import Players
from ui.scenes.play.play import Play
from ui.scenes.progress_dialog import ProgressDialog
from ui.scenes.rules_page import RulesPage
from ui.scenes.scene import Scene

if TYPE_CHECKING:  # imported when first shown, to keep them out of the first frame
    from ui.scenes.add_case import AddCase
    from ui.scenes.arena.arena import Arena
    from ui.scenes.class_pack_maker import ClassPackMaker
    from ui.scenes.comment_dialog import CommentDialog
    from ui.scenes.editor.editor import Editor
    from ui.scenes.exercise_fields import ExerciseFields
    from ui.scenes.file_chooser import FileChooser
    from ui.scenes.pgn_games import PgnGames
    from ui.scenes.settings_page import SettingsPage
    from ui.scenes.user_files import UserFilesScreen

Shown = TypeVar("Shown", bound=Scene)


@dataclass(frozen=True)
class GameAtStart:
    """A game that the window shows at its start, instead of the home screen."""

    game: str
    white: PlayerSpec
    black: PlayerSpec
    position_text: str | None = None
    seed: int = 0


class Window:
    """The window's `app` and the navigation between its scenes (`ui.navigation.Navigation`), with the home
    screen at the bottom. For `size` and `resizable` see `App`."""

    def __init__(
        self,
        store: SettingsStore,
        saves: Saves | None = None,
        size: tuple[int, int] | None = None,
        resizable: bool = True,
    ) -> None:
        self.app = App(store, self.show_settings, saves, size, resizable)
        self._precompile = Precompile(store.settings)
        self._show(Home(self.app, self, self._precompile))

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
        while len(self.app.scenes) > 1 and not self.app.scene.at_work:
            self.app.pop()

    def back(self) -> None:
        self.app.pop()

    def play(self, session: Session, prepares: bool = True) -> Play:
        self._precompile.go_on(session.study.record.game.name, session.study.players)
        return self._show(Play(self.app, self, session, prepares))

    def arena(self, game: str, players: Sequence[PlayerSpec] = ()) -> "Arena":
        from ui.scenes.arena.arena import Arena

        self._precompile.go_on(game, ())
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
        self,
        game: str,
        text: str | None,
        players: Pair,
        done: Callable[[str, Pair], None],
        options: Options | None = None,
    ) -> "Editor":
        from ui.scenes.editor.editor import Editor

        return self._show(Editor(self.app, game, text, players, done, options))

    def own_files(self, game: str) -> "UserFilesScreen":
        from ui.scenes.user_files import UserFilesScreen

        return self._show(UserFilesScreen(self.app, game))

    def choose_players(self, game: str, players: Pair, done: Callable[[Pair], None]) -> Players:
        return self._show(Players(self.app, game, players, done))

    def add_case(self, asked: AskCase, suites: SuiteBrowser, done: Callable[[Path, Case], None]) -> "AddCase":
        from ui.scenes.add_case import AddCase

        return self._show(AddCase(self.app, asked, suites, done))

    def edit_exercise(
        self, case: Case, needs: bool, accept: str, done: Callable[[Case], None]
    ) -> "ExerciseFields":
        from ui.scenes.exercise_fields import ExerciseFields

        return self._show(ExerciseFields(self.app, case, needs, accept, done))

    def make_pack(self, done: Callable[[Path], object]) -> "ClassPackMaker":
        from ui.scenes.class_pack_maker import ClassPackMaker

        return self._show(ClassPackMaker(self.app, self, done))

    def comment(self, on: str, text: str, done: Callable[[str], None]) -> "CommentDialog":
        from ui.scenes.comment_dialog import CommentDialog

        return self._show(CommentDialog(self.app, on, text, done))

    def choose_file(
        self,
        title: str,
        suffixes: tuple[str, ...],
        done: Callable[[Path], None],
        name: str | None = None,
        adds: bool = True,
    ) -> "FileChooser":
        from ui.scenes.file_chooser import FileChooser

        return self._show(FileChooser(self.app, title, suffixes, done, name, adds))

    def choose_game(self, file: GamesFile, done: Callable[[int], None]) -> "PgnGames":
        from ui.scenes.pgn_games import PgnGames

        return self._show(PgnGames(self.app, file, done, partial(open_file, self)))

    def ask(
        self,
        title: str,
        text: str,
        exact: Sequence[str],
        answers: Sequence[DialogAnswer],
        unanswered: Callable[[], None],
        code: bool = False,
    ) -> ConfirmDialog:
        return self._show(ConfirmDialog(self.app, title, text, exact, answers, unanswered, code))

    def wait(self, text: str, work: Work, done: Callable[[Any], None]) -> ProgressDialog:
        return self._show(ProgressDialog(self.app, text, self.app.files.do(work, text), done))


def record_at_start(opening: GameAtStart, settings: Settings) -> Record:
    """The game to start with. Raises BadText for a game without a board or a position that it cannot take."""
    if not has_board(opening.game):
        raise BadText(f"game: the window has no board for {opening.game} yet")
    options = settings.options_for(opening.game)
    return Record.start(load_game(opening.game), options, opening.position_text)


def run_window(
    store: SettingsStore,
    saves: Saves | None = None,
    opening: GameAtStart | FileContent | Path | None = None,
    frames: int | None = None,
    process_started: float | None = None,
    size: tuple[int, int] | None = None,
) -> FrameReport:
    """Opens the window and runs it until it is closed, or for `frames` frames.

    `opening` is what the window shows first. A path is opened like a file that is dropped onto the window.
    `process_started` (`time.perf_counter`) counts as the start of the process if the system does not report
    that. Raises BadText for a `GameAtStart` without a board or with an impossible position, and NoDisplay
    if there is no display. With a number of `frames`, no display is needed.
    """
    record = None
    if isinstance(opening, GameAtStart):  # before the window opens: a mistake goes to the terminal
        record = record_at_start(opening, store.settings)
    if frames is None:
        open_display()
        if not has_display():
            raise NoDisplay("there is no display to open a window on; see --help for what needs none")
        kernel_processes.begin()
        uncompiled_searches.begin()
    try:
        window = Window(store, saves, size)
        return _run(window, opening, record, frames, process_started)
    finally:
        uncompiled_searches.end()
        kernel_processes.end()


def _run(
    window: Window,
    opening: GameAtStart | FileContent | Path | None,
    record: Record | None,
    frames: int | None,
    process_started: float | None,
) -> FrameReport:
    """Opens what the window starts with, and runs it until it is closed."""
    app = window.app
    app.report.process_started = process_started
    try:
        if frames is None:
            app.arriving.listen(channel_folder())
        if isinstance(opening, Path):
            app.arriving.waiting.append(opening)
        elif isinstance(opening, GameAtStart):
            assert record is not None, "made above"
            players = opening.white, opening.black
            if window.saves is not None:
                window.saves.trusted.choose(players)
            window.play(Session(record, players, window.settings, window.saves, opening.seed))
        elif opening is not None:
            show_file(window, opening)
        return app.run(frames)
    finally:
        app.close()
        for line in app.parting:  # no window is left for them
            print(f"{PROGRAM}: {line}", file=sys.stderr)
