"""Background work: snapshots, stops, failures, and that nothing outlives its owner."""

import gc
import threading
import time
import weakref
from collections.abc import Callable

import pytest

from engines import search_engine, workspace
from engines.compiling.kernels import _loaded, compiler_turn
from engines.contract import EngineFailure, Thought
from engines.jobs import (
    COMPILING,
    DONE,
    FAILED,
    OTHER_WORK,
    RUNNING,
    THINKING,
    WAITING,
    Job,
    Lane,
    NewestFirst,
    lanes_ending,
    preparing,
    searching,
)
from engines.player_text import make_engine, parse_player
from games.compiling.compiler import jit_disabled
from games.contract import BadText
from games.position import Position
from games.registry import load_game

GAME = load_game("isolation")
POSITION = Position.start(GAME, text="7/7/3w3/7/2b4/7/7 w")


def wait_for(condition: Callable[[], bool], seconds: float = 120.0) -> None:
    deadline = time.perf_counter() + seconds
    while not condition():
        assert time.perf_counter() < deadline, "nothing happened"
        time.sleep(0.001)


@pytest.fixture
def lane():  # type: ignore[no-untyped-def]
    lane = Lane("test lane")
    yield lane
    lane.close()


def until_stopped(job: Job) -> int:
    """Counts until it is stopped."""
    count = 0
    while not job.stop.requested:
        count += 1
        job.report(count)
        time.sleep(0.001)
    return count


def test_reports_come_while_it_works_and_the_result_at_the_end(lane: Lane) -> None:
    job = lane.do(until_stopped)
    wait_for(lambda: job.news.value is not None)
    assert job.news.phase == RUNNING and not job.over
    job.stop.request()
    wait_for(lambda: job.over)
    assert job.news.phase == DONE and job.news.value >= 1


def test_jobs_follow_one_another_and_a_dropped_one_never_begins(lane: Lane) -> None:
    done: list[str] = []
    first = lane.do(until_stopped)
    second, third = (lane.do(lambda job, name=name: done.append(name)) for name in ("second", "third"))
    wait_for(lambda: first.news.phase == RUNNING)
    assert (second.news.phase, third.news.phase) == (WAITING, WAITING)
    second.drop()
    first.stop.request()
    wait_for(lambda: third.over)
    assert done == ["third"] and second.over and second.news.phase == WAITING


def test_what_nobody_holds_is_not_kept(lane: Lane) -> None:
    class Large:
        pass

    held = [lane.do(lambda job: Large())]
    wait_for(lambda: held[0].over)
    result = weakref.ref(held[0].news.value)
    lane.do(lambda job: None)
    held.clear()
    gc.collect()
    wait_for(lambda: result() is None)


def test_the_result_of_a_job_that_was_dropped_is_let_go_of(lane: Lane) -> None:
    """The result may hold a file open."""
    begun, go_on = threading.Event(), threading.Event()

    def work(job: Job) -> object:
        job.report(object())
        begun.set()
        go_on.wait(5)
        return object()

    job = lane.do(work)
    assert begun.wait(5)
    job.drop()
    assert job.news.value is None
    go_on.set()
    last = lane.do(lambda job: 1)
    wait_for(lambda: last.over)
    assert job.news.value is None
    last.drop()
    assert last.news.value is None


def test_a_lane_that_is_to_end_does_first_what_is_queued() -> None:
    lane = Lane("to be ended")
    go_on = threading.Event()
    jobs = [lane.do(lambda job: go_on.wait(5)), lane.do(lambda job: 2)]
    lane.end()
    go_on.set()
    wait_for(lambda: not any(thread.name == "to be ended" for thread in threading.enumerate()))
    assert [job.news.value for job in jobs] == [True, 2]


@pytest.mark.parametrize(
    "error", [EngineFailure("no such engine"), ValueError("a bug\nin lines"), SystemExit("leave\nnow")]
)
def test_an_exception_is_one_line_and_the_thread_lives_on(lane: Lane, error: BaseException) -> None:
    def fail(job: Job) -> None:
        job.report(7)
        raise error

    job = lane.do(fail, "the test's work")
    wait_for(lambda: job.over)
    assert job.news.phase == FAILED and job.news.value == 7
    assert str(error).splitlines()[0] in job.news.error and "\n" not in job.news.error
    again = lane.do(lambda job: 1)
    wait_for(lambda: again.news.phase == DONE)


@pytest.mark.parametrize("make", [Lane, NewestFirst])
@pytest.mark.parametrize("kind", [ValueError, EngineFailure, BadText, SystemExit])
@pytest.mark.parametrize("bug", [ValueError, SystemExit])
def test_a_lane_outlives_an_exception_whose_str_raises(
    make: type[Lane], kind: type[BaseException], bug: type[BaseException]
) -> None:
    class Foreign(kind):  # type: ignore[misc, valid-type]
        def __str__(self) -> str:
            raise bug("in __str__")

    def fail(job: Job) -> None:
        raise Foreign("lost")

    lane, engine = make("test lane"), object()
    job = lane.do(fail, "the test's work", uses=engine)
    after = lane.do(lambda job: 1, uses=engine)
    wait_for(lambda: after.news.phase == DONE, 20)
    assert job.news.phase == FAILED and "Foreign" in job.news.error
    lane.close()


