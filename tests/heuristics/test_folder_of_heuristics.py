"""A game's heuristics may be a folder: its files are reloaded together, and a failing file is named."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import heuristics
from heuristics import registry
from heuristics.module_loader import loaded_parts
from heuristics.registry import default_heuristic, fault_of, heuristics_of, newest, problem_with, refresh
from own_heuristics import write

INIT = """from heuristics.morris.made import first, second

__all__ = ["second", "first", "DEFAULT"]
DEFAULT = first
"""
MADE = """from heuristics.contract import Heuristic
from heuristics.morris.numbers import WORTH

first = Heuristic("first", "morris", "", "this test")
second = Heuristic("second", "morris", "", "this test")


@first.own("stones", weight=1.0)
def stones(state, side):
    return WORTH
"""


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Three files in place of Nine Men's Morris' heuristics."""
    folder = tmp_path / "morris"
    folder.mkdir()
    for name, text in (("__init__", INIT), ("made", MADE), ("numbers", "WORTH = 1.0\n")):
        write(folder / f"{name}.py", text)
    registry.heuristics_of("morris")  # loads them first, so that they can be put back
    for kept in ("_broken", "_loaded", "_renewed", "_stamps", "_faults"):
        monkeypatch.setattr(registry, kept, {})
    monkeypatch.setattr(heuristics, "__path__", [str(tmp_path), *heuristics.__path__])
    monkeypatch.delattr(heuristics, "morris")
    monkeypatch.delitem(sys.modules, "heuristics.morris")
    yield folder
    for name in [name for name in sys.modules if name.startswith("heuristics.morris")]:
        del sys.modules[name]


def check(heuristic: object) -> None:
    pass


def counted() -> float:
    heuristic = default_heuristic("morris")
    return float(heuristic.terms[0].count(None, 0))


def test_it_lists_what_its_first_file_lists(folder: Path) -> None:
    assert [heuristic.name for heuristic in heuristics_of("morris")] == ["second", "first"]
    assert counted() == 1.0 and not refresh(check)


@pytest.mark.parametrize("worth", [2.0, 3.0])
def test_an_edit_of_any_file_is_followed(folder: Path, worth: float) -> None:
    before = default_heuristic("morris")
    loaded = dict(sys.modules)
    write(folder / "numbers.py", f"WORTH = {worth}\n")
    assert refresh(check) and counted() == worth
    assert newest(before) is default_heuristic("morris") is not before
    assert before.terms[0].count(None, 0) == 1.0, "a game goes on with what it began with"
    assert {name: sys.modules[name] for name in loaded} == loaded
    assert not refresh(check)


def test_a_second_edit_of_the_same_length_is_seen_too(folder: Path) -> None:
    assert counted() == 1.0
    for worth in (2.0, 3.0, 4.0):
        write(folder / "numbers.py", f"WORTH = {worth}\n")
        assert refresh(check) and counted() == worth


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("numbers.py", "\nWORTH = unknown\n", "NameError: name 'unknown' is not defined"),
        ("made.py", "\nimport no_such_thing\n", "No module named 'no_such_thing'"),
        ("__init__.py", "\nraise ValueError('mine')\n", "ValueError: mine"),
    ],
)
def test_failing_file_is_named_and_the_version_before_stays(
    folder: Path, file: str, text: str, words: str
) -> None:
    first = default_heuristic("morris")
    write(folder / file, text)
    assert refresh(check)
    fault = fault_of(first)
    assert words in fault and fault.endswith(f"{Path('morris', file)}, line 2)"), fault
    assert default_heuristic("morris") is first
    write(folder / file, {"numbers.py": "WORTH = 5.0\n", "made.py": MADE, "__init__.py": INIT}[file])
    assert refresh(check) and fault_of(default_heuristic("morris")) == ""


def test_a_file_that_fails_at_the_start_is_named_and_mended(folder: Path) -> None:
    write(folder / "numbers.py", "\nWORTH = unknown\n")
    assert problem_with("morris").endswith(f"{Path('morris', 'numbers.py')}, line 2)")
    write(folder / "numbers.py", "WORTH = 6.0\n")
    assert refresh(check) and problem_with("morris") == "" and counted() == 6.0


def test_one_that_does_not_end_is_given_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heuristics.module_loader.PATIENCE", 0.2)
    first = default_heuristic("morris")
    write(folder / "numbers.py", "WORTH = 1.0\nwhile True:\n    pass\n")
    assert refresh(check)
    assert "does not end" in fault_of(first) and f"{Path('morris', 'numbers.py')}, line" in fault_of(first)
    assert default_heuristic("morris") is first


def test_one_that_ends_late_removes_no_module(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heuristics.module_loader.PATIENCE", 0.2)
    default_heuristic("morris")
    loaded = dict(sys.modules)
    late = "import time\ntry:\n    while True:\n        pass\nfinally:\n    time.sleep(0.05)\n"
    write(folder / "numbers.py", late)
    assert refresh(check)
    time.sleep(0.1)
    assert {name: sys.modules.get(name) for name in loaded} == loaded


def test_another_thread_may_remove_a_module(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    default_heuristic("morris")

    def with_one_removed(name: str) -> dict[str, ModuleType]:
        return {**loaded_parts(name), f"{name}.removed": sys}

    monkeypatch.setattr("heuristics.module_loader.loaded_parts", with_one_removed)
    write(folder / "numbers.py", "WORTH = 8.0\n")
    assert refresh(check) and problem_with("morris") == "" and counted() == 8.0


class Importing(str):
    """The name of a module: while somebody looks at it, another thread imports something."""

    def __format__(self, spec: str) -> str:
        for number in range(100):
            sys.modules.setdefault(f"meanwhile{number}", sys)
        return str(self)


def test_another_thread_may_import_while_a_folder_is_loaded(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(100):
        monkeypatch.setitem(sys.modules, f"meanwhile{number}", sys)  # to be removed again
        del sys.modules[f"meanwhile{number}"]
    default_heuristic("morris")
    monkeypatch.setitem(sys.modules, Importing("looked_at"), sys)
    write(folder / "numbers.py", "WORTH = 7.0\n")
    assert refresh(check) and problem_with("morris") == "" and counted() == 7.0
    assert "meanwhile99" in sys.modules


def test_own_files_import_the_parts_of_chess_heuristics() -> None:
    from heuristics.chess import (
        PAWN_SQUARES,
        classical,
        each,
        mobility,
        number_of_pawns,
        own_pawns,
        piece_value,
    )

    terms: list[Callable[..., float]] = [term.count for term in classical.terms]
    assert number_of_pawns in terms and mobility in terms and piece_value.name == "piece_value"
    assert PAWN_SQUARES.shape == (2, 64) and callable(each) and callable(own_pawns)
    with pytest.raises(ImportError, match="no_such_name"):
        from heuristics.chess import no_such_name  # noqa: F401
