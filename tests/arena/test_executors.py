"""Executors that play the games: threads, processes of which some die, and a Dask cluster on this machine."""

import gc
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tournaments import game_of, played, toy

from arena.executors import Dask, Processes, Threads
from arena.own_files import find_own, own_folders
from dask_cluster import Cluster
from engines.contract import EngineFailure
from games.contract import BadText


def die_once(marker: str, value: int) -> int:
    """A task whose worker is killed the first time."""
    path = Path(marker)
    if not path.exists():
        path.write_text("", encoding="utf-8")
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
def test_dead_process_costs_only_its_present_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
        Dask("tcp:/nothing")
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


@pytest.mark.long
def test_what_ends_a_task_on_a_cluster_is_one_line(tmp_path: Path) -> None:
    """A task that ends its workers; a worker that came later and does not have the program; a scheduler that
    ends."""
    pytest.importorskip("distributed")
    cluster = Cluster(tmp_path, workers=1)
    try:
        cluster.wait()
        executor = Dask(cluster.address)
        assert executor.submit(pow, 2, 5).result(60) == 32
        with pytest.raises(EngineFailure, match="each worker of the cluster"):
            executor.submit(os._exit, 9).result(120)
        cluster.add_worker_without_the_program()
        cluster.wait()
        cluster.processes[1].kill()
        with pytest.raises(BadText, match=f"later does not find this program.* worker {cluster.address}"):
            for _ in range(100):
                executor.submit(pow, 2, 5).result(60)
        cluster.processes[0].kill()
        with pytest.raises(BadText, match="has ended"):
            executor.submit(pow, 2, 5).result(60)
        executor.shutdown()
    finally:
        cluster.close()


OWN = '''
from heuristics.contract import Heuristic

mine = Heuristic("mine", "isolation", "random", "a test")

@mine.single("anything", weight=1.0)
def anything(state, side):
    """Anything."""
    return (state.key * 0x1E3779B97F4A7C15 & 0x7FFFFFFFFFFFFFFF) % 1000
'''

OWN_PLAYER = '''
def choose(position, clock):
    """The first move."""
    return position.moves[0]
'''


@pytest.fixture
def own_folder(tmp_path: Path) -> Iterator[Path]:
    """A person's own folders of heuristics and players, with one of each."""
    before = own_folders()
    folder = tmp_path / "person"
    for name, text in (("heuristics", OWN), ("players", OWN_PLAYER)):
        (folder / name).mkdir(parents=True)
        (folder / name / "mine.py").write_text(text, encoding="utf-8")
    find_own((folder / "heuristics", folder / "players", None))
    yield folder
    find_own(before)


@pytest.mark.long
def test_workers_that_come_later_know_own_files(tmp_path: Path, own_folder: Path) -> None:
    """One worker's process is killed and starts again, another worker comes late. Neither can read the
    person's folder, which has gone meanwhile."""
    pytest.importorskip("distributed")
    from arena.results import Results
    from arena.tournament_run import TournamentRun
    from engines.jobs import Job

    one = toy(games=8, players=("greedy:mine", "own:mine"))
    expected = [game_of(one, number) for number in range(one.total)]
    cluster = Cluster(tmp_path, workers=1)
    try:
        cluster.wait()
        with Results(tmp_path / "file") as results:
            run = TournamentRun(one, results, executor="dask", scheduler=cluster.address)
            job = Job()
            thread = threading.Thread(target=job.run, args=(run.work,))
            thread.start()
            while thread.is_alive() and len(results.games(run.id)) < 2:
                time.sleep(0.02)
            own_folder.rename(tmp_path / "gone")
            cluster.kill_children()
            late = cluster.add_worker()
            while thread.is_alive() and len(results.games(run.id)) < 4:
                time.sleep(0.02)
            cluster.processes[1].kill()
            thread.join(120)
            assert not thread.is_alive() and job.news.error == ""
            assert late.poll() is None
            assert results.games(run.id) == expected
    finally:
        cluster.close()
