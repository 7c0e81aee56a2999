"""The process in which a person's own player runs: it loads the file, and answers by our line protocol what
`choose` returns (docs/guide/line-protocol.md).

The file is a person's code in the making. What it prints is passed on as a remark, so it cannot be taken for
an answer. An exception is reported with its line. Whatever the file does, the process ends with the one that
began it.
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

from engines.subprocesses.line_protocol import BEGIN, ERROR, GO, MOVE, QUIT, READY, SAY, STOP, Reader
from games.compiling.kept_kernels import keep_kernels_in
from games.contract import BadText
from games.former_names import accept_former_names
from games.position import Position
from games.safe_text import one_line, shown
from games.text_files import read_bytes
from heuristics.failure import line_in, wrong_with
from heuristics.module_loader import MOST_BYTES
from heuristics.registry import look_in

TELLS_AFTER = 0.2
"""Seconds after the end of a move's time until the player's present line is reported."""

LONG_LOADING = 3.0
"""Seconds of loading a file until its present line is reported."""

Write = Callable[[str], None]


class Clock:
    """The time that there is for one move, in seconds: `left` of it, never less than 0, and `seconds` in
    all. Nothing is left once nobody wants to wait any more."""

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
    """Loads a file and has it choose. `write` is given each line of the answer; `answer` is to be given
    every line that the process is told, in order, but STOP, which is for `stop` at once."""

    def __init__(self, file: Path, write: Write) -> None:
        self.file = file
        self._write = write
        self._told = Reader()
        self._choose: Callable[[Position, Clock], Any] | None = None
        self._clock: Clock | None = None
        self._thread = threading.get_ident()

    def answer(self, line: str) -> None:
        """Does what a line asks for. An exception in the file becomes a line."""
        try:
            word = self._told.take(line)
            if word == BEGIN:
                self._begin()
            elif word == GO:
                self._go()
        except BaseException as error:
            self._write(f"{ERROR} {wrong_with(str(self.file), error)}")

    def stop(self) -> None:
        """Ends the wait for the move; from any thread."""
        if self._clock is not None:
            self._clock.stop()

    def _begin(self) -> None:
        random.seed(self._told.seed)
        np.random.seed(self._told.seed % 2**32)
        with self._told_where_after(LONG_LOADING):
            self._choose = _load(self.file)
        self._write(READY)

    def _go(self) -> None:
        if self._choose is None:
            raise BadText(f"{GO}: expected {BEGIN} before it")
        position = self._told.position()
        clock = self._clock = Clock(self._told.milliseconds / 1000)
        with self._told_where_after(clock.seconds + TELLS_AFTER):
            chosen = self._choose(position, clock)
        self._write(f"{MOVE} {_text_of(chosen, position)}")

    @contextmanager
    def _told_where_after(self, seconds: float) -> Iterator[None]:
        """Reports the file's present line if it is still running after this number of seconds."""
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
    """The `choose` of a file; BadText where it has none."""
    source = read_bytes(file, MOST_BYTES, file.name)
    module = ModuleType(f"own_players.{file.stem}")
    module.__file__ = str(file)
    sys.modules[module.__name__] = module  # dataclasses look for theirs there
    linecache.checkcache(str(file))
    accept_former_names()
    exec(compile(source, str(file), "exec"), module.__dict__)
    choose = getattr(module, "choose", None)
    if not callable(choose):
        raise BadText(f"expected a function choose(position, clock), found none ({file})")
    chosen: Callable[[Position, Clock], Any] = choose
    return chosen


def _text_of(chosen: object, position: Position) -> str:
    """What was chosen as text, a move's number as its notation. BadText for what is no move at all."""
    if isinstance(chosen, str):
        return one_line(chosen)
    if isinstance(chosen, (int, np.integer)) and not isinstance(chosen, bool):
        return position.move_text(int(chosen)) if int(chosen) in position.moves else str(int(chosen))
    raise BadText(f"choose returned {shown(chosen)}, expected a move: its text or its number")


class _Said(io.TextIOBase):
    """What the file prints, as lines that are said."""

    def __init__(self, write: Write) -> None:
        self._write_line = write
        self._partial = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        *lines, self._partial = (self._partial + text).split("\n")
        self._partial = self._partial[-1000:]
        for line in lines:
            if line.strip():
                self._write_line(f"{SAY} {one_line(line)}")
        return len(text)


def _lines(descriptor: int) -> Iterator[str]:
    with open(descriptor, encoding="utf-8", errors="replace") as stream:
        yield from stream


def run(file: str, kernels: str, heuristics: str) -> None:
    """Serves on standard input and output until the input ends. `kernels` is the folder where compiled
    kernels are kept, and `heuristics` that of a person's own; "" for none."""
    told, answers = os.dup(0), os.dup(1)  # ours alone: neither the file nor what it starts has them
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nowhere, standard)
    lock = threading.Lock()

    def write(line: str) -> None:
        content = f"{line}\n".encode("utf-8", "replace")
        with lock:
            while content:
                content = content[os.write(answers, content) :]

    sys.stdin = io.StringIO()
    sys.stdout = sys.stderr = _Said(write)  # type: ignore[assignment]
    sys.dont_write_bytecode = True
    sys.argv = [file]
    sys.path.append(str(Path(file).parent))  # last: a file of a module's name does not stand in its way
    keep_kernels_in(Path(kernels) if kernels else None)
    look_in(Path(heuristics) if heuristics else None)
    host = Host(Path(file), write)
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in _lines(told):
            word = line.strip()
            if word == STOP:
                host.stop()
            elif word == QUIT:
                break
            else:
                waiting.put(line)
        os._exit(0)  # whatever the file is at

    threading.Thread(target=listen, name="listen", daemon=True).start()
    while True:
        host.answer(waiting.get())
