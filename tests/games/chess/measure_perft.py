"""Counts move sequences of chess side by side with Stockfish: leaves a second of the processor.

    PYTHONPATH=. python tests/games/chess/measure_perft.py --stockfish /usr/games/stockfish --rounds 7

In each round both count the same positions in turn. What Stockfish takes to start is measured and subtracted.
Both count the last ply without making its moves. Prints both speeds and the ratio of each round, and the
median ratio.
"""

import argparse
import resource
import statistics
import subprocess
import time

from games.contract import Game, State
from games.perft import perft
from games.registry import load_game

POSITIONS = (
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
)
"""The start and two positions of chessprogramming.org/Perft_Results, each with a number of plies."""


def leaves_here(game: Game, states: list[tuple[State, int]]) -> tuple[int, float]:
    """The number of leaves, and the seconds of the processor."""
    began = time.process_time()
    return sum(perft(game, state, depth) for state, depth in states), time.process_time() - began


def leaves_of_stockfish(path: str, lines: list[str]) -> tuple[int, float]:
    """The number of leaves and the processor seconds of Stockfish, which reads these lines."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = "\n".join([*lines, "quit", ""])
    printed = subprocess.run(
        [path], input=text, capture_output=True, text=True, check=True, encoding="utf-8"
    ).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    leaves = sum(int(line.split()[-1]) for line in printed.splitlines() if line.startswith("Nodes searched"))
    return leaves, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--stockfish", default="stockfish")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    game = load_game("chess")
    states = [(game.parse(text, game.options()), depth) for text, depth in POSITIONS]
    lines = [line for text, depth in POSITIONS for line in (f"position fen {text}", f"go perft {depth}")]
    perft(game, states[0][0], 1)  # compiles
    ratios = []
    for number in range(arguments.rounds):
        leaves, seconds = leaves_here(game, states)
        theirs, their_seconds = leaves_of_stockfish(arguments.stockfish, lines)
        their_seconds -= leaves_of_stockfish(arguments.stockfish, ["isready"])[1]
        if leaves != theirs:
            raise SystemExit(f"{leaves} leaves here, {theirs} by Stockfish")
        here, there = leaves / seconds / 1e6, leaves / their_seconds / 1e6
        ratios.append(here / there)
        print(f"round {number + 1}: {here:.0f} M/s here, {there:.0f} M/s Stockfish, ratio {ratios[-1]:.3f}")
    print(f"median ratio: {statistics.median(ratios):.3f}")


if __name__ == "__main__":
    main()
