"""Measures what all kernels of a game cost to compile that the window asks for: seconds of the processor
(user and system, children included) of one command after another, with one folder of kernels that is empty at
first. Each command runs twice, and the second run, which compiles nothing, is subtracted.

    PYTHONPATH=. python tests/engines/measure_all_kernels.py chess
    PYTHONPATH=. python tests/engines/measure_all_kernels.py chess --root /tmp/before
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from engines.selective_memory import GAMES
from games.installation import ROOT
from games.registry import game_names
from heuristics.registry import default_heuristic

REVIEW = "quiescence=1,extensions=1,prune_chance=1,aspiration=1"


def commands_of(game: str) -> list[tuple[str, list[str]]]:
    """What the window can ask of a game, each with a command that compiles the same."""
    usual = default_heuristic(game).name
    strong, plain = f"strong:{usual}", f"alphabeta:{usual}"
    matched = f"{strong},nodes=500", f"{plain},nodes=500"
    commands = [
        ("strong", ["analyse", game, f"{strong},nodes=2000"]),
        ("Tree: strong", ["tree", game, f"{strong},nodes=2000"]),
        ("Review", ["analyse", game, f"{plain},{REVIEW},nodes=2000"]),
        ("alphabeta", ["analyse", game, f"{plain},nodes=2000"]),
        ("Lesson, Tree: alphabeta", ["tree", game, f"{plain},depth=2"]),
        ("Lesson, Tree: minimax", ["tree", game, f"minimax:{usual},depth=2"]),
        ("minimax", ["analyse", game, f"minimax:{usual},depth=1"]),
        ("match", ["match", game, *matched, "--games", "2", "--workers", "1"]),
    ]
    if game in GAMES:
        selective = f"selective:{usual},nodes=500"
        commands += [
            ("selective", ["analyse", game, selective]),
            ("Tree: selective", ["tree", game, selective]),
            (
                "match with selective",
                ["match", game, selective, matched[0], "--games", "2", "--workers", "1"],
            ),
        ]
    return commands


def seconds_of(root: Path, folder: str, words: list[str]) -> float:
    """The seconds of the processor that a command takes."""
    variables = {**os.environ, "PLYGLASS_CACHE": folder, "PLYGLASS_DATA": folder}
    before = os.times()
    subprocess.run(
        [sys.executable, "main.py", *words], cwd=root, env=variables, check=True, stdout=subprocess.DEVNULL
    )
    now = os.times()
    return now.children_user + now.children_system - before.children_user - before.children_system


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--root", type=Path, default=ROOT)
    asked = parser.parse_args()
    total = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for name, words in commands_of(asked.game):
            first, second = (seconds_of(asked.root, folder, words) for _ in range(2))
            total += first - second
            kept = len(list(Path(folder).glob("kernels/*.kernel")))
            print(f"{first - second:7.1f}  {kept:3}  {name}", flush=True)
    print(f"{total:7.1f}       all; seconds, and the kernels kept so far")
