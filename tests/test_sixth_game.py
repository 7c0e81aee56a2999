"""What the README promises of a new game: a module in each of three folders, a line in two lists, and
the tests of every game run over it. `sixth_game` adds one in a program of its own."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

TESTS = Path(__file__).parent
SIXTH = TESTS / "sixth_game"
BARE = {"SIXTH_GAME_IS_BARE": "1"}
"""With nothing but what a game must have."""

UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}


def files_with(text: str) -> list[Path]:
    """The tests' files that say so."""
    files = sorted(TESTS.glob("**/test_*.py"))
    return [file for file in files if file != Path(__file__) and text in file.read_text(encoding="utf-8")]


def passed_with_it(files: Sequence[Path], environment: dict[str, str]) -> int:
    """How many tests of the sixth game pass; none may fail."""
    options = ["-p", "registered", "-p", "no:cacheprovider", "-k", "toy"]
    path = os.pathsep.join(map(str, (SIXTH, TESTS.parent, TESTS, TESTS / "ui")))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *map(str, files)],
        cwd=TESTS.parent,
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert "failed" not in done.stdout and "error" not in done.stdout
    passed = re.search(r"([0-9]+) passed", done.stdout)
    return int(passed[1]) if passed else 0


def test_a_sixth_game_passes_what_every_game_does_with_only_what_it_must_have() -> None:
    """Uncompiled, for it is about what the tests and the program know of the game, not its speed."""
    files = [*files_with("game_names()"), SIXTH / "toy_in_the_program.py"]
    assert passed_with_it(files, {**UNCOMPILED, **BARE}) > 80


def test_with_a_setup_its_positions_are_set_up() -> None:
    assert passed_with_it(files_with("has_setup(") + files_with("SETUPS"), UNCOMPILED) >= 10


def test_its_games_are_played_in_a_kernel() -> None:
    """Compiled, as the other tests of kernels are only."""
    assert passed_with_it([TESTS / "arena" / "test_game_kernel.py"], {**BARE, "NUMBA_DISABLE_JIT": "0"}) >= 1
