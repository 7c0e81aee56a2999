"""The beginning and the end of every command that prints data."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.compiling.kept_kernels import keep_kernels_in
from games.contract import BadText


def settings_of(arguments: argparse.Namespace) -> Any:
    """The settings, which must be right for a command that prints data; kernels are kept where they say."""
    return settings_from(arguments.settings)


def settings_from(file: Path | None) -> Any:
    """As `settings_of`, for what is not a command; `file` as `--settings` names it."""
    from study.core.settings_store import load_settings

    settings, problems = load_settings(file)
    if problems:
        raise BadText(problems[0])
    keep_kernels_in(settings.kernel_folder)
    return settings


def show(arguments: argparse.Namespace, answer: Any, as_text: Callable[[Any], None]) -> None:
    if arguments.json:
        print(json.dumps(answer, allow_nan=False))  # ASCII, which every encoding of a pipe holds
    else:
        as_text(answer)
