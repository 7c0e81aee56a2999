"""Nodes cut by guessing: razoring, reverse futility, the null move. Moves skipped or reduced: futility, late
moves, captures that lose material. `late_moves` and the like are cuts of `engines.search.options`.

Margins are in pawns; `engines.searcher.margin_unit` measures how large a pawn is. A game without noisy moves
(`engines.search_hints`) has no such unit, and no cut with a margin. In check nothing is skipped or reduced.
In an open window (not `narrow`) nothing is skipped, and `late_moves` reduces by a ply less. The first move of
a node is never skipped.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.contract import WIN_BAND
from engines.search.build import Build, Weights, Workspace
from engines.search.ordering import (
    KILLER,
    SCORE_OF_QUIET,
    TABLE_MOVE_FIRST,
    is_known_to_lose,
    score_of,
    waits,
)
from games.contract import ONGOING, State

FIRST_PLY_TO_GUESS = 2
"""The first ply at which the evaluation of a position may cut."""

REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_PAWNS = 5, 1.2
"""The largest depth at which reverse futility cuts, and its margin: these pawns for each ply of depth. With
`improving`, for one ply less if the evaluation is higher than two plies before."""

FUTILITY_DEPTH, FUTILITY_PAWNS = 4, 1.0
"""The largest depth at which futility skips quiet moves, and its margin: these pawns and one more for each
ply of depth."""

GUESSES = {"reverse_futility": REVERSE_FUTILITY_DEPTH, "futility": FUTILITY_DEPTH}
"""By cut: the largest depth at which it needs a node's evaluation."""

LATE_PRUNING_DEPTH, MOVES_BEFORE_PRUNING = 5, 3
"""The largest depth at which late quiet moves are skipped, and how many moves are tried before, in addition
to the square of the depth."""

WIDE_LATE_PRUNING_DEPTH = 9
"""LATE_PRUNING_DEPTH with `improving`, which halves the number of moves tried before unless the evaluation is
higher than two plies before."""

RAZOR_DEPTH, RAZOR_PAWNS, RAZOR_PAWNS_OF_DEPTH = 3, 2.5, 1.5
"""The largest depth at which razoring leaves a position to quiescence, and its margin: RAZOR_PAWNS, and
RAZOR_PAWNS_OF_DEPTH times the square of the depth."""

FIRST_PLY_TO_RAZOR = 5
"""The first ply at which razoring is allowed. A mate in three has moves at plies 0, 2 and 4. With the root's
reductions, only depth 3 may be left at ply 2. There razoring would overlook quiet moves of the mate."""

NOT_QUIET = -1
"""Stands for the reduction of a move that is not quiet."""

NEVER = 1 << 20
"""More than the moves of any position."""

LOSING_CAPTURES_DEPTH = 4
"""The largest depth at which noisy moves that lose material are skipped. Where they are not, as in an open
window, `late_moves` reduces them from depth 3 on."""

NULL_MOVE_REDUCTION = 2
DEEPER_NULL_MOVE_REDUCTION = 4
"""By how much a pass reduces the depth: with `deeper_passes` by DEEPER_NULL_MOVE_REDUCTION and a quarter of
the depth; else by 1 (the pass itself), NULL_MOVE_REDUCTION, and a sixth of the depth."""

LEAST_DEPTH_TO_REDUCE = 3
MOVES_BEFORE_REDUCING, MOVES_BEFORE_REDUCING_MORE = 3, 8
"""Reductions without `late_moves`: the least depth, the number of moves before the first that is reduced, and
before the first that is reduced more."""

LEAST_DEPTH_OF_LATE_MOVES = 2
"""The least depth at which `late_moves` reduces."""

REDUCTION_DIVISOR = 1.8
REDUCTIONS = np.array(
    [
        [1.0 + math.log(max(1, depth)) * math.log(max(1, i)) / REDUCTION_DIVISOR for i in range(64)]
        for depth in range(64)
    ]
)
"""float64[64, 64], by depth and number of the move, from 1: the plies of `late_moves`, before
`quiet_reduction` adjusts them."""

HISTORY_OF_A_PLY, FOLLOW_UPS_OF_A_PLY = 6000, 10_000
"""The history that makes the reduction of a quiet move one ply smaller, without and with `follow_ups`."""

