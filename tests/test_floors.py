"""The house has floors, and imports only point down: games, heuristics, engines, arena, study, then
the two fronts, ui and cli, which do not know each other, and main.py, which picks one."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from games.registry import game_names

HOUSE = Path(__file__).parent.parent
FLOORS = (("games",), ("heuristics",), ("engines",), ("arena",), ("study",), ("ui", "cli"), ("main",))
"""Folders of one floor do not know each other."""
LEVELS = {folder: level for level, floor in enumerate(FLOORS) for folder in floor}
KNOWN_CIRCLES: tuple[frozenset[str], ...] = (
    frozenset(
        {
            "ui.app",
            "ui.continuing",
            "ui.exchange",
            "ui.scenes.chooser",
            "ui.scenes.editor",
            "ui.scenes.home",
            "ui.scenes.play",
            "ui.scenes.players",
            "ui.scenes.question",
            "ui.scenes.reading",
            "ui.scenes.sharing",
        }
    ),
)
"""Circles of imports that are still to be broken. Never a new one."""
NOT_OURS = {".git", ".venv", "__pycache__", ".pytest_cache", ".hypothesis", ".mypy_cache", ".ruff_cache"}


def sources() -> list[Path]:
    return [*(path for floor in LEVELS for path in sorted((HOUSE / floor).rglob("*.py"))), HOUSE / "main.py"]


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """(line, module) of every import, those inside functions and by `import_module("…")` included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.lineno, node.module or ""
        elif isinstance(node, ast.Call) and node.args:
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            target = node.args[0]
            if isinstance(target, ast.JoinedStr) and target.values:
                target = target.values[0]
            if name in ("import_module", "__import__") and isinstance(target, ast.Constant):
                yield node.lineno, str(target.value)


def upward_imports(source: str, floor: str) -> list[str]:
    """A line on each import in `source`, a module of `floor`, that points up."""
    found = []
    for line, module in imported(ast.parse(source)):
        target = module.split(".")[0]
        if target in LEVELS and target != floor and LEVELS[target] >= LEVELS[floor]:
            found.append(f"line {line}: {floor} imports {module}")
    return found


def floor_of(path: Path) -> str:
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


def test_imports_only_point_down():
    found = {
        str(path): upward_imports(path.read_text(encoding="utf-8"), floor_of(path))
        for path in sources()
        if path.exists()
    }
    assert {path: lines for path, lines in found.items() if lines} == {}
    assert {floor_of(Path(path)) for path in found} >= {"games", "heuristics"}


@pytest.mark.parametrize(
    "source",
    [
        "import engines",
        "import engines.search as search",
        "from engines.search import Search",
        "from arena import match",
        "import os, ui.theme",
        "def later():\n    from main import run",
        "if True:\n    import ui",
        "from importlib import import_module\nimport_module('engines.search')",
        "import importlib\nimportlib.import_module(f'ui.boards.{1}')",
    ],
)
def test_the_check_catches_an_upward_import(source):
    assert len(upward_imports(source, "heuristics")) == 1


def test_the_two_fronts_do_not_know_each_other():
    assert upward_imports("import cli.run", "ui") and upward_imports("import ui.app", "cli")
    assert not upward_imports("import cli.run, ui.app", "main")


@pytest.mark.parametrize(
    "source",
    [
        "from games.bits import popcount",
        "from heuristics.contract import Term",
        "import numpy",
        "from . import engines",
        "import enginesmith",
        "text = 'import ui'",
    ],
)
def test_the_check_lets_the_others_pass(source):
    assert upward_imports(source, "heuristics") == []


def modules_named(source: str, house: set[str]) -> set[str]:
    """The modules of the house that `source` imports, at whatever time: inside functions too, and by a
    text that is just a module's name, as `import_module` takes it; but not where only types are checked."""
    found: set[str] = set()
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            waiting += node.orelse
            continue
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = {f"{node.module}.{alias.name}" for alias in node.names} & house
            found.update(parts or {node.module or ""})
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
            found.add(node.value)
        waiting += ast.iter_child_nodes(node)
    return found & house


def circles(imports: Mapping[str, set[str]]) -> list[frozenset[str]]:
    """The sets of modules of which each, by way of others, imports every one; `imports` by module."""
    reached: dict[str, set[str]] = {}
    for module in imports:
        waiting, seen = [module], set()
        while waiting:
            for target in imports[waiting.pop()] - seen:
                seen.add(target)
                waiting.append(target)
        reached[module] = seen
    found = {
        frozenset(other for other in reached[module] if module in reached[other])
        for module in imports
        if module in reached[module]
    }
    return sorted(found, key=sorted)


