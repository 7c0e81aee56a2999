"""The static evaluation that cuts use: when it is computed, where it is trusted, and whether it improves."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.search.build import Build, Weights, Workspace
from engines.search.pruning import GUESSES, may_guess
from games.contract import State


class EvaluationForCuts(NamedTuple):
    """The evaluation that a game's cuts ask for."""

    evaluation_at_once: Callable[[Workspace, State, Weights, int, int, bool, bool, float], float]
    evaluation_then: Callable[[Workspace, State, Weights, int, int, bool, bool, float, float], float]
    is_trusted: Callable[[int, bool, float, float], bool]
    improves: Callable[[Workspace, int], bool]


def make_evaluation_for_cuts(build: Build, remembered: Any) -> EvaluationForCuts:
    """The functions below, for a game; `remembered` is of `engines.search.node.make_nodes`."""
    cuts = build.cuts
    may_stand_pat, evaluates_quickly = build.hints.may_stand_pat, build.hints.evaluates_quickly
    asks_improving = "improving" in cuts
    deepest_guess = max((depth for name, depth in GUESSES.items() if name in cuts), default=0)
    everywhere = "reduced_depth" in cuts or asks_improving

    def evaluation_for_cuts(
        ws: Any, state: Any, weights: Any, ply: int, depth: int, narrow: bool, checked: bool, beta: float
    ) -> float:
        # The evaluation of a position, NaN if no cut may ask for it.
        static = np.nan
        asked = everywhere or (depth <= deepest_guess and may_guess(ply, narrow, beta))
        if asked and depth > 0 and not checked and may_stand_pat(state):
            static = remembered(ws, state, weights)
        if asks_improving:
            ws.static[ply] = static
        return static

    def evaluation_at_once(
        ws: Any, state: Any, weights: Any, ply: int, depth: int, narrow: bool, checked: bool, beta: float
    ) -> float:
        # `evaluation_for_cuts` in a game that evaluates quickly: before the table, whose rows meanwhile come
        # from memory. Else NaN.
        if evaluates_quickly:
            return evaluation_for_cuts(ws, state, weights, ply, depth, narrow, checked, beta)
        return np.nan

    def evaluation_then(
        ws: Any,
        state: Any,
        weights: Any,
        ply: int,
        depth: int,
        narrow: bool,
        checked: bool,
        beta: float,
        at_once: float,
    ) -> float:
        # `evaluation_for_cuts` in the other games: after the table, which has not settled the position.
        # `at_once` is what `evaluation_at_once` has found.
        if evaluates_quickly:
            return at_once
        return evaluation_for_cuts(ws, state, weights, ply, depth, narrow, checked, beta)

    def is_trusted(ply: int, narrow: bool, beta: float, static: float) -> bool:
        # Whether cuts may go by an evaluation.
        return deepest_guess > 0 and not math.isnan(static) and may_guess(ply, narrow, beta)

    def improves(ws: Any, ply: int) -> bool:
        # Whether the evaluation is higher than two plies before; False if one of the two is unknown (NaN).
        return asks_improving and ply >= 2 and ws.static[ply] > ws.static[ply - 2]

    return EvaluationForCuts(
        evaluation_at_once=evaluation_at_once,
        evaluation_then=evaluation_then,
        is_trusted=is_trusted,
        improves=improves,
    )
