"""What the programs of a game are doing: compiling, starting another program, or thinking, and for how
long."""

import time
from dataclasses import dataclass

from engines.jobs import COMPILING, RUNNING, THINKING, WAITING, Job
from study.format import number_text

IDLE, STARTING = "idle", "starting"

SHORT_COMPILING = 0.05
"""Compiling or starting that lasts at most this many seconds is not shown, because the words would only
flicker."""


@dataclass(frozen=True)
class Activity:
    """`kind` is IDLE, COMPILING, STARTING (another program) or THINKING; `name` is the name of the heuristic
    whose search runs or is compiled, "" for none. `part` names the part that is being compiled, "" if none
    is. `seconds` is how long it has lasted, never more than its `limit` (0.0: no time limit), and `expected`
    how many seconds compiling takes in all (0.0: no estimate)."""

    kind: str = IDLE
    name: str = ""
    seconds: float = 0.0
    limit: float = 0.0
    part: str = ""
    expected: float = 0.0

    @property
    def compiling(self) -> str:
        """What is compiled and for how long, in words for the window; "" where nothing is compiled."""
        if self.kind != COMPILING:
            return ""
        of = f" of about {number_text.seconds(self.expected)}" if self.expected > self.seconds else ""
        return f"Compiling {self.part or self.name}".rstrip() + f": {number_text.seconds(self.seconds)}{of}"

    @property
    def compiling_for(self) -> str:
        """How long it has compiled, for a place within a line: "compiling for 48 s"; "" if it does not."""
        return f"compiling for {number_text.seconds(self.seconds)}" if self.compiling else ""

    @property
    def clock(self) -> str:
        """The duration in words for the window."""
        if self.kind == IDLE:
            return ""
        return f"{self.seconds:.1f} of {self.limit:.1f} s" if self.limit else f"{self.seconds:.1f} s"


def activity_of(
    jobs: tuple[Job | None, ...], name: str = "", starts: bool = False, limit: float = 0.0
) -> Activity:
    """The activity of the first of these jobs that runs, or else of the first that waits in its lane. A
    waiting job counts as compiling. `starts`: the job starts another program instead of compiling."""
    busy = [job for job in jobs if job is not None and not job.over]
    working = [job for job in busy if job.news.phase == RUNNING] or busy
    if not working:
        return Activity()
    news = working[0].news
    seconds = max(0.0, time.perf_counter() - news.since)
    if news.doing == COMPILING or news.phase == WAITING:
        kind = STARTING if starts else COMPILING
        if seconds <= SHORT_COMPILING:
            return Activity()
        return Activity(kind, name, seconds, part=news.part, expected=news.expected)
    return Activity(THINKING, name, min(seconds, limit) if limit else seconds, limit)
