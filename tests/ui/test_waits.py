"""Whoever plays a game first waits for the compiler once, and at a second start never."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.compiling.compiler import jit_disabled
from games.registry import game_names

ROOT = Path(__file__).resolve().parents[2]
PLAYED = [f"move {number}" for number in range(1, 11)]
PAGES = ["Review", "Tree", "Lesson", "Why not", "Compare", "Analyse", "Match"]


def measured(game: str, cache: Path, *options: str) -> dict[str, Any]:
    script = ROOT / "tests" / "ui" / "measures" / "measure_waits.py"
    places = (ROOT, ROOT / "tests", ROOT / "tests" / "ui")
    done = subprocess.run(
        [sys.executable, str(script), game, "--folder", str(cache), "--hurried", "--json", *options],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, places))},
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def waiting(found: dict[str, Any]) -> dict[str, Any]:
    """What each step waited for."""
    return {
        step["name"]: step["parts"] or step["functions"]
        for step in found["steps"]
        if step["parts"] or step["functions"]
    }


@pytest.mark.slow
@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
@pytest.mark.parametrize("game", game_names())
def test_only_the_first_move_waits_for_the_compiler(game: str, tmp_path: Path) -> None:
    """Then all is compiled behind the game, and a second start has it."""
    first = measured(game, tmp_path, "--after", "0")
    names = [step["name"] for step in first["steps"]]
    assert [name for name in names if name in PAGES] == PAGES
    assert set(waiting(first)) <= {*PLAYED, "playing"}, waiting(first)
    second = measured(game, tmp_path)
    assert waiting(second) == {} and second["kernels"] == first["kernels"]


@pytest.mark.slow
@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_nothing_waits_after_the_home_screen_has_compiled(tmp_path: Path) -> None:
    first = measured("morris", tmp_path, "--home", "0")
    assert set(waiting(first)) <= {"home"}, waiting(first)
    for game in game_names():
        again = measured(game, tmp_path)
        assert waiting(again) == {} and again["kernels"] == first["kernels"], game
