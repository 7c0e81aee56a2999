"""Compiles kernels in child processes, which leave them in the folder of kept kernels
(`games.compiling.kept_kernels`).

Numba's compiler runs in Python. In a thread it slows the window down, and only one works at a time. A child
process has an interpreter of its own, so that several parts of a search (`engines.compiling.kernel_parts`)
are compiled at once. There are no children before `begin` was called, by the window or the command `compile`.
Where a process cannot be started, fails or ends, the waiting thread compiles the part itself.

What somebody waits for comes first, in children with the priority of searches. When nobody waits, children in
the background, which have the lowest priority, compile the parts that may be asked for later
(`compile_later`). A part that is begun is usually compiled to its end, also when another is wanted.
"""

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engines.compiling.child_process import ChildProcess
from engines.compiling.compile_times import CompileTimes, WorkClock
from engines.compiling.kernel_parts import KernelPart
from engines.jobs import end_if_dropped, tell_part
from games.compiling.compiler import jit_disabled
from games.compiling.compiler_clock import compiling
from games.compiling.kept_kernels import can_be_kept, kept_in

LOOK = 0.05
"""Seconds between two checks of a waiting thread."""

IDLE = 5.0
"""Seconds for which an idle child stays, because another part may be wanted soon."""

MOST_IN_BACKGROUND = 2
"""The most children of the lowest priority, because each takes some 300 MB."""

MOST_PARTS = 6
"""The most parts that a child compiles. Numba keeps most of what it made, some 40 MB each time."""

PATIENCE = 1.0
"""A second child compiles a part, too, once somebody has waited for it this many seconds, if a child of the
lowest priority takes longer over it than expected."""

BUSY = 0.6
"""A child of the lowest priority that gets a smaller share of a processor has found the computer busy."""

PAUSE = 10.0
"""Seconds for which a busy computer gets no new part that nobody waits for."""


@dataclass
class _Waiters:
    """How many threads wait for a part, and when the first began."""

    since: float
    count: int = 0


@dataclass(frozen=True)
class CompileProgress:
    """What is being compiled: the game's name, the seconds so far and the seconds in all (0.0: not known),
    and whether somebody waits for it."""

    game: str
    seconds: float
    expected: float
    waited_for: bool


Tell = Callable[[Sequence[KernelPart], Sequence[KernelPart], float], None]
"""Gets the parts that are left, the parts among them that are being compiled, and the seconds left (0.0: not
known)."""


def tell_job(left: Sequence[KernelPart], now: Sequence[KernelPart], seconds: float) -> None:
    """Publishes this progress for the calling thread's job, if it has one."""
    tell_part(" and ".join(dict.fromkeys(part.label for part in now or left)), seconds)


