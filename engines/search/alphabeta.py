"""Alpha-beta with a transposition table, for any game of `games.contract` and any evaluation of
`heuristics.contract`.

- Values are for the player to move (negamax). A child's value changes sign only if the turn really passed,
  because a player may move twice in a row.
- The evaluation is always computed for the root's side to move, because heuristics need not be antisymmetric.
- A move with several chance outcomes is worth their mean.

Without extras and cuts (`engines.search.options`) its value is that of minimax to the same depth, up to the
last bit, with and without table and ordering: `tests/engines/search/test_search.py`. The workspace switches
the extras on, one by one. The cuts are compiled in: flags for them would cost a fifth of the nodes a second
where they are off.

A search that explains also says what its values are made of. Where a value is exact, the workspace's `parts`
hold it term by term: a leaf's contributions, or at a chance move the mean of the outcomes' parts. A search
that records writes down the nodes that it visits (`engines.tree_recorder`). Neither changes a value.

With every switch, the principal variation leads to the leaf whose evaluation is the value. A value that a cut
guesses lies outside the window. A value from the table that lies inside it is searched again, or comes with
its line.

One function serves games with and without chance: with one for each, chess had 0.98 of the nodes a second.
"""

from typing import Any

import numpy as np

from engines.contract import WIN, WIN_BAND
from engines.search.build import Build, SearchKernel
from engines.search.chance import make_chance
from engines.search.evaluation_for_cuts import make_evaluation_for_cuts
from engines.search.node import Nodes, asks_all, root_moves
from engines.search.ordering import make_ordering, pick_move, rank_of, remove_move, score_of
from engines.search.pruning import (
    LOSING_CAPTURES_DEPTH,
    NEVER,
    NOT_QUIET,
    make_pruning,
)
from engines.search.quiescence import make_quiescence
from engines.search.table import (
    EXACT_VALUE,
    LOWER_BOUND,
    NO_MOVE,
    UPPER_BOUND,
    begin_task,
    end_task,
    make_table,
    task_of,
)
from engines.tree_recorder import (
    AGAIN,
    BELOW_DEPTH,
    CUT,
    FULL,
    LEFT_OUT,
    NULL_MOVE,
    PASSED,
    PROBED,
    QUIET,
    REDUCED,
    TABLE,
    TOO_FAR,
    TRUSTED,
)
from engines.workspace import MAX_PLY
from games.contract import ONGOING

INFINITY = np.inf

SCOUT = 1e-6
"""The width of a window that only asks whether a move is better than the best one so far."""

LEAST_DEPTH_TO_SHARE = 3
"""The depth from which on threads avoid moves that another thread is busy with."""


def note_fail_high(ws: Any, ply: int, move: int) -> None:
    """Notes a root move that was found to be better than the best one. Its value is searched next."""
    if ply == 0 and ws.slack == 0.0:
        ws.unresolved_fail_high = move


def note_root_bound(ws: Any, ply: int, move: int, fails_high: bool) -> None:
    """Notes the end of a root move's search: with a value, or with a bound where it fails high."""
    if ply == 0:
        ws.unresolved_fail_high = move if fails_high else -1


