"""What a person has asked for last of one kind, done by a job: how far it has come, and why it has not."""

from engines.jobs import FAILED, Job
from study.core.activity import Activity, activity_of


class BackgroundTask:
    """The base of what keeps the newest job of a kind in `_job`."""

    _job: Job | None = None

    @property
    def running(self) -> bool:
        return self._job is not None and not self._job.over

    @property
    def waits(self) -> bool:
        """Whether it gives way to what was asked for after it."""
        return self._job is not None and self._job.waits

    @property
    def doing(self) -> str:
        """What it is at, in a word; "" once it is over."""
        return self._job.news.doing if self._job is not None and self.running else ""

    @property
    def activity(self) -> Activity:
        """Whether it compiles, or searches, and for how long."""
        return activity_of((self._job,))

    @property
    def problem(self) -> str:
        """Why it has failed, in a line; else ""."""
        return self._job.news.error if self._job is not None and self._job.news.phase == FAILED else ""

    def stop(self) -> None:
        """It ends where it is; what it has found stays."""
        if self._job is not None:
            self._job.stop.request()

    def drop(self) -> None:
        """Nobody wants it any more."""
        if self._job is not None:
            self._job.drop()
        self._job = None
