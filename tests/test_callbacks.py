"""Nobody sets a callback of another object: the constructor gets it, or the answer is returned."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pygame
import pytest

from docs.architecture import modules

LAYERS = ("ui.", "study.", "arena.", "cli.")
OF_GAMES = "record.on_change = self.file.change"
"""A record is made before its file, and `games` knows no files: it reports its changes."""


pytestmark = pytest.mark.usefixtures("trees_are_forgotten")

OF_OTHERS = {*dir(pygame.Rect), *dir(Path)}

Functions = (ast.FunctionDef, ast.AsyncFunctionDef)


class Names(NamedTuple):
    """The names that only functions have, and the names that only methods and callables in fields have."""

    functions: set[str]
    methods: set[str]


def names_of(trees: Iterable[ast.Module]) -> Names:
    functions, variables, methods, fields = set(), set(), set(), set()
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.ClassDef):
            methods |= _methods(node)
            fields |= {each.name for each in node.body if isinstance(each, Functions)} - _methods(node)
            for each in node.body:
                if isinstance(each, ast.AnnAssign) and "Callable" not in ast.unparse(each.annotation):
                    fields.add(ast.unparse(each.target))
        elif isinstance(node, Functions):
            functions.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            variables.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_own(node):
            fields.add(node.attr)
        elif isinstance(node, ast.arg):
            variables.add(node.arg)
    return Names(functions - variables, methods - fields - OF_OTHERS)


def _methods(made: ast.ClassDef) -> set[str]:
    """The names of a class's methods, without properties."""
    found = (each for each in made.body if isinstance(each, Functions))
    return {each.name for each in found if "property" not in " ".join(map(ast.unparse, each.decorator_list))}


def set_from_outside(tree: ast.Module, names: Names) -> list[str]:
    """A line on each callable that is put into a field of another object."""
    found: dict[str, None] = {}  # in order, each once
    for part in (tree, *(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))):
        own = _methods(part) if isinstance(part, ast.ClassDef) else set()
        known = Names(names.functions, names.methods | {f"self.{name}" for name in own})
        for node in ast.walk(part):
            for target, value in _assigned(node):
                if isinstance(target, ast.Attribute) and not _is_own(target) and _calls(value, known):
                    found[f"{node.lineno}: {ast.unparse(target)} = {ast.unparse(value)}"] = None
    return list(found)


def _assigned(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    if not isinstance(node, ast.Assign):
        return
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=False)
        else:
            yield target, node.value


def _is_own(target: ast.Attribute) -> bool:
    return isinstance(target.value, ast.Name) and target.value.id in ("self", "cls")


def _calls(value: ast.expr, names: Names) -> bool:
    """Whether a value is a function or a method, or may be one."""
    if isinstance(value, ast.IfExp):
        return _calls(value.body, names) or _calls(value.orelse, names)
    if isinstance(value, ast.Call):
        return ast.unparse(value.func).rpartition(".")[2] == "partial"
    if isinstance(value, ast.Attribute):
        return value.attr in names.methods or ast.unparse(value) in names.methods
    return isinstance(value, ast.Lambda) or (isinstance(value, ast.Name) and value.id in names.functions)


def test_no_callback_is_set_from_outside() -> None:
    trees = {name: tree for name, tree in modules().items() if name.startswith(LAYERS)}
    names = names_of(trees.values())
    found = {name: set_from_outside(tree, names) for name, tree in trees.items()}
    lines = [f"{name}, line {line}" for name, lines in found.items() for line in lines]
    assert [line for line in lines if not line.endswith(OF_GAMES)] == []


SOURCE = """
class Owner:
    def __init__(self, part):
        self.part = part
        self.act = self.refuse
        part.position = self.place
    @property
    def place(self): ...
    def refuse(self): ...
    def begin(self):
        LINE
def open_it(): ...
"""


@pytest.mark.parametrize(
    "line",
    [
        "self.part.on_refused = self.refuse",
        "part.on_refused = owner.refuse",
        "part.hand.on_open = open_it",
        "part.made = partial(open_it, 1)",
        "part.made = functools.partial(open_it, 1)",
        "part.made = lambda: None",
        "part.made = open_it if wanted else None",
        "part.enter, part.leave = open_it, None",
    ],
)
def test_a_callback_that_is_set_from_outside_is_found(line) -> None:  # type: ignore[no-untyped-def]
    tree = ast.parse(SOURCE.replace("LINE", line))
    assert len(set_from_outside(tree, names_of([tree]))) == 1


def test_values_and_own_callbacks_are_not() -> None:
    lines = "part.number = 3; part.place = owner.place; part.open = open_it(); self.late = self.refuse"
    tree = ast.parse(SOURCE.replace("LINE", lines))
    assert set_from_outside(tree, names_of([tree])) == []
