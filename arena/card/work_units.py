"""The work of a card in units. Each is done once, and its answer is kept in the card's file.

A card that is made again asks for the same units and finds their answers there, so it goes on as if it had
never stopped. The next units depend on the answers alone, never on their order of arrival.

With a time limit, the clock is asked before each unit. All time counts: units, compiling, and what workers
wait for. The file keeps it, so a card that goes on knows how long it has taken.
"""

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from arena.card.heuristic_plan import HeuristicPlan
from arena.databases import has_tables, open_database, refuse_others
from arena.executors import AHEAD, DASK, PROCESSES, THREADS, open_executor
from arena.match import Match
from engines.jobs import Job
from games.compiling.compiler_clock import seconds_compiling
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


clock = time.perf_counter
"""Tests have a clock of their own."""

COMPILING, WAITING = "time: compiling", "time: waiting"
"""Stages whose rows are the workers' seconds that went to no unit."""

OF_TUNING = "of tuning: "
"""Begins the names of the rows that say which units tuning has done itself, and its own COMPILING and
WAITING: it has the card's file, and the card's time is not its time."""


def do(task: WorkUnit) -> tuple[Any, float, float]:
    """A task's answer, the seconds that it took, and those that it waited for the compiler."""
    began, compiled = clock(), seconds_compiling()
    answer = task.work()
    compiling = seconds_compiling() - compiled
    return answer, max(0.0, clock() - began - compiling), compiling


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

    def seconds_of(self, owner: str) -> float:
        """The workers' seconds that a card (""), or tuning (OF_TUNING), has taken so far."""
        try:
            rows = self._database.execute("SELECT stage, SUM(seconds) FROM unit GROUP BY stage").fetchall()
            tuning = sum(seconds for stage, seconds in rows if stage.startswith(OF_TUNING))
            if owner:
                return float(tuning)
            times = (OF_TUNING + COMPILING, OF_TUNING + WAITING)
            units = tuning - sum(seconds for stage, seconds in rows if stage in times)
            return float(sum(seconds for _, seconds in rows) - tuning - units)
        except (sqlite3.Error, TypeError) as error:
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


GoesOn = Callable[[], bool] | None
"""Whether there is time for another unit; None where time does not matter."""


