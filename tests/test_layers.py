"""Imports only point down through the layers: games, heuristics, engines, arena, study, then ui and cli,
which do not know each other, and main.py, which starts one of them."""

import ast

import pytest

from docs.architecture import LAYER_OF, ROOT, circles, imported, modules, named, needed, reached
from games.registry import game_names

SCENES = {
    "Home",
    "Play",
    "Arena",
    "Editor",
    "FileChooser",
    "PgnGames",
    "ConfirmDialog",
    "Players",
    "ProgressDialog",
}
NOT_OURS = {".git", ".venv", "__pycache__", ".pytest_cache", ".hypothesis", ".mypy_cache", ".ruff_cache"}
pytestmark = pytest.mark.usefixtures("trees_are_forgotten")


def upward_imports(source: str | ast.Module, layer: str) -> list[str]:
    """A line on each import in `source`, a module of `layer`, that points up."""
    found = []
    for line, module in imported(ast.parse(source) if isinstance(source, str) else source):
        target = module.split(".")[0]
        if target in LAYER_OF and target != layer and LAYER_OF[target] >= LAYER_OF[layer]:
            found.append(f"line {line}: {layer} imports {module}")
    return found


def test_imports_only_point_down():
    found = {name: upward_imports(tree, name.split(".")[0]) for name, tree in modules().items()}
    assert {name: lines for name, lines in found.items() if lines} == {}
    assert {name.split(".")[0] for name in found} >= {"games", "heuristics"}


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


def test_ui_and_cli_do_not_know_each_other():
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


def test_no_module_needs_itself_round_about():
    trees = modules()
    assert circles({name: needed(tree, trees) for name, tree in trees.items()}) == set()


def test_circles_are_found_wherever_the_import_stands():
    sources = {
        "a": "def later():\n    import b",
        "b": "from c import d",
        "c.d": "from importlib import import_module\nimport_module('a')",
        "e": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import f",
        "f": "import e, a",
    }
    trees = {name: ast.parse(source) for name, source in sources.items()}
    needs = {name: needed(tree, trees) for name, tree in trees.items()}
    assert circles(needs) == {frozenset({"a", "b", "c.d"})}


def test_no_part_calls_its_owner_back():
    """A part that knows its owner is no part: nobody can read it, or use it, without the owner."""
    trees = modules()
    assert circles({name: named(tree, trees) for name, tree in trees.items()}) == set()


def test_the_study_needs_at_most_65_modules():
    """Whoever reads the study need not know how a search works. The packages themselves are empty."""
    trees = modules()
    needs = {name: named(tree, trees) for name, tree in trees.items()}
    found = {"study.state.study"} | reached(needs, "study.state.study")
    files = {name for name in found if not (ROOT / name.replace(".", "/")).is_dir()}
    assert len(files) <= 65, sorted(files)


def test_the_folders_of_the_study_need_no_other_round_about():
    trees = modules()
    studies = {name: tree for name, tree in trees.items() if name.startswith("study.")}
    needs: dict[str, set[str]] = {name.rpartition(".")[0]: set() for name in studies}
    for name, tree in studies.items():
        folder = name.rpartition(".")[0]
        needs[folder] |= {other.rpartition(".")[0] for other in needed(tree, studies)} - {folder}
    assert len(needs) > 10
    assert circles(needs) == set()


def test_a_module_of_tests_has_a_name_of_its_own() -> None:
    """Pytest collects no second module of the same name, not even in another folder."""
    names = [path.name for path in (ROOT / "tests").rglob("*.py") if path.name != "conftest.py"]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def test_a_class_has_a_name_of_its_own():
    """Whoever searches for a class finds it once. Private classes are their module's business."""
    found: dict[str, list[str]] = {}
    for module, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(module)
    assert {name: where for name, where in found.items() if len(where) > 1} == {}


CALLED = {
    "BackgroundReview": "review",
    "ComparedLine": "compared_line",
    "Dock": "dock",
    "EventRouter": "event_router",
    "MoveLoss": "move_loss",
    "Navigation": "navigation",
    "NumberColumns": "number_columns",
    "OnBoard": "on_board",
    "PlayContext": "context",
    "ReviewResult": "review_result",
    "SearchStore": "search_store",
}
"""What parameters and fields of a class are called."""
ROLES = {"asked", "chosen"}
"""The names of the two compared lines of a question."""


