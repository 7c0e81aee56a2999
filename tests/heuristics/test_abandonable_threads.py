"""Threads that are left alone with their work end quietly, and no later work is given to them."""

import threading
import time

import pytest

from heuristics.abandonable_threads import AbandonableTask


@pytest.mark.parametrize("pause", [0.0, 0.0002])
def test_an_errand_may_be_given_up_at_any_moment(pause, monkeypatch):
    """Before its thread has begun with it, while it works, and just as it ends."""
    died = []
    monkeypatch.setattr(threading, "excepthook", died.append)
    done = []
    for number in range(300):
        errand = AbandonableTask("test", lambda spins=number * 10: [None for _ in range(spins)])
        if pause:
            time.sleep(pause)
        errand.abandon()
        errand.abandon()
        after = AbandonableTask("test", lambda number=number: done.append(number))
        assert after.wait(10.0)
    assert done == list(range(300)) and not died
