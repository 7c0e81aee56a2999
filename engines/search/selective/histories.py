"""How good quiet moves have been: by themselves, after the move before, and after those two, four and six
plies before (chessprogramming.org/History_Heuristic)."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.search.build import Build, Workspace
from engines.search.selective.game_hints import hints_of_build
from engines.search.selective.margins import FAR_ABOVE, STANDING, hopeless_margin
from engines.search_hints import PIECE_TO
from engines.selective_memory import PASS, row_of
from games.contract import State

MOST_OF_QUIET, MOST_OF_FOLLOWING = 7_000, 30_000
"""Bounds of the two kinds of history."""

SKIPPED = -(1 << 60)
"""The score of a move that was skipped: it loses no history when another move is best."""

MOST_BONUS = 1_600
MOST_BONUS_OF_A_GAIN, BONUS_OF_A_PAWN = 1_900, 3_800
"""The history that a quiet move gains because the evaluation rose with it: at most, and for each pawn."""


def bonus_at(depth: int) -> int:
    """The history that a search to this depth gives or takes."""
    return min((12 * depth + 280) * depth - 350, MOST_BONUS)


def towards(before: int, bonus: int, most: int) -> int:
    """A history after a bonus or malus; it never passes `most`."""
    away = abs(before) * abs(bonus) // most
    return before + bonus - (away if before >= 0 else -away)


def learn(known: Any, place: int, bonus: int, most: int) -> None:
    """Gives one of the histories `known` a bonus or malus."""
    before: Any = np.int64(known[place])  # a product of int16 would overflow
    known[place] = towards(before, bonus, most)


def follower_row(ws: Any, row: int) -> int:
    """The row of `following` for the moves that follow the one made at a row; 0 if none was."""
    return int(ws.piece_to[row]) + 1 if ws.step[row] >= 0 else 0


class Histories(NamedTuple):
    """How good a game's moves have been."""

    index_of: Callable[[State, int], int]
    following: Callable[[Workspace, int, int, int], int]
    followed: Callable[[Workspace, int, int], int]
    note_table_cut: Callable[[Workspace, State, int, int, int, bool], None]
    note_best: Callable[[Workspace, State, int, int, int, int, float, float], None]
    note_fail_low: Callable[[Workspace, int, int, bool, bool, float, float], None]
    standing_of: Callable[[Workspace, State, int, int], int]
    note_second: Callable[[Workspace, int, int, bool], None]
    note_gain: Callable[[Workspace, State, int, float], None]
    note_step: Callable[[Workspace, State, int, int, int], None]
    note_pass: Callable[[Workspace, int], None]


