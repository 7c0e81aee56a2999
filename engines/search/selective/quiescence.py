"""Quiescence, at depth 0 and below: captures and promotions, and at the first ply also quiet checks. From the
sixth ply on: only captures on the last move's square. After two moves of a node: only such captures,
promotions and checks. In check: captures, and up to two other moves. Moves that lose material are skipped."""

from typing import Any, cast

import numpy as np

from engines.contract import WIN_BAND
from engines.search.build import Build, SearchKernel
from engines.search.node import Nodes
from engines.search.ordering import pick_move
from engines.search.quiescence import Quiescence
from engines.search.selective.corrections import Corrections
from engines.search.selective.cuts import is_open, is_too_deep
from engines.search.selective.game_hints import hints_of_build
from engines.search.selective.histories import Histories
from engines.search.selective.margins import FUTILITY_IN_QUIESCENCE
from engines.search.selective.move_order import MoveOrder
from engines.search.table import (
    LEAST_DEPTH,
    LOWER_BOUND,
    NO_MOVE,
    UPPER_BOUND,
    Table,
    is_nearer,
    keep_worthiest,
    read,
    settles,
)
from engines.selective_memory import row_of
from engines.tree_recorder import BELOW_DEPTH, CUT, QUIET, TABLE
from games.contract import ONGOING

QUIESCENT: Any = np.int64(0)
"""The depth with which quiescence begins."""

ANSWERS_ONLY = -5
"""The depth from which on only captures on the last move's square are searched."""

FREELY = 2
"""The number of moves after which only captures on the last move's square, promotions and checks are tried;
and the most quiet ways out of check."""


