"""Checks, and quiescence: below the last ply only noisy moves are searched, in check all moves (with
`evasions` at the first ply only)."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.contract import WIN_BAND
from engines.search.build import Build, Weights, Workspace
from engines.search.node import Nodes
from engines.tree_recorder import LEAF
from engines.workspace import MAX_PLY
from games.contract import ONGOING, State

DELTA_PAWNS = 1.5
"""The margin of delta pruning in pawns: quiescence skips a noisy move after which the evaluation is still
farther below the window."""


def is_plain(ws: Any) -> bool:
    """Whether no switch is on that asks for checks."""
    return bool(ws.quiescence == 0 and ws.check_extension == 0 and ws.null_move == 0 and ws.reductions == 0)


class Quiescence(NamedTuple):
    """Checks, leaves and quiescence of a game."""

    is_checked: Callable[[Workspace, State, int], bool]
    extension: Callable[[Workspace, int, int, bool], int]
    is_leaf: Callable[[Workspace, int], bool]
    leave_leaf: Callable[[Workspace, int, State, Weights, int, float, float], float]
    stand_pat: Callable[[Workspace, State, Weights, int, bool, float, float], float]
    find_noisy: Callable[[Workspace, State, int], int]
    delta_bound: Callable[[Workspace, State, Weights, bool, bool, float, float], float]


def make_quiescence(build: Build, nodes: Nodes) -> Quiescence:
    """The functions below, for a game; `nodes` are of `engines.search.node.make_nodes`."""
    game, hints = build.game, build.hints
    legal_moves, in_check, outcome = game.legal_moves, game.in_check, game.outcome
    noisy, may_stand_pat = hints.noisy, hints.may_stand_pat
    noisy_moves: Any = hints.noisy_moves
    generates_noisy = noisy_moves is not None
    has_checks = build.has_checks
    keeps_evaluations = build.keeps_evaluations
    delta_pruning = "delta" in build.cuts
    evades_once = "evasions" in build.cuts
    may_be_plain = not build.cuts

    def is_checked(ws: Any, state: Any, depth: int) -> bool:
        # Whether a check counts. It does not for plain alpha-beta. With `evasions`, quiescence sees checks
        # only at its first ply.
        if not has_checks or (evades_once and depth < 0):
            return False
        if may_be_plain and is_plain(ws):
            return False
        return bool(in_check(state))

    def extension(ws: Any, ply: int, depth: int, checked: bool) -> int:
        # An answer to a check costs no depth.
        return 1 if has_checks and checked and ws.check_extension != 0 and depth >= 0 and ply > 0 else 0

    def is_leaf(ws: Any, ply: int) -> bool:
        return bool(ws.quiescence == 0 or ply >= MAX_PLY - 1)

    def leave_leaf(
        ws: Any, node: int, state: Any, weights: Any, ply: int, alpha: float, beta: float
    ) -> float:
        value = nodes.evaluated(ws, state, weights)
        if alpha < value < beta:
            nodes.keep_parts(ws, state, weights, ply)
        return nodes.leave(ws, node, value, LEAF)

    def stand_pat(
        ws: Any, state: Any, weights: Any, ply: int, checked: bool, alpha: float, beta: float
    ) -> float:
        # The evaluation if the player may stand pat: not in check, and not in the middle of a turn. Else
        # -inf.
        best = -np.inf
        if not checked and may_stand_pat(state):
            best = nodes.remembered(ws, state, weights)
            if keeps_evaluations and alpha < best < beta:
                # The value of a line must be that of the position at its end.
                best = nodes.evaluated(ws, state, weights)
            if alpha < best < beta:
                nodes.keep_parts(ws, state, weights, ply)
        return best

    def find_noisy(ws: Any, state: Any, ply: int) -> int:
        # Puts the noisy moves into the ply's row. Returns their number.
        if generates_noisy:
            return int(noisy_moves(state, ws.moves[ply]))
        n = legal_moves(state, ws.moves[ply])
        kept = 0
        for i in range(n):
            if noisy(state, ws.moves[ply, i]):
                ws.moves[ply, kept] = ws.moves[ply, i]
                kept += 1
        return kept

    def delta_bound(
        ws: Any, after: Any, weights: Any, same_side: bool, only_noisy: bool, best: float, low: float
    ) -> float:
        # A guessed upper bound of a noisy move's value, for the side that made it; the move led to `after`.
        # Infinite if it gives check, leaves a turn unfinished or ends the game.
        if not delta_pruning or not only_noisy or best <= -WIN_BAND or low >= WIN_BAND:
            return np.inf
        if in_check(after) or not may_stand_pat(after):
            return np.inf
        value = nodes.remembered(ws, after, weights)
        bound = (value if same_side else -value) + DELTA_PAWNS * ws.pawn
        return bound if bound > low or outcome(after) == ONGOING else np.inf

    return Quiescence(
        is_checked=is_checked,
        extension=extension,
        is_leaf=is_leaf,
        leave_leaf=leave_leaf,
        stand_pat=stand_pat,
        find_noisy=find_noisy,
        delta_bound=delta_bound,
    )
