"""Measures what compiling a first search costs, function by function, from Numba's compile events: seconds
of the processor, in one process, with no kernel kept.

    PYTHONPATH=. python tests/engines/measure_compiling.py chess strong:classical
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numba.core import event

from engines.players import make_engine, parse_player
from games.kept_kernels import keep_kernels_in

MOST_ROWS = 20


class Events(event.Listener):
    """`rows`: for each compiled function its module, name, seconds with what it calls, own seconds."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, float, float]] = []
        self._open: list[list[float]] = []  # when each began, and what was compiled within it

    def on_start(self, told: Any) -> None:
        self._open.append([time.process_time(), 0.0])

    def on_end(self, told: Any) -> None:
        began, within = self._open.pop()
        seconds = time.process_time() - began
        function = told.data["dispatcher"].py_func
        self.rows.append((function.__module__, function.__name__, seconds, seconds - within))
        if self._open:
            self._open[-1][1] += seconds

    def by_module(self) -> Iterator[tuple[str, float]]:
        """The functions' own seconds, by module."""
        sums: dict[str, float] = {}
        for module, _, _, own in self.rows:
            sums[module] = sums.get(module, 0.0) + own
        yield from sorted(sums.items(), key=lambda item: -item[1])


if __name__ == "__main__":
    game, player = sys.argv[1:3]
    keep_kernels_in(Path(tempfile.mkdtemp()))
    events = Events()
    event.register("numba:compile", events)
    engine = make_engine(parse_player(player, game), game, table_megabytes=1)
    began = time.process_time()
    engine.prepare(game)
    print(f"{time.process_time() - began:.1f} s, {len(events.rows)} functions")
    print("own seconds, and with what it calls:")
    for module, name, seconds, own in sorted(events.rows, key=lambda row: -row[3])[:MOST_ROWS]:
        print(f"{own:6.2f} {seconds:6.2f}  {module}.{name}")
    print("by module:")
    for module, own in events.by_module():
        print(f"{own:6.2f}  {module}")
