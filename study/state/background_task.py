"""The latest job of one kind: its progress, result and error."""

import os
from collections.abc import Iterable
from typing import TypeVar

from engines.jobs import FAILED, Job
from study.state.activity import Activity, activity_of

Value = TypeVar("Value")


def usual_workers() -> int:
    """One fewer than the processors, because the window needs one."""
    return max(1, (os.cpu_count() or 1) - 1)


class BackgroundTask:
    """The base of a class that keeps the newest job of its kind in `_job`."""

    _job: Job | None = None

    @property
    def jobs(self) -> Iterable[Job | None]:
        """The jobs whose reports are noticed once a frame; None stands for no job."""
        return (self._job,)

    @property
    def running(self) -> bool:
        return self._job is not None and not self._job.over

    def newest(self, kind: type[Value]) -> Value | None:
        """The job's last report or its result, if that is a `kind`; else None."""
        value = None if self._job is None else self._job.news.value
        return value if isinstance(value, kind) else None

    @property
    def waits(self) -> str:
        """What the job waits for because its lane does newer work first, as "goes on after the scan"; "" if
        it does not wait."""
        return f"goes on after {self._job.waits_for}" if self._job is not None and self._job.waits_for else ""

    @property
    def doing(self) -> str:
        """The job's activity in a word; "" once it is over."""
        return self._job.news.doing if self._job is not None and self.running else ""

    @property
    def activity(self) -> Activity:
        """Whether the job compiles or thinks, and for how long."""
        return activity_of((self._job,))

    @property
    def problem(self) -> str:
        """Why the job has failed, in a line; else ""."""
        return self._job.news.error if self._job is not None and self._job.news.phase == FAILED else ""

    def stop(self) -> None:
        """Ends the job and keeps its result so far."""
        if self._job is not None:
            self._job.stop.request()

    def drop(self) -> None:
        """Drops the job and its result."""
        if self._job is not None:
            self._job.drop()
        self._job = None

    def close(self) -> None:
        self.drop()
