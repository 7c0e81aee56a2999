"""Plays games in compiled code to get positions: random games, and games of a heuristic that looks one ply
ahead."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from arena.pools.contributions import Contributions
from engines.compiling import kernel_processes
from engines.compiling.kernel_parts import Call, KernelPart, add_kind, parts_of_rules
from engines.compiling.kernels import compile_in_turn
from engines.contract import WIN
from games.compiling.compiler import kernel_of_rules
from games.compiling.function_pointers import call_at
from games.contract import DRAW, ONGOING, Game, State
from games.random_stream import drawn_below, drawn_word, shuffle
from games.registry import load_game

WALKS = "walks"
"""The name of this kernel for the processes that compile (`engines.compiling.kernel_parts`)."""

ONE_IN = 8
"""On average one move in ONE_IN of a heuristic is random, so that its games differ."""

NO_WEIGHTS = np.zeros(0)
NO_WEIGHTS.flags.writeable = False
"""Stands for the weights of a side that moves at random. It has the type that the kernel was compiled for."""

Walk = Callable[..., int]
"""`walk(states, seed, addresses, weights0, weights1, row, moves) -> plies`: plays on from the first state
until the game is over or `states`, recarray[n + 1], is full. `addresses` int64[2] are those of the kernels
that give the contributions for White and for Black, 0 for random moves. `row` float64[m], `moves` and the
last state are scratch room."""


def walk_of(rules: Game) -> Walk:
    """The compiled kernel of a game."""
    kernel: Walk = kernel_of_rules(rules, make_walk)
    return kernel


class Walks:
    """Plays games of a game's rules, each into new memory. Compiles the kernel first, in seconds."""

    def __init__(self, rules: Game) -> None:
        self.rules = rules
        self._row = np.zeros(1)
        self._moves = np.zeros(rules.max_moves, np.int32)
        self._walk = walk_of(rules)
        kernel_processes.compile_there(parts_of_rules(rules, WALKS))
        compile_in_turn(self._walk, _arguments(rules))

    def line(
        self, start: State, plies: int, seed: int, players: Sequence[Contributions | None] = (None, None)
    ) -> Any:
        """recarray: the states of a game from `start` on, at most `plies` more; `start` is the first.
        `players` are the heuristics of White and Black, None for random moves."""
        states = np.zeros(plies + 2, self.rules.dtype).view(np.recarray)
        states[0] = start
        # One more than there are terms, for the decisive term.
        room = 1 + max(0 if each is None else each.count for each in players)
        if len(self._row) < room:
            self._row = np.zeros(room)
        addresses = np.array([0 if each is None else each.address for each in players], np.int64)
        weights = [NO_WEIGHTS if each is None else each.lens.prepared for each in players]
        made = self._walk(states, seed, addresses, *weights, self._row, self._moves)
        return states[: made + 1]


def make_walk(rules: Game) -> Walk:
    """Makes the loop for a game's rules. It is written in Python, but runs only when Numba has compiled
    it."""
    legal_moves, apply, outcome = rules.legal_moves, rules.apply, rules.outcome
    chance_count, has_chance = rules.chance_count, rules.has_chance

    def chance_of(state: Any, move: int, word: int) -> int:
        # The same outcome when the heuristic looks at a move and when the move is made.
        if has_chance:
            return drawn_below(word, 2, chance_count(state, move))
        return 0

    def walk(
        states: Any, seed: int, addresses: Any, weights0: Any, weights1: Any, row: Any, moves: Any
    ) -> int:
        last = states.shape[0] - 1
        for ply in range(last - 1):
            if outcome(states[ply]) != ONGOING:
                return ply
            count = legal_moves(states[ply], moves)
            if count == 0:
                return ply
            word = drawn_word(seed, ply)
            side = int(states[ply].to_move)
            shuffle(word, moves, count)
            chosen = moves[0]
            if addresses[side] != 0 and drawn_below(word, 1, ONE_IN) != 0:
                best = -np.inf
                for i in range(count):
                    apply(states[ply], moves[i], chance_of(states[ply], moves[i], word), states[last])
                    end = outcome(states[last])
                    if end == ONGOING:
                        if side == 0:
                            value = call_at(addresses[0], (states[last], side, weights0, row))
                        else:
                            value = call_at(addresses[1], (states[last], side, weights1, row))
                    elif end == DRAW:
                        value = 0.0
                    else:
                        value = WIN if end == side else -WIN
                    if value > best:
                        best = value
                        chosen = moves[i]
            apply(states[ply], chosen, chance_of(states[ply], chosen, word), states[ply + 1])
        return last - 1

    return walk


def _arguments(rules: Game) -> tuple[Any, ...]:
    states = np.zeros(1, rules.dtype).view(np.recarray)
    room = np.zeros(1), np.zeros(rules.max_moves, np.int32)
    return states, 0, np.zeros(2, np.int64), NO_WEIGHTS, NO_WEIGHTS, *room


def _call_of(part: KernelPart) -> Call:
    rules = load_game(part.game)
    return walk_of(rules), _arguments(rules)


add_kind(WALKS, _call_of)
