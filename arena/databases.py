"""SQLite files of Plyglass. They carry a mark, so files of other programs are left alone. Those on a
read-only drive can be read."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from games.contract import BadText
from games.text_files import wrong_with_name


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


PATIENCE = 30.0
"""Seconds that a write waits for a write of another process."""

NOT_WRITABLE = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
"""The errors of SQLite for a file, or a folder, that cannot be written."""


def open_database(
    path: Path, prepare: Callable[[sqlite3.Connection], None], check: Callable[[sqlite3.Connection], None]
) -> tuple[sqlite3.Connection, bool]:
    """A connection to the file, which is made if it does not exist, and whether it can be written. `prepare`
    makes it ready for writing. Where that is impossible, the file is opened for reading, and `check` raises
    BadText if it is of no use. sqlite3.Error or OSError where it cannot be opened.

    Every statement is a transaction, unless one has been begun.
    """
    if problem := wrong_with_name(path):
        raise OSError(problem)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return _opened(str(path.absolute()), prepare), True
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in NOT_WRITABLE or not path.is_file():
            raise
    try:
        return _opened(f"{path.absolute().as_uri()}?mode=ro", check), False
    except sqlite3.OperationalError:
        unsaved = path.with_name(f"{path.name}-wal")  # "immutable" leaves out what stands there
        if unsaved.is_file() and unsaved.stat().st_size:
            raise BadText(
                f"{path}: cannot be read here, because its last entries stand in {unsaved.name}. Copy both "
                "files to a folder that can be written."
            ) from None
    return _opened(f"{path.absolute().as_uri()}?mode=ro&immutable=1", check), False


def _opened(name: str, ready: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    database = sqlite3.connect(
        name, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=True
    )
    try:
        ready(database)
    except BaseException:
        database.close()
        raise
    return database
