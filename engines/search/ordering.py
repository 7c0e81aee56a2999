"""The order in which moves are tried: the table's move, hints of the game, killers, history.

Each row of moves has a row of scores. Their lowest bits order moves that would have equal scores. A move
that another thread is searching waits behind all others. `malus`, `follow_ups`, `losing_last` and `exchanges`
are cuts of `engines.search.options`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.search.build import Build, Workspace
from engines.search_hints import PIECE_TO
from engines.workspace import leader_of
from games.contract import State

HINT_BITS = 42
TABLE_MOVE_FIRST, KILLER, HISTORY_CAP = 1 << 52, 1 << 40, 1 << 30
"""The score of the table's move, what a killer adds, and the most history without `malus`. The game's hint is
shifted by HINT_BITS, so that it counts more than a killer and history, and less than the table's move."""

SCORE_OF_QUIET = KILLER >> 1
"""A move with a smaller score is not the table's move and no killer. It has no hint, or is LOSING."""

INDEX_BITS = 10
"""The lowest bits of a score order equal moves: the earlier move's are larger."""
LAST_INDEX = (1 << INDEX_BITS) - 1
LEAST_SCORE = -1 << 40
"""Below the score of any move that does not wait."""

WAITING = (1 << 62) - LEAST_SCORE
"""Subtracted from the score of a move that waits for another thread. The result is below LEAST_SCORE: only
the table's move has a score of 1 << 62, and it never waits."""

HIGHEST_HISTORY, HIGHEST_BONUS = 16384, 2000
"""History with malus stays within ± HIGHEST_HISTORY."""

LOSING = -200_000
"""The score of a capture that loses material, with `losing_last`."""


def waits(ws: Any, ply: int, i: int) -> bool:
    return bool(ws.scores[ply, i] < LEAST_SCORE)


def is_known_to_lose(score: int) -> bool:
    """Whether a score is that of a capture that loses material: LOSING, to which a history is added."""
    return score < LOSING // 2


def whole_score(ws: Any, ply: int, i: int) -> int:
    return int(ws.scores[ply, i]) + (WAITING if waits(ws, ply, i) else 0)


def score_of(ws: Any, ply: int, i: int) -> int:
    """The score of move number `i` without waiting."""
    return whole_score(ws, ply, i) >> INDEX_BITS


def rank_of(ws: Any, ply: int, i: int, waiting: int) -> int:
    """The place that move number `i` would have if no move waited for another thread."""
    if not waits(ws, ply, i):
        return i + waiting
    rank, score = 0, whole_score(ws, ply, i)
    for j in range(i):
        rank += whole_score(ws, ply, j) > score
    return rank


def pick_move(ws: Any, ply: int, i: int, n: int) -> None:
    """Moves the best of the moves `i` to `n` to place `i`. This is selection sort, a step at a time: after a
    cut-off the rest need no order."""
    best, highest = i, ws.scores[ply, i]
    for j in range(i + 1, n):
        if ws.scores[ply, j] > highest:
            best, highest = j, ws.scores[ply, j]
    ws.scores[ply, best] = ws.scores[ply, i]
    ws.scores[ply, i] = highest
    move = ws.moves[ply, best]
    ws.moves[ply, best] = ws.moves[ply, i]
    ws.moves[ply, i] = move


def remove_move(ws: Any, ply: int, i: int, n: int) -> int:
    """Removes move number `i` of the `n` in a row that is not sorted beyond it. Returns the new `n`."""
    ws.moves[ply, i] = ws.moves[ply, n - 1]
    ws.scores[ply, i] = ws.scores[ply, n - 1]
    return n - 1


def raised(before: int, bonus: int) -> int:
    """A history after a bonus or malus."""
    return before + bonus - before * abs(bonus) // HIGHEST_HISTORY


def bonus_at(depth: int) -> int:
    return min(16 * depth * depth + 32 * depth, HIGHEST_BONUS)


class Ordering(NamedTuple):
    """The order of a game's moves."""

    order_moves: Callable[[Workspace, State, int, int, int, bool], bool]
    score_moves: Callable[[Workspace, State, int, int, int, bool], None]
    note_cutoff: Callable[[Workspace, State, int, int, int, int], None]
    note_made: Callable[[Workspace, State, int, int], None]
    history_of: Callable[[Workspace, State, int, int], int]


