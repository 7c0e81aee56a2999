"""How good quiet moves have been: by themselves, after the move before, and after those two, four and six
plies before (chessprogramming.org/History_Heuristic)."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from engines.search.build import Build
from engines.selective_memory import PASS, row_of
from games.contract import PIECE_TO

MOST_OF_QUIET, MOST_OF_FOLLOWING = 7_000, 30_000
"""Bounds of the two kinds of history."""

MOST_BONUS = 1_600
MOST_BONUS_OF_A_GAIN, BONUS_OF_A_PAWN = 1_900, 3_800
"""A move gains history by how much the evaluation rose with it."""


def bonus_at(depth: int) -> int:
    """The history that a cut-off at this depth is worth."""
    return min((12 * depth + 280) * depth - 350, MOST_BONUS)


def towards(before: int, bonus: int, most: int) -> int:
    """A history after a bonus or malus; it never passes `most`."""
    away = abs(before) * abs(bonus) // most
    return before + bonus - (away if before >= 0 else -away)


def make_histories(build: Build) -> SimpleNamespace:
    """The functions below, for a game."""
    piece_to: Any = build.game.piece_to

    def index_of(state: Any, move: int) -> int:
        # Which piece of which side goes where.
        return int(state.to_move * PIECE_TO + piece_to(state, move))

    def following(ws: Any, row: int, back: int, index: int) -> int:
        # How well a move has followed the one made `back` plies before.
        return int(ws.following[follower_row(ws, row - back), index])

    def follower_row(ws: Any, row: int) -> int:
        return int(ws.piece_to[row]) + 1 if ws.step[row] >= 0 else 0

    def add_following(ws: Any, row: int, index: int, bonus: int) -> None:
        # What a move at a row gains after the moves before; in check only after two of them.
        for back in range(1, 7):
            if back in (3, 5) or (back > 2 and ws.in_check[row] != 0) or ws.step[row - back] < 0:
                continue
            first = follower_row(ws, row - back)
            before: Any = np.int64(ws.following[first, index])  # int16 would overflow
            ws.following[first, index] = towards(before, bonus, MOST_OF_FOLLOWING)

    def add_quiet(ws: Any, side: int, move: int, bonus: int) -> None:
        ws.history[side, move & 4095] = towards(ws.history[side, move & 4095], bonus, MOST_OF_QUIET)

    def add(ws: Any, state: Any, row: int, move: int, bonus: int) -> None:
        # What a quiet move gains.
        add_quiet(ws, state.to_move, move, bonus)
        add_following(ws, row, index_of(state, move), bonus)

    def note_good(ws: Any, state: Any, ply: int, move: int, bonus: int) -> None:
        # A quiet move was at least beta: a killer, and the reply to the move before.
        row = row_of(ply)
        if ws.killers[ply, 0] != move:
            ws.killers[ply, 1] = ws.killers[ply, 0]
            ws.killers[ply, 0] = move
        add(ws, state, row, move, bonus)
        if ws.step[row - 1] >= 0:
            ws.reply[ws.piece_to[row - 1]] = move

    def note_gain(ws: Any, state: Any, row: int, pawns: float) -> None:
        # The move before gains by how many pawns the evaluation fell for the player to move now.
        if ws.step[row - 1] >= 0 and ws.in_check[row - 1] == 0 and ws.took[row - 1] == 0:
            bonus = min(max(-BONUS_OF_A_PAWN * pawns, -MOST_BONUS_OF_A_GAIN), MOST_BONUS_OF_A_GAIN)
            add_quiet(ws, 1 - state.to_move, ws.step[row - 1], int(bonus))

    def credit_step_before(ws: Any, row: int, bonus: int) -> None:
        # What the quiet move that led here gains.
        if ws.step[row - 1] >= 0 and ws.took[row - 1] == 0:
            add_following(ws, row - 1, ws.piece_to[row - 1], bonus)

    def note_step(ws: Any, state: Any, row: int, move: int, took: int) -> None:
        # Notes the move that is about to be made.
        ws.step[row] = move
        ws.piece_to[row] = index_of(state, move)
        ws.took[row] = took

    def note_pass(ws: Any, row: int) -> None:
        ws.step[row] = PASS
        ws.took[row] = 0

    return SimpleNamespace(
        index_of=index_of,
        following=following,
        follower_row=follower_row,
        add_following=add_following,
        add_quiet=add_quiet,
        add=add,
        note_good=note_good,
        note_gain=note_gain,
        credit_step_before=credit_step_before,
        note_step=note_step,
        note_pass=note_pass,
    )
