"""What Numba compiles in this process and how long it takes, from its compile events."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numba.core import event


@dataclass(frozen=True)
class Compiled:
    """A compiled function. `seconds` are processor seconds of the compiling thread, including everything that
    the function calls; `own` excludes that."""

    module: str
    name: str
    seconds: float
    own: float


class CompileEvents(event.Listener):
    """Listens from now on. `seconds` is the total compiling time."""

    def __init__(self) -> None:
        self.rows: list[Compiled] = []
        self.seconds = 0.0
        self._thread = threading.local()
        event.register("numba:compile", self)

    @property
    def _open(self) -> list[list[float]]:
        """For each function that the thread is compiling, when it began and what was compiled within it."""
        opened: list[list[float]] = self._thread.__dict__.setdefault("open", [])
        return opened

    def on_start(self, told: Any) -> None:
        self._open.append([time.thread_time(), 0.0])

    def on_end(self, told: Any) -> None:
        began, within = self._open.pop()
        seconds = time.thread_time() - began
        function = told.data["dispatcher"].py_func
        self.rows.append(Compiled(function.__module__, function.__name__, seconds, seconds - within))
        if self._open:
            self._open[-1][1] += seconds
        else:
            self.seconds += seconds

    def by_module(self) -> Iterator[tuple[str, float]]:
        """The functions' own seconds, by module."""
        sums: dict[str, float] = {}
        for row in self.rows:
            sums[row.module] = sums.get(row.module, 0.0) + row.own
        yield from sorted(sums.items(), key=lambda item: -item[1])
