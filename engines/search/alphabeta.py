"""The search kernels: plain minimax, and alpha-beta with a transposition table.

Both are written for any game of `games.contract` and any evaluation of `heuristics.contract`:

- values are for the player to move (negamax), but a child's value changes sign only if the turn
  really passed, for a player may move twice in a row;
- the evaluation is always asked from the root player's side, for heuristics need not be
  antisymmetric;
- a move with several chance outcomes is worth their mean.

With equal depth both give the same value, with and without table and ordering, up to the last
bit: `tests/engines/test_search.py`. The rest is compiled in only where it is asked for
(`make_search(..., extras=True)`) and then switched on bit by bit in the workspace. Two things change
no value:

- `prune_chance`: one reply to each chance outcome is searched first; where even these leave a mean
  that is no better than the best move, the other replies need not be looked at;
- `sharing`: threads that share the table leave each other the moves that one is busy with, and the lines to
  exact values.

The others do, though quiescence as exactly as plain search:

- `quiescence`: below the last ply noisy moves are still searched, and every way out of check; a
  player who is not in check, nor in the middle of a turn, may also stand pat, that is take the
  evaluation. The value is that of a minimax with the same leaves
  (`tests/engines/test_search_extras.py`);
- `check_extension`: an answer to a check costs no depth;
- `null_move`: a player who stays above the window even without moving is above it (where the
  game can pass and its `may_pass` sees no zugzwang);
- `reductions`: late quiet moves are searched less deep, and again if they surprise;
- `deeper_entries`: the table also answers with deeper searches, and with values that another
  path's repetitions may have touched.

What guesses is constant in the kernel (`make_search(..., cuts=...)`), for flags that are looked at would
cost a fifth of the nodes a second where they are off. Its margins are in pawns, which `engines.pawn` measures
for each lens; a game without noisy moves has none, and nothing with a margin is cut there:

- `exchanges`: quiescence leaves out what loses material (`Game.loses`);
- `evasions`: only its first ply answers checks;
- `delta`: nor does it look behind a noisy move whose evaluation stays that far below the window;
- `reverse_futility`: above the window by more than some plies can lose, the evaluation is trusted;
- `futility`: below it by more than they can win, quiet moves that give no check are left out;
- `late_moves`: the later a quiet move comes, and the worse its history, the less deep it is searched (else
  `reductions` go by two steps);
- `malus`: quiet moves that were tried before the one that cuts lose history, which is bounded then;
- `ordering`: only quiet moves become killers and gain history, and a position that fails low keeps the move
  that was best there before;
- `losing_captures`: noisy moves that lose material are left out near the leaves, and elsewhere reduced;
- `late_pruning`: near the leaves, quiet moves that come late are left out;
- `deeper_passes`: `null_move` looks less far behind the pass;
- `quiescence_table`: quiescence, too, asks the table and leaves its values there;
- `second_occurrence`: a position that comes back on the line is a draw at once;
- `root_reductions`: late moves of the root are reduced too, where the best one alone is to be known;
- `sacrifices`: quiet moves of the root that lose material are reduced by half as much in deep searches;
- `mate_distance`: once a win is known, positions too far from the root for a shorter one are left, and the
  deepening goes on (`engines.deepening`), for what begins with a reduced move may come up later than a longer
  win.

A search that `explains` says what its values are made of: where a value is exact, the workspace's `parts`
hold what it is made of, term by term and through chance: a leaf's contributions, and at a chance move the
mean of the outcomes' parts. It costs no node and changes no value. One that `records` writes down every node
that it visits (`engines.tree_recorder`), which costs none and changes none either.

Whatever is switched on, the principal variation leads to the leaf whose evaluation is the value:
all of the above that is not exact cuts outside the window only, and a value from the table that
lies inside it is searched again, or comes with its line.
"""

import math
from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.contract import WIN, WIN_BAND
from engines.tree_recorder import (
    AGAIN,
    CUT,
    FULL,
    LEAF,
    LEFT_OUT,
    NULL_MOVE,
    PASSED,
    PROBED,
    QUIET,
    REDUCED,
    TABLE,
    TERMINAL,
    TOO_FAR,
    TRUSTED,
    announce,
    close_node,
    note_moves,
    open_node,
)
from engines.workspace import (
    BUSY_ROWS,
    MAX_OUTCOMES,
    MAX_PLY,
    PLY_KEYS,
    QUIET_KEYS,
    SIDE_KEYS,
    earlier_occurrences,
    leader_of,
    leave_line,
    note_run,
    occurred_on_line,
    repetition_salt,
    take_line,
    terminal_value,
)
from games.addresses import call_at, fetch_ahead
from games.bits import float_bits
from games.contract import DRAW, ONGOING, Game, never, never_in_check, no_limit

INFINITY = np.inf
LOWER_BOUND, UPPER_BOUND, EXACT_VALUE = 1, 2, 3
HINT_BITS = 42
TABLE_MOVE_FIRST, KILLER, HISTORY_CAP = 1 << 52, 1 << 40, 1 << 30
INDEX_BITS = 10
"""The lowest bits of a score, which tell moves of one score apart: the earlier one is larger."""
LAST_INDEX = (1 << INDEX_BITS) - 1
LEAST_SCORE = -1 << 40
"""No history makes a score as low."""

WAITING = (1 << 62) - LEAST_SCORE
"""By so much less is the score of a move that waits for another thread, and so less than LEAST_SCORE: only
the table's move, which never waits, has one of 1 << 62."""
LEAST_DEPTH_TO_SHARE = 3

SCOUT = 1e-6
"""Width of a window that only asks whether a move is better than the best one so far."""

NULL_MOVE_REDUCTION = 2
LEAST_DEPTH_TO_REDUCE = 3
MOVES_BEFORE_REDUCING, MOVES_BEFORE_REDUCING_MORE = 3, 8