class Workshop:
    """Does units with an executor of a number of `workers`, and keeps their answers. `began` is when the run
    began, by `clock`; `owner` is "" for a card, OF_TUNING for tuning."""

    def __init__(
        self,
        file: CardFile,
        executor: Executor,
        workers: int,
        job: Job,
        began: float | None = None,
        owner: str = "",
    ) -> None:
        self.file = file
        self.workers = workers
        self._executor = executor
        self._job = job
        self._owner = owner
        self._known: dict[str, dict[int, tuple[Any, float]]] = {}
        self._began = clock() if began is None else began
        self._earlier = file.seconds_of(owner)
        self._accounted = 0.0  # the workers' seconds of this run of which is known what they went to
        # Not kept before a unit is done, so that a finished card that is shown again is not changed.
        self._not_kept = {COMPILING: 0.0, WAITING: 0.0}

    def seconds(self, stage: str) -> float:
        """The workers' seconds for a stage so far, whoever did it."""
        return sum(seconds for _, seconds in self._of(stage).values())

    def spent(self, stages: Iterable[str]) -> float:
        """The workers' seconds that the owner has spent on stages."""
        if self._owner:
            return sum(self.seconds(self._owner + stage) for stage in stages)
        return sum(self.seconds(stage) - self.seconds(OF_TUNING + stage) for stage in stages)

    @property
    def compiling(self) -> float:
        """The workers' seconds that the owner has spent compiling."""
        return self.seconds(self._owner + COMPILING) + self._not_kept[COMPILING]

    @property
    def waiting(self) -> float:
        """The workers' seconds that the owner has spent on no unit, while nothing was compiled."""
        return self.seconds(self._owner + WAITING) + self._not_kept[WAITING]

    @property
    def running(self) -> float:
        """The workers' seconds since a unit was over, which their running units will account for."""
        lasted = clock() - self._began - self._job.seconds_waited
        return max(0.0, self.workers * lasted - self._accounted)

    def left(self, minutes: float, stages: Iterable[str], share: float = 1.0) -> float:
        """The workers' seconds that remain of a share of the minutes, after some stages. Compiling and
        waiting shorten all shares alike."""
        whole = minutes * 60.0 * self.workers
        time_for_units = max(0.0, whole - self.compiling - self.waiting)
        of_share = share * time_for_units - self.spent(stages) - self.running
        return min(of_share, whole - self.taken - self.running)

    @property
    def taken(self) -> float:
        """The workers' seconds that the owner has taken so far, earlier runs included."""
        return self._earlier + self._accounted

    def known(self, stage: str) -> int:
        """The number of a stage's units, from the first without a gap, that have an answer."""
        found = self._of(stage)
        return next(number for number in range(len(found) + 1) if number not in found)

    def ask(
        self, stage: str, tasks: Mapping[int, Callable[[], WorkUnit]], goes_on: GoesOn = None
    ) -> list[Any]:
        """The answers to a stage's units, in the order of `tasks`. Does the missing units now, until
        `goes_on` says that the time is up: then the answers up to the first missing one. CardStopped if the
        job is stopped."""
        found = self._of(stage)
        missing = [number for number in tasks if number not in found]
        left = iter(missing)
        flying: dict[Future[tuple[Any, float, float]], int] = {}
        self._account_for_waiting()
        try:
            while True:
                if self._job.stop.requested:
                    raise CardStopped
                self._job.give_way()
                if missing and goes_on is not None and not goes_on():
                    left = iter(())
                    self._recall(flying)
                while len(flying) < AHEAD * self.workers and (number := next(left, None)) is not None:
                    flying[self._executor.submit(do, tasks[number]())] = number
                if not flying:
                    break
                for future in wait(flying, LOOK, FIRST_COMPLETED).done:
                    self._keep(stage, flying.pop(future), *future.result())
        finally:
            for future in flying:
                with suppress(Exception):
                    future.cancel()
            self._account_for_waiting()
            if any(number in found for number in missing):
                self._keep_times()
        done = takewhile(lambda number: number in found, tasks)
        return [found[number][0] for number in done]

    def _recall(self, flying: "dict[Future[tuple[Any, float, float]], int]") -> None:
        """Cancels the units that no worker has begun. They are begun in order."""
        for future in list(flying)[self.workers :]:
            if future.cancel():
                del flying[future]

    def _keep(self, stage: str, number: int, answer: Any, seconds: float, compiling: float) -> None:
        self._of(stage)[number] = json.loads(json.dumps(answer)), seconds
        self.file.keep(stage, number, answer, seconds)
        if self._owner:
            self._of(self._owner + stage)[number] = None, seconds
            self.file.keep(self._owner + stage, number, None, seconds)
        self._accounted += seconds
        self.account_for(COMPILING, compiling)

    def account_for(self, stage: str, seconds: float) -> None:
        """Counts workers' seconds of this run as COMPILING or WAITING."""
        self._not_kept[stage] += seconds
        self._accounted += seconds

    def _account_for_waiting(self) -> None:
        """Counts the time that no unit accounts for."""
        self.account_for(WAITING, self.running)

    def _keep_times(self) -> None:
        for stage, seconds in self._not_kept.items():
            if seconds:
                name = self._owner + stage
                number = len(self._of(name))
                self._of(name)[number] = None, seconds
                self.file.keep(name, number, None, seconds)
                self._not_kept[stage] = 0.0

    def here(self, stage: str, make: Callable[[], Any]) -> Any:
        """The answer to a stage of one unit that this process must do. `make` does it now if it is missing.
        An empty answer is not kept, so a later run tries again."""
        found = self._of(stage)
        if 0 in found:
            return found[0][0]
        began = clock()
        answer = json.loads(json.dumps(make()))
        if answer:
            found[0] = answer, clock() - began
            self.file.keep(stage, 0, *found[0])
            self._accounted += found[0][1]
        return answer

    def _of(self, stage: str) -> dict[int, tuple[Any, float]]:
        if stage not in self._known:
            self._known[stage] = self.file.answers(stage)
        return self._known[stage]


@contextmanager
def open_workshop(
    path: Path,
    text: str,
    match: Match,
    workers: int,
    executor: str,
    scheduler: str,
    job: Job,
    on_compiling: Callable[[], object] = lambda: None,
    owner: str = "",
    began: float | None = None,
) -> Iterator[Workshop]:
    """A workshop with the card's file. `match` stands for all its games, which are compiled first, after
    `on_compiling`. `executor` is one of `arena.executors.KINDS`, "" for the kind that suits; `owner` and
    `began` as for a Workshop. Closes the file and ends the executor."""
    began = clock() if began is None else began
    with closing(CardFile(path, text)) as file:
        compiled, seconds = False, seconds_compiling()
        if executor not in (PROCESSES, DASK):
            on_compiling()
            compiled = match.prepare()
        seconds = seconds_compiling() - seconds
        kind = executor or (THREADS if compiled or workers == 1 else PROCESSES)
        opened, workers = open_executor(kind, workers, scheduler)
        try:
            shop = Workshop(file, opened, workers, job, began, owner)
            shop.account_for(COMPILING, workers * seconds)
            yield shop
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

    def _workshop(self, match: Match, job: Job, **more: Any) -> AbstractContextManager[Workshop]:
        """The workshop of the run's file; `more` as for `open_workshop`."""
        kind = self._executor
        text, workers = self.plan.text, self._workers
        return open_workshop(self.path, text, match, workers, kind, self._scheduler, job, **more)
