"""Notices once a frame what jobs have reported: jobs run in threads and send no signal to the window."""

import time
from collections.abc import Iterable

from engines.jobs import COMPILING, WAITING, Job, News


class JobReports:
    """The last reports of a study's jobs."""

    def __init__(self) -> None:
        self._news: list[News] = []
        self._clocks: list[tuple[str, int]] = []  # what each job waits for; seconds of waiting or compiling

    def moved(self, jobs: Iterable[Job]) -> bool:
        """Whether since the last call a job has reported, has begun or stopped waiting, or has waited or
        compiled for another second. Also true if these are other jobs than at the last call."""
        working = list(jobs)
        news, clocks = [job.news for job in working], list(map(_clock, working))
        same = len(news) == len(self._news) and all(map(_is, news, self._news)) and clocks == self._clocks
        self._news, self._clocks = news, clocks
        return not same


def _is(one: News, other: News) -> bool:
    return one is other


def _clock(job: Job) -> tuple[str, int]:
    news = job.news
    compiles = not job.over and (news.phase == WAITING or news.doing == COMPILING)
    return job.waits_for, int(time.perf_counter() - news.since) if compiles else 0
