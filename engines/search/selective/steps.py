"""The steps of a node that a selective search takes before and after it has searched moves."""

import math
from types import SimpleNamespace
from typing import Any

import numpy as np

from engines.search.build import Build
from engines.search.node import root_moves
from engines.search.selective.cuts import is_open
from engines.search.selective.margins import LESS_IN_OPEN_WINDOW
from engines.search.selective.table import keep, read
from engines.search.table import LOWER_BOUND
from engines.selective_memory import NO_STEP, row_of
from engines.tree_recorder import go_on, pause


def without(ws: Any, ply: int, n: int, move: int) -> int:
    """Removes a move from the `n` of a row. Returns the new `n`."""
    kept = 0
    for j in range(n):
        if ws.moves[ply, j] != move:
            ws.moves[ply, kept] = ws.moves[ply, j]
            kept += 1
    return kept


def keep_capture(ws: Any, table: Any, key: int, ply: int, value: float, move: int, depth: int) -> None:
    """Keeps that a capture is good enough, unless the search was stopped."""
    if ws.stop == 0 and ws.use_table != 0:
        keep(ws, table, key, ply, value, move, depth, LOWER_BOUND, ws.on_line[row_of(ply)])


def make_steps(
    build: Build,
    nodes: SimpleNamespace,
    histories: SimpleNamespace,
    ordering: SimpleNamespace,
    table_key: Any,
) -> SimpleNamespace:
    """The functions below, for a game; `histories` and `ordering` are of `make_histories` and
    `make_move_order`."""
    records = build.records
    legal_moves, in_check = build.game.legal_moves, build.game.in_check
    remembered = nodes.remembered
    note_gain, note_best, note_fail_low = histories.note_gain, histories.note_best, histories.note_fail_low
    order, order_evasions, pick = ordering.order, ordering.order_evasions, ordering.pick

    def find_moves(ws: Any, state: Any, ply: int, depth: int) -> int:
        return root_moves(ws, depth) if ply == 0 else int(legal_moves(state, ws.moves[ply]))

    def find_ordered(ws: Any, state: Any, ply: int, depth: int, table_move: int, checked: bool) -> int:
        # Puts the moves into the ply's row, with scores, but for the one to leave out. Returns their number.
        n: Any = np.int64(find_moves(ws, state, ply, depth))
        left_out = ws.left_out[row_of(ply)]
        if left_out != NO_STEP:
            n = np.int64(without(ws, ply, n, left_out))
        if checked:
            order_evasions(ws, state, ply, n, table_move)
        else:
            order(ws, state, ply, n, table_move)
        return int(n)

    def pick_next(ws: Any, state: Any, ply: int, i: int, n: int, checked: bool) -> None:
        # Moves the best of the moves `i` to `n` to place `i`. With slack the root keeps its caller's order.
        if ws.use_ordering != 0 and (ply > 0 or ws.slack == 0.0):
            pick(ws, state, ply, i, n, checked)
            if ply == 0:
                for j in range(n):
                    ws.root_moves[j] = ws.moves[0, j]

    def assess(ws: Any, state: Any, weights: Any, row: int, checked: bool) -> float:
        # Notes the evaluation, and by how much the move before has raised it; NaN in check.
        ws.assessed[row] = np.nan
        if not checked:
            ws.assessed[row] = remembered(ws, state, weights)
            if not math.isnan(ws.assessed[row - 1]):
                note_gain(ws, state, row, (ws.assessed[row] + ws.assessed[row - 1]) / ws.pawn)
        return float(ws.assessed[row])

    def asks_all(ws: Any) -> bool:
        return bool(records and ws.full_windows != 0)

    def unwritten(ws: Any) -> int:
        # Writes down no nodes until `written`: they only decide how the search goes on.
        return pause(ws) if records else 0

    def written(ws: Any, plies: int) -> None:
        if records:
            go_on(ws, plies)

    def is_left_to_quiescence(ws: Any, table: Any, state: Any, ply: int, depth: int) -> bool:
        # Whether a position of the principal variation loses all of its depth because the table knows no
        # move.
        if ply == 0 or depth > LESS_IN_OPEN_WINDOW or in_check(state):
            return False
        known, _, move, _, _, _ = read(ws, table, table_key(ws, state, ply, 0), ply)
        return not known or move < 0

    def end_node(
        ws: Any,
        state: Any,
        ply: int,
        depth: int,
        i: int,
        best_move: int,
        best: float,
        alpha: float,
        beta: float,
    ) -> None:
        # What the histories learn of a node whose first `i` moves in order were looked at.
        row = row_of(ply)
        if best_move >= 0:
            note_best(ws, state, ply, depth, i, best_move, best, beta)
        elif i > 0:
            expects_cut = ws.expects_cut[row] != 0
            note_fail_low(ws, row, depth, not is_open(alpha, beta), expects_cut, best, alpha)
        if best <= alpha and ws.on_line[row - 1] != 0 and depth > 3:
            ws.on_line[row] = 1

    return SimpleNamespace(
        find_moves=find_moves,
        find_ordered=find_ordered,
        pick_next=pick_next,
        assess=assess,
        asks_all=asks_all,
        unwritten=unwritten,
        written=written,
        is_left_to_quiescence=is_left_to_quiescence,
        end_node=end_node,
    )
