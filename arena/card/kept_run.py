"""A run whose finished work is kept in a file: a card, tuning, a calibration."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Generic, TypeVar

from arena.card.heuristic_plan import HeuristicPlan
from arena.card.work_units import Workshop, open_workshop
from arena.match import Match
from engines.jobs import Job
from games.contract import BadText
from heuristics.failure import TermFailure
from heuristics.smoke_test import check

P = TypeVar("P", bound=HeuristicPlan)


class KeptRun(Generic[P]):
    """A later run with the same plan and file continues this one, with any number of workers. `executor` is
    one of `arena.executors.KINDS`, "" for the kind that suits."""

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
