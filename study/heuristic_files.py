"""Looks from time to time whether files of heuristics have changed, and has them loaded anew."""

import time

from engines.jobs import Job, Lane
from heuristics.check import check
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import refresh

POLL_SECONDS = 0.25


class HeuristicFiles:
    """A job that looks, until it is closed. What it has found is in the registry by then, which counts its
    versions (`heuristics.registry.version`)."""

    def __init__(self) -> None:
        self._lane = Lane("heuristic files")
        self._lane.do(_looking, "the files of heuristics")

    def close(self) -> None:
        self._lane.close(patience=0.0)


def _looking(job: Job) -> None:
    while not job.stop.requested:
        refresh(tried_out)
        time.sleep(POLL_SECONDS)


def tried_out(heuristic: Heuristic) -> None:
    """Raises TermFailure for a heuristic whose terms do not do what they should on some positions."""
    check(Lens.of(heuristic), heuristic.game)
