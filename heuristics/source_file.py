"""Python files of heuristics, run anew whenever they have changed.

A file is a person's code in the making: running it can raise, end the program or never end, and each
is one line with file and line.
"""

import linecache
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from games.contract import BadText
from games.text_files import read_bytes
from heuristics.contract import Heuristic
from heuristics.errands import Errand
from heuristics.failure import ends_the_program, line_in, short_path, wrong_with
from heuristics.patience import SLICE, Patience

MOST_BYTES = 1 << 20
PATIENCE = 2.0
"""Seconds that a file may take to run; what it imports for the first time takes the most of them."""

Stamp = tuple[int, int]
"""Of a file: when it was written (ns since the epoch) and its size in bytes; (0, 0) for none."""


def stamp_of(path: Path) -> Stamp:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return 0, 0
    return found.st_mtime_ns, found.st_size


def being_written(stamp: Stamp) -> bool:
    """Whether an editor seems to be at the file: it was emptied a moment ago."""
    written, size = stamp
    return size == 0 and 0 <= time.time_ns() - written < 1_000_000_000  # not where the clock was set back


def run_file(path: Path, name: str) -> ModuleType:
    """A new module of that name, from what the file says now; it does not go into `sys.modules`.

    BadText, one line with file and line, for what cannot be read or run, or does not end within
    PATIENCE.
    """
    source = read_bytes(path, MOST_BYTES, path.name)
    linecache.checkcache(str(path))  # or tracebacks would quote the version before
    module = ModuleType(name)
    module.__file__ = str(path)
    errors: list[BaseException] = []

    def run() -> None:
        try:
            exec(compile(source, str(path), "exec"), module.__dict__)
        except BaseException as error:
            if ends_the_program(error):
                raise
            errors.append(error)

    errand = Errand("a file of heuristics", run)
    patience = Patience()
    while not errand.wait(SLICE):
        if patience.go_on() >= PATIENCE and not errand.is_debugged:
            line = line_in(str(path), errand.frames())
            errand.abandon()
            place = f"{short_path(str(path))}, line {line}"
            raise BadText(f"does not end; given up after {PATIENCE:g} s ({place})")
    if errors:
        raise BadText(wrong_with(str(path), errors[0]))
    return module


def in_module(module: ModuleType) -> list[Heuristic]:
    """The module's heuristics in the order of their definition; BadText for two of one name."""
    found = [value for value in vars(module).values() if isinstance(value, Heuristic)]
    by_name: dict[tuple[str, str], Heuristic] = {}
    for heuristic in found:
        first = by_name.setdefault((heuristic.game, heuristic.name), heuristic)
        if first is not heuristic:
            raise taken(heuristic, f"that of line {first.place[1]}")
    return list(by_name.values())


def taken(heuristic: Heuristic, by: str) -> BadText:
    """What there is to say of a heuristic whose name another has."""
    file, line = heuristic.place
    return BadText(
        f"heuristic {heuristic.name!r}: expected a name of its own, found {by} "
        f"({short_path(file)}, line {line})"
    )


Check = Callable[[Heuristic], object]
"""Raises TermFailure for a heuristic that does not do what it should."""
