"""The steps of a node that a selective search takes before and after it has searched moves."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.search.build import Build, Rows, Weights, Workspace
from engines.search.node import Nodes, root_moves
from engines.search.selective.corrections import Corrections
from engines.search.selective.cuts import is_open
from engines.search.selective.game_hints import hints_of_build
from engines.search.selective.histories import Histories
from engines.search.selective.margins import LESS_IN_OPEN_WINDOW
from engines.search.selective.move_order import TABLE_MOVE, MoveOrder, is_capture_score, leave_out_quiets
from engines.search.table import (
    LEAST_DEPTH,
    LOWER_BOUND,
    NO_MOVE,
    Known,
    Table,
    forget,
    keep_worthiest,
    read,
)
from engines.selective_memory import NO_STEP, row_of
from engines.tree_recorder import write_down_to
from games.contract import State

NO_CAPTURES, CAPTURES, ALL = 0, 1, 2
"""Which moves of a node have been found."""


def only_new(ws: Any, ply: int, first: int, n: int) -> int:
    """Removes from the moves `first` to `n` of a row those that stand before them, and the move that a search
    for a singular extension excludes. Returns where they end."""
    left_out = ws.left_out[row_of(ply)]
    kept = first
    for j in range(first, n):
        move = ws.moves[ply, j]
        new = move != left_out
        for k in range(first):
            new = new and move != ws.moves[ply, k]
        if new:
            ws.moves[ply, kept] = move
            kept += 1
    return kept


def keep_capture(ws: Any, table: Any, key: int, ply: int, value: float, move: int, depth: int) -> None:
    """Keeps that a capture is good enough, unless the search was stopped."""
    if ws.stop == 0 and ws.use_table != 0:
        keep_worthiest(ws, table, key, ply, value, move, depth, LOWER_BOUND, ws.on_line[row_of(ply)])


def unwritten(ws: Any) -> int:
    """Records no nodes until `written`, because the next ones only decide how the search goes on. Returns the
    `plies` to call `written` with."""
    plies: Any = np.int64(0)
    if ws.tree != 0:
        plies = np.int64(write_down_to(ws.tree, -1))
    return plies


def written(ws: Any, plies: int) -> None:
    """Records nodes again."""
    if ws.tree != 0:
        write_down_to(ws.tree, plies)


class NodeSteps(NamedTuple):
    """The steps of a node in a game."""

    read_own: Callable[[Workspace, Rows, State, int, int], Known]
    find_moves: Callable[[Workspace, State, int, int, int], int]
    begin_moves: Callable[[Workspace, int, int, bool], int]
    next_move: Callable[[Workspace, State, int, int, int, int, int, bool, bool], int]
    assess: Callable[[Workspace, State, Weights, int, bool], float]
    is_left_to_quiescence: Callable[[Workspace, Rows, State, int, int], bool]
    end_node: Callable[[Workspace, State, int, int, int, int, float, float, float], None]


def make_steps(
    build: Build,
    nodes: Nodes,
    histories: Histories,
    ordering: MoveOrder,
    corrections: Corrections,
    table_of: Table,
) -> NodeSteps:
    """The functions below, for a game; `histories`, `ordering` and `corrections` are of `make_histories`,
    `make_move_order` and `make_corrections`."""
    legal_moves, in_check = build.game.legal_moves, build.game.in_check
    noisy_moves = hints_of_build(build).noisy_moves
    is_legal: Any = build.hints.is_legal

    def is_legal_by_itself(ws: Any, state: Any, ply: int, move: int) -> bool:
        return bool(is_legal(state, move))

    def is_among_legal(ws: Any, state: Any, ply: int, move: int) -> bool:
        n = legal_moves(state, ws.moves[ply])
        found = False
        for i in range(n):
            found = found or ws.moves[ply, i] == move
        return found

    may_be_played = is_among_legal if is_legal is None else is_legal_by_itself

    def read_own(ws: Any, table: Any, state: Any, key: int, ply: int) -> Known:
        # As `read`. An entry whose move is illegal here is another position's with the same key: it is
        # forgotten, because its move would make pieces from nothing. The ply's row of moves is scratch.
        known, value, move, depth, bound, was = read(ws, table, key, ply)
        if move >= 0 and not may_be_played(ws, state, ply, move):
            forget(table, key)
            return False, 0.0, NO_MOVE, LEAST_DEPTH, 0, False
        return known, value, move, depth, bound, was

    def find_moves(ws: Any, state: Any, ply: int, depth: int, first: int) -> int:
        # Puts the moves into the ply's row, from place `first` on. Returns their number.
        return root_moves(ws, depth) if ply == 0 else int(legal_moves(state, ws.moves[ply, first:]))

    def begin_moves(ws: Any, ply: int, table_move: int, checked: bool) -> int:
        # Puts the table's move into the ply's row, if it may be searched before the others are found. Returns
        # the number of moves there.
        row = row_of(ply)
        if ply == 0 or ws.use_ordering == 0:
            ws.found[row] = CAPTURES  # so that `next_move` finds all moves at once
            return 0
        ws.found[row] = CAPTURES if checked else NO_CAPTURES
        if table_move < 0 or ws.left_out[row] != NO_STEP:
            return 0
        ws.moves[ply, 0] = table_move
        ws.scores[ply, 0] = TABLE_MOVE
        return 1

    def next_move(
        ws: Any,
        state: Any,
        ply: int,
        depth: int,
        i: int,
        n: int,
        table_move: int,
        checked: bool,
        leaves_quiets: bool,
    ) -> int:
        # Moves the best move to place `i` of the ply's row. Finds more where those up to `n` do not suffice:
        # out of check captures first. Returns the new `n`, which is `i` if no move is left.
        row = row_of(ply)
        if i >= n and ws.found[row] == NO_CAPTURES:
            ws.found[row] = CAPTURES
            n = find_captures(ws, state, ply, i, table_move)
        if i < n:
            pick_next(ws, state, ply, i, n, checked)
        if ws.found[row] == CAPTURES and (i >= n or not is_capture_score(ws.scores[ply, i])):
            ws.found[row] = ALL
            n = find_others(ws, state, ply, depth, i, table_move, checked)
            if leaves_quiets and not checked:
                n = leave_out_quiets(ws, ply, i, n)
            if i < n:
                pick_next(ws, state, ply, i, n, checked)
        return int(n)

    def find_captures(ws: Any, state: Any, ply: int, first: int, table_move: int) -> int:
        # Puts captures and promotions into the ply's row, from place `first` on. Returns where they end.
        n: Any = np.int64(first + noisy_moves(state, ws.moves[ply, first:]))
        n = np.int64(only_new(ws, ply, first, n))
        return int(ordering.order_noisy(ws, state, ply, first, n, table_move))

    def find_others(
        ws: Any, state: Any, ply: int, depth: int, first: int, table_move: int, checked: bool
    ) -> int:
        # Puts the moves that do not stand before place `first` into the ply's row, from there on. Returns
        # where they end.
        n: Any = np.int64(first + find_moves(ws, state, ply, depth, first))
        n = np.int64(only_new(ws, ply, first, n))
        if checked:
            ordering.order_evasions(ws, state, ply, first, n, table_move)
        else:
            ordering.order(ws, state, ply, first, n, table_move)
        return int(n)

    def pick_next(ws: Any, state: Any, ply: int, i: int, n: int, checked: bool) -> None:
        # Moves the best of the moves `i` to `n` to place `i`. With slack the root keeps its caller's order.
        if ws.use_ordering != 0 and (ply > 0 or ws.slack == 0.0):
            ordering.pick(ws, state, ply, i, n, checked)
            if ply == 0:
                for j in range(n):
                    ws.root_moves[j] = ws.moves[0, j]

    def assess(ws: Any, state: Any, weights: Any, row: int, checked: bool) -> float:
        # Notes and returns the corrected evaluation, NaN in check. The move before gains history by how much
        # it has raised the evaluation.
        ws.assessed[row] = np.nan
        if not checked:
            correction = corrections.correction(ws, state, row)
            ws.assessed[row] = nodes.remembered(ws, state, weights) + correction
            if not math.isnan(ws.assessed[row - 1]):
                histories.note_gain(ws, state, row, (ws.assessed[row] + ws.assessed[row - 1]) / ws.pawn)
        return float(ws.assessed[row])

    def is_left_to_quiescence(ws: Any, table: Any, state: Any, ply: int, depth: int) -> bool:
        # Whether a position of the principal variation loses all of its depth because the table knows no
        # move.
        if ply == 0 or depth > LESS_IN_OPEN_WINDOW or in_check(state):
            return False
        known, _, move, _, _, _ = read(ws, table, table_of.table_key(ws, state, ply, 0), ply)
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
        # What histories and corrections learn of a node whose first `i` moves in order were looked at.
        row = row_of(ply)
        static = ws.assessed[row]
        if i > 0 and ws.in_check[row] == 0 and ws.left_out[row] == NO_STEP:
            corrections.note_found(ws, state, row, depth, best, beta, best_move, static)
        if best_move >= 0:
            histories.note_best(ws, state, ply, depth, i, best_move, best, beta)
        elif i > 0:
            expects_cut = ws.expects_cut[row] != 0
            histories.note_fail_low(ws, row, depth, not is_open(alpha, beta), expects_cut, best, alpha)
        # No reply is good against the move before. So that move may come into the principal variation, and
        # this node with it.
        if best <= alpha and ws.on_line[row - 1] != 0 and depth > 3:
            ws.on_line[row] = 1

    return NodeSteps(
        read_own=read_own,
        find_moves=find_moves,
        begin_moves=begin_moves,
        next_move=next_move,
        assess=assess,
        is_left_to_quiescence=is_left_to_quiescence,
        end_node=end_node,
    )
