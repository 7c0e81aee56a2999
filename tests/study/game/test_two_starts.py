"""Two programs that are started at the same time, for the first time: both find no folders, kernels or
results, and both make them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.results import Results
from games.compiling.kept_kernels import SUFFIX
from study.saved_games.saved_games import Saves
from study.tournaments.arena_session import results_file

ROOT = Path(__file__).parents[3]
STARTED = """
import sys
from pathlib import Path
from arena.results import Results
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.record import Record
from games.registry import load_game
from games.compiling.kept_kernels import keep
from study.tournaments.arena_session import results_file
from study.saved_games.saved_games import Saves
import numba

def kernel(x):
    total = 0
    for i in range(x):
        total += i
    return total

keep_kernels_in(default_folder())
fast = numba.njit(kernel)
keep(fast)
saves = Saves()
print("ready", flush=True)
sys.stdin.readline()
assert fast(10) == 45
for number in range(20):
    record = Record.start(load_game("isolation"))
    file = saves.begin(record, "human", "human")
    record.play(record.position.moves[0])
    file.append(record.entry(record.end))
    file.close()
    saves.choices.made.game = "morris"
    saves.choices.keep()
    with Results(results_file(saves.data)):
        pass
print("done", flush=True)
"""


@pytest.mark.long
def test_both_work_and_nothing_is_lost(tmp_path: Path) -> None:
    places = {"PLYGLASS_DATA": str(tmp_path / "data"), "PLYGLASS_CACHE": str(tmp_path / "cache")}
    two = [
        subprocess.Popen(
            [sys.executable, "-c", STARTED],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), **places},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        for _ in range(2)
    ]
    for process in two:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    for process in two:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in two:
        out, err = process.communicate(timeout=120)
        assert (process.returncode, out, err) == (0, "done\n", "")
    saves = Saves(tmp_path / "data")
    games = saves.list()
    assert len(games) == 40 and not any(saved.problem for saved in games)
    assert saves.choices.made.game == "morris"
    with Results(results_file(saves.data)) as results:
        assert results.tournaments() == []
    kept = list((tmp_path / "cache" / "kernels").iterdir())
    assert len(kept) == 1 and kept[0].suffix == SUFFIX
