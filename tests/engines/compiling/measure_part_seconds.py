"""Measures how long the parts of each game's searches take to compile, in seconds of the processor, each in a
process of its own with no kernel kept, and writes `assets/compile_seconds.json`: what a window expects of a
computer on which it has not compiled yet.

    PYTHONPATH=. python tests/engines/compiling/measure_part_seconds.py
"""

import json
import platform
import subprocess
import sys
import tempfile

from arena.compiled_games import parts_of_games
from engines.compiling.compile_times import SHIPPED
from engines.compiling.kernel_parts import KernelPart
from engines.player_text import default_opponent, make_engine, parse_player
from engines.search_engine import Searcher, parts_of_engine
from games.registry import game_names, load_game
from heuristics.registry import default_heuristic

RUN = """
import sys, time
from pathlib import Path
import arena.compiled_games
from engines.compiling.kernel_parts import KernelPart
from games.compiling.kept_kernels import keep_kernels_in
import numba
keep_kernels_in(Path(sys.argv[1]))
began = time.process_time()
KernelPart.from_line(sys.argv[2]).compile()
print(time.process_time() - began)
"""


def parts_of_game(game: str) -> list[KernelPart]:
    """The parts of the usual opponent, of each kind of search by the usual heuristic, and of whole games."""
    kinds = ("strong", "alphabeta", "minimax", *(("selective",) if game == "chess" else ()))
    usual = default_heuristic(game).name
    specs = [default_opponent(game), *(parse_player(f"{kind}:{usual}", game) for kind in kinds)]
    engines = [make_engine(spec, game, explains=True) for spec in specs]
    parts = [part for engine in engines if isinstance(engine, Searcher) for part in parts_of_engine(engine)]
    return list(dict.fromkeys([*parts, *parts_of_games(load_game(game))]))


def seconds_of(part: KernelPart) -> float:
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-c", RUN, folder, part.to_line()]
        return float(
            subprocess.run(words, capture_output=True, text=True, check=True, encoding="utf-8").stdout
        )


if __name__ == "__main__":
    found = {}
    for game in game_names():
        for part in parts_of_game(game):
            found[part.measured_as] = round(seconds_of(part), 2)
            print(part.measured_as, found[part.measured_as], flush=True)
    measured = f"{platform.machine()}, {platform.python_implementation()} {platform.python_version()}"
    text = json.dumps({"measured": f"seconds of the processor, {measured}", "seconds": found}, indent=1)
    SHIPPED.write_text(text + "\n", encoding="utf-8", newline="\n")