NOT_IMPROVING = 0.5
"""With `improving`: plies by which a quiet move is reduced more, unless the evaluation is higher than two
plies before."""

REDUCED_FUTILITY_DEPTH, REDUCED_LOSSES_DEPTH = 6, 3
"""With `reduced_depth`: the largest depths after reduction at which futility skips quiet moves, and at which
those that lose material are skipped."""

LEAST_BEHIND_ROOT = 4
"""The least depth after a reduced move of the root, or its full depth where that is less. It is enough for a
mate in three, if none of the mate's later moves is reduced or skipped."""

SACRIFICES_DEPTH = 12
"""The depth from which on quiet moves of the root that lose material are reduced by half as much: with a
smaller reduction the search is more likely to see what a sacrifice gains."""


def may_guess(ply: int, narrow: bool, beta: float) -> bool:
    """Whether cuts may trust the evaluation of a position."""
    return narrow and ply >= FIRST_PLY_TO_GUESS and abs(beta) < WIN_BAND


class Pruning(NamedTuple):
    """What a game's search skips and reduces."""

    futility_margin: Callable[[Workspace, int, bool], float]
    value_by_guess: Callable[[Workspace, int, float, bool, bool], float]
    is_razored: Callable[[Workspace, State, Weights, int, int, bool, bool, float], bool]
    is_hopeless: Callable[[Workspace, State, State, int, int, int, float, float], bool]
    quiet_reduction: Callable[[Workspace, State, int, int, int, int, int, bool, bool], int]
    may_try_null_move: Callable[[Workspace, State, Weights, int, int, bool, bool, float], bool]
    depth_behind_null_move: Callable[[int], int]
    may_prune_moves: Callable[[Workspace, int, int, bool, bool], bool]
    moves_before_pruning: Callable[[int, bool, bool], int]
    is_late: Callable[[Workspace, int, int, int, int], bool]
    prune_quiet_moves: Callable[[Workspace, State, State, int, int, int], int]
    is_losing_capture: Callable[[Workspace, State, State, int, int, int], bool]
    reduction: Callable[[State, State, int, int, int, int, int, int], int]