class KernelProcesses:
    """The children of one process. They keep kernels in `folder`. For parts that somebody waits for there are
    at most `cores` of them."""

    def __init__(self, folder: Path, cores: int | None = None) -> None:
        self._folder = folder
        self._cores = cores or os.cpu_count() or 1
        self._changed = threading.Condition()
        self._waiting: dict[KernelPart, _Waiters] = {}  # the oldest first
        self._later: tuple[KernelPart, ...] = ()  # the parts of one game together
        self._missing: set[KernelPart] = set()  # the parts of `_later` that were not found in the folder
        self._over: set[KernelPart] = set()  # compiled, or failed
        self._failed: set[KernelPart] = set()  # while nobody waited
        self._times = CompileTimes(folder)
        self._children: list[ChildProcess] = []  # each with its thread
        self._clocks: dict[str, WorkClock] = {}  # by game
        self._rests_until = 0.0  # until then no part of `_later` begins
        self._closed = False

    def warm_up(self) -> None:
        """Starts the children, so that they have loaded the compiler when the first part is wanted."""
        with self._changed:
            self._start(self._cores)

    def compile(self, parts: Sequence[KernelPart], tell: Tell = tell_job) -> None:
        """Returns once each part is compiled or has failed. Reports the remaining parts to `tell` some twenty
        times a second. Raises Dropped if the calling thread's job was dropped."""
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
                    now = [part for part in left if self._children_at(part)]
                    lasted = {part: self._lasted(part) for part in left}
                    self._changed.wait(LOOK)
                seconds = self._times.expected(lasted, self._cores)
                tell(left, now, seconds)
                end_if_dropped()

    def compile_later(self, parts: Sequence[KernelPart]) -> None:
        """Compiles these parts while nobody waits, in this order, in place of the parts of an earlier call.
        The parts of a game stand together. With no parts, it ends the children that compile such parts."""
        with self._changed:
            self._later = tuple(parts)
            if not parts:
                for child in self._children:
                    if child.in_background and child.part not in self._waiting:
                        child.kill()
            self._start_background()

    @property
    def left(self) -> Mapping[str, int]:
        """By game: the number of later parts that are not known to be kept, without those that have failed.
        Games without such parts are left out."""
        with self._changed:
            left = (part for part in self._later if part not in self._over and part not in self._failed)
            return Counter(part.game for part in left)

    @property
    def progress(self) -> CompileProgress | None:
        """What is being compiled now; None where nothing is."""
        with self._changed:
            busy = [child.part for child in self._children if child.part is not None]
            waited = [part for part in busy if part in self._waiting]
            if not busy:
                return None
            game = (waited or busy)[0].game
            seconds = self._clocks[game].seconds
            first = {part: self._lasted(part) for part in self._waiting if self._is_left(part, game)}
            others = [part for part in self._later if part not in first and self._is_left(part, game)]
            later = {part: self._lasted(part) for part in others}
            lefts = (
                self._times.expected(first, self._cores),
                self._times.expected(later, self._most_in_background),
            )
            known = all(left > 0.0 for left, parts in zip(lefts, (first, later), strict=True) if parts)
            expected = self._clocks[game].expected(sum(lefts)) if known else 0.0
            return CompileProgress(game, seconds, expected, bool(waited))

    @contextmanager
    def _waited_for(self, parts: Sequence[KernelPart]) -> Iterator[None]:
        with self._changed:
            for part in parts:
                self._waiting.setdefault(part, _Waiters(time.perf_counter())).count += 1
        try:
            yield
        finally:
            with self._changed:
                for part in parts:
                    self._waiting[part].count -= 1
                    if not self._waiting[part].count:
                        del self._waiting[part]
                self._start_background()

    def close(self) -> None:
        """Ends all children; waiting threads go on."""
        with self._changed:
            self._closed = True
            for child in self._children:
                child.kill()
            self._changed.notify_all()

    # With the lock held

    @property
    def _most_in_background(self) -> int:
        """The most children of the lowest priority that begin later parts. One core stays free."""
        return max(1, min(MOST_IN_BACKGROUND, self._cores - 1))

    def _children_at(self, part: KernelPart) -> list[ChildProcess]:
        return [child for child in self._children if child.part == part]

    def _lasted(self, part: KernelPart) -> float:
        """For how many seconds a part has been compiled so far."""
        now = time.perf_counter()
        return max((now - child.since for child in self._children_at(part)), default=0.0)

    def _is_left(self, part: KernelPart, game: str) -> bool:
        """Whether a part of a game is known to be missing still."""
        known = part in self._missing or part in self._waiting or bool(self._children_at(part))
        return part.game == game and known and part not in self._over and part not in self._failed

    def _wants_child(self, part: KernelPart) -> bool:
        """Whether a part that somebody waits for needs another child: none compiles it, or only one of the
        lowest priority, which should have ended by now."""
        if part in self._over:
            return False
        at_work = self._children_at(part)
        if not at_work:
            return True
        if not all(child.in_background for child in at_work):
            return False
        ends = min(child.since for child in at_work) + self._times.expected({part: 0.0}, 1)
        return time.perf_counter() > max(ends, self._waiting[part].since + PATIENCE)

    def _next(self, child: ChildProcess) -> tuple[KernelPart, bool] | None:
        """What a child does next: the part, and whether it compiles it or only looks for it in the folder.
        None if it has nothing to do now."""
        if self._closed:
            return None
        if not child.in_background:
            wanted = next(filter(self._wants_child, self._waiting), None)
            if wanted is not None and self._in_foreground < self._cores:
                return wanted, True
        if any(part not in self._over for part in self._waiting):
            return None  # later parts leave the processors to those that somebody waits for
        if time.perf_counter() < self._rests_until or self._in_background >= self._most_in_background:
            return None
        later = self._next_later()
        if later is not None and not child.in_background:
            child.send_to_background()
        return later

    @property
    def _in_foreground(self) -> int:
        """The number of children at work that have the priority of searches."""
        return sum(child.part is not None and not child.in_background for child in self._children)

    @property
    def _in_background(self) -> int:
        """The number of children at work that have the lowest priority."""
        at_work = [child for child in self._children if child.part or child.looking]
        return sum(child.in_background for child in at_work)

    def _next_later(self) -> tuple[KernelPart, bool] | None:
        """The next of the later parts. All parts of a game are looked for before the first is compiled."""
        first: KernelPart | None = None
        for part in self._later:
            if part in self._over or part in self._failed or self._children_at(part):
                continue
            if first is not None and part.game != first.game:
                break
            if part not in self._missing:
                if any(child.looking == part for child in self._children):
                    continue
                return part, False
            first = first or part
        return None if first is None else (first, True)

    def _start_children(self) -> None:
        """Starts a child for each part that could begin now. If all children are busy, one whose part nobody
        waits for goes on with the lowest priority."""
        wanted = sum(map(self._wants_child, self._waiting))
        if wanted and self._in_foreground >= self._cores:
            unwanted = (
                c for c in self._children if c.part and not c.in_background and c.part not in self._waiting
            )
            child = next(unwanted, None)
            if child is not None:
                self._send_to_background(child)
        self._start(min(self._cores, self._in_foreground + wanted))
        self._changed.notify_all()

    def _send_to_background(self, child: ChildProcess) -> None:
        """Lets a child go on with the lowest priority. If there are too many of these, the newest ends."""
        child.send_to_background()
        at_work = [each for each in self._children if each.in_background and each.part]
        if len(at_work) > MOST_IN_BACKGROUND:
            max(at_work, key=lambda each: each.since).kill()

    def _start(self, children: int, in_background: bool = False) -> None:
        """Starts children of a priority until there are this many."""
        for _ in range(children - sum(child.in_background == in_background for child in self._children)):
            if not self._closed:
                child = ChildProcess(in_background)
                self._children.append(child)
                threading.Thread(target=self._serve, args=(child,), name="kernels", daemon=True).start()

    def _start_background(self) -> None:
        """Starts children for the later parts, unless others are idle."""
        if self._next_later() is not None and not self._waiting:
            idle = sum(not child.in_background and child.part is None for child in self._children)
            self._start(self._most_in_background - idle, in_background=True)
        self._changed.notify_all()

    # The thread of a child

    def _serve(self, child: ChildProcess) -> None:
        try:
            child.start(self._folder)
            goes_on = not child.killed
            while goes_on and child.parts < MOST_PARTS and (task := self._take(child)) is not None:
                part, compiles = task
                goes_on = self._compiled_by(child, part) if compiles else self._looked_for_by(child, part)
        except Exception:  # it cannot be started: the waiting threads compile themselves
            with self._changed:
                self._over.update(self._waiting)
                self._failed.update(self._later)
        finally:
            with self._changed:
                self._children.remove(child)
                if not (child.has_answered or child.killed) and child.in_background:
                    self._failed.update(self._later)  # the next would fare no better
                self._start_background()
            child.end()

    def _take(self, child: ChildProcess) -> tuple[KernelPart, bool] | None:
        """The next part for a child; None if none has come within IDLE seconds."""
        deadline = time.perf_counter() + IDLE
        with self._changed:
            while not self._closed:
                task = self._next(child)
                if task is not None:
                    self._begin(child, *task)
                    return task
                waits = child.in_background and self._next_later() is not None  # for others to end
                if time.perf_counter() > deadline and not waits:
                    return None
                self._changed.wait(IDLE / 10)
        return None

    def _begin(self, child: ChildProcess, part: KernelPart, compiles: bool) -> None:
        child.since = time.perf_counter()
        if compiles:
            child.part = part
            self._clocks.setdefault(part.game, WorkClock()).start()
        else:
            child.looking = part

    def _looked_for_by(self, child: ChildProcess, part: KernelPart) -> bool:
        """Lets a child look for a part in the folder. Returns whether it answered."""
        is_kept = child.is_kept(part)
        with self._changed:
            child.looking = None
            if is_kept is not None:
                (self._over if is_kept else self._missing).add(part)
            self._changed.notify_all()
        return is_kept is not None

    def _compiled_by(self, child: ChildProcess, part: KernelPart) -> bool:
        """Lets a child compile a part. Returns whether it did."""
        is_compiled = False
        try:
            is_compiled, processor = child.compile(part)
            if is_compiled:
                self._note(child, part, processor)
        finally:  # else no other child would ever compile the part
            self._finish(child, part, is_compiled)
        return is_compiled

    def _note(self, child: ChildProcess, part: KernelPart, processor: float) -> None:
        """Notes how long a part took, and whether a child of the lowest priority found the computer busy."""
        seconds = time.perf_counter() - child.since
        if not child.in_background:
            self._times.note(part, seconds)
        elif processor:
            self._times.note(part, processor)
            if processor < BUSY * seconds:
                self._rests_until = time.perf_counter() + PAUSE

    def _finish(self, child: ChildProcess, part: KernelPart, is_compiled: bool) -> None:
        """Marks a part as over, compiled or failed; a waiting thread compiles a failed one itself. A failed
        part that nobody waits for may begin again when somebody does. Ends other children at the part."""
        with self._changed:
            child.part = None
            self._clocks[part.game].stop()
            if is_compiled:
                self._over.add(part)
                for other in self._children_at(part):
                    other.kill()
            elif part in self._waiting and not self._children_at(part):
                self._over.add(part)
            elif not child.killed:
                self._failed.add(part)
            self._changed.notify_all()


_processes: KernelProcesses | None = None


def begin(cores: int | None = None) -> None:
    """From now on, children compile the kernels of this process. They use this number of `cores` (None: all).
    Does nothing where kernels are not kept."""
    global _processes
    folder = kept_in()
    if _processes is None and folder is not None and can_be_kept() and not jit_disabled():
        _processes = KernelProcesses(folder, cores)
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


def compile_later(parts: Sequence[KernelPart]) -> None:
    """Lets children compile these parts while nobody waits for others (`KernelProcesses.compile_later`)."""
    if _processes is not None:
        _processes.compile_later(parts)


def progress() -> CompileProgress | None:
    """What children compile now; None where they compile nothing."""
    return None if _processes is None else _processes.progress


def left() -> Mapping[str, int]:
    """The number of later parts that are left, by game (`KernelProcesses.left`)."""
    return {} if _processes is None else _processes.left


def compile_there(parts: Sequence[KernelPart], tell: Tell = tell_job) -> None:
    """Returns once children have compiled these parts; at once where there are no children. For `tell` see
    `KernelProcesses.compile`."""
    if _processes is not None:
        with compiling():
            _processes.compile(parts, tell)
