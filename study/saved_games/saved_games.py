"""A person's data folder: saved games, the last choices, and the programs and code that may be run.

A saved game is a file of lines of JSON: a header, then an entry for each move, take-back, ending and edit of
its variations. `games.record` reads the entries, `study.saved_games.game_file` writes them. A file with our
suffix that is no saved game is listed, too; its row says what is wrong.
"""

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Any

from engines.jobs import Job
from engines.player_kinds import HUMAN
from engines.player_text import check_player_text
from games.contract import ONGOING, SIDE_NAMES, BadText, Options
from games.data_folder import default_folder
from games.game_tree import ROOT
from games.record import Record, resignation
from games.registry import entry as registered
from games.safe_text import one_line, shown
from games.text_files import decoded, mistakes_in, read_json, read_source, write_whole
from study.saved_games.game_file import MOST_BYTES, GameFile, is_owned
from study.saved_games.game_to_open import GameToOpen
from study.saved_games.preferences import PreferencesFile
from study.saved_games.standing import standing
from study.saved_games.trusted_programs import TrustedPrograms

SUFFIX = ".plyglass"
FORMAT = 1
LARGEST_SEED = 2**64 - 1
"""The largest seed in a file. A person may give one up to 2**63 - 1, and each new game with the same players
adds 2 to it."""

RESULTS = (*SIDE_NAMES, "draw")
"""The result of a finished game, by its outcome: the side that has won, or a draw."""

RESULTS_IN_HEADERS = dict(zip(("1-0", "0-1", "1/2-1/2"), RESULTS, strict=True))
"""The results by the header Result of another program's file."""

SEARCHES = (b'{"search"', b'{"alone"', b'{"review"', b'{"lens"')
"""The beginnings of lines with a game's searches, which are skipped if a game is only listed; see
`study.saved_games.kept_searches`."""

LONGEST_ENDING = 200
LATEST = 32_000_000_000
"""Seconds since the epoch, in the year 2984, which the calendar of every system still knows."""


@dataclass(frozen=True)
class SavedGame:
    """A line of the list of saved games. `ending` is why the game ended, "" if it has not; `result` is one of
    RESULTS, "" if it is not known. `turns`, of both sides, are fewer than plies where a turn has several
    actions, and 0 if the file has none. `modified` is in seconds since the epoch; `problem` is why the file
    cannot be opened, else "". If it is not `read` yet, only `path` and `modified` are known."""

    path: Path
    game: str = ""
    white: str = ""
    black: str = ""
    plies: int = 0
    ending: str = ""
    modified: float = 0.0
    problem: str = ""
    read: bool = True
    result: str = ""
    turns: int = 0

    @property
    def finished(self) -> bool:
        return bool(self.ending)


@dataclass(frozen=True)
class Listing:
    """The saved games, newest first, as far as they have been read. `interrupted` are the games that have a
    move, are not finished, and are not being played now."""

    games: tuple[SavedGame, ...] = ()
    interrupted: tuple[SavedGame, ...] = ()


