"""`main.py desktop`: installs or removes the menu entry and the file types, for this user only."""

import argparse
import sys
from pathlib import Path
from typing import Any

from cli.command_io import show
from cli.desktop import registry_entries, xdg_entries
from cli.plain_tables import show_desktop
from games.contract import BadText
from games.installation import COMMAND, ROOT

PROGRAM = ROOT / "main.py"

CACHES = frozenset(("cache", ".cache"))
"""Folders in which uvx makes environments that may be deleted at any time."""

MACOS = (
    "desktop: on macOS a file type belongs to an application bundle, and Plyglass comes without one: "
    f"drop a file onto the window, or run {COMMAND} FILE"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument(
        "--install",
        action="store_true",
        help="add the menu entry and the file types; a double click then opens a saved game, a lesson or a "
        "class pack",
    )
    wanted.add_argument("--remove", action="store_true", help="remove them again")


def run(arguments: argparse.Namespace) -> None:
    show(arguments, install() if arguments.install else remove(), show_desktop)


def install() -> dict[str, Any]:
    """Adds the menu entry and the file types, in place of older ones. Returns the files and keys that were
    written, and what did not work."""
    _check_system()
    if sys.platform == "win32":
        written, remarks = registry_entries.install(PROGRAM)
    else:
        written, remarks = xdg_entries.install([sys.executable, str(PROGRAM)])
    if CACHES & {part.lower() for part in Path(sys.prefix).parts}:
        remarks.append(
            f"{sys.prefix} lies in a cache: the entry fails once the cache is emptied. Better run "
            "uv tool install plyglass, then plyglass desktop --install"
        )
    return {"installed": True, "entries": written, "remarks": remarks}


def remove() -> dict[str, Any]:
    """Removes the menu entry and the file types. Returns the files and keys that existed."""
    _check_system()
    removed, remarks = registry_entries.remove() if sys.platform == "win32" else xdg_entries.remove()
    return {"installed": False, "entries": removed, "remarks": remarks}


def _check_system() -> None:
    if sys.platform == "darwin":
        raise BadText(MACOS)