def test_an_exception_of_blank_lines_still_fails_its_job(lane: Lane) -> None:
    def fail(job: Job) -> None:
        raise EngineFailure("\n \n")

    job = lane.do(fail)
    wait_for(lambda: job.over, 20)
    assert (job.news.phase, job.news.error) == (FAILED, "EngineFailure")


def test_it_says_what_it_is_doing_and_since_when(lane: Lane) -> None:
    seen: list[str] = []

    class Slow:
        name = "slow"

        def prepare(self, game_name: str) -> None:
            seen.append(job.news.doing)

        def think(self, position, publish, stop, only):  # type: ignore[no-untyped-def]
            seen.append(job.news.doing)
            assert only == (POSITION.moves[1],)
            return Thought(position, only[0], 0.0, 1, 1, 0.0, (), ())

    before = time.perf_counter()
    wait = threading.Event()
    lane.do(lambda job: wait.wait(5))
    job = lane.do(searching(Slow(), POSITION, (POSITION.moves[1],)))  # type: ignore[arg-type]
    wait.set()
    wait_for(lambda: job.over)
    assert seen == [COMPILING, THINKING] and before <= job.news.since <= time.perf_counter()
    assert job.news.value.move == POSITION.moves[1]


def test_a_real_search_stops_within_50_ms(lane: Lane) -> None:
    engine = make_engine(parse_player("alphabeta:improved,depth=100", "isolation"), "isolation")
    lane.do(preparing(engine, "isolation"))
    delays = []
    for _ in range(5):
        job = lane.do(searching(engine, POSITION))
        wait_for(lambda: job.news.doing == THINKING and engine.peek()[0] > 100_000, 60)  # noqa: B023
        asked = time.perf_counter()
        job.stop.request()
        wait_for(lambda: job.over)  # noqa: B023
        delays.append(time.perf_counter() - asked)
        assert job.news.value.move in POSITION.moves
    assert sorted(delays)[2] < 0.05  # the median, because the machine may be busy


@pytest.mark.skipif(jit_disabled(), reason="nothing is compiled")
def test_a_dropped_job_does_not_wait_for_the_compiler(lane: Lane) -> None:
    """While one job compiles, another one waits for it; a job that nobody wants ends meanwhile."""
    wait_for(lambda: lanes_ending() == 0, 20)  # those of other tests
    begun, go_on = threading.Event(), threading.Event()

    def compile(job: Job) -> None:
        with compiler_turn():
            begun.set()
            assert go_on.wait(60)

    compiling = lane.do(compile)
    assert begun.wait(60)
    waiting = Lane("waits for the compiler")
    engine = make_engine(parse_player("alphabeta:custom_score_2,depth=2", "isolation"), "isolation")
    _loaded.pop(engine.lens.heuristic.compiled_as, None)
    job = waiting.do(preparing(engine, "isolation"))
    wait_for(lambda: job.news.doing == COMPILING)
    waiting.close(patience=0.0)
    wait_for(lambda: not any(thread.name == waiting.name for thread in threading.enumerate()), 20)
    assert not compiling.over and lanes_ending() == 0
    go_on.set()


