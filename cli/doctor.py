"""`main.py doctor`: what is installed, where the folders are, and whether everything works."""

import argparse
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

from cli import needed_packages
from cli.command_io import show
from cli.plain_tables import new_console, new_table
from cli.version import version
from engines.subprocesses.user_players import own_players
from games.compiling import kept_kernels
from games.compiling.compiler import jit_disabled
from games.data_folder import config_folder
from games.installation import COMMAND, IS_CHECKOUT, ROOT
from games.perft import perft
from games.position import Position
from games.registry import ENTRIES, load_game
from games.safe_text import one_line
from games.truth import tables
from heuristics.failure import in_words
from heuristics.registry import BrokenModule, heuristics_of, own_files
from heuristics.smoke_test import sample_states
from study.game.later_parts import later_parts
from study.settings.settings import Settings
from study.settings.settings_store import SettingsStore

Devices = Mapping[str, Mapping[str, Any]]

DEPTH = 2
"""The plies of the move sequences that the self-test counts, from the start and after random moves."""

EXTRAS = ("distributed", "pettingzoo", "cma")
"""Packages that only some commands need."""

LEAST_FREE = 300 << 20
"""The bytes that should be free for the folder of compiled kernels: its largest size, with a reserve."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--clear-cache",
        action="store_true",
        help="delete compiled code and the endgame tables that Plyglass made, and nothing else",
    )


def run(arguments: argparse.Namespace, look_at_devices: Callable[[], Devices]) -> None:
    """Prints what `examine` finds. Exit status 1 if there is a problem."""
    if arguments.clear_cache:
        show(arguments, clear_cache(), show_cleared)
        return
    answer = examine(
        arguments.settings, look_at_devices, lambda line: print(line, file=sys.stderr, flush=True)
    )
    show(arguments, answer, show_doctor)
    if answer["problems"]:
        raise SystemExit(1)


def examine(
    settings_file: Path | None, look_at_devices: Callable[[], Devices], tell: Callable[[str], None]
) -> dict[str, Any]:
    """What is installed, and `problems`, a line each. `tell` gets a line before each long step."""
    store = SettingsStore.load(settings_file)
    settings = store.settings
    kept_kernels.keep_kernels_in(settings.kernel_folder)
    devices = look_at_devices()
    folders = _folders(settings)
    games = []
    for entry in ENTRIES:
        tell(f"testing {entry.title} …")
        games.append(_tested(entry.name, settings))
    problems = [
        *store.problems,
        *(
            f"{name} {found} is too old, {oldest} or newer is needed"
            for name, oldest, found in needed_packages.outdated()
        ),
        *_wrong_with_folders(folders, settings),
        *_wrong_with_devices(devices, settings),
        *(f"{row['name']}: {row['problem']}" for row in games if row["problem"]),
        *_wrong_with_own_files(),
    ]
    return {
        "problems": [one_line(problem) for problem in problems],
        "version": version(),
        "program": {"folder": str(ROOT), "kind": "checkout" if IS_CHECKOUT else "package"},
        "python": {"version": platform.python_version(), "program": sys.executable},
        "system": {"name": platform.platform(), "machine": platform.machine(), "processors": os.cpu_count()},
        "packages": dict(_versions()),
        "folders": folders,
        **devices,
        "games": games,
    }


def clear_cache() -> dict[str, Any]:
    """Deletes compiled kernels and endgame tables. Both are made again when they are needed."""
    files = size = 0
    for folder, endings in (
        (kept_kernels.default_folder(), (kept_kernels.SUFFIX, kept_kernels.PARTIAL)),
        (kept_kernels.cache_folder() / tables.FOLDER, (tables.SUFFIX, tables.PARTIAL)),
    ):
        with suppress(OSError):
            for entry in list(os.scandir(folder)):
                if entry.name.endswith(endings):
                    with suppress(OSError):
                        found = entry.stat(follow_symlinks=False).st_size
                        os.unlink(entry.path)
                        files, size = files + 1, size + found
    return {"folder": str(kept_kernels.cache_folder()), "files": files, "bytes": size}


def _versions() -> Iterator[tuple[str, str]]:
    for name in (*needed_packages.needed(), "llvmlite", *EXTRAS):
        with suppress(metadata.PackageNotFoundError):
            yield name, metadata.version(name)


def _folders(settings: Settings) -> list[dict[str, Any]]:
    """Each folder with its content. `writable` of a missing folder is whether it can be made."""
    found = {
        "data": settings.saved_games,
        "settings": config_folder(),
        "heuristics": settings.own_heuristics,
        "players": settings.own_players,
        "kernels": settings.kernel_folder or kept_kernels.default_folder(),
        "tables": kept_kernels.cache_folder() / tables.FOLDER,
    }
    return [{"name": name, "folder": str(folder), **_content(folder)} for name, folder in found.items()]


def _content(folder: Path) -> dict[str, Any]:
    nearest = next((place for place in (folder, *folder.parents) if place.exists()), folder)
    files = size = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                size += os.stat(os.path.join(place, name), follow_symlinks=False).st_size
                files += 1
    writable = nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)
    return {"exists": folder.is_dir(), "writable": writable, "files": files, "bytes": size}


def _wrong_with_folders(folders: list[dict[str, Any]], settings: Settings) -> Iterator[str]:
    for row in folders:
        if not row["writable"] and row["name"] in ("data", "settings"):
            yield f"{row['folder']}: cannot be written to; PLYGLASS_DATA in the environment names another"
    if settings.kernel_folder is not None:
        if not kept_kernels.can_be_kept():
            yield (
                f"{settings.kernel_folder}: others can write there, or you cannot, so every start compiles; "
                "PLYGLASS_CACHE in the environment names another folder"
            )
        with suppress(OSError):
            if shutil.disk_usage(settings.kernel_folder).free < LEAST_FREE:
                yield f"{settings.kernel_folder}: less than {LEAST_FREE >> 20} MB of the disk are free"


def _wrong_with_devices(devices: Devices, settings: Settings) -> Iterator[str]:
    if devices["display"]["problem"]:
        yield f"display: {devices['display']['problem']}"
    if devices["sound"]["problem"] and settings.ui.sounds:
        yield f"sound: {devices['sound']['problem']}"


def _tested(name: str, settings: Settings) -> dict[str, Any]:
    """The self-test of a game, and which of its compiled functions (kernels) are kept."""
    row = _self_test(name)
    try:
        row["kernels"] = _kernels(name, settings)
    except Exception as error:  # a bug of ours, or a broken heuristic
        row["kernels"] = None
        row["problem"] = row["problem"] or f"its kernels cannot be listed: {in_words(error)}"
    return row


def _self_test(name: str) -> dict[str, Any]:
    """Counts move sequences by the compiled rules and by the same rules in Python."""
    started, problem = time.perf_counter(), ""
    try:
        game = load_game(name)
        for position in (Position.start(game), Position(game, sample_states(name)[-1])):
            by_kernel = perft(game, position.state, DEPTH)
            in_python = perft(game, position.state, DEPTH, uncompiled=True)
            if by_kernel != in_python:
                problem = (
                    f"the compiled rules count {by_kernel} sequences of {DEPTH} moves, Python {in_python}, "
                    f"at {position.text}"
                )
        heuristics_of(name)
    except BrokenModule as error:
        problem = str(error)
    except Exception as error:  # a broken compiler may raise anything
        problem = f"the rules cannot be compiled: {in_words(error)}"
    return {"name": name, "problem": problem, "seconds": time.perf_counter() - started}


def _kernels(name: str, settings: Settings) -> dict[str, Any] | None:
    """How many of the compiled functions (kernels) that the window needs are kept in the cache folder, and
    which are missing. None if this program keeps none."""
    if jit_disabled() or not settings.engine.keep_kernels or not kept_kernels.can_be_kept():
        return None
    parts = later_parts(name, (), settings)
    missing = [part.measured_as for part in parts if not part.is_ready()]
    return {"kept": len(parts) - len(missing), "missing": missing}


def _wrong_with_own_files() -> Iterator[str]:
    for file in own_files():
        if file.problem:
            yield file.problem
    for player in own_players():
        if player.problem:
            yield player.problem


def show_doctor(answer: Mapping[str, Any]) -> None:
    console = new_console()
    for problem in answer["problems"]:
        console.print(f"WRONG  {problem}")
    if not answer["problems"]:
        console.print("Nothing is wrong.")
    program, python, system = answer["program"], answer["python"], answer["system"]
    table = new_table("what", "found")
    table.add_row("Plyglass", f"{answer['version']}, a {program['kind']} in {program['folder']}")
    table.add_row("Python", f"{python['version']}, {python['program']}")
    table.add_row("system", f"{system['name']}, {system['processors']} processors")
    table.add_row("packages", ", ".join(f"{name} {found}" for name, found in answer["packages"].items()))
    screens = ", ".join(f"{width}x{height}" for width, height in answer["display"]["screens"])
    table.add_row("display", _device(answer["display"], screens))
    table.add_row("sound", _device(answer["sound"], ""))
    console.print(table)
    folders = new_table("folder", "files", "size", "", "", right=("files", "size"))
    for row in answer["folders"]:
        state = "" if row["writable"] else "cannot be written to"
        if not row["exists"]:
            state = state or "not made yet"
        folders.add_row(row["name"], f"{row['files']}", size_text(row["bytes"]), row["folder"], state)
    console.print(folders)
    games = new_table("game", "self-test", "seconds", "kernels kept", right=("seconds",))
    for row in answer["games"]:
        state = "failed" if row["problem"] else "passed"
        games.add_row(row["name"], state, f"{row['seconds']:.2f}", kernels_text(row))
    console.print(games)


def kernels_text(row: Mapping[str, Any]) -> str:
    """How many of a game's kernels are kept."""
    if row["kernels"] is None:
        return ""
    kept, missing = row["kernels"]["kept"], len(row["kernels"]["missing"])
    makes = f"; {COMMAND} compile {row['name']} makes the others" if missing else ""
    return f"{kept} of {kept + missing}{makes}"


def _device(found: Mapping[str, Any], more: str) -> str:
    if found["problem"]:
        return str(found["problem"])
    return f"{found['driver']}, {more}" if more else str(found["driver"])


def size_text(size: int) -> str:
    return f"{size / 1e6:.1f} MB"


def show_cleared(answer: Mapping[str, Any]) -> None:
    print(f"{answer['files']} files deleted from {answer['folder']}, {size_text(answer['bytes'])}")
