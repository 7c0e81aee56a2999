"""Presets: weights that are kept as a heuristic of their own, which has the terms of another heuristic.

A preset is a file of JSON in the folder of a person's own heuristics: `game`, `name`, `heuristic` and, by
name, the `weights` that differ from the heuristic's own. If a program found the weights, `record` has the
texts of RECORD.
"""

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from games.contract import BadText
from games.registry import entry
from games.safe_text import shown
from games.text_files import json_object, read_object, read_text, write_file
from heuristics.contract import Heuristic
from heuristics.lens import Lens, Weights

SUFFIX = ".json"
MOST_BYTES = 1 << 16

RECORD = ("how", "when", "against", "result")
"""The entries of a preset's record: how its weights were found."""


def differences(lens: Lens) -> dict[str, float]:
    """The weights of a lens that differ from its heuristic's defaults, by name."""
    own = lens.heuristic.default_weights
    names = enumerate(lens.heuristic.weight_names)
    return {name: float(lens.weights[i]) for i, name in names if lens.weights[i] != own[i]}


def in_words(heuristic: Heuristic, changes: Mapping[str, float]) -> str:
    """How weights differ from a heuristic's default: `mills 3 instead of 1, …`; "" if they do not."""
    own = dict(zip(heuristic.weight_names, heuristic.default_weights, strict=True))
    words = ", ".join(
        f"{heuristic.label_of(name)} {value:g} instead of {own[name]:g}" for name, value in changes.items()
    )
    return re.sub(r"(?<= )-(?=[\d.])", "−", words)


def variant(
    base: Heuristic,
    name: str,
    changes: Mapping[str, float],
    file: Path,
    record: Mapping[str, str] | None = None,
) -> Heuristic:
    """A heuristic with the terms of `base` and some default weights changed; it is compiled as `base` is. Its
    description says what the `record` says. Raises BadText for an impossible name or weight."""
    weights = Lens.of(base, changes).weights
    changes = {weight: value for weight, value in changes.items() if weight in base.weight_names}
    count = len(base.terms)
    parameters = dict(zip(base.parameters, map(float, weights[count:]), strict=True))
    description = f"{base.name} with {in_words(base, changes) or 'its default weights'}"
    if record:
        description += f". Found by {record['how']}, {record['when']}; against {record['against']}: "
        description += record["result"]
    terms = [replace(term, weight=float(weight)) for term, weight in zip(base.terms, weights, strict=False)]
    made = replace(
        base,
        name=name,
        description=description,
        terms=terms,
        parameters=parameters,
        variant_of=base.compiled_as,
    )
    made.place = (str(file), 1)
    return made


def changed_weights(lens: Lens) -> Weights | None:
    """The weights of a lens that differ from its heuristic's, as settings hold them; None for none."""
    changes = differences(lens)
    return {lens.heuristic.game: {lens.name: changes}} if changes else None


def write_preset(folder: Path, name: str, lens: Lens, record: Mapping[str, str] | None = None) -> Path:
    """Keeps the weights of a lens under a name, with a record of RECORD. Returns the file. Raises BadText for
    an invalid name, or if the disk cannot be written."""
    base = lens.heuristic
    made = variant(base, name, differences(lens), folder)  # raises BadText for an invalid name
    root = base.compiled_as
    changes = differences(Lens(root, made.default_weights))
    stem = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "preset"
    content: dict[str, object] = {
        "game": base.game,
        "name": name,
        "heuristic": root.name,
        "weights": changes,
    }
    if record:
        content["record"] = dict(record)
    for number in range(1, 1000):
        file = folder / f"{base.game}-{stem}{f'-{number}' if number > 1 else ''}{SUFFIX}"
        if not file.exists() or read_object(file, MOST_BYTES).get("name") == name:
            break
    write_file(file, json.dumps(content, indent=1) + "\n", makes_folder=True)
    return file


def read_preset(file: Path, base_named: Callable[[str, str], Heuristic]) -> Heuristic:
    """The heuristic of a preset's file. `base_named(game, name)` finds the heuristic that it is based on. On
    failure raises a BadText that names the file and what is wrong with it."""
    found = read_json_object(file)
    try:
        game, name, heuristic = (_text(found, key) for key in ("game", "name", "heuristic"))
        entry(game)
        weights = found.get("weights")
        if not isinstance(weights, dict) or not all(map(_is_number, weights.values())):
            raise BadText(f"weights: expected numbers by name, found {shown(weights)}")
        return variant(base_named(game, heuristic), name, weights, file, _record(found.get("record")))
    except BadText as error:
        raise BadText(f"{error} ({file}, line 1)") from None


def read_json_object(file: Path) -> dict[str, object]:
    text = read_text(file, MOST_BYTES, file.name)
    try:
        found = json.loads(text, object_pairs_hook=json_object)
    except BadText as error:
        raise BadText(f"{error} ({file}, line 1)") from None
    except json.JSONDecodeError as error:
        raise BadText(f"expected JSON: {error.msg} ({file}, line {error.lineno})") from None
    except (ValueError, RecursionError):
        raise BadText(f"expected JSON ({file}, line 1)") from None
    if not isinstance(found, dict):
        raise BadText(f"expected an object of JSON, found {shown(found)} ({file}, line 1)")
    return found


def _record(found: object) -> dict[str, str] | None:
    if found is None:
        return None
    if not isinstance(found, dict):
        raise BadText(f"record: expected an object of JSON, found {shown(found)}")
    return {key: _text(found, key) for key in RECORD}


def _text(found: Mapping[str, object], key: str) -> str:
    value = found.get(key)
    if not isinstance(value, str):
        raise BadText(f"{key}: expected a text, found {shown(value)}")
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
