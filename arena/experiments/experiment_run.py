"""Runs long experiments, such as a report card, tuning or a calibration, so that they can stop and go on
later.

An experiment says what its units of work are, and what follows from their answers. Each unit is done once,
and its answer is kept in the experiment's file. An experiment that is started again asks for the same units
and finds their answers there, so it goes on as if it had never stopped. Without a time limit, the next units
depend on the answers alone, never on their order of arrival.

With a time limit, the clock is read whenever units are about to be handed out. All time counts: work on
units, compiling and waiting. The file keeps it, so an experiment that goes on knows how long it has taken.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from arena.executors import DASK, PROCESSES, THREADS, Workers, open_executor
from arena.experiments import units
from arena.experiments.plan import ExperimentPlan
from arena.experiments.record import Answers, UnitRecord
from arena.experiments.units import Done, Flow
from engines import jobs
from engines.contract import StopSignal
from engines.jobs import Job
from games.compiling.compiler_clock import seconds_compiling

COMPILING, WAITING = "time: compiling", "time: waiting"
"""Rows of the file with these stages hold the workers' seconds that went to no unit."""

OF_TUNING = "of tuning: "
"""Tuning shares the file of the report card. Rows whose stage begins with this hold the seconds that tuning
itself has spent: on its units, COMPILING and WAITING. The card's seconds do not count as tuning's."""


class WorkUnit(Protocol):
    """A piece of an experiment's work, such as ten pairs of games. Its answer is kept."""

    def work(self, stop: StopSignal) -> Any:
        """Does the unit and returns its answer, made of JSON's types; see `units.Work`."""
        ...


class ExperimentStopped(Exception):
    """The experiment was asked to stop; its finished units are kept."""


GoesOn = Callable[[], bool] | None
"""Whether there is time for another unit; None if there is no time limit."""


Make = Callable[[int], WorkUnit]
"""Makes the unit with a number."""


class Workshop:
    """Has units of work done by an executor, keeps their answers in a file, and accounts for the time.
    `began` is when the run began, by `units.clock`; `owner` is OF_TUNING for tuning, else ""."""

    def __init__(
        self, file: UnitRecord, executor: Workers, job: Job, began: float | None = None, owner: str = ""
    ) -> None:
        self.file = file
        self.workers = executor.workers
        self._executor = executor
        self._job = job
        self._owner = owner
        self._known: dict[str, Answers] = {}
        self._began = units.clock() if began is None else began
        self._earlier = _seconds_of(owner, file.seconds())
        self._accounted = 0.0  # this run's workers' seconds that are assigned to units, compiling or waiting
        # Written only after a unit was done: showing a finished card again must not change its file.
        self._not_kept = {COMPILING: 0.0, WAITING: 0.0}

    def seconds(self, stage: str) -> float:
        """The workers' seconds for a stage so far, of the card and of tuning together."""
        return sum(seconds for _, seconds in self._of(stage).values())

    def spent(self, stages: Iterable[str]) -> float:
        """The workers' seconds that the owner, the card or tuning, has spent on stages."""
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
        """The workers' seconds of this run that are not assigned yet. Units that run now will account for
        them."""
        lasted = units.clock() - self._began - self._job.seconds_waited
        return max(0.0, self.workers * lasted - self._accounted)

    def left(self, minutes: float, stages: Iterable[str], share: float = 1.0) -> float:
        """The workers' seconds that are left for `stages`, which together may take a `share` of the
        `minutes`. Compiling and waiting shorten all shares alike."""
        whole = minutes * 60.0 * self.workers
        time_for_units = max(0.0, whole - self.compiling - self.waiting)
        of_share = share * time_for_units - self.spent(stages) - self.running
        return min(of_share, whole - self.taken - self.running)  # no more than is left in all

    @property
    def taken(self) -> float:
        """The workers' seconds that the owner has taken so far, earlier runs included."""
        return self._earlier + self._accounted

    def known(self, stage: str) -> int:
        """How many units of a stage have an answer, counted from unit 0 to the first one without."""
        found = self._of(stage)
        return next(number for number in range(len(found) + 1) if number not in found)

    def ask(self, stage: str, numbers: Collection[int], make: Make, goes_on: GoesOn = None) -> list[Any]:
        """The answers to a stage's units, in the order of `numbers`. Does the missing units now, until
        `goes_on` says that the time is up: then the answers up to the first missing one. Raises
        ExperimentStopped if the job is stopped."""
        found = self._of(stage)
        missing = [number for number in numbers if number not in found]
        self._account_for_waiting()
        try:
            with Flow(self._executor, ((number, make(number).work) for number in missing)) as flow:
                while True:
                    if self._job.stop.requested:
                        raise ExperimentStopped
                    self._job.give_way()
                    if missing and goes_on is not None and not goes_on():
                        flow.end()
                    if not flow.begin():
                        break
                    for number, done in flow.done():
                        self._keep(stage, number, done)
        finally:
            self._account_for_waiting()
            if any(number in found for number in missing):
                self._keep_times()
        return [found[number][0] for number in takewhile(found.__contains__, numbers)]

    def _keep(self, stage: str, number: int, done: Done) -> None:
        self._take(stage, number, done.answer, done.seconds)
        if self._owner:
            self._take(self._owner + stage, number, None, done.seconds)
        self._accounted += done.seconds
        self.account_for(COMPILING, done.compiling)

    def _take(self, stage: str, number: int, answer: Any, seconds: float) -> None:
        # Through JSON, so that this run works with exactly what a later run will read.
        self._of(stage)[number] = json.loads(json.dumps(answer)), seconds
        self.file.keep(stage, number, answer, seconds)

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
                self._take(name, len(self._of(name)), None, seconds)
                self._not_kept[stage] = 0.0

    def here(self, stage: str, make: Callable[[], Any], number: int = 0) -> Any:
        """The answer to a unit that this process does itself. `make` does it now if the answer is missing. An
        empty answer is not kept, so a later run tries again."""
        found = self._of(stage)
        if number not in found:
            began = units.clock()
            if not (answer := make()):
                return answer
            seconds = units.clock() - began
            self._take(stage, number, answer, seconds)
            self._accounted += seconds
        return found[number][0]

    def stream(self, stage: str, parts: Iterable[Any], number: int = 0) -> Iterator[Any]:
        """Yields the parts of the answer to a unit that this process does itself. If the answer is missing,
        they come from `parts`, and the answer is kept once all have come."""
        found = self._of(stage)
        if number in found:
            yield from found[number][0]
            return

        def spent() -> float:
            """The seconds so far that are not assigned to other units."""
            return units.clock() - self._job.seconds_waited - self._accounted

        began, answer = spent(), []
        for part in parts:
            answer.append(part)
            yield part
        seconds = max(0.0, spent() - began)
        self._take(stage, number, answer, seconds)
        self._accounted += seconds

    def _of(self, stage: str) -> Answers:
        if stage not in self._known:
            self._known[stage] = self.file.answers(stage)
        return self._known[stage]


