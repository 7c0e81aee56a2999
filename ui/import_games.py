"""Opens files, and text in a format of other programs."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from engines.jobs import Job
from engines.player_kinds import HUMAN, PlayerSpec
from games.contract import FileFormat, GamesFile, ReadGame
from games.registry import file_formats, game_names
from study.game.session import Session
from study.saved_games.game_to_open import GameToOpen
from study.saved_games.read_game import ImportedDetails, names_in
from study.saved_games.saved_games import Saves
from study.state.wishes import Say
from study.suites.suite_browser import opened_suite
from study.suites.suites import Suite
from study.user_files.read_file import ExchangedGames, FileContent, file_suffixes, read_file
from ui.boards.registry import has_board
from ui.navigation import Navigation
from ui.open_game import show_opened

PEOPLE = (PlayerSpec(HUMAN), PlayerSpec(HUMAN))
BYTES_A_SECOND = 10e6
"""Bytes of PGN that are read in a second, to estimate how long a file takes. Measured with `PgnFile.open`."""


def format_of_text(text: str) -> tuple[str, FileFormat] | None:
    """The game and the file format that a text seems to have; None if it looks like none."""
    formats = file_formats(filter(has_board, game_names()))
    return next((found for found in formats if found[1].begins(text)), None)


def open_games(navigation: Navigation, name: str, read: Callable[[Job], GamesFile], source: str) -> None:
    """Shows the only game of a file, or the list of its games. `name` is the kind of game, such as "chess". A
    job calls `read`; meanwhile the screen says that `source` is being opened."""
    options = navigation.settings.options_for(name)

    def read_all(job: Job) -> tuple[GamesFile, ReadGame | None]:
        file = read(job)
        return file, file.load(1, options) if len(file.entries) == 1 else None

    def show(found: tuple[GamesFile, ReadGame | None]) -> None:
        _show_games(navigation, name, *found)

    navigation.wait(f"Opening {source}", read_all, show)


def _show_games(navigation: Navigation, name: str, file: GamesFile, only: ReadGame | None) -> None:
    """Shows the only game of a file, or the list of its games."""
    options = navigation.settings.options_for(name)

    def show(game: ReadGame) -> None:
        opened = ImportedDetails(names_in(game.headers), dict(game.headers))
        session = Session(game.record, PEOPLE, navigation.settings, navigation.saves, opened=opened)
        for remark in filter(None, (game.problem, game.record.not_kept)):
            session.study.wish(Say(remark))
        navigation.play(session)

    def choose(number: int) -> None:
        navigation.wait(f"Opening game {number}", lambda job: file.load(number, options), show)

    navigation.home()
    if only is not None:
        show(only)
    else:
        navigation.choose_game(file, choose)


def open_text(navigation: Navigation, name: str, format: FileFormat, text: str, source: str) -> None:
    """Opens a text that looks like games of a file; `source` says where it came from."""
    open_games(navigation, name, lambda job: format.of_text(text, source), source)


def games_shown(first: str = "") -> tuple[str, ...]:
    """The games that the window can show, `first` before the others."""
    return tuple(sorted(filter(has_board, game_names()), key=lambda name: name != first))


def open_file(navigation: Navigation, path: Path, game: str = "") -> None:
    """Opens a saved game, a suite, another program's games or a position. A position is first read as a
    position of `game`. Problems with the file are shown on the current screen."""
    saves, settings = navigation.saves or Saves(navigation.settings.data_folder), navigation.settings

    def read(job: Job) -> FileContent:
        with suppress(OSError, ValueError):  # opening the file will say why it cannot be read
            job.report(path.stat().st_size / BYTES_A_SECOND)
        return read_file(path, settings, saves, games_shown(game))

    navigation.wait(f"Opening {path.name}", read, lambda found: show_file(navigation, found))


def show_file(navigation: Navigation, found: FileContent) -> None:
    """Shows the content of a file, above the home screen or a screen that is at work. Raises BadText if a
    saved game's players cannot play here. Asks the person before it starts a program that the file names
    and the person has not agreed to yet."""
    if isinstance(found, ExchangedGames):
        _show_games(navigation, found.game, found.file, found.only)
        return
    if isinstance(found, GameToOpen):
        show_opened(navigation, found)
    elif isinstance(found, Suite):
        show_opened(navigation, opened_suite(found))
    else:
        navigation.home()
        session = Session(found, PEOPLE, navigation.settings, navigation.saves)
        if found.not_kept:
            session.study.wish(Say(found.not_kept))
        navigation.play(session)


def open_some_file(navigation: Navigation, game: str = "") -> None:
    """Lets the person choose a file that can be opened, and opens it."""
    suffixes = file_suffixes(games_shown())
    navigation.choose_file(
        "Open a game, a suite or a position", suffixes, lambda path: open_file(navigation, path, game)
    )
