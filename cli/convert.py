"""`main.py convert`: writes a game or a class pack as another kind of file, by the suffix of OUT."""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cli.command_io import settings_of, show
from cli.export import check_folder, write_page
from cli.progress_bars import counted_progress
from cli.side_outputs import Drawing
from engines.player_kinds import HUMAN
from games.contract import BLACK, WHITE, BadText, FileFormat
from games.registry import file_formats, game_names
from games.text_files import write_file
from study.lesson_files.class_pack import PACK_SUFFIX, is_pack, read_pack
from study.lesson_files.lesson_game import game_in, game_of_lesson
from study.lesson_files.pack_writer import lessons_in, write_folder, write_pack
from study.saved_games.game_file import is_owned
from study.saved_games.read_game import GameOfFile, game_of
from study.saved_games.saved_games import SUFFIX, write_game
from study.settings.settings import Settings

PAGES = (".html", ".htm")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "out",
        metavar="OUT",
        type=Path,
        help="the file to write; if it is a folder, each game of FILE becomes a saved game in it, and each "
        "lesson of a class pack a lesson file",
    )


def run(arguments: argparse.Namespace, draw: Drawing) -> None:
    settings = settings_of(arguments)
    out: Path = arguments.out
    suffix = out.suffix.lower()
    if suffix == PACK_SUFFIX or (is_pack(arguments.file) and (out.is_dir() or suffix == SUFFIX)):
        _only_for_pages(arguments, out)
        show(arguments, {"file": str(out), **_pack(arguments.file, out, arguments.number)}, _tell)
        return
    if arguments.file.suffix.lower() in PAGES:
        raise BadText(f"{arguments.file}: expected a saved game or PGN; a page is only written, not read")
    if suffix in PAGES:
        page = write_page(arguments, out, settings, draw)
        remarks = [page.pop(name) for name in ("problem", "not_kept") if name in page]
        show(arguments, page | {"games": 1, "remarks": remarks}, _tell)
        return
    _only_for_pages(arguments, out)
    format = next((each for _, each in file_formats(game_names()) if each.suffix == suffix), None)
    games = _Games(arguments.file, settings, arguments.number)
    if out.is_dir():
        answer = _save(games, lambda number: out / f"{arguments.file.stem}-{number:05}{SUFFIX}")
    elif suffix == SUFFIX:
        check_folder(out)
        games.check_single()
        answer = _save(games, lambda number: out)
    elif format is not None:
        check_folder(out)
        answer = _exchange(games, out, format)
    else:
        suffixes = (each.suffix for _, each in file_formats(game_names()))
        known = ", ".join(dict.fromkeys((*suffixes, SUFFIX, PACK_SUFFIX, PAGES[0])))
        raise BadText(f"{out}: expected a name that ends in one of {known}, or a folder that exists")
    show(arguments, {"file": str(out), **answer, "remarks": games.remarks}, _tell)


def _only_for_pages(arguments: argparse.Namespace, out: Path) -> None:
    """Raises BadText if arguments for a review are given, but no page is written."""
    if arguments.player is not None or arguments.seed:
        name = "--seed" if arguments.player is None else "--player"
        raise BadText(f"{name}: expected only with a page ({PAGES[0]}) as OUT, for its review; found {out}")


def _pack(path: Path, out: Path, number: int | None) -> dict[str, Any]:
    """Writes the lesson files of a class pack, a folder or a lesson file, or lesson `number` of them: as a
    class pack, into a folder, or as one lesson file."""
    title, lessons = lessons_in(path)
    if number is not None:
        if number > len(lessons):
            raise BadText(f"{path}: expected a lesson from 1 to {len(lessons)}, found {number}")
        lessons = lessons[number - 1 : number]
    if out.is_dir():
        write_folder(out, title, lessons)
    elif out.suffix.lower() == PACK_SUFFIX:
        check_folder(out)
        write_pack(out, title, lessons)
    else:
        check_folder(out)
        if len(lessons) > 1:
            raise BadText(
                f"{path}: expected --number N, 1 to {len(lessons)}, or a folder as OUT for all lessons"
            )
        write_file(out, lessons[0].content)
    return {"lessons": len(lessons), "remarks": []}


