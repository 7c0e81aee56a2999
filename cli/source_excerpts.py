"""Lines of the source in the documentation. A page names a function, or a step of one, and `main.py docs`
writes its lines there."""

import ast
import os
import textwrap
from collections.abc import Iterator
from pathlib import Path

from games.contract import BadText
from games.installation import ROOT

STEPS = "all steps"
"""In place of a heading: the list of all headings."""


def is_place(name: str) -> bool:
    """Whether a mark names a place in the source, and not a table."""
    return name.partition(", ")[0].endswith(".py")


def excerpt(place: str, page: Path) -> str:
    """The lines of a place as Markdown for `page`, below a link to their file. Raises BadText if there are
    none.

    A place is "FILE, FUNCTION": a whole function, also one inside another, or a class. "FILE, FUNCTION,
    HEADING" is a step of it: from the comment that begins with HEADING up to the next heading of the same
    indent, or to the end of its block. A heading is a comment below an empty line, or at the beginning of a
    block. "FILE, FUNCTION, all steps" lists the headings below empty lines and below an else.
    """
    path, *names = place.split(", ", 2)
    file = ROOT / path
    if not names or not file.is_file():
        raise BadText(f"expected FILE, FUNCTION or FILE, FUNCTION, HEADING, found {place!r}")
    lines = _function(file.read_text(encoding="utf-8"), names[0], place)
    link = f"[{path}]({Path(os.path.relpath(file, page.parent)).as_posix()}), `{names[0]}`"
    if names[1:] == [STEPS]:
        return f"{link}:\n\n{_steps(lines)}"
    if names[1:]:
        lines = _step(lines, names[1], place)
    code = textwrap.dedent("\n".join(lines)).strip()
    return f"{link}:\n\n```python\n{code}\n```"


def _function(source: str, name: str, place: str) -> list[str]:
    found = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name == name
    ]
    if len(found) != 1:
        raise BadText(f"{place!r}: expected one function {name}, found {len(found)}")
    return source.splitlines()[found[0].lineno - 1 : found[0].end_lineno]


def _step(lines: list[str], heading: str, place: str) -> list[str]:
    """The lines from a heading to the next one of the same indent, or to the end of its block."""
    headings = list(_headings(lines, also_in_blocks=True))
    found = [at for at in headings if _words(lines[at]).startswith(heading)]
    if len(found) != 1:
        raise BadText(f"{place!r}: expected one heading that begins so, found {len(found)}")
    begin, deep = found[0], _indent(lines[found[0]])

    def ends(at: int) -> bool:
        indent = _indent(lines[at])
        return bool(lines[at].strip()) and (indent < deep or (indent == deep and at in headings))

    return lines[begin : next(filter(ends, range(begin + 1, len(lines))), len(lines))]


def _steps(lines: list[str]) -> str:
    """The headings as a list in Markdown; headings that are indented further are an inner list."""
    headings = list(_headings(lines, also_in_blocks=False))
    least = min((_indent(lines[at]) for at in headings), default=0)
    return "\n".join(f"{'  ' * (_indent(lines[at]) > least)}- {_sentence(lines, at)}" for at in headings)


def _headings(lines: list[str], also_in_blocks: bool) -> Iterator[int]:
    for at in range(1, len(lines)):
        before = lines[at - 1].strip()
        begins = before.endswith(":") if also_in_blocks else before == "else:"
        if lines[at].strip().startswith("#") and (not before or begins):
            yield at


def _sentence(lines: list[str], at: int) -> str:
    """The first sentence of a comment, which may go on over several lines."""
    end = next(line for line in range(at, len(lines)) if not lines[line].strip().startswith("#"))
    return " ".join(map(_words, lines[at:end])).partition(". ")[0].rstrip(".")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _words(comment: str) -> str:
    return comment.strip().lstrip("# ")
