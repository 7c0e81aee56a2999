"""The search kernels: plain minimax, and alpha-beta with a transposition table, extras and cuts that guess.
In place of alpha-beta a game's search can be `engines.search.selective`.

`engines.search.alphabeta` says how they work, `engines.search.options` what can be switched.
"""

from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import Any

from engines.search.alphabeta import make_alphabeta
from engines.search.build import Build
from engines.search.minimax import make_minimax
from engines.search.node import make_nodes
from engines.search.options import cuts_that_serve, is_selective
from engines.search.selective import make_selective
from games.compiling.function_pointers import call_at
from games.contract import Game


@dataclass(frozen=True)
class Search:
    """The kernels of one game.

    `minimax(workspace, states, table, weights, 0, depth) -> value` and `alphabeta(workspace, states, table,
    weights, 0, depth, -inf, inf) -> value` search the root of `engines.workspace.set_root`, at ply 0, and
    fill the workspace's root_* and pv fields.
    """

    minimax: Callable[..., float]
    alphabeta: Callable[..., float]


def evaluate_at(ws: Any, state: Any, weights: Any) -> float:
    """The value for `ws.side` by the evaluation kernel whose address the workspace holds."""
    return call_at(ws.evaluator, (state, ws.side, weights))


def contribute_at(ws: Any, state: Any, weights: Any, out: Any) -> float:
    """The value for `ws.side` by the kernel whose address the workspace holds; fills `out` with its parts."""
    return call_at(ws.contributor, (state, ws.side, weights, out))


def make_search(
    game: Game,
    cuts: Set[str] = frozenset(),
    evaluate: Callable[..., float] = evaluate_at,
    contribute: Callable[..., float] = contribute_at,
) -> Search:
    """Closes the two searches over a game's rules, in plain Python.

    They call the evaluation by its address, so they are compiled once for all heuristics of a game.
    Uncompiled searches need an `evaluate` and a `contribute` that take the same arguments.

    The `cuts` (names of `engines.search.options.CUTS`) are compiled in. The workspace switches on all else:
    the flags of `engines.search.options.EXTRAS`; the `tree` that it records; and `part_count`, with which it
    explains its values: a part for each number of `Heuristic.contributor`, and one for finished games.
    """
    build = Build(game, evaluate, contribute, cuts_that_serve(game, cuts))
    nodes = make_nodes(build)
    make = make_selective if is_selective(cuts) else make_alphabeta
    return Search(make_minimax(build, nodes), make(build, nodes))
