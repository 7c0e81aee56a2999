"""Compiles kernels in child processes, which leave them in the folder of kept kernels
(`games.compiling.kept_kernels`).

Numba's compiler runs in Python. In a thread it slows the window down, and only one works at a time. A child
process has an interpreter of its own, so that several parts of a search (`engines.compiling.kernel_parts`)
are compiled at once. There are no children before `begin` was called: the window calls it, the command line
does not. Where a process cannot be started, fails or ends, the waiting thread compiles the part itself.
"""

import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from engines.compiling.compile_times import CompileTimes
from engines.compiling.kernel_parts import KernelPart, modules_of_kinds
from engines.jobs import end_if_dropped, tell_part
from engines.subprocesses.launch_command import own_process_group
from games.compiling.compiler import jit_disabled
from games.compiling.compiler_clock import compiling
from games.compiling.kept_kernels import can_be_kept, kept_in
from games.installation import HOUSE

if TYPE_CHECKING:  # imported when a child is started, not before the first frame
    import subprocess

RUN = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from engines.compiling.kernel_child import serve; serve(*sys.argv[2:])"
)
"""The program of a child. It finds this program by the same paths as this process."""

LOOK = 0.05
"""Seconds between two checks of a waiting thread."""

IDLE = 5.0
"""Seconds for which an idle child stays, because another part may be wanted soon."""


class KernelProcesses:
    """The children of one process. They keep kernels in `folder`. There are at most `cores` of them."""

    def __init__(self, folder: Path, cores: int | None = None) -> None:
        self._folder = folder
        self._cores = cores or os.cpu_count() or 1
        self._changed = threading.Condition()
        self._waiting: dict[KernelPart, int] = {}  # how many threads wait; the oldest first
        self._begun: dict[KernelPart, subprocess.Popen[str]] = {}  # the child that compiles a part
        self._over: set[KernelPart] = set()  # compiled, or failed
        self._times = CompileTimes(folder)
        self._since: dict[KernelPart, float] = {}  # when each was begun
        self._children = 0  # threads that serve one child each
        self._in_hurry = True
        self._closed = False

    def hurry(self, in_hurry: bool) -> None:
        """Sets whether somebody waits. Then there may be a child for each core, otherwise for all but one."""
        if in_hurry != self._in_hurry:
            with self._changed:
                self._in_hurry = in_hurry
                self._start_children()

    def warm_up(self) -> None:
        """Starts the children, so that they have loaded the compiler when the first part is wanted."""
        with self._changed:
            self._start(self._cores)

    def compile(self, parts: Sequence[KernelPart]) -> None:
        """Returns once each part is compiled or has failed. Ends early for a job that is dropped."""
        missing = [part for part in parts if part not in self._over and not part.is_ready()]
        if not missing:
            return
        with self._waited_for(missing):
            while True:
                with self._changed:
                    left = [part for part in missing if part not in self._over]
                    if not left or self._closed:
                        return
                    self._start_children()
                    now = [part for part in left if part in self._begun] or left
                    at = time.perf_counter()
                    lasted = {part: at - self._since.get(part, at) for part in left}
                    self._changed.wait(LOOK)
                seconds = self._times.expected(lasted, self._cores)
                tell_part(" and ".join(dict.fromkeys(part.label for part in now)), seconds)
                end_if_dropped()

    @contextmanager
    def _waited_for(self, parts: Sequence[KernelPart]) -> Iterator[None]:
        with self._changed:
            for part in parts:
                self._waiting[part] = self._waiting.get(part, 0) + 1
        try:
            yield
        finally:
            with self._changed:
                for part in parts:
                    self._waiting[part] -= 1
                    if not self._waiting[part]:
                        del self._waiting[part]

    def close(self) -> None:
        """Ends all children; waiting threads go on."""
        with self._changed:
            self._closed = True
            for child in self._begun.values():
                child.kill()
            self._changed.notify_all()

    # With the lock held

    def _next(self) -> KernelPart | None:
        """The part to compile next; None if no other child may begin one now."""
        if self._closed or len(self._begun) >= self._most:
            return None
        return next((p for p in self._waiting if p not in self._begun and p not in self._over), None)

    @property
    def _most(self) -> int:
        return self._cores if self._in_hurry else max(1, self._cores - 1)

    def _start_children(self) -> None:
        """Starts a child for each part that could begin now. If all children are busy, ends one whose part
        nobody waits for."""
        wanted = sum(part not in self._begun and part not in self._over for part in self._waiting)
        if wanted and len(self._begun) >= self._most:
            unwanted = next((part for part in self._begun if part not in self._waiting), None)
            if unwanted is not None:
                self._begun[unwanted].kill()
        self._start(min(self._most, len(self._begun) + wanted))
        self._changed.notify_all()

    def _start(self, children: int) -> None:
        """Starts children until there are this many."""
        while not self._closed and self._children < children:
            self._children += 1
            threading.Thread(target=self._serve, name="kernels", daemon=True).start()

    # The thread of a child

    def _serve(self) -> None:
        child = None
        try:
            child = start_child(self._folder)
            goes_on = True
            while goes_on and (part := self._take(child)) is not None:
                goes_on = False
                try:
                    goes_on = _compiled_by(child, part)
                    if goes_on:
                        self._times.note(part, time.perf_counter() - self._since[part])
                finally:  # else it would be this child's for ever
                    self._finish(part, goes_on)
        except Exception:  # it cannot be started: the waiting threads compile themselves
            with self._changed:
                self._over.update(self._waiting)
        finally:
            with self._changed:
                self._children -= 1
                self._changed.notify_all()
            if child is not None:
                _end(child)

    def _take(self, child: "subprocess.Popen[str]") -> KernelPart | None:
        """The next part for a child; None if there is none for a while."""
        deadline = time.perf_counter() + IDLE
        with self._changed:
            while not self._closed:
                part = self._next()
                if part is not None:
                    self._begun[part] = child
                    self._since[part] = time.perf_counter()
                    return part
                if time.perf_counter() > deadline:
                    return None
                self._changed.wait(IDLE / 10)
        return None

    def _finish(self, part: KernelPart, is_compiled: bool) -> None:
        """Marks a part as over, compiled or failed; a waiting thread compiles a failed one itself. A failed
        part that nobody waits for may begin again."""
        with self._changed:
            del self._begun[part], self._since[part]
            if is_compiled or part in self._waiting:
                self._over.add(part)
            self._changed.notify_all()


