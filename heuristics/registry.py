"""The list of all heuristics: every `Heuristic` that a game's module in this folder defines, and those in a
person's own folder.

A file that cannot be loaded fails alone, with file and line; the other games go on. A file that changes while
the program runs can be loaded again (`refresh`). Its last good version stays until the new version is good.
"""

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from traceback import walk_tb
from types import ModuleType

from games.contract import BadText
from games.registry import entry, game_names
from heuristics.contract import UNWRITABLE, Heuristic, find
from heuristics.failure import TermFailure, ends_the_program, one_line, short_path, wrong_with
from heuristics.lens import Lens, Weights
from heuristics.levels import COUNT, GENERAL, Level
from heuristics.module_loader import (
    Check,
    Stamp,
    being_written,
    files_of,
    in_module,
    innermost,
    loaded_parts,
    run_file,
    stamp_of,
)
from heuristics.presets import write_preset
from heuristics.user_files import UserFile, UserFiles


class BrokenModule(BadText):
    """Heuristics cannot be loaded; the message is one line with file and line."""


_broken: dict[str, str] = {}
"""By name: what is wrong with a module that failed to load. It is not tried again in every frame."""

_renewed: dict[str, ModuleType] = {}
"""The newest version of each module that was loaded again, by the module's name."""

_loaded: dict[str, ModuleType] = {}
"""The modules as the program first loaded them, by name."""

_stamps: dict[str, dict[Path, Stamp]] = {}
"""By a module's name: its files, each with its stamp (`module_loader.Stamp`) when it was loaded. The file
that is run comes first."""

_faults: dict[str, str] = {}
"""What is wrong with the newest version of a module whose older version is used, by name."""

_version = 0
"""How often modules were loaded again."""

_gone: dict[tuple[str, str], Heuristic] = {}
"""Heuristics that their files no longer define, by game and name. A game that is played with one goes on."""


def _module(game: str) -> ModuleType:
    """The module of a game's heuristics. On failure raises a BrokenModule that says what is wrong with it,
    and where."""
    name = f"heuristics.{entry(game).name}"
    if name in _broken:
        raise BrokenModule(_broken[name])
    if name in _renewed:
        return _renewed[name]
    if name in _loaded:
        return _loaded[name]
    try:
        module = import_module(name)
        in_module(module)
    except BaseException as error:
        if ends_the_program(error):
            raise
        for part in loaded_parts(name):
            del sys.modules[part]
        files = files_of(Path(_file_of(name)))
        _stamps[name] = {file: stamp_of(file) for file in files}
        failed, _ = innermost(files, walk_tb(error.__traceback__))
        _broken[name] = f"heuristics of {game}: {wrong_with(failed, error)}"
        raise BrokenModule(_broken[name]) from None
    _stamps[name] = {file: stamp_of(file) for file in files_of(Path(module.__file__ or ""))}
    _loaded[name] = module
    return module


def _file_of(name: str) -> str:
    spec = find_spec(name)
    return spec.origin or "" if spec else ""


def _shipped(game: str) -> list[Heuristic]:
    """The heuristics that come with the program; none if they cannot be loaded."""
    try:
        return in_module(_module(game))
    except BrokenModule:
        return []


_own = UserFiles(None, _shipped)


def look_in(folder: Path | None) -> None:
    """Sets the folder of a person's own files, None for no folder."""
    global _own
    if folder != _own.folder:
        _own = UserFiles(folder, _shipped)
        _gone.clear()


def looked_in() -> Path | None:
    """The folder that `look_in` named; None for no folder."""
    return _own.folder


def own_files() -> tuple[UserFile, ...]:
    """The files of a person's own folder."""
    return _own.files


def heuristics_of(game: str) -> list[Heuristic]:
    """A game's heuristics. Raises BadText for an unknown game, BrokenModule where they cannot be loaded."""
    own = (heuristic for file in _own.files for heuristic in file.heuristics if heuristic.game == game)
    return [*in_module(_module(game)), *own]


