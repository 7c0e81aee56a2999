"""Background work: a lane is a thread that does one job after another.

`work(job) -> result` is a plain function. It calls `job.report(value)` with its progress, and returns soon
after `job.stop` is requested. The owner of the job reads `job.news`, an immutable snapshot, or drops the job.
Nothing here waits for the window.
"""

import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from engines.contract import Engine, EngineFailure, StopSignal, Thought
from games.contract import BadText
from games.position import Position
from games.thread_priority import let_others_go_first
from heuristics.failure import first_line, in_words

WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
COMPILING, THINKING = "compiling", "thinking"
"""What a search is `doing`."""


@dataclass(frozen=True)
class News:
    """A snapshot of a job."""

    phase: str = WAITING
    doing: str = ""
    """Its present activity in a word, "" if not known."""
    value: Any = None
    """Its last report, or its result once it is DONE."""
    error: str = ""
    """Why it FAILED, in one line."""
    since: float = 0.0
    """The time (`time.perf_counter`) when the activity began."""
    part: str = ""
    """The present part of the activity, such as the kernel that is compiled; "" if not known."""
    expected: float = 0.0
    """How many seconds the activity should last, 0.0 if not known."""


class Job:
    """One piece of work. `stop` asks it to return what it has, `drop` to end without a result.
    `wait_for_newer` waits while its lane has newer jobs."""

    def __init__(self, name: str = "", wait_for_newer: "Callable[[Job], None] | None" = None) -> None:
        self.name = name
        self.stop = StopSignal()
        self.dropped = False
        self.waits_for = ""  # the name of the newer job that it waits for; "" if it does not wait
        self.seconds_waited = 0.0
        self._wait_for_newer = wait_for_newer
        self._news = News(since=time.perf_counter())

    @property
    def news(self) -> News:
        """The newest snapshot."""
        return self._news

    @property
    def over(self) -> bool:
        """Whether the job has ended."""
        return self.dropped or self._news.phase in (DONE, FAILED)

    def report(self, value: Any = None, doing: str | None = None) -> None:
        """Publishes the progress so far, or a new activity. Called by the work."""
        news = self._news
        if doing is not None and doing != news.doing:
            news = replace(news, doing=doing, part="", since=time.perf_counter(), expected=0.0)
        self._news = replace(news, phase=RUNNING, value=news.value if value is None else value)

    def tell_part(self, part: str, left: float = 0.0) -> None:
        """Publishes the present part of the activity and the seconds left for all parts (0.0: not known). The
        first estimate stays. Called by the work."""
        news = self._news
        expected = news.expected or (time.perf_counter() - news.since + left if left else 0.0)
        if (part, expected) != (news.part, news.expected):
            self._news = replace(news, part=part, expected=expected)

    def give_way(self) -> None:
        """Waits while the lane has newer work. Called by long work between two of its steps."""
        if self._wait_for_newer is not None:
            began = time.perf_counter()
            self._wait_for_newer(self)
            self.seconds_waited += time.perf_counter() - began

    def drop(self) -> None:
        """Drops the job: it ends as soon as it can, or never begins. Its result is released at once."""
        self.dropped = True
        self.stop.request()
        self._release_value()

    def run(self, work: "Work") -> None:
        """Does the work in the calling thread. Any exception becomes a line in `error`."""
        before, _here.job = _here.job, self
        failure = f"{self.name or 'the work'} failed"
        try:
            self.report()
            result = work(self)
            self._news, failure = replace(self._news, phase=DONE, value=result), ""
            if self.dropped:  # tested after the result is set: this thread or `drop` releases it
                self._release_value()
        except Dropped:
            failure = ""
            self._release_value()
        except (EngineFailure, BadText) as error:
            failure = first_line(error)
        except BaseException as error:  # an error in one job must not end the thread
            failure = f"{failure}: {in_words(error)}"
        finally:
            _here.job = before
            if failure:
                self._news = replace(self._news, phase=FAILED, error=failure)

    def _release_value(self) -> None:
        self._news = replace(self._news, value=None)


Work = Callable[[Job], Any]


class Dropped(BaseException):
    """Raised in a job's thread to end the job, which was dropped."""


class _OfThread(threading.local):
    """The job of each thread."""

    job: Job | None = None


_here = _OfThread()


def end_if_dropped() -> None:
    """Raises Dropped if the calling thread's job was dropped. Call it in code that waits or is about to take
    memory."""
    if _here.job is not None and _here.job.dropped:
        raise Dropped


def tell_part(part: str, left: float = 0.0) -> None:
    """Publishes the present part and the seconds left for the calling thread's job, if it has one."""
    if _here.job is not None:
        _here.job.tell_part(part, left)


def tell_doing(doing: str) -> None:
    """Publishes a new activity of the calling thread's job, if it has one."""
    if _here.job is not None:
        _here.job.report(doing=doing)


_ending: list[threading.Thread] = []


def lanes_ending() -> int:
    """The number of threads of closed lanes that still run. Their memory is released when they end."""
    _ending[:] = [thread for thread in _ending if thread.is_alive()]
    return len(_ending)


