"""The key of a compiled kernel: an edit anywhere in its call graph changes it. Nothing is compiled here."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from games.bits import lowest_bit, popcount
from games.compiling import kernel_key as keys
from games.compiling.compiler import compiled, jit_disabled
from games.compiling.kernel_key import NotDescribed, kernel_key

pytestmark = pytest.mark.skipif(jit_disabled(), reason="needs the compiler")

SOURCE = """
from collections import namedtuple
from enum import IntEnum
import math
import numpy as np
from games.bits import popcount
import rules_of_a_key

Point = namedtuple("Point", "x y")

class Kind(IntEnum):
    SMALL = 1

LIMIT = 5
CORNERS = (0, 6)
CORNER = Point(1, 2)
TABLE = np.arange(4)
ROW = np.zeros(1, [("a", "i8")])[0]
NOT_USED = 1

def inmost(n):
    "How much."
    return n + LIMIT

def closed(step):
    def within(n):
        return inmost(n) + step
    return within

within = closed(2)

def even(n):
    return True if n == 0 else odd(n - 1)

def odd(n):
    return False if n == 0 else even(n - 1)

def kernel(n, more=3):
    a = math.sqrt(abs(n)) + Kind.SMALL + rules_of_a_key.SPEED + CORNER.y + Point(1, 2).x + ROW.a
    return within(n) + more + TABLE[n] + CORNERS[0] + popcount(n) + a + even(n)
"""

EDITS = {
    "the kernel": ("popcount(n) +", "popcount(n) -"),
    "a default": ("more=3", "more=4"),
    "a function of a function": ("return n + LIMIT", "return n - LIMIT"),
    "documentation": ("How much.", "How many."),
    "a line's number": ("LIMIT = 5", "\nLIMIT = 5"),
    "a constant": ("LIMIT = 5", "LIMIT = 6"),
    "a constant's type": ("LIMIT = 5", "LIMIT = 5.0"),
    "a tuple": ("(0, 6)", "(1, 6)"),
    "a named tuple's value": ("Point(1, 2)", "Point(1, 3)"),
    "a named tuple's fields": ('"x y"', '"y x"'),
    "an array's content": ("np.arange(4)", "np.arange(4) + 1"),
    "an array's type": ("np.arange(4)", "np.arange(4, dtype=np.int32)"),
    "an array's shape": ("np.arange(4)", "np.arange(4).reshape(2, 2)"),
    "a record's fields": ('"a", "i8"', '"a", "i4"'),
    "a record's content": ("np.zeros(1,", "np.ones(1,"),
    "an enumeration": ("SMALL = 1", "SMALL = 2"),
    "what a closure holds": ("closed(2)", "closed(3)"),
    "a circle of functions": ("odd(n - 1)", "odd(n - 2)"),
    "another function of that name": ("import popcount", "import lowest_bit as popcount"),
}


def key_of(source: str, speed: int = 1, allocates: bool = False, argument: str = "int64") -> str:
    import numba

    rules = ModuleType("rules_of_a_key")
    rules.SPEED = speed  # type: ignore[attr-defined]
    sys.modules["rules_of_a_key"] = rules
    module: dict[str, Any] = {"__name__": "a_module"}
    exec(compile(source, "<source of a kernel>", "exec"), module)
    return kernel_key(compiled(module["kernel"], allocates), (getattr(numba, argument),))


def test_the_same_source_has_the_same_key():
    assert key_of(SOURCE) == key_of(SOURCE)
    assert len(key_of(SOURCE)) == 64


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_makes_another_key(edit):
    before, after = EDITS[edit]
    assert before in SOURCE
    assert key_of(SOURCE.replace(before, after)) != key_of(SOURCE)


def test_value_of_another_module_changes_the_key():
    known = {key_of(SOURCE), key_of(SOURCE, 2), key_of(SOURCE, 1, True), key_of(SOURCE, argument="float64")}
    assert len(known) == 4


def test_what_is_not_used_does_not_matter():
    assert key_of(SOURCE.replace("NOT_USED = 1", "NOT_USED = 2")) == key_of(SOURCE)


@pytest.mark.parametrize("part", range(7))
def test_so_do_the_versions_and_the_processor(monkeypatch, part):
    """The versions of Python, Numba, llvmlite and NumPy; the triple, name and features of the processor."""
    before, parts = key_of(SOURCE), list(keys._compiler())
    assert [np.__version__, sys.version] == [parts[3], parts[0]]
    parts[part] += "x"
    monkeypatch.setattr(keys, "_compiler", lambda: tuple(parts))
    assert key_of(SOURCE) != before


def test_instructions_of_the_processor_are_told_apart():
    import numba

    assert kernel_key(compiled(popcount), (numba.int64,)) != kernel_key(compiled(lowest_bit), (numba.int64,))


def test_an_instruction_that_closes_over_types_has_a_key():
    from llvmlite import ir
    from numba import int64, types
    from numba.extending import intrinsic

    def key(bits: int, returns: Any) -> str:
        word = ir.IntType(bits)

        @intrinsic
        def constant(typing_context):  # type: ignore[no-untyped-def]
            return returns(), lambda context, builder, signature, values: word(1)

        def kernel(n: int) -> int:
            return n + constant()  # type: ignore[call-arg]

        return kernel_key(compiled(kernel), (int64,))

    assert key(64, types.int64) == key(64, types.int64)
    assert len({key(64, types.int64), key(32, types.int64), key(64, types.uint64)}) == 3


@pytest.mark.parametrize("value", ["object()", "np.array([None])", "lambda: strange"])
def test_a_value_of_an_unknown_kind_has_no_key(value):
    source = SOURCE.replace("LIMIT = 5", f"strange = object()\nLIMIT = {value}")
    with pytest.raises(NotDescribed):
        key_of(source)


PRINT_KEYS = """
import sys
sys.path.insert(0, sys.argv[1])
import numba
from games.compiling.compiler import compiled
from games.compiling.kernel_key import kernel_key
from games.registry import load_game
print(kernel_key(compiled(load_game("isolation").legal_moves), (numba.int64,)))
"""


@pytest.mark.long
def test_a_program_that_was_moved_has_the_same_keys(tmp_path):
    """An edit in one copy changes its key; a copy is also found through a link."""
    program = Path(keys.__file__).parents[2]
    places = [tmp_path / "a", tmp_path / "ö b" / "deeper"]
    for place in places[:2]:
        shutil.copytree(program / "games", place / "games", ignore=shutil.ignore_patterns("__pycache__"))
    link = tmp_path / "link"
    if os.name == "posix":
        link.symlink_to(places[0])
        places.append(link)

    def key(place: Path) -> str:
        command = [sys.executable, "-c", PRINT_KEYS, str(place)]
        return subprocess.run(
            command, capture_output=True, text=True, check=True, encoding="utf-8"
        ).stdout.strip()

    assert len({key(place) for place in places}) == 1
    source = places[1] / "games" / "isolation.py"
    source.write_text("\n" + source.read_text(encoding="utf-8"), encoding="utf-8")
    assert key(places[1]) != key(places[0])


def test_a_file_elsewhere_is_named_whole():
    """A file outside the program goes by its whole path, so a person's own files are told apart by their
    names."""
    path = os.path.join(keys._PROGRAM, "games", "toy.py")
    inside = compile("x = 1", path, "exec")
    assert keys._file(inside) == "games/toy.py"
    for elsewhere in (keys._PROGRAM.rstrip(os.sep) + "2" + os.sep + "toy.py", "toy.py", "<string>"):
        assert keys._file(compile("x = 1", elsewhere, "exec")) == elsewhere
