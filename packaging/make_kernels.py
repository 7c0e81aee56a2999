"""Compiles the functions (kernels) of all games with the Python of a classroom folder, for an old processor:
newer ones run them, too.

PYTHON packaging/make_kernels.py FOLDER [GAME …]

FOLDER gets the files and their list. With them, the usual players with shipped heuristics need no compiling.
"""

import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from plyglass.module_path import put_first

put_first()

from games.compiling.ready_kernels import ReadyKernels, checksum  # noqa: E402

PROCESSORS = {
    "x86_64": ReadyKernels("x86-64-v2", "+sse3,+ssse3,+sse4.1,+sse4.2,+popcnt,+cx16,+sahf", {}),
    "arm64": ReadyKernels("generic", "+neon", {}),
}
KINDS = ("strong", "alphabeta")
"""Kinds of players whose searches are compiled with every heuristic."""

MACHINES = {"AMD64": "x86_64", "aarch64": "arm64"}
"""Other names of machines in some systems."""


def kernels_of(game: str) -> Iterator[str]:
    """Compiles the kernels of a game's shipped heuristics, one after the other. Yields what was compiled."""
    from arena.compiled_games import CompiledGames
    from engines.contract import Limits
    from engines.player_text import make_engine, parse_player
    from engines.search_engine import Searcher
    from games.perft import perft
    from games.position import Position
    from games.registry import load_game
    from heuristics.registry import default_heuristic, heuristics_of
    from study.review.reviewer import usual_player

    rules = load_game(game)
    position = Position.start(rules)
    perft(rules, position.state, 1)
    yield "perft"
    CompiledGames(rules).prepare()
    yield "whole games"
    usual = default_heuristic(game)
    for heuristic in sorted(heuristics_of(game), key=lambda one: one is not usual):
        kinds = KINDS if heuristic is not usual else (*KINDS, "minimax", "greedy")
        players = [parse_player(f"{kind}:{heuristic.name}", game) for kind in kinds]
        for spec in (*players, usual_player(heuristic.name)):
            engine: Any = make_engine(spec, game, table_megabytes=1, explains=True)
            assert isinstance(engine, Searcher)
            engine = replace(engine, limits=Limits(depth=1))
            engine.prepare(game)
            engine.think(position)
        yield heuristic.name


def make(folder: Path, games: list[str]) -> None:
    """Compiles for these games into a new folder."""
    machine = platform.machine()
    ready = PROCESSORS[MACHINES.get(machine, machine)]
    os.environ.update(ready.environment)  # before Numba is imported

    from games.compiling.kept_kernels import SUFFIX, keep_kernels_in
    from games.registry import game_names

    with tempfile.TemporaryDirectory() as name:
        cache = Path(name) / "kernels"
        keep_kernels_in(cache)
        for game in games or game_names():
            began = time.process_time()
            for what in kernels_of(game):
                print(f"{game}: {what}, {time.process_time() - began:.0f} s of the processor", flush=True)
        folder.mkdir()
        files = {}
        for path in sorted(cache.glob(f"*{SUFFIX}")):
            content = path.read_bytes()
            (folder / path.name).write_bytes(content)
            files[path.name] = checksum(content)
    replace(ready, files=files).write(folder)
    size = sum(path.stat().st_size for path in folder.iterdir())
    print(f"{len(files)} kernels for {ready.processor}, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    make(Path(sys.argv[1]), sys.argv[2:])
