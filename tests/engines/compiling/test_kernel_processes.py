"""Child processes compile for this one. If they fail, nobody waits for them forever."""

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

from engines.compiling import kernel_processes
from engines.compiling.compile_times import CompileTimes
from engines.compiling.kernel_parts import EVALUATION, SEARCH, KernelPart
from engines.compiling.kernel_processes import KernelProcesses
from engines.jobs import COMPILING, DONE, Job, Lane
from games.compiling.compiler import jit_disabled

ROOT = Path(__file__).resolve().parents[3]

ECHO = """
import sys, time
for line in sys.stdin:
    seconds = float(line.split('"')[3].split()[-1])
    open(sys.argv[2] + "/begun", "a").write(line)
    time.sleep(seconds)
    print(line, end="", flush=True)
"""
"""A child that takes as many seconds for a part as the number at the end of its heuristic's name."""

DIES = "import sys; sys.stdin.readline(); sys.exit(1)"


def part(number: int, seconds: float = 0.0) -> KernelPart:
    return KernelPart("isolation", f"{number} {seconds}", EVALUATION)


@pytest.fixture
def children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., KernelProcesses]]:
    """Makes a process's children, which run a test's own program."""
    made: list[KernelProcesses] = []

    def make(program: str = ECHO, cores: int = 2) -> KernelProcesses:
        monkeypatch.setattr(kernel_processes, "RUN", program)
        monkeypatch.setattr(KernelPart, "is_ready", lambda part: False)
        made.append(KernelProcesses(tmp_path, cores))
        return made[-1]

    yield make
    for each in made:
        each.close()
    until(lambda: all(each._children == 0 for each in made))


def until(condition: Callable[[], object], seconds: float = 30.0) -> None:
    deadline = time.perf_counter() + seconds
    while not condition():
        assert time.perf_counter() < deadline, "it did not happen in time"
        time.sleep(0.01)


def begun(folder: Path) -> list[str]:
    file = folder / "begun"
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
    assert processes._children == 0


@pytest.mark.parametrize(("in_hurry", "most"), [(True, 2), (False, 1)])
def test_one_core_is_left_free_where_nobody_waits(children: Any, in_hurry: bool, most: int) -> None:
    processes = children()
    processes.hurry(in_hurry)
    thread = threading.Thread(target=processes.compile, args=([part(n, 0.3) for n in range(3)],))
    thread.start()
    seen = []
    while thread.is_alive():
        seen.append(len(processes._begun))
        time.sleep(0.01)
    assert max(seen) == most


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
        assert not thread.is_alive() and not processes._begun
    assert len(begun(tmp_path)) == 2


def test_a_job_that_is_dropped_waits_no_longer(children: Any) -> None:
    processes = children()
    lane = Lane("test")
    job = lane.do(lambda job: processes.compile([part(0, 60)]))
    until(lambda: processes._begun)
    job.drop()
    other = lane.do(lambda job: "done")
    until(lambda: other.news.phase == DONE)
    assert processes._waiting == {}
    lane.close()


def test_what_nobody_waits_for_makes_way(children: Any, tmp_path: Path) -> None:
    processes = children(cores=1)
    lane = Lane("test")
    job = lane.do(lambda job: processes.compile([part(0, 60)]))
    until(lambda: begun(tmp_path))
    job.drop()
    processes.compile([part(1)])
    assert begun(tmp_path) == ["0 60", "1 0.0"]
    lane.close()


def test_a_part_that_made_way_may_begin_again(children: Any, tmp_path: Path) -> None:
    processes = children(cores=1)
    lane = Lane("test")
    job = lane.do(lambda job: processes.compile([part(0, 2)]))
    until(lambda: begun(tmp_path))
    job.drop()
    processes.compile([part(1)])
    processes.compile([part(0, 2)])
    assert begun(tmp_path) == ["0 2", "1 0.0", "0 2"]
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
    assert processes._children == 2
    processes.compile([part(0), part(1)])
    assert processes._children == 2 and len(begun(tmp_path)) == 2


def test_closing_ends_children_and_those_who_wait(children: Any) -> None:
    processes = children()
    thread = threading.Thread(target=processes.compile, args=([part(0, 60)],))
    thread.start()
    until(lambda: processes._begun)
    (child,) = processes._begun.values()
    processes.close()
    thread.join(10)
    assert not thread.is_alive()
    until(lambda: child.poll() is not None)


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
    child = kernel_processes.start_child(tmp_path)
    assert child.stdin is not None and child.stdout is not None
    child.stdin.close()
    assert child.wait(60) == 0
    child.stdout.close()


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
