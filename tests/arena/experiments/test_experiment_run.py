"""What runs of experiments have in common."""

from pathlib import Path

from arena.gaps.gaps_run import GapsRun
from arena.gaps.plan import GapsPlan
from engines.jobs import COMPILING, Job
from games.registry import load_game


def test_run_says_that_it_compiles_before_its_units(tmp_path: Path) -> None:
    job, doing = Job(), []

    def prepare() -> bool:
        doing.append(job.news.doing)
        return True

    plan = GapsPlan("isolation", "open", load_game("isolation").options())
    with GapsRun(plan, tmp_path / "gaps").workshop(prepare, job):
        doing.append(job.news.doing)
    assert doing == [COMPILING, ""]
