"""The value of "a pawn" in any heuristic's unit. Margins of pruning are given in it (`engines.search`).

The sizes of heuristics' values differ by four powers of ten, and only chess has pawns. But in a game with
noisy moves, the change of value by a noisy move shows how large values are.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from engines.search_hints import hints_of
from games.contract import ONGOING, State, new_state
from games.random_stream import Draws
from games.registry import load_game
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import GuardedEvaluation
from heuristics.lens import Lens, plain_arithmetic

WANTED, MOST_PLIES, PLIES_OF_A_GAME, EVERY = 100, 400, 80, 4
"""The number of noisy moves to sample; the most plies of random games for that; the length of each game in
plies; and every how many plies a position is sampled."""

SHARE = 0.7
"""The unit is this share of the median change of value by noisy moves. In chess most of these take a piece,
and the unit is about a pawn."""

KEPT = 64
"""The number of lenses whose unit is remembered."""

Evaluate = Callable[..., float]

_measured: dict[Lens, float] = {}


def pawn_of(lens: Lens, evaluate: Evaluate) -> float:
    """The unit for a lens: SHARE of the median change of value by noisy moves of random positions, for the
    side that makes them. `evaluate` is the lens' kernel, compiled or not. Infinite if no move changes the
    value or the heuristic fails. The same for every call with one lens."""
    if lens not in _measured:
        while len(_measured) >= KEPT:  # moving a slider makes hundreds of lenses
            _measured.pop(next(iter(_measured)), None)
        try:
            _measured[lens] = GuardedEvaluation(lens.heuristic, lambda: _measure(lens, evaluate)).result()
        except (TermFailure, ArithmeticError):  # the search will report it
            return np.inf
    return _measured[lens]


def _measure(lens: Lens, evaluate: Evaluate) -> float:
    changes = []
    with plain_arithmetic():
        for before, after in noisy_steps(lens.heuristic.game):
            side = int(before.to_move)
            change = abs(evaluate(after, side, lens.prepared) - evaluate(before, side, lens.prepared))
            if change > 0.0:
                changes.append(change)
    return SHARE * float(np.median(changes)) if changes else np.inf


@cache
def noisy_steps(game_name: str) -> tuple[tuple[State, State], ...]:
    """States of random games, always the same ones, each with the state after one of its noisy moves."""
    game = load_game(game_name)
    is_noisy = hints_of(game).noisy
    out = np.zeros(game.max_moves, np.int32)
    steps: list[tuple[State, State]] = []

    def after(state: State, move: int, draws: Draws) -> Any:
        following = new_state(game.dtype)
        game.apply(state, move, draws.below(int(game.chance_count(state, move))), following)
        return following

    state, draws = game.initial(game.options()), Draws(0)
    for ply in range(1, MOST_PLIES):
        if ply % PLIES_OF_A_GAME == 0 or game.outcome(state) != ONGOING:
            state, draws = game.initial(game.options()), Draws(ply)
        moves = out[: game.legal_moves(state, out)].tolist()
        if ply % EVERY == 0:
            noisy = (move for move in moves if is_noisy(state, move))
            steps += [(state, after(state, move, draws)) for move in noisy]
        if len(steps) >= WANTED:
            break
        state = after(state, moves[draws.below(len(moves))], draws)
    return tuple(steps)
