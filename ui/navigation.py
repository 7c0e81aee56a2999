"""The ways from one screen to another. Scenes ask for them here and know no other scene; the window that
knows them all (`ui.window`) provides them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from engines.jobs import Work
from engines.player_kinds import PlayerSpec
from games.contract import GamesFile, Options
from study.core.settings import Settings
from study.core.wishes import AskedCase
from study.game.session import Session
from study.saved_games.saved_games import Saves
from study.suites.suite_browser import SuiteBrowser
from study.suites.suites import Case

Pair = tuple[PlayerSpec, PlayerSpec]
"""The players of White and of Black."""


@dataclass(frozen=True)
class DialogAnswer:
    """A button under a question; `needs_all` where it may be pressed only while all that is asked about
    can be read."""

    label: str
    tooltip: str
    action: Callable[[], None]
    needs_all: bool = False


class Navigation(Protocol):
    """Each shows a screen above the present one, and returns to it when that screen is left."""

    @property
    def settings(self) -> Settings: ...

    @property
    def saves(self) -> Saves | None:
        """Where games are kept; None where they are not."""

    def home(self) -> None:
        """Leads back to the home screen; what was played stays saved."""

    def back(self) -> None:
        """Leaves the screen on top."""

    def play(self, session: Session) -> object:
        """Shows a game, to play it or step through it."""

    def arena(self, game: str, players: Sequence[PlayerSpec] = ()) -> object:
        """Programs that play each other many times, those of `players` to begin with; the arena below,
        where there is one."""

    def explain(self, game: str, options: Options) -> object:
        """How a game that has a guide is played, under these rules."""

    def edit(
        self,
        game: str,
        text: str | None,
        players: Pair,
        done: Callable[[str, Pair], None],
        options: Options | None = None,
    ) -> object:
        """The position editor: `done(text, players)` gets a position that the game takes, and who plays."""

    def own_files(self, game: str) -> object:
        """The heuristics and players of a person's own, and how to begin one, a heuristic for a game."""

    def choose_players(self, game: str, players: Pair, done: Callable[[Pair], None]) -> object:
        """Who plays on: `done(players)` gets the two that were chosen."""

    def add_case(self, asked: AskedCase, suites: SuiteBrowser, done: Callable[[Path, Case], None]) -> object:
        """A position is made a case: `done(path, case)` gets it with the file of the suite, and may raise
        BadText."""

    def edit_exercise(self, case: Case, needs: bool, accept: str, done: Callable[[Case], None]) -> object:
        """Title, question, hints and answer of a case: `done(case)` gets it as it was written, and may raise
        BadText. `needs`: there must be an answer; `accept` is what the button says."""

    def make_pack(self, done: Callable[[Path], object]) -> object:
        """The lesson files of a class pack, and their order: `done(path)` gets the file once it is saved."""

    def comment(self, on: str, text: str, done: Callable[[str], None]) -> object:
        """A comment on a move: `done(text)` gets it."""

    def choose_file(
        self,
        title: str,
        suffixes: tuple[str, ...],
        done: Callable[[Path], None],
        name: str | None = None,
        adds: bool = True,
    ) -> object:
        """A file to open, or with `name` one to save, which `adds` to what is in it or replaces it:
        `done(path)` gets it, and may raise BadText."""

    def choose_game(self, file: GamesFile, done: Callable[[int], None]) -> object:
        """A game of a file: `done(number)` gets its number, from 1."""

    def ask(
        self,
        title: str,
        text: str,
        exact: Sequence[str],
        answers: Sequence[DialogAnswer],
        unanswered: Callable[[], None],
        code: bool = False,
    ) -> object:
        """A question about `exact`, whose line breaks are shown as such where it is `code`; `unanswered()` is
        called where it is left without an answer."""

    def wait(self, text: str, work: Work, done: Callable[[Any], None]) -> object:
        """Work with files that is waited for; `text` says what it does, as in "Opening games.pgn".
        `done(result)` gets its result, and may raise BadText; the screen that asked tells what
        failed. It may report for how many seconds it expects to work."""