def broken_of(game: str) -> list[tuple[str, str]]:
    """A person's heuristics of a game that cannot be loaded at all: (name, reason in one line)."""
    loaded = {heuristic.name for file in _own.files for heuristic in file.heuristics}
    named = ((name, file.problem) for file in _own.files for of, name in file.named if of == game)
    return [(name, problem) for name, problem in dict(named).items() if name not in loaded]


def problem_with(game: str) -> str:
    """What is wrong with the module of a game's heuristics, as one line; "" for nothing."""
    try:
        default_heuristic(game)
    except BrokenModule as error:
        return str(error)
    return ""


def fault_of(heuristic: Heuristic) -> str:
    """Why this heuristic is not the newest version of its file, in one line; "" if it is."""
    file = heuristic.compiled_as.place[0]
    name = f"heuristics.{heuristic.game}"
    own = next((own.problem for own in _own.files if str(own.path) == file), "")
    shipped = Path(file) in _stamps.get(name, ())
    return own or (_faults.get(name, "") if shipped else "")


def is_as_shipped(heuristic: Heuristic) -> bool:
    """Whether a heuristic comes with the program, and was not changed since the program began."""
    name = f"heuristics.{heuristic.game}"
    return name not in _renewed and any(heuristic is shipped for shipped in _shipped(heuristic.game))


_lent: dict[tuple[str, str], Heuristic] = {}
"""Heuristics that lie in no folder of heuristics, by game and name."""


def lend(file: Path, game: str, name: str) -> Heuristic:
    """Loads a heuristic from any file, for this process alone: the only heuristic of `game` in it, else the
    heuristic called `name`. The file's name is added to the heuristic's, so that it can play against another
    version of itself. Raises BadText if there is no such heuristic."""
    found = [each for each in in_module(run_file(file, f"lent_heuristics.{file.stem}")) if each.game == game]
    if len(found) != 1:
        found = [each for each in found if each.name == name]
    if not found:
        raise BadText(f"expected a heuristic of {game} called {name!r}, or only one ({file}, line 1)")
    heuristic = found[0]
    sign = "".join("-" if each in UNWRITABLE else each for each in file.stem)
    heuristic.name = f"{heuristic.name} of {sign}"
    lend_made(heuristic)
    return heuristic


def lend_made(heuristic: Heuristic) -> None:
    """Makes a heuristic known by its name to this process, in no list of heuristics."""
    _lent[heuristic.game, heuristic.name] = heuristic


def load_heuristic(game: str, name: str) -> Heuristic:
    """A heuristic by game and name. Raises BadText if there is none, BrokenModule if it cannot be loaded."""
    if (game, name) in _lent:
        return _lent[game, name]
    known = heuristics_of(game)
    if any(heuristic.name == name for heuristic in known):
        return find(known, name, game)
    if (game, name) in _gone:
        return _gone[game, name]
    for broken, problem in broken_of(game):
        if broken == name:
            raise BrokenModule(f"heuristic {name!r}: {problem}")
    return find(known, name, game)


def load_lens(game: str, name: str, weights: Weights | None = None) -> Lens:
    """A heuristic with the weights that a person changed. Weights that it no longer has are ignored, since
    its file may have been loaded again. Raises BadText for an unknown heuristic or an impossible weight."""
    heuristic = load_heuristic(game, name)
    return Lens.of(heuristic).with_weights((weights or {}).get(game, {}).get(name, {}).items())


def default_heuristic(game: str) -> Heuristic:
    """The heuristic that a game's module names as `DEFAULT`; a person's first opponent plays with it. Raises
    BrokenModule if it names none."""
    module = _module(game)
    heuristic = getattr(module, "DEFAULT", None)
    if not isinstance(heuristic, Heuristic):
        file = short_path(module.__file__ or "")
        raise BrokenModule(f"heuristics of {game}: expected DEFAULT, one of them ({file})")
    return heuristic


