"""A kernel that nobody can follow cannot be changed, so no function of the search may have too many
branches, and each names what it uses."""

import ast
import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "engines" / "search"
MOST = 45
"""Of a function without the functions that are defined in it."""
WITH_INNER = 50
"""Of a function that makes kernels, including them."""


def complexities() -> dict[str, int]:
    """The cyclomatic complexity of each function of the search, by module and name, as ruff counts it."""
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--no-cache",
        "--output-format",
        "concise",
    ]
    options = ["--select", "C901", "--config", "lint.mccabe.max-complexity=0"]
    found = subprocess.run(
        [*command, *options, str(FOLDER)], capture_output=True, text=True, encoding="utf-8"
    )
    rows = re.findall(r"(\S+)\.py:.*`(\w+)` is too complex \((\d+) > 0\)", found.stdout)
    modules = (Path(path).resolve().relative_to(FOLDER).as_posix() for path, _, _ in rows)
    return {f"{module}.{name}": int(n) for module, (_, name, n) in zip(modules, rows, strict=True)}


def test_no_kernel_has_more_than_45_branches() -> None:
    found = complexities()
    assert found["alphabeta.search"] > 30 and found["selective/search.search"] > 30, "it counts the kernels"
    makers = {name for name in found if ".make_" in name}
    assert {name: n for name, n in found.items() if n > (WITH_INNER if name in makers else MOST)} == {}


def test_a_search_names_the_functions_that_it_uses() -> None:
    """No namespace is put together by names, so a person and mypy can follow each call."""
    hidden = []
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            by_name = isinstance(node, ast.Name) and node.id in ("vars", "getattr", "SimpleNamespace")
            unpacked = isinstance(node, ast.keyword) and node.arg is None
            if by_name or unpacked or (isinstance(node, ast.Dict) and None in node.keys):
                hidden.append(f"{path.relative_to(FOLDER)}:{node.lineno}")
    assert hidden == []