def circles_among(sources: Mapping[str, str]) -> list[frozenset[str]]:
    """The circles among modules, whose sources are given by name."""
    return circles({name: modules_named(source, set(sources)) for name, source in sources.items()})


def module_name(path: Path) -> str:
    parts = path.relative_to(HOUSE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_no_circle_of_imports():
    texts = {module_name(path): path.read_text(encoding="utf-8") for path in sources()}
    found = circles_among(texts)
    assert {"main", "games.registry", "ui.scenes.home"} <= set(texts)
    assert [sorted(circle) for circle in found if not any(circle <= known for known in KNOWN_CIRCLES)] == []
    broken = [sorted(known) for known in KNOWN_CIRCLES if not any(circle <= known for circle in found)]
    assert broken == [], "no circle any more: take it from KNOWN_CIRCLES"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("import ui.b", "import ui.a"),
        ("from ui.b import Scene", "from ui import a"),
        ("from ui.b import Scene", "def later():\n    from ui.a import App"),
        ("from ui import b, theme", "from importlib import import_module\nimport_module('ui.a')"),
        ("MODULES = ('ui.b', 'ui.theme')", "if True:\n    import os, ui.a as first"),
        ("from ui.theme import Theme", "import ui.a"),
        ("if TYPE_CHECKING:\n    pass\nelse:\n    import ui.b", "import ui.a"),
    ],
)
def test_the_check_catches_a_circle(a: str, b: str):
    theme = "import ui.b" if "import Theme" in a else ""
    (circle,) = circles_among({"ui.a": a, "ui.b": b, "ui.theme": theme})
    assert circle >= {"ui.a", "ui.b"}
    assert ("ui.theme" in circle) == bool(theme)


def test_the_check_tells_two_circles_apart():
    found = circles_among(
        {"a": "import b", "b": "import a, c", "c": "import d", "d": "import c", "e": "import a"}
    )
    assert found == [{"a", "b"}, {"c", "d"}]
    assert circles_among({"a": "import a"}) == [{"a"}]


@pytest.mark.parametrize(
    "source",
    [
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import ui.a",
        "import typing\nif typing.TYPE_CHECKING:\n    from ui.a import App",
        "text = 'see ui.a'",
        "import os, ui.theme",
        "from a import ui",
    ],
)
def test_the_check_lets_what_is_no_circle_pass(source: str):
    assert circles_among({"ui.a": "import ui.b", "ui.b": source, "ui.theme": "", "os": ""}) == []


def test_modules_of_the_tests_have_names_of_their_own():
    """pytest, and a test that imports another's module, know them by their names alone."""
    names = [path.stem for path in (HOUSE / "tests").glob("*/*.py")]
    names += [path.stem for path in (HOUSE / "tests").glob("*.py")]
    assert sorted({name for name in names if names.count(name) > 1}) == []
    assert len(names) > 50 and not set(names) & LEVELS.keys()


NAMES_GAMES = {"ui/boards/registry.py", "cli/run.py", "cli/uci_server.py"}
"""The list of boards; and UCI, which is chess by its nature."""


def games_named(path: Path) -> set[str]:
    """The games that the code of a module asks for by name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    values = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    modules = {f"games.{name}" for name in game_names()} | {"games.pgn", "games.openings"}
    return values & set(game_names()) | {module for _, module in imported(tree)} & modules


def test_general_rooms_know_no_game_by_name():
    """What a game has besides the rules it says itself (`games.contract.Game`); beside its rules, its
    heuristics and its board no module names it."""
    boards = {f"ui/boards/{name}{part}.py" for name in game_names() for part in ("", "_setup")}
    rooms = {path.relative_to(HOUSE).as_posix(): path for path in sources()}
    found = {
        name: games_named(path)
        for name, path in rooms.items()
        if name.startswith(("ui/", "study/", "cli/", "arena/")) and name not in NAMES_GAMES | boards
    }
    assert {name: games for name, games in found.items() if games} == {}
    assert games_named(rooms["ui/boards/chess.py"]) == set() and games_named(rooms["ui/boards/registry.py"])


def mentions(needle: bytes) -> list[str]:
    """The project's files that contain `needle`."""
    files = (path for path in HOUSE.rglob("*") if path.is_file())
    return [
        str(path.relative_to(HOUSE))
        for path in files
        if not NOT_OURS & set(path.relative_to(HOUSE).parts) and needle in path.read_bytes()
    ]


@pytest.mark.parametrize("parent", ["..", "/work"])
def test_nothing_refers_outside_the_project(parent):
    assert mentions(f"{parent}/shared".encode()) == []


def test_the_search_for_mentions_finds_what_is_there():
    assert mentions(b"NOT_" + b"OURS = {") == ["tests/test_floors.py"]
