"""The worker thread: snapshots, stops, failures, and that nothing of it outlives its owner."""

import threading
import time
from collections.abc import Callable

import pytest

from engines.contract import EngineFailure, Publish, StopSignal, Thought
from engines.players import make_engine, parse_player
from engines.worker import DONE, FAILED, IDLE, THINKING, Worker
from games.position import Position
from games.registry import load_game

GAME = load_game("isolation")
POSITION = Position.start(GAME, text="7/7/3w3/7/2b4/7/7 w")


class Scripted:
    """An engine that does as the test says."""

    name = "scripted"

    def __init__(self, act: Callable[[Publish, StopSignal], Thought]) -> None:
        self.act = act

    def prepare(self, game_name: str) -> None:
        pass

    def close(self) -> None:
        pass

    def peek(self) -> tuple[int, int]:
        return 7, 3

    def think(
        self, position: Position, publish: Publish | None = None, stop: StopSignal | None = None
    ) -> Thought:
        assert publish is not None and stop is not None
        return self.act(publish, stop)


def a_thought(depth: int) -> Thought:
    return Thought(POSITION, POSITION.moves[0], 0.0, depth, 10, 0.1, (), ())


def wait_for(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    deadline = time.perf_counter() + seconds
    while not condition():
        assert time.perf_counter() < deadline, "nothing happened"
        time.sleep(0.001)


@pytest.fixture
def worker():  # type: ignore[no-untyped-def]
    worker = Worker("test worker")
    yield worker
    worker.close()


def until_stopped(publish: Publish, stop: StopSignal) -> Thought:
    depth = 0
    while not stop.requested:
        depth += 1
        publish(a_thought(depth))
        time.sleep(0.001)
    return a_thought(depth)


def test_snapshots_come_while_it_thinks_and_the_last_is_done(worker: Worker) -> None:
    ticket = worker.start(Scripted(until_stopped), POSITION)
    wait_for(lambda: worker.progress.thought is not None)
    assert (worker.progress.phase, worker.progress.ticket) == (THINKING, ticket)
    assert worker.counters() == (7, 3)
    worker.move_now()
    wait_for(lambda: worker.progress.phase == DONE)
    assert worker.progress.thought is not None and worker.progress.thought.move == POSITION.moves[0]


def test_a_cancelled_search_shows_nothing_any_more(worker: Worker) -> None:
    finished = threading.Event()

    def act(publish: Publish, stop: StopSignal) -> Thought:
        result = until_stopped(publish, stop)
        finished.set()
        return result

    worker.start(Scripted(act), POSITION)
    wait_for(lambda: worker.progress.thought is not None)
    worker.cancel()
    assert worker.progress.phase == IDLE and worker.progress.thought is None
    assert finished.wait(5)
    time.sleep(0.01)
    assert worker.progress.phase == IDLE


def test_a_new_search_replaces_the_one_before(worker: Worker) -> None:
    worker.start(Scripted(until_stopped), POSITION)
    wait_for(lambda: worker.progress.thought is not None)
    ticket = worker.start(Scripted(lambda publish, stop: a_thought(99)), POSITION)
    wait_for(lambda: worker.progress.phase == DONE)
    assert worker.progress.ticket == ticket
    assert worker.progress.thought is not None and worker.progress.thought.depth == 99


@pytest.mark.parametrize("error", [EngineFailure("no such engine"), ValueError("a bug\nin lines")])
def test_an_exception_is_one_line_and_the_thread_lives_on(worker: Worker, error: Exception) -> None:
    def act(publish: Publish, stop: StopSignal) -> Thought:
        raise error

    worker.start(Scripted(act), POSITION)
    wait_for(lambda: worker.progress.phase == FAILED)
    assert str(error).splitlines()[0] in worker.progress.error
    assert "\n" not in worker.progress.error
    worker.start(Scripted(lambda publish, stop: a_thought(1)), POSITION)
    wait_for(lambda: worker.progress.phase == DONE)


def test_a_real_search_stops_within_50_ms(worker: Worker) -> None:
    engine = make_engine(parse_player("alphabeta:improved,depth=100", "isolation"), "isolation")
    engine.prepare("isolation")
    delays = []
    for _ in range(5):
        worker.start(engine, POSITION)
        wait_for(lambda: worker.counters()[0] > 100_000 and worker.progress.phase == THINKING, 60)
        asked = time.perf_counter()
        worker.move_now()
        wait_for(lambda: worker.progress.phase == DONE)
        delays.append(time.perf_counter() - asked)
    assert sorted(delays)[2] < 0.05  # the median: the machine may be busy with something else
    assert worker.progress.thought is not None and worker.progress.thought.move in POSITION.moves


def test_closing_ends_the_thread_even_in_mid_search() -> None:
    worker = Worker("to be closed")
    worker.start(Scripted(until_stopped), POSITION)
    wait_for(lambda: worker.progress.thought is not None)
    worker.close()
    assert not any(thread.name == "to be closed" for thread in threading.enumerate())
