"""What `games --new` promises: the modules of a new game, its lines in the registries, and that the tests of
every game pass with it. They also pass with a game that only has what it must have."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from games.compiling.compiler import jit_disabled
from study.user_files.new_game import MODULES, new_game

TESTS = Path(__file__).parent
ROOT = TESTS.parent
SIXTH = Path("tests", "sixth_game")
BARE = {"SIXTH_GAME_IS_BARE": "1"}
"""Has no set-up, no mirror images and does not say what stands where."""

UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}
COPIED = ("games", "heuristics", "engines", "arena", "study", "cli", "ui", "tests", "assets")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the project in which the toy game has been begun."""
    root = tmp_path / "checkout"
    ignored = shutil.ignore_patterns("__pycache__", "screenshots", "golden")
    for folder in COPIED:
        shutil.copytree(ROOT / folder, root / folder, ignore=ignored)
    for file in ("main.py", "settings.yaml", "pyproject.toml", "requirements.txt"):
        shutil.copy(ROOT / file, root / file)
    new_game("toy", root)
    return root


def files_with(text: str) -> list[Path]:
    """The test files of a checkout that contain the text."""
    files = sorted(TESTS.glob("**/test_*.py"))
    found = [file for file in files if file != Path(__file__) and text in file.read_text(encoding="utf-8")]
    return [file.relative_to(ROOT) for file in found]


def bytecode_of(root: Path) -> dict[str, str]:
    """Keeps a checkout's bytecode in the checkout, which lasts for one test."""
    return {} if root == ROOT else {"PYTHONPYCACHEPREFIX": str(root / "bytecode")}


def passed(
    root: Path,
    files: Sequence[Path],
    options: Sequence[str],
    environment: dict[str, str],
    game: str = "toy",
) -> int:
    """How many tests of the sixth game pass; none may fail."""
    always = ["-n", "0", "-p", "no:cacheprovider", "-k", game, "-m", "not slow"]
    path = os.pathsep.join(str(root / folder) for folder in (SIXTH, "", "tests", "tests/ui"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *always, *map(str, files)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": path, **bytecode_of(root), **environment},
        capture_output=True,
        text=True,
        timeout=600,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert "failed" not in done.stdout and "error" not in done.stdout
    found = re.search(r"([0-9]+) passed", done.stdout)
    return int(found[1]) if found else 0


COMPLETE = Path("tests", "test_a_game_is_complete.py")
PROGRAM = SIXTH / "toy_in_the_program.py"


@pytest.mark.long
def test_a_new_game_passes_in_its_checkout(checkout: Path) -> None:
    """The tests that ask for its modules."""
    assert passed(checkout, [COMPLETE], (), UNCOMPILED) >= 1


@pytest.mark.slow
def test_a_new_game_passes_all_that_the_guide_runs(tmp_path: Path) -> None:
    """`pytest -k ludo`, after `games --new ludo`."""
    root = tmp_path / "checkout"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    new_game("ludo", root)
    assert passed(root, [Path("tests")], (), {}, "ludo") > 100


def test_no_test_needs_the_guides_new_game_to_be_missing() -> None:
    about_it = [Path("tests", "study", "user_files", "test_new_game.py"), Path("tests", "test_readme.py")]
    assert files_with("ludo") == about_it


@pytest.mark.long
def test_toy_game_passes_with_only_what_it_must_have() -> None:
    """Uncompiled, because this tests what the tests and the program know about the game, not its speed."""
    files = [*files_with("game_names()"), PROGRAM]
    assert passed(ROOT, files, ("-p", "registered"), {**UNCOMPILED, **BARE}) > 80


@pytest.mark.skipif(jit_disabled(), reason="plays in a kernel")
def test_its_games_are_played_in_a_kernel() -> None:
    files = [Path("tests", "arena", "test_game_kernel.py")]
    assert passed(ROOT, files, ("-p", "registered"), {"NUMBA_DISABLE_JIT": "0"}) >= 1


def test_a_checkout_with_a_new_game_knows_it(checkout: Path) -> None:
    files = new_game("nine_holes", checkout)
    assert [str(file.relative_to(checkout)) for file in files[:4]] == [
        str(Path(folder, "nine_holes.py")) for folder in MODULES
    ]
    for file in files[:4]:
        assert "toy" not in file.read_text(encoding="utf-8").lower().replace("history", "")
    told = subprocess.run(
        [sys.executable, "main.py", "perft", "nine_holes", "3", "--json"],
        cwd=checkout,
        env={**os.environ, **bytecode_of(checkout), **UNCOMPILED},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert told.returncode == 0 and '"nodes": 504' in told.stdout, told.stderr
    assert 'Entry("nine_holes", "Nine Holes", "' in (checkout / "games" / "registry.py").read_text(
        encoding="utf-8"
    )
    assert '"nine_holes": "NineHolesArt",' in (checkout / "ui" / "boards" / "registry.py").read_text(
        encoding="utf-8"
    )
