"""How long the parts of a search take to compile. For parts that were compiled on this computer before, what
that took. For others what the authors measured (`tests/engines/compiling/measure_part_seconds.py`), times how
much slower this computer was with those that both have."""

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from statistics import median

from engines.compiling.kernel_parts import KernelPart
from games.contract import BadText
from games.text_files import read_json, read_text, write_whole

SHIPPED = Path(__file__).resolve().parents[2] / "assets" / "compile_seconds.json"
FILE = "compile_seconds.json"
"""Where this computer's are kept, among the kernels."""

MOST_BYTES = 1 << 20

LEAST = 0.5
"""Seconds that are left of a part which takes longer than it ever did."""


class CompileTimes:
    """Seconds by what a part is `measured_as`; those of this computer are kept in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._here = _read(self._file)

    def note(self, part: KernelPart, seconds: float) -> None:
        """A part was compiled here. The least that it ever took is kept, for other programs may want the
        processor, too. A full disk is no reason to stop."""
        self._here[part.measured_as] = min(round(seconds, 2), self._here.get(part.measured_as, seconds))
        with suppress(OSError):
            write_whole(self._file, json.dumps({"seconds": self._here}))

    def expected(self, parts: Mapping[KernelPart, float], children: int) -> float:
        """Seconds until `children` processes have compiled all parts; `parts` says for how many seconds each
        has been compiled so far. 0.0 where one of them was never measured."""
        ratios = [here / there for name, here in self._here.items() if (there := _shipped().get(name))]
        ratio = median(ratios) if ratios else 1.0
        busy = [0.0] * max(1, children)
        for part, since in parts.items():  # what takes longest comes first
            seconds = self._here.get(part.measured_as) or ratio * _shipped().get(part.measured_as, 0.0)
            if not seconds:
                return 0.0
            busy[busy.index(min(busy))] += max(LEAST, seconds - since)
        return max(busy)


@cache
def _shipped() -> dict[str, float]:
    return _read(SHIPPED)


def _read(path: Path) -> dict[str, float]:
    """What of a file is usable; nothing where there is none."""
    try:
        found = read_json(read_text(path, MOST_BYTES))
    except BadText:
        return {}
    seconds = found.get("seconds") if isinstance(found, dict) else None
    if not isinstance(seconds, dict):
        return {}
    return {name: float(each) for name, each in seconds.items() if type(each) in (int, float) and each > 0}
