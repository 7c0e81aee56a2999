"""Where a person's own files are: saved games, last choices in the window, heuristics, settings, and the
sockets by which running windows receive files to open."""

import os
import sys
from contextlib import suppress
from pathlib import Path

import platformdirs

FROM_STORE = "WindowsApps" in Path(sys.base_prefix).parts
"""Whether this Python is from Microsoft's store."""


def where_it_lies(folder: Path) -> Path:
    """The path of a folder at which other programs find it. If a Python from Microsoft's store writes below
    AppData, Windows puts the files in another place, which only this process sees under the first path. The
    real path of a missing folder is unknown, so there the folder is made."""
    if not FROM_STORE:
        return folder
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return Path(os.path.realpath(folder))


def default_folder() -> Path:
    """The user's data folder; `PLYGLASS_DATA` in the environment names another."""
    named = os.environ.get("PLYGLASS_DATA")
    return Path(named) if named else where_it_lies(platformdirs.user_data_path("Plyglass", appauthor=False))


def config_folder() -> Path:
    """The folder of the user's settings; `PLYGLASS_DATA` in the environment names one for settings and
    data."""
    named = os.environ.get("PLYGLASS_DATA")
    return Path(named) if named else where_it_lies(platformdirs.user_config_path("Plyglass", appauthor=False))


def channel_folder() -> Path:
    """The folder in which running windows wait for files to open, in that of `PLYGLASS_DATA` if it is
    set."""
    named = os.environ.get("PLYGLASS_DATA")
    if named:
        return Path(named) / "windows"
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime:
        return Path(runtime) / "Plyglass" / "windows"
    return platformdirs.user_cache_path("Plyglass", appauthor=False) / "windows"
