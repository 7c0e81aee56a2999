"""Child processes compile for this one. If they fail, nobody waits for them forever."""

import ctypes
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.compiling import child_process, kernel_processes
from engines.compiling.child_process import ChildProcess
from engines.compiling.compile_times import CompileTimes
from engines.compiling.kernel_parts import EVALUATION, SEARCH, KernelPart
from engines.compiling.kernel_processes import KernelProcesses
from engines.jobs import COMPILING, DONE, Job, Lane
from games import thread_priority
from games.compiling.compiler import jit_disabled
from processes import is_running

ROOT = Path(__file__).resolve().parents[3]

ECHO = """
import sys, threading, time, queue
lines, folder = queue.SimpleQueue(), sys.argv[2]
def listen():
    for line in sys.stdin:
        if line == "in background\\n":
            open(folder + "/behind", "a").write(".")
        else:
            lines.put(line)
threading.Thread(target=listen, daemon=True).start()
while True:
    line = lines.get()
    if line.startswith("? "):
        kept = "kept" in line.split('"')[3]
        open(folder + "/looked", "a").write(line[2:])
        print("kept" if kept else "missing", flush=True)
        continue
    seconds = float(line.split('"')[3].split()[1])
    open(folder + "/begun", "a").write(line)
    time.sleep(seconds)
    print(line.rstrip(), seconds, flush=True)
"""
"""A child that takes as many seconds for a part as the second word of its heuristic's name says, and finds
parts whose name has the word kept."""

DIES = "import sys; sys.stdin.readline(); sys.exit(1)"


def part(number: int, seconds: float = 0.0, game: str = "isolation", kept: bool = False) -> KernelPart:
    return KernelPart(game, f"{number} {seconds}" + (" kept" if kept else ""), EVALUATION)


@pytest.fixture
def children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., KernelProcesses]]:
    """Makes a process's children, which run a test's own program."""
    made: list[KernelProcesses] = []

    def make(program: str = ECHO, cores: int = 2) -> KernelProcesses:
        monkeypatch.setattr(child_process, "RUN", program)
        monkeypatch.setattr(KernelPart, "is_ready", lambda part: False)
        made.append(KernelProcesses(tmp_path, cores))
        return made[-1]

    yield make
    for each in made:
        each.close()
    until(lambda: not any(each._children for each in made))


def until(condition: Callable[[], object], seconds: float = 30.0) -> None:
    deadline = time.perf_counter() + seconds
    while not condition():
        assert time.perf_counter() < deadline, "it did not happen in time"
        time.sleep(0.01)


def begun(folder: Path, name: str = "begun") -> list[str]:
    file = folder / name
    return (
        [json.loads(line)[1] for line in file.read_text(encoding="utf-8").splitlines()]
        if file.exists()
        else []
    )


