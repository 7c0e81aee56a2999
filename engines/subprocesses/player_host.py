"""The process that runs a person's own player. It loads the file, calls `choose`, and answers in the line
protocol (docs/guide/line-protocol.md).

The file may be unfinished code. Its output becomes remarks and cannot be taken for an answer. An exception is
reported with its line. The process ends with the program that started it, even if the file never returns.
"""

import io
import linecache
import os
import queue
import random
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from engines.standard_input import take_standard_input
from engines.subprocesses.line_protocol import BEGIN, ERROR, GO, MOVE, QUIT, READY, SAY, STOP, Reader
from games.compiling.kept_kernels import keep_kernels_in
from games.contract import BadText
from games.position import Position
from games.safe_text import one_line, shown
from games.text_files import read_source, write_all
from heuristics.failure import line_in, wrong_with
from heuristics.module_loader import MOST_BYTES
from heuristics.registry import look_in

REPORTS_AFTER = 0.2
"""Seconds after a move's time is up at which the file's current line is reported."""

LONG_LOADING = 3.0
"""Seconds of loading at which the file's current line is reported."""

Write = Callable[[str], None]


class Clock:
    """The time for one move: `seconds` in all, and how many are `left`, at least 0. After `stop` none are
    left."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._ends = time.perf_counter() + seconds

    @property
    def left(self) -> float:
        return max(0.0, self._ends - time.perf_counter())

    def stop(self) -> None:
        self._ends = 0.0

    def __repr__(self) -> str:
        return f"Clock({self.left:.3f} of {self.seconds:g} s left)"


class Host:
    """Loads a file and calls its `choose`. `write` gets each line of the answers. Call `answer` with every
    line that the process reads, in order, and `stop` at once when it reads STOP."""

    def __init__(self, file: Path, write: Write) -> None:
        self.file = file
        self._write = write
        self._reader = Reader()
        self._choose: Callable[[Position, Clock], Any] | None = None
        self._clock: Clock | None = None
        self._thread = threading.get_ident()

    def answer(self, line: str) -> None:
        """Handles a line. An exception in the file becomes an `error` line."""
        try:
            word = self._reader.take(line)
            if word == BEGIN:
                self._begin()
            elif word == GO:
                self._go()
        except BaseException as error:
            self._write(f"{ERROR} {wrong_with(str(self.file), error)}")

    def stop(self) -> None:
        """Sets the clock to 0, from any thread: the move is wanted now."""
        if self._clock is not None:
            self._clock.stop()

    def _begin(self) -> None:
        random.seed(self._reader.seed)
        np.random.seed(self._reader.seed % 2**32)
        with self._report_line_after(LONG_LOADING):
            self._choose = _load(self.file)
        self._write(READY)

    def _go(self) -> None:
        if self._choose is None:
            raise BadText(f"{GO}: expected {BEGIN} before it")
        position = self._reader.position()
        clock = self._clock = Clock(self._reader.milliseconds / 1000)
        with self._report_line_after(clock.seconds + REPORTS_AFTER):
            chosen = self._choose(position, clock)
        self._write(f"{MOVE} {_text_of(chosen, position)}")

    @contextmanager
    def _report_line_after(self, seconds: float) -> Iterator[None]:
        """Reports the file's current line if it still runs after this number of seconds."""
        late = threading.Timer(seconds, self._tell_where)
        late.daemon = True
        late.start()
        try:
            yield
        finally:
            late.cancel()

    def _tell_where(self) -> None:
        frame = sys._current_frames().get(self._thread)
        line = line_in(str(self.file), list(traceback.walk_stack(frame))[::-1]) if frame else 0
        if line:
            self._write(f"{SAY} still at line {line} of {self.file.name}")


def _load(file: Path) -> Callable[[Position, Clock], Any]:
    """Loads a file and returns its `choose`. Raises BadText if it has none."""
    source = read_source(file, MOST_BYTES, file.name)
    module = ModuleType(f"own_players.{file.stem}")
    module.__file__ = str(file)
    sys.modules[module.__name__] = module  # dataclasses look their module up here
    linecache.checkcache(str(file))
    exec(compile(source, str(file), "exec"), module.__dict__)
    choose = getattr(module, "choose", None)
    if not callable(choose):
        raise BadText(f"expected a function choose(position, clock), found none ({file})")
    chosen: Callable[[Position, Clock], Any] = choose
    return chosen


def _text_of(chosen: object, position: Position) -> str:
    """The chosen move as text. A legal move's number becomes its notation. Raises BadText if it is no text
    and no number."""
    if isinstance(chosen, str):
        return one_line(chosen)
    if isinstance(chosen, (int, np.integer)) and not isinstance(chosen, bool):
        return position.move_text(int(chosen)) if int(chosen) in position.moves else str(int(chosen))
    raise BadText(f"choose returned {shown(chosen)}, expected a move: its text or its number")


class _Said(io.TextIOBase):
    """Standard output of the file: each line that it prints becomes a `say` line."""

    def __init__(self, write: Write) -> None:
        self._write_line = write
        self._partial = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        *lines, self._partial = (self._partial + text).split("\n")
        self._partial = self._partial[-1000:]  # a line without an end must not fill the memory
        for line in lines:
            if line.strip():
                self._write_line(f"{SAY} {one_line(line)}")
        return len(text)


def run(file: str, kernels: str, heuristics: str) -> None:
    """Answers standard input on standard output until the input ends. `kernels` is the folder of kept
    kernels, `heuristics` the folder of a person's own heuristics; "" for none."""
    questions = take_standard_input()
    answers = os.dup(1)  # a copy that the file and its child processes do not know
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    lock = threading.Lock()

    def write(line: str) -> None:
        content = f"{line}\n".encode("utf-8", "replace")
        with lock:
            write_all(answers, content)

    sys.stdout = sys.stderr = _Said(write)  # type: ignore[assignment]
    sys.dont_write_bytecode = True
    sys.argv = [file]
    sys.path.append(str(Path(file).parent))  # last, so that no file there hides a module
    keep_kernels_in(Path(kernels) if kernels else None)
    look_in(Path(heuristics) if heuristics else None)
    host = Host(Path(file), write)
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in questions:
            word = line.strip()
            if word == STOP:
                host.stop()
            elif word == QUIT:
                break
            else:
                waiting.put(line)
        os._exit(0)  # even while the file runs

    threading.Thread(target=listen, name="listen", daemon=True).start()
    while True:
        host.answer(waiting.get())
