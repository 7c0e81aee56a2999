"""Sets or removes one value in a YAML text that a person wrote, and keeps its comments, blanks and order."""

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from study.text.yaml_text import compose_yaml

INDENT = "  "


def with_value(text: str, parts: Sequence[str], value: Any) -> str | None:
    """The text with a value at the end of a path of keys; missing sections are added. None if it cannot be
    put in by a change of one place, for example into a section that is written in braces."""
    depth, node = 0, compose_yaml(text)
    while depth < len(parts) and isinstance(node, yaml.MappingNode):
        found = _entry(node, parts[depth])
        if found is None:  # the missing keys come before the first key of this section
            if node.flow_style or not node.value:
                return None
            first = node.value[0][0].start_mark
            lines = _written(parts[depth:], value, first.column)
            at = first.index - first.column
            return text[:at] + lines + text[at:]
        key, node = found
        depth += 1
        if depth < len(parts) and _is_empty(node):  # the missing keys come below the section's name
            end = text.find("\n", key.end_mark.index) + 1 or len(text)
            lead = text[:end] if text[:end].endswith("\n") else text[:end] + "\n"
            return lead + _written(parts[depth:], value, key.start_mark.column + len(INDENT)) + text[end:]
    if node is None:
        return _with_line_end(text) + _written(parts, value, 0)
    if depth < len(parts) or not isinstance(node, yaml.ScalarNode):
        return None
    start, end = node.start_mark.index, node.end_mark.index
    between = " " if start == end and text[start - 1 : start] == ":" else ""
    return text[:start] + between + _scalar(value) + text[end:]


def without_value(text: str, parts: Sequence[str]) -> str | None:
    """The text without the line of the value at the end of a path of keys. None if there is no such line."""
    node, key = compose_yaml(text), None
    for part in parts:
        found = _entry(node, part) if isinstance(node, yaml.MappingNode) and not node.flow_style else None
        if found is None:
            return None
        key, node = found
    if key is None or not isinstance(node, yaml.ScalarNode) or key.start_mark.line != node.end_mark.line:
        return None
    start = key.start_mark.index - key.start_mark.column
    end = text.find("\n", node.end_mark.index) + 1 or len(text)
    return text[:start] + text[end:]


def _entry(section: yaml.MappingNode, name: str) -> tuple[yaml.ScalarNode, yaml.Node] | None:
    return next(((key, value) for key, value in section.value if key.value == name), None)


def _is_empty(node: yaml.Node) -> bool:
    """Whether a section has no lines except comments."""
    return isinstance(node, yaml.ScalarNode) and node.start_mark.index == node.end_mark.index


def _with_line_end(text: str) -> str:
    return text if not text or text.endswith("\n") else text + "\n"


def _scalar(value: Any) -> str:
    """A value in one line."""
    text: str = yaml.safe_dump([value], default_flow_style=True, allow_unicode=True, width=float("inf"))
    return text.strip()[1:-1]


def _written(parts: Sequence[str], value: Any, column: int) -> str:
    """The lines of a path of keys and its value, from a column on."""
    content: Mapping[str, Any] | Any = value
    for part in reversed(parts):
        content = {part: content}
    lines = yaml.safe_dump(content, sort_keys=False, allow_unicode=True).splitlines()
    return "".join(f"{' ' * column}{line}\n" for line in lines)
