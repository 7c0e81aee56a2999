"""The time that each thread has waited for the compiler."""

import threading
import time

import pytest

from games.compiling import compiler_clock
from games.compiling.compiler_clock import compiling, seconds_compiling


def test_each_thread_counts_its_own_time_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(compiler_clock.time, "perf_counter", lambda: now[0])
    found: list[float] = []

    def compile_twice() -> None:
        for _ in range(2):
            with compiling():
                now[0] += 1.0
                with compiling():  # a kernel of a kernel
                    now[0] += 2.0
            now[0] += 10.0
        found.append(seconds_compiling())

    before = seconds_compiling()
    thread = threading.Thread(target=compile_twice)
    thread.start()
    thread.join()
    assert found == [6.0] and seconds_compiling() == before


def test_a_compiler_that_fails_has_taken_its_time() -> None:
    before = seconds_compiling()
    with pytest.raises(ValueError), compiling():
        time.sleep(0.01)
        raise ValueError
    assert seconds_compiling() > before
