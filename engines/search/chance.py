"""A move with several chance outcomes is worth their mean. With `prune_chance` one reply to each outcome is
searched first. Its value is an upper bound of the outcome's, because another reply may be better for the
other side. If the mean of these bounds is no better than the best move, the other replies are skipped.

The mean of the bounds is added up in the same order as the mean of the values. So rounding cannot put the
mean above its bound.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.search.build import Build, Workspace
from engines.search.ordering import pick_move
from engines.workspace import MAX_OUTCOMES
from games.contract import ONGOING, State


class ChanceMoves(NamedTuple):
    """What a game's chance moves need."""

    is_probed: Callable[[Workspace, int, float, int], bool]
    likely_reply: Callable[[Workspace, State, State, int], int]
    mean_of_bounds: Callable[[Workspace, State, int, int, int], float]
    least_to_matter: Callable[[Workspace, State, int, int, int, int, float], float]
    add_outcome: Callable[[Workspace, State, int, int, int, int, float, float, bool], float]


def make_chance(build: Build, score_moves: Any) -> ChanceMoves:
    """The functions below, for a game; `score_moves` is of `engines.search.ordering.make_ordering`."""
    game = build.game
    legal_moves, outcome = game.legal_moves, game.outcome
    chance_count, chance_probability = game.chance_count, game.chance_probability
    can_probe = game.has_chance and not game.has_repetition

    def is_probed(ws: Any, depth: int, low: float, outcomes: int) -> bool:
        # Whether one reply to each outcome is searched first.
        return bool(
            can_probe and ws.prune_chance != 0 and depth > 1 and low > -np.inf and outcomes <= MAX_OUTCOMES
        )

    def likely_reply(ws: Any, state: Any, after: Any, ply: int) -> int:
        # The opponent's first move in order that has no chance outcome; -1 if there is none, the game is
        # over, or the same side moves again.
        if after.to_move == state.to_move or outcome(after) != ONGOING:
            return -1
        n = legal_moves(after, ws.moves[ply])
        score_moves(ws, after, ply, n, -1, False)
        for i in range(n):
            pick_move(ws, ply, i, n)
            if chance_count(after, ws.moves[ply, i]) == 1:
                return int(ws.moves[ply, i])
        return -1

    def mean_of_bounds(ws: Any, state: Any, ply: int, move: int, outcomes: int) -> float:
        mean = 0.0
        for chance in range(outcomes):
            mean += chance_probability(state, move, chance) * ws.at_most[ply, chance]
        return mean

    def least_to_matter(
        ws: Any, state: Any, ply: int, move: int, outcomes: int, chance: int, low: float
    ) -> float:
        # With about this value of the outcome the mean is `low`. With less, the move is no better.
        others = 0.0
        for other in range(outcomes):
            if other != chance:
                others += chance_probability(state, move, other) * ws.at_most[ply, other]
        return (low - others) / chance_probability(state, move, chance)

    def add_outcome(
        ws: Any,
        state: Any,
        ply: int,
        move: int,
        outcomes: int,
        chance: int,
        part: float,
        mean: float,
        probed: bool,
    ) -> float:
        # The mean with this outcome's value. For a probed move it is an upper bound, from the values so far
        # and the bounds of the other outcomes.
        if chance < MAX_OUTCOMES:
            ws.outcomes[ply, chance] = part
        if can_probe and probed:
            ws.at_most[ply, chance] = part
            return mean_of_bounds(ws, state, ply, move, outcomes)
        return float(mean + chance_probability(state, move, chance) * part)

    return ChanceMoves(
        is_probed=is_probed,
        likely_reply=likely_reply,
        mean_of_bounds=mean_of_bounds,
        least_to_matter=least_to_matter,
        add_outcome=add_outcome,
    )
