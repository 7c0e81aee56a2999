"""The file of results: an SQLite database of tournaments and of every game that was played in them."""

import json
import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

import numpy as np

from arena.experiments.database import Database, transaction
from arena.match import GameResult
from arena.single_game import Effort
from arena.tournament import Tournament
from games.contract import BLACK, WHITE, BadText
from games.safe_text import shown

VERSION = 1
MARK = 0x506C7967
"""The `application_id` of our databases of results ("Plyg")."""

POSSIBLE = {(side, points) for side in (WHITE, BLACK) for points in (0.0, 0.5, 1.0)}
"""All possible pairs of the first player's side and points."""

TABLES = """
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE,  -- all that its games depend on, see arena.tournament
    name TEXT NOT NULL,
    begun REAL NOT NULL,        -- seconds since the epoch
    seconds REAL NOT NULL DEFAULT 0.0  -- that it was played for, in all
);
CREATE TABLE game (
    tournament INTEGER NOT NULL REFERENCES tournament,
    number INTEGER NOT NULL,    -- in the tournament, from 0
    first_side INTEGER NOT NULL,  -- 0 White, 1 Black: of the pairing's first player
    points REAL NOT NULL,       -- the first player's
    moves TEXT NOT NULL,        -- JSON: [move, index of its chance outcome] of each ply, the opening's too
    ending TEXT NOT NULL,
    failure TEXT NOT NULL,      -- the line that an engine gave when it forfeited
    nodes1 INTEGER NOT NULL,    -- that the first player searched, and the seconds it thought
    seconds1 REAL NOT NULL,
    nodes2 INTEGER NOT NULL,    -- and the second
    seconds2 REAL NOT NULL,
    PRIMARY KEY (tournament, number)
) WITHOUT ROWID;
"""

ENDGAME_TABLES = """
CREATE TABLE IF NOT EXISTS endgame_table (
    tournament INTEGER NOT NULL REFERENCES tournament,
    name TEXT NOT NULL,
    checksum TEXT NOT NULL,     -- of the table from which a player of the tournament has played
    PRIMARY KEY (tournament, name, checksum)
) WITHOUT ROWID;
"""
"""Added to files of version 1 that were begun without it."""

GAME_VALUES = """
CREATE TABLE IF NOT EXISTS game_values (
    tournament INTEGER NOT NULL,
    number INTEGER NOT NULL,    -- of the game
    worth BLOB NOT NULL,        -- of each move for its player, 8 bytes (VALUE); NaN where it is not known
    PRIMARY KEY (tournament, number)
) WITHOUT ROWID;
"""
"""Added in the same way, for the games whose values are kept."""

VALUE = np.dtype("<f8")
"""A value in the file."""

COLUMNS = "number, first_side, points, moves, ending, failure, nodes1, seconds1, nodes2, seconds2"


@dataclass(frozen=True)
class Kept:
    """A tournament in the file: its number, its name, when it began (seconds since the epoch), for how
    many seconds it was played, and its number of games. `text` is for `Tournament.of_text`."""

    id: int
    name: str
    begun: float
    seconds: float
    games: int
    text: str


