"""Loads Python files of heuristics, again whenever they have changed.

A file is code that a person is still writing: running it may raise, end the program, or never end. Each of
these is reported in one line, with file and line number.
"""

import linecache
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType, ModuleType

from games.contract import BadText
from games.text_files import read_source
from heuristics.abandonable_threads import AbandonableTask
from heuristics.contract import Heuristic
from heuristics.failure import ends_the_program, short_path, wrong_with
from heuristics.hang_timeout import SLICE, HangTimeout

MOST_BYTES = 1 << 20
PATIENCE = 2.0
"""Seconds that a file may take to run, with what it imports for the first time."""

TO_END = 1.0
"""Seconds in which a file that is given up may end. Its failed imports remove their modules from
`sys.modules`, which must not happen after the modules before are put back."""

Stamp = tuple[int, int]
"""When a file was written (ns since the epoch) and its size in bytes; (0, 0) for no file."""


def stamp_of(path: Path) -> Stamp:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return 0, 0
    return found.st_mtime_ns, found.st_size


def being_written(stamp: Stamp) -> bool:
    """Whether an editor seems to be writing the file: it was emptied a moment ago."""
    written, size = stamp
    return size == 0 and 0 <= time.time_ns() - written < 1_000_000_000  # not where the clock was set back


def run_file(path: Path, name: str) -> ModuleType:
    """Runs the file's present content as a new module of that name, which does not go into `sys.modules`. The
    `__init__.py` of a folder is run with new modules of the folder's other files.

    Raises BadText, one line with file and line number, if the file cannot be read or run, or does not end
    within PATIENCE.
    """
    source = read_source(path, MOST_BYTES, path.name)
    module = ModuleType(name)
    module.__file__ = str(path)
    if path.name != "__init__.py":
        _run(source, module, [path])
        return module
    module.__path__ = [str(path.parent)]
    with _imported_again(module):
        _run(source, module, files_of(path))
    return module


def files_of(path: Path) -> list[Path]:
    """A module's files: its own file and, for a folder's `__init__.py`, also the other files there."""
    if path.name != "__init__.py":
        return [path]
    return sorted(path.parent.glob("*.py"), key=lambda file: file != path)


def _run(source: bytes, module: ModuleType, files: Sequence[Path]) -> None:
    """Runs the first file's source as the module, and gives up if it does not end. An error message names the
    innermost line of `files`."""
    for file in files:
        linecache.checkcache(str(file))  # else tracebacks would quote the version before
    errors: list[BaseException] = []

    def run() -> None:
        try:
            exec(compile(source, str(files[0]), "exec"), module.__dict__)
        except BaseException as error:
            if ends_the_program(error):
                raise
            errors.append(error)

    task = AbandonableTask("a file of heuristics", run)
    patience = HangTimeout()
    while not task.wait(SLICE):
        if patience.go_on() >= PATIENCE and not task.is_debugged:
            frames = list(task.frames())
            task.abandon()
            task.wait(TO_END)
            hanging, line = innermost(files, frames)
            place = f"{short_path(hanging)}, line {line}"
            raise BadText(f"does not end; given up after {PATIENCE:g} s ({place})")
    if errors:
        failed, _ = innermost(files, traceback.walk_tb(errors[0].__traceback__))
        raise BadText(wrong_with(failed, errors[0]))


def innermost(files: Sequence[Path], frames: Iterable[tuple[FrameType, int]]) -> tuple[str, int]:
    """File and line number of the innermost frame that is in one of the files; `frames` begin with the
    outermost. The first file and 0 if there is none."""
    found = str(files[0]), 0
    names = {str(file) for file in files}
    for frame, line in frames:
        if frame.f_code.co_filename in names:
            found = frame.f_code.co_filename, line
    return found


class _FromSource(SourceFileLoader):
    """Reads the source each time: Python's own cache does not see a second edit within a second."""

    def get_code(self, fullname: str) -> CodeType | None:
        return self.source_to_code(self.get_data(self.path), self.path)


class _InFolder:
    """Finds the modules of one package in its folder, for `sys.meta_path`."""

    def __init__(self, package: ModuleType) -> None:
        self._prefix, self._folder = package.__name__ + ".", Path(package.__path__[0])

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        file = self._folder / f"{name.removeprefix(self._prefix)}.py"
        if not name.startswith(self._prefix) or not file.is_file():
            return None
        return spec_from_file_location(name, file, loader=_FromSource(name, str(file)))


def loaded_parts(name: str) -> dict[str, ModuleType]:
    """The loaded modules of a package, with the package, by name. Another thread may import modules
    meanwhile."""
    loaded = sys.modules.copy()
    return {known: module for known, module in loaded.items() if f"{known}.".startswith(f"{name}.")}


@contextmanager
def _imported_again(package: ModuleType) -> Iterator[None]:
    """A context in which `import` finds this package by its usual name, and its modules are imported
    again. Another thread whose import fails may remove a module meanwhile."""
    name, finder = package.__name__, _InFolder(package)
    before = loaded_parts(name)
    for known in before:
        sys.modules.pop(known, None)
    sys.modules[name] = package
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for known in loaded_parts(name):
            sys.modules.pop(known, None)
        sys.modules.update(before)


def in_module(module: ModuleType) -> list[Heuristic]:
    """The module's heuristics in the order of their definition, or as its `__all__` lists them. Raises
    BadText if two have the same name."""
    names = vars(module)
    listed = [names[name] for name in names.get("__all__", names) if name in names]
    found = [value for value in listed if isinstance(value, Heuristic)]
    by_name: dict[tuple[str, str], Heuristic] = {}
    for heuristic in found:
        first = by_name.setdefault((heuristic.game, heuristic.name), heuristic)
        if first is not heuristic:
            raise taken(heuristic, f"the name of the heuristic in line {first.place[1]}")
    return list(by_name.values())


def taken(heuristic: Heuristic, found: str) -> BadText:
    """The error for a second heuristic of the same name; `found` says which heuristic has the name."""
    file, line = heuristic.place
    return BadText(
        f"heuristic {heuristic.name!r}: expected a free name, found {found} ({short_path(file)}, line {line})"
    )


Check = Callable[[Heuristic], object]
"""Raises TermFailure for a heuristic that does not do what it should."""