def make_ordering(build: Build) -> Ordering:
    """The functions below, for a game."""
    order_hint, noisy = build.hints.order_hint, build.hints.noisy
    reduces_root = "root_reductions" in build.cuts
    history_malus = "malus" in build.cuts
    quiet_only = "ordering" in build.cuts
    losing_last = "losing_last" in build.cuts
    follows = "follow_ups" in build.cuts
    loses = build.hints.loses
    piece_to: Any = build.hints.piece_to

    def follow_ups_of(ws: Any, state: Any, ply: int, move: int) -> int:
        # How well a move has followed the one before it, and the one before that.
        table, index = leader_of(ws).follow_ups, piece_to(state, move)
        total: Any = np.int64(0)
        if ply > 0:
            total += table[ws.made[ply - 1], index]
        if ply > 1:
            total += table[ws.made[ply - 2], index]
        return total

    def history_of(ws: Any, state: Any, ply: int, move: int) -> int:
        # How good a quiet move has been.
        known = leader_of(ws).history[state.to_move, move & 4095]
        return known + follow_ups_of(ws, state, ply, move) if follows else known

    def note_made(ws: Any, state: Any, ply: int, move: int) -> None:
        # Notes the move that leads to the next ply; -1 for a turn without a move.
        if follows:
            row: Any = np.int64(0)
            if move >= 0:
                row = np.int64(1 + state.to_move * PIECE_TO + piece_to(state, move))
            ws.made[ply] = row

    def add_to_history(ws: Any, state: Any, ply: int, move: int, bonus: int) -> None:
        leader = leader_of(ws)
        history = leader.history
        history[state.to_move, move & 4095] = raised(history[state.to_move, move & 4095], bonus)
        if follows:
            table, index = leader.follow_ups, piece_to(state, move)
            for back in range(1, min(ply, 2) + 1):
                row = ws.made[ply - back]
                before: Any = np.int64(table[row, index])  # int16 would overflow
                table[row, index] = raised(before, bonus)

    def score_moves(ws: Any, state: Any, ply: int, n: int, first: int, only_noisy: bool) -> None:
        # In quiescence (`only_noisy`) `exchanges` skips moves that lose material.
        leader = leader_of(ws)
        history = leader.history
        side = state.to_move
        killer, other_killer = leader.killers[ply, 0], leader.killers[ply, 1]
        for i in range(n):
            move = ws.moves[ply, i]
            if move == first:
                score = np.int64(TABLE_MOVE_FIRST)
            else:
                score = np.int64(order_hint(state, move)) << HINT_BITS
                if losing_last and not only_noisy and score > 0 and loses(state, move):
                    score = np.int64(LOSING)
                if follows and score == 0:
                    score += follow_ups_of(ws, state, ply, move)
                if move == killer:
                    score += KILLER + 1
                elif move == other_killer:
                    score += KILLER
                score += history[side, move & 4095]
            ws.scores[ply, i] = score << INDEX_BITS | LAST_INDEX - i

    def order_moves(ws: Any, state: Any, ply: int, n: int, first: int, only_noisy: bool) -> bool:
        # Gives the moves scores, and returns whether it did. The root keeps the order that its caller chose.
        # Its moves need scores only to be reduced: with `root_reductions`, and without slack
        # (`engines.move_noise`).
        if reduces_root and ply == 0:
            scored = ws.use_ordering != 0 and ws.slack == 0.0
        else:
            scored = ply > 0 and ws.use_ordering != 0
        if scored:
            score_moves(ws, state, ply, n, first, only_noisy)
        return bool(scored)

    def apply_malus(ws: Any, state: Any, ply: int, depth: int, i: int) -> None:
        # A malus for the quiet moves before number `i`, which caused no cut-off.
        for j in range(i):
            if not noisy(state, ws.moves[ply, j]):
                add_to_history(ws, state, ply, ws.moves[ply, j], -bonus_at(depth))

    def note_cutoff(ws: Any, state: Any, ply: int, depth: int, i: int, move: int) -> None:
        # Updates killers and history: move number `i` in order, from 0, was at least as good as beta.
        if ply == 0 or ws.use_ordering == 0 or depth <= 0:
            return
        if quiet_only and noisy(state, move):
            if history_malus:
                apply_malus(ws, state, ply, depth, i)
            return
        leader = leader_of(ws)
        if leader.killers[ply, 0] != move:
            leader.killers[ply, 1] = leader.killers[ply, 0]
            leader.killers[ply, 0] = move
        if history_malus:
            add_to_history(ws, state, ply, move, bonus_at(depth))
            apply_malus(ws, state, ply, depth, i)
            return
        leader.history[state.to_move, move & 4095] += depth * depth
        if leader.history[state.to_move, move & 4095] >= HISTORY_CAP:
            for side in range(2):
                for i in range(leader.history.shape[1]):
                    leader.history[side, i] >>= 1

    return Ordering(
        order_moves=order_moves,
        score_moves=score_moves,
        note_cutoff=note_cutoff,
        note_made=note_made,
        history_of=history_of,
    )
