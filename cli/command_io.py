"""The beginning and the end of every command that prints data."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.compiling.kept_kernels import keep_kernels_in
from games.contract import BadText


def settings_of(arguments: argparse.Namespace) -> Any:
    """The settings, which must be valid for a command that prints data. Also sets the folder of kernels."""
    return settings_from(arguments.settings)


def settings_from(file: Path | None) -> Any:
    """What `settings_of` does, without a command; `file` is the value of `--settings`."""
    from study.settings.settings_store import load_settings

    settings, problems = load_settings(file)
    if problems:
        raise BadText(problems[0])
    keep_kernels_in(settings.kernel_folder)
    return settings


def show(arguments: argparse.Namespace, answer: Any, as_text: Callable[[Any], None]) -> None:
    if arguments.json:
        print(json.dumps(answer, allow_nan=False))  # ASCII, so that every encoding of a pipe can take it
    else:
        as_text(answer)
