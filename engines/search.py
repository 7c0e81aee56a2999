"""The search kernels: plain minimax, and alpha-beta with a transposition table.

Both are written for any game of `games.contract` and any evaluation of `heuristics.contract`:

- values are for the player to move (negamax), but a child's value changes sign only if the turn
  really passed, for a player may move twice in a row;
- the evaluation is always asked from the root player's side, for heuristics need not be
  antisymmetric;
- a move with several chance outcomes is worth their mean.

With equal depth both give the same value, with and without table and ordering, up to the last
bit: `tests/engines/test_search.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.workspace import (
    MAX_PLY,
    PLY_KEYS,
    QUIET_KEYS,
    SIDE_KEYS,
    earlier_occurrences,
    note_run,
    repetition_salt,
    terminal_value,
)
from games.bits import float_bits
from games.contract import ONGOING, Game, no_limit

INFINITY = np.inf
LOWER_BOUND, UPPER_BOUND, EXACT_VALUE = 1, 2, 3
DECIDED = 1e9 - 1e5  # see engines.contract.WIN_BAND
TABLE_MOVE_FIRST, KILLER, HISTORY_CAP = 1 << 60, 1 << 40, 1 << 30


@dataclass(frozen=True)
class Search:
    """The kernels of one game with one heuristic.

    `minimax(workspace, states, table, weights, 0, depth) -> value` and `alphabeta(workspace,
    states, table, weights, 0, depth, -inf, inf) -> value` search the root that `set_root` laid down,
    at ply 0, and fill the workspace's root_* and pv fields.
    """

    minimax: Callable[..., float]
    alphabeta: Callable[..., float]
    evaluate: Callable[..., float]


def make_search(game: Game, evaluate: Callable[..., float]) -> Search:
    """Closes the two searches over a game's rules and an evaluation; all of it still plain Python."""
    legal_moves, apply, outcome = game.legal_moves, game.apply, game.outcome
    chance_count, chance_probability = game.chance_count, game.chance_probability
    quiet_of, quiet_limit, repetition_limit = game.quiet, game.quiet_limit, game.repetition_limit
    order_hint = game.order_hint
    has_chance, has_repetition = game.has_chance, game.has_repetition
    has_counter = quiet_limit is not no_limit

    def visit(ws: Any, ply: int) -> None:
        ws.nodes += 1
        if ws.nodes >= ws.node_limit:
            ws.stop = 1
        ws.pv_length[ply] = ply

    def keep_pv(ws: Any, ply: int, move: int, ends_here: bool) -> None:
        ws.pv[ply, ply] = move
        length = ply + 1
        if not ends_here:
            length = ws.pv_length[ply + 1]
            for i in range(ply + 1, length):
                ws.pv[ply, i] = ws.pv[ply + 1, i]
        ws.pv_length[ply] = length

    def evaluated(ws: Any, state: Any, weights: Any) -> float:
        value = evaluate(state, ws.side, weights)
        return value if state.to_move == ws.side else -value

    def root_moves(ws: Any, depth: int) -> int:
        # The root's moves come in the order that the caller wants, and its values are kept.
        ws.depth = depth
        ws.root_done = 0
        for i in range(ws.root_count):
            ws.moves[0, i] = ws.root_moves[i]
        return int(ws.root_count)

    def keep_root_value(ws: Any, i: int, value: float, is_best: bool, exact: bool) -> None:
        ws.root_values[i] = value
        ws.root_exact[i] = exact
        ws.root_done = i + 1
        if is_best:
            ws.root_best = i

    # ---- minimax: the textbook's, the yardstick for everything else

    def minimax(ws: Any, states: Any, table: Any, weights: Any, ply: int, depth: int) -> float:
        visit(ws, ply)
        if ws.stop != 0:
            return 0.0
        state = states[ply]
        if ply > 0:
            result = outcome(state)
            if result != ONGOING:
                return terminal_value(result, state.to_move, ply)
        if has_repetition and repetition_limit(state) > 0:
            occurrences = earlier_occurrences(ws, state, ply, quiet_of(state))
            if ply > 0 and occurrences + 1 >= repetition_limit(state):
                return 0.0
        if depth <= 0 or ply >= MAX_PLY - 1:
            return evaluated(ws, state, weights)
        best = -INFINITY
        n = root_moves(ws, depth) if ply == 0 else legal_moves(state, ws.moves[ply])
        for i in range(n):
            move = ws.moves[ply, i]
            outcomes = chance_count(state, move)
            mean = 0.0
            for chance in range(outcomes):
                apply(state, move, chance, states[ply + 1])
                value = minimax(ws, states, table, weights, ply + 1, depth - 1)
                if states[ply + 1].to_move != state.to_move:
                    value = -value
                mean += chance_probability(state, move, chance) * value
            if ws.stop != 0:
                return 0.0
            if ply == 0:
                keep_root_value(ws, i, mean, mean > best, True)
            if mean > best:
                best = mean
                keep_pv(ws, ply, move, outcomes > 1)
        return best

    # ---- alpha-beta

    def table_key(ws: Any, state: Any, ply: int, depth: int) -> int:
        # Everything that the value depends on beside the position: the side it is computed for,
        # a draw counter that can run out within the depth, the path where repetition can matter.
        key = state.key ^ SIDE_KEYS[ws.side]
        if has_counter and quiet_of(state) + depth >= quiet_limit(state) > 0:
            key ^= QUIET_KEYS[quiet_of(state) & 255]
        if has_repetition and repetition_limit(state) > 0:
            key ^= repetition_salt(ws, ply, depth, quiet_of(state), repetition_limit(state))
        if has_chance:
            # A mean of wins and evaluations can't be moved to another distance from the root.
            key ^= PLY_KEYS[ply]
        return key

    def to_table(value: float, ply: int) -> float:
        # A win's value counts plies from the root; the table's, from the position.
        if has_chance:
            return value
        if value > DECIDED:
            return value + ply
        return value - ply if value < -DECIDED else value

    def from_table(value: float, ply: int) -> float:
        if has_chance:
            return value
        if value > DECIDED:
            return value - ply
        return value + ply if value < -DECIDED else value

    def store(table: Any, key: int, value: float, move: int, depth: int, bound: int) -> None:
        entry = table[key & (table.shape[0] - 1)]
        packed = np.int64(move) | np.int64(depth) << 32 | np.int64(bound) << 40
        entry.check = key ^ packed ^ float_bits(value)
        entry.value = value
        entry.packed = packed

    def score_moves(ws: Any, state: Any, ply: int, n: int, first: int) -> None:
        side = state.to_move
        for i in range(n):
            move = ws.moves[ply, i]
            if move == first:
                score = np.int64(TABLE_MOVE_FIRST)
            else:
                score = np.int64(order_hint(state, move)) << 42
                if move == ws.killers[ply, 0]:
                    score += KILLER + 1
                elif move == ws.killers[ply, 1]:
                    score += KILLER
                score += ws.history[side, move & 4095]
            ws.scores[ply, i] = score

    def pick_move(ws: Any, ply: int, i: int, n: int) -> None:
        # Selection sort, a step at a time: after a cut-off the rest need no order.
        best = i
        for j in range(i + 1, n):
            if ws.scores[ply, j] > ws.scores[ply, best]:
                best = j
        move = ws.moves[ply, best]
        score = ws.scores[ply, best]
        for j in range(best, i, -1):  # shift, so that equal scores keep their order
            ws.moves[ply, j] = ws.moves[ply, j - 1]
            ws.scores[ply, j] = ws.scores[ply, j - 1]
        ws.moves[ply, i] = move
        ws.scores[ply, i] = score

    def note_cutoff(ws: Any, state: Any, ply: int, depth: int, move: int) -> None:
        if ws.killers[ply, 0] != move:
            ws.killers[ply, 1] = ws.killers[ply, 0]
            ws.killers[ply, 0] = move
        ws.history[state.to_move, move & 4095] += depth * depth
        if ws.history[state.to_move, move & 4095] >= HISTORY_CAP:
            for side in range(2):
                for i in range(ws.history.shape[1]):
                    ws.history[side, i] >>= 1

    def search(
        ws: Any, states: Any, table: Any, weights: Any, ply: int, depth: int, alpha: float, beta: float
    ) -> float:
        visit(ws, ply)
        if ws.stop != 0:
            return 0.0
        state = states[ply]
        if ply > 0:
            result = outcome(state)
            if result != ONGOING:
                return terminal_value(result, state.to_move, ply)
        if has_repetition and repetition_limit(state) > 0:
            quiet = quiet_of(state)
            occurrences = earlier_occurrences(ws, state, ply, quiet)
            if ply > 0 and occurrences + 1 >= repetition_limit(state):
                return 0.0
            note_run(ws, state, ply, quiet, occurrences)
        if depth <= 0 or ply >= MAX_PLY - 1:
            return evaluated(ws, state, weights)

        key = np.int64(0)
        table_move = np.int64(-1)
        if ws.use_table != 0:
            key = table_key(ws, state, ply, depth)
            entry = table[key & (table.shape[0] - 1)]
            packed = entry.packed
            value = entry.value
            if entry.check == key ^ packed ^ float_bits(value) and packed != 0:
                table_move = packed & 0xFFFFFFFF
                entry_depth = packed >> 32 & 0xFF
                bound = packed >> 40
                value = from_table(value, ply)
                if entry_depth == depth or (ws.deeper_entries != 0 and entry_depth > depth):
                    # A value inside the window is searched again all the same: it may become the
                    # principal variation, whose moves the table does not hold.
                    if value >= beta and bound & LOWER_BOUND:
                        return value
                    if value <= alpha and bound & UPPER_BOUND:
                        return value

        n = root_moves(ws, depth) if ply == 0 else legal_moves(state, ws.moves[ply])
        ordered = ply > 0 and ws.use_ordering != 0
        if ordered:
            score_moves(ws, state, ply, n, table_move)
        best = -INFINITY
        best_move = np.int64(0)
        bound = np.int64(UPPER_BOUND)
        low = alpha
        for i in range(n):
            if ordered:
                pick_move(ws, ply, i, n)
            move = np.int64(ws.moves[ply, i])
            outcomes = chance_count(state, move)
            if has_chance and outcomes > 1:
                value = 0.0
                for chance in range(outcomes):
                    apply(state, move, chance, states[ply + 1])
                    part = search(ws, states, table, weights, ply + 1, depth - 1, -INFINITY, INFINITY)
                    if states[ply + 1].to_move != state.to_move:
                        part = -part
                    value += chance_probability(state, move, chance) * part
            else:
                apply(state, move, 0, states[ply + 1])
                same_side = states[ply + 1].to_move == state.to_move
                if same_side:
                    value = search(ws, states, table, weights, ply + 1, depth - 1, low, beta)
                else:
                    value = -search(ws, states, table, weights, ply + 1, depth - 1, -beta, -low)
            if ws.stop != 0:
                return 0.0
            if ply == 0:
                keep_root_value(ws, i, value, value > best, value > low)
            if value > best:
                best = value
                best_move = move
                if value > low:
                    low = value
                    bound = np.int64(EXACT_VALUE)
                    keep_pv(ws, ply, move, outcomes > 1)
                if value >= beta:
                    bound = np.int64(LOWER_BOUND)
                    if ordered:
                        note_cutoff(ws, state, ply, depth, move)
                    break
        if ws.use_table != 0:
            store(table, key, to_table(best, ply), best_move, depth, bound)
        return best

    return Search(minimax, search, evaluate)
