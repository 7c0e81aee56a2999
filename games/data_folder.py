"""Where a person's own files are: saved games, choices, heuristics."""

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