CUTS = (
    *("exchanges", "evasions", "delta", "reverse_futility", "futility"),
    *("late_moves", "malus", "ordering", "losing_captures", "late_pruning"),
    *("deeper_passes", "quiescence_table", "second_occurrence", "root_reductions", "sacrifices"),
    "mate_distance",
)
"""What `make_search` may be asked to cut by guessing."""

PAWNS_TO_GAIN = 1.5
"""A noisy move of quiescence whose evaluation stays so many pawns below the window is left out."""

FIRST_GUESS = 2
"""The first ply at which a position's evaluation cuts."""

REVERSE_FUTILITY_DEPTH, PAWNS_TO_LOSE = 5, 1.2
"""Up to which depth an evaluation is trusted that is so many pawns a ply above the window."""

FUTILITY_DEPTH, PAWNS_AT_LEAST = 4, 1.0
"""Up to which depth quiet moves are left out below the window, by these pawns and one more for each ply."""

LEAST_DEPTH_OF_LATE_MOVES = 2

LEAST_BEHIND_ROOT = 4
"""So deep, or as deep as without reduction, is searched what is behind each move of the root: a mate in three
that begins with any of them is seen."""

LEAST_DEPTH_OF_SACRIFICES = 12
"""From which depth on quiet moves of the root that lose material are reduced by half as much: what they are
given for is seen late. With less time it costs more than it finds (docs/strength.md)."""

LOSERS_LEFT_OUT = 4
"""Up to which depth noisy moves that lose material are left out; from then on they are reduced."""

NEVER = 1 << 20
"""More than a position has moves."""

LATE_PRUNING_DEPTH, MOVES_BEFORE_PRUNING = 5, 3
"""Up to which depth late quiet moves are left out, and how many moves are tried before, beside the depth's
square."""

LEAST_PLIES_PASSED = 4
"""So much less deep, and a quarter of the depth, is what `deeper_passes` searches behind a pass."""

REDUCTIONS = np.array(
    [[1.0 + math.log(max(1, depth)) * math.log(max(1, i)) / 1.8 for i in range(64)] for depth in range(64)]
)
"""float64[64, 64], by depth and number of the move, from 1: by how many plies `late_moves` reduces."""

HISTORY_OF_A_PLY = 6000
MOST_HISTORY, MOST_BONUS = 16384, 2000
"""History with malus lies inside ± MOST_HISTORY; by so much of it a quiet move is reduced by a ply less."""


@dataclass(frozen=True)
class Search:
    """The kernels of one game.

    `minimax(workspace, states, table, weights, 0, depth) -> value` and `alphabeta(workspace,
    states, table, weights, 0, depth, -inf, inf) -> value` search the root that `set_root` laid down,
    at ply 0, and fill the workspace's root_* and pv fields.
    """

    minimax: Callable[..., float]
    alphabeta: Callable[..., float]


def evaluate_at(ws: Any, state: Any, weights: Any) -> float:
    """The value for `ws.side` by the evaluation kernel whose address the workspace holds."""
    return call_at(ws.evaluator, (state, ws.side, weights))


def contribute_at(ws: Any, state: Any, weights: Any, out: Any) -> float:
    """The same value, and into `out` what it is made of, by the kernel whose address the workspace holds."""
    return call_at(ws.contributor, (state, ws.side, weights, out))


