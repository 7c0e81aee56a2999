"""The nodes of a selective search of a depth above 0; `engines.search.selective` says what it is."""

from typing import Any

import numpy as np

from engines.contract import WIN, WIN_BAND
from engines.search.alphabeta import INFINITY, SCOUT, note_fail_high, note_root_bound
from engines.search.build import Build, SearchKernel
from engines.search.node import Nodes, asks_all
from engines.search.ordering import pick_move
from engines.search.quiescence import make_quiescence as make_leaves
from engines.search.selective.corrections import make_corrections
from engines.search.selective.cuts import (
    DEEPEST_PLY,
    SEVERAL,
    asks_captures,
    asks_singular,
    begin_root,
    begin_row,
    depth_after_raise,
    depth_again,
    ending,
    improvement_at,
    is_far_above,
    is_likely_low,
    is_open,
    is_open_again,
    is_razored,
    make_cuts,
    marks_of,
    may_reduce,
    reduced_more,
    singular_bound,
    singular_extension,
    window_share,
    without_table_move,
)
from engines.search.selective.game_hints import hints_of_build
from engines.search.selective.histories import SKIPPED, make_histories
from engines.search.selective.margins import (
    moves_before_skipping,
    pass_reduction,
    probcut_margin,
    reduction,
)
from engines.search.selective.move_order import leave_out_quiets, make_move_order
from engines.search.selective.quiescence import QUIESCENT, make_quiescence
from engines.search.selective.steps import keep_capture, make_steps, unwritten, written
from engines.search.table import (
    EXACT_VALUE,
    LOWER_BOUND,
    NO_MOVE,
    UPPER_BOUND,
    is_nearer,
    keep_worthiest,
    make_table,
    settles,
)
from engines.selective_memory import NO_STEP, row_of
from engines.tree_recorder import (
    AGAIN,
    FULL,
    LATE,
    MULTI_CUT,
    NULL_MOVE,
    PASSED,
    PROBCUT,
    RAZORED,
    SHORTENED,
    TABLE,
    TOO_FAR,
    TRUSTED,
)
from engines.workspace import scramble
from games.contract import ONGOING

NEAR_DRAW = 10
"""From this many plies before the draw at `quiet_limit` on, the table settles no node."""


