"""How one screen opens another. Screens use this interface and do not know each other; `ui.window`, which
knows all of them, implements it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from engines.jobs import Work
from engines.player_kinds import PlayerSpec
from games.contract import GamesFile, Options
from study.game.session import Session
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from study.state.wishes import AskCase
from study.suites.suite_browser import SuiteBrowser
from study.suites.suites import Case

Pair = tuple[PlayerSpec, PlayerSpec]
"""The players of White and of Black."""


@dataclass(frozen=True)
class DialogAnswer:
    """A button below a question. With `needs_all` it may be pressed only once the end of everything asked
    about has been in view."""

    label: str
    tooltip: str
    action: Callable[[], object]
    needs_all: bool = False


class Navigation(Protocol):
    """Opens screens above the current one, which is shown again when such a screen is left."""

    @property
    def settings(self) -> Settings: ...

    @property
    def saves(self) -> Saves | None:
        """The folder of saved games; None if games are not saved."""

    def home(self) -> None:
        """Goes back to the home screen, or to the first screen on the way that is at work, such as an arena
        whose games are being played. The game stays saved."""

    def back(self) -> None:
        """Leaves the screen on top."""

    def play(self, session: Session) -> object:
        """Shows a game, to play it or step through it."""

    def arena(self, game: str, players: Sequence[PlayerSpec] = ()) -> object:
        """Shows the arena. If one is open below already, goes back to it; else opens one with these
        `players`."""

    def explain(self, game: str, options: Options) -> object:
        """Shows the page of rules of a game that has one, under these rules."""

    def edit(
        self,
        game: str,
        text: str | None,
        players: Pair,
        done: Callable[[str, Pair], None],
        options: Options | None = None,
    ) -> object:
        """Shows the position editor; `done(text, players)` gets a legal position and its players."""

    def own_files(self, game: str) -> object:
        """Shows the person's own heuristics and players, and how to begin one; a new heuristic is for
        `game`."""

    def choose_players(self, game: str, players: Pair, done: Callable[[Pair], None]) -> object:
        """Lets the person choose who plays on; `done(players)` gets both."""

    def add_case(self, asked: AskCase, suites: SuiteBrowser, done: Callable[[Path, Case], None]) -> object:
        """Makes the position a case of a suite; `done` gets the suite's file and the case, and may raise
        BadText."""

    def edit_exercise(self, case: Case, needs: bool, accept: str, done: Callable[[Case], None]) -> object:
        """Edits title, question, hints and answer of a case; `done(case)` gets the result, and may raise
        BadText. With `needs` there must be an answer; `accept` is the button's label."""

    def make_pack(self, done: Callable[[Path], object]) -> object:
        """Lets the person choose and order the lesson files of a class pack; `done(path)` gets the pack's
        file once it is saved."""

    def comment(self, on: str, text: str, done: Callable[[str], None]) -> object:
        """Edits a comment on a move; `done(text)` gets it."""

    def choose_file(
        self,
        title: str,
        suffixes: tuple[str, ...],
        done: Callable[[Path], None],
        name: str | None = None,
        adds: bool = True,
    ) -> object:
        """Lets the person choose a file to open or, with a `name`, to save. Saving `adds` to an existing file
        or replaces it. `done(path)` gets the file, and may raise BadText."""

    def choose_game(self, file: GamesFile, done: Callable[[int], None]) -> object:
        """Lets the person choose a game of a file; `done(number)` gets its number, from 1."""

    def ask(
        self,
        title: str,
        text: str,
        exact: Sequence[str],
        answers: Sequence[DialogAnswer],
        unanswered: Callable[[], None],
        code: bool = False,
    ) -> object:
        """Asks a question about `exact`, lines that are shown unchanged. If they are `code`, their line
        breaks are kept. `unanswered()` is called if the person leaves the question without an answer."""

    def wait(self, text: str, work: Work, done: Callable[[Any], None]) -> object:
        """Waits for work with files. `text` says what it does: "Opening games.pgn". `done(result)` gets its
        result, and may raise BadText. If the work fails, the screen below shows why. The work may report how
        many seconds it expects to take."""