class Results(Database):
    """The results in a file."""

    mark, what, use, schema = MARK, "a file of tournaments", "results", TABLES

    def _prepare(self, database: sqlite3.Connection) -> None:
        super()._prepare(database)
        database.execute(ENDGAME_TABLES)
        database.execute(GAME_VALUES)

    def _begin(self, database: sqlite3.Connection) -> None:
        database.execute(f"PRAGMA user_version = {VERSION}")

    def _check(self, database: sqlite3.Connection) -> None:
        super()._check(database)
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version != VERSION:
            raise BadText(f"{self.path}: expected results of version {VERSION}, found {version}")

    def check_can_be_written(self) -> None:
        """Raises BadText if the file cannot take any game."""
        if not self.can_be_written:
            raise BadText(
                f"{self.path}: can only be read, so no game can be played. "
                "Copy it to a folder that can be written."
            )

    def enter(self, tournament: Tournament) -> int:
        """The tournament's number in the file. Enters it if it is not there yet."""
        number = self.number_of(tournament)
        if number is not None:
            return number
        self.check_can_be_written()
        with self._access() as database:
            database.execute(
                "INSERT OR IGNORE INTO tournament (text, name, begun) VALUES (?, ?, ?)",
                (tournament.text, tournament.name, time.time()),
            )
        return self.enter(tournament)

    def number_of(self, tournament: Tournament) -> int | None:
        """The tournament's number in the file; None where it is not there."""
        with self._access() as database:
            query = "SELECT id FROM tournament WHERE text = ?"
            found = database.execute(query, (tournament.text,)).fetchone()
            return None if found is None else int(found[0])

    def tournaments(self) -> list[Kept]:
        """All tournaments, the newest first."""
        with self._access() as database:
            rows = database.execute(
                "SELECT id, name, begun, seconds, (SELECT count(*) FROM game WHERE tournament = id), text"
                " FROM tournament ORDER BY begun DESC, id DESC"
            )
            return [Kept(*row) for row in rows]

    def seconds(self, tournament: int) -> float:
        """How many seconds the tournament has been played in all."""
        with self._access() as database:
            query = "SELECT seconds FROM tournament WHERE id = ?"
            return float(database.execute(query, (tournament,)).fetchone()[0])

    def add(self, tournament: int, result: GameResult, seconds: float) -> bool:
        """Saves a finished game, and for how long the tournament has been played so far. Returns whether
        the game is new."""
        head = (tournament, result.number, result.first_side, result.points)
        moves = json.dumps(result.moves, separators=(",", ":"))
        one, other = result.efforts
        row = (*head, moves, result.ending, result.failure, *astuple(one), *astuple(other))
        with self._access() as database, transaction(database):
            added = database.execute(
                "INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row
            )
            is_new = added.rowcount == 1
            if is_new and result.values:
                values = (tournament, result.number, np.array(result.values, VALUE).tobytes())
                database.execute("INSERT OR REPLACE INTO game_values VALUES (?, ?, ?)", values)
            database.execute("UPDATE tournament SET seconds = ? WHERE id = ?", (seconds, tournament))
            return is_new

    def note_tables(self, tournament: int, checksums: Mapping[str, str]) -> None:
        """Keeps the checksums, by name, of the endgame tables that players of the tournament use."""
        with self._access() as database, transaction(database):
            rows = [(tournament, name, checksum) for name, checksum in checksums.items()]
            database.executemany("INSERT OR IGNORE INTO endgame_table VALUES (?, ?, ?)", rows)

    def tables(self, tournament: int) -> list[tuple[str, str]]:
        """The names and checksums of the endgame tables that its players have used. A name occurs more
        than once if the tournament went on with other tables."""
        with self._access() as database:
            if not _has(database, "endgame_table"):
                return []
            query = "SELECT name, checksum FROM endgame_table WHERE tournament = ? ORDER BY name, checksum"
            return list(database.execute(query, (tournament,)))

    def games(self, tournament: int) -> list[GameResult]:
        """The games of a tournament, by number."""
        return self._games("tournament = ?", (tournament,))

    def game(self, tournament: int, number: int) -> GameResult | None:
        found = self._games("tournament = ? AND number = ?", (tournament, number))
        return found[0] if found else None

    def _games(self, which: str, numbers: tuple[int, ...]) -> list[GameResult]:
        with self._access() as database:
            rows = database.execute(f"SELECT {COLUMNS} FROM game WHERE {which} ORDER BY number", numbers)
            games = [self._result(row) for row in rows]
            if not _has(database, "game_values"):
                return games
            kept = dict(database.execute(f"SELECT number, worth FROM game_values WHERE {which}", numbers))
            return [self._valued(game, kept[game.number]) if game.number in kept else game for game in games]

    def _result(self, row: Sequence[Any]) -> GameResult:
        """The game of a row of COLUMNS. Raises BadText where the file is damaged."""
        number, first_side, points, moves, ending, failure, nodes1, seconds1, nodes2, seconds2 = row
        try:
            played = tuple((int(move), int(chance)) for move, chance in json.loads(moves))
            efforts = Effort(int(nodes1), float(seconds1)), Effort(int(nodes2), float(seconds2))
            if (first_side, points) not in POSSIBLE or not isinstance(ending + failure, str):
                raise ValueError
        except (ValueError, TypeError, RecursionError):
            raise self._damaged(number) from None
        return GameResult(number, first_side, points, played, ending, failure, efforts)

    def _valued(self, game: GameResult, kept: Any) -> GameResult:
        """The game with the values of its row. Raises BadText where the file is damaged."""
        try:
            values = tuple(np.frombuffer(kept, VALUE).tolist())
        except (ValueError, TypeError, AttributeError):
            values = ()
        if len(values) != len(game.moves):
            raise self._damaged(game.number)
        return replace(game, values=values)

    def _damaged(self, number: object) -> BadText:
        damaged = f"game {shown(number)} is damaged; delete the file, or put a copy in its place"
        return BadText(f"{self.path}: {damaged}")


def _has(database: sqlite3.Connection, table: str) -> bool:
    """Whether the file has a table. An older file that can only be read does not have all."""
    return bool(database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone())
