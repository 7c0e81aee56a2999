"""Kernels that a package ships: used wherever the package lies, never written, never trusted, never
needed."""

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.compiling import ready_kernels as module
from games.compiling.compiler import jit_disabled
from games.compiling.ready_kernels import LIST, ReadyKernels, checksum

pytestmark = [
    pytest.mark.skipif(jit_disabled(), reason="needs the compiler"),
    pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the processor of this test"),
]

FEATURES = "+sse3,+ssse3,+sse4.1,+sse4.2,+popcnt,+cx16,+sahf"
V2 = ReadyKernels("x86-64-v2", FEATURES, {})

RUN = """
import json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
lacks = sys.argv[3]
if lacks:
    import llvmlite.binding as llvm
    features = llvm.get_host_cpu_features()
    features[lacks] = False
    llvm.get_host_cpu_features = lambda: features
from games.compiling.compiler import compiled
from games.compiling.kept_kernels import is_kept, keep_kernels_in
from games.toy import count, double
keep_kernels_in(Path(sys.argv[2]) if sys.argv[2] else None)
kernel = compiled(count, apart=frozenset((double,)))
found = is_kept(kernel, (5,))
value = kernel(5)
from numba.core.registry import cpu_target
print(json.dumps({
    "found": found,
    "value": value,
    "hits": sum(kernel.stats.cache_hits.values()),
    "processor": cpu_target.target_context.codegen().magic_tuple()[1],
}))
"""

TOY = """
def double(n):
    return n * 2

def count(n):
    total = 0
    for i in range(n):
        total += double(i)
    return total
"""


class Package:
    """An installed program with a folder of ready kernels, and a person who runs it."""

    def __init__(self, program: Path, cache: Path) -> None:
        self.program, self.cache = program, cache

    @property
    def ready(self) -> Path:
        return self.program / "ready_kernels"

    def run(self, lacks: str = "", keeps: bool = True, **environment: str) -> dict[str, Any]:
        cache = str(self.cache) if keeps else ""
        done = subprocess.run(
            [sys.executable, "-c", RUN, str(self.program), cache, lacks],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
        answer: dict[str, Any] = json.loads(done.stdout)
        assert answer["value"] == 20
        return answer

    @property
    def kept(self) -> list[Path]:
        return list(self.cache.glob("*.kernel")) if self.cache.is_dir() else []


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """A program with its toy's kernels, compiled for an old processor."""
    program = tmp_path_factory.mktemp("made") / "program"
    root = Path(module.__file__).parents[2]
    shutil.copytree(root / "games", program / "games", ignore=shutil.ignore_patterns("__pycache__"))
    (program / "games" / "toy.py").write_text(TOY, encoding="utf-8")
    maker = Package(program, tmp_path_factory.mktemp("cache") / "kernels")
    assert maker.run(**V2.environment)["hits"] == 0
    maker.ready.mkdir()
    for path in maker.kept:
        shutil.copy(path, maker.ready)
    assert len(maker.kept) == 2  # one calls the other by address
    files = {path.name: checksum(path.read_bytes()) for path in maker.kept}
    ReadyKernels(V2.processor, V2.features, files).write(maker.ready)
    return program


@pytest.fixture
def package(made, tmp_path) -> Package:
    """The program in another place, run by another person."""
    place = tmp_path / "ü stick" / "plyglass"
    shutil.copytree(made, place)
    return Package(place, tmp_path / "cache" / "kernels")


def used(answer: dict[str, Any]) -> bool:
    return bool(answer["found"]) and answer["hits"] == 1 and answer["processor"] == "x86-64-v2"


@pytest.mark.long
def test_shipped_kernels_are_used_and_nothing_is_written(package):
    for path in (package.ready, package.program):
        path.chmod(0o555)
    before = {path.name: path.stat().st_mtime_ns for path in package.ready.iterdir()}
    assert used(package.run()) and package.kept == []
    assert {path.name: path.stat().st_mtime_ns for path in package.ready.iterdir()} == before
    for path in (package.program, package.ready):
        path.chmod(0o755)


def test_a_folder_that_everybody_may_write_to_will_do(package):
    """As on a stick whose file system knows no owners: whoever can change the kernels there can change the
    program."""
    package.ready.chmod(0o777)
    for path in package.ready.iterdir():
        path.chmod(0o777)
    assert used(package.run())


def test_a_person_without_a_folder_of_kernels_uses_them_too(package):
    package.cache.parent.mkdir()
    package.cache.write_text("a file in its place", encoding="utf-8")
    assert used(package.run())


@pytest.mark.long
def test_missing_instruction_compiles_for_this_computer(package):
    answer = package.run(lacks="sse4.2")
    assert not used(answer) and answer["processor"] != "x86-64-v2" and len(package.kept) == 2
    assert package.run(lacks="sse4.2")["hits"] == 1  # kept by now


def test_a_person_may_choose_the_processor(package):
    answer = package.run(NUMBA_CPU_NAME="x86-64", NUMBA_CPU_FEATURES="+sse3")
    assert answer["processor"] == "x86-64" and answer["hits"] == 0


def test_who_keeps_no_kernels_uses_none(package):
    answer = package.run(keeps=False)
    assert answer["hits"] == 0 and answer["processor"] != "x86-64-v2"


@pytest.mark.long
@pytest.mark.parametrize("damage", ["cut off", "gone", "exchanged"])
def test_a_damaged_file_is_compiled_into_the_persons_folder(package, damage):
    first, second = sorted(package.ready.glob("*.kernel"))
    for path, other in ((first, second.read_bytes()), (second, first.read_bytes())):
        if damage == "gone":
            path.unlink()
        else:
            path.write_bytes(path.read_bytes()[:-1] if damage == "cut off" else other)
    answer = package.run()
    assert answer["hits"] == 0 and answer["processor"] == "x86-64-v2" and len(package.kept) == 2


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"processor": 1, "features": [], "files": 3}'])
def test_a_damaged_list_is_as_none(package, monkeypatch, text):
    monkeypatch.setattr(module, "FOLDER", package.ready)
    (package.ready / LIST).write_text(text, encoding="utf-8")
    module.ready_kernels.cache_clear()
    assert module.ready_kernels() is None and not module.is_ready("x") and module.read_ready("x", 1) is None
    module.ready_kernels.cache_clear()


def test_the_features_of_a_computer():
    every = {name[1:]: True for name in FEATURES.split(",")}
    assert V2.suits({**every, "avx512f": False}) and ReadyKernels("generic", "", {}).suits({})
    assert not V2.suits({**every, "popcnt": False}) and not V2.suits({})
