"""Writes another weight of a term into the person's own file. Nothing else in the file changes."""

import ast
from pathlib import Path

from games.contract import BadText
from games.text_files import read_bytes, write_whole
from heuristics.contract import Heuristic
from heuristics.failure import source_of
from heuristics.module_loader import MOST_BYTES
from study.user_files.user_files import own_file_of


def write_weight(heuristic: Heuristic, name: str, weight: float) -> str:
    """Writes a term's weight into its decorator, where it stands as `weight=NUMBER`. Returns the place, as
    "rim.py, line 9". Raises a BadText that says in a line why that cannot be done, and OSError if the file
    cannot be written."""
    path, term = own_file_of(heuristic), next(term for term in heuristic.terms if term.name == name)
    file, first = source_of(term.count)
    label = heuristic.label_of(name)
    if path is None or Path(file) != path:
        raise BadText(f"“{label}” is in no file of your own: choose its weight on the page Weights")
    content = read_bytes(path, MOST_BYTES)
    lines = content.splitlines(keepends=True)
    number = _number(content, first, term.weight)
    place = f"{path.name}, line {first}"
    if number is None or number.end_col_offset is None:
        written = f"weight={term.weight:g}"
        raise BadText(f"{place}: expected {written} in the decorator of “{label}”; change it in your editor")
    row, start, end = lines[number.lineno - 1], number.col_offset, number.end_col_offset
    lines[number.lineno - 1] = row[:start] + f"{weight:g}".encode() + row[end:]
    write_whole(path, b"".join(lines))
    return f"{path.name}, line {number.lineno}"


def _number(content: bytes, first: int, weight: float) -> ast.expr | None:
    """The number `weight` in the decorators of the function that begins in line `first`; None if it is not
    there exactly once, within one line."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):
        return None
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.decorator_list)
    calls = (
        call for node in functions if node.decorator_list[0].lineno == first for call in node.decorator_list
    )
    found = [
        keyword.value
        for call in calls
        if isinstance(call, ast.Call)
        for keyword in call.keywords
        if keyword.arg == "weight" and _is_number(content, keyword.value, weight)
    ]
    return found[0] if len(found) == 1 else None


def _is_number(content: bytes, value: ast.expr, weight: float) -> bool:
    """Whether an expression is the number `weight`, and its bytes say so: columns count bytes of UTF-8."""
    if value.end_lineno != value.lineno:
        return False
    row = content.splitlines()[value.lineno - 1]
    try:
        numbers = (
            ast.literal_eval(value),
            ast.literal_eval(row[value.col_offset : value.end_col_offset].decode()),
        )
    except (SyntaxError, ValueError):
        return False
    return all(type(number) in (int, float) and number == weight for number in numbers)
