"""The work of the job that checks a heuristic. It reports each finding at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from arena.check.check import SavedGames, check
from arena.check.finding import CheckProgress, Finding
from engines.jobs import Job, Work
from games.contract import Game, Options
from games.position import Position
from heuristics.lens import Lens
from study.saved_games.saved_games import Saves

MOST_SAVED = 100
"""How many saved games a check reads: the newest."""


@dataclass(frozen=True)
class CheckNews:
    """The findings of a check so far, sorted by rank, and the lens that is checked. `doing` names the
    present step, "" at the end; `share` says how much is done, 0 to 1."""

    lens: Lens
    findings: tuple[Finding, ...] = ()
    doing: str = ""
    share: float = 0.0


def saved_games(data: Path | None, game: Game, options: Options) -> Iterator[Sequence[Position]]:
    """Yields the positions of each of a person's newest saved games with these rules, at most MOST_SAVED
    games; nothing without a data folder. Opens a file only when its positions are asked for."""
    if data is not None:
        for _, record in islice(Saves(data).records(game.name, options), MOST_SAVED):
            yield record.positions


def check_work(lens: Lens, saved: SavedGames = ()) -> Work:
    """The work of a check, which also uses the positions of `saved` games. It reports `CheckNews` after each
    finding and each step. The first step compares positions with their mirror images, in which the colours
    are exchanged. It does not wait for other work, so that its result appears at once. After that the check
    lets newer work, such as a scan, go first."""

    def work(job: Job) -> CheckNews:
        found: list[Finding] = []
        now = CheckProgress("", 0.0)
        for news in check(lens, stop=job.stop, saved=saved):
            if isinstance(news, Finding):
                found = sorted([*found, news], key=lambda finding: finding.rank)
            else:
                now = news
            job.report(CheckNews(lens, tuple(found), now.doing, now.share))
            if now.share:
                job.give_way()
        return CheckNews(lens, tuple(found), "", now.share if job.stop.requested else 1.0)

    return work