def start_child(folder: Path) -> "subprocess.Popen[str]":
    """A child that compiles what its input asks for. Raises OSError or ValueError where none can be
    started."""
    import subprocess

    return subprocess.Popen(
        [sys.executable, "-P", "-c", RUN, str(HOUSE), str(folder), *modules_of_kinds()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        **own_process_group(),
    )


def _compiled_by(child: "subprocess.Popen[str]", part: KernelPart) -> bool:
    """Lets a child compile a part. Returns whether it did."""
    assert child.stdin is not None and child.stdout is not None
    try:
        child.stdin.write(part.to_line() + "\n")
        child.stdin.flush()
        return child.stdout.readline() == part.to_line() + "\n"
    except (OSError, ValueError):
        return False


def _end(child: "subprocess.Popen[str]") -> None:
    child.kill()
    for stream in (child.stdin, child.stdout):
        with suppress(OSError):
            if stream is not None:
                stream.close()
    child.wait()


_processes: KernelProcesses | None = None


def begin() -> None:
    """Lets children compile the kernels of this process from now on. Does nothing where kernels are not
    kept."""
    global _processes
    folder = kept_in()
    if _processes is None and folder is not None and can_be_kept() and not jit_disabled():
        _processes = KernelProcesses(folder)
        if not any(folder.iterdir()):  # the very first start
            _processes.warm_up()


def end() -> None:
    """Ends the children. This process compiles its kernels itself again."""
    global _processes
    if _processes is not None:
        _processes.close()
    _processes = None


def have_begun() -> bool:
    """Whether there are children to compile for this process."""
    return _processes is not None


def hurry(in_hurry: bool) -> None:
    """Sets whether somebody waits (`KernelProcesses.hurry`)."""
    if _processes is not None:
        _processes.hurry(in_hurry)


def compile_there(parts: Sequence[KernelPart]) -> None:
    """Returns once children have compiled these parts; at once where there are no children."""
    if _processes is not None:
        with compiling():
            _processes.compile(parts)
