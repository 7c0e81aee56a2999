"""The order of moves: the table's move, captures by what they take, killers and the last reply, quiet moves
by their histories, and captures that lose too much. In check: the table's move, captures, quiet moves."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.search.build import Build, Workspace
from engines.search.ordering import pick_move
from engines.search.selective.game_hints import hints_of_build
from engines.search.selective.histories import Histories, follower_row
from engines.selective_memory import row_of
from games.contract import State

TABLE_MOVE, CAPTURE, KILLER = 1 << 50, 1 << 40, 1 << 35
BAD_CAPTURE = -(1 << 40)
"""Scores."""

GIVEN_UP = -0.4
"""A capture comes early if its exchange wins at least this times what it takes, so loses little."""


def is_quiet_score(score: int) -> bool:
    """Whether a score is that of a quiet move that is no killer."""
    return BAD_CAPTURE >> 1 < score < KILLER >> 1


class MoveOrder(NamedTuple):
    """The order of a game's moves."""

    order: Callable[[Workspace, State, int, int, int, int], None]
    order_evasions: Callable[[Workspace, State, int, int, int, int], None]
    order_noisy: Callable[[Workspace, State, int, int, int, int], int]
    pick: Callable[[Workspace, State, int, int, int, bool], None]


def make_move_order(build: Build, histories: Histories) -> MoveOrder:
    """The functions below, for a game; `histories` are of `make_histories`."""
    hints = hints_of_build(build)
    order_hint, quiet_hints = hints.order_hint, hints.quiet_hints
    worth_taken, wins_exchange = hints.worth_taken, hints.wins_exchange

    def order(ws: Any, state: Any, ply: int, first: int, n: int, table_move: int) -> None:
        # Scores the moves `first` to `n` in the ply's row. Out of check.
        row = row_of(ply)
        side = state.to_move
        before, second = follower_row(ws, row - 1), follower_row(ws, row - 2)
        fourth, sixth = follower_row(ws, row - 4), follower_row(ws, row - 6)
        reply = ws.reply[ws.piece_to[row - 1]] if ws.step[row - 1] >= 0 else np.int64(-1)
        quiet_hints(state, ws.moves[ply, first:], n - first, ws.scores[ply, first:])
        for i in range(first, n):
            move: Any = np.int64(ws.moves[ply, i])
            hint = order_hint(state, move)
            if move == table_move:
                score = np.int64(TABLE_MOVE)
            elif hint > 0:
                score = np.int64(CAPTURE + hint)
            elif move == ws.killers[ply, 0]:
                score = np.int64(KILLER + 3)
            elif move == ws.killers[ply, 1]:
                score = np.int64(KILLER + 2)
            elif move == reply:
                score = np.int64(KILLER + 1)
            else:
                index = histories.index_of(state, move)
                score = np.int64(ws.scores[ply, i]) + 2 * ws.history[side, move & 4095]
                score += 2 * np.int64(ws.following[before, index]) + np.int64(ws.following[second, index])
                score += np.int64(ws.following[fourth, index]) + np.int64(ws.following[sixth, index])
            ws.scores[ply, i] = score

    def order_evasions(ws: Any, state: Any, ply: int, first: int, n: int, table_move: int) -> None:
        row = row_of(ply)
        side = state.to_move
        before = follower_row(ws, row - 1)
        for i in range(first, n):
            move: Any = np.int64(ws.moves[ply, i])
            if move == table_move:
                score = np.int64(TABLE_MOVE)
            elif worth_taken(state, move) > 0:
                score = np.int64(KILLER + order_hint(state, move))
            else:
                index = histories.index_of(state, move)
                score = ws.history[side, move & 4095] + np.int64(ws.following[before, index])
            ws.scores[ply, i] = score

    def order_noisy(ws: Any, state: Any, ply: int, first: int, n: int, table_move: int) -> int:
        # Scores the captures and promotions `first` to `n` as `order` does, and removes those with an
        # `order_hint` of 0. Returns where they end.
        kept = first
        for i in range(first, n):
            move: Any = np.int64(ws.moves[ply, i])
            hint = order_hint(state, move)
            if hint > 0:
                ws.moves[ply, kept] = move
                ws.scores[ply, kept] = TABLE_MOVE if move == table_move else CAPTURE + hint
                kept += 1
        return kept

    def pick(ws: Any, state: Any, ply: int, i: int, n: int, checked: bool) -> None:
        # Moves the best of the moves `i` to `n` to place `i`. Captures that lose too much get worse scores.
        while True:
            pick_move(ws, ply, i, n)
            move: Any = np.int64(ws.moves[ply, i])
            if checked or not CAPTURE >> 1 < ws.scores[ply, i] < TABLE_MOVE:
                return
            taken = worth_taken(state, move)
            if wins_exchange(state, move, int(GIVEN_UP * taken)):
                return
            ws.scores[ply, i] = BAD_CAPTURE + taken

    return MoveOrder(order=order, order_evasions=order_evasions, order_noisy=order_noisy, pick=pick)


def is_capture_score(score: int) -> bool:
    """Whether a score is that of a capture that does not lose too much."""
    return score > CAPTURE >> 1


def leave_out_quiets(ws: Any, ply: int, i: int, n: int) -> int:
    """Removes the quiet moves that are no killers among number `i` to `n`. Returns the new `n`."""
    kept = i
    for j in range(i, n):
        if not is_quiet_score(ws.scores[ply, j]):
            ws.moves[ply, kept] = ws.moves[ply, j]
            ws.scores[ply, kept] = ws.scores[ply, j]
            kept += 1
    return kept