def make_alphabeta(build: Build, nodes: Nodes) -> SearchKernel:
    """Alpha-beta over a game's rules, in plain Python; `nodes` are of `engines.search.node.make_nodes`."""
    game, cuts = build.game, build.cuts
    has_chance = game.has_chance
    legal_moves, apply, loses = game.legal_moves, game.apply, build.hints.loses
    chance_count = game.chance_count
    pass_turn: Any = game.pass_turn
    can_pass = pass_turn is not None

    exchanges = "exchanges" in cuts
    delta_pruning = "delta" in cuts
    futility = "futility" in cuts
    losing_captures = "losing_captures" in cuts
    late_pruning = "late_pruning" in cuts
    prunes_moves = late_pruning or losing_captures
    prunes_before_moving = prunes_moves or futility
    reduced_depth = "reduced_depth" in cuts
    razoring = "razoring" in cuts
    quiescence_table = "quiescence_table" in cuts
    quiet_ordering = "ordering" in cuts
    mate_distance = "mate_distance" in cuts
    foresees_keys = build.foresees_keys

    table_of = make_table(build)
    ordering = make_ordering(build)
    quiescence = make_quiescence(build, nodes)
    evaluation = make_evaluation_for_cuts(build, nodes.remembered)
    pruning = make_pruning(build, nodes.remembered, ordering.history_of)
    chances = make_chance(build, ordering.score_moves)
    can_probe = has_chance and not game.has_repetition  # a probe notes no key of the position after the move

    def find_moves(ws: Any, state: Any, ply: int, depth: int, only_noisy: bool) -> int:
        # Puts the moves to search into the ply's row. Returns their number.
        if ply == 0:
            return root_moves(ws, depth)
        if only_noisy:
            return int(quiescence.find_noisy(ws, state, ply))
        return int(legal_moves(state, ws.moves[ply]))

    def search(
        ws: Any, states: Any, table: Any, weights: Any, ply: int, depth: int, alpha: float, beta: float
    ) -> float:
        """The value of `states[ply]`, `depth` plies deep, for the player to move there, within the window
        from alpha to beta, which are for that player too (fail-soft):

        - alpha < value < beta: it is exact;
        - value <= alpha: an upper bound, the position is worth no more than that;
        - value >= beta: a lower bound, it is worth no less;
        - `ws.stop` is not 0 afterwards: void. Nothing of it is kept.

        "Exact" is the value that minimax gives or, with extras or cuts that change values, the value that
        they give.
        Where the same player moves again, the child is searched with (alpha, beta), and its value is the
        move's. Where the turn passes, it is searched with (-beta, -alpha), and the move's value is minus the
        child's. At a depth of 0 or less there is only the evaluation, or quiescence.

        The table takes each position whose moves were searched to a depth of 1 or more, with one of these
        three values and the best move, without a line. Where quiescence uses the table, it takes positions of
        quiescence as a depth of 0, except those in check. It does not take a root that leaves moves out.
        Below the root an entry gives the value only if that is outside the window, or if another thread has
        left the line to it.

        Leaves in the workspace: row `ply` of `pv` (with `pv_length`, `pv_outcomes`), the line to a value
        above alpha, else no line; killers and history. At the root also `root_done`, the number of moves
        searched, and for these moves: `root_values` with `root_exact` (0: only an upper bound; the last one,
        if it is beta or above, is a lower bound), `root_lines` of the exact ones, `root_best`, and
        `unresolved_fail_high`. `states`, `moves`, `scores`, `outcomes`, `at_most` and the keys of the path
        are scratch from `ply` on.
        """

        # Counting the node, and asking the rules whether the game is over
        state = states[ply]
        result = nodes.enter(ws, state, ply)
        node: Any = nodes.begin(ws, state, ply, depth, alpha, beta)
        if result != ONGOING:
            return nodes.leave_end(ws, node, state, ply, result)

        # Mate distance pruning
        if mate_distance and ply > 0 and WIN - (ply + 1) <= alpha:
            return nodes.leave(ws, node, WIN - (ply + 1), TOO_FAR)

        # Check extension
        checked = quiescence.is_checked(ws, state, depth)
        depth += quiescence.extension(ws, ply, depth, checked)

        # Razoring: hopeless positions near the leaves are left to quiescence
        narrow = beta - alpha <= 2 * SCOUT
        if razoring and pruning.is_razored(ws, state, weights, ply, depth, narrow, checked, alpha):
            depth = 0

        # The last ply: the evaluation, or quiescence with standing pat
        best, low = -INFINITY, alpha
        if depth <= 0 or ply >= MAX_PLY - 1:
            if quiescence.is_leaf(ws, ply):
                return quiescence.leave_leaf(ws, node, state, weights, ply, alpha, beta)
            nodes.count_moves(ws, node, 0, BELOW_DEPTH)
            best = quiescence.stand_pat(ws, state, weights, ply, checked, alpha, beta)
            if best >= beta:
                return nodes.leave(ws, node, best, QUIET)
            low = max(low, best)

        # Transposition table
        key: Any = np.int64(0)
        table_move: Any = NO_MOVE
        plies = max(0, depth)  # the table has one depth for all of quiescence
        use_table = ws.use_table != 0 and (depth > 0 or (quiescence_table and not checked))
        static = evaluation.evaluation_at_once(ws, state, weights, ply, depth, narrow, checked, beta)
        if use_table:
            key = table_of.table_key(ws, state, ply, plies)
            settled, value, table_move = table_of.look_up(ws, table, key, ply, plies, alpha, beta)
            if settled:
                return nodes.leave(ws, node, value, TABLE)
            table_of.fetch_after(ws, table, state, table_move)

        # Reverse futility (static null move), and the margin of futility
        static = evaluation.evaluation_then(ws, state, weights, ply, depth, narrow, checked, beta, static)
        improving = evaluation.improves(ws, ply)
        trusted = evaluation.is_trusted(ply, narrow, beta, static)
        value = pruning.value_by_guess(ws, depth, static, trusted, improving)
        if value >= beta:
            return nodes.leave(ws, node, value, TRUSTED)
        margin = pruning.futility_margin(ws, depth, trusted)

        # Null move
        if can_pass and pruning.may_try_null_move(ws, state, weights, ply, depth, narrow, checked, beta):
            pass_turn(state, states[ply + 1])
            ws.passed = ply + 1
            nodes.tell_child(ws, node, -1, 0, 0, PASSED)
            ordering.note_made(ws, state, ply, -1)
            left = pruning.depth_behind_null_move(depth)
            value = -search(ws, states, table, weights, ply + 1, left, -beta, -alpha)
            ws.passed = 0
            if ws.stop != 0:
                return nodes.leave(ws, node, 0.0, NULL_MOVE)
            if value >= beta:
                # A mate seen after a pass is not proven.
                return nodes.leave(ws, node, min(value, WIN_BAND), NULL_MOVE)

        # The moves and their order
        only_noisy = depth <= 0 and not checked
        n = find_moves(ws, state, ply, depth, only_noisy)
        nodes.count_moves(ws, node, n, 0)
        ordered = ply > 0 and ws.use_ordering != 0
        scored = ordering.order_moves(ws, state, ply, n, table_move, only_noisy)
        reduces = ws.reductions != 0 and scored and not checked
        best_move: Any = np.int64(0)
        pruned_bound = -INFINITY  # upper bound of the quiet moves that futility skipped
        left_out = False
        bound: Any = np.int64(UPPER_BOUND)
        may_prune = pruning.may_prune_moves(ws, ply, depth, narrow, checked)
        doubts = losing_captures and may_prune and depth <= LOSING_CAPTURES_DEPTH
        late: Any = pruning.moves_before_pruning(depth, may_prune, improving)
        by_reduced_depth = reduced_depth and trusted and may_prune
        skipped: Any = np.int64(0)
        sharing = ws.sharing != 0 and depth >= LEAST_DEPTH_TO_SHARE
        picked = False  # whether move number `i` is in its place already (`fetch_next`)
        waiting: Any = np.int64(0)  # the number of moves put off so far, because other threads search them
        i: Any = np.int64(0)  # with a literal 0, Numba would compile the functions that take it twice
        while i < n:
            if ordered and not picked:
                pick_move(ws, ply, i, n)
            picked = False
            move: Any = np.int64(ws.moves[ply, i])

            # Static exchange evaluation in quiescence
            if exchanges and only_noisy and loses(state, move):
                i += 1
                continue

            # Chance: the mean of the outcomes. The next steps are for moves without chance.
            outcomes = chance_count(state, move)
            if has_chance and outcomes > 1:
                # Not a function of its own, because the two would call each other. Numba would then compile
                # the search twice (8.9 s instead of 5.4 for Jungle).
                value = 0.0
                probed = chances.is_probed(ws, depth, low, outcomes)
                if can_probe and probed:
                    for chance in range(outcomes):
                        # One reply's value bounds the outcome's: the opponent may have a better reply.
                        apply(state, move, chance, states[ply + 1])
                        ws.at_most[ply, chance] = INFINITY
                        reply = chances.likely_reply(ws, state, states[ply + 1], ply + 1)
                        if reply >= 0:
                            apply(states[ply + 1], reply, 0, states[ply + 2])
                            nodes.tell_child(ws, node, move, i, chance, 0)
                            between: Any = nodes.begin(
                                ws, states[ply + 1], ply + 1, depth, -INFINITY, INFINITY
                            )
                            nodes.tell_child(ws, between, reply, 0, 0, 0)
                            part = search(ws, states, table, weights, ply + 2, depth - 2, -INFINITY, INFINITY)
                            same_side = states[ply + 2].to_move == state.to_move
                            ws.at_most[ply, chance] = part if same_side else -part
                            nodes.leave(ws, between, -ws.at_most[ply, chance], PROBED)
                for chance in range(outcomes):
                    least = -INFINITY
                    if can_probe and probed:
                        value = chances.mean_of_bounds(ws, state, ply, move, outcomes)
                        if value <= low or ws.stop != 0:
                            break
                        least = chances.least_to_matter(ws, state, ply, move, outcomes, chance, low)
                    apply(state, move, chance, states[ply + 1])
                    again: Any = np.int64(0)
                    while True:
                        same_side = states[ply + 1].to_move == state.to_move
                        from_, to = (least, INFINITY) if same_side else (-INFINITY, -least)
                        nodes.tell_child(ws, node, move, i, chance, again)
                        again = np.int64(AGAIN)
                        part = search(ws, states, table, weights, ply + 1, depth - 1, from_, to)
                        part = part if same_side else -part
                        value = chances.add_outcome(
                            ws, state, ply, move, outcomes, chance, part, value, probed
                        )
                        if not (can_probe and probed) or part > least or value <= low or ws.stop != 0:
                            break
                        least = -INFINITY
                    if ws.stop != 0:
                        break
                    nodes.add_parts(ws, state, ply, move, chance)
            else:
                # Futility, late move pruning, and captures that lose material. Before the move is made,
                # because most moves near the leaves are skipped.
                if prunes_before_moving and best > -WIN_BAND:
                    futile = futility and margin >= 0.0 and static + margin <= low
                    if futile or (late_pruning and pruning.is_late(ws, ply, i, waiting + skipped, late)):
                        kept: Any = pruning.prune_quiet_moves(ws, state, states[ply + 1], ply, i, n)
                        pruned_bound = static + margin if futile and kept < n else pruned_bound
                        left_out = left_out or kept < n
                        n = kept
                        margin = -1.0
                        late = np.int64(NEVER)
                        continue
                    if (
                        losing_captures
                        and doubts
                        and pruning.is_losing_capture(ws, state, states[ply + 1], ply, i, move)
                    ):
                        left_out = True
                        i += 1
                        continue

                # Quiet moves are reduced, and skipped by the depth that is left
                score: Any = np.int64(0)
                rank: Any = np.int64(0)
                less: Any = np.int64(NOT_QUIET)
                if reduces:
                    score = np.int64(score_of(ws, ply, i))
                    rank = np.int64(rank_of(ws, ply, i, waiting) + skipped)
                    less = np.int64(
                        pruning.quiet_reduction(ws, state, ply, depth, rank, move, score, narrow, improving)
                    )
                may_skip = by_reduced_depth and i > 0 and less != NOT_QUIET and best > -WIN_BAND
                if may_skip and pruning.is_hopeless(
                    ws, state, states[ply + 1], move, depth, less, static, low
                ):
                    n = remove_move(ws, ply, i, n)
                    skipped += 1
                    left_out = True
                    continue

                apply(state, move, 0, states[ply + 1])
                ordering.note_made(ws, state, ply, move)
                table_of.fetch_entries(ws, table, states[ply + 1], i)
                same_side = states[ply + 1].to_move == state.to_move

                # Delta pruning
                if delta_pruning:
                    at_most = quiescence.delta_bound(
                        ws, states[ply + 1], weights, same_side, only_noisy, best, low
                    )
                    if at_most <= low:
                        best = max(best, at_most)
                        i += 1
                        continue

                # Threads that share the table avoid moves that another one is busy with
                task: Any = np.int64(0)
                if sharing and i > 0:
                    task = task_of(states[ply + 1], depth)
                    if not begin_task(ws, table, task, ply, i, ordered):
                        waiting += 1
                        continue

                # Reductions
                left = depth - 1
                if reduces:
                    left -= pruning.reduction(state, states[ply + 1], ply, depth, rank, move, score, less)

                picked = foresees_keys and table_of.fetch_next(ws, table, state, ply, i + 1, n, ordered)

                # Principal variation search: each move but the first is only tested for being better than the
                # best, and searched with the whole window if it is
                high = beta if i == 0 or asks_all(ws) else min(beta, low + SCOUT)
                repeated: Any = np.int64(0)
                while True:
                    nodes.tell_child(ws, node, move, i, 0, repeated | (REDUCED if left < depth - 1 else 0))
                    repeated = np.int64(AGAIN)
                    from_, to = (low, high) if same_side else (-high, -low)
                    value = search(ws, states, table, weights, ply + 1, left, from_, to)
                    value = value if same_side else -value
                    if value <= low or ws.stop != 0:
                        break
                    if left < depth - 1:
                        left = depth - 1
                    elif high >= beta or value >= beta:
                        break
                    else:
                        high = beta
                        note_fail_high(ws, ply, move)
                end_task(table, task)

            # The move's value
            if ws.stop != 0:
                return nodes.leave(ws, node, 0.0, FULL)
            nodes.keep_root_value(ws, ply, i, move, value, value > best, value > low, outcomes > 1)
            note_root_bound(ws, ply, move, value >= beta)
            if value > best:
                best = value
                best_move = move
                if value > low:
                    # With slack the root's moves need exact values up to that much below the best.
                    low = value if ply > 0 else value - ws.slack
                    bound = np.int64(EXACT_VALUE)
                    nodes.keep_pv(ws, ply, move, outcomes > 1)
                if value >= beta:
                    bound = np.int64(LOWER_BOUND)
                    ordering.note_cutoff(ws, state, ply, depth, i, move)
                    break
            i += 1

        # The node's value, into the table
        best = max(best, pruned_bound)
        keeps_move = quiet_ordering and bound == UPPER_BOUND and table_move >= 0
        best_move = table_move if keeps_move else best_move
        if use_table and (ply > 0 or ws.root_partial == 0):
            table_of.remember(ws, table, key, ply, plies, best, best_move, bound, sharing)
        ended = QUIET if depth <= 0 else LEFT_OUT if left_out else FULL
        return nodes.leave(ws, node, best, CUT if best >= beta else ended)

    return search
