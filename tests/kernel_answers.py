"""The answers of every game's kernels, for a test that asks in two processes: one compiles them, the other
loads them."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from engines.contract import Limits
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from games.compiling.compiler import compiled
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.perft import perft
from games.position import Position
from games.registry import game_names, load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from samples import random_walk, searched_heuristic

legal_moves = load_game("isolation").legal_moves

KINDS = ("minimax:{},depth=2", "alphabeta:{},depth=3", "strong:{},nodes=3000")


def middle_game(name: str) -> Position:
    return list(random_walk(load_game(name), seed=3, plies=10))[-2]


def moves(state, side):
    """Calls a game's rules by address, and needs Numba's runtime."""
    return legal_moves(state, np.empty(64, np.int32)) if state.to_move == side else 0


def searched_by_moves() -> list[Any]:
    made = Heuristic("moves", "isolation", "Counts moves.", "this test")
    made.single("moves", weight=1.0)(moves)
    thought = Searcher(Lens.of(made), Limits(depth=3)).think(middle_game("isolation"))
    return ["isolation", "moves", thought.remark, thought.nodes, thought.value, list(thought.pv)]


def summed(n: int) -> int:
    """Needs Numba's runtime, and raises a message that is only known when it runs."""
    if n < 0:
        raise ValueError("expected none below 0", n)
    return sum([i * i for i in range(n)])


def answers() -> Iterator[list[Any]]:
    """By game: perft, and for each kind of search the nodes, and the value and the root's values bit for bit.
    At the end, what a kernel of another kind answers and raises."""
    for name in game_names():
        position = middle_game(name)
        yield [name, perft(position.game, position.state, 2)]
        for kind in KINDS:
            engine = make_engine(parse_player(kind.format(searched_heuristic(name)), name), name)
            engine.prepare(name)
            thought = engine.think(position)
            rows = [[row.move, row.value.hex(), row.bound] for row in thought.root_moves]
            yield [name, kind, thought.remark, thought.nodes, thought.value.hex(), list(thought.pv), rows]
    yield searched_by_moves()
    kernel = compiled(summed, allocates=True)
    try:
        kernel(-3)
    except ValueError as error:
        yield ["summed", kernel(10), list(error.args)]


def print_without_compiling() -> None:
    """Prints the answers as JSON; ends the process if any of them needs compiling."""
    from numba.core.dispatcher import _FunctionCompiler

    def refuse(*arguments: object) -> None:
        raise SystemExit("this process was to compile nothing")

    _FunctionCompiler.compile = refuse
    keep_kernels_in(default_folder())
    print(json.dumps(list(answers())))
