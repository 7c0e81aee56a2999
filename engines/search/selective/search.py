"""The nodes of a selective search down to depth 0; `engines.search.selective` says what it is."""

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from engines.contract import WIN, WIN_BAND
from engines.search.alphabeta import INFINITY, SCOUT, note_fail_high, note_root_bound
from engines.search.build import Build
from engines.search.node import root_moves
from engines.search.ordering import pick_move
from engines.search.quiescence import make_quiescence as make_usual_quiescence
from engines.search.selective.histories import bonus_at, make_histories
from engines.search.selective.margins import (
    CHECK_WORTH,
    FAR_ABOVE,
    FIRST_DEPTH_OF_CHECKS,
    FIRST_DEPTH_OF_PROBCUT,
    FIRST_DEPTH_OF_SINGULAR,
    FIRST_DEPTH_WITHOUT_TABLE_MOVE,
    LAST_DEPTH_OF_REVERSE_FUTILITY,
    LESS_IN_OPEN_WINDOW,
    PASS_STANDING,
    STANDING,
    TWICE,
    capture_margin,
    deeper_margin,
    hopeless_margin,
    least_exchange,
    least_following,
    least_quiet_exchange,
    moves_before_skipping,
    pass_margin,
    pass_reduction,
    probcut_margin,
    quiet_margin,
    razor_margin,
    reduction,
    reverse_futility_margin,
    shallower_margin,
    singular_margin,
)
from engines.search.selective.move_order import (
    BAD_CAPTURE,
    CAPTURE,
    GIVEN_UP,
    SKIPPED,
    TABLE_MOVE,
    leave_out_quiets,
    make_move_order,
)
from engines.search.selective.quiescence import make_quiescence
from engines.search.selective.table import bound_in, depth_in, find, from_table, keep, move_in, was_on_line
from engines.search.table import EXACT_VALUE, LOWER_BOUND, NO_MOVE, UPPER_BOUND, make_table
from engines.selective_memory import NO_STEP, PASS, clear_path, row_of
from engines.tree_recorder import (
    AGAIN,
    CUT,
    FULL,
    LEFT_OUT,
    NULL_MOVE,
    PASSED,
    REDUCED,
    TABLE,
    TOO_FAR,
    TRUSTED,
    go_on,
    pause,
)
from engines.workspace import MAX_PLY, scramble
from games.contract import ONGOING

DEEPEST_PLY = MAX_PLY - 4
"""From this ply on positions are only evaluated."""

RULE_OF_REPETITION = 90
"""Quiet plies from which on the table settles no node, because the draw by their number is near."""


def is_open(alpha: float, beta: float) -> bool:
    """Whether a window is one of the principal variation, not a scout's."""
    return beta - alpha > 2 * SCOUT


def is_win(value: float) -> bool:
    """Whether a value is a proven win or loss, or unlimited."""
    return abs(value) > WIN_BAND