def make_selective(build: Build, nodes: Nodes) -> SearchKernel:
    """A search with the arguments and results of `engines.search.alphabeta`, in plain Python; `nodes` are of
    `engines.search.node.make_nodes`."""
    game, hints = build.game, hints_of_build(build)
    apply, quiet_of, quiet_limit = game.apply, game.quiet, game.quiet_limit
    in_check, may_pass = game.in_check, build.hints.may_pass
    pass_turn: Any = game.pass_turn
    can_pass = pass_turn is not None
    worth_taken, wins_exchange, noisy_moves = hints.worth_taken, hints.wins_exchange, hints.noisy_moves

    leaves = make_leaves(build, nodes)
    table_of = make_table(build)
    histories = make_histories(build)
    ordering = make_move_order(build, histories)
    cuts = make_cuts(build, histories)
    corrections = make_corrections(build)
    steps = make_steps(build, nodes, histories, ordering, corrections, table_of)
    quiesce = make_quiescence(build, nodes, leaves, table_of, histories, ordering, corrections)

    def is_near_draw(state: Any) -> bool:
        return bool(0 < quiet_limit(state) <= quiet_of(state) + NEAR_DRAW)

    def search(
        ws: Any, states: Any, table: Any, weights: Any, ply: int, depth: int, alpha: float, beta: float
    ) -> float:
        """The value of `states[ply]`, as of `engines.search.alphabeta`."""
        begin_root(ws, ply, alpha, beta)
        state = states[ply]
        narrow = not is_open(alpha, beta)
        if depth <= 0 or (not narrow and steps.is_left_to_quiescence(ws, table, state, ply, depth)):
            return quiesce(ws, states, table, weights, ply, QUIESCENT, alpha, beta)
        row = row_of(ply)
        result = nodes.enter(ws, state, ply)
        node: Any = nodes.begin(ws, state, ply, depth, alpha, beta)
        if result != ONGOING:
            return nodes.leave_end(ws, node, state, ply, result)
        if ply > 0 and WIN - (ply + 1) <= alpha:
            return nodes.leave(ws, node, WIN - (ply + 1), TOO_FAR)
        if ply >= DEEPEST_PLY:
            return leaves.leave_leaf(ws, node, state, weights, ply, alpha, beta)
        begin_row(ws, ply)
        unit, whole = ws.pawn, depth
        checked = in_check(state)
        ws.in_check[row] = checked
        aside = ws.left_out[row] != NO_STEP  # the table's move is left out, to see whether it is singular
        expects_cut = ws.expects_cut[row] != 0

        # Transposition table
        key: Any = table_of.table_key(ws, state, ply, 0)
        if aside:
            key ^= scramble(ws.left_out[row] + 1)
        known, table_value, found, depth_known, bound, was = steps.read_own(ws, table, state, key, ply)
        table_move: Any = np.int64(ws.root_moves[0] if ply == 0 else found)
        ws.known[row] = known
        if not aside:
            ws.on_line[row] = not narrow or was
        deep_enough = narrow and ply > 0 and known and depth_known >= depth
        if deep_enough and settles(table_value, bound, alpha, beta) and not is_near_draw(state):
            if table_move >= 0:
                histories.note_table_cut(ws, state, ply, depth, table_move, table_value >= beta)
            return nodes.leave(ws, node, table_value, TABLE)

        # The evaluation, and what it cuts
        static = steps.assess(ws, state, weights, row, checked)
        improving = False
        value = 0.0
        if not checked:
            trusted = table_value if known and narrow and is_nearer(table_value, bound, static) else static
            improvement = improvement_at(ws, row, static)
            improving = improvement > 0

            if is_razored(ws, ply, depth, trusted, alpha):
                plies: Any = np.int64(unwritten(ws))
                value = quiesce(ws, states, table, weights, ply, QUIESCENT, alpha - SCOUT, alpha)
                written(ws, plies)
                if value < alpha or ws.stop != 0:
                    return nodes.leave(ws, node, value, RAZORED)

            if is_far_above(ws, row, depth, improving, trusted, beta):
                return nodes.leave(ws, node, trusted, TRUSTED)

            # Null move
            tries = can_pass and cuts.may_try_pass(
                ws, state, ply, depth, narrow, static, trusted, improvement, beta
            )
            if can_pass and tries:
                histories.note_pass(ws, row)
                pass_turn(state, states[ply + 1])
                left: Any = depth - pass_reduction(depth, (trusted - beta) / unit)
                ws.expects_cut[row + 1] = not expects_cut
                nodes.tell_child(ws, node, -1, 0, 0, PASSED)
                value = -search(ws, states, table, weights, ply + 1, left, -beta, -alpha)
                if ws.stop != 0 or value >= beta:
                    # A mate seen after a pass is not proven.
                    return nodes.leave(ws, node, min(value, WIN_BAND), NULL_MOVE)

            # ProbCut
            high = beta + probcut_margin(improving) * unit
            doubtful = known and depth_known >= depth - 3 and table_value < high
            if asks_captures(ply, depth, narrow, beta, doubtful):
                m: Any = np.int64(noisy_moves(state, ws.moves[ply]))
                m = np.int64(ordering.order_noisy(ws, state, ply, 0, m, table_move))
                least: Any = np.int64(100 * (high - static) / unit)
                k: Any = np.int64(0)
                while k < m:
                    pick_move(ws, ply, k, m)
                    likely: Any = np.int64(ws.moves[ply, k])
                    k += 1
                    if likely == ws.left_out[row] or not wins_exchange(state, likely, least):
                        continue
                    histories.note_step(ws, state, row, likely, worth_taken(state, likely))
                    apply(state, likely, 0, states[ply + 1])
                    ws.expects_cut[row + 1] = not expects_cut
                    plies = np.int64(unwritten(ws))
                    value = -quiesce(ws, states, table, weights, ply + 1, QUIESCENT, -high, SCOUT - high)
                    if value >= high and ws.stop == 0:
                        value = -search(ws, states, table, weights, ply + 1, depth - 4, -high, SCOUT - high)
                    written(ws, plies)
                    if value >= high or ws.stop != 0:
                        keep_capture(ws, table, key, ply, value, likely, depth - 3)
                        return nodes.leave(ws, node, value, PROBCUT)

            if table_move < 0:
                depth = without_table_move(depth, narrow, expects_cut)

        # Is the table's move singular?
        longer: Any = np.int64(0)
        asks = asks_singular(ws, ply, depth, table_move, table_value, bound, depth_known, not narrow and was)
        if asks:
            below = singular_bound(ws, row, depth, table_value, narrow)
            ws.left_out[row] = table_move
            plies = np.int64(unwritten(ws))
            value = search(ws, states, table, weights, ply, (depth - 1) // 2, below - SCOUT, below)
            written(ws, plies)
            ws.left_out[row] = NO_STEP
            longer = np.int64(singular_extension(ws, row, value, below, table_value, alpha, beta, narrow))
            if ws.stop != 0 or longer == SEVERAL:
                return nodes.leave(ws, node, below, MULTI_CUT)

        # The moves. The table's often suffices, or a capture, so the others are found after these.
        if node >= 0:
            shortened = SHORTENED if depth < whole else 0
            nodes.count_moves(ws, node, steps.find_moves(ws, state, ply, depth, 0), shortened)
        takes = table_move >= 0 and worth_taken(state, table_move) > 0
        n: Any = np.int64(steps.begin_moves(ws, ply, table_move, checked))
        best, low = -INFINITY, alpha
        best_move: Any = NO_MOVE
        kept_as: Any = np.int64(UPPER_BOUND)
        likely_low = is_likely_low(depth, narrow, table_move, bound, depth_known)
        may_skip = ply > 0 and may_pass(state)  # in zugzwang a bad move may be the best
        skipped: Any = np.int64(0)  # why moves were skipped
        leaves_quiets = checked  # in check `next_move` leaves none out
        i: Any = np.int64(0)
        number: Any = np.int64(0)  # of moves tried so far
        while True:
            n = np.int64(steps.next_move(ws, state, ply, depth, i, n, table_move, checked, leaves_quiets))
            if i >= n:
                break
            move: Any = np.int64(ws.moves[ply, i])
            taken = worth_taken(state, move)
            i += 1
            number += 1
            ws.number[row] = number

            # Moves that are skipped
            share = window_share(ws, low, beta, narrow)
            fewer: Any = np.int64(reduction(depth, number, share, improving))
            if may_skip and best > -WIN_BAND:
                if not leaves_quiets and number >= moves_before_skipping(depth, improving):
                    leaves_quiets = True
                    skipped |= LATE
                    n = np.int64(leave_out_quiets(ws, ply, i, n))
                left = max(depth - 1 - fewer, 0)
                after = states[ply + 1]
                why: Any = np.int64(
                    cuts.why_skipped(
                        ws, state, after, row, move, taken, depth, left, low, static, checked, narrow
                    )
                )
                if why != 0:
                    ws.scores[ply, i - 1] = SKIPPED
                    skipped |= why
                    continue

            compared = asks and move == table_move
            extension: Any = longer
            if not compared:
                extension = np.int64(cuts.check_extension(ws, state, ply, depth, move, static))
            full: Any = depth - 1 + extension
            ws.doubled[row] = ws.doubled[row - 1] + (extension == 2)
            histories.note_step(ws, state, row, move, taken)
            apply(state, move, 0, states[ply + 1])
            table_of.fetch_entries(ws, table, states[ply + 1], 0)

            # Late moves, with less depth and a scout's window
            top = beta if asks_all(ws) else min(beta, low + SCOUT)
            if may_reduce(ws, ply, depth, number, taken, narrow, expects_cut):
                ws.standing[row] = histories.standing_of(ws, state, row, move)
                fewer += reduced_more(ws, row, depth, narrow, likely_low, takes, longer > 0, expects_cut)
                left = max(1, min(full - fewer, full + 1))
                ws.expects_cut[row + 1] = 1
                nodes.tell_child(ws, node, move, i - 1, 0, marks_of(extension, compared, full - left))
                value = -search(ws, states, table, weights, ply + 1, left, -top, -low)
                if value > low and left < full and ws.stop == 0:
                    full = np.int64(depth_again(ws, full, left, value, low, best))
                    if full > left:
                        ws.expects_cut[row + 1] = not expects_cut
                        nodes.tell_child(ws, node, move, i - 1, 0, AGAIN)
                        value = -search(ws, states, table, weights, ply + 1, full, -top, -low)
                    histories.note_second(ws, row, full, value > low)
            elif number > 1 or narrow:
                ws.expects_cut[row + 1] = not expects_cut
                nodes.tell_child(ws, node, move, i - 1, 0, marks_of(extension, compared, 0))
                value = -search(ws, states, table, weights, ply + 1, full, -top, -low)
            if is_open_again(ws, ply, number, narrow, value, low, beta):
                if number > 1:
                    note_fail_high(ws, ply, move)
                ws.expects_cut[row + 1] = 0
                again = AGAIN if number > 1 else 0
                nodes.tell_child(ws, node, move, i - 1, 0, again | marks_of(extension, compared, 0))
                value = -search(ws, states, table, weights, ply + 1, full, -beta, -low)

            # The move's value
            if ws.stop != 0:
                return nodes.leave(ws, node, 0.0, FULL)
            nodes.keep_root_value(ws, ply, i - 1, move, value, value > best, value > low, False)
            note_root_bound(ws, ply, move, value >= beta)
            if value > best:
                best = value
                if value > low:
                    best_move = move
                    # With slack the root's moves need exact values up to that much below the best.
                    low = value if ply > 0 else value - ws.slack
                    kept_as = np.int64(EXACT_VALUE)
                    if not narrow:
                        nodes.keep_pv(ws, ply, move, False)
                    if value >= beta:
                        kept_as = np.int64(LOWER_BOUND)
                        ws.cutoffs[row] += 1
                        break
                    depth = depth_after_raise(depth, value, beta)

        # Histories, and the node's value into the table
        if number == 0:
            best = alpha  # the only legal move is left out
        steps.end_node(ws, state, ply, depth, i, best_move, best, alpha, beta)
        if not aside and ws.use_table != 0 and (ply > 0 or ws.root_partial == 0):
            keep_worthiest(ws, table, key, ply, best, best_move, depth, kept_as, ws.on_line[row])
        return nodes.leave(ws, node, best, ending(best, beta, skipped))

    return search