def _seconds_of(owner: str, by_stage: Mapping[str, float]) -> float:
    """The workers' seconds that an owner has taken so far, from the seconds of all stages."""
    tuning = sum(seconds for stage, seconds in by_stage.items() if stage.startswith(OF_TUNING))
    if owner:
        return tuning
    times = sum(by_stage.get(OF_TUNING + stage, 0.0) for stage in (COMPILING, WAITING))
    # A unit of tuning has two rows: one with tuning's prefix, one under its stage. Neither is the card's.
    return sum(by_stage.values()) - tuning - (tuning - times)


P = TypeVar("P", bound=ExperimentPlan)
N = TypeVar("N")


class ExperimentRun(Generic[P, N]):
    """The run of an experiment whose finished work is kept in a file; `work` is the job. A later run with the
    same plan and file continues this one, with any number of workers. `executor` is one of
    `arena.executors.KINDS`; "" takes threads if the units run compiled or there is one worker, else
    processes. `newest` is the latest report."""

    owner = ""
    """OF_TUNING for a tuning, else ""."""
    newest: N

    def __init__(
        self, plan: P, path: Path, workers: int = 1, executor: str = "", scheduler: str = ""
    ) -> None:
        self.plan = plan
        self.path = path
        self._workers = workers
        self._executor = executor
        self._scheduler = scheduler

    def work(self, job: Job) -> N:
        """Reports from time to time what is known, and returns the last report. Raises BadText if the plan's
        heuristic or player cannot play."""
        self._job, began = job, units.clock()
        self.plan.check()
        self._report(self._first())
        with self.workshop(self._prepare, job, began) as self._workshop, suppress(ExperimentStopped):
            self._make()
        return self.newest

    def _first(self) -> N:
        """What is known before the first unit."""
        raise NotImplementedError

    def _prepare(self) -> bool:
        """Compiles; see `workshop`."""
        raise NotImplementedError

    def _make(self) -> None:
        """Asks for all units, and reports what follows from them."""
        raise NotImplementedError

    def _report(self, newest: N) -> None:
        self.newest = newest
        self._job.report(newest)

    @contextmanager
    def workshop(
        self, prepare: Callable[[], bool], job: Job, began: float | None = None
    ) -> Iterator[Workshop]:
        """The workshop of the run's file. `prepare` compiles first, and returns whether the units can be done
        in threads; it is not called if `executor` asks for other processes. Closes the file and ends the
        workers."""
        began = units.clock() if began is None else began
        with UnitRecord(self.path, self.plan.text) as file:
            seconds = seconds_compiling()
            job.report(doing=jobs.COMPILING)
            compiled = self._executor not in (PROCESSES, DASK) and prepare()
            job.report(doing="")
            seconds = seconds_compiling() - seconds
            kind = self._executor or (THREADS if compiled or self._workers <= 1 else PROCESSES)
            with open_executor(kind, self._workers, self._scheduler) as executor:
                workshop = Workshop(file, executor, job, began, self.owner)
                workshop.account_for(COMPILING, executor.workers * seconds)
                yield workshop
