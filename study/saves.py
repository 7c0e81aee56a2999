"""Saved games: one file a game in the user's data folder, a line of JSON an entry, written and
flushed as the game is played, so that ending the process at any moment loses no move."""

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import platformdirs

from games.contract import BadText
from games.record import Record

SUFFIX = ".plyglass"
FORMAT = 1


def default_folder() -> Path:
    """The user's data folder; `PLYGLASS_DATA` in the environment names another."""
    named = os.environ.get("PLYGLASS_DATA")
    return Path(named) if named else platformdirs.user_data_path("Plyglass", appauthor=False)


class GameFile:
    """The file of the game being played. Only ever grows; every entry is written out when its
    method returns."""

    def __init__(self, path: Path, stream: IO[str]) -> None:
        self.path = path
        self._stream = stream

    def append_ply(self, record: Record) -> None:
        """Writes the record's last move."""
        self._write(record.entry(len(record.plies) - 1))

    def append_take_back(self, record: Record, plies: int) -> None:
        self._write({"back": plies})

    def append_end(self, reason: str) -> None:
        """Writes how the game ended, after which it is not offered for continuation."""
        self._write({"end": reason})

    def close(self) -> None:
        self._stream.close()

    def _write(self, entry: Mapping[str, Any]) -> None:
        self._stream.write(json.dumps(entry) + "\n")
        # In the system's hands, which the end of this process does not undo. Waiting for the disk
        # (fsync) would cost the window's thread up to two frames a move.
        self._stream.flush()


@dataclass(frozen=True)
class SavedGame:
    """A line of the list of saved games. `modified` in seconds since the epoch; `problem` is why
    the file cannot be opened, else ""."""

    path: Path
    game: str
    white: str
    black: str
    plies: int
    ending: str
    modified: float
    problem: str = ""

    @property
    def finished(self) -> bool:
        return bool(self.ending)


class Saves:
    """The folder of saved games and the choices made last."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = (folder or default_folder()) / "games"
        self._choice_file = self.folder.parent / "last_choice.json"

    def begin(self, record: Record, white: str, black: str, seed: int = 0) -> GameFile:
        """Starts a file for a new game, with what the record already holds."""
        self.folder.mkdir(parents=True, exist_ok=True)
        stamp = time.strftime("%Y%m%d-%H%M%S")
        number = 0
        while True:
            path = self.folder / f"{stamp}-{record.game.name}{f'-{number}' if number else ''}{SUFFIX}"
            try:
                stream = path.open("x", encoding="utf-8")
                break
            except FileExistsError:
                number += 1
        file = GameFile(path, stream)
        players = {"white": white, "black": black, "seed": seed}
        file._write({"plyglass": FORMAT, **record.header(), **players})
        for index in range(len(record.plies)):
            file._write(record.entry(index))
        return file

    def resume(self, path: Path) -> GameFile:
        """Opens a game's file to write on. An entry cut off by a crash is removed first."""
        content = path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            path.write_bytes(whole)
        return GameFile(path, path.open("a", encoding="utf-8"))

    def load(self, path: Path) -> tuple[Record, dict[str, Any]]:
        """The record of a file, replayed through the rules, and its header (players, seed).

        BadText names file and line of what does not fit. A last line without its end, cut off by
        a crash, is left out.
        """
        header, entries = _read(path)
        try:
            record = Record.replay(header, [entry for entry in entries if "end" not in entry])
        except BadText as error:
            raise BadText(f"{path.name}: {error}") from None
        return record, header

    def list(self) -> "list[SavedGame]":
        """All saved games, newest first."""
        if not self.folder.is_dir():
            return []
        games = [_summary(path) for path in self.folder.glob(f"*{SUFFIX}")]
        return sorted(games, key=lambda saved: saved.modified, reverse=True)

    def interrupted(self) -> SavedGame | None:
        """The newest game, if it was not finished and has a move."""
        for saved in self.list():
            if not saved.problem and (saved.plies or saved.finished):
                return None if saved.finished else saved
        return None

    def remember_choice(self, choice: Mapping[str, Any]) -> None:
        """Keeps the home screen's choices for the next start; a full disk is no reason to stop."""
        try:
            self._choice_file.parent.mkdir(parents=True, exist_ok=True)
            scratch = self._choice_file.with_suffix(".tmp")
            scratch.write_text(json.dumps(choice), encoding="utf-8")
            scratch.replace(self._choice_file)
        except OSError:
            pass

    def last_choice(self) -> dict[str, Any]:
        """What `remember_choice` kept; {} if there is nothing usable."""
        try:
            choice = json.loads(self._choice_file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return choice if isinstance(choice, dict) else {}


def _read(path: Path) -> "tuple[dict[str, Any], list[dict[str, Any]]]":
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadText(f"{path.name}: cannot be read: {error}") from None
    lines = text[: text.rfind("\n")].split("\n") if "\n" in text else []
    entries = []
    for number, line in enumerate(lines, start=1):
        try:
            entry = json.loads(line)
        except ValueError:
            entry = None
        if not isinstance(entry, dict):
            raise BadText(f"{path.name}, line {number}: expected a JSON object, found {line[:60]!r}")
        entries.append(entry)
    if not entries or entries[0].get("plyglass") != FORMAT:
        raise BadText(f'{path.name}, line 1: expected {{"plyglass": {FORMAT}, ...}}, not a saved game')
    return entries[0], entries[1:]


def _summary(path: Path) -> SavedGame:
    modified = path.stat().st_mtime
    try:
        header, entries = _read(path)
    except BadText as error:
        return SavedGame(path, "", "", "", 0, "", modified, str(error))
    plies, ending = 0, ""
    for entry in entries:
        if "end" in entry:
            ending = str(entry["end"])
        elif isinstance(entry.get("back"), int):
            plies, ending = max(0, plies - entry["back"]), ""
        else:
            plies += 1
    return SavedGame(
        path,
        str(header.get("game", "")),
        str(header.get("white", "")),
        str(header.get("black", "")),
        plies,
        ending,
        modified,
    )