def levels_of(game: str) -> Sequence[Level]:
    """The `LEVELS` of a game's module, from level 1 on: how weak or strong each program is. The general
    levels if it names none. Raises BrokenModule if their number is not COUNT."""
    module = _module(game)
    levels: Sequence[Level] = getattr(module, "LEVELS", GENERAL)
    if len(levels) != COUNT:
        file = short_path(module.__file__ or "")
        raise BrokenModule(f"heuristics of {game}: expected {COUNT} LEVELS, found {len(levels)} ({file})")
    return levels


# Loading changed files while the program runs


def version() -> int:
    """A number that changes when heuristics have been loaded again."""
    return _version


def newest(heuristic: Heuristic) -> Heuristic:
    """The newest version of a heuristic."""
    return load_heuristic(heuristic.game, heuristic.name)


def refresh(check: Check) -> bool:
    """Loads the files that have changed since the last call, and returns whether there were any. Their
    heuristics must pass `check`, else the version before stays."""
    global _version
    before = {(h.game, h.name): h for game in game_names() for h in _known(game)}
    changed = [_refresh_module(game, check) for game in game_names()]
    changed.append(_own.refresh(check))
    if any(changed):
        now = {(h.game, h.name) for game in game_names() for h in _known(game)}
        _gone.update({key: heuristic for key, heuristic in before.items() if key not in now})
        _version += 1
    return any(changed)


def _known(game: str) -> list[Heuristic]:
    """The heuristics of a game that are loaded so far."""
    name = f"heuristics.{game}"
    shipped = _shipped(game) if name in _loaded or name in _renewed else []
    return [*shipped, *(h for file in _own.files for h in file.heuristics if h.game == game)]


def _refresh_module(game: str, check: Check) -> bool:
    name = f"heuristics.{game}"
    if name not in _stamps:  # nobody has asked for it yet
        return False
    before = _stamps[name]
    file = next(iter(before))
    stamps = {part: stamp_of(part) for part in files_of(file)}
    if stamps == before or any(stamp == (0, 0) or being_written(stamp) for stamp in stamps.values()):
        return False
    _stamps[name] = stamps
    try:
        module = run_file(file, name)
        for heuristic in in_module(module):
            check(heuristic)
    except (BadText, TermFailure) as error:
        problem = f"heuristics of {game}: {one_line(str(error))}"
        (_broken if name in _broken else _faults)[name] = problem
        return True
    _broken.pop(name, None)
    _faults.pop(name, None)
    _renewed[name] = module
    return True


# Weights under a name


def free_name(game: str, name: str) -> str:
    """The name, or if it is taken the name with the first free number."""
    taken = {heuristic.name for heuristic in heuristics_of(game)}
    numbered = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return name if name not in taken else next(each for each in numbered if each not in taken)


def keep_weights(lens: Lens, name: str, record: Mapping[str, str] | None = None) -> Path:
    """Saves the weights of a lens as a heuristic in a person's folder, with a record of `presets.RECORD`;
    returns the file. A preset of that name is replaced. Raises BadText if another heuristic has the name, if
    it is impossible, or without a folder."""
    global _version
    folder, game = _own.folder, lens.heuristic.game
    if folder is None:
        raise BadText("weights: there is no folder of your own to keep them in")
    presets = {h.name for file in _own.files for h in file.heuristics if file.is_preset and h.game == game}
    if any(heuristic.name == name for heuristic in heuristics_of(game)) and name not in presets:
        raise BadText(f"name: expected a free one, found {name!r}, which another heuristic has")
    if lens.heuristic.compiled_as.name == name:
        raise BadText(f"name: expected a free one, found {name!r}, which the heuristic itself has")
    file = write_preset(folder, name, lens, record)
    if _own.refresh():
        _version += 1
    return file
