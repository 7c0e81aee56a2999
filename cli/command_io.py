"""How every command that prints data begins and ends: it reads the settings, and shows its answer."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.compiling.kept_kernels import keep_kernels_in
from games.contract import BadText


def settings_of(arguments: argparse.Namespace) -> Any:
    """The settings of a command that prints data. From now on, compiled functions (kernels) are kept in the
    folder that the settings name. Raises BadText if a setting is wrong."""
    return settings_from(arguments.settings)


def settings_from(file: Path | None) -> Any:
    """The settings as `settings_of` returns them, for a caller without parsed arguments; `file` is the value
    of `--settings`."""
    from study.settings.settings_store import load_settings

    settings, problems = load_settings(file)
    if problems:
        raise BadText(problems[0])
    keep_kernels_in(settings.kernel_folder)
    return settings


def show(arguments: argparse.Namespace, answer: Any, as_text: Callable[[Any], None]) -> None:
    """Prints an answer: as JSON with `--json`, else by `as_text`."""
    if arguments.json:
        print(json.dumps(answer, allow_nan=False))  # ASCII, so that every encoding of a pipe can take it
    else:
        as_text(answer)