def make_quiescence(
    build: Build,
    nodes: Nodes,
    leaves: Quiescence,
    table_of: Table,
    histories: Histories,
    ordering: MoveOrder,
    corrections: Corrections,
) -> SearchKernel:
    """The search of a depth of 0 or less; `leaves` are of `engines.search.quiescence`."""
    game, hints = build.game, hints_of_build(build)
    legal_moves, apply, in_check = game.legal_moves, game.apply, game.in_check
    order_hint, noisy_moves, quiet_checks = hints.order_hint, hints.noisy_moves, hints.quiet_checks
    worth_taken, wins_exchange = hints.worth_taken, hints.wins_exchange
    gives_check, ends_game, same_target = hints.gives_check, hints.ends_game, cast(Any, hints.same_target)
    knows_targets, evaluates_quickly = same_target is not None, build.hints.evaluates_quickly

    def find_checks(ws: Any, state: Any, ply: int) -> int:
        # Puts the quiet moves that give check into the ply's row. Returns their number.
        n = quiet_checks(state, ws.moves[ply])
        for i in range(n):
            ws.scores[ply, i] = 0
        return int(n)

    def follows_badly(ws: Any, state: Any, row: int, move: int) -> bool:
        index = histories.index_of(state, move)
        return histories.following(ws, row, 1, index) < 0 and histories.following(ws, row, 2, index) < 0

    def quiesce(
        ws: Any, states: Any, table: Any, weights: Any, ply: int, depth: int, alpha: float, beta: float
    ) -> float:
        state = states[ply]
        row = row_of(ply)
        result = nodes.enter(ws, state, ply)
        node: Any = nodes.begin(ws, state, ply, depth, alpha, beta)
        if result != ONGOING:
            return nodes.leave_end(ws, node, state, ply, result)
        if is_too_deep(ws, ply):
            return leaves.leave_leaf(ws, node, state, weights, ply, alpha, beta)
        nodes.count_moves(ws, node, 0, BELOW_DEPTH)
        checked = in_check(state)
        ws.in_check[row] = checked
        open_ = is_open(alpha, beta)

        # Transposition table
        kind: Any = np.int64(0 if checked or depth >= 0 else -1)
        key: Any = table_of.table_key(ws, state, ply, 0)
        known, value, table_move, depth_known, bound, was = read(ws, table, key, ply)
        if known and not open_ and depth_known >= kind and settles(value, bound, alpha, beta):
            return nodes.leave(ws, node, value, TABLE)
        ws.known[row] = known

        # Standing pat
        best, low, base = -np.inf, alpha, -np.inf
        ws.assessed[row] = np.nan
        if not checked:
            correction = corrections.of_leaf(ws, state, row)
            best = nodes.remembered(ws, state, weights) + correction
            if alpha < best < beta:
                best = nodes.evaluated(ws, state, weights) + correction
                nodes.keep_parts(ws, state, weights, ply)
            ws.assessed[row] = best
            if known and not open_ and is_nearer(value, bound, best):
                best = value
            if best >= beta:
                if not evaluates_quickly and not known and ws.use_table != 0:
                    keep_worthiest(ws, table, key, ply, best, NO_MOVE, LEAST_DEPTH, LOWER_BOUND, 0)
                return nodes.leave(ws, node, best, QUIET)
            low = max(low, best)
            base = best + FUTILITY_IN_QUIESCENCE * ws.pawn

        # The moves
        n: Any = np.int64(0)
        if checked:
            n = np.int64(legal_moves(state, ws.moves[ply]))
            ordering.order_evasions(ws, state, ply, 0, n, table_move)
        else:
            n = np.int64(noisy_moves(state, ws.moves[ply]))
            n = np.int64(ordering.order_noisy(ws, state, ply, 0, n, table_move))
        nodes.count_moves(ws, node, n, BELOW_DEPTH)
        best_move: Any = NO_MOVE
        last: Any = ws.step[row - 1]
        tried: Any = np.int64(0)
        evasions: Any = np.int64(0)
        i: Any = np.int64(0)
        before: Any = np.int64(0)  # the number of noisy moves, once checks are asked
        asks_checks = not checked and depth == 0
        while True:
            if i >= n:
                if not asks_checks:
                    break
                asks_checks = False
                before = n
                n = np.int64(find_checks(ws, state, ply))
                nodes.count_moves(ws, node, before + n, BELOW_DEPTH)
                i = np.int64(0)
                continue
            pick_move(ws, ply, i, n)
            move: Any = np.int64(ws.moves[ply, i])
            order = before + i
            i += 1
            answers = knows_targets and last >= 0 and same_target(move, last)
            if not checked and depth <= ANSWERS_ONLY and not answers and move != table_move:
                continue
            taken = worth_taken(state, move)
            quiet = taken == 0
            tried += 1
            if best > -WIN_BAND and low > WIN_BAND:
                # Only a check or the game's end can win: after another move the other side may take the
                # evaluation.
                if not gives_check(state, move) and not ends_game(state, move, states[ply + 1]):
                    continue
            elif best > -WIN_BAND:
                # Futility
                promotes = quiet and order_hint(state, move) > 0
                hopes = answers or promotes or base == -np.inf or gives_check(state, move)
                if not hopes and not ends_game(state, move, states[ply + 1]):
                    if tried > FREELY:
                        continue
                    at_most = base + taken * 0.01 * ws.pawn
                    if at_most <= low:
                        best = max(best, at_most)
                        continue
                    if base <= low and not wins_exchange(state, move, 1):
                        best = max(best, base)
                        continue
                if not wins_exchange(state, move, 0):
                    continue
                if quiet and follows_badly(ws, state, row, move):
                    continue
                if evasions >= FREELY:
                    break
            evasions += quiet and checked
            histories.note_step(ws, state, row, move, taken)
            apply(state, move, 0, states[ply + 1])
            table_of.fetch_entries(ws, table, states[ply + 1], 0)
            nodes.tell_child(ws, node, move, order, 0, 0)
            value = -quiesce(ws, states, table, weights, ply + 1, depth - 1, -beta, -low)
            if ws.stop != 0:
                return nodes.leave(ws, node, 0.0, QUIET)
            if value > best:
                best = value
                if value > low:
                    low = value
                    best_move = move
                    if open_:
                        nodes.keep_pv(ws, ply, move, False)
                    if value >= beta:
                        break
        if ws.use_table != 0:
            kept_as = LOWER_BOUND if best >= beta else UPPER_BOUND
            keep_worthiest(ws, table, key, ply, best, best_move, kind, kept_as, int(was))
        return nodes.leave(ws, node, best, CUT if best >= beta else QUIET)

    return quiesce