def otherwise_called(tree: ast.Module) -> list[str]:
    """The parameters and fields of these classes that have another name, with their class."""
    named = [(node.arg, node.annotation) for node in ast.walk(tree) if isinstance(node, ast.arg)]
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name | ast.Attribute):
            named.append((ast.unparse(node.target).removeprefix("self."), node.annotation))
    found = []
    for name, annotation in named:
        kind = ast.unparse(annotation).removesuffix(" | None") if annotation is not None else ""
        if kind in CALLED and name.removeprefix("_") not in {CALLED[kind], *ROLES}:
            found.append(f"{name}: {kind}")
    return found


def test_a_parameter_or_field_is_called_as_its_class_is():
    found = {name: otherwise_called(tree) for name, tree in modules().items()}
    assert {name: names for name, names in found.items() if names} == {}


def test_a_thing_that_is_called_otherwise_is_found():
    source = """
class One:
    marks: OnBoard
    def __init__(self, branch: ComparedLine, move_loss: MoveLoss | None = None, chosen: ComparedLine = 1):
        self._thoughts: SearchStore = SearchStore()
"""
    found = otherwise_called(ast.parse(source))
    assert sorted(found) == ["_thoughts: SearchStore", "branch: ComparedLine", "marks: OnBoard"]


def undeclared(tree: ast.Module) -> list[str]:
    """The fields that a dataclass sets in a method, and neither declares nor sets in `__post_init__`."""
    found = []
    for made in ast.walk(tree):
        if not isinstance(made, ast.ClassDef) or "dataclass" not in map(_name, made.decorator_list):
            continue
        known = {ast.unparse(node.target) for node in made.body if isinstance(node, ast.AnnAssign)}
        methods = [node for node in made.body if isinstance(node, ast.FunctionDef)]
        known |= {method.name for method in methods}  # a property may have a setter
        begun = [method for method in methods if method.name == "__post_init__"]
        known |= {field for method in begun for field in _set_by(method)}
        found += [f"{made.name}.{field}" for method in methods for field in _set_by(method) - known]
    return found


def _name(decorator: ast.expr) -> str:
    return ast.unparse(decorator).partition("(")[0]


def _set_by(method: ast.FunctionDef) -> set[str]:
    stored = (node for node in ast.walk(method) if isinstance(node, ast.Attribute))
    return {node.attr for node in stored if isinstance(node.ctx, ast.Store) and _name(node.value) == "self"}


def test_a_dataclass_declares_what_it_sets():
    found = {name: undeclared(tree) for name, tree in modules().items()}
    assert {name: fields for name, fields in found.items() if fields} == {}


def test_a_field_that_is_not_declared_is_found():
    source = """
@dataclass(frozen=True)
class One:
    a: int
    def __post_init__(self):
        self.b = 1
    def later(self):
        self.a, self.c = 2, 3
        self.b += 1
class Plain:
    def later(self):
        self.d = 1
"""
    assert undeclared(ast.parse(source)) == ["One.c"]


def test_a_part_that_knows_its_owner_is_found():
    sources = {
        "owner": "import part",
        "part": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from owner import Owner",
        "other": "import owner",
    }
    trees = {name: ast.parse(source) for name, source in sources.items()}
    assert circles({name: needed(tree, trees) for name, tree in trees.items()}) == set()
    assert circles({name: named(tree, trees) for name, tree in trees.items()}) == {
        frozenset({"owner", "part"})
    }


def test_scenes_know_no_other_scene():
    """They ask for one through `ui.navigation`. `ui.window` shows them all, and the page of all keys uses
    their tables."""
    trees = modules()
    scenes = {
        name: {node.name for node in tree.body if isinstance(node, ast.ClassDef)} & SCENES
        for name, tree in trees.items()
        if name.startswith("ui.scenes.")
    }
    homes = {name for name, found in scenes.items() if found}
    assert len(set().union(*scenes.values())) == len(SCENES)
    assert {name: needed(trees[name], homes) for name in homes} == {name: set() for name in homes}
    assert {name for name, tree in trees.items() if needed(tree, homes)} == {"ui.window", "ui.keys_table"}


