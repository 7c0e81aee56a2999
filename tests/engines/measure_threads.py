"""How much sooner two threads reach a depth than one, with how many more nodes, and with how many more of
them a second. Forty positions, reached by random moves, are each searched with four seeds to the depth that
one thread reaches in 0.1 seconds, which takes half a minute. Where other programs take part of the two
processors, the position is searched again, and left out after ATTEMPTS (read from /proc/stat, so on Linux):

PYTHONPATH=. python tests/engines/measure_threads.py morris chess:selective:classical
"""

import sys
import time
from pathlib import Path

import numpy as np

from cli.arena.bench import middle_games, race
from engines.contract import Thought
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.position import Position
from games.registry import load_game
from heuristics.registry import default_heuristic

POSITIONS, SEEDS, MILLISECONDS, ATTEMPTS = 40, 4, 100, 3

MOST_OF_OTHERS = 0.04
"""The largest share of a processor that other programs may take meanwhile."""


def seconds_of_others() -> float:
    """The processor time that all other processes have used so far."""
    user, nice, system, _, _, interrupts, more, steal = map(
        int, Path("/proc/stat").read_text(encoding="utf-8").split()[1:9]
    )
    return (user + nice + system + interrupts + more + steal) / 100 - time.process_time()


def undisturbed_race(player: str, position: Position) -> tuple[list[Thought], list[Thought]] | None:
    """The searches by one thread and by two; None if other programs disturb each of ATTEMPTS."""
    for _ in range(ATTEMPTS):
        before, began = seconds_of_others(), time.perf_counter()
        found = race(player, position, MILLISECONDS, 2, SEEDS)
        if seconds_of_others() - before < MOST_OF_OTHERS * (time.perf_counter() - began):
            return found
    return None


def measure(name: str, player: str) -> None:
    game = load_game(name)
    positions = middle_games(game, game.options(), POSITIONS)
    race(player, positions[0], 1, 2, 1)  # compiles
    sooner, more = [], []
    for position in positions:
        raced = undisturbed_race(player, position)
        if raced is None:
            continue
        alone, together = raced
        sooner.append(sum(found.seconds for found in alone) / sum(found.seconds for found in together))
        more.append(sum(found.nodes for found in together) / sum(found.nodes for found in alone))
    quarters = np.quantile(sooner, (0.25, 0.5, 0.75))
    nodes = np.exp(np.log(more).mean())
    rate = np.median(np.multiply(sooner, more))
    print(
        f"{name} {player}, {len(sooner)} positions: quartiles {quarters.round(2)} times as soon,"
        f" {nodes:.2f} times the nodes, {rate:.2f} times as many a second",
        flush=True,
    )


if __name__ == "__main__":
    keep_kernels_in(default_folder())
    for text in sys.argv[1:]:
        name, _, player = text.partition(":")
        measure(name, player or f"strong:{default_heuristic(name).name}")
