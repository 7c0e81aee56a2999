"""Work in another thread: it comes in order, raises what it raises, and is left soon after a stop."""

import threading
import time
from collections.abc import Iterator

import pytest

from arena.check.other_thread import yielded_in_thread
from engines.contract import StopSignal
from engines.jobs import COMPILING, Job, tell_part
from games.compiling.compiler_clock import compiling


def test_results_come_in_order_and_only_when_asked_for() -> None:
    made: list[int] = []

    def work(stop: StopSignal) -> Iterator[int]:
        for number in range(3):
            made.append(number)
            yield number

    results = yielded_in_thread(work, StopSignal())
    assert next(results) == 0 and made == [0]
    assert list(results) == [1, 2] and made == [0, 1, 2]


def test_failure_of_the_work_is_raised() -> None:
    def work(stop: StopSignal) -> Iterator[int]:
        yield 1
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        list(yielded_in_thread(work, StopSignal()))


def test_job_says_that_the_work_in_the_other_thread_compiles() -> None:
    go_on, said = threading.Event(), []

    def work(stop: StopSignal) -> Iterator[int]:
        with compiling():
            tell_part("terms")
            go_on.wait(20)
        yield 1

    job = Job("a check")
    checking = threading.Thread(
        target=job.run, args=(lambda job: said.extend(yielded_in_thread(work, job.stop)),)
    )
    checking.start()
    until = time.monotonic() + 20
    while job.news.doing != COMPILING or job.news.part != "terms":
        assert time.monotonic() < until
        time.sleep(0.001)
    go_on.set()
    checking.join()
    assert said == [1] and job.news.doing == ""


def test_stop_within_a_long_step_ends_it_at_once() -> None:
    stop, ended = StopSignal(), threading.Event()

    def work(inner: StopSignal) -> Iterator[int]:
        yield 1
        began = time.monotonic()
        while not inner.requested and time.monotonic() - began < 20.0:
            time.sleep(0.001)
        ended.set()
        yield 2

    results = yielded_in_thread(work, stop)
    assert next(results) == 1
    threading.Timer(0.02, stop.request).start()
    began = time.monotonic()
    assert list(results) == []
    assert time.monotonic() - began < 5.0  # 0.07 s, if the machine has nothing else to do
    assert ended.wait(5.0)
