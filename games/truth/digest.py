"""A digest of the rules by which a table was made."""

import ast
import hashlib
import sys
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from games.truth import retrograde
from games.truth.domain import Domain


@cache
def digest_of(domain: Domain) -> str:
    """64 hexadecimal digits of the code of all modules that a table's kernels are made of, without comments
    and documentation: other rules are another table."""
    rules = domain.rules
    kernels = (rules.legal_moves, rules.apply, rules.outcome, domain.index, domain.place, domain.unmoves)
    names = {retrograde.__name__} | {module for kernel in kernels for module in _modules(kernel)}
    digest = hashlib.sha256()
    for name in sorted(names):
        code = _code(Path(str(sys.modules[name].__file__)).read_text(encoding="utf-8")).encode()
        digest.update(f"{name} {len(code)}\n".encode() + code)
    return digest.hexdigest()


def _code(source: str) -> str:
    """A module without comments and documentation, which change no table."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            kept = [each for each in node.body if not _is_text(each)]
            node.body = kept or [ast.Pass()]
    return ast.unparse(tree)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _modules(kernel: Callable[..., Any]) -> set[str]:
    """The modules of a function and of all that it calls."""
    seen: set[Any] = set()
    left: list[Any] = [kernel]
    while left:
        function = left.pop()
        if isinstance(function, types.FunctionType) and function not in seen:
            seen.add(function)
            names = function.__code__.co_names
            left += [function.__globals__[name] for name in names if name in function.__globals__]
    return {function.__module__ for function in seen}
