"""Reads a file that a person opens: a saved game, a lesson file, a class pack, a suite, games of another
program, or the text of a position. The kind depends on the suffix and, if that does not tell it, on the
beginning of the text."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from games.contract import BadText, FileFormat, GamesFile, ReadGame
from games.game_text import is_game_text, read_game_text
from games.record import Record
from games.registry import entry, file_formats, load_game
from games.text_files import read_first_text, read_text
from study.exercises.open_lesson import opened_lesson, opened_pack
from study.lesson_files.class_pack import PACK_SUFFIX, read_pack
from study.lesson_files.lesson_file import HEAD as LESSON
from study.lesson_files.lesson_file import is_lesson, read_lesson
from study.saved_games.game_to_open import GameToOpen
from study.saved_games.saved_games import SUFFIX, Saves
from study.settings.settings import Settings
from study.suites.suites import Suite, read_suite
from study.suites.suites import suffixes as suite_suffixes

POSITION_SUFFIXES = (".txt", ".fen")
"""Suffixes of files that may have a position. Files with an unknown suffix may have one, too."""

HEAD_BYTES = 1 << 16
MOST_POSITION_BYTES = 1 << 20

SAVED = re.compile(r'\s*\{\s*"plyglass"')
SUITE = re.compile(r"^(game|cases|rules|description)\s*:", re.MULTILINE)
"""A line that only a suite has."""

Read = TypeVar("Read")


@dataclass(frozen=True)
class ExchangedGames:
    """The games in a file of another program, all of `game`; `only` is the one if there is only one."""

    game: str
    format: FileFormat
    file: GamesFile
    only: ReadGame | None


FileContent = GameToOpen | Suite | ExchangedGames | Record
"""A saved game, lesson or class pack; a suite; games of another program; or the game of a text, which may be
a position only."""


def file_suffixes(games: Sequence[str]) -> tuple[str, ...]:
    """The suffixes of files that can be opened, in lower case."""
    formats = (format.suffix for _, format in file_formats(games))
    return tuple(dict.fromkeys((SUFFIX, PACK_SUFFIX, *formats, *suite_suffixes(), *POSITION_SUFFIXES)))


def read_file(path: Path, settings: Settings, saves: Saves, games: Sequence[str]) -> FileContent:
    """The content of a file that belongs to one of `games`. A position is read by the first of these games
    that can. A saved game is opened to be continued, so its file is locked. On failure raises a BadText that
    says what kind of file it is and what is wrong."""
    formats = list(file_formats(games))
    suffix = path.suffix.lower()
    text = ""
    named = next((found for found in formats if found[1].suffix == suffix), None)
    if suffix not in (SUFFIX, PACK_SUFFIX, *suite_suffixes()) and named is None:
        # The suffix does not say the kind, so the beginning of the text must.
        text = read_first_text(path, HEAD_BYTES, str(path))
    if suffix == PACK_SUFFIX:
        return _naming("class pack", lambda: _of_a_game(opened_pack(read_pack(path), saves.data), games))
    if (suffix == SUFFIX and is_lesson(path)) or LESSON.match(text):
        return _naming("lesson file", lambda: _of_a_game(opened_lesson(read_lesson(path), path.stem), games))
    if suffix == SUFFIX or SAVED.match(text):
        return _naming("saved game", lambda: _of_a_game(saves.open(path), games))
    if named is None and text:
        named = next((found for found in formats if found[1].begins(text)), None)
    if named is not None:
        name, format = named
        return _naming(f"{format.name} file", lambda: _games(name, format, path, settings))
    if suffix in suite_suffixes() or SUITE.search(text):
        return _naming("suite", lambda: _suite(path, settings, games))
    text = read_text(path, MOST_POSITION_BYTES)
    try:
        return record_from(text, settings, games)
    except BadText as error:
        kinds = " or ".join(dict.fromkeys(format.name for _, format in formats))
        expected = f"expected a saved game, a lesson file, a suite, {kinds} or a position (in chess, a FEN)"
        title = entry(games[0]).title
        raise BadText(f"{path}: {expected}; as a position of {title}: {error}") from None


def record_from(text: str, settings: Settings, games: Sequence[str]) -> Record:
    """The game of a text (`games.game_text`). If the text is a position, a game that begins with it, for the
    first of `games` that can read it. On failure raises a BadText that says what was expected."""
    if is_game_text(text):
        name = text.split(None, 1)[0]
        if name not in games:
            raise BadText(f"expected a game of {', '.join(games)}, found one of {name}")
        return read_game_text(text, settings.options_for(name))
    text = " ".join(text.split())
    problem = BadText("expected a position, found no text")
    for number, name in enumerate(games if text else ()):
        try:
            return Record.start(load_game(name), settings.options_for(name), text)
        except BadText as error:
            problem = error if number == 0 else problem
    raise problem


def _naming(kind: str, read: Callable[[], Read]) -> Read:
    """The result of `read`. A BadText that it raises names this kind of file, too."""
    try:
        return read()
    except BadText as error:
        raise BadText(f"{kind} {error}") from None


def _of_a_game(opened: GameToOpen, games: Sequence[str]) -> GameToOpen:
    if opened.record.game.name not in games:
        if opened.file is not None:
            opened.file.close()
        raise BadText(f"of {opened.record.game.name}: the window has no board for it")
    return opened


def _suite(path: Path, settings: Settings, games: Sequence[str]) -> Suite:
    suite = read_suite(path, settings)
    if suite.game not in games:
        raise BadText(f"{path}: the window has no board for {suite.game}")
    return suite


def _games(name: str, format: FileFormat, path: Path, settings: Settings) -> ExchangedGames:
    file = format.open(path)
    only = file.load(1, settings.options_for(name)) if len(file.entries) == 1 else None
    return ExchangedGames(name, format, file, only)
