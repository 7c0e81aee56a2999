"""Whether searches are as fast as those of another commit, move for move: nodes a CPU second of both, in
rounds of one process each that take turns.

    git worktree add /tmp/before COMMIT
    PYTHONPATH=. python tests/engines/measure_checkouts.py /tmp/before --rounds 10

Each process searches the same positions to as many nodes, and counts its best run of each. Kernels are kept
in a folder for each checkout, and compiled before the first round. Prints the ratio of each round and their
geometric mean by game; where value or nodes differ, it says so.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path

PLAYERS = {
    "isolation": "territory",
    "morris": "weighted",
    "chess": "classical",
    "jungle": "minimax",
    "tabletactics": "concentration",
}
KINDS = ("alphabeta", "strong")
NODES, RUNS = 100_000, 3


def one_process(games: list[str]) -> None:
    """Prints by game and kind the nodes a CPU second, and what was found."""
    from cli.bench import middle_games
    from engines.players import make_engine, parse_player
    from games.kept_kernels import default_folder, keep_kernels_in
    from games.registry import load_game

    keep_kernels_in(default_folder())
    for name in games:
        game = load_game(name)
        for kind in KINDS:
            nodes, seconds, found = 0, 0.0, []
            for position in middle_games(game, game.options(), 4):
                best = math.inf
                for _ in range(RUNS):
                    text = f"{kind}:{PLAYERS[name]},nodes={NODES},seed=1"
                    engine = make_engine(parse_player(text, name), name, table_megabytes=4)
                    engine.prepare(name)
                    began = time.process_time()
                    thought = engine.think(position)
                    best = min(best, time.process_time() - began)
                nodes, seconds = nodes + thought.nodes, seconds + best
                found.append([thought.move, thought.value.hex(), thought.nodes])
            print(json.dumps([name, kind, nodes / seconds, found]), flush=True)


def run(checkout: Path, cache: Path, games: list[str]) -> dict[str, tuple[float, str]]:
    environment = os.environ | {"PYTHONPATH": str(checkout), "PLYGLASS_CACHE": str(cache)}
    command = [sys.executable, __file__, "--one-process", *games]
    done = subprocess.run(command, cwd=checkout, env=environment, check=True, capture_output=True, text=True)
    rows = map(json.loads, done.stdout.splitlines())
    return {f"{game} {kind}": (rate, json.dumps(found)) for game, kind, rate, found in rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("other", type=Path, nargs="?", help="a checkout of the other commit")
    parser.add_argument("games", nargs="*", help="all of them")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--cache", type=Path, default=Path("/tmp/measured kernels"))
    parser.add_argument("--one-process", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one_process:
        one_process([str(arguments.other), *arguments.games])
        return
    here = Path(__file__).parents[2]
    games = arguments.games or list(PLAYERS)
    ratios: dict[str, list[float]] = {}
    for number in range(arguments.rounds + 1):
        sides = [(here, "here"), (arguments.other.resolve(), "other")]
        answers = {
            name: run(checkout, arguments.cache / name, games)
            for checkout, name in (sides if number % 2 else sides[::-1])
        }
        if number == 0:  # which compiled
            continue
        for key, (rate, found) in answers["here"].items():
            if answers["other"][key][1] != found:
                print(f"{key}: found something else")
            ratios.setdefault(key, []).append(rate / answers["other"][key][0])
        print(number, *(f"{key} {each[-1]:.3f}" for key, each in ratios.items()), sep="  ", flush=True)
    for key, each in ratios.items():
        print(f"{key}: {geometric_mean(each):.3f}  ({' '.join(f'{ratio:.2f}' for ratio in each)})")
    for game in games:
        both = [ratio for key, each in ratios.items() if key.startswith(game) for ratio in each]
        print(f"{game}: {geometric_mean(both):.3f}")
    print(f"all: {geometric_mean([ratio for each in ratios.values() for ratio in each]):.3f}")


def geometric_mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


if __name__ == "__main__":
    main()
