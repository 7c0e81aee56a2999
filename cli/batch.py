"""`--batch FILE`: answers each row of a JSON list, and adds the answer or an `error` to the row."""

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from games.contract import BadText
from games.text_files import decoded, json_object

Row = Mapping[str, Any]


def is_batch(arguments: argparse.Namespace, needed: tuple[str, ...], optional: tuple[str, ...]) -> bool:
    """Whether `--batch` is given. Raises BadText if arguments that it replaces are given, too. Raises BadText
    also without `--batch`, if one of the `needed` arguments is missing."""
    if arguments.batch is None:
        for name in needed:
            if getattr(arguments, name) is None:
                raise BadText(f"{name.upper()}: expected, or --batch FILE instead")
        return False
    for name in (*needed, *optional):
        if getattr(arguments, name) not in (None, False, []):
            shown = name.upper() if name in needed else f"--{name}"
            raise BadText(f"--batch: expected in place of {shown}, found both")
    return True


def read_batch(file: Path) -> list[dict[str, Any]]:
    """The rows of a batch file, a JSON list of objects."""
    try:
        content = file.read_bytes()  # of a pipe, too
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise BadText(f"batch {file}: cannot be read: {error}") from None
    text = decoded(content, f"batch {file}")
    try:
        rows = json.loads(text, object_pairs_hook=json_object)
        json.dumps(rows, allow_nan=False)  # Python reads NaN, which is not JSON, and the answer repeats it
    except BadText as error:
        raise BadText(f"batch {file}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise BadText(f"batch {file}: not JSON: {error}") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadText(f"batch {file}: expected a JSON list of objects")
    return rows


def field_of(row: Mapping[str, Any], name: str, kind: type, required: bool = True) -> Any:
    value = row.get(name)
    if value is None and not required:
        return None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadText(f"{name}: expected a {'text' if kind is str else 'whole number'}, found {value!r}")
    return value


def answered(rows: Sequence[Row], name: str, answer: Callable[[Row], float]) -> list[dict[str, Any]]:
    """The rows with the answer added under its name, or `error` if a row is wrong."""
    answers = []
    for row in rows:
        try:
            answers.append({**row, name: answer(row)})
        except BadText as error:
            answers.append({**row, "error": str(error)})
    return answers
