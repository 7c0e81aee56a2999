"""Games and positions from and for other programs: files, and text on the clipboard."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from engines.jobs import Job
from engines.kinds import HUMAN, PlayerSpec
from games.contract import BadText, FileFormat, GamesFile, ReadGame
from games.record import Record
from games.registry import game_names, load_game
from study.saves import Saves
from study.session import Session
from study.settings import Settings
from ui.boards.registry import has_board
from ui.ways import Ways

PEOPLE = (PlayerSpec(HUMAN), PlayerSpec(HUMAN))
BYTES_A_SECOND = 10e6
"""How fast PGN is read, to guess how long it will take; measured with `PgnFile.open`."""


def file_formats() -> Iterator[tuple[str, FileFormat]]:
    """Every kind of file with games, and the game that it is of."""
    for name in game_names():
        if has_board(name):
            yield from ((name, format) for format in load_game(name).files)


def format_of_text(text: str) -> tuple[str, FileFormat] | None:
    """The game and the kind of file that a text looks like; None for none."""
    return next((found for found in file_formats() if found[1].begins(text)), None)


def format_of_file(path: Path) -> tuple[str, FileFormat]:
    """The game and the kind of file by the file's suffix; the usual kind where no suffix tells."""
    formats = list(file_formats())
    return next((found for found in formats if found[1].suffix == path.suffix.lower()), formats[0])


def record_from(text: str, settings: Settings, game: str, any_game: bool = False) -> Record:
    """A game that begins with the position that `text` describes: one of `game`, or with
    `any_game` of whatever game can read it. BadText says what `game` misses."""
    text = " ".join(text.split())
    if not text:
        raise BadText("the clipboard holds no text")
    try:
        return Record.start(load_game(game), settings.options_for(game), text)
    except BadText as error:
        problem = error
    for other in game_names() if any_game else ():
        if other != game and has_board(other):
            try:
                return Record.start(load_game(other), settings.options_for(other), text)
            except BadText:
                continue
    raise problem


def moves_text(record: Record) -> str:
    """The game for other programs: as a file of its usual kind, else its moves by number."""
    if record.game.files:
        return record.game.files[0].write(record)
    moves = [f"{number}. {ply.text}" for number, ply in enumerate(record.plies, start=1)]
    return f"{record.game.name} {record.positions[0].text}\n{' '.join(moves)}\n"


def session_of(game: ReadGame, settings: Settings, saves: Saves | None) -> Session:
    """The game that was read, to step through and to go on with, shown from its last position."""
    session = Session(game.record, PEOPLE, settings, saves)
    names = tuple(game.headers.get(side, "?") for side in ("White", "Black"))
    session.opened.names = (names[0].strip("? "), names[1].strip("? "))
    session.opened.headers = dict(game.headers)
    session.opened.comments = dict(game.comments)
    if game.problem:
        session.remarks.append(game.problem)
    return session


def open_games(ways: Ways, name: str, read: Callable[[Job], GamesFile], source: str) -> None:
    """Shows the only game of a file with games of `name`, or their list. `read` is done by a job,
    while the screen says that `source` is being opened."""
    options = ways.settings.options_for(name)

    def show(game: ReadGame) -> None:
        ways.play(session_of(game, ways.settings, ways.saves))

    def read_all(job: Job) -> tuple[GamesFile, ReadGame | None]:
        file = read(job)
        return file, file.load(1, options) if len(file.entries) == 1 else None

    def show_all(found: tuple[GamesFile, ReadGame | None]) -> None:
        file, game = found
        ways.home()
        if game is not None:
            show(game)
        else:
            ways.choose_game(file, lambda number: choose(file, number))

    def choose(file: GamesFile, number: int) -> None:
        ways.wait(f"Opening game {number}", lambda job: file.load(number, options), show)

    ways.wait(f"Opening {source}", read_all, show_all)


def open_text(ways: Ways, name: str, format: FileFormat, text: str) -> None:
    """Opens a text from the clipboard that looks like games of a file."""
    source = "the clipboard"
    open_games(ways, name, lambda job: format.of_text(text, source), source)


def open_file(ways: Ways, path: Path) -> None:
    """Opens a file with games; the screen that asks tells what is wrong with it."""
    name, format = format_of_file(path)

    def read(job: Job) -> GamesFile:
        with suppress(OSError):  # opening it will say why it cannot be read
            job.report(path.stat().st_size / BYTES_A_SECOND)
        return format.open(path)

    open_games(ways, name, read, path.name)


def open_some_file(ways: Ways) -> None:
    """Lets the person choose a file with games, and opens it."""
    formats = [format for _, format in file_formats()]
    names = " or ".join(format.name for format in formats)
    suffixes = tuple(format.suffix for format in formats)
    ways.choose_file(f"Open a {names} file", suffixes, lambda path: open_file(ways, path))
