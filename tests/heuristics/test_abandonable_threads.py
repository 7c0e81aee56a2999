"""Threads that were abandoned with their work end quietly, and get no later work."""

import threading
import time

import pytest

from heuristics.abandonable_threads import AbandonableTask


def test_a_task_that_raises_has_ended(monkeypatch):
    died = []
    monkeypatch.setattr(threading, "excepthook", died.append)

    def fail():
        raise SystemExit("of a bug of ours")

    assert AbandonableTask("test", fail).wait(10.0)
    assert AbandonableTask("test", lambda: None).wait(10.0)


@pytest.mark.parametrize("pause", [0.0, 0.0002])
def test_a_task_may_be_abandoned_at_any_moment(pause, monkeypatch):
    """Before its thread has started it, while it runs, and just as it ends."""
    died = []
    monkeypatch.setattr(threading, "excepthook", died.append)
    done = []
    for number in range(300):
        task = AbandonableTask("test", lambda spins=number * 10: [None for _ in range(spins)])
        if pause:
            time.sleep(pause)
        task.abandon()
        task.abandon()
        after = AbandonableTask("test", lambda number=number: done.append(number))
        assert after.wait(10.0)
    assert done == list(range(300)) and not died
