"""Perft: the number of move sequences of a given length, the standard check of a rules kernel."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from games.compiling.compiler import compiled
from games.contract import Game, State


def make_perft(game: Game) -> Callable[..., int]:
    """`perft(states, moves, ply, depth) -> n` over the game's kernels, itself a kernel.

    `states` is a recarray with the root at `ply` and room for `depth` more, `moves` an
    int32[…, max_moves] of the same length.
    Every chance outcome counts as a sequence of its own; draw rules are ignored.
    """
    legal_moves, apply, chance_count = game.legal_moves, game.apply, game.chance_count
    count_moves: Any = game.count_moves
    counts_last_ply = count_moves is not None and not game.has_chance

    def perft(states: Any, moves: Any, ply: int, depth: int) -> int:
        if depth == 0:
            return 1
        state = states[ply]
        if counts_last_ply and depth == 1:
            return int(count_moves(state))
        n = legal_moves(state, moves[ply])
        total = 0
        for i in range(n):
            move = moves[ply, i]
            outcomes = chance_count(state, move)
            if depth == 1:
                total += outcomes
                continue
            for chance in range(outcomes):
                apply(state, move, chance, states[ply + 1])
                total += perft(states, moves, ply + 1, depth - 1)
        return total

    return perft


@cache
def _compiled_perft(game_name: str) -> Callable[..., int]:
    from games.registry import load_game

    return compiled(make_perft(load_game(game_name)))  # type: ignore[no-any-return]


def perft(game: Game, state: State, depth: int, uncompiled: bool = False) -> int:
    """The number of move sequences of exactly `depth` plies from `state`."""
    count = make_perft(game) if uncompiled else _compiled_perft(game.name)
    states = np.zeros(depth + 1, game.dtype).view(np.recarray)
    states[0] = state
    moves = np.zeros((depth + 1, game.max_moves), np.int32)
    return int(count(states, moves, 0, depth))
