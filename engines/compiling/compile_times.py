"""Estimates how long the parts of a search take to compile: as long as they did on this computer. If a part
was not compiled here yet: as long as on the authors' computer
(`tests/engines/compiling/measure_part_seconds.py`), times how much slower this one was at other parts."""

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from statistics import median

from engines.compiling.kernel_parts import KernelPart
from games.text_files import read_object, write_whole

SHIPPED = Path(__file__).resolve().parents[2] / "assets" / "compile_seconds.json"
FILE = "compile_seconds.json"
"""The file of this computer's times, in the folder of the kernels."""

MOST_BYTES = 1 << 20

LEAST = 0.5
"""The least seconds that a part is still expected to need."""


STEADY = 0.2
"""The share by which an expected time must change before the window shows the new one."""


class CompileTimes:
    """Seconds by the `measured_as` of a part. Those of this computer are kept in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._here = _read(self._file)

    def note(self, part: KernelPart, seconds: float) -> None:
        """Notes the time of a part that was compiled here. Keeps the shortest time, because other programs
        may use the processor, too. Ignores a full disk."""
        self._here[part.measured_as] = min(round(seconds, 2), self._here.get(part.measured_as, seconds))
        with suppress(OSError):
            write_whole(self._file, json.dumps({"seconds": self._here}))

    def expected(self, parts: Mapping[KernelPart, float], children: int) -> float:
        """Seconds until `children` processes have compiled all parts. `parts` says for how many seconds each
        has been compiled so far. Returns 0.0 if one of them was never measured."""
        ratios = [here / there for name, here in self._here.items() if (there := _shipped().get(name))]
        ratio = median(ratios) if ratios else 1.0
        busy = [0.0] * max(1, children)
        for part, since in parts.items():
            seconds = self._here.get(part.measured_as) or ratio * _shipped().get(part.measured_as, 0.0)
            if not seconds:
                return 0.0
            busy[busy.index(min(busy))] += max(LEAST, seconds - since)
        return max(busy)


class WorkClock:
    """The seconds in which one or more children compile parts of one game."""

    def __init__(self) -> None:
        self._at_work = 0
        self._since = 0.0
        self._before = 0.0
        self._expected = 0.0

    def start(self) -> None:
        """A child begins."""
        if not self._at_work:
            self._since = time.perf_counter()
        self._at_work += 1

    def stop(self) -> None:
        """A child has ended."""
        self._at_work -= 1
        if not self._at_work:
            self._before += time.perf_counter() - self._since

    @property
    def seconds(self) -> float:
        """The seconds so far."""
        return self._before + (time.perf_counter() - self._since if self._at_work else 0.0)

    def expected(self, left: float) -> float:
        """The seconds of the whole work, if it takes `left` more. Returns the same figure as before until
        that time has passed, or the new figure differs by more than STEADY."""
        whole = self.seconds + left
        if self._expected < self.seconds or abs(whole - self._expected) > STEADY * whole:
            self._expected = whole
        return self._expected


@cache
def _shipped() -> dict[str, float]:
    return _read(SHIPPED)


def _read(path: Path) -> dict[str, float]:
    """The times in a file; none where there is no usable file."""
    seconds = read_object(path, MOST_BYTES).get("seconds")
    if not isinstance(seconds, dict):
        return {}
    return {name: float(each) for name, each in seconds.items() if type(each) in (int, float) and each > 0}