NAMES_GAMES = {"ui/boards/registry.py", "study/setups/registry.py", "cli/uci_server.py"}
"""The lists of boards and of setups, and UCI, which is for chess only."""


def games_named(tree: ast.Module) -> set[str]:
    """The games that the code of a module names."""
    values = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    modules = {f"games.{name}" for name in game_names()} | {"games.chess.pgn", "games.chess.openings"}
    return values & set(game_names()) | {module for _, module in imported(tree)} & modules


def test_general_modules_know_no_game_by_name():
    """A game declares what it has besides its rules (`games.contract.Game`). Only its rules, heuristics,
    board and set-up name it."""
    boards = {f"{folder}/{name}.py" for name in game_names() for folder in ("ui/boards", "study/setups")}
    trees = {f"{name.replace('.', '/')}.py": tree for name, tree in modules().items()}
    found = {
        name: games_named(tree)
        for name, tree in trees.items()
        if name.startswith(("ui/", "study/", "cli/", "arena/")) and name not in NAMES_GAMES | boards
    }
    assert {name: games for name, games in found.items() if games} == {}
    assert games_named(trees["ui/boards/chess.py"]) == set() and games_named(trees["ui/boards/registry.py"])


def input_reads(tree: ast.Module) -> list[int]:
    """The lines that read standard input: by `input()`, `sys.stdin`, or descriptor 0 as an argument of
    `open`, `os.read`, `os.dup` and the like."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in ("stdin", "__stdin__"):
            if isinstance(node.value, ast.Name) and node.value.id == "sys":
                found.append(node.lineno)
        elif isinstance(node, ast.ImportFrom) and node.module == "sys":
            found += [node.lineno for alias in node.names if alias.name in ("stdin", "__stdin__")]
        elif isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            first = node.args[0] if node.args else None
            is_zero = isinstance(first, ast.Constant) and first.value == 0
            if name == "input" or (name in ("open", "fdopen", "read", "dup", "FileIO") and is_zero):
                found.append(node.lineno)
    return found


def test_only_one_module_reads_standard_input():
    """On Windows a thread that waits there stops imports in the others: `engines.standard_input`."""
    found = {name for name, tree in modules().items() if input_reads(tree)}
    assert found == {"engines.standard_input"}


@pytest.mark.parametrize(
    "source",
    [
        "import sys\nfor line in sys.stdin:\n    pass",
        "from sys import stdin",
        "input('name')",
        "import os\nos.read(0, 80)",
        "import os\nos.dup(0)",
        "open(0)",
    ],
)
def test_a_reader_of_standard_input_is_found(source):
    assert len(input_reads(ast.parse(source))) == 1


def renamings(tree: ast.Module) -> list[int]:
    """The lines that put a file in another one's place, or give it another name."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of, name = getattr(node.func.value, "id", ""), node.func.attr
            by_name = name in ("rename", "renames") or (of, name) in (("os", "replace"), ("shutil", "move"))
            alone = len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred)
            of_path = name == "replace" and alone and of != "exercises"  # a text's `replace` takes two
            if by_name or of_path:
                found.append(node.lineno)
    return found


def test_only_one_module_replaces_files():
    """On Windows another process may have one of them open: `games.text_files.replace_file`."""
    assert {name for name, tree in modules().items() if renamings(tree)} == {"games.text_files"}


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("os.replace(a, b)", 1),
        ("os.rename(a, b)", 1),
        ("shutil.move(a, b)", 1),
        ("path.replace(other)", 1),
        ("path.rename(other)", 1),
        ("text.replace('a', 'b')", 0),
        ("text.replace(*pair)", 0),
        ("date.replace(year=1)", 0),
        ("replace(lens, weights=())", 0),
    ],
)
def test_a_renaming_of_a_file_is_found(source, count):
    assert len(renamings(ast.parse(source))) == count


