"""Reads YAML that a person wrote: safely, and with the line of each mistake."""

from collections.abc import Callable
from typing import Any

import yaml
from pydantic import BaseModel, ValidationError

from games.contract import BadText
from games.safe_text import one_line, shown

LONGEST_KEY = 60
"""The most characters of a key that a message quotes."""

TOO_DEEP = "expected sections of keys, found brackets in brackets without end"


class _Loader(yaml.SafeLoader):
    """Refuses three things in YAML: aliases, because a few lines with them can fill any memory; tags, because
    no setting needs them; and a key twice, because PyYAML would silently keep the last."""

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        mark: Any = event.start_mark
        if isinstance(event, yaml.AliasEvent):
            raise yaml.MarkedYAMLError(None, None, f"unexpected alias *{event.anchor}", mark)
        if event.tag is not None:
            raise yaml.MarkedYAMLError(None, None, f"unexpected tag {event.tag}", mark)
        node: yaml.Node | None = super().compose_node(parent, index)
        if isinstance(node, yaml.MappingNode):
            _check_keys(node)
        return node


def _check_keys(section: yaml.MappingNode) -> None:
    """Raises BadText if a section has a key twice, or two keys that differ only by blanks. The message names
    both places."""
    first: dict[str, Any] = {}
    for key, _ in section.value:
        if not isinstance(key, yaml.ScalarNode):
            continue
        before = first.setdefault("".join(key.value.split()), key)
        if before is key:
            continue
        line, at = before.start_mark.line + 1, key.start_mark.line + 1
        there = f"line {line}" if line != at else f"column {before.start_mark.column + 1} of this line"
        if before.value == key.value:
            raise BadText(
                f"line {at}: the key {shown(key.value)} stands twice, first in {there}. Remove one."
            )
        raise BadText(
            f"line {at}: the key {shown(key.value)} differs from {shown(before.value)} in {there} "
            "by blanks alone. Rename one."
        )


def read_yaml(text: str) -> Any:
    """The value of a YAML text. Raises BadText if it is not YAML, or if a section has a key twice."""
    return _loaded(yaml.load, text)


def compose_yaml(text: str) -> Any:
    """The nodes of a YAML text, with their lines. Raises BadText as `read_yaml` does."""
    return _loaded(yaml.compose, text)


def _loaded(load: Callable[..., Any], text: str) -> Any:
    """What a function of PyYAML makes of a text. Its errors become a BadText with the line."""
    try:
        return load(text, Loader=_Loader)
    except BadText:
        raise
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 1}: " if mark else ""
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise BadText(f"{place}not YAML: {problem}") from None
    except RecursionError:
        raise BadText(TOO_DEEP) from None
    except (ArithmeticError, ValueError) as error:
        raise BadText(f"not YAML: {error}") from None  # such as an impossible date


def mistakes(error: ValidationError, model: type[BaseModel]) -> list[str]:
    """One line for each mistake: the key, what was expected and what was found. If a validator of a whole
    section found it, its message begins with the key already."""
    lines: dict[str, str] = {}
    for problem in error.errors():
        key = ".".join(one_line(str(part), LONGEST_KEY) for part in problem["loc"])
        if problem["type"] == "value_error":
            message = str(problem["ctx"]["error"])
            lines[key] = message if message.startswith(key) else f"{key}: {message}"
            continue
        if problem["type"] == "extra_forbidden":
            message = "unknown key" + _known_beside(problem["loc"], model)
        elif problem["type"] in ("model_type", "dict_type"):
            message = f"expected a section of keys, found {shown(problem['input'])}"
        elif problem["type"] == "invalid_key" or problem["loc"][-1] == "[key]":
            kind = type(problem["input"]).__name__
            message = f"expected a name as key, found the {kind} {shown(problem['input'])}"
        elif problem["type"] == "path_type":
            message = f"expected a path, found {shown(problem['input'])}"
        else:
            expected = problem["msg"].replace("Input should be", "expected").removeprefix("Value error, ")
            message = f"{expected}, found {shown(problem['input'])}"
        lines.setdefault(key, f"{key}: {message}")
    return list(lines.values())


def _known_beside(location: tuple[int | str, ...], model: Any) -> str:
    """The known keys of the section that has an unknown key at `location`, for a message."""
    for part in location[:-1]:
        field = model.model_fields.get(str(part)) if hasattr(model, "model_fields") else None
        model = field.annotation if field is not None else None
    known = list(model.model_fields) if hasattr(model, "model_fields") else []
    return f", expected one of {', '.join(known)}" if known else ", there are none here"
