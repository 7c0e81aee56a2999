"""The work of a card in units. Each is done once, and its answer is kept in the card's file.

A card that is made again asks for the same units and finds their answers there, so it goes on as if it had
never stopped. The next units depend on the answers alone, never on their order of arrival.
"""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from arena.card.heuristic_plan import HeuristicPlan
from arena.databases import has_tables, open_database, refuse_others
from arena.executors import AHEAD, DASK, PROCESSES, THREADS, open_executor
from arena.match import Match
from engines.jobs import Job
from games.contract import BadText
from heuristics.failure import TermFailure
from heuristics.smoke_test import check

MARK = 0x506C7963
"""The `application_id` of our databases of cards ("Plyc")."""

LOOK = 0.1
"""Seconds between two checks whether to stop."""

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


class WorkUnit(Protocol):
    """A unit's work, which is sent to a worker."""

    def work(self) -> Any:
        """Does the unit and returns its answer, made of JSON's types."""
        ...


def do(task: WorkUnit) -> tuple[Any, float]:
    """A task's answer, and the seconds that it took."""
    began = time.perf_counter()
    answer = task.work()
    return answer, time.perf_counter() - began


class CardStopped(Exception):
    """The card was asked to stop; its finished units are kept."""


class CardFile:
    """A card's file of answers, which is made if it does not exist. For one thread. A file that can only be
    read gives its answers. BadText if it cannot be used or is another card's."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        try:
            self._database, _ = open_database(path, partial(self._prepare, text), partial(self._check, text))
        except (sqlite3.Error, OSError) as error:
            raise BadText(f"{path}: cannot be used for a card: {error}") from None

    def _prepare(self, text: str, database: sqlite3.Connection) -> None:
        refuse_others(database, self.path, MARK, "a file of a card")
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("BEGIN IMMEDIATE")
        if not has_tables(database):
            for statement in TABLES.split(";"):
                database.execute(statement)
            database.execute("INSERT INTO card VALUES (?)", (text,))
            database.execute(f"PRAGMA application_id = {MARK}")
        database.execute("COMMIT")
        self._check(text, database)

    def _check(self, text: str, database: sqlite3.Connection) -> None:
        refuse_others(database, self.path, MARK, "a file of a card")
        (kept,) = database.execute("SELECT text FROM card").fetchone()
        if kept != text:
            raise BadText(f"{self.path}: is the file of another card or calibration; name another one")

    def answers(self, stage: str) -> dict[int, tuple[Any, float]]:
        """The known units of a stage: answer and seconds, by number."""
        query = "SELECT number, answer, seconds FROM unit WHERE stage = ? ORDER BY number"
        try:
            rows = self._database.execute(query, (stage,)).fetchall()
            return {number: (json.loads(answer), seconds) for number, answer, seconds in rows}
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise BadText(f"{self.path}: is damaged: {error}") from None

    def keep(self, stage: str, number: int, answer: Any, seconds: float) -> None:
        try:
            self._database.execute(
                "INSERT OR IGNORE INTO unit VALUES (?, ?, ?, ?)",
                (stage, number, json.dumps(answer, separators=(",", ":")), seconds),
            )
        except sqlite3.Error as error:
            raise BadText(f"{self.path}: cannot be used for a card: {error}") from None

    def close(self) -> None:
        self._database.close()


class Workshop:
    """Does units with an executor of a number of `workers`, and keeps their answers."""

    def __init__(self, file: CardFile, executor: Executor, workers: int, job: Job) -> None:
        self.file = file
        self.workers = workers
        self._executor = executor
        self._job = job
        self._known: dict[str, dict[int, tuple[Any, float]]] = {}

    def seconds(self, stage: str) -> float:
        """The workers' seconds for a stage so far."""
        return sum(seconds for _, seconds in self._of(stage).values())

    def known(self, stage: str) -> int:
        """The number of a stage's units, from the first without a gap, that have an answer."""
        found = self._of(stage)
        return next(number for number in range(len(found) + 1) if number not in found)

    def ask(
        self,
        stage: str,
        tasks: Mapping[int, Callable[[], WorkUnit]],
    ) -> list[Any]:
        """The answers to a stage's units, in the order of `tasks`. Does the missing units now. CardStopped if
        the job is stopped."""
        found = self._of(stage)
        left = iter([number for number in tasks if number not in found])
        flying: dict[Future[tuple[Any, float]], int] = {}
        try:
            while True:
                if self._job.stop.requested:
                    raise CardStopped
                self._job.give_way()
                while len(flying) < AHEAD * self.workers and (number := next(left, None)) is not None:
                    flying[self._executor.submit(do, tasks[number]())] = number
                if not flying:
                    return [found[number][0] for number in tasks]
                for future in wait(flying, LOOK, FIRST_COMPLETED).done:
                    number = flying.pop(future)
                    answer, seconds = future.result()
                    found[number] = json.loads(json.dumps(answer)), seconds
                    self.file.keep(stage, number, answer, seconds)
        finally:
            for future in flying:
                with suppress(Exception):
                    future.cancel()

    def here(self, stage: str, make: Callable[[], Any]) -> Any:
        """The answer to a stage of one unit that this process must do. `make` does it now if it is missing.
        An empty answer is not kept, so a later run tries again."""
        found = self._of(stage)
        if 0 in found:
            return found[0][0]
        began = time.perf_counter()
        answer = json.loads(json.dumps(make()))
        if answer:
            found[0] = answer, time.perf_counter() - began
            self.file.keep(stage, 0, *found[0])
        return answer

    def _of(self, stage: str) -> dict[int, tuple[Any, float]]:
        if stage not in self._known:
            self._known[stage] = self.file.answers(stage)
        return self._known[stage]


@contextmanager
def open_workshop(
    path: Path, text: str, match: Match, workers: int, executor: str, scheduler: str, job: Job
) -> Iterator[Workshop]:
    """A workshop with the card's file. `match` stands for all its games, which are compiled first. `executor`
    is one of `arena.executors.KINDS`, "" for the kind that suits. Closes the file and ends the executor."""
    with closing(CardFile(path, text)) as file:
        compiled = executor not in (PROCESSES, DASK) and match.prepare()
        kind = executor or (THREADS if compiled or workers == 1 else PROCESSES)
        opened, workers = open_executor(kind, workers, scheduler)
        try:
            yield Workshop(file, opened, workers, job)
        finally:
            opened.shutdown(wait=False, cancel_futures=True)


P = TypeVar("P", bound=HeuristicPlan)


class KeptRun(Generic[P]):
    """A run whose finished work is kept in a file: a card, tuning, a calibration. A later run with the same
    plan and file continues this one, with any number of workers. `executor` is one of
    `arena.executors.KINDS`, "" for the kind that suits."""

    def __init__(
        self, plan: P, path: Path, workers: int = 1, executor: str = "", scheduler: str = ""
    ) -> None:
        self.plan = plan
        self.path = path
        self._workers = max(1, workers)
        self._executor = executor
        self._scheduler = scheduler

    def _check(self) -> None:
        """Raises BadText for a heuristic that cannot play."""
        try:
            check(self.plan.lens, self.plan.game)
        except TermFailure as failure:
            raise BadText(str(failure)) from None

    def _workshop(self, match: Match, job: Job) -> AbstractContextManager[Workshop]:
        """The workshop of the run's file (`open_workshop`)."""
        kind = self._executor
        return open_workshop(self.path, self.plan.text, match, self._workers, kind, self._scheduler, job)
