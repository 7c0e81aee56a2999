"""A command imports only what it needs, so a command that needs little answers soon."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.compiling.compiler import jit_disabled

ROOT = Path(__file__).parents[2]

IMPORTED = """
import runpy, sys

try:
    runpy.run_path(sys.argv[0], run_name="__main__")
except SystemExit:
    pass
print(*sorted(sys.modules), file=sys.stderr)
"""


def imported_by(words: str, data: Path) -> set[str]:
    """The modules that a command has imported by its end."""
    program = f"import sys; sys.argv = {['main.py', *words.split()]!r}\n{IMPORTED}"
    environment = os.environ | {"PLYGLASS_DATA": str(data)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
        encoding="utf-8",
    )
    assert done.stdout, done.stderr
    return set(done.stderr.split())


@pytest.mark.long
@pytest.mark.parametrize(
    "words", ["games", "--help", "eval chess location", "eval morris weighted", "perft chess 3 --divide"]
)
def test_what_answers_at_once_imports_little(words, tmp_path):
    imported = imported_by(words, tmp_path)
    assert "main" not in imported and "cli.arguments" in imported
    packages = {module.partition(".")[0] for module in imported}
    assert not packages & {"numba", "llvmlite", "scipy", "pygame"}
    of_arena = {module for module in imported if module.startswith("arena.")}
    assert all(module.startswith("arena.calibration") for module in of_arena), "and these read files alone"
    assert ("chess" in packages) == ("chess" in words)
    assert not imported & {"engines.search", "study.state.study", "study.export.position_report"}


@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_a_long_count_is_compiled(tmp_path):
    assert "numba" in imported_by("perft isolation 4", tmp_path)


def test_a_command_imports_no_other_commands_module(tmp_path):
    """The parser asks only the module of the given command for its arguments."""
    commands = {"cli.perft", "cli.evaluate", "cli.scan", "cli.suite", "cli.arena.card"}
    assert imported_by("perft isolation 1", tmp_path) & commands == {"cli.perft"}
    assert not imported_by("--help", tmp_path) & commands
