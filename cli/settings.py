"""The list of all settings, each with its source."""

from pathlib import Path
from typing import Any

from games.contract import BadText
from study.core.settings_store import SettingsStore


def list_settings(path: Path | None) -> list[dict[str, Any]]:
    """A row for each setting in force; `path` is the value of `--settings`. BadText for a mistake in a
    file."""
    store = SettingsStore.load(path)
    if store.problems:
        raise BadText(store.problems[0])
    return [
        {
            "name": setting.name,
            "value": setting.value,
            "source": setting.source,
            "file": None if setting.file is None else str(setting.file),
            "description": setting.description,
        }
        for setting in store.all
    ]