def without_encoding(tree: ast.Module) -> list[int]:
    """The lines that open a text file, or talk to another program in text, without saying how the text is
    encoded."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or any(each.arg in ("encoding", None) for each in node.keywords):
            continue
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        words = {each.arg: each.value for each in node.keywords}
        opens_path = isinstance(called, ast.Name) and name == "open"
        modes = [*node.args[1 if opens_path else 0 :], *filter(None, (words.get("mode"),))]
        mode = next((each.value for each in modes if isinstance(each, ast.Constant)), None)
        is_binary = isinstance(mode, str) and "b" in mode
        if isinstance(called, ast.Attribute) and name in ("read_text", "write_text"):
            plain = len(node.args) == (1 if name == "write_text" else 0)
        elif name == "fdopen" or opens_path:
            plain = not is_binary
        elif name in ("open", "NamedTemporaryFile", "TemporaryFile"):  # of a path, or of anything else
            plain = isinstance(mode, str) and set(mode) <= set("rwax+t")
        else:
            switches = (words.get("text"), words.get("universal_newlines"))
            plain = any(isinstance(each, ast.Constant) and each.value is True for each in switches)
        if plain:
            found.append(node.lineno)
    return found


def outside_the_program() -> dict[str, ast.Module]:
    """The scripts and the tests, by their paths."""
    scripts = [*(ROOT / "packaging").glob("*.py"), *(ROOT / "docs").glob("*.py")]
    paths = [*scripts, *(ROOT / "tests").rglob("*.py")]
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def test_every_text_says_how_it_is_encoded():
    """Windows takes its own code page otherwise."""
    found = {name: without_encoding(tree) for name, tree in (modules() | outside_the_program()).items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def posix_only(tree: ast.Module) -> list[int]:
    """The lines that quote a command for POSIX shells alone, or ask by a signal whether a process runs: on
    Windows that signal is Ctrl+C."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner, name = getattr(node.func.value, "id", ""), node.func.attr
            last = node.args[-1] if node.args else None
            asks = (owner, name) == ("os", "kill") and isinstance(last, ast.Constant) and last.value == 0
            if asks or (owner == "shlex" and name in ("join", "quote")):
                found.append(node.lineno)
    return found


def test_tests_start_and_watch_processes_on_every_system():
    """`processes` says how."""
    found = {name for name, tree in outside_the_program().items() if posix_only(tree)}
    assert found == {"tests/processes.py"}
    for source in ("os.kill(pid, 0)", "shlex.join(words)", "UciPlayer(shlex.quote(word))"):
        assert posix_only(ast.parse(source)) == [1]
    assert posix_only(ast.parse("os.kill(pid, 9)\nshlex.split(text)")) == []


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("path.read_text()", 1),
        ("path.write_text(text)", 1),
        ("open(path)", 1),
        ("open(path, 'w')", 1),
        ("path.open('a')", 1),
        ("os.fdopen(1, 'w')", 1),
        ("subprocess.run(words, text=True)", 1),
        ("path.read_text('utf-8')", 0),
        ("open(path, 'rb')", 0),
        ("open('/dev/full', 'wb')", 0),
        ("open(path, mode='wb')", 0),
        ("open(path, 'w', encoding='utf-8')", 0),
        ("path.open('rb')", 0),
        ("suites.open(suite)", 0),
        ("draw(text=words)", 0),
        ("subprocess.run(words, text=True, encoding='utf-8')", 0),
    ],
)
def test_a_text_without_an_encoding_is_found(source, count):
    assert len(without_encoding(ast.parse(source))) == count


def mentions(needle: bytes) -> list[str]:
    """The project's files that contain `needle`."""
    files = (path for path in ROOT.rglob("*") if path.is_file())
    return [
        path.relative_to(ROOT).as_posix()
        for path in files
        if not NOT_OURS & set(path.relative_to(ROOT).parts) and needle in path.read_bytes()
    ]


def test_nothing_refers_outside_the_project():
    assert mentions(b"../" + b"shared") == []


def test_the_search_for_mentions_finds_what_is_there():
    assert mentions(b"NOT_" + b"OURS = {") == ["tests/test_layers.py"]
