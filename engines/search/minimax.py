"""Minimax as in textbooks: the yardstick for all other searches."""

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from engines.search.build import Build
from engines.search.node import root_moves
from engines.tree_recorder import FULL, LEAF
from engines.workspace import MAX_OUTCOMES, MAX_PLY
from games.contract import ONGOING


def make_minimax(build: Build, nodes: SimpleNamespace) -> Callable[..., float]:
    """Minimax over a game's rules, in plain Python; `nodes` are of `engines.search.node.make_nodes`."""
    game = build.game
    has_chance = game.has_chance
    legal_moves, apply = game.legal_moves, game.apply
    chance_count, chance_probability = game.chance_count, game.chance_probability
    enter, begin, leave, leave_end = nodes.enter, nodes.begin, nodes.leave, nodes.leave_end
    count_moves, tell_child = nodes.count_moves, nodes.tell_child
    evaluated, keep_parts, add_parts = nodes.evaluated, nodes.keep_parts, nodes.add_parts
    keep_pv, keep_root_value = nodes.keep_pv, nodes.keep_root_value

    def minimax(ws: Any, states: Any, table: Any, weights: Any, ply: int, depth: int) -> float:
        """The value of `states[ply]`, `depth` plies deep, for the player to move there; void if `ws.stop` is
        not 0 afterwards. Leaves the line and the root's values in the workspace as alpha-beta does."""
        state = states[ply]
        result = enter(ws, state, ply)
        node = begin(ws, state, ply, depth, -math.inf, math.inf)
        if result != ONGOING:
            return leave_end(ws, node, state, ply, result)
        if depth <= 0 or ply >= MAX_PLY - 1:
            keep_parts(ws, state, weights, ply)
            return leave(ws, node, evaluated(ws, state, weights), LEAF)
        best = -math.inf
        n = root_moves(ws, depth) if ply == 0 else legal_moves(state, ws.moves[ply])
        count_moves(ws, node, n, False)
        for i in range(n):
            move = ws.moves[ply, i]
            outcomes = chance_count(state, move)
            mean = 0.0
            for chance in range(outcomes):
                apply(state, move, chance, states[ply + 1])
                tell_child(ws, node, move, i, chance, 0)
                value = minimax(ws, states, table, weights, ply + 1, depth - 1)
                if states[ply + 1].to_move != state.to_move:
                    value = -value
                if has_chance and chance < MAX_OUTCOMES:
                    ws.outcomes[ply, chance] = value
                if outcomes > 1:
                    add_parts(ws, state, ply, move, chance)
                mean += chance_probability(state, move, chance) * value
            if ws.stop != 0:
                return leave(ws, node, 0.0, FULL)
            keep_root_value(ws, ply, i, move, mean, mean > best, True, outcomes > 1)
            if mean > best:
                best = mean
                keep_pv(ws, ply, move, outcomes > 1)
        return leave(ws, node, best, FULL)

    return minimax
