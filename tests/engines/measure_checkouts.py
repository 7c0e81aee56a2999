"""Whether searches are as fast as those of another commit, move for move: nodes a second of the processor.

    git worktree add /tmp/before COMMIT
    PYTHONPATH=. python tests/engines/measure_checkouts.py /tmp/before --rounds 10

In each round two new processes, one of each checkout, search the same positions to as many nodes in turn,
RUNS times, and the best run of each position counts, so that both have the same share of a busy machine.
Kernels are kept in a folder for each checkout. Prints the ratios of each round and their geometric means;
where move, value or nodes differ, it says so. `--only strong:chess:classical strong:morris:mobile` measures
these players alone.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

PLAYERS = {
    "isolation": "territory",
    "morris": "weighted",
    "chess": "classical",
    "jungle": "minimax",
    "tabletactics": "concentration",
}
ALL = [
    f"{kind}:{game}:{heuristic}" for game, heuristic in PLAYERS.items() for kind in ("alphabeta", "strong")
]
POSITIONS, NODES, RUNS = 2, 60_000, 8


def search_on_demand(players: list[str]) -> None:
    """Reads the number of a search from each line, and prints how long it took and what it found."""
    from games.registry import load_game

    try:
        from cli.arena.bench import middle_games
    except ImportError:  # in an older checkout
        from cli.bench import middle_games
    try:
        from engines.player_text import make_engine, parse_player
        from engines.search_engine import Searcher
        from games.compiling.kept_kernels import default_folder, keep_kernels_in
    except ImportError:  # another checkout may be older than these names
        from engines.players import make_engine, parse_player
        from engines.searchers import Searcher
        from games.kept_kernels import default_folder, keep_kernels_in

    keep_kernels_in(default_folder())
    searches = []
    for each in players:
        kind, name, heuristic = each.split(":")
        game = load_game(name)
        player = parse_player(f"{kind}:{heuristic},nodes={NODES},seed=1", name)
        engine = make_engine(player, name, table_megabytes=4)
        assert isinstance(engine, Searcher)
        engine.prepare(name)
        positions = middle_games(game, game.options(), POSITIONS)
        searches += [(f"{name} {kind}", engine, position) for position in positions]
    print(json.dumps([name for name, _, _ in searches]), flush=True)
    for line in sys.stdin:
        _, engine, position = searches[int(line)]
        fresh = getattr(engine, "with_empty_memory", None) or engine.anew  # older checkouts call it so
        engine = fresh()
        engine.prepare(position.game.name)
        began = time.process_time()
        thought = engine.think(position)
        seconds = time.process_time() - began
        print(json.dumps([seconds, thought.nodes, thought.value.hex(), thought.move]), flush=True)


class Checkout:
    """A process that searches by the code of a checkout."""

    def __init__(self, folder: Path, cache: Path, players: list[str]) -> None:
        environment = os.environ | {"PYTHONPATH": str(folder), "PLYGLASS_CACHE": str(cache)}
        command = [sys.executable, __file__, "--on-demand", "--only", *players]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._process = subprocess.Popen(command, cwd=folder, env=environment, **pipes)
        self.searches: list[str] = self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def search(self, number: int) -> tuple[float, list[Any]]:
        """The processor seconds of a search, and what it found."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{number}\n")
        self._process.stdin.flush()
        seconds, *found = self._answer()
        return seconds, found

    def close(self) -> None:
        self._process.communicate()


def one_round(here: Checkout, other: Checkout) -> dict[str, float]:
    """How many times as fast the searches are here, by game and kind."""
    seconds: dict[str, list[float]] = {name: [0.0, 0.0] for name in here.searches}
    for number, name in enumerate(here.searches):
        best = [math.inf, math.inf]
        for run in range(RUNS):
            found = [[], []]  # type: list[list[Any]]
            for which in (0, 1) if run % 2 else (1, 0):
                took, found[which] = (here, other)[which].search(number)
                best[which] = min(best[which], took)
            if found[0] != found[1]:
                print(f"{name}: {found[0]} here, {found[1]} there")
        seconds[name] = [total + took for total, took in zip(seconds[name], best, strict=True)]
    return {name: there / here_ for name, (here_, there) in seconds.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("other", type=Path, nargs="?", help="a checkout of the other commit")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--cache", type=Path, default=Path("measured kernels"))
    parser.add_argument("--only", nargs="+", default=ALL, metavar="KIND:GAME:HEURISTIC")
    parser.add_argument("--on-demand", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.on_demand:
        search_on_demand(arguments.only)
        return
    folders = {"here": Path(__file__).parents[2], "other": arguments.other.resolve()}
    ratios: dict[str, list[float]] = {}
    for number in range(arguments.rounds):
        both = [
            Checkout(folder, arguments.cache.resolve() / name, arguments.only)
            for name, folder in folders.items()
        ]
        for name, ratio in one_round(*both).items():
            ratios.setdefault(name, []).append(ratio)
        for checkout in both:
            checkout.close()
        told = (f"{name} {each[-1]:.3f}" for name, each in ratios.items())
        print(f"round {number + 1}:", ", ".join(told), flush=True)
    for game in dict.fromkeys(each.split(":")[1] for each in arguments.only):
        of_game = [ratio for name, each in ratios.items() if name.split()[0] == game for ratio in each]
        print(f"{game}: {geometric_mean(of_game):.3f}")
    print(f"all: {geometric_mean([ratio for each in ratios.values() for ratio in each]):.3f}")


def geometric_mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


if __name__ == "__main__":
    main()
