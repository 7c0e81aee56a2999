"""How much sooner two threads reach a depth than one, with how many more nodes, and with how many more of
them a second. Forty positions, reached by random moves, are each searched with four seeds to the depth that
one thread reaches in 0.1 seconds, which takes half a minute:

PYTHONPATH=. python tests/engines/measure_threads.py morris chess:selective:classical
"""

import sys

import numpy as np

from cli.arena.bench import middle_games, race
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.registry import load_game
from heuristics.registry import default_heuristic

POSITIONS, SEEDS, MILLISECONDS = 40, 4, 100


def measure(name: str, player: str) -> None:
    game = load_game(name)
    positions = middle_games(game, game.options(), POSITIONS)
    race(player, positions[0], 1, 2, 1)  # compiles
    sooner, more = [], []
    for position in positions:
        alone, together = race(player, position, MILLISECONDS, 2, SEEDS)
        sooner.append(sum(found.seconds for found in alone) / sum(found.seconds for found in together))
        more.append(sum(found.nodes for found in together) / sum(found.nodes for found in alone))
    quarters = np.quantile(sooner, (0.25, 0.5, 0.75))
    nodes = np.exp(np.log(more).mean())
    rate = np.median(np.multiply(sooner, more))
    print(
        f"{name} {player}: quartiles {quarters.round(2)} times as soon, {nodes:.2f} times the nodes,"
        f" {rate:.2f} times as many a second",
        flush=True,
    )


if __name__ == "__main__":
    keep_kernels_in(default_folder())
    for text in sys.argv[1:]:
        name, _, player = text.partition(":")
        measure(name, player or f"strong:{default_heuristic(name).name}")