class Lane:
    """A thread that does jobs one after another. It starts with the first job.

    Methods are called from one thread.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._holders = 1
        self._queue: queue.SimpleQueue[tuple[Job, Work] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._jobs: list[Job] = []  # the jobs that have not ended, and the newest one

    def hold(self) -> "Lane":
        """Adds an owner and returns the lane. It closes once each owner has closed it."""
        self._holders += 1
        return self

    def do(self, work: Work, name: str = "", uses: object = None) -> Job:
        """Queues work, which begins when all earlier jobs have ended. Only one job at a time may work with
        the object `uses`, such as an engine."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name=self.name, daemon=True)
            self._thread.start()
        job = Job(name)
        self._jobs = [*(each for each in self._jobs if not each.over), job]
        self._queue.put((job, work))
        return job

    def close(self, patience: float = 1.0) -> None:
        """Drops all jobs and ends the thread, if no other owner still holds the lane. Waits `patience`
        seconds at most, because compiling cannot be interrupted."""
        self._holders -= 1
        if self._holders > 0:
            return
        for job in self._jobs:
            job.drop()
        self.end(patience)

    def end(self, patience: float = 0.0) -> None:
        """Ends the thread once all queued jobs are done. Waits `patience` seconds at most."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join(patience)
            if self._thread.is_alive():
                _ending.append(self._thread)
        self._thread = None

    def _serve(self) -> None:
        let_others_go_first()
        while (queued := self._queue.get()) is not None:
            job, work = queued
            if not job.dropped:
                job.run(work)
            del queued, job, work  # else a dropped job stays alive while this waits


GIVE_WAY_SECONDS = 0.05
"""Seconds between two checks whether a waiting job may go on."""


OTHER_WORK = "the other work"
"""Stands for the name of a job that has none."""


class NewestFirst(Lane):
    """A lane in which a new job begins at once, unless an older one has the same `uses`. Older jobs give way
    (`Job.give_way`) until it has ended. Each running job has a thread."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._changed = threading.Condition()
        self._waiting: list[tuple[Job, Work, object]] = []
        self._going: dict[Job, object] = {}  # the running jobs, and what each `uses`
        self._threads: list[threading.Thread] = []
        self._idle = 0  # threads without a job
        self._ends = False

    def do(self, work: Work, name: str = "", uses: object = None) -> Job:
        job = Job(name, self._wait_for_newer)
        with self._changed:
            self._ends = False
            self._jobs = [*(each for each in self._jobs if each in self._going or not each.over), job]
            self._waiting.append((job, work, uses))
            if self._idle < len(self._waiting):
                self._threads = [thread for thread in self._threads if thread.is_alive()]
                self._threads.append(threading.Thread(target=self._serve, name=self.name, daemon=True))
                self._threads[-1].start()
            self._changed.notify_all()
        return job

    def end(self, patience: float = 0.0) -> None:
        with self._changed:
            self._ends = True
            self._changed.notify_all()
        until = time.perf_counter() + patience
        for thread in self._threads:
            thread.join(max(0.0, until - time.perf_counter()))
        _ending.extend(thread for thread in self._threads if thread.is_alive())
        self._threads = []

    def _serve(self) -> None:
        let_others_go_first()
        while (taken := self._next()) is not None:
            job, work = taken
            try:
                job.run(work)
            finally:
                with self._changed:
                    del self._going[job]
                    self._changed.notify_all()
            del taken, job, work  # else a dropped job stays alive while this waits

    def _next(self) -> tuple[Job, Work] | None:
        """The next job of the calling thread; None if the thread can end, because the lane ends or another
        thread waits for work already."""
        with self._changed:
            self._idle += 1
            try:
                while (taken := self._newest()) is None:
                    if self._ends or self._idle > 1:
                        return None
                    self._changed.wait()
            finally:
                self._idle -= 1
            return taken

    def _newest(self) -> tuple[Job, Work] | None:
        """The newest job that may begin. Of jobs with the same `uses` only the oldest may."""
        self._waiting = [waiting for waiting in self._waiting if not waiting[0].dropped]
        for at in reversed(range(len(self._waiting))):
            job, work, uses = self._waiting[at]
            taken = (*self._going.values(), *(before[2] for before in self._waiting[:at]))
            if uses is None or not any(each is uses for each in taken):
                del self._waiting[at]
                self._going[job] = uses
                return job, work
        return None

    def _wait_for_newer(self, job: Job) -> None:
        with self._changed:
            while not job.stop.requested and (newer := self._newer(job)) is not None:
                job.waits_for = newer.name or OTHER_WORK
                self._changed.wait(GIVE_WAY_SECONDS)
            job.waits_for = ""

    def _newer(self, job: Job) -> Job | None:
        """The newest running job that was queued after `job`; None if there is none."""
        newer = self._jobs[self._jobs.index(job) + 1 :] if job in self._jobs else []
        return next((each for each in reversed(newer) if each in self._going and not each.dropped), None)


def wait_for(jobs: Iterable[Job], seconds: float) -> None:
    """Waits until the jobs have ended, `seconds` at most."""
    until = time.monotonic() + seconds
    waiting = list(jobs)
    while not all(job.over for job in waiting) and time.monotonic() < until:
        time.sleep(0.001)


def preparing(engine: Engine, game_name: str) -> Work:
    """The work of `Engine.prepare`: compiling a search, or starting another program."""

    def work(job: Job) -> None:
        job.report(doing=COMPILING)
        engine.prepare(game_name)

    return work


def closing(engine: Engine) -> Work:
    """The work of `Engine.close`, which may have to end another program."""

    def work(job: Job) -> None:
        engine.close()

    return work


def searching(engine: Engine, position: Position, only: tuple[int, ...] = ()) -> Work:
    """The work of a search of all legal moves or `only` some. Reports its snapshots."""

    def work(job: Job) -> Thought:
        job.report(doing=COMPILING)
        engine.prepare(position.game.name)
        job.report(doing=THINKING)
        return engine.think(position, job.report, job.stop, only)

    return work