@pytest.mark.skipif(jit_disabled(), reason="nothing is compiled")
@pytest.mark.parametrize("drops", [False, True])
def test_a_table_is_made_once_the_search_is_compiled(
    lane: Lane, drops: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[float] = []
    begun, go_on = threading.Event(), threading.Event()

    def new_table(megabytes: float) -> object:
        made.append(megabytes)
        return workspace.new_table(megabytes)

    def compile(kernel: object, arguments: tuple[object, ...]) -> None:
        begun.set()
        assert go_on.wait(60)

    monkeypatch.setattr(search_engine, "new_table", new_table)
    monkeypatch.setattr(search_engine, "compile_in_turn", compile)
    job = lane.do(
        preparing(make_engine(parse_player("alphabeta:open,ms=9", "isolation"), "isolation"), "isolation")
    )
    assert begun.wait(60)
    assert made == []
    if drops:
        job.drop()
    go_on.set()
    last = lane.do(lambda job: None)
    wait_for(lambda: last.over)
    assert (made == []) == drops


def test_closing_drops_all_that_is_queued(lane: Lane) -> None:
    go_on = threading.Event()
    jobs = [lane.do(lambda job: go_on.wait(60)), lane.do(until_stopped), lane.do(lambda job: None)]
    wait_for(lambda: jobs[0].news.phase == RUNNING)
    lane.close(patience=0.0)
    assert all(job.dropped for job in jobs) and lanes_ending() >= 1
    go_on.set()
    wait_for(lambda: lanes_ending() == 0)


def test_what_was_closed_before_it_began_begins_again() -> None:
    lane = Lane("to be closed")
    lane.close()
    job = lane.do(lambda job: 7)
    wait_for(lambda: job.over, 20)
    lane.close()


def test_closing_ends_the_thread_even_in_the_middle() -> None:
    lane = Lane("to be closed")
    job = lane.do(until_stopped)
    wait_for(lambda: job.news.value is not None)
    lane.close()
    assert not any(thread.name == "to be closed" for thread in threading.enumerate())


@pytest.fixture
def newest():  # type: ignore[no-untyped-def]
    lane = NewestFirst("newest of a test")
    yield lane
    lane.close()


def step_by_step(job: Job) -> int:
    """Counts until it is stopped, and yields after each count."""
    count = 0
    while not job.stop.requested:
        count += 1
        job.report(count)
        job.give_way()
        time.sleep(0.001)
    return count


def test_newest_request_goes_first(newest: NewestFirst) -> None:
    jobs: list[Job] = []
    for _ in range(3):
        jobs.append(newest.do(step_by_step))
        wait_for(lambda: jobs[-1].news.value is not None)
    wait_for(lambda: jobs[0].waits_for and jobs[1].waits_for)
    for older, newer in ((1, 2), (0, 1)):
        counts = [job.news.value for job in jobs[:newer]]
        wait_for(lambda: jobs[newer].news.value > 100)  # noqa: B023
        assert [job.news.value for job in jobs[:newer]] == counts
        jobs[newer].stop.request()
        wait_for(lambda: jobs[older].news.value > counts[older] + 10)  # noqa: B023
        assert jobs[newer].news.phase == DONE and not jobs[older].waits_for
    assert jobs[0].seconds_waited > 0.1


def test_what_waits_names_the_newest_work(newest: NewestFirst) -> None:
    older, newer, last = newest.do(step_by_step, "a"), newest.do(step_by_step, "b"), newest.do(step_by_step)
    wait_for(lambda: older.waits_for == OTHER_WORK)
    last.stop.request()
    wait_for(lambda: older.waits_for == "b")
    newer.stop.request()
    wait_for(lambda: older.waits_for == "")


def test_what_gives_way_ends_when_it_is_stopped(newest: NewestFirst) -> None:
    older, newer = newest.do(step_by_step), newest.do(step_by_step)
    wait_for(lambda: older.waits_for)
    older.stop.request()
    wait_for(lambda: older.over)
    assert older.news.phase == DONE and not newer.over


def test_what_nobody_wants_any_more_holds_up_nobody(newest: NewestFirst) -> None:
    go_on = threading.Event()
    compiling = newest.do(lambda job: go_on.wait(60))
    wait_for(lambda: compiling.news.phase == RUNNING)
    compiling.drop()
    older = newest.do(step_by_step)
    newer = newest.do(lambda job: 7)
    wait_for(lambda: newer.over and older.news.value is not None and older.news.value > 10)
    go_on.set()


def test_what_uses_the_same_follows_one_another(newest: NewestFirst) -> None:
    engine, go_on, order = object(), threading.Event(), list[int]()
    first = newest.do(lambda job: go_on.wait(60), uses=engine)
    rest = [newest.do(lambda job, number=number: order.append(number), uses=engine) for number in range(3)]  # type: ignore[misc]
    other = newest.do(lambda job: None, uses=object())
    wait_for(lambda: other.over)
    assert [job.news.phase for job in rest] == [WAITING] * 3 and not first.over
    rest[1].drop()
    go_on.set()
    wait_for(lambda: rest[0].over and rest[2].over)
    assert order == [0, 2]


def test_it_keeps_one_thread_and_none_once_it_is_closed(newest: NewestFirst) -> None:
    def threads() -> int:
        return sum(thread.name == newest.name for thread in threading.enumerate())

    jobs = [newest.do(until_stopped) for _ in range(4)]
    wait_for(lambda: all(job.news.value for job in jobs))
    assert threads() == 4
    for job in jobs:
        job.stop.request()
    wait_for(lambda: threads() == 1)
    assert newest.hold() is newest
    newest.close()
    assert newest.do(lambda job: 7) and threads() >= 1, "somebody else holds it"
    newest.close()
    assert threads() == 0
    job = newest.do(lambda job: 7)
    wait_for(lambda: job.over)
    assert job.news.value == 7, "begins again"


def test_a_result_is_not_kept_by_the_thread_of_the_newest(newest: NewestFirst) -> None:
    class Large:
        """Stands for something that takes much memory."""

    large = Large()
    gone = weakref.ref(large)
    job = newest.do(lambda job, large=large: None)  # type: ignore[misc]
    wait_for(lambda: job.over)
    del large
    wait_for(lambda: gc.collect() is not None and gone() is None)