def make_selective(build: Build, nodes: SimpleNamespace) -> Callable[..., float]:
    """A search with the arguments and results of `engines.search.alphabeta`, in plain Python; `nodes` are of
    `engines.search.node.make_nodes`."""
    game, records = build.game, build.records
    legal_moves, apply, quiet_of = game.legal_moves, game.apply, game.quiet
    in_check, may_pass = game.in_check, game.may_pass
    worth_taken: Any = game.worth_taken
    pass_turn: Any = game.pass_turn
    gives_check: Any = game.gives_check
    wins_exchange: Any = game.wins_exchange
    noisy_moves: Any = game.noisy_moves

    enter, begin, leave, leave_end = nodes.enter, nodes.begin, nodes.leave, nodes.leave_end
    count_moves, tell_child, remembered = nodes.count_moves, nodes.tell_child, nodes.remembered
    keep_pv, keep_root_value = nodes.keep_pv, nodes.keep_root_value
    usual = make_usual_quiescence(build, nodes)
    leave_leaf = usual.leave_leaf
    of_table = make_table(build)
    table_key, fetch_entries = of_table.table_key, of_table.fetch_entries

    of = make_histories(build)
    index_of, following = of.index_of, of.following
    add, add_following, note_good = of.add, of.add_following, of.note_good
    note_gain, credit_step_before, note_step, note_pass = (
        of.note_gain,
        of.credit_step_before,
        of.note_step,
        of.note_pass,
    )
    ordering = make_move_order(build, of)
    order, order_evasions, order_noisy = ordering.order, ordering.order_evasions, ordering.order_noisy

    def is_too_deep(ws: Any, ply: int) -> bool:
        return bool(ws.quiescence == 0 or ply >= DEEPEST_PLY)

    quiesce = make_quiescence(
        build,
        SimpleNamespace(
            **vars(nodes),
            **{name: vars(of)[name] for name in ("following", "index_of", "note_step")},
            table_key=table_key,
            fetch_entries=fetch_entries,
            is_open=is_open,
            is_too_deep=is_too_deep,
            leave_leaf=leave_leaf,
            order_evasions=order_evasions,
            order_noisy=order_noisy,
        ),
    )

    # Histories at a cut-off

    def note_table_cut(ws: Any, state: Any, ply: int, depth: int, move: int, fails_high: bool) -> None:
        # The table settled the node, and knows a move.
        row = row_of(ply)
        if fails_high:
            if worth_taken(state, move) == 0:
                note_good(ws, state, ply, move, bonus_at(depth))
            if ws.number[row - 1] <= 2:
                credit_step_before(ws, row, -bonus_at(depth + 1))
        elif worth_taken(state, move) == 0:
            add(ws, state, row, move, -bonus_at(depth))

    def note_best(
        ws: Any, state: Any, ply: int, depth: int, i: int, move: int, best: float, beta: float
    ) -> None:
        # A move raised alpha, the last of the first `i` in order that were looked at.
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

    # What is skipped

    def is_skipped(
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
    ) -> bool:
        # Whether a move is skipped; `left` is the depth after its reduction.
        unit = ws.pawn
        check = gives_check(state, move)
        if taken > 0 or check:
            hopes = check or checked or not narrow or left >= 7
            if not hopes and static + (capture_margin(left) + taken * 0.01) * unit < low:
                return True
            return not wins_exchange(state, move, int(100 * least_exchange(depth)))
        index = index_of(state, move)
        known = following(ws, row, 1, index) + following(ws, row, 2, index) + following(ws, row, 4, index)
        if left < 5 and known < least_following(depth):
            return True
        known += 2 * ws.history[state.to_move, move & 4095]
        if not checked and left < 13 and static + quiet_margin(left, known) * unit <= low:
            return True
        return not wins_exchange(state, move, int(100 * least_quiet_exchange(left)))

    def standing_of(ws: Any, state: Any, row: int, move: int) -> int:
        # All that is known of a move, minus what is usual.
        index = index_of(state, move)
        known = following(ws, row, 1, index) + following(ws, row, 2, index) + following(ws, row, 4, index)
        return int(known + 2 * ws.history[state.to_move, move & 4095] - STANDING)

    def begin_row(ws: Any, ply: int) -> None:
        # What the positions and moves behind this one begin with.
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
        # How much better the evaluation is than at this side's move before, in pawns.
        before = ws.assessed[row - 2]
        if math.isnan(before):
            before = ws.assessed[row - 4]
        return 0.84 if math.isnan(before) else (static - before) / ws.pawn

    def find_moves(ws: Any, state: Any, ply: int, depth: int) -> int:
        return root_moves(ws, depth) if ply == 0 else int(legal_moves(state, ws.moves[ply]))

    def find_ordered(
        ws: Any, state: Any, ply: int, depth: int, table_move: int, checked: bool, ordered: bool
    ) -> int:
        # Puts the moves into the ply's row, with scores. Returns their number.
        n = find_moves(ws, state, ply, depth)
        if not ordered:
            for j in range(n):
                ws.scores[ply, j] = 0
        elif checked:
            order_evasions(ws, state, ply, n, table_move)
        else:
            order(ws, state, ply, n, table_move)
        return n

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
        at = find(table, table_key(ws, state, ply, 0))
        return at < 0 or ws.use_table == 0 or move_in(table[at].packed) < 0

    def search(
        ws: Any, states: Any, table: Any, weights: Any, ply: int, depth: int, alpha: float, beta: float
    ) -> float:
        """The value of `states[ply]`, as of `engines.search.alphabeta`."""
        if ply == 0:
            clear_path(ws)
            ws.root_width = beta - alpha
        state = states[ply]
        narrow = not is_open(alpha, beta)
        if depth <= 0 or (not narrow and is_left_to_quiescence(ws, table, state, ply, depth)):
            return quiesce(ws, states, table, weights, ply, np.int64(0), alpha, beta)
        row = row_of(ply)
        result = enter(ws, state, ply)
        node: Any = begin(ws, state, ply, depth, alpha, beta)
        if result != ONGOING:
            return leave_end(ws, node, state, ply, result)
        if ply > 0 and WIN - (ply + 1) <= alpha:
            return leave(ws, node, WIN - (ply + 1), TOO_FAR)
        if ply >= DEEPEST_PLY:
            return leave_leaf(ws, node, state, weights, ply, alpha, beta)
        begin_row(ws, ply)
        unit = ws.pawn
        checked = in_check(state)
        ws.in_check[row] = 1 if checked else 0
        left_out: Any = ws.left_out[row]
        aside = left_out != NO_STEP
        expects_cut = ws.expects_cut[row] != 0

        # Transposition table
        key: Any = table_key(ws, state, ply, 0)
        if aside:
            key ^= scramble(left_out + 1)
        at: Any = np.int64(find(table, key))
        known = at >= 0 and ws.use_table != 0
        ws.known[row] = 1 if known else 0
        table_move: Any = NO_MOVE
        value, bound, depth_known, was = 0.0, np.int64(0), np.int64(-9), False
        if known:
            packed = table[at].packed
            value = from_table(table[at].value, ply)
            table_move = np.int64(move_in(packed))
            bound = np.int64(bound_in(packed))
            depth_known = np.int64(depth_in(packed))
            was = was_on_line(packed)
        table_value = value
        if ply == 0:
            table_move = np.int64(ws.root_moves[0])
        if not aside:
            ws.on_line[row] = 1 if not narrow or was else 0
        if narrow and ply > 0 and known and depth_known > depth - (1 if bound == EXACT_VALUE else 0):
            settles = value >= beta and bound & LOWER_BOUND != 0
            settles = settles or (value <= alpha and bound & UPPER_BOUND != 0)
            if settles and quiet_of(state) < RULE_OF_REPETITION:
                if table_move >= 0:
                    note_table_cut(ws, state, ply, depth, table_move, value >= beta)
                return leave(ws, node, value, TABLE)
        takes = table_move >= 0 and worth_taken(state, table_move) > 0

        # The evaluation, and what it cuts
        static, trusted, improving = np.nan, np.nan, False
        ws.assessed[row] = np.nan
        if not checked:
            static = remembered(ws, state, weights)
            ws.assessed[row] = static
            trusted = static
            if known and narrow and bound & (LOWER_BOUND if value > static else UPPER_BOUND) != 0:
                trusted = value
            if not math.isnan(ws.assessed[row - 1]):
                note_gain(ws, state, row, (static + ws.assessed[row - 1]) / unit)
            improvement = improvement_at(ws, row, static)
            improving = improvement > 0

            # Razoring
            if ply > 0 and trusted < alpha - razor_margin(depth) * unit:
                plies: Any = np.int64(unwritten(ws))
                value = quiesce(ws, states, table, weights, ply, np.int64(0), alpha - SCOUT, alpha)
                written(ws, plies)
                if value < alpha or ws.stop != 0:
                    return leave(ws, node, value, LEFT_OUT)

            # Reverse futility
            quiet_line = ws.on_line[row] == 0 and depth <= LAST_DEPTH_OF_REVERSE_FUTILITY
            above = reverse_futility_margin(depth, improving, ws.standing[row - 1]) * unit
            if quiet_line and not is_win(trusted) and trusted - above >= beta and trusted >= beta:
                return leave(ws, node, trusted, TRUSTED)

            # Null move
            passes = narrow and ply > 0 and not aside and ws.null_move != 0 and ws.step[row - 1] != PASS
            passes = passes and ws.standing[row - 1] < PASS_STANDING
            passes = passes and trusted >= beta and trusted >= static and may_pass(state)
            if passes and static >= beta + pass_margin(depth, improvement) * unit:
                note_pass(ws, row)
                pass_turn(state, states[ply + 1])
                left: Any = depth - pass_reduction(depth, (trusted - beta) / unit)
                ws.expects_cut[row + 1] = 0 if expects_cut else 1
                tell_child(ws, node, -1, 0, 0, PASSED)
                value = -search(ws, states, table, weights, ply + 1, left, -beta, -alpha)
                if ws.stop != 0:
                    return leave(ws, node, 0.0, NULL_MOVE)
                if value >= beta:
                    # A mate seen after a pass is not proven.
                    return leave(ws, node, min(value, WIN_BAND), NULL_MOVE)

            # ProbCut
            high = beta + probcut_margin(improving) * unit
            doubtful = known and depth_known >= depth - 3 and table_value < high
            if narrow and ply > 0 and depth >= FIRST_DEPTH_OF_PROBCUT and not is_win(beta) and not doubtful:
                m: Any = np.int64(noisy_moves(state, ws.moves[ply]))
                m = np.int64(order_noisy(ws, state, ply, m, table_move))
                least: Any = np.int64(100 * (high - static) / unit)
                k: Any = np.int64(0)
                while k < m:
                    pick_move(ws, ply, k, m)
                    likely: Any = np.int64(ws.moves[ply, k])
                    k += 1
                    if likely == left_out or not wins_exchange(state, likely, least):
                        continue
                    note_step(ws, state, row, likely, worth_taken(state, likely))
                    apply(state, likely, 0, states[ply + 1])
                    ws.expects_cut[row + 1] = 0 if expects_cut else 1
                    plies = np.int64(unwritten(ws))
                    value = -quiesce(ws, states, table, weights, ply + 1, np.int64(0), -high, SCOUT - high)
                    if value >= high and ws.stop == 0:
                        value = -search(ws, states, table, weights, ply + 1, depth - 4, -high, SCOUT - high)
                    written(ws, plies)
                    if ws.stop != 0:
                        return leave(ws, node, 0.0, CUT)
                    if value >= high:
                        keep(ws, table, key, ply, value, likely, depth - 3, LOWER_BOUND, ws.on_line[row])
                        return leave(ws, node, value, CUT)

            # Less depth where the table knows no move
            if table_move < 0:
                if not narrow:
                    depth = max(1, depth - LESS_IN_OPEN_WINDOW)  # another thread may have changed the table
                elif expects_cut and depth >= FIRST_DEPTH_WITHOUT_TABLE_MOVE:
                    depth -= 2

        # Is the table's move singular?
        longer: Any = np.int64(0)
        singular = False
        asks = ply > 0 and not aside and table_move >= 0 and not is_win(table_value) and ply < 2 * ws.depth
        least_depth = FIRST_DEPTH_OF_SINGULAR + (2 if not narrow and was else 0)
        asks = asks and depth >= least_depth and bound & LOWER_BOUND != 0 and depth_known >= depth - 3
        if asks:
            was_on = ws.on_line[row] != 0 and narrow
            below = table_value - singular_margin(depth, was_on) * unit
            ws.left_out[row] = table_move
            plies = np.int64(unwritten(ws))
            value = search(ws, states, table, weights, ply, (depth - 1) // 2, below - SCOUT, below)
            written(ws, plies)
            ws.left_out[row] = NO_STEP
            if ws.stop != 0:
                return leave(ws, node, 0.0, FULL)
            ws.in_check[row] = 1 if checked else 0
            if value < below:
                longer = np.int64(1)
                singular = not takes
                if narrow and value < below - TWICE * unit and ws.doubled[row] <= 9:
                    longer = np.int64(2)
            elif below >= beta:
                return leave(ws, node, below, CUT)  # several moves are at least beta
            elif table_value >= beta:
                longer = np.int64(-2)
            elif table_value <= alpha and table_value <= value:
                longer = np.int64(-1)

        # The moves and their order. The table's move often suffices, so the others are found after it.
        ordered = ws.use_ordering != 0 and (ply > 0 or ws.slack == 0.0)
        alone = ordered and ply > 0 and table_move >= 0 and not aside
        if records:
            count_moves(ws, node, find_moves(ws, state, ply, depth), False)
        n: Any = np.int64(1)
        if alone:
            ws.moves[ply, 0] = table_move
            ws.scores[ply, 0] = TABLE_MOVE
        else:
            n = np.int64(find_ordered(ws, state, ply, depth, table_move, checked, ordered))
        best, low = -INFINITY, alpha
        best_move: Any = NO_MOVE
        kept_as: Any = np.int64(UPPER_BOUND)
        likely_low = not narrow and table_move >= 0 and bound & UPPER_BOUND != 0 and depth_known >= depth
        pieces = may_pass(state)
        skipped_some, leaves_quiets = False, False
        number: Any = np.int64(0)  # of moves tried so far
        i: Any = np.int64(0)
        while True:
            if i >= n and alone:
                alone = False
                n = np.int64(find_ordered(ws, state, ply, depth, table_move, checked, ordered))
                pick_move(ws, ply, 0, n)  # the table's, which was searched
            if i >= n:
                break
            if ordered:
                pick_move(ws, ply, i, n)
            move: Any = np.int64(ws.moves[ply, i])
            score = ws.scores[ply, i]
            taken = worth_taken(state, move)
            early = ordered and not checked and move != table_move and score > CAPTURE >> 1
            if early and not wins_exchange(state, move, int(GIVEN_UP * taken)):
                ws.scores[ply, i] = BAD_CAPTURE + taken
                continue
            index = i
            i += 1
            if move == left_out:
                ws.scores[ply, index] = SKIPPED
                continue
            number += 1
            ws.number[row] = number
            if ply == 0 and ordered:
                for j in range(n):
                    ws.root_moves[j] = ws.moves[0, j]

            # Moves that are skipped
            share = 0.0
            if not narrow:
                share = min(1.0, (beta - low) / ws.root_width) if ws.root_width < INFINITY else 1.0
            fewer: Any = np.int64(reduction(depth, number, share, improving))
            if ply > 0 and pieces and best > -WIN_BAND:
                if not leaves_quiets and not checked and number >= moves_before_skipping(depth, improving):
                    leaves_quiets = True
                    skipped_some = True
                    n = np.int64(leave_out_quiets(ws, ply, i, n))
                left = max(depth - 1 - fewer, 0)
                if is_skipped(ws, state, row, move, taken, depth, left, low, static, checked, narrow):
                    ws.scores[ply, index] = SKIPPED
                    skipped_some = True
                    continue

            # Extensions
            extension: Any = np.int64(0)
            if ply > 0 and ply < 2 * ws.depth:
                if move == table_move and asks:
                    extension = longer
                elif depth >= FIRST_DEPTH_OF_CHECKS and gives_check(state, move):
                    far = not checked and abs(static) > CHECK_WORTH * unit
                    extension = np.int64(1 if far else 0)
            full: Any = depth - 1 + extension
            ws.doubled[row] = ws.doubled[row - 1] + (1 if extension == 2 else 0)
            index_to: Any = np.int64(index_of(state, move))
            note_step(ws, state, row, move, taken)
            apply(state, move, 0, states[ply + 1])
            fetch_entries(ws, table, states[ply + 1])

            # Late moves, with less depth and a scout's window
            scouts = number > 1 or narrow
            reduces = depth >= 2 and ws.reductions != 0 and number > (2 if not narrow and ply <= 1 else 1)
            reduces = reduces and (
                ws.on_line[row] == 0 or taken == 0 or (expects_cut and ws.number[row - 1] > 1)
            )
            top = beta if asks_all(ws) else min(beta, low + SCOUT)
            if reduces:
                if ws.on_line[row] != 0 and not likely_low:
                    fewer -= 2
                if ws.number[row - 1] > 7:
                    fewer -= 1
                if expects_cut:
                    fewer += 2
                if takes:
                    fewer += 1
                if not narrow:
                    fewer -= 1 + 11 // (3 + depth)
                if singular:
                    fewer -= 1
                if ws.cutoffs[row + 1] > 3:
                    fewer += 1
                ws.standing[row] = standing_of(ws, state, row, move)
                fewer -= np.int64(ws.standing[row] / (17_600 if 7 < depth < 19 else 13_600))
                left = max(1, min(full - fewer, full + 1))
                ws.expects_cut[row + 1] = 1
                tell_child(ws, node, move, index, 0, REDUCED if left < full else 0)
                value = -search(ws, states, table, weights, ply + 1, left, -top, -low)
                if value > low and left < full and ws.stop == 0:
                    deeper = value > low + deeper_margin(full - left) * unit
                    shallower = value < best + shallower_margin(full) * unit
                    full += (1 if deeper else 0) - (1 if shallower else 0)
                    if full > left:
                        ws.expects_cut[row + 1] = 0 if expects_cut else 1
                        tell_child(ws, node, move, index, 0, AGAIN)
                        value = -search(ws, states, table, weights, ply + 1, full, -top, -low)
                    if taken == 0:
                        add_following(ws, row, index_to, bonus_at(full) if value > low else -bonus_at(full))
            elif scouts:
                ws.expects_cut[row + 1] = 0 if expects_cut else 1
                tell_child(ws, node, move, index, 0, 0)
                value = -search(ws, states, table, weights, ply + 1, full, -top, -low)
            if not narrow and ws.stop == 0 and (number == 1 or (value > low and (ply == 0 or value < beta))):
                if number > 1:
                    note_fail_high(ws, ply, move)
                ws.expects_cut[row + 1] = 0
                tell_child(ws, node, move, index, 0, AGAIN if number > 1 else 0)
                value = -search(ws, states, table, weights, ply + 1, full, -beta, -low)

            # The move's value
            if ws.stop != 0:
                return leave(ws, node, 0.0, FULL)
            keep_root_value(ws, ply, index, move, value, value > best, value > low, False)
            note_root_bound(ws, ply, move, value >= beta)
            if value > best:
                best = value
                if value > low:
                    best_move = move
                    # With slack the root's moves need exact values up to that much below the best.
                    low = value if ply > 0 else value - ws.slack
                    kept_as = np.int64(EXACT_VALUE)
                    if not narrow:
                        keep_pv(ws, ply, move, False)
                    if value >= beta:
                        kept_as = np.int64(LOWER_BOUND)
                        ws.cutoffs[row] += 1
                        break
                    if 1 < depth < 6 and not is_win(beta) and not is_win(value):
                        depth -= 1

        # Histories, and the node's value into the table
        if number == 0:
            best = alpha  # only the move that is left out
        elif best_move >= 0:
            note_best(ws, state, ply, depth, i, best_move, best, beta)
        elif depth >= 5 or not narrow:
            surely = not narrow or expects_cut or best < alpha - hopeless_margin(depth) * unit
            credit_step_before(ws, row, bonus_at(depth) * (2 if surely else 1))
        if best <= alpha and ws.on_line[row - 1] != 0 and depth > 3:
            ws.on_line[row] = 1
        if not aside and ws.use_table != 0 and (ply > 0 or ws.root_partial == 0):
            keep(ws, table, key, ply, best, best_move, depth, kept_as, ws.on_line[row])
        return leave(ws, node, best, CUT if best >= beta else LEFT_OUT if skipped_some else FULL)

    return search
