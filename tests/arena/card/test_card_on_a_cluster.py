"""A card whose games are played by a Dask cluster."""

import gc
from pathlib import Path

import pytest
from test_card_run import figures, plan_of

from arena.card.against import RivalRun
from arena.card.card_run import CardRun
from dask_cluster import Cluster
from engines.jobs import Job
from games.contract import BadText


def test_card_over_a_cluster_has_the_digits_of_threads(tmp_path: Path) -> None:
    """The cluster's workers are processes that were started elsewhere, by the command that tournaments
    use."""
    Client = pytest.importorskip("distributed").Client
    plan = plan_of("isolation", "improved", nodes=10)
    here = CardRun(plan, tmp_path / "here").work(Job())
    cluster = Cluster(tmp_path)
    try:
        cluster.wait()
        there = CardRun(plan, tmp_path / "there", 1, "dask", cluster.address).work(Job())
        assert there.stage == "" and figures(there) == figures(here)
        assert not [
            each for each in gc.get_objects() if isinstance(each, Client) and each.status == "running"
        ]
        rival = plan_of("isolation", "improved", nodes=10, rival="center")
        answers = [
            RivalRun(rival, tmp_path / f"check {kind}", 2, kind, address).work(Job())
            for kind, address in (("dask", cluster.address), ("threads", ""))
        ]
        assert answers[0].counts == answers[1].counts and answers[0].counts.pairs == 10
    finally:
        cluster.close()


def test_a_cluster_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(BadText, match="cannot be reached"):
        CardRun(plan_of("isolation", "improved"), tmp_path / "card", 1, "dask", "tcp:/nothing").work(Job())
