"""`main.py perft`: counts the move sequences of a given length, the standard check of rules."""

import argparse
import sys
import time
from typing import Any

from cli.batch import Row, answered, field_of, is_batch, read_batch
from cli.command_io import settings_of, show
from cli.parser import FILE, natural_number
from cli.plain_tables import show_batch, show_perft
from cli.position import position_of
from games.contract import BadText, Game, State
from games.perft import perft as count_sequences
from study.settings.settings import Settings

MAX_PERFT_DEPTH = 60

MOST_EXPANDED = 800
"""A count runs uncompiled if there are at most this many shorter sequences of each length, because importing
Numba takes 0.4 s. In that time chess's plain functions, the slowest ones, expand this many positions."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?")
    parser.add_argument("depth", metavar="DEPTH", nargs="?", type=natural_number)
    parser.add_argument("--divide", action="store_true", help="list the number for each first move")
    parser.add_argument(
        "--batch",
        **FILE,
        help="in place of GAME and DEPTH: a JSON list of rows to count, each with game, depth and, if "
        "wanted, position",
    )


def run(arguments: argparse.Namespace) -> None:
    settings = settings_of(arguments)

    def nodes(row: Row) -> int:
        game, depth = field_of(row, "game", str), field_of(row, "depth", int)
        position = field_of(row, "position", str, required=False)
        return int(perft(game, depth, position, False, settings)["nodes"])

    if is_batch(arguments, ("game", "depth"), ("position", "divide")):
        show(arguments, answered(read_batch(arguments.batch), "nodes", nodes), show_batch)
        return
    answer = perft(arguments.game, arguments.depth, arguments.position, arguments.divide, settings)
    show(arguments, answer, show_perft)


def perft(game: str, depth: int, text: str | None, divide: bool, settings: Settings) -> dict[str, Any]:
    """The answer as JSON: `nodes` and `seconds` (compiling included), and with `divide` also `moves`."""
    if not 0 <= depth <= MAX_PERFT_DEPTH:
        raise BadText(f"depth: expected a whole number from 0 to {MAX_PERFT_DEPTH}, found {depth}")
    position = position_of(game, text, settings)
    started = time.perf_counter()
    answer: dict[str, Any] = {"game": game, "position": position.text, "depth": depth}
    if divide and depth > 0:
        moves: dict[str, int] = {}
        for move in position.moves:
            outcomes = range(len(position.chances(move)))
            after = (position.play(move, chance).state for chance in outcomes)
            moves[position.move_text(move)] = sum(_count(position.game, state, depth - 1) for state in after)
        answer |= {"nodes": sum(moves.values()), "moves": moves}
    else:
        answer["nodes"] = _count(position.game, position.state, depth)
    return answer | {"seconds": time.perf_counter() - started}


def _count(game: Game, state: State, depth: int) -> int:
    """The number of sequences, uncompiled if that is faster than importing Numba."""
    return count_sequences(game, state, depth, uncompiled=_is_short(game, state, depth))


def _is_short(game: Game, state: State, depth: int) -> bool:
    """Whether a count expands few positions, and Numba has not been imported yet."""
    if "numba" in sys.modules:
        return False
    shorter = range(1, depth)
    return all(count_sequences(game, state, d, uncompiled=True) <= MOST_EXPANDED for d in shorter)
