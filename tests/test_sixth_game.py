"""What the README promises of a new game: a module in each of three folders, a line in two lists, and
the tests of every game run over it. `sixth_game` adds one in a program of its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent
SIXTH = TESTS / "sixth_game"


def over_every_game() -> list[str]:
    """The tests' files that go through the registry's games."""
    files = sorted(TESTS.glob("*/test_*.py"))
    return [str(file) for file in files if "game_names()" in file.read_text(encoding="utf-8")]


def test_a_sixth_game_passes_what_every_game_does():
    """Uncompiled, for it is about what the tests and the program know of the game, not its speed."""
    options = ["-p", "registered", "-p", "no:cacheprovider", "-k", "toy"]
    files = [*over_every_game(), str(SIXTH / "toy_in_the_program.py")]
    path = os.pathsep.join(map(str, (SIXTH, TESTS.parent, TESTS, TESTS / "ui")))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *files],
        cwd=TESTS.parent,
        env={**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    passed = re.search(r"([0-9]+) passed", done.stdout)
    assert passed and int(passed[1]) > 40, done.stdout
    assert "failed" not in done.stdout and "error" not in done.stdout
