"""What a selective search decides at a node: what it trusts, skips, extends and reduces. The numbers are
those of Stockfish 15.1, in pawns and rounded."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.contract import WIN_BAND
from engines.search.alphabeta import SCOUT
from engines.search.build import Build, Workspace
from engines.search.selective.game_hints import hints_of_build
from engines.search.selective.histories import Histories
from engines.search.selective.margins import (
    CHECK_WORTH,
    FIRST_DEPTH_OF_CHECKS,
    FIRST_DEPTH_OF_PROBCUT,
    FIRST_DEPTH_OF_SINGULAR,
    FIRST_DEPTH_WITHOUT_TABLE_MOVE,
    LAST_DEPTH_OF_REVERSE_FUTILITY,
    LESS_IN_OPEN_WINDOW,
    PASS_STANDING,
    TWICE,
    capture_margin,
    deeper_margin,
    least_exchange,
    least_following,
    least_quiet_exchange,
    pass_margin,
    quiet_margin,
    razor_margin,
    reverse_futility_margin,
    shallower_margin,
    singular_margin,
)
from engines.search.table import LOWER_BOUND, UPPER_BOUND
from engines.selective_memory import NO_STEP, PASS, clear_path, row_of
from engines.tree_recorder import CHECKING, CUT, DISLIKED, FULL, FUTILE, LEFT_OUT, LOSING, REDUCED, SINGULAR
from engines.workspace import MAX_PLY
from games.contract import State

SEVERAL = 9
"""In place of an extension: several moves are at least beta, which settles the node."""

DEEPEST_PLY = MAX_PLY - 4
"""From this ply on positions are only evaluated."""


def is_open(alpha: float, beta: float) -> bool:
    """Whether a window is one of the principal variation, not a scout's."""
    return beta - alpha > 2 * SCOUT


def is_too_deep(ws: Any, ply: int) -> bool:
    """Whether a position is only evaluated."""
    return bool(ws.quiescence == 0 or ply >= DEEPEST_PLY)


def is_win(value: float) -> bool:
    """Whether a value is a proven win or loss, or infinite."""
    return abs(value) > WIN_BAND


def begin_root(ws: Any, ply: int, alpha: float, beta: float) -> None:
    if ply == 0:
        clear_path(ws)
        ws.root_width = beta - alpha


def ending(best: float, beta: float, skipped: int) -> int:
    """Why a node ended whose moves were tried, and why some of them were skipped."""
    if best >= beta:
        return CUT | skipped
    return LEFT_OUT | skipped if skipped != 0 else FULL


def marks_of(extension: int, compared: bool, reduction: int) -> int:
    """The flags of a move in a recording. `compared`: with all others, as perhaps singular. A late move with
    good histories has a negative reduction."""
    marks = SINGULAR if compared and extension != 0 else CHECKING if extension > 0 else 0
    return marks | (REDUCED if reduction != 0 else 0)


def begin_row(ws: Any, ply: int) -> None:
    """Resets what is noted of a node's moves, children and grandchildren."""
    row = row_of(ply)
    ws.number[row] = 0
    ws.on_line[row + 1] = 0
    ws.left_out[row + 1] = NO_STEP
    ws.killers[ply + 2, 0] = NO_STEP
    ws.killers[ply + 2, 1] = NO_STEP
    ws.cutoffs[row + 2] = 0
    ws.doubled[row] = ws.doubled[row - 1]
    if ply > 0:
        ws.standing[row + 2] = 0


def improvement_at(ws: Any, row: int, static: float) -> float:
    """How much better the evaluation is than two plies before, in pawns. If none is known from then, than
    four plies before; 0.84 if none is known from then either."""
    before = ws.assessed[row - 2]
    if math.isnan(before):
        before = ws.assessed[row - 4]
    return 0.84 if math.isnan(before) else (static - before) / ws.pawn


# Before a move is made


def is_razored(ws: Any, ply: int, depth: int, trusted: float, alpha: float) -> bool:
    """Razoring: whether the evaluation is so far below alpha that at most a capture helps. An alpha of a
    proven win or loss cannot be compared with an evaluation."""
    return bool(ply > 0 and not is_win(alpha) and trusted < alpha - razor_margin(depth) * ws.pawn)


