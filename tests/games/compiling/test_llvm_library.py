"""LLVM's library is loaded without Python's lock, before llvmlite would load it with the lock held."""

import subprocess
import sys
from pathlib import Path

import pytest

from games.compiling import llvm_library
from games.compiling.compiler import jit_disabled
from games.compiling.llvm_library import load_llvm

ROOT = Path(__file__).resolve().parents[3]

LOADS = """
import sys
from games.compiling.llvm_library import load_llvm
handle = load_llvm()
print("llvmlite.binding" in sys.modules, handle != 0)
from llvmlite.binding import ffi
print(ffi.lib._lib._handle == handle)
"""

COMPILES = """
import sys
from games.compiling import llvm_library
from games.compiling.compiler import compiled
llvm_library._load = lambda path: print("numba" in sys.modules, path.is_file())
compiled(lambda x: x + 1)
"""


def printed(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
        encoding="utf-8",
    ).stdout


def test_llvmlite_finds_the_library_loaded() -> None:
    assert printed(LOADS) == "False True\nTrue\n"


@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_the_first_kernel_loads_it_before_numba() -> None:
    assert printed(COMPILES) == "False True\n"


def test_a_library_that_is_not_there_is_left_to_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llvmlite", None)  # as if it were not installed
    assert load_llvm.__wrapped__() == 0
    assert llvm_library._load(Path("there is no such library")) == 0
