"""A person's own players: the Python files of a folder, each with a function `choose(position, clock)`.

A file runs in a process of its own (`engines.subprocesses.player_host`). The player's name is the file's name
without `.py`. It is the person's own code, so it starts without asking whether the person trusts it.
"""

import ast
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from engines.subprocesses.launch_command import LaunchCommand
from games.compiling.kept_kernels import kept_in
from games.contract import BadText
from games.installation import ROOT
from games.text_files import read_source
from heuristics.failure import one_line, wrong_with
from heuristics.module_loader import MOST_BYTES, Stamp, stamp_of
from heuristics.registry import looked_in as heuristics_looked_in

SUFFIX = ".py"
NAME = re.compile(r"[^\W_][\w -]*")
"""A player's name: no path, and no character with a meaning in a player's text."""

LONGEST_NAME = 60

RUN = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from engines.subprocesses.player_host import run; run(*sys.argv[2:])"
)
"""The program of the process. It imports Plyglass, not modules of the same names in the folder."""


@dataclass(frozen=True)
class UserPlayer:
    """A file of the folder. `description` is the first line of its docstring. `problem` says in a line, with
    file and line, why it cannot be read; else ""."""

    name: str
    path: Path
    stamp: Stamp
    description: str = ""
    problem: str = ""


_folder: Path | None = None
_found: tuple[UserPlayer, ...] | None = None


def look_in(folder: Path | None) -> None:
    """Names the folder of a person's own players; None for no folder."""
    global _folder, _found
    if folder != _folder:
        _folder, _found = folder, None


def looked_in() -> Path | None:
    """The folder that `look_in` named; None for no folder."""
    return _folder


def own_players() -> tuple[UserPlayer, ...]:
    """The players that the last `refresh` found, sorted by name."""
    if _found is None:
        refresh()
    return _found or ()


def refresh() -> None:
    """Reads the files of the folder that have changed."""
    global _found
    known = {player.path: player for player in _found or ()}
    found = []
    for path in _paths():
        player = known.get(path)
        found.append(player if player is not None and player.stamp == stamp_of(path) else _read(path))
    if _found != tuple(found):
        _found = tuple(found)


def _paths() -> list[Path]:
    if _folder is None:
        return []
    try:
        listed = sorted(path for path in _folder.iterdir() if path.suffix == SUFFIX)
        return [path for path in listed if can_be_name(path.stem) and path.is_file()]
    except (OSError, ValueError):
        return []


def _read(path: Path) -> UserPlayer:
    """A file's description and problem. Does not run it."""
    stamp, description, problem = stamp_of(path), "", ""
    try:
        tree = ast.parse(read_source(path, MOST_BYTES, path.name), str(path))
        description = one_line(ast.get_docstring(tree) or "")
    except BadText as error:
        problem = str(error)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        problem = wrong_with(str(path), error)
    return UserPlayer(path.stem, path, stamp, description, problem)


def can_be_name(name: str) -> bool:
    return len(name) <= LONGEST_NAME and NAME.fullmatch(name) is not None


def check_name(name: str) -> None:
    """Raises BadText if a player cannot have this name."""
    if not name:
        raise BadText("name: expected the name of your player's file, such as own:mine")
    if not can_be_name(name):
        raise BadText(
            f"name: expected letters, digits, blanks, - and _, first a letter or a digit, found {name!r}"
        )


def file_of(name: str) -> Path:
    """The path of a player's file, which need not exist. Raises BadText if a player cannot have this name."""
    check_name(name)
    if _folder is None:
        raise BadText("there is no folder for players of your own")
    return _folder / f"{name}{SUFFIX}"


def missing(name: str) -> str:
    """A line that says that there is no such player; "" if there is one."""
    try:
        path = file_of(name)
    except BadText as error:
        return str(error)
    return "" if path.is_file() else f"there is no file {path}"


def command_of(name: str) -> LaunchCommand:
    """The command that starts a player's process. Its version changes with the file. Raises BadText if there
    is no such file."""
    if problem := missing(name):
        raise BadText(problem)
    path = file_of(name)
    more = (kept_in(), heuristics_looked_in())
    words = (sys.executable, "-P", "-c", RUN, str(ROOT), str(path), *(str(folder or "") for folder in more))
    return LaunchCommand(words, str(path.parent), stamp_of(path))