class Saves:
    """The content of a data folder."""

    def __init__(self, folder: Path | None = None) -> None:
        data = folder or default_folder()
        self.data = data
        self.folder = data / "games"
        self.trusted = TrustedPrograms(data)
        self.choices = PreferencesFile(data)
        self._known: dict[Path, tuple[tuple[int, int], SavedGame]] = {}

    def begin(
        self,
        record: Record,
        white: str,
        black: str,
        seed: int = 0,
        headers: Mapping[str, str] | None = None,
        tables: Mapping[str, str] | None = None,
    ) -> GameFile:
        """Starts a file for a new game with the record so far. `headers` are the headers of the file that the
        game is from, `tables` the checksums, by name, of the endgame tables that a player plays from. Raises
        OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        header = header_of(record, white, black, seed, headers) | ({"tables": dict(tables)} if tables else {})
        entries = [header, *record.entries(), *_ending(record)]
        stamp = time.strftime("%Y%m%d-%H%M%S")
        number = 0
        while True:
            path = self.folder / f"{stamp}-{record.game.name}{f'-{number}' if number else ''}{SUFFIX}"
            try:
                return GameFile.create(path, entries)
            except FileExistsError:
                number += 1

    def open(self, path: Path) -> GameToOpen:
        """Opens a saved game to resume it, in its own file unless another window plays it or it cannot be
        written to. Raises BadText as `load` does."""
        remark = ""
        try:
            file = GameFile.claim(path)
            if file is None:
                remark = "This game is being played in another window. You go on in a copy."
        except OSError:
            file, remark = None, "This game's file cannot be written to. You go on in a copy."
        except BadText:
            file = None  # `load` raises the error again, with the file's name
        try:
            record, header, searches = self.load(path)
        except BadText:
            if file is not None:
                file.close()
            raise
        remark = " ".join(filter(None, (remark, record.not_kept)))
        return GameToOpen(
            record,
            (header["white"], header["black"]),
            header["seed"],
            file,
            remark,
            headers=headers_in(header),
            searches=tuple(searches),
        )

    def load(self, path: Path) -> tuple[Record, dict[str, Any], list[bytes]]:
        """The record of a file, replayed through the rules, its header (players, seed), and the lines with
        the game's searches. On failure raises a BadText that names the file and the line or entry that does
        not fit. A last line that a crash has cut off is left out.
        """
        header, entries, searches = _read(path)
        with mistakes_in(path.name):
            record = Record.replay(header, [entry for entry in entries if "end" not in entry])
        return record, header, searches

    def records(self, game: str, options: Options) -> Iterator[tuple[Path, Record]]:
        """The files and records of the games with these rules, the newest first. Files that cannot be opened
        are left out."""
        for saved in self.list():
            if not saved.problem and saved.game == game:
                with suppress(BadText):
                    record, *_ = self.load(saved.path)
                    if record.options == options:
                        yield saved.path, record

    def listings(self, most: int | None = None) -> Iterator[Listing]:
        """Yields the list of saved games, at most `most`: first what is known without reading, then again
        after each new or changed file that is read."""
        try:
            stamps = self._stamps()[:most]
        except OSError as error:
            problem = f"{one_line(str(self.folder))}: cannot be read: {error.strerror or error}"
            yield Listing((SavedGame(self.folder, problem=problem),))
            return
        kept = {path: self._known.get(path) for _, path in stamps}
        self._known = {path: known for path, known in kept.items() if known is not None}
        games = [self._as_known(stamp, path) for stamp, path in stamps]
        goes_on = [_can_go_on(game) for game in games]
        interrupted = tuple(compress(games, goes_on))
        yield Listing(tuple(games), interrupted)
        for number, (stamp, path) in enumerate(stamps):
            if games[number].read:
                continue
            games[number] = _summary(path, _modified(stamp))
            self._known[path] = (stamp, games[number])
            goes_on[number] = _can_go_on(games[number])
            if goes_on[number]:
                interrupted = tuple(compress(games, goes_on))
            yield Listing(tuple(games), interrupted)

    def _stamps(self) -> "list[tuple[tuple[int, int], Path]]":
        """(`_stamp`, path) of the files in the folder, the last changed one first."""
        try:
            with os.scandir(self.folder) as found:
                paths = [self.folder / entry.name for entry in found if entry.name.endswith(SUFFIX)]
        except FileNotFoundError:
            return []
        return sorted(((_stamp(path), path) for path in paths), reverse=True)

    def _as_known(self, stamp: tuple[int, int], path: Path) -> SavedGame:
        known = self._known.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        return SavedGame(path, modified=_modified(stamp), read=False)

    def list(self, most: int | None = None) -> "list[SavedGame]":
        """The saved games, newest first, all of them read."""
        return list(self._listing(most).games)

    def interrupted(self) -> tuple[SavedGame, ...]:
        """The interrupted games, as in `Listing`."""
        return self._listing().interrupted

    def _listing(self, most: int | None = None) -> Listing:
        *_, last = self.listings(most)
        return last


def header_of(
    record: Record, white: str, black: str, seed: int = 0, headers: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The first line of a saved game."""
    header = {"plyglass": FORMAT, **record.header(), "white": white, "black": black, "seed": seed}
    return header | ({"headers": dict(headers)} if headers else {})


def _ending(record: Record) -> Iterator[dict[str, Any]]:
    """The entry that says how the main line ended by the rules; none if it has not ended. If the record is at
    the end of a variation, the entry comes between a step to the end of the main line and a step back."""
    last = [ROOT, *record.tree.line(ROOT)][-1]
    position = record.tree[last].position
    if position is None or position.outcome == ONGOING:
        return
    if record.end != last:
        yield {"at": last}
    yield {"end": position.ending, "result": RESULTS[position.outcome]}
    if record.end != last:
        yield {"at": record.end}


def write_game(
    path: Path,
    record: Record,
    players: tuple[str, str],
    headers: Mapping[str, str],
    searches: Sequence[bytes] = (),
) -> None:
    """Writes a game to a file and replaces what is there. `searches` are lines copied from the file that the
    game was read from. Raises OSError."""
    entries: list[Mapping[str, Any]] = [header_of(record, *players, headers=headers)]
    entries += record.entries()
    stated = RESULTS_IN_HEADERS.get(headers.get("Result", ""))
    if ending := list(_ending(record)):
        entries += ending
    elif stated is not None:
        reason = "The imported file gives this result, but not why (perhaps resignation or time)."
        entries.append({"end": reason, "result": stated})
    lines = [json.dumps(entry) for entry in entries]
    lines += (line.decode("utf-8", "replace") for line in searches)
    write_whole(path, "".join(f"{line}\n" for line in lines))


def headers_in(header: Mapping[str, Any]) -> dict[str, str]:
    """The headers of another program's file that the first line of a saved game has kept."""
    found = header.get("headers")
    if not isinstance(found, dict):
        return {}
    return {name: text for name, text in found.items() if isinstance(text, str)}


