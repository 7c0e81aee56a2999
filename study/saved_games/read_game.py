"""Reads a game from a saved game or from another program's file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engines.player_kinds import HUMAN
from games.contract import BadText, ReadGame
from games.game_text import is_game_text, read_game_text
from games.record import Record
from games.registry import file_formats, game_names
from games.safe_text import one_line
from games.text_files import mistakes_in, read_text
from study.saved_games.saved_games import Saves, headers_in
from study.settings.settings import Settings

LONGEST_NAME = 60
TEXT_SUFFIX = ".txt"
MOST_TEXT_BYTES = 16 << 20


@dataclass(frozen=True)
class GameOfFile:
    """A game that was read."""

    record: Record
    players: tuple[str, str]
    """White and Black as the file has them; "" if it does not say."""
    problem: str = ""
    """A line that says where the text of another program's file stopped making sense; "" if all was read."""
    not_kept: str = ""
    """A line that says what of the game was left out, and where a pasted text breaks off; "" if all was
    read."""
    names: tuple[str, str] = ("", "")
    """The names of the people who played; "" if the file names nobody."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """The headers of another program's file."""
    seats: tuple[str, str] = (HUMAN, HUMAN)
    """The players' texts of a saved game. In other programs' files people play."""
    searches: tuple[bytes, ...] = ()
    """The lines of a saved game with its searches."""


def read_game(path: Path, settings: Settings, number: int | None = None) -> GameOfFile:
    """The game in a file, or game `number`, from 1, of several. On failure raises a BadText that names the
    file and what is wrong."""
    for name, format in file_formats(game_names()):
        if format.suffix == path.suffix.lower():
            games = format.open(path)
            count = len(games.entries)
            if number is None and count > 1:
                raise BadText(f"{path}: expected the number of a game, 1 to {count}, because it has several")
            if number is not None and not 1 <= number <= count:
                raise BadText(f"{path}: expected a game from 1 to {count}, found {number}")
            game = games.load(number or 1, settings.options_for(name))
            return game_of(game)
    if number is not None and number != 1:
        raise BadText(f"{path}: expected a game from 1 to 1, found {number}")
    if path.suffix.lower() == TEXT_SUFFIX:
        return _of_text(path, settings)
    record, header, searches = Saves(settings.data_folder).load(path)
    players = header["white"], header["black"]
    about, names = headers_in(header), _names(header)
    return GameOfFile(record, players, "", record.not_kept, names, about, players, tuple(searches))


def _of_text(path: Path, settings: Settings) -> GameOfFile:
    """The game of a text that the window has copied or a person has written."""
    text = read_text(path, MOST_TEXT_BYTES)
    if not is_game_text(text):
        raise BadText(f"{path}: expected a line that begins with a game's name, and its moves below")
    options = settings.options_for(text.split(None, 1)[0])
    with mistakes_in(path):
        record = read_game_text(text, options)
    return GameOfFile(record, ("", ""), "", record.not_kept)


def game_of(game: ReadGame) -> GameOfFile:
    """A game of another program's file."""
    names = names_in(game.headers)
    return GameOfFile(game.record, names, game.problem, game.record.not_kept, names, game.headers)


def _names(header: Mapping[str, Any]) -> tuple[str, str]:
    """The people who played one of the shipped example games, or a game from another program's file; "" for a
    program and where the file names nobody."""
    headers = headers_in(header)
    if headers:
        return names_in(headers)
    about = header.get("example")
    names = about.get("names") if isinstance(about, dict) else None
    if not isinstance(names, list) or len(names) != 2 or not all(isinstance(name, str) for name in names):
        return "", ""
    white, black = (one_line(name, LONGEST_NAME) for name in names)
    return white, black


def names_in(headers: Mapping[str, str]) -> tuple[str, str]:
    """The names of the players of White and Black, "" if the headers do not say."""
    return headers.get("White", "").strip("? "), headers.get("Black", "").strip("? ")


@dataclass
class ImportedDetails:
    """The names of the people who played White and Black, "" if no file says; and the headers of its file by
    name."""

    names: tuple[str, str] = ("", "")
    headers: dict[str, str] = field(default_factory=dict)

    def leave(self) -> None:
        """Drops the result, because the game goes on differently from the file."""
        self.headers.pop("Result", None)
