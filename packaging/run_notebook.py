"""Runs the code cells of a notebook from top to bottom, as a person would, and prints what each shows.

    python packaging/run_notebook.py docs/course/see-why.ipynb

It needs no Jupyter. The status is 1 if a cell fails.
"""

import ast
import json
import sys
from pathlib import Path
from typing import Any


def cells(notebook: Path) -> list[str]:
    """The text of each code cell."""
    document = json.loads(notebook.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in document["cells"] if cell["cell_type"] == "code"]


def run(text: str, names: dict[str, Any], name: str) -> object:
    """Runs a cell among the notebook's names. Returns the value of the expression at its end, else None."""
    tree = ast.parse(text, name)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        exec(compile(tree, name, "exec"), names)
        return None
    tree.body.pop()
    exec(compile(tree, name, "exec"), names)
    return eval(compile(ast.Expression(last.value), name, "eval"), names)


def main() -> None:
    names: dict[str, Any] = {}
    for number, text in enumerate(cells(Path(sys.argv[1])), 1):
        shown = run(text, names, f"cell {number}")
        page = getattr(shown, "_repr_html_", None)
        if page is not None:
            print(f"cell {number}: {len(page())} characters of HTML")
        if shown is not None:
            print(shown)


if __name__ == "__main__":
    main()
