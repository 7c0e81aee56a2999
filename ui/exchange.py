"""Games and positions from and for other programs: files, and text on the clipboard."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from engines.players import HUMAN, PlayerSpec
from games.contract import BadText
from games.record import Record
from games.registry import game_names, load_game
from study.session import Session
from study.settings import Settings
from ui.boards.registry import has_board

if TYPE_CHECKING:
    from games.pgn import PgnFile, PgnGame
    from ui.app import App

PEOPLE = (PlayerSpec(HUMAN), PlayerSpec(HUMAN))
LARGE = 1_000_000
"""Bytes of a file from which on reading it might hold up the window."""

PGN_BEGINS = re.compile(r"\s*(\[\w+ \"|1\s*\.)")


def looks_like_pgn(text: str) -> bool:
    return PGN_BEGINS.match(text) is not None


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
    """The game for other programs: PGN where there is one, else its moves by number."""
    if record.game.name == "chess":
        from games.pgn import pgn_text

        return pgn_text(record)
    moves = [f"{number}. {ply.text}" for number, ply in enumerate(record.plies, start=1)]
    return f"{record.game.name} {record.positions[0].text}\n{' '.join(moves)}\n"


def session_of_pgn(game: "PgnGame", settings: Settings, saves: object) -> Session:
    """The game that was read, to step through and to go on with, shown from its last position."""
    session = Session(game.record, PEOPLE, settings, saves)  # type: ignore[arg-type]
    names = tuple(game.headers.get(side, "?") for side in ("White", "Black"))
    session.names = (names[0].strip("? "), names[1].strip("? "))
    session.headers = dict(game.headers)
    session.comments = dict(game.comments)
    if game.problem:
        session.remarks.append(game.problem)
    return session


def open_pgn(app: "App", file: "PgnFile") -> None:
    """Shows a file's only game, or the list of its games. BadText where the game cannot begin."""
    from ui.scenes.chooser import PgnGames
    from ui.scenes.play import Play

    def show(number: int) -> None:
        options = app.settings.options_for("chess")
        game = file.load(number, options)  # type: ignore[arg-type]
        app.push(Play(app, session_of_pgn(game, app.settings, app.saves)))

    if len(file.entries) == 1:
        options = app.settings.options_for("chess")
        game = file.load(1, options)  # type: ignore[arg-type]
        unwind(app)
        app.push(Play(app, session_of_pgn(game, app.settings, app.saves)))
    else:
        unwind(app)
        app.push(PgnGames(app, file, show))


def open_file(app: "App", path: Path) -> None:
    """Opens a PGN file, or a file with a position's text. BadText names the file."""
    from games.pgn import PgnFile
    from ui.scenes.reading import Reading

    try:
        large = path.is_file() and path.stat().st_size > LARGE
    except OSError:
        large = False  # `PgnFile.open` will say why it cannot be read
    if large:
        app.push(Reading(app, path, lambda: PgnFile.open(path), lambda file: open_pgn(app, file)))
    else:
        open_pgn(app, PgnFile.open(path))


def unwind(app: "App") -> None:
    """Back to the home screen; what was played stays saved."""
    while len(app.scenes) > 1:
        app.pop()