def is_far_above(ws: Any, row: int, depth: int, improving: bool, trusted: float, beta: float) -> bool:
    """Reverse futility: whether the evaluation is so far above beta that it is returned. It never is at a
    node that is, or was, in the principal variation."""
    if ws.on_line[row] != 0 or depth > LAST_DEPTH_OF_REVERSE_FUTILITY or is_win(trusted) or is_win(beta):
        return False
    margin = reverse_futility_margin(depth, improving, ws.standing[row - 1]) * ws.pawn
    return bool(trusted - margin >= beta and trusted >= beta)


def asks_captures(ply: int, depth: int, narrow: bool, beta: float, doubtful: bool) -> bool:
    """ProbCut: whether captures are searched with less depth, in case one is far above beta. `doubtful`: by
    the table the node is worth less than that."""
    return narrow and ply > 0 and depth >= FIRST_DEPTH_OF_PROBCUT and not is_win(beta) and not doubtful


def without_table_move(depth: int, narrow: bool, expects_cut: bool) -> int:
    """The depth to which a node is searched if the table knows no move for it."""
    if not narrow:
        # Smaller depths went to quiescence, unless the table's entry was lost since (to another thread).
        return max(1, depth - LESS_IN_OPEN_WINDOW)
    return depth - 2 if expects_cut and depth >= FIRST_DEPTH_WITHOUT_TABLE_MOVE else depth


# Is the table's move singular?


def asks_singular(
    ws: Any, ply: int, depth: int, move: int, value: float, bound: int, known: int, open_before: bool
) -> bool:
    """Whether the table's `move`, with that value, bound and depth `known`, may be the only good one.
    `open_before`: the node is in the principal variation, and the table says that it was before. Extensions
    end at twice the iteration's depth."""
    if ply == 0 or move < 0 or is_win(value) or ply >= 2 * ws.depth or ws.left_out[row_of(ply)] != NO_STEP:
        return False
    least = FIRST_DEPTH_OF_SINGULAR + (2 if open_before else 0)
    return bool(depth >= least and bound & LOWER_BOUND != 0 and known >= depth - 3)


def singular_bound(ws: Any, row: int, depth: int, value: float, narrow: bool) -> float:
    """The value below which all other moves must be."""
    return float(value - singular_margin(depth, ws.on_line[row] != 0 and narrow) * ws.pawn)


def singular_extension(
    ws: Any, row: int, others: float, below: float, known: float, alpha: float, beta: float, narrow: bool
) -> int:
    """By how many plies the table's move is extended (by two at most ten times on a path), or SEVERAL.
    `known` is its value in the table, `others` the value of the best other move."""
    if others < below:
        return 2 if narrow and others < below - TWICE * ws.pawn and ws.doubled[row] <= 9 else 1
    if below >= beta:
        return SEVERAL
    if known >= beta:
        return -2
    return -1 if known <= alpha and known <= others else 0


# Late moves


def window_share(ws: Any, low: float, beta: float, narrow: bool) -> float:
    """The width of the window as a share of the root window's, at most 1; 0 for a scout's window."""
    if narrow:
        return 0.0
    return min(1.0, (beta - low) / ws.root_width) if ws.root_width < np.inf else 1.0


def reduced_more(
    ws: Any,
    row: int,
    depth: int,
    narrow: bool,
    likely_low: bool,
    takes: bool,
    singular: bool,
    expects_cut: bool,
) -> int:
    """The plies to add to a move's reduction by its number, because of the node and of the move's histories;
    negative to reduce it less. `takes`: the table's move takes something."""
    less = 0
    if ws.number[row - 1] > 7:
        less -= 1
    if expects_cut:
        less += 2
    if ws.cutoffs[row + 1] > 3:
        less += 1
    if ws.on_line[row] != 0 and not likely_low:
        less -= 2
    if takes:
        less += 1
    if not narrow:
        less -= 1 + 11 // (3 + depth)
    if singular and not takes:
        less -= 1
    return less - int(ws.standing[row] / (17_600 if 7 < depth < 19 else 13_600))


def may_reduce(
    ws: Any, ply: int, depth: int, number: int, taken: int, narrow: bool, expects_cut: bool
) -> bool:
    row = row_of(ply)
    if depth < 2 or ws.reductions == 0 or number <= (2 if not narrow and ply <= 1 else 1):
        return False
    return bool(ws.on_line[row] == 0 or taken == 0 or (expects_cut and ws.number[row - 1] > 1))


def depth_again(ws: Any, full: int, left: int, value: float, low: float, best: float) -> int:
    """The depth of the second search of a move that was reduced to `left`."""
    deeper = value > low + deeper_margin(full - left) * ws.pawn
    shallower = value < best + shallower_margin(full) * ws.pawn
    return full + (1 if deeper else 0) - (1 if shallower else 0)


