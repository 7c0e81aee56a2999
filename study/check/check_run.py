"""The work of the job that checks a heuristic. It reports each finding at once."""

from dataclasses import dataclass

from arena.check.check import check
from arena.check.finding import CheckProgress, Finding
from engines.jobs import Job, Work
from heuristics.lens import Lens


@dataclass(frozen=True)
class CheckNews:
    """The findings of a check so far, the costliest first, and the lens that is checked. `doing` names the
    present step, "" at the end; `share` says how much is done, 0 to 1."""

    lens: Lens
    findings: tuple[Finding, ...] = ()
    doing: str = ""
    share: float = 0.0


def check_work(lens: Lens) -> Work:
    """The work of a check. Reports `CheckNews` with each finding. After its first step it lets newer work,
    such as a scan, go first. The first step does not wait, because its sentence should appear at once."""

    def work(job: Job) -> CheckNews:
        found: list[Finding] = []
        now = CheckProgress("", 0.0)
        for news in check(lens, stop=job.stop):
            if isinstance(news, Finding):
                found = sorted([*found, news], key=lambda finding: finding.rank)
            else:
                now = news
            job.report(CheckNews(lens, tuple(found), now.doing, now.share))
            if now.share:
                job.give_way()
        return CheckNews(lens, tuple(found), "", now.share if job.stop.requested else 1.0)

    return work
