"""Minimax as in textbooks: the yardstick for all other searches."""

import math
from collections.abc import Callable
from typing import Any

from engines.search.build import Build
from engines.search.node import Nodes, root_moves
from engines.tree_recorder import FULL, LEAF
from engines.workspace import MAX_OUTCOMES, MAX_PLY
from games.contract import ONGOING


def make_minimax(build: Build, nodes: Nodes) -> Callable[..., float]:
    """Minimax over a game's rules, in plain Python; `nodes` are of `engines.search.node.make_nodes`."""
    game = build.game
    has_chance = game.has_chance
    legal_moves, apply = game.legal_moves, game.apply
    chance_count, chance_probability = game.chance_count, game.chance_probability

    def minimax(ws: Any, states: Any, table: Any, weights: Any, ply: int, depth: int) -> float:
        """The value of `states[ply]`, `depth` plies deep, for the player to move there. It means nothing if
        `ws.stop` is not 0 afterwards. Leaves line and root values in the workspace, as alpha-beta does."""
        state = states[ply]
        result = nodes.enter(ws, state, ply)
        node = nodes.begin(ws, state, ply, depth, -math.inf, math.inf)
        if result != ONGOING:
            return nodes.leave_end(ws, node, state, ply, result)
        if depth <= 0 or ply >= MAX_PLY - 1:
            nodes.keep_parts(ws, state, weights, ply)
            return nodes.leave(ws, node, nodes.evaluated(ws, state, weights), LEAF)
        best = -math.inf
        n = root_moves(ws, depth) if ply == 0 else legal_moves(state, ws.moves[ply])
        nodes.count_moves(ws, node, n, 0)
        for i in range(n):
            move = ws.moves[ply, i]
            outcomes = chance_count(state, move)
            mean = 0.0
            for chance in range(outcomes):
                apply(state, move, chance, states[ply + 1])
                nodes.tell_child(ws, node, move, i, chance, 0)
                value = minimax(ws, states, table, weights, ply + 1, depth - 1)
                if states[ply + 1].to_move != state.to_move:
                    value = -value
                if has_chance and chance < MAX_OUTCOMES:
                    ws.outcomes[ply, chance] = value
                if outcomes > 1:
                    nodes.add_parts(ws, state, ply, move, chance)
                mean += chance_probability(state, move, chance) * value
            if ws.stop != 0:
                return nodes.leave(ws, node, 0.0, FULL)
            nodes.keep_root_value(ws, ply, i, move, mean, mean > best, True, outcomes > 1)
            if mean > best:
                best = mean
                nodes.keep_pv(ws, ply, move, outcomes > 1)
        return nodes.leave(ws, node, best, FULL)

    return minimax