def list_games(saves: Saves, most: int, job: Job) -> Listing:
    """The work of a job that reads the list of saved games. Reports each listing, and returns the last."""
    found = Listing()
    for found in saves.listings(most):
        if job.stop.requested:
            break
        job.report(found)
    return found


def delete_games(games: Sequence[SavedGame], job: Job) -> str:
    """Deletes the files of games, except those that somebody plays now. Returns a line on what could not be
    deleted, "" if all were."""
    kept = [problem for saved in games if (problem := _delete(saved.path))]
    more = f", and {len(kept) - 1} more" if len(kept) > 1 else ""
    return f"Not deleted: {kept[0]}{more}" if kept else ""


def _delete(path: Path) -> str:
    """Why the file could not be deleted, else ""."""
    if is_owned(path):
        return f"{one_line(path.name)}: the game is being played"
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        return f"{one_line(path.name)}: {error.strerror or error}"
    return ""


def _stamp(path: Path) -> tuple[int, int]:
    """When a file was changed last, in nanoseconds, and its size in bytes. For a link that leads nowhere,
    these are of the link itself."""
    for ask in (path.stat, path.lstat):
        with suppress(OSError):
            found = ask()
            return found.st_mtime_ns, found.st_size
    return 0, 0


def _read(path: Path) -> "tuple[dict[str, Any], list[dict[str, Any]], list[bytes]]":
    """The header, the entries of the game, and the lines with its searches, unparsed."""
    content = read_source(path, MOST_BYTES, path.name)
    lines = content[: content.rfind(b"\n") + 1].split(b"\n")[:-1]
    searches = [line for line in lines if line.startswith(SEARCHES)]
    game = [(number, line) for number, line in enumerate(lines, start=1) if not line.startswith(SEARCHES)]
    entries = _all_at_once([line for _, line in game])
    if entries is None:
        entries = [_entry(line, f"{path.name}, line {number}") for number, line in game]
    for (number, _), entry in zip(game[1:], entries[1:], strict=True):
        if not isinstance(entry.get("end", ""), str):
            place = f"{path.name}, line {number}"
            raise BadText(f"{place}, end: expected a text, found {shown(entry['end'])}")
    if not entries or entries[0].get("plyglass") != FORMAT:
        raise BadText(
            f'{path.name}, line 1: not a saved game, which begins with {{"plyglass": {FORMAT}, ...}}'
        )
    try:
        return _checked(entries[0]), entries[1:], searches
    except BadText as error:
        raise BadText(f"{path.name}, line 1, {error}") from None


def _all_at_once(lines: list[bytes]) -> list[dict[str, Any]] | None:
    """The entries of many lines, parsed together, which is five times as fast; None if any line is no
    entry."""
    try:
        entries = json.loads(b"[" + b",".join(lines) + b"]")
    except (ValueError, RecursionError):
        return None
    whole = len(entries) == len(lines) and all(isinstance(entry, dict) for entry in entries)
    return entries if whole else None


def _entry(line: bytes, place: str) -> dict[str, Any]:
    """The entry of a line. On failure raises a BadText that names its place."""
    text = decoded(line, place)
    with mistakes_in(place):
        entry = read_json(text)
    if not isinstance(entry, dict):
        raise BadText(f"{place}: expected a JSON object, found {text[:60]!r}")
    return entry


def _checked(header: Mapping[str, Any]) -> dict[str, Any]:
    """The header with missing fields filled in. On failure raises a BadText that names what is wrong. Options
    and position are checked when the game is opened, because that takes the game's rules."""
    if not isinstance(header.get("game"), str):
        raise BadText(f"game: expected a text, found {shown(header.get('game'))}")
    registered(header["game"])
    full = {"white": HUMAN, "black": HUMAN, "seed": 0, **header}
    for side in SIDE_NAMES:
        if not isinstance(full[side], str):
            raise BadText(f"{side}: expected a player's text, found {shown(full[side])}")
        with mistakes_in(side):
            check_player_text(full[side])
    if type(full["seed"]) is not int or not 0 <= full["seed"] <= LARGEST_SEED:
        raise BadText(f"seed: expected a whole number from 0 to {LARGEST_SEED}, found {shown(full['seed'])}")
    return full


def _modified(stamp: tuple[int, int]) -> float:
    return min(max(0, stamp[0] // 10**9), LATEST)


def _can_go_on(saved: SavedGame) -> bool:
    begun = saved.read and not saved.problem and saved.plies > 0 and not saved.finished
    return begun and not is_owned(saved.path)


def _summary(path: Path, modified: float) -> SavedGame:
    try:
        header, entries, _ = _read(path)
    except BadText as error:
        return SavedGame(path, modified=modified, problem=str(error))
    found = standing(entries)
    game, white, black = header["game"], header["white"], header["black"]
    if found.resigned is not None:
        ending, known = resignation(game, found.resigned), RESULTS[1 - found.resigned]
    else:
        ending = one_line(found.ending, LONGEST_ENDING)
        known = found.result if isinstance(found.result, str) and found.result in RESULTS else ""
    return SavedGame(path, game, white, black, found.plies, ending, modified, "", True, known, found.turns)
