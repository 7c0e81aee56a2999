"""Whose an SQLite file is: files of Plyglass carry a mark, and files of other programs are left alone."""

import sqlite3
from pathlib import Path

from games.contract import BadText


def has_tables(database: sqlite3.Connection) -> bool:
    (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return bool(tables)


def refuse_others(database: sqlite3.Connection, path: Path, mark: int, what: str) -> None:
    """Raises BadText if the file has tables but not this `application_id`; `what` was expected instead."""
    # The tables first: another process may make them, together with the mark, at any moment.
    made = has_tables(database)
    (found,) = database.execute("PRAGMA application_id").fetchone()
    if made and found != mark:
        raise BadText(f"{path}: expected {what}, found another program's database")
