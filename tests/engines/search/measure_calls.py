"""How often a search calls each function of a game's rules, and the evaluation, for a hundred nodes:

PYTHONPATH=. python tests/engines/search/measure_calls.py strong:chess:classical strong:morris:mobile

Four middle games each, 2 000 nodes, without the compiler. The counts are the same on every machine. Calls
that the rules and the evaluation make among themselves are not counted.
"""

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from engines.compiling import kernels
from engines.player_text import make_engine, parse_player
from engines.search import make_search
from engines.search_engine import Searcher
from engines.search_hints import hints_of
from games.contract import ONGOING, Game
from games.position import Position
from games.registry import load_game

RULES = ("legal_moves", "apply", "outcome", "in_check", "pass_turn", "chance_count")
HINTS = ("noisy_moves", "order_hint", "noisy", "loses", "gives_check")
NODES = 2_000
PLIES = (12, 16, 20, 24)
"""After how many plies of a fixed game each searched position arises."""


def counting(function: Callable[..., Any], name: str, calls: Counter[str]) -> Callable[..., Any]:
    def counted(*arguments: Any) -> Any:
        calls[name] += 1
        return function(*arguments)

    return counted


def counted(record: Any, names: Sequence[str], calls: Counter[str]) -> Any:
    """The rules or the hints of a game with the calls of these kernels counted."""
    kernels = {name: getattr(record, name) for name in names if getattr(record, name) is not None}
    return replace(record, **{name: counting(kernel, name, calls) for name, kernel in kernels.items()})


def middle_games(game: Game, plies: Sequence[int]) -> list[Position]:
    """The positions to search, from a game in which each move is chosen by its number alone."""
    position, found = Position.start(game), []
    for ply in range(max(plies) + 1):
        if ply in plies:
            found.append(position)
        moves = position.moves
        position = position.play(moves[ply * 7 % len(moves)])
        if position.outcome != ONGOING:
            break
    return found


def calls_a_hundred_nodes(
    player: str, name: str, plies: Sequence[int] = PLIES, nodes_each: int = NODES
) -> dict[str, float]:
    """Calls for each hundred nodes, by function; "evaluate" is the evaluation."""
    game = load_game(name)
    calls: Counter[str] = Counter()
    nodes = 0
    for position in middle_games(game, plies):
        engine = make_engine(parse_player(f"{player},nodes={nodes_each}", name), name, table_megabytes=4)
        assert isinstance(engine, Searcher)
        engine = replace(engine, compile=False)
        engine.prepare(name)
        counting_kernels(engine, game, calls)
        nodes += engine.think(position).nodes
    return {function: 100 * count / nodes for function, count in calls.items()}


def counting_kernels(engine: Searcher, game: Game, calls: Counter[str]) -> None:
    """Makes the engine's next searches count calls."""
    heuristic = engine.lens.heuristic
    evaluator = counting(heuristic.evaluator(), "evaluate", calls)

    def evaluate(ws: Any, state: Any, weights: Any) -> float:
        return evaluator(state, ws.side, weights)

    hints = counted(hints_of(game), HINTS, calls)
    with patch("engines.search.build.hints_of", lambda game: hints):
        search = make_search(counted(game, RULES, calls), engine.cuts, evaluate)
    engine._kernels = kernels.Kernels(search, evaluator)


if __name__ == "__main__":
    for text in sys.argv[1:]:
        kind, name, heuristic = text.split(":")
        counts = calls_a_hundred_nodes(f"{kind}:{heuristic}", name)
        print(text, *(f"{function} {count:.1f}" for function, count in sorted(counts.items())), sep="  ")