def test_each_part_is_compiled_once(children: Any, tmp_path: Path) -> None:
    processes = children()
    parts = [part(number) for number in range(5)]
    threads = [threading.Thread(target=processes.compile, args=(parts,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    assert sorted(begun(tmp_path)) == [each.heuristic for each in parts]


def test_what_is_ready_starts_no_process(children: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    processes = children()
    monkeypatch.setattr(KernelPart, "is_ready", lambda part: True)
    processes.compile([part(0)])
    assert not processes._children


def at_work(processes: KernelProcesses, in_background: bool = False) -> list[ChildProcess]:
    return [child for child in processes._children if child.part and child.in_background == in_background]


def test_what_is_waited_for_may_take_all_cores(children: Any) -> None:
    processes = children()
    thread = threading.Thread(target=processes.compile, args=([part(n, 0.3) for n in range(3)],))
    thread.start()
    seen = []
    while thread.is_alive():
        seen.append(len(at_work(processes)))
        time.sleep(0.01)
    assert max(seen) == 2


@pytest.mark.parametrize(("cores", "most"), [(1, 1), (2, 1), (3, 2), (8, 2)])
def test_later_parts_leave_a_core_and_have_the_lowest_priority(
    children: Any, tmp_path: Path, cores: int, most: int
) -> None:
    processes = children(cores=cores)
    parts = [part(n, 0.2) for n in range(4)]
    processes.compile_later(parts)
    seen = []
    while processes.left:
        seen.append(len(at_work(processes, in_background=True)))
        assert not at_work(processes)
        time.sleep(0.01)
    assert max(seen) == most and sorted(begun(tmp_path)) == [each.heuristic for each in parts]
    assert len((tmp_path / "behind").read_text(encoding="utf-8")) == most, "each was told so, once"


def test_later_parts_are_found_before_any_is_compiled(children: Any, tmp_path: Path) -> None:
    processes = children()
    chess = [part(0, game="chess", kept=True), part(1, game="chess"), part(2, game="chess", kept=True)]
    morris = [part(3, game="morris"), part(4, game="morris", kept=True)]
    processes.compile_later([*chess, *morris])
    until(lambda: not processes.left)
    assert begun(tmp_path) == ["1 0.0", "3 0.0"]
    assert begun(tmp_path, "looked") == [each.heuristic for each in (*chess, *morris)]


def test_a_second_call_changes_the_order_and_ends_no_part(children: Any, tmp_path: Path) -> None:
    processes = children()
    chess, morris = [part(0, 0.5, "chess"), part(1, 0.0, "chess")], [part(2, 0.0, "morris")]
    processes.compile_later([*chess, *morris])
    until(lambda: begun(tmp_path))
    processes.compile_later([*morris, *chess])
    until(lambda: not processes.left)
    assert begun(tmp_path) == ["0 0.5", "2 0.0", "1 0.0"]


def test_later_parts_begin_when_nobody_waits(children: Any, tmp_path: Path) -> None:
    processes = children()
    thread = threading.Thread(target=processes.compile, args=([part(0, 0.5)],))
    thread.start()
    until(lambda: begun(tmp_path))
    processes.compile_later([part(1), part(2)])
    thread.join(30)
    assert begun(tmp_path)[0] == "0 0.5"
    until(lambda: not processes.left)
    assert begun(tmp_path) == ["0 0.5", "1 0.0", "2 0.0"]


def test_what_is_wanted_does_not_end_a_later_part(children: Any, tmp_path: Path) -> None:
    processes = children(cores=1)
    processes.compile_later([part(0, 1.0), part(1)])
    until(lambda: begun(tmp_path))
    processes.compile([part(2)])
    assert begun(tmp_path) == ["0 1.0", "2 0.0"] and at_work(processes, in_background=True)
    until(lambda: not processes.left)
    assert begun(tmp_path) == ["0 1.0", "2 0.0", "1 0.0"]


def test_who_waits_for_a_later_part_gets_it(children: Any, tmp_path: Path) -> None:
    processes = children()
    processes.compile_later([part(0, 0.8)])
    until(lambda: begun(tmp_path))
    processes.compile([part(0, 0.8)])
    assert begun(tmp_path) == ["0 0.8"], "no other child had to begin it"


def test_hanging_later_part_is_compiled_by_another_child(
    children: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_processes, "PATIENCE", 0.1)
    processes = children()
    processes.compile_later([part(0, 60)])
    until(lambda: begun(tmp_path))
    thread = threading.Thread(target=processes.compile, args=([part(0, 60)],), daemon=True)
    thread.start()
    until(lambda: begun(tmp_path) == ["0 60", "0 60"])
    (child,) = at_work(processes)
    child.ask = lambda request: request  # type: ignore[method-assign]
    processes._finish(child, part(0, 60), True)  # as if it had ended
    thread.join(10)
    assert not thread.is_alive()
    until(lambda: not at_work(processes, in_background=True))  # what it does nobody needs


def test_a_child_ends_after_some_parts_and_another_goes_on(
    children: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it has made stays in its memory."""
    monkeypatch.setattr(kernel_processes, "MOST_PARTS", 2)
    started: list[ChildProcess] = []
    start = ChildProcess.start
    monkeypatch.setattr(ChildProcess, "start", lambda c, folder: (started.append(c), start(c, folder))[1])
    processes = children()
    processes.compile_later([part(n) for n in range(5)])
    until(lambda: not processes.left)
    assert len(begun(tmp_path)) == 5 and [child.parts for child in started] == [2, 2, 1]
    children(cores=1).compile([part(n) for n in range(5, 10)])
    assert len(begun(tmp_path)) == 10


def test_a_busy_computer_gets_a_pause(children: Any, tmp_path: Path) -> None:
    processes = children()
    processes.compile_later([part(0, 0.1), part(1)])
    until(lambda: not processes.left)
    assert not processes._rests_until
    child = ChildProcess(in_background=True, since=time.perf_counter() - 10)
    processes._note(child, part(2), 9.0)
    assert not processes._rests_until
    processes._note(child, part(2), 3.0)
    assert processes._rests_until > time.perf_counter() + kernel_processes.PAUSE / 2
    processes.compile_later([part(3)])
    time.sleep(0.2)
    assert processes.left == {"isolation": 1}
    processes.compile([part(4)])
    assert begun(tmp_path)[-1] == "4 0.0", "who waits does not wait longer"


@pytest.mark.parametrize("program", [DIES, "this is no program"])
def test_later_parts_end_where_children_die(children: Any, program: str) -> None:
    processes = children(program)
    processes.compile_later([part(n) for n in range(20)])
    until(lambda: not processes.left and not processes._children)
    assert processes.progress is None


def test_no_later_parts_end_the_children_that_compile_them(children: Any, tmp_path: Path) -> None:
    processes = children()
    processes.compile_later([part(0, 60)])
    until(lambda: begun(tmp_path))
    processes.compile_later(())
    until(lambda: not processes._children)
    processes.compile_later([part(0, 0.0)])
    until(lambda: not processes.left)


def test_progress_names_the_game_and_the_time_in_all(children: Any, tmp_path: Path) -> None:
    (tmp_path / "compile_seconds.json").write_text(
        json.dumps({"seconds": {part(n, 0.4, "chess").measured_as: 0.6 for n in range(4)}}), encoding="utf-8"
    )
    processes = children()
    assert processes.progress is None
    processes.compile_later([part(n, 0.4, "chess") for n in range(4)])
    until(lambda: processes.progress)
    found = processes.progress
    assert found is not None and found.game == "chess" and not found.waited_for
    assert found.seconds < 0.4 and 2.0 < found.expected < 2.8
    thread = threading.Thread(target=processes.compile, args=([part(5, 0.5, "morris")],))
    thread.start()
    until(lambda: processes.progress and processes.progress.game == "morris")
    found = processes.progress
    assert found is not None and found.waited_for and not found.expected, "nobody measured it"
    thread.join(30)
    until(lambda: not processes.left)
    assert processes.progress is None


@pytest.mark.parametrize("program", [DIES, "this is no program"])
def test_who_waits_for_a_child_that_dies_goes_on(children: Any, program: str) -> None:
    children(program).compile([part(0), part(1)])


@pytest.mark.parametrize("program", ["/there is no such program", None])  # None where Python is embedded
def test_who_waits_for_a_child_that_cannot_be_started_goes_on(
    children: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str | None
) -> None:
    processes = children()
    monkeypatch.setattr(sys, "executable", program)
    thread = threading.Thread(target=processes.compile, args=([part(0)],), daemon=True)
    thread.start()
    thread.join(30)
    assert not thread.is_alive() and begun(tmp_path) == []


def test_a_part_is_over_whatever_goes_wrong_with_its_child(
    children: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("of a bug of ours")

    processes = children(cores=1)
    monkeypatch.setattr(CompileTimes, "note", fail)
    threads = [threading.Thread(target=processes.compile, args=([part(n)],), daemon=True) for n in range(2)]
    for thread in threads:
        thread.start()
        thread.join(30)
        assert not thread.is_alive() and not at_work(processes)
    assert len(begun(tmp_path)) == 2


def test_a_job_that_is_dropped_waits_no_longer(children: Any) -> None:
    processes = children()
    lane = Lane("test")
    job = lane.do(lambda job: processes.compile([part(0, 60)]))
    until(lambda: at_work(processes))
    job.drop()
    other = lane.do(lambda job: "done")
    until(lambda: other.news.phase == DONE)
    assert processes._waiting == {}
    lane.close()


def test_what_nobody_waits_for_goes_on_in_background(children: Any, tmp_path: Path) -> None:
    processes = children(cores=1)
    lane = Lane("test")
    job = lane.do(lambda job: processes.compile([part(0, 1)]))
    until(lambda: begun(tmp_path))
    job.drop()
    until(lambda: processes._waiting == {})
    processes.compile([part(1)])
    assert begun(tmp_path) == ["0 1", "1 0.0"] and len(at_work(processes, in_background=True)) == 1
    processes.compile([part(0, 1)])
    assert begun(tmp_path) == ["0 1", "1 0.0"], "it was compiled once"
    lane.close()


def test_too_many_in_the_background_end(children: Any, tmp_path: Path) -> None:
    processes = children(cores=1)
    lane = Lane("test")
    for number in range(4):
        job = lane.do(lambda job, number=number: processes.compile([part(number, 60)]))
        until(lambda number=number: len(begun(tmp_path)) == number + 1)
        job.drop()
        until(lambda: processes._waiting == {})
    in_background = [child.part for child in at_work(processes, in_background=True)]
    assert in_background[0] == part(0, 60), "the oldest is the nearest to its end"
    until(lambda: len(processes._children) == kernel_processes.MOST_IN_BACKGROUND + 1)
    lane.close()


def test_a_job_tells_what_is_being_compiled(children: Any) -> None:
    processes = children()
    lane = Lane("test")

    def work(job: Job) -> None:
        job.report(doing=COMPILING)
        search = KernelPart("isolation", "3 1", SEARCH)
        processes.compile([search, part(0), part(1)])

    job = lane.do(work)
    told = set()
    while not job.over:
        told.add(job.news.part)
        time.sleep(0.01)
    assert told >= {"search"} and told <= {"", "search", "evaluation", "search and evaluation"}
    lane.close()


def test_the_very_first_start_warms_the_compiler_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[Path] = []
    monkeypatch.setattr(kernel_processes, "kept_in", lambda: tmp_path)
    monkeypatch.setattr(kernel_processes, "can_be_kept", lambda: True)
    monkeypatch.setattr(kernel_processes, "jit_disabled", lambda: False)
    monkeypatch.setattr(KernelProcesses, "warm_up", lambda self: warmed.append(self._folder))
    for expected in (1, 1):
        kernel_processes.begin()
        kernel_processes.end()
        assert len(warmed) == expected
        (tmp_path / "one.kernel").touch()


def test_children_that_were_warmed_up_do_the_first_parts(children: Any, tmp_path: Path) -> None:
    processes = children()
    processes.warm_up()
    assert len(processes._children) == 2
    processes.compile([part(0), part(1)])
    assert len(processes._children) == 2 and len(begun(tmp_path)) == 2


def test_closing_ends_children_and_those_who_wait(children: Any) -> None:
    processes = children()
    thread = threading.Thread(target=processes.compile, args=([part(0, 60)],))
    thread.start()
    until(lambda: at_work(processes))
    process = at_work(processes)[0].process
    assert process is not None
    processes.close()
    thread.join(10)
    assert not thread.is_alive()
    until(lambda: process.poll() is not None)


def test_nothing_is_compiled_elsewhere_unless_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KernelPart, "is_ready", lambda part: pytest.fail("nobody needs to know"))
    assert not kernel_processes.have_begun()
    kernel_processes.compile_there([part(0)])


def test_a_process_that_keeps_no_kernels_has_no_children(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_processes, "kept_in", lambda: None)
    kernel_processes.begin()
    assert not kernel_processes.have_begun()


@pytest.mark.skipif(os.name != "posix", reason="asks whether a process is there by its number")
def test_a_child_ends_with_the_program_that_started_it(tmp_path: Path) -> None:
    child = child_process.start_child(child_process.RUN, str(tmp_path))
    assert child.stdin is not None and child.stdout is not None
    child.stdin.close()
    assert child.wait(60) == 0
    child.stdout.close()


PARENT = """
import sys, time
from pathlib import Path
from engines.compiling import kernel_processes
from engines.compiling.kernel_parts import SEARCH, KernelPart
from games.compiling.kept_kernels import keep_kernels_in

keep_kernels_in(Path(sys.argv[1]))
kernel_processes.begin()
kernel_processes.compile_later([KernelPart("chess", "classical", SEARCH)])
while not (begun := [each for each in kernel_processes._processes._children if each.part]):
    time.sleep(0.01)
print(begun[0].process.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_a_child_ends_when_the_window_is_killed(tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path / "kernels")],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        encoding="utf-8",
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert is_running(child)
    parent.kill()
    parent.wait()
    assert not is_running(child, patience=30.0)
    parent.stdout.close()


def test_child_in_background_has_the_lowest_priority(tmp_path: Path) -> None:
    child = ChildProcess(in_background=True)
    child.start(tmp_path)
    assert child.process is not None

    def priority() -> int:
        if sys.platform == "win32":
            kernel = ctypes.WinDLL("kernel32")
            return int(kernel.GetPriorityClass(ctypes.c_void_p(int(child.process._handle))))  # type: ignore[union-attr]
        return os.getpriority(os.PRIO_PROCESS, child.process.pid)  # type: ignore[union-attr]

    lowest = thread_priority.IDLE_PRIORITY_CLASS if sys.platform == "win32" else thread_priority.LAST
    until(lambda: priority() == lowest)
    if sys.platform == "linux":
        until(lambda: os.sched_getscheduler(child.process.pid) == os.SCHED_IDLE)  # type: ignore[union-attr]
    child.end()


COUNTS = """
import sys
from pathlib import Path
from numba.core import event
from engines.compiling import kernel_processes
from engines.player_text import make_engine, parse_player
from engines.search_engine import parts_of_engine
from games.compiling.kept_kernels import keep_kernels_in

class Compiled(event.Listener):
    names = []
    def on_start(self, told):
        self.names.append(told.data["dispatcher"].py_func.__qualname__)
    def on_end(self, told):
        pass

event.register("numba:compile", Compiled())
keep_kernels_in(Path(sys.argv[1]))
kernel_processes.begin()
engine = make_engine(parse_player("greedy:open", "isolation"), "isolation", table_megabytes=1)
engine.prepare("isolation")
print(Compiled.names, [part.is_ready() for part in parts_of_engine(engine)])
kernel_processes.end()
"""


@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_a_first_search_compiles_nothing_in_its_own_process(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COUNTS, str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[] [True, True]\n"


def test_the_expected_wait_is_that_of_earlier_measurements(children: Any, tmp_path: Path) -> None:
    processes = children()
    slow = part(1, 0.3)
    processes.compile([slow])
    kept = json.loads((tmp_path / "compile_seconds.json").read_text(encoding="utf-8"))["seconds"]
    assert 0.3 <= kept[slow.measured_as] < 30
    again, lane = children(), Lane("test")

    def work(job: Job) -> None:
        job.report(doing=COMPILING)
        again.compile([slow])

    job = lane.do(work, "compiling")
    until(lambda: job.news.part)
    first = job.news.expected
    assert abs(first - kept[slow.measured_as]) < 0.3
    until(lambda: job.over)
    assert job.news.expected == first, "the figure stays while it goes on"
    lane.close()
