"""Where a person's own files are: saved games, preferences, heuristics, settings, the channels by which
windows reach one another."""

import os
from pathlib import Path

import platformdirs


def default_folder() -> Path:
    """The user's data folder; `PLYGLASS_DATA` in the environment names another."""
    named = os.environ.get("PLYGLASS_DATA")
    return Path(named) if named else platformdirs.user_data_path("Plyglass", appauthor=False)


def config_folder() -> Path:
    """The folder of the user's settings; `PLYGLASS_DATA` in the environment names another for both."""
    named = os.environ.get("PLYGLASS_DATA")
    return Path(named) if named else platformdirs.user_config_path("Plyglass", appauthor=False)


def channel_folder() -> Path:
    """The folder in which running windows wait for files to open; `PLYGLASS_DATA` names another for it,
    too."""
    named = os.environ.get("PLYGLASS_DATA")
    if named:
        return Path(named) / "windows"
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime:
        return Path(runtime) / "Plyglass" / "windows"
    return platformdirs.user_cache_path("Plyglass", appauthor=False) / "windows"
