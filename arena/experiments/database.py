"""SQLite files of Plyglass. Each carries a mark, and a database without it is refused. Files on a read-only
drive can be read."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, Self

from games.contract import BadText
from games.text_files import wrong_with_name

PATIENCE = 30.0
"""Seconds that a write waits for a write of another process."""

NOT_WRITABLE = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
"""The errors of SQLite for a file, or a folder, that cannot be written. An error's code has them in its
lowest byte; the other bytes give details."""


class Database:
    """A file, which is made if it does not exist. Any thread may use it. A file that cannot be written, as on
    a read-only drive, can be read: `can_be_written` is False then. Raises BadText, with the file's name, for
    a file that is not of its kind or cannot be used.

    A killed process loses nothing that was written. Writing does not wait for the disk
    (`synchronous=NORMAL`): a crash of the machine may lose the last writes, but damages no file.
    """

    mark: ClassVar[int]
    """SQLite's `application_id`, which marks files of this kind."""
    what: ClassVar[str]
    """What a file of the kind is, in words."""
    use: ClassVar[str]
    """What it is used for, in words."""
    schema: ClassVar[str]
    """The statements that make its tables."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._database: sqlite3.Connection | None = None
        with self._access():
            self._database, self.can_be_written = _open(path, self._prepare, self._check)

    def _prepare(self, database: sqlite3.Connection) -> None:
        """Makes the file ready for writing."""
        self._refuse_others(database)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        with transaction(database):
            if not _has_tables(database):
                for statement in self.schema.split(";"):
                    database.execute(statement)
                self._begin(database)
                database.execute(f"PRAGMA application_id = {self.mark}")
        self._check(database)

    def _begin(self, database: sqlite3.Connection) -> None:
        """Writes what a new file begins with."""

    def _check(self, database: sqlite3.Connection) -> None:
        """Raises BadText if the file cannot be used."""
        self._refuse_others(database)

    def _refuse_others(self, database: sqlite3.Connection) -> None:
        # The tables first: another process may make them, together with the mark, at any moment.
        made = _has_tables(database)
        (found,) = database.execute("PRAGMA application_id").fetchone()
        if made and found != self.mark:
            raise BadText(f"{self.path}: expected {self.what}, found another program's database")

    @contextmanager
    def _access(self) -> Iterator[sqlite3.Connection]:
        """The database, for one thread at a time. Turns its errors into BadText of one line."""
        with self._lock:
            try:
                yield self._database  # type: ignore[misc]  # None only while it is opened, or after `close`
            except (sqlite3.Error, UnicodeError) as error:  # a damaged file may hold bytes that are no text
                raise BadText(f"{self.path}: cannot be used for {self.use}: {error}") from None
            except OSError as error:
                why = error.strerror or error
                raise BadText(f"{self.path}: cannot be used for {self.use}: {why}") from None

    def close(self) -> None:
        """Closes the file; may be called twice."""
        with self._lock:
            if self._database is not None:
                self._database.close()
            self._database = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Writes all changes that are made inside, or none if an error is raised."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


def _has_tables(database: sqlite3.Connection) -> bool:
    (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return bool(tables)


Ready = Callable[[sqlite3.Connection], None]


def _open(path: Path, prepare: Ready, check: Ready) -> tuple[sqlite3.Connection, bool]:
    """A connection to the file, which is made if it does not exist, and whether it can be written. `prepare`
    makes it ready for writing. Where that is impossible, the file is opened for reading, and `check` raises
    BadText if it cannot be used. Raises sqlite3.Error or OSError where it cannot be opened.

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
        unsaved = path.with_name(f"{path.name}-wal")  # "immutable" does not read the entries in this file
        if unsaved.is_file() and unsaved.stat().st_size:
            raise BadText(
                f"{path}: cannot be read here, because its last entries are in {unsaved.name}. Copy both "
                "files to a folder that can be written."
            ) from None
    return _opened(f"{path.absolute().as_uri()}?mode=ro&immutable=1", check), False


def _opened(name: str, ready: Ready) -> sqlite3.Connection:
    database = sqlite3.connect(
        name, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=True
    )
    try:
        ready(database)
    except BaseException:
        database.close()
        raise
    return database