class _Games:
    """Reads the games of a file, or only game `number`, one after the other, and yields them with their
    numbers. `remarks` has a line for each game that breaks off, that cannot be kept whole, or that is left
    out because it cannot be read."""

    def __init__(self, path: Path, settings: Settings, number: int | None) -> None:
        self.path = path
        self.remarks: list[str] = []
        self._settings = settings
        found = (each for each in file_formats(game_names()) if each[1].suffix == path.suffix.lower())
        self._kind = next(found, None)
        self._file = None if self._kind is None else self._kind[1].open(path)
        self._pack = read_pack(path) if is_pack(path) else None
        count = 1 if self._file is None else len(self._file.entries)
        count = count if self._pack is None else len(self._pack.names)
        if number is not None and number > count:
            raise BadText(f"{path}: expected a game from 1 to {count}, found {number}")
        self.numbers = range(1, count + 1) if number is None else range(number, number + 1)
        if self._file is not None and self._file.left_out:
            self.remarks.append(f"{path}: only its first {count} games are read")

    def check_single(self) -> None:
        """Raises BadText if there are several games."""
        if len(self.numbers) > 1:
            last = len(self.numbers)
            raise BadText(f"{self.path}: expected --number N, 1 to {last}, or a folder as OUT for all games")

    def __iter__(self) -> Iterator[tuple[int, GameOfFile]]:
        with counted_progress("games", len(self.numbers)) as on_game:
            for number in self.numbers:
                on_game()
                try:
                    game = self._read(number)
                except BadText as error:
                    if len(self.numbers) == 1:
                        raise
                    self.remarks.append(f"left out: {error}")
                    continue
                self.remarks += filter(None, (game.problem, game.not_kept))
                yield number, game

    def _read(self, number: int) -> GameOfFile:
        if self._pack is not None:
            return game_of_lesson(self._pack.read(number - 1))
        if self._file is None or self._kind is None:
            return game_in(self.path, self._settings)
        name = self._kind[0]
        return game_of(self._file.load(number, self._settings.options_for(name)))


def _save(games: _Games, place: Callable[[int], Path]) -> dict[str, Any]:
    """Writes each game as a saved game."""
    count = plies = 0
    for number, game in games:
        path = place(number)
        if is_owned(path):
            raise BadText(f"{path}: cannot be written: the game is being played")
        try:
            write_game(path, game.record, game.seats, game.headers, game.searches)
        except OSError as error:
            raise BadText(f"{path}: cannot be written: {error.strerror or error}") from None
        count, plies = count + 1, plies + len(game.record.plies)
    return {"games": count, "plies": plies}


def _exchange(games: _Games, out: Path, format: FileFormat) -> dict[str, Any]:
    """Writes all games into one file in the format of other programs, such as PGN."""
    texts, plies = [], 0
    for _, game in games:
        if format not in game.record.game.files:
            raise BadText(f"{games.path}: a game of {game.record.game.name}, which {format.name} cannot hold")
        white, black = (_name(game, side) for side in (WHITE, BLACK))
        texts.append(format.write(game.record, white, black, headers=game.headers))
        plies += len(game.record.plies)
    format.save(out, "\n".join(texts), append=False)
    return {"games": len(texts), "plies": plies}


def _name(game: GameOfFile, side: int) -> str:
    """The name of a player for another program's file."""
    # A game with headers was read from such a file. "?" stands there for somebody unknown.
    person = "?" if game.headers else "Human"
    return game.names[side] or (person if game.seats[side] == HUMAN else game.seats[side])


def _tell(answer: dict[str, Any]) -> None:
    for remark in answer["remarks"]:
        print(remark)
    what = "game" if "games" in answer else "lesson"
    count = answer[f"{what}s"]
    print(f"{answer['file']}: {count} {what}{'' if count == 1 else 's'}")