def make_search(
    game: Game,
    extras: bool = False,
    explains: bool = False,
    records: bool = False,
    cuts: Set[str] = frozenset(),
    evaluate: Callable[..., float] = evaluate_at,
    contribute: Callable[..., float] = contribute_at,
) -> Search:
    """Closes the two searches over a game's rules; all of it still plain Python.

    They know the evaluation by its address alone, so that they are compiled once for all heuristics of a
    game; uncompiled ones need an `evaluate` and a `contribute` that take the same arguments.

    Without `extras` the flags of the same names in the workspace are not looked at, and there are no
    `cuts` (some of CUTS). A search that `explains` needs a workspace with parts, one for each number of
    `Heuristic.contributor` and one for games that have ended; one that `records` needs the fields of a
    recording. Numba drops branches on the closure's booleans before it compiles, so what is not asked for
    costs nothing.
    """
    legal_moves, apply, outcome = game.legal_moves, game.apply, game.outcome
    chance_count, chance_probability = game.chance_count, game.chance_probability
    quiet_of, quiet_limit, repetition_limit = game.quiet, game.quiet_limit, game.repetition_limit
    order_hint = game.order_hint
    has_chance, has_repetition = game.has_chance, game.has_repetition
    has_counter = quiet_limit is not no_limit
    noisy, in_check, may_pass = game.noisy, game.in_check, game.may_pass
    gives_check: Any = game.gives_check
    foresees = gives_check is not None
    may_stand_pat = game.may_stand_pat
    pass_turn: Any = game.pass_turn
    has_check = extras and in_check is not never_in_check
    can_prune_chance = extras and has_chance and not has_repetition
    can_pass = extras and pass_turn is not None
    has_noisy = noisy is not never
    noisy_moves: Any = game.noisy_moves
    generates_noisy = extras and noisy_moves is not None
    loses = game.loses
    leaves_losers_out = "exchanges" in cuts and loses is not never
    evades_once = "evasions" in cuts and has_check
    cuts_below = "delta" in cuts and has_noisy
    trusts_above = "reverse_futility" in cuts and has_noisy
    gives_up_below = "futility" in cuts and has_noisy
    guesses = trusts_above or gives_up_below
    by_lateness = "late_moves" in cuts
    has_malus = "malus" in cuts
    orders_by_quiet = "ordering" in cuts and has_noisy
    doubts_captures = "losing_captures" in cuts and loses is not never
    prunes_late = "late_pruning" in cuts and has_noisy
    prunes = prunes_late or doubts_captures
    passes_deeper = "deeper_passes" in cuts
    has_quiescence_table = "quiescence_table" in cuts
    # Behind chance most windows are open, and what lies inside one is evaluated anew all the same.
    remembers = extras and not has_chance
    leaves_lines = extras and not has_chance  # for a line does not hold the outcomes' values
    reduces_root = "root_reductions" in cuts and by_lateness and extras
    spares_sacrifices = reduces_root and "sacrifices" in cuts and loses is not never
    leaves_longer_wins = "mate_distance" in cuts
    draws_at_second = "second_occurrence" in cuts and has_repetition

    def enter(ws: Any, state: Any, ply: int) -> int:
        # What every node begins with; returns its outcome, draws by repetition included. Once the
        # search is stopped every node is a draw, for values are void then. (It is no value, with NaN
        # for a node that goes on, because that made Jungle's search 6 % slower.)
        ws.nodes += 1
        ws.ply = ply
        if ws.nodes >= ws.node_limit:
            ws.stop = 1
        ws.pv_length[ply] = ply
        if ws.stop != 0:
            return DRAW
        result = outcome(state) if ply > 0 else ONGOING
        if has_repetition and result == ONGOING and repetition_limit(state) > 0:
            quiet = quiet_of(state)
            occurrences = earlier_occurrences(ws, state, ply, quiet)
            if ply > 0 and occurrences + 1 >= repetition_limit(state):
                return DRAW
            if draws_at_second and occurrences > 0 and occurred_on_line(ws, state, ply, quiet):
                return DRAW
            note_run(ws, state, ply, quiet, occurrences)
        return result

    def keep_pv(ws: Any, ply: int, move: int, ends_here: bool) -> None:
        ws.pv[ply, ply] = move
        length = ply + 1
        if explains:
            for j in range(ws.part_count):
                ws.parts[ply, j] = ws.mean_parts[ply, j] if ends_here else ws.parts[ply + 1, j]
        if has_chance:
            for chance in range(MAX_OUTCOMES):
                ws.pv_outcomes[ply, chance] = (
                    ws.outcomes[ply, chance] if ends_here else ws.pv_outcomes[ply + 1, chance]
                )
        if not ends_here:
            length = ws.pv_length[ply + 1]
            for i in range(ply + 1, length):
                ws.pv[ply, i] = ws.pv[ply + 1, i]
        ws.pv_length[ply] = length

    def evaluated(ws: Any, state: Any, weights: Any) -> float:
        value = evaluate(ws, state, weights)
        if not abs(value) <= WIN_BAND:  # not so for what is no number, either
            raise ArithmeticError("a value that is not finite, or beyond that of a won game")
        return value if state.to_move == ws.side else -value

    def remembered(ws: Any, state: Any, weights: Any) -> float:
        # `evaluated`, kept: it is a third of the time, and many positions come up again soon, not least those
        # that a cut has asked for before their own node does.
        if not remembers:
            return evaluated(ws, state, weights)
        key = state.key ^ SIDE_KEYS[ws.side]
        row = key & (ws.evaluated.shape[0] - 1)
        if ws.evaluated[row] != key:
            ws.evaluations[row] = evaluated(ws, state, weights)
            ws.evaluated[row] = key
        return float(ws.evaluations[row])

    def keep_parts(ws: Any, state: Any, weights: Any, ply: int) -> None:
        # What an evaluation inside the window is made of: most lie outside, and take no such time.
        ws.parts[ply, ws.part_count - 1] = 0.0
        contribute(ws, state, weights, ws.parts[ply])

    def keep_end(ws: Any, result: int, ply: int) -> None:
        # What the value of a finished game is made of.
        for j in range(ws.part_count):
            ws.parts[ply, j] = 0.0
        ws.parts[ply, ws.part_count - 1] = terminal_value(result, ws.side, ply)

    def add_parts(ws: Any, state: Any, ply: int, move: int, chance: int) -> None:
        # A chance outcome's share of the mean.
        share = chance_probability(state, move, chance)
        for j in range(ws.part_count):
            before = ws.mean_parts[ply, j] if chance > 0 else 0.0
            ws.mean_parts[ply, j] = before + share * ws.parts[ply + 1, j]

    def root_moves(ws: Any, depth: int) -> int:
        # The root's moves come in the order that the caller wants, and its values are kept.
        ws.depth = depth
        ws.root_done = 0
        for i in range(ws.root_count):
            ws.moves[0, i] = ws.root_moves[i]
        return int(ws.root_count)

    def keep_root_value(
        ws: Any, i: int, move: int, value: float, is_best: bool, exact: bool, ends_here: bool
    ) -> None:
        ws.root_values[i] = value
        ws.root_exact[i] = exact
        ws.root_done = i + 1
        if is_best:
            ws.root_best = i
        length = 0
        if exact:  # row 1 of pv is the line that the move's value is the end of
            if explains:
                for j in range(ws.part_count):
                    ws.root_parts[i, j] = ws.mean_parts[0, j] if ends_here else ws.parts[1, j]
            length = 1 if ends_here else ws.pv_length[1]
            ws.root_lines[i, 0] = move
            for j in range(1, length):
                ws.root_lines[i, j] = ws.pv[1, j]
        ws.root_line_length[i] = length

    # ---- minimax: the textbook's, the yardstick for everything else

    def minimax(ws: Any, states: Any, table: Any, weights: Any, ply: int, depth: int) -> float:
        """The value of `states[ply]`, `depth` plies deep, for the player to move there; void if
        `ws.stop` is not 0 afterwards. Leaves the line and the root's values as `search` does."""
        state = states[ply]
        result = enter(ws, state, ply)
        node: Any = np.int64(-1)
        if records:
            node = open_node(ws, state, ply, depth, -INFINITY, INFINITY)
        if result != ONGOING:
            if explains:
                keep_end(ws, result, ply)
            value = terminal_value(result, state.to_move, ply)
            if records:
                close_node(ws, node, value, TERMINAL)
            return value
        if depth <= 0 or ply >= MAX_PLY - 1:
            if explains:
                keep_parts(ws, state, weights, ply)
            value = evaluated(ws, state, weights)
            if records:
                close_node(ws, node, value, LEAF)
            return value
        best = -INFINITY
        n = root_moves(ws, depth) if ply == 0 else legal_moves(state, ws.moves[ply])
        if records:
            note_moves(ws, node, n, False)
        for i in range(n):
            move = ws.moves[ply, i]
            outcomes = chance_count(state, move)
            mean = 0.0
            for chance in range(outcomes):
                apply(state, move, chance, states[ply + 1])
                if records:
                    announce(ws, node, move, i, chance, 0)
                value = minimax(ws, states, table, weights, ply + 1, depth - 1)
                if states[ply + 1].to_move != state.to_move:
                    value = -value
                if has_chance and chance < MAX_OUTCOMES:
                    ws.outcomes[ply, chance] = value
                if explains and outcomes > 1:
                    add_parts(ws, state, ply, move, chance)
                mean += chance_probability(state, move, chance) * value
            if ws.stop != 0:
                if records:
                    close_node(ws, node, 0.0, FULL)
                return 0.0
            if ply == 0:
                keep_root_value(ws, i, move, mean, mean > best, True, outcomes > 1)
            if mean > best:
                best = mean
                keep_pv(ws, ply, move, outcomes > 1)
        if records:
            close_node(ws, node, best, FULL)
        return best

    # ---- alpha-beta

    def table_key(ws: Any, state: Any, ply: int, depth: int) -> int:
        # Everything that the value depends on beside the position: the side it is computed for,
        # a draw counter that can run out within the depth, the path where repetition can matter.
        key = state.key ^ SIDE_KEYS[ws.side]
        reach = depth
        if extras and has_check:
            # Below the last ply an evasion is the one quiet move; extensions reach twice as far.
            reach += depth * ws.check_extension + ws.quiescence
        if has_counter and quiet_of(state) + reach >= quiet_limit(state) > 0:
            key ^= QUIET_KEYS[quiet_of(state) & 255]
        if has_repetition and repetition_limit(state) > 0 and not (extras and ws.deeper_entries != 0):
            key ^= repetition_salt(ws, ply, reach, quiet_of(state), repetition_limit(state))
        if has_chance:
            # A mean of wins and evaluations can't be moved to another distance from the root.
            key ^= PLY_KEYS[ply]
        return key

    def to_table(value: float, ply: int) -> float:
        # A win's value counts plies from the root; the table's, from the position.
        if has_chance:
            return value
        if value > WIN_BAND:
            return value + ply
        return value - ply if value < -WIN_BAND else value

    def from_table(value: float, ply: int) -> float:
        if has_chance:
            return value
        if value > WIN_BAND:
            return value - ply
        return value + ply if value < -WIN_BAND else value

    def holds(entry: Any, key: int) -> bool:
        return entry.packed != 0 and entry.check == key ^ entry.packed ^ float_bits(entry.value)

    def first_row(table: Any, key: int) -> int:
        return key & (table.shape[0] - BUSY_ROWS - 2)

    def fetch_entries(ws: Any, table: Any, after: Any) -> None:
        # Those that the child is going to ask for, nearly always: a table is too large for the caches.
        row = first_row(table, after.key ^ SIDE_KEYS[ws.side])
        fetch_ahead(table[row])
        fetch_ahead(table[row + 1])

    def store(ws: Any, table: Any, key: int, value: float, move: int, depth: int, bound: int) -> None:
        # The first row keeps what was searched deeper, the second takes everything else; what an
        # earlier search left may go in either.
        row = first_row(table, key)
        entry = table[row]
        if (
            entry.packed >> 42 == ws.generation
            and entry.packed >> 32 & 0xFF > depth
            and not holds(entry, key)
        ):
            entry = table[row + 1]
        packed = np.int64(move) | np.int64(depth) << 32 | np.int64(bound) << 40 | ws.generation << 42
        entry.check = key ^ packed ^ float_bits(value)
        entry.value = value
        entry.packed = packed

    def score_moves(ws: Any, state: Any, ply: int, n: int, first: int) -> None:
        leader = leader_of(ws)
        side = state.to_move
        for i in range(n):
            move = ws.moves[ply, i]
            if move == first:
                score = np.int64(TABLE_MOVE_FIRST)
            else:
                score = np.int64(order_hint(state, move)) << HINT_BITS
                if move == leader.killers[ply, 0]:
                    score += KILLER + 1
                elif move == leader.killers[ply, 1]:
                    score += KILLER
                score += leader.history[side, move & 4095]
            ws.scores[ply, i] = score << INDEX_BITS | LAST_INDEX - i

    def waits(ws: Any, ply: int, i: int) -> bool:
        return bool(ws.scores[ply, i] < LEAST_SCORE)

    def whole_score(ws: Any, ply: int, i: int) -> int:
        return int(ws.scores[ply, i]) + (WAITING if waits(ws, ply, i) else 0)

    def score_of(ws: Any, ply: int, i: int) -> int:
        return whole_score(ws, ply, i) >> INDEX_BITS

    def rank_of(ws: Any, ply: int, i: int, waiting: int) -> int:
        # The place of a move in an order in which none waits: of those that come before it or wait as well.
        if not waits(ws, ply, i):
            return i + waiting
        rank, score = 0, whole_score(ws, ply, i)
        for j in range(i):
            rank += whole_score(ws, ply, j) > score
        return rank

    def pick_move(ws: Any, ply: int, i: int, n: int) -> None:
        # Selection sort, a step at a time: after a cut-off the rest need no order.
        best, highest = i, ws.scores[ply, i]
        for j in range(i + 1, n):
            if ws.scores[ply, j] > highest:
                best, highest = j, ws.scores[ply, j]
        ws.scores[ply, best] = ws.scores[ply, i]
        ws.scores[ply, i] = highest
        move = ws.moves[ply, best]
        ws.moves[ply, best] = ws.moves[ply, i]
        ws.moves[ply, i] = move

    def add_history(ws: Any, state: Any, move: int, bonus: int) -> None:
        history = leader_of(ws).history
        before = history[state.to_move, move & 4095]
        history[state.to_move, move & 4095] = before + bonus - before * abs(bonus) // MOST_HISTORY

    def bonus_at(depth: int) -> int:
        return min(16 * depth * depth + 32 * depth, MOST_BONUS)

    def blame(ws: Any, state: Any, ply: int, depth: int, i: int) -> None:
        # The quiet moves before number `i`, which did not cut.
        for j in range(i):
            if not noisy(state, ws.moves[ply, j]):
                add_history(ws, state, ws.moves[ply, j], -bonus_at(depth))

    def note_cutoff(ws: Any, state: Any, ply: int, depth: int, i: int, move: int) -> None:
        # Move number `i` in order, from 0.
        if orders_by_quiet and noisy(state, move):
            if has_malus:
                blame(ws, state, ply, depth, i)
            return
        leader = leader_of(ws)
        if leader.killers[ply, 0] != move:
            leader.killers[ply, 1] = leader.killers[ply, 0]
            leader.killers[ply, 0] = move
        if has_malus:
            add_history(ws, state, move, bonus_at(depth))
            blame(ws, state, ply, depth, i)
            return
        leader.history[state.to_move, move & 4095] += depth * depth
        if leader.history[state.to_move, move & 4095] >= HISTORY_CAP:
            for side in range(2):
                for i in range(leader.history.shape[1]):
                    leader.history[side, i] >>= 1

    def find_noisy(ws: Any, state: Any, ply: int) -> int:
        # The noisy moves, into the ply's row; their number.
        if generates_noisy:
            return int(noisy_moves(state, ws.moves[ply]))
        n = legal_moves(state, ws.moves[ply])
        kept = 0
        for i in range(n):
            if noisy(state, ws.moves[ply, i]):
                ws.moves[ply, kept] = ws.moves[ply, i]
                kept += 1
        return kept

    def is_quiet(state: Any, after: Any, move: int) -> bool:
        return not noisy(state, move) and not in_check(after)

    def gives_away(state: Any, move: int) -> bool:
        return noisy(state, move) and loses(state, move)

    def is_decisive(state: Any, move: int, after: Any) -> bool:
        # Whether a move gives check or ends the game, asked before it is made; `after` is scratch.
        if foresees:
            return gives_check(state, move)
        apply(state, move, 0, after)
        return in_check(after) or outcome(after) != ONGOING

    def may_guess(
        ws: Any, state: Any, ply: int, depth: int, narrow: bool, checked: bool, beta: float
    ) -> bool:
        # Whether cuts may go by the evaluation of a position.
        if not narrow or checked or ply < FIRST_GUESS or not 0 < depth <= REVERSE_FUTILITY_DEPTH:
            return False
        return abs(beta) < WIN_BAND and may_stand_pat(state)

    def leave_quiet_out(ws: Any, state: Any, after: Any, ply: int, i: int, n: int) -> int:
        # Takes the quiet ones out of the moves `i` to `n`, but for those that wait for another thread; the
        # new `n`.
        kept = i
        for j in range(i, n):
            move: Any = np.int64(ws.moves[ply, j])
            keeps = noisy(state, move) or waits(ws, ply, j) or chance_count(state, move) > 1
            if keeps or is_decisive(state, move, after):
                ws.moves[ply, kept] = move
                ws.scores[ply, kept] = ws.scores[ply, j]
                kept += 1
        return kept

    def late_reduction(
        ws: Any, state: Any, after: Any, ply: int, depth: int, i: int, move: int, score: int, narrow: bool
    ) -> int:
        # Of move number `i` in order: neither the table's move, nor one with a hint unless it loses (the
        # root's may be sacrifices), nor a check; a killer less.
        doubted = doubts_captures and i > 0 and ply > 0 and depth > 2
        doubted = doubted and score < TABLE_MOVE_FIRST
        if doubted and gives_away(state, move) and not in_check(after):
            return 1 + depth // 4
        if i == 0 or depth < LEAST_DEPTH_OF_LATE_MOVES or score >= 2 * KILLER:
            return 0
        if not is_quiet(state, after, move):
            return 0
        plies = REDUCTIONS[min(depth, 63), min(i + 1, 63)]
        plies -= leader_of(ws).history[state.to_move, move & 4095] / HISTORY_OF_A_PLY
        if not narrow:
            plies -= 1.0
        if score >= KILLER >> 1:
            plies -= 1.0
        if spares_sacrifices and ply == 0 and depth >= LEAST_DEPTH_OF_SACRIFICES and loses(state, move):
            plies /= 2
        most = depth - 1 if ply > 0 else depth - 1 - LEAST_BEHIND_ROOT
        return max(0, min(int(plies), most))

    def reduction(state: Any, after: Any, depth: int, i: int, move: int, score: int) -> int:
        # Neither the table's move, nor one with a hint, nor a killer, nor a loud one, nor a check.
        if i < MOVES_BEFORE_REDUCING or depth < LEAST_DEPTH_TO_REDUCE or score >= KILLER >> 1:
            return 0
        if in_check(after) or noisy(state, move):
            return 0
        return 1 if i < MOVES_BEFORE_REDUCING_MORE else 1 + depth // 4

    def hoped_for(ws: Any, after: Any, weights: Any, same_side: bool) -> float:
        # What a noisy move that led to `after` is worth at most, for who made it; of one that gives check,
        # or leaves a turn unfinished, nobody knows.
        if in_check(after) or not may_stand_pat(after):
            return INFINITY
        value = remembered(ws, after, weights)
        return (value if same_side else -value) + PAWNS_TO_GAIN * ws.pawn

    # What prunes chance nodes. Sums are made in the same order as the mean's, so that rounding, which
    # is monotonous, can't put the mean above a bound of it.

    def likely_reply(ws: Any, state: Any, after: Any, ply: int) -> int:
        # The opponent's first move in order among those without chance, -1 where there is no such.
        if after.to_move == state.to_move or outcome(after) != ONGOING:
            return -1
        n = legal_moves(after, ws.moves[ply])
        score_moves(ws, after, ply, n, -1)
        for i in range(n):
            pick_move(ws, ply, i, n)
            if chance_count(after, ws.moves[ply, i]) == 1:
                return int(ws.moves[ply, i])
        return -1

    def mean_of_bounds(ws: Any, state: Any, ply: int, move: int, outcomes: int) -> float:
        mean = 0.0
        for chance in range(outcomes):
            mean += chance_probability(state, move, chance) * ws.at_most[ply, chance]
        return mean

    def least_to_matter(
        ws: Any, state: Any, ply: int, move: int, outcomes: int, chance: int, low: float
    ) -> float:
        # About what this outcome must be worth at least for the mean to be more than `low`.
        others = 0.0
        for other in range(outcomes):
            if other != chance:
                others += chance_probability(state, move, other) * ws.at_most[ply, other]
        return (low - others) / chance_probability(state, move, chance)

    def search(
        ws: Any, states: Any, table: Any, weights: Any, ply: int, depth: int, alpha: float, beta: float
    ) -> float:
        """The value of `states[ply]`, `depth` plies deep, for the player to move there, as far as it
        matters between alpha and beta, which are that player's too (fail-soft):

        - alpha < value < beta: it is exact;
        - value <= alpha: an upper bound, the position is worth no more than that;
        - value >= beta: a lower bound, it is worth no less;
        - `ws.stop` is not 0 afterwards: void. Nothing of it is kept.

        "Exact" is what minimax gives, or, with extras that are not exact, what they make of it. A move
        passes the turn or does not: where the same player moves again the child is searched with
        (alpha, beta) and its value is the move's, else with (-beta, -alpha), and it is minus the value.
        From a depth of 0 on only the evaluation is left, or quiescence.

        Into the table goes what has a depth of 1 or more (and quiescence, as a depth of 0, where it has its
        part in the table), as one of these three and with its best move (but not a root that leaves moves
        out); the line is not in it. From it comes, at other plies than the root's, only what settles the
        position outside the window.

        Leaves in the workspace: row `ply` of `pv` (with `pv_length`, `pv_outcomes`), the line to a value
        above alpha, else no line; killers and history; at the root also `root_done` and, for so many
        moves, `root_values` with `root_exact` (0: no more than an upper bound; the last one, if it is
        beta or above, is a lower bound), `root_lines` of the exact ones, `root_best`, and `promising`.
        `states`, `moves`, `scores`, `outcomes`, `at_most` and the keys of the path are scratch from `ply` on.
        """
        state = states[ply]
        result = enter(ws, state, ply)
        node: Any = np.int64(-1)
        if records:
            node = open_node(ws, state, ply, depth, alpha, beta)
        if result != ONGOING:
            if explains:
                keep_end(ws, result, ply)
            value = terminal_value(result, state.to_move, ply)
            if records:
                close_node(ws, node, value, TERMINAL)
            return value
        if leaves_longer_wins and ply > 0 and WIN - (ply + 1) <= alpha:
            if records:
                close_node(ws, node, WIN - (ply + 1), TOO_FAR)
            return WIN - (ply + 1)
        checked = False
        if has_check:
            checked = in_check(state)
            if evades_once and depth < 0:
                checked = False
            if checked and ws.check_extension != 0 and depth >= 0 and ply > 0:
                depth += 1
        best = -INFINITY
        low = alpha
        if depth <= 0 or ply >= MAX_PLY - 1:
            if not extras or ws.quiescence == 0 or ply >= MAX_PLY - 1:
                value = evaluated(ws, state, weights)
                if explains and alpha < value < beta:
                    keep_parts(ws, state, weights, ply)
                if records:
                    close_node(ws, node, value, LEAF)
                return value
            if records:
                note_moves(ws, node, 0, True)
            if not checked and may_stand_pat(state):
                best = remembered(ws, state, weights)
                if remembers and alpha < best < beta:
                    # The value of a line is that of the very position at its end.
                    best = evaluated(ws, state, weights)
                if explains and alpha < best < beta:
                    keep_parts(ws, state, weights, ply)
                if best >= beta:
                    if records:
                        close_node(ws, node, best, QUIET)
                    return best
                low = max(low, best)

        key: Any = np.int64(0)
        table_move: Any = np.int64(-1)
        bound: Any = np.int64(UPPER_BOUND)
        plies = max(0, depth)  # below the last one all is quiescence
        use_table = ws.use_table != 0 and (depth > 0 or (has_quiescence_table and not checked))
        if use_table:
            key = table_key(ws, state, ply, plies)
            row = first_row(table, key)
            entry = table[row]
            if not holds(entry, key):
                entry = table[row + 1]
            packed = entry.packed  # read once, then checked: another thread may be writing here
            value = entry.value
            if entry.check == key ^ packed ^ float_bits(value) and packed != 0:
                table_move = packed & 0xFFFFFFFF
                entry_depth = packed >> 32 & 0xFF
                bound = packed >> 40 & 3
                value = from_table(value, ply)
                deeper = extras and ws.deeper_entries != 0 and entry_depth > plies
                if ply > 0 and (entry_depth == plies or deeper):
                    # The root must have a move and a line, and a value inside the window is searched
                    # again all the same: it may become the principal variation, whose moves the table
                    # does not hold. Only threads leave each other such lines; else each would have its own
                    # value for what both come upon, and what one proves be short of what the other asks.
                    settles = value >= beta and bound & LOWER_BOUND
                    settles = settles or (value <= alpha and bound & UPPER_BOUND)
                    if leaves_lines and ws.sharing != 0 and bound == EXACT_VALUE and not settles:
                        settles = take_line(ws, ply, key, to_table(value, ply))
                    if settles:
                        if records:
                            close_node(ws, node, value, TABLE)
                        return value

        narrow = beta - alpha <= 2 * SCOUT
        static = 0.0
        margin = -1.0  # by which quiet moves can be better than `static`, where that is taken to be known
        if guesses and may_guess(ws, state, ply, depth, narrow, checked, beta):
            static = remembered(ws, state, weights)
            value = static - PAWNS_TO_LOSE * depth * ws.pawn
            if trusts_above and value >= beta:
                if records:
                    close_node(ws, node, value, TRUSTED)
                return value
            if gives_up_below and depth <= FUTILITY_DEPTH:
                margin = (PAWNS_AT_LEAST + depth) * ws.pawn
        if can_pass:
            passed = ws.passed == ply
            ws.passed = 0
            if (
                ws.null_move != 0
                and not passed
                and not checked
                and depth > NULL_MOVE_REDUCTION
                and narrow
                and abs(beta) < WIN_BAND
                and may_pass(state)
                and remembered(ws, state, weights) >= beta
            ):
                pass_turn(state, states[ply + 1])
                ws.passed = ply + 1
                if passes_deeper:
                    left = depth - LEAST_PLIES_PASSED - depth // 4
                else:
                    left = depth - 1 - NULL_MOVE_REDUCTION - depth // 6
                if records:
                    announce(ws, node, -1, 0, 0, PASSED)
                value = -search(ws, states, table, weights, ply + 1, left, -beta, -alpha)
                ws.passed = 0
                if ws.stop != 0:
                    if records:
                        close_node(ws, node, 0.0, NULL_MOVE)
                    return 0.0
                if value >= beta:
                    value = min(value, WIN_BAND)  # a mate seen after a pass is not proven
                    if records:
                        close_node(ws, node, value, NULL_MOVE)
                    return value

        only_noisy = extras and depth <= 0 and not checked
        if ply == 0:
            n = root_moves(ws, depth)
        elif only_noisy:
            n = find_noisy(ws, state, ply)
        else:
            n = legal_moves(state, ws.moves[ply])
        if records:
            note_moves(ws, node, n, False)
        ordered = ply > 0 and ws.use_ordering != 0
        scored = ordered
        if reduces_root and ply == 0:
            # Where more than the best move is to be known (`engines.slack`), all are searched as deep.
            scored = ws.use_ordering != 0 and ws.slack == 0.0
        if scored:
            score_moves(ws, state, ply, n, table_move)
        reduces = extras and ws.reductions != 0 and scored and not checked
        best_move: Any = np.int64(0)
        hoped = -INFINITY  # of quiet moves that were left out
        left_out = False
        bound = np.int64(UPPER_BOUND)
        may_prune = prunes and ordered and narrow and not checked and depth > 0 and ply >= FIRST_GUESS
        doubts = may_prune and depth <= LOSERS_LEFT_OUT
        late: Any = np.int64(NEVER)  # the number of moves after which quiet ones are left out
        if may_prune and depth <= LATE_PRUNING_DEPTH:
            late = np.int64(MOVES_BEFORE_PRUNING + depth * depth)
        sharing = extras and ws.sharing != 0 and depth >= LEAST_DEPTH_TO_SHARE
        waiting: Any = np.int64(0)  # how many moves are left to other threads so far
        i: Any = np.int64(0)  # a literal 0 would have Numba compile what takes it once more
        while i < n:
            if ordered:
                pick_move(ws, ply, i, n)
            move: Any = np.int64(ws.moves[ply, i])
            if leaves_losers_out and only_noisy and loses(state, move):
                i += 1
                continue
            outcomes = chance_count(state, move)
            if has_chance and outcomes > 1:
                # Not a function of its own: the two would call each other, and Numba then compiles
                # the search twice (8.9 s instead of 5.4 for Jungle).
                value = 0.0
                probing = False
                if can_prune_chance:
                    probing = ws.prune_chance != 0 and depth > 1 and low > -INFINITY
                    probing = probing and outcomes <= MAX_OUTCOMES
                if can_prune_chance and probing:
                    for chance in range(outcomes):
                        # What one reply is worth bounds what the opponent's best one leaves.
                        apply(state, move, chance, states[ply + 1])
                        ws.at_most[ply, chance] = INFINITY
                        reply = likely_reply(ws, state, states[ply + 1], ply + 1)
                        if reply >= 0:
                            apply(states[ply + 1], reply, 0, states[ply + 2])
                            between: Any = np.int64(-1)
                            if records:
                                announce(ws, node, move, i, chance, 0)
                                between = open_node(ws, states[ply + 1], ply + 1, depth, -INFINITY, INFINITY)
                                announce(ws, between, reply, 0, 0, 0)
                            part = search(ws, states, table, weights, ply + 2, depth - 2, -INFINITY, INFINITY)
                            same_side = states[ply + 2].to_move == state.to_move
                            ws.at_most[ply, chance] = part if same_side else -part
                            if records:
                                close_node(ws, between, -ws.at_most[ply, chance], PROBED)
                for chance in range(outcomes):
                    least = -INFINITY
                    if can_prune_chance and probing:
                        value = mean_of_bounds(ws, state, ply, move, outcomes)
                        if value <= low or ws.stop != 0:
                            break
                        least = least_to_matter(ws, state, ply, move, outcomes, chance, low)
                    apply(state, move, chance, states[ply + 1])
                    again: Any = np.int64(0)
                    while True:
                        same_side = states[ply + 1].to_move == state.to_move
                        from_, to = (least, INFINITY) if same_side else (-INFINITY, -least)
                        if records:
                            announce(ws, node, move, i, chance, again)
                            again = np.int64(AGAIN)
                        part = search(ws, states, table, weights, ply + 1, depth - 1, from_, to)
                        if not same_side:
                            part = -part
                        if chance < MAX_OUTCOMES:
                            ws.outcomes[ply, chance] = part
                        if can_prune_chance and probing:
                            ws.at_most[ply, chance] = part
                            value = mean_of_bounds(ws, state, ply, move, outcomes)
                            if part > least or value <= low or ws.stop != 0:
                                break
                            least = -INFINITY
                        else:
                            value += chance_probability(state, move, chance) * part
                            break
                    if ws.stop != 0:
                        break
                    if explains:
                        add_parts(ws, state, ply, move, chance)
            else:
                if (prunes or gives_up_below) and best > -WIN_BAND:
                    # Before the move is made, for most moves near the leaves are left out.
                    futile = gives_up_below and margin >= 0.0 and static + margin <= low
                    lost = prunes_late and i + waiting >= late and score_of(ws, ply, i) < KILLER >> 1
                    if futile or lost:
                        kept: Any = leave_quiet_out(ws, state, states[ply + 1], ply, i, n)
                        if futile and kept < n:
                            hoped = static + margin
                        if records:
                            left_out = left_out or kept < n
                        n = kept
                        margin = -1.0
                        late = np.int64(NEVER)
                        continue
                    loser = doubts_captures and doubts and i > 0 and gives_away(state, move)
                    if loser and not is_decisive(state, move, states[ply + 1]):
                        left_out = True
                        i += 1
                        continue
                apply(state, move, 0, states[ply + 1])
                if not has_chance:
                    fetch_entries(ws, table, states[ply + 1])
                same_side = states[ply + 1].to_move == state.to_move
                if cuts_below and only_noisy and best > -WIN_BAND and low < WIN_BAND:
                    at_most = hoped_for(ws, states[ply + 1], weights, same_side)
                    if at_most <= low and outcome(states[ply + 1]) == ONGOING:
                        best = max(best, at_most)
                        i += 1
                        continue
                # All but the first move are only asked whether they are better than the best,
                # and searched in earnest if they are.
                left = depth - 1
                task: Any = np.int64(0)
                if extras and sharing and i > 0:
                    task = states[ply + 1].key ^ PLY_KEYS[depth]
                    busy = table.shape[0] - 1 - (task & (BUSY_ROWS - 1))
                    if ordered and table[busy].check == task and not waits(ws, ply, i):
                        # Another thread is at it: last, for by then it is done.
                        ws.scores[ply, i] -= WAITING
                        waiting += 1
                        continue
                    table[busy].check = task
                high = beta if i == 0 else min(beta, low + SCOUT)
                if records and ws.full_windows != 0:
                    high = beta
                if reduces:
                    score: Any = np.int64(score_of(ws, ply, i))
                    rank: Any = np.int64(rank_of(ws, ply, i, waiting))
                    if by_lateness:
                        left -= late_reduction(
                            ws, state, states[ply + 1], ply, depth, rank, move, score, narrow
                        )
                    else:
                        left -= reduction(state, states[ply + 1], depth, rank, move, score)
                repeated: Any = np.int64(0)
                while True:
                    if records:
                        announce(ws, node, move, i, 0, repeated | (REDUCED if left < depth - 1 else 0))
                        repeated = np.int64(AGAIN)
                    if same_side:
                        value = search(ws, states, table, weights, ply + 1, left, low, high)
                    else:
                        value = -search(ws, states, table, weights, ply + 1, left, -high, -low)
                    if value <= low or ws.stop != 0:
                        break
                    if left < depth - 1:
                        left = depth - 1
                    elif high >= beta or value >= beta:
                        break
                    else:
                        high = beta
                        if ply == 0 and ws.slack == 0.0:
                            ws.promising = move
                if extras and task != 0:
                    table[table.shape[0] - 1 - (task & (BUSY_ROWS - 1))].check = 0
            if ws.stop != 0:
                if records:
                    close_node(ws, node, 0.0, FULL)
                return 0.0
            if ply == 0:
                keep_root_value(ws, i, move, value, value > best, value > low, outcomes > 1)
                ws.promising = move if value >= beta else -1
            if value > best:
                best = value
                best_move = move
                if value > low:
                    # Of the root's moves more are to be known than the best (`engines.slack`).
                    low = value if ply > 0 else value - ws.slack
                    bound = np.int64(EXACT_VALUE)
                    keep_pv(ws, ply, move, outcomes > 1)
                if value >= beta:
                    bound = np.int64(LOWER_BOUND)
                    if ordered and depth > 0:
                        note_cutoff(ws, state, ply, depth, i, move)
                    break
            i += 1
        best = max(best, hoped)
        if orders_by_quiet and bound == UPPER_BOUND and table_move >= 0:
            best_move = table_move
        if use_table and (ply > 0 or ws.root_partial == 0):
            store(ws, table, key, to_table(best, ply), best_move, plies, bound)
            if leaves_lines and sharing and bound == EXACT_VALUE:
                leave_line(ws, ply, key, to_table(best, ply))
        if records:
            ended = QUIET if depth <= 0 else LEFT_OUT if left_out else FULL
            close_node(ws, node, best, CUT if best >= beta else ended)
        return best

    return Search(minimax, search)
