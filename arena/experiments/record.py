"""The file of an experiment: the answer of each of its units, and the seconds that the unit took."""

import json
import sqlite3
from pathlib import Path
from typing import Any

from arena.experiments.database import Database
from games.contract import BadText

MARK = 0x506C7963
"""The `application_id` of our files of experiments ("Plyc")."""

TABLES = """
CREATE TABLE card (text TEXT NOT NULL);
CREATE TABLE unit (
    stage TEXT NOT NULL,
    number INTEGER NOT NULL,
    answer TEXT NOT NULL,    -- JSON
    seconds REAL NOT NULL,   -- that a worker took for it
    PRIMARY KEY (stage, number)
) WITHOUT ROWID
"""
"""The table `card` has the text of the plan; the first experiments were report cards."""

Answers = dict[int, tuple[Any, float]]
"""By the number of a unit: its answer, and the seconds that it took."""


class UnitRecord(Database):
    """The file of an experiment whose plan has the `text`. Raises BadText also if the file is another
    experiment's."""

    mark, what, use, schema = MARK, "a file of an experiment", "an experiment", TABLES

    def __init__(self, path: Path, text: str) -> None:
        self._text = text
        super().__init__(path)

    def _begin(self, database: sqlite3.Connection) -> None:
        database.execute("INSERT INTO card VALUES (?)", (self._text,))

    def _check(self, database: sqlite3.Connection) -> None:
        super()._check(database)
        (kept,) = database.execute("SELECT text FROM card").fetchone()
        if kept != self._text:
            raise BadText(f"{self.path}: is the file of another experiment; name another file")

    def answers(self, stage: str) -> Answers:
        """The known units of a stage."""
        query = "SELECT number, answer, seconds FROM unit WHERE stage = ? ORDER BY number"
        with self._access() as database:
            rows = database.execute(query, (stage,)).fetchall()
        try:
            return {number: (json.loads(answer), seconds) for number, answer, seconds in rows}
        except (ValueError, TypeError) as error:
            raise BadText(f"{self.path}: is damaged: {error}") from None

    def seconds(self) -> dict[str, float]:
        """The seconds of each stage."""
        with self._access() as database:
            return dict(database.execute("SELECT stage, SUM(seconds) FROM unit GROUP BY stage"))

    def keep(self, stage: str, number: int, answer: Any, seconds: float) -> None:
        row = (stage, number, json.dumps(answer, separators=(",", ":")), seconds)
        with self._access() as database:
            database.execute("INSERT OR IGNORE INTO unit VALUES (?, ?, ?, ?)", row)
