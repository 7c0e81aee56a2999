"""Loads a person's own heuristics: the Python files of a folder, and the presets beside them.

Files are loaded independently: a broken file is reported in one line, and only its own heuristics are
missing. If it was good before, its last good version is used until it is mended.
"""

import re
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from games.contract import BadText
from games.registry import entry
from games.text_files import read_first_text
from heuristics.contract import Heuristic, find
from heuristics.failure import TermFailure, one_line
from heuristics.module_loader import (
    MOST_BYTES,
    Check,
    Stamp,
    being_written,
    in_module,
    run_file,
    stamp_of,
    taken,
)
from heuristics.presets import SUFFIX, read_preset

NAMED = re.compile(r"""\bHeuristic\(\s*(["'])(?P<name>[^"'\n]+)\1\s*,\s*(["'])(?P<game>\w+)\3""")
"""Where a file that cannot be run names a heuristic and its game."""


@dataclass(frozen=True)
class UserFile:
    """A file of the folder. `heuristics` are the heuristics of its last good version. `problem` says in one
    line, with file and line number, why the newest version is not good, else "". If that cannot be loaded,
    `named` has its (game, heuristic), as far as the text shows them."""

    path: Path
    stamp: Stamp
    heuristics: tuple[Heuristic, ...] = ()
    problem: str = ""
    named: tuple[tuple[str, str], ...] = ()

    @property
    def is_preset(self) -> bool:
        return self.path.suffix == SUFFIX


class UserFiles:
    """The files of a folder, None for no folder; `shipped(game)` are the heuristics that come with the
    program. `files` may be called in any thread. Its first call loads the files, which takes as long as
    their code runs."""

    def __init__(self, folder: Path | None, shipped: Callable[[str], Sequence[Heuristic]]) -> None:
        self.folder = folder
        self._shipped = shipped
        self._lock = threading.RLock()
        self._files: tuple[UserFile, ...] | None = None

    @property
    def files(self) -> tuple[UserFile, ...]:
        """The newest files, in the order of their names, presets last."""
        if self._files is None:
            with self._lock:
                if self._files is None:
                    self.refresh()
        return self._files or ()

    def refresh(self, check: Check | None = None) -> bool:
        """Loads files that have changed on the disk; returns whether any has. A version that fails `check`
        does not replace a good version."""
        with self._lock:
            before = {file.path: file for file in self._files or ()}
            files: list[UserFile] = []
            for path in self._paths():
                known = before.get(path)
                stamp = stamp_of(path)
                same = known is not None and (known.stamp == stamp or being_written(stamp))
                if known is not None and same and self._may_stay(known, files):
                    files.append(known)
                else:
                    files.append(self._load(path, known, files, check))
            changed = files != list(self._files or ())
            self._files = tuple(files)
            return changed

    def _paths(self) -> list[Path]:
        if self.folder is None:
            return []
        try:
            found = sorted(path for path in self.folder.iterdir() if not path.name.startswith(("_", ".")))
        except (OSError, ValueError):
            return []
        files = [path for path in found if path.is_file()]
        return [path for suffix in (".py", SUFFIX) for path in files if path.suffix == suffix]

    def _may_stay(self, file: UserFile, others: Iterable[UserFile]) -> bool:
        """Whether an unchanged file may stay as loaded. A preset may not if the heuristic that it takes
        its terms from has changed. A broken preset may not, since another file may be at fault."""
        if not file.is_preset:
            return True
        if file.problem:
            return False
        roots = {id(each) for other in others for each in other.heuristics}
        return all(
            id(made.compiled_as) in roots or made.compiled_as in self._shipped(made.game)
            for made in file.heuristics
        )

    def _load(
        self, path: Path, known: UserFile | None, others: Sequence[UserFile], check: Check | None
    ) -> UserFile:
        before = known.heuristics if known is not None else ()
        new = UserFile(path, stamp_of(path), before)
        found: tuple[Heuristic, ...] = ()
        try:
            found = self._heuristics_in(path, others)
            self._check_names(found, others)
            if check is not None:
                for heuristic in found:
                    check(heuristic)
        except BadText as error:
            return replace(new, problem=f"{path.name}: {error}", named=_named_in(path))
        except TermFailure as failure:
            # A file's first version is kept even if it fails: its rows in the window show the failure.
            return replace(new, problem=one_line(str(failure)), heuristics=before or found)
        return replace(new, heuristics=found)

    def _heuristics_in(self, path: Path, others: Sequence[UserFile]) -> tuple[Heuristic, ...]:
        if path.suffix == SUFFIX:
            return (read_preset(path, lambda game, name: self._base(game, name, others)),)
        found = in_module(run_file(path, f"own_heuristics.{path.stem}"))
        if not found:
            raise BadText(f"expected a Heuristic, found none ({path}, line 1)")
        return tuple(found)

    def _base(self, game: str, name: str, others: Sequence[UserFile]) -> Heuristic:
        own = [each for file in others for each in file.heuristics if each.game == game]
        return find([*self._shipped(game), *own], name, game)

    def _check_names(self, found: Sequence[Heuristic], others: Sequence[UserFile]) -> None:
        for heuristic in found:
            try:
                entry(heuristic.game)
            except BadText as error:
                file, line = heuristic.place
                raise BadText(f"heuristic {heuristic.name!r}: {error} ({file}, line {line})") from None
            if any(each.name == heuristic.name for each in self._shipped(heuristic.game)):
                raise taken(heuristic, "the name of one that comes with the program")
            for other in others:
                if any((h.game, h.name) == (heuristic.game, heuristic.name) for h in other.heuristics):
                    raise taken(heuristic, f"the name of one in {other.path.name}")


def _named_in(path: Path) -> tuple[tuple[str, str], ...]:
    try:
        text = read_first_text(path, MOST_BYTES, str(path))
    except BadText:
        return ()
    return tuple((match["game"], match["name"]) for match in NAMED.finditer(text))