def depth_after_raise(depth: int, value: float, beta: float) -> int:
    """The depth for the moves that are left once one has raised alpha."""
    return depth - 1 if 1 < depth < 6 and not is_win(beta) and not is_win(value) else depth


def is_open_again(
    ws: Any, ply: int, number: int, narrow: bool, value: float, low: float, beta: float
) -> bool:
    """Whether a move of the principal variation is searched with the whole window."""
    if narrow or ws.stop != 0:
        return False
    return number == 1 or (value > low and (ply == 0 or value < beta))


def is_likely_low(depth: int, narrow: bool, move: int, bound: int, known: int) -> bool:
    """Whether the table says that a node of the principal variation fails low."""
    return not narrow and move >= 0 and bound & UPPER_BOUND != 0 and known >= depth


class Cuts(NamedTuple):
    """What needs a game's rules to be decided."""

    may_try_pass: Callable[[Workspace, State, int, int, bool, float, float, float, float], bool]
    why_skipped: Callable[[Workspace, State, State, int, int, int, int, int, float, float, bool, bool], int]
    check_extension: Callable[[Workspace, State, int, int, int, float], int]


def make_cuts(build: Build, histories: Histories) -> Cuts:
    """The functions below, for a game; `histories` are of `make_histories`."""
    may_pass = build.hints.may_pass
    hints, has_checks = hints_of_build(build), build.has_checks
    gives_check, ends_game, wins_exchange = hints.gives_check, hints.ends_game, hints.wins_exchange

    def may_try_pass(
        ws: Any,
        state: Any,
        ply: int,
        depth: int,
        narrow: bool,
        static: float,
        trusted: float,
        improvement: float,
        beta: float,
    ) -> bool:
        # Whether a turn without a move may be good enough.
        row = row_of(ply)
        if not narrow or ply == 0 or ws.null_move == 0 or ws.step[row - 1] == PASS or is_win(beta):
            return False
        if ws.left_out[row] != NO_STEP or ws.standing[row - 1] >= PASS_STANDING:
            return False
        if trusted < beta or trusted < static or not may_pass(state):
            return False
        return bool(static >= beta + pass_margin(depth, improvement) * ws.pawn)

    def why_skipped(
        ws: Any,
        state: Any,
        after: Any,
        row: int,
        move: int,
        taken: int,
        depth: int,
        left: int,
        low: float,
        static: float,
        checked: bool,
        narrow: bool,
    ) -> int:
        # Why a move is skipped, 0 if it is not; `left` is the depth after its reduction, `after` scratch.
        why = why_doubted(ws, state, row, move, taken, depth, left, low, static, checked, narrow)
        return 0 if why != 0 and ends_game(state, move, after) else why

    def why_doubted(
        ws: Any,
        state: Any,
        row: int,
        move: int,
        taken: int,
        depth: int,
        left: int,
        low: float,
        static: float,
        checked: bool,
        narrow: bool,
    ) -> int:
        unit = ws.pawn
        check = gives_check(state, move)
        if taken > 0 or check:
            hopes = check or checked or not narrow or left >= 7
            if not hopes and static + (capture_margin(left) + taken * 0.01) * unit < low:
                return FUTILE
            return 0 if wins_exchange(state, move, int(100 * least_exchange(depth))) else LOSING
        index = histories.index_of(state, move)
        known = histories.followed(ws, row, index)
        if left < 5 and known < least_following(depth):
            return DISLIKED
        known += 2 * ws.history[state.to_move, move & 4095]
        hopes = checked or (left > 0 and is_win(low))
        if not hopes and left < 13 and static + quiet_margin(left, known) * unit <= low:
            return FUTILE
        return 0 if wins_exchange(state, move, int(100 * least_quiet_exchange(left))) else LOSING

    def check_extension(ws: Any, state: Any, ply: int, depth: int, move: int, static: float) -> int:
        # A check costs no depth where the evaluation is far from even.
        if (
            not has_checks
            or ply == 0
            or depth < FIRST_DEPTH_OF_CHECKS
            or ply >= 2 * ws.depth
            or math.isnan(static)
        ):
            return 0
        return 1 if abs(static) > CHECK_WORTH * ws.pawn and gives_check(state, move) else 0

    return Cuts(may_try_pass=may_try_pass, why_skipped=why_skipped, check_extension=check_extension)