def make_pruning(build: Build, remembered: Any, history_of: Any) -> Pruning:
    """The functions below, for a game; `remembered` is of `engines.search.node.make_nodes`, and `history_of`
    of `engines.search.ordering.make_ordering`."""
    game, hints, cuts = build.game, build.hints, build.cuts
    apply, outcome, chance_count = game.apply, game.outcome, game.chance_count
    noisy, in_check, loses = hints.noisy, game.in_check, hints.loses
    may_pass, may_stand_pat = hints.may_pass, hints.may_stand_pat
    gives_check: Any = hints.gives_check
    foresees_checks = gives_check is not None
    ends_game: Any = hints.ends_game
    foresees_ends = ends_game is not None
    late_move_reductions = "late_moves" in cuts
    reverse_futility, futility = "reverse_futility" in cuts, "futility" in cuts
    losing_captures, losing_last = "losing_captures" in cuts, "losing_last" in cuts
    late_pruning = "late_pruning" in cuts
    prunes_moves = late_pruning or losing_captures
    spares_sacrifices = "sacrifices" in cuts
    deeper_passes = "deeper_passes" in cuts
    reduced_depth = "reduced_depth" in cuts
    asks_improving = "improving" in cuts
    history_of_a_ply = FOLLOW_UPS_OF_A_PLY if "follow_ups" in cuts else HISTORY_OF_A_PLY

    def loses_material(state: Any, move: int, score: int) -> bool:
        # Whether a noisy move loses material, by static exchange evaluation. With `losing_last` the scores of
        # moves with an `order_hint` tell it: `score_moves` gives LOSING to losing ones, more to the others.
        if losing_last and (score >= 2 * KILLER or is_known_to_lose(score)):
            return is_known_to_lose(score)
        return loses(state, move)

    def is_decisive(state: Any, move: int, after: Any) -> bool:
        # Whether a move that is not made yet gives check or, in games without the hint `gives_check`, ends
        # the game; `after` is scratch.
        if foresees_checks:
            return gives_check(state, move)
        if foresees_ends:
            return ends_game(state, move)
        apply(state, move, 0, after)
        return in_check(after) or outcome(after) != ONGOING

    # Whole nodes

    def is_razored(
        ws: Any, state: Any, weights: Any, ply: int, depth: int, narrow: bool, checked: bool, alpha: float
    ) -> bool:
        # Whether a position is left to quiescence.
        if not 0 < depth <= RAZOR_DEPTH or checked or ply < FIRST_PLY_TO_RAZOR:
            return False
        if not may_guess(ply, narrow, alpha):
            return False
        margin = (RAZOR_PAWNS + RAZOR_PAWNS_OF_DEPTH * depth * depth) * ws.pawn
        return may_stand_pat(state) and remembered(ws, state, weights) + margin <= alpha

    def value_by_guess(ws: Any, depth: int, static: float, trusted: bool, improving: bool) -> float:
        # A lower bound of the node's value, -inf where none is guessed. Reverse futility (static null move):
        # a few plies will not lose all of a high evaluation.
        if not reverse_futility or not trusted or depth > REVERSE_FUTILITY_DEPTH:
            return -np.inf
        return float(static - REVERSE_FUTILITY_PAWNS * (depth - improving) * ws.pawn)

    def may_try_null_move(
        ws: Any, state: Any, weights: Any, ply: int, depth: int, narrow: bool, checked: bool, beta: float
    ) -> bool:
        # Not twice in a row, and not where the game expects zugzwang.
        if ws.null_move == 0:
            return False
        passed = ws.passed == ply
        ws.passed = 0
        return (
            not passed
            and not checked
            and depth > NULL_MOVE_REDUCTION
            and narrow
            and abs(beta) < WIN_BAND
            and may_pass(state)
            and remembered(ws, state, weights) >= beta
        )

    def depth_behind_null_move(depth: int) -> int:
        if deeper_passes:
            return depth - DEEPER_NULL_MOVE_REDUCTION - depth // 4
        return depth - 1 - NULL_MOVE_REDUCTION - depth // 6

    # Moves that are skipped

    def futility_margin(ws: Any, depth: int, trusted: bool) -> float:
        # The most by which a quiet move is expected to raise the evaluation. -1 if futility does not apply,
        # or goes by the depth after the reduction (`is_hopeless`).
        if not futility or reduced_depth or not trusted or depth > FUTILITY_DEPTH:
            return -1.0
        return (FUTILITY_PAWNS + depth) * ws.pawn

    def may_prune_moves(ws: Any, ply: int, depth: int, narrow: bool, checked: bool) -> bool:
        if not prunes_moves or not narrow or checked or depth <= 0 or ply < FIRST_PLY_TO_GUESS:
            return False
        return bool(ws.use_ordering != 0)

    def moves_before_pruning(depth: int, may_prune: bool, improving: bool) -> int:
        # The number of moves after which quiet ones are skipped.
        late: Any = np.int64(NEVER)
        deepest = WIDE_LATE_PRUNING_DEPTH if asks_improving else LATE_PRUNING_DEPTH
        if late_pruning and may_prune and depth <= deepest:
            late = np.int64(MOVES_BEFORE_PRUNING + depth * depth)
            if asks_improving and not improving:
                late //= 2
        return late

    def is_late(ws: Any, ply: int, i: int, waiting: int, late: int) -> bool:
        return late_pruning and i + waiting >= late and score_of(ws, ply, i) < SCORE_OF_QUIET

    def prune_quiet_moves(ws: Any, state: Any, after: Any, ply: int, i: int, n: int) -> int:
        # Removes the quiet moves among `i` to `n`, except those that are decisive, have chance outcomes or
        # wait for another thread. Returns the new `n`.
        kept = i
        for j in range(i, n):
            move: Any = np.int64(ws.moves[ply, j])
            keeps = noisy(state, move) or waits(ws, ply, j) or chance_count(state, move) > 1
            if keeps or is_decisive(state, move, after):
                ws.moves[ply, kept] = move
                ws.scores[ply, kept] = ws.scores[ply, j]
                kept += 1
        return kept

    def is_losing_capture(ws: Any, state: Any, after: Any, ply: int, i: int, move: int) -> bool:
        # Whether a noisy move loses material and is not decisive, so is skipped; `after` is scratch.
        if i == 0 or not noisy(state, move) or not loses_material(state, move, score_of(ws, ply, i)):
            return False
        return not is_decisive(state, move, after)

    def is_hopeless(
        ws: Any, state: Any, after: Any, move: int, depth: int, plies: int, static: float, low: float
    ) -> bool:
        # Whether a quiet move that is reduced by `plies` is skipped; `after` is scratch.
        left = depth - 1 - plies
        futile = futility and left <= REDUCED_FUTILITY_DEPTH
        futile = futile and static + (FUTILITY_PAWNS + left) * ws.pawn <= low
        hopeless = futile or (left <= REDUCED_LOSSES_DEPTH and loses(state, move))
        return hopeless and not is_decisive(state, move, after)

    # Moves that are reduced

    def is_never_reduced(ply: int, depth: int, score: int) -> bool:
        # Whether a move with this score is not reduced, quiet or noisy. Then `noisy` need not be called.
        if depth < LEAST_DEPTH_OF_LATE_MOVES or score >= TABLE_MOVE_FIRST:
            return True
        return score >= 2 * KILLER and not (losing_captures and ply > 0 and depth > 2)

    def quiet_reduction(
        ws: Any,
        state: Any,
        ply: int,
        depth: int,
        i: int,
        move: int,
        score: int,
        narrow: bool,
        improving: bool,
    ) -> int:
        # The reduction in plies of a quiet move, number `i` in order. NOT_QUIET for a noisy one, or 0 if it
        # `is_never_reduced`. A killer is reduced less, a check not at all (`reduction`).
        if i == 0 or not late_move_reductions or (not reduced_depth and is_never_reduced(ply, depth, score)):
            return 0
        if noisy(state, move):
            return NOT_QUIET
        if depth < LEAST_DEPTH_OF_LATE_MOVES or score >= 2 * KILLER:
            return 0
        plies = REDUCTIONS[min(depth, 63), min(i + 1, 63)]
        plies -= history_of(ws, state, ply, move) / history_of_a_ply
        if not narrow:
            plies -= 1.0
        if score >= SCORE_OF_QUIET:
            plies -= 1.0
        if asks_improving and not improving and ply > 0:
            plies += NOT_IMPROVING
        if spares_sacrifices and ply == 0 and depth >= SACRIFICES_DEPTH and loses(state, move):
            plies /= 2
        most = depth - 1 if ply > 0 else depth - 1 - LEAST_BEHIND_ROOT
        return max(0, min(int(plies), most))

    def losing_reduction(state: Any, after: Any, ply: int, depth: int, i: int, move: int, score: int) -> int:
        # The reduction of a noisy move: only if it loses material and is not the root's, where it may be a
        # sacrifice.
        doubted = losing_captures and i > 0 and ply > 0 and depth > 2
        doubted = doubted and score < TABLE_MOVE_FIRST
        if doubted and loses_material(state, move, score) and not in_check(after):
            return 1 + depth // 4
        return 0

    def step_reduction(state: Any, after: Any, depth: int, i: int, move: int, score: int) -> int:
        # The reduction without `late_moves`: 0 for the table's move, a killer, a noisy move, a check, and a
        # move to which the game gives an `order_hint`.
        if i < MOVES_BEFORE_REDUCING or depth < LEAST_DEPTH_TO_REDUCE or score >= SCORE_OF_QUIET:
            return 0
        if in_check(after) or noisy(state, move):
            return 0
        return 1 if i < MOVES_BEFORE_REDUCING_MORE else 1 + depth // 4

    def reduction(
        state: Any, after: Any, ply: int, depth: int, i: int, move: int, score: int, plies: int
    ) -> int:
        # By how many plies the search of move number `i` in order is reduced; `plies` is its
        # `quiet_reduction`.
        if not late_move_reductions:
            return step_reduction(state, after, depth, i, move, score)
        if plies == NOT_QUIET:
            return losing_reduction(state, after, ply, depth, i, move, score)
        return plies if plies > 0 and not in_check(after) else 0

    return Pruning(
        value_by_guess=value_by_guess,
        futility_margin=futility_margin,
        is_razored=is_razored,
        is_hopeless=is_hopeless,
        quiet_reduction=quiet_reduction,
        may_try_null_move=may_try_null_move,
        depth_behind_null_move=depth_behind_null_move,
        may_prune_moves=may_prune_moves,
        moves_before_pruning=moves_before_pruning,
        is_late=is_late,
        prune_quiet_moves=prune_quiet_moves,
        is_losing_capture=is_losing_capture,
        reduction=reduction,
    )
