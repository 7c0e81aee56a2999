"""Which time counts as waiting for a person's code."""

import time

from heuristics.hang_timeout import IDLE, SLICE, HangTimeout


def clocks(monkeypatch, wall: list[float], work: list[float]) -> None:
    monkeypatch.setattr(time, "perf_counter", lambda: wall[0])
    monkeypatch.setattr(time, "process_time", lambda: work[0])


def test_work_counts_and_a_busy_computer_little(monkeypatch) -> None:
    wall, work = [50.0], [7.0]
    clocks(monkeypatch, wall, work)
    patience = HangTimeout()
    for _ in range(10):
        wall[0] += 0.05
        work[0] += 0.05
        used = patience.go_on()
    assert abs(used - 0.5) < 1e-9
    for _ in range(10):
        wall[0] += 0.05
        used = patience.go_on()
    assert abs(used - 0.5 - 0.5 * IDLE) < 1e-9, "others had the processor"
    patience.restart()
    assert patience.go_on() == 0.0


def test_clock_counts_threads_and_sleep_once(monkeypatch) -> None:
    wall, work = [0.0], [0.0]
    clocks(monkeypatch, wall, work)
    patience = HangTimeout()
    wall[0], work[0] = 0.05, 0.2
    assert abs(patience.go_on() - 0.05) < 1e-9
    wall[0] = 3600.0
    assert patience.go_on() <= 0.05 + SLICE
