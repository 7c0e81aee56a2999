"""`main.py settings`: all settings, each with its source."""

import argparse

from cli.command_io import show
from cli.plain_tables import show_settings
from games.contract import BadText
from study.settings.settings_store import SettingsStore


def run(arguments: argparse.Namespace) -> None:
    store = SettingsStore.load(arguments.settings)
    if store.problems:
        raise BadText(store.problems[0])
    rows = [
        {
            "name": setting.name,
            "value": setting.value,
            "source": setting.source,
            "file": None if setting.file is None else str(setting.file),
            "description": setting.description,
        }
        for setting in store.all
    ]
    show(arguments, rows, show_settings)
