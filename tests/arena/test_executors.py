"""Executors that play the games: threads, processes of which some die, and a Dask cluster on this machine."""

import gc
import os
import sys
import threading
import time
from pathlib import Path

import pytest
from tournaments import game_of, played, toy

from arena.executors import Dask, Processes, Threads, open_executor
from dask_cluster import Cluster
from engines.contract import EngineFailure
from games.contract import BadText


def die_once(marker: str, value: int) -> int:
    """A task whose worker is killed the first time."""
    path = Path(marker)
    if not path.exists():
        path.write_text("")
        os._exit(9)
    return value


def die(code: int) -> None:
    os._exit(code)


def test_threads_answer_and_fail_as_futures_do() -> None:
    executor = Threads(2)
    assert executor.submit(pow, 2, 5).result(10) == 32
    with pytest.raises(ZeroDivisionError):
        executor.submit(divmod, 1, 0).result(10)
    executor.shutdown()
    with pytest.raises(RuntimeError):
        executor.submit(pow, 2, 5)


def test_what_has_not_begun_is_cancelled() -> None:
    executor, begun, go_on = Threads(1), threading.Event(), threading.Event()

    def wait() -> bool:
        begun.set()
        return go_on.wait(10)

    first = executor.submit(wait)
    assert begun.wait(10)
    second = executor.submit(pow, 2, 5)
    executor.shutdown(wait=False, cancel_futures=True)
    go_on.set()
    assert first.result(10) and second.cancelled()


@pytest.mark.long
def test_a_process_that_dies_costs_what_it_was_at_which_is_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.executors.TRIES", 2)
    executor = Processes(2)
    try:
        answers = [executor.submit(die_once, str(tmp_path / f"{n % 2}"), n) for n in range(6)]
        assert [answer.result(60) for answer in answers] == list(range(6))
        hopeless, other = executor.submit(die, 9), executor.submit(pow, 2, 5)
        with pytest.raises(EngineFailure, match="2 processes"):
            hopeless.result(120)
        assert other.result(60) == 32
    finally:
        executor.shutdown()


def test_a_tournament_is_the_same_in_processes(tmp_path: Path) -> None:
    one = toy(games=2)
    news = played(one, tmp_path / "file", "processes", 1)
    assert {game.number: game for game in news.games} == {n: game_of(one, n) for n in range(one.total)}


def test_a_scheduler_that_is_not_there_is_one_line() -> None:
    distributed = pytest.importorskip("distributed")

    def left() -> list[object]:
        return [
            each
            for each in gc.get_objects()
            if isinstance(each, distributed.Client) and each.status != "closed"
        ]

    gc.collect()
    before = len(left())
    with pytest.raises(BadText, match="cannot be reached"):
        open_executor("dask", 1, "tcp:/nothing")
    # A client that is still there while another one starts would wait for its lock forever.
    assert len(left()) <= before


def test_without_the_package_the_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadText, match="requirements-cluster"):
        Dask("tcp://127.0.0.1:1")


def test_a_dask_cluster_plays_the_same_games_and_loses_a_worker(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    from arena.results import Results
    from arena.tournament_run import TournamentRun
    from engines.jobs import Job

    cluster = Cluster(tmp_path)
    try:
        cluster.wait()
        one = toy(games=20)
        with Results(tmp_path / "file") as results:
            run = TournamentRun(one, results, executor="dask", scheduler=cluster.address)
            job = Job()
            thread = threading.Thread(target=job.run, args=(run.work,))
            thread.start()
            while thread.is_alive() and len(results.games(run.id)) < 10:
                time.sleep(0.02)
            cluster.processes[1].kill()
            thread.join(120)
            assert not thread.is_alive() and job.news.error == ""
            games = results.games(run.id)
        assert games == [game_of(one, number) for number in range(one.total)]
    finally:
        cluster.close()
