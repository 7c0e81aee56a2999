"""Work in the background has a lower priority, in the threads and programs that it starts, too."""

import ctypes
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from engines.jobs import Job, Lane, NewestFirst, Work, wait_for
from engines.subprocesses.launch_command import own_process_group
from games.thread_priority import BELOW_NORMAL, NICE, NICE_PROCESS, goes_last, let_others_go_first
from heuristics.abandonable_threads import AbandonableTask

has_priorities = pytest.mark.skipif(
    sys.platform not in ("linux", "win32"), reason="threads have no priority here"
)


def priority() -> int:
    """The calling thread's, as the system counts it."""
    if sys.platform == "win32":
        kernel = ctypes.WinDLL("kernel32")
        kernel.GetCurrentThread.restype = ctypes.c_void_p
        return int(kernel.GetThreadPriority(ctypes.c_void_p(kernel.GetCurrentThread())))
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def priority_of_a_task(job: Job) -> tuple[int, int]:
    """The priorities of a lane's thread, and of a thread that it starts."""
    found: list[int] = []
    task = AbandonableTask(f"priority {id(job)}", lambda: found.append(priority()))
    assert task.wait(10.0)
    return priority(), found[0]


def done_by(lane: Lane, work: Work) -> Any:
    """The result of some work in a lane, which is closed afterwards."""
    job = lane.do(work)
    wait_for([job], 60.0)
    result = job.news.value
    lane.close()
    return result


@has_priorities
@pytest.mark.parametrize("make", [Lane, NewestFirst])
def test_lanes_and_the_threads_that_they_start_go_last(make: type[Lane]) -> None:
    usual = priority()
    low = BELOW_NORMAL if sys.platform == "win32" else max(NICE, usual)
    assert done_by(make("of a test"), priority_of_a_task) == (low, low)
    assert priority() == usual


def niceness_of_a_program(job: Job) -> int:
    says = [sys.executable, "-c", "import os; print(os.getpriority(os.PRIO_PROCESS, 0))"]
    made = subprocess.run(says, stdout=subprocess.PIPE, encoding="utf-8", check=True, **own_process_group())
    return int(made.stdout)


@has_priorities
def test_a_program_that_a_lane_starts_goes_last() -> None:
    lane = Lane("of a test")
    if sys.platform == "win32":  # what is asked for, because Wine does not do it
        low = subprocess.BELOW_NORMAL_PRIORITY_CLASS
        assert done_by(lane, lambda job: own_process_group()["creationflags"]) & low
        assert not own_process_group()["creationflags"] & low
    else:
        assert done_by(lane, niceness_of_a_program) == max(NICE, priority())


@pytest.mark.skipif(sys.platform != "linux", reason="a niceness of threads")
def test_a_child_process_goes_further_back_than_a_thread() -> None:
    def lowered(in_child: bool) -> int:
        with ThreadPoolExecutor(1) as pool:
            pool.submit(let_others_go_first, in_child).result()
            return pool.submit(priority).result()

    assert NICE < NICE_PROCESS
    assert (lowered(False), lowered(True)) == (max(NICE, priority()), max(NICE_PROCESS, priority()))


def test_each_thread_goes_last_for_itself() -> None:
    seen: list[bool] = []

    def look() -> None:
        seen.append(goes_last())
        let_others_go_first()
        seen.append(goes_last())

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [False, True] and not goes_last()