def make_histories(build: Build) -> Histories:
    """The functions below, for a game."""
    hints = hints_of_build(build)
    piece_to, worth_taken = hints.piece_to, hints.worth_taken

    def index_of(state: Any, move: int) -> int:
        # A number for the side, the piece and where it goes.
        return int(state.to_move) * PIECE_TO + int(piece_to(state, move))

    def following(ws: Any, row: int, back: int, index: int) -> int:
        # How well a move has followed the one made `back` plies before.
        return int(ws.following[follower_row(ws, row - back), index])

    def followed(ws: Any, row: int, index: int) -> int:
        # How well a move has followed those one, two and four plies before.
        return following(ws, row, 1, index) + following(ws, row, 2, index) + following(ws, row, 4, index)

    def add_following(ws: Any, row: int, index: int, bonus: int) -> None:
        # What a move at a row gains as a follower of the moves 1, 2, 4 and 6 plies before; in check only of
        # the first two.
        for back in range(1, 7):
            if back in (3, 5) or (back > 2 and ws.in_check[row] != 0) or ws.step[row - back] < 0:
                continue
            learn(ws.following[follower_row(ws, row - back)], index, bonus, MOST_OF_FOLLOWING)

    def add_quiet(ws: Any, side: int, move: int, bonus: int) -> None:
        learn(ws.history[side], move & 4095, bonus, MOST_OF_QUIET)

    def add(ws: Any, state: Any, row: int, move: int, bonus: int) -> None:
        # What a quiet move gains.
        add_quiet(ws, state.to_move, move, bonus)
        add_following(ws, row, index_of(state, move), bonus)

    def note_good(ws: Any, state: Any, ply: int, move: int, bonus: int) -> None:
        # A quiet move was the node's best: it becomes a killer, and the reply to the move before.
        row = row_of(ply)
        if ws.killers[ply, 0] != move:
            ws.killers[ply, 1] = ws.killers[ply, 0]
            ws.killers[ply, 0] = move
        add(ws, state, row, move, bonus)
        if ws.step[row - 1] >= 0:
            ws.reply[ws.piece_to[row - 1]] = move

    def note_gain(ws: Any, state: Any, row: int, pawns: float) -> None:
        # The move before raised the evaluation for the player to move now by `pawns`. It gains if < 0.
        if ws.step[row - 1] >= 0 and ws.in_check[row - 1] == 0 and ws.took[row - 1] == 0:
            bonus = min(max(-BONUS_OF_A_PAWN * pawns, -MOST_BONUS_OF_A_GAIN), MOST_BONUS_OF_A_GAIN)
            add_quiet(ws, 1 - state.to_move, ws.step[row - 1], int(bonus))

    def credit_step_before(ws: Any, row: int, bonus: int) -> None:
        # What the quiet move that led here gains.
        if ws.step[row - 1] >= 0 and ws.took[row - 1] == 0:
            add_following(ws, row - 1, ws.piece_to[row - 1], bonus)

    def note_table_cut(ws: Any, state: Any, ply: int, depth: int, move: int, fails_high: bool) -> None:
        # The table settled the node, and knows a move. The move that led here loses if it was tried early.
        row = row_of(ply)
        quiet = worth_taken(state, move) == 0
        if fails_high:
            if quiet:
                note_good(ws, state, ply, move, bonus_at(depth))
            if ws.number[row - 1] <= 2:
                credit_step_before(ws, row, -bonus_at(depth + 1))
        elif quiet:
            add(ws, state, row, move, -bonus_at(depth))

    def note_best(
        ws: Any, state: Any, ply: int, depth: int, i: int, move: int, best: float, beta: float
    ) -> None:
        # `move` is the last that raised alpha among the first `i` moves in order. The move that led here
        # loses history if it was tried early or is a killer.
        row = row_of(ply)
        large = bonus_at(depth + 1)
        if worth_taken(state, move) == 0:
            bonus = large if best > beta + FAR_ABOVE * ws.pawn else bonus_at(depth)
            note_good(ws, state, ply, move, bonus)
            for j in range(i):
                other: Any = np.int64(ws.moves[ply, j])
                if other != move and ws.scores[ply, j] != SKIPPED and worth_taken(state, other) == 0:
                    add(ws, state, row, other, -bonus)
        early = ws.number[row - 1] == 1 + ws.known[row - 1]
        if early or (ply > 0 and ws.step[row - 1] == ws.killers[ply - 1, 0]):
            credit_step_before(ws, row, -large)

    def note_fail_low(
        ws: Any, row: int, depth: int, narrow: bool, expects_cut: bool, best: float, alpha: float
    ) -> None:
        # No move raised alpha, so the move that led here was good and gains history.
        if depth >= 5 or not narrow:
            surely = not narrow or expects_cut or best < alpha - hopeless_margin(depth) * ws.pawn
            credit_step_before(ws, row, bonus_at(depth) * (2 if surely else 1))

    def note_second(ws: Any, row: int, depth: int, raised: bool) -> None:
        # A quiet move that was reduced turned out better than expected: it gains or loses by whether it has
        # `raised` alpha in the search that followed.
        if ws.took[row] == 0:
            bonus = bonus_at(depth) if raised else -bonus_at(depth)
            add_following(ws, row, ws.piece_to[row], bonus)

    def standing_of(ws: Any, state: Any, row: int, move: int) -> int:
        # The sum of a move's histories, minus what is usual.
        index = index_of(state, move)
        return int(followed(ws, row, index) + 2 * ws.history[state.to_move, move & 4095] - STANDING)

    def note_step(ws: Any, state: Any, row: int, move: int, took: int) -> None:
        # Notes the move that is about to be made.
        ws.step[row] = move
        ws.piece_to[row] = index_of(state, move)
        ws.took[row] = took

    def note_pass(ws: Any, row: int) -> None:
        ws.step[row] = PASS
        ws.took[row] = 0

    return Histories(
        index_of=index_of,
        following=following,
        followed=followed,
        note_table_cut=note_table_cut,
        note_best=note_best,
        note_fail_low=note_fail_low,
        standing_of=standing_of,
        note_second=note_second,
        note_gain=note_gain,
        note_step=note_step,
        note_pass=note_pass,
    )
