"""What minimax and alpha-beta have in common at a node: they enter and leave it, evaluate it, keep its line
and the values of the root's moves."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.contract import WIN_BAND
from engines.search.build import Build, Weights, Workspace
from engines.tree_recorder import TERMINAL, announce, close_node, note_moves, open_node
from engines.workspace import (
    MAX_OUTCOMES,
    SIDE_KEYS,
    earlier_occurrences,
    note_run,
    occurred_on_line,
    terminal_value,
)
from games.contract import DRAW, ONGOING, State


def root_moves(ws: Any, depth: int) -> int:
    """Puts the root's moves into its row, in the order that the caller chose. Returns their number."""
    ws.depth = depth
    ws.root_done = 0
    for i in range(ws.root_count):
        ws.moves[0, i] = ws.root_moves[i]
    return int(ws.root_count)


def asks_all(ws: Any) -> bool:
    """Whether all moves are searched with the whole window, as in textbooks."""
    return bool(ws.full_windows != 0)


class Nodes(NamedTuple):
    """What every search does at a node."""

    enter: Callable[[Workspace, State, int], int]
    begin: Callable[[Workspace, State, int, int, float, float], int]
    count_moves: Callable[[Workspace, int, int, int], None]
    tell_child: Callable[[Workspace, int, int, int, int, int], None]
    leave: Callable[[Workspace, int, float, int], float]
    leave_end: Callable[[Workspace, int, State, int, int], float]
    evaluated: Callable[[Workspace, State, Weights], float]
    remembered: Callable[[Workspace, State, Weights], float]
    keep_parts: Callable[[Workspace, State, Weights, int], None]
    add_parts: Callable[[Workspace, State, int, int, int], None]
    keep_pv: Callable[[Workspace, int, int, bool], None]
    keep_root_value: Callable[[Workspace, int, int, int, float, bool, bool, bool], None]


def make_nodes(build: Build) -> Nodes:
    """The functions below, for a game."""
    game = build.game
    evaluate, contribute = build.evaluate, build.contribute
    outcome, chance_probability = game.outcome, game.chance_probability
    quiet_of, repetition_limit = game.quiet, game.repetition_limit
    has_chance, has_repetition = game.has_chance, game.has_repetition
    draws_at_second = "second_occurrence" in build.cuts
    keeps_evaluations = build.keeps_evaluations

    # Entering and leaving

    def enter(ws: Any, state: Any, ply: int) -> int:
        # Enters a node and returns its outcome, draws by repetition included. Once the search is stopped
        # every node is a draw, because values are void then.
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

    def begin(ws: Any, state: Any, ply: int, depth: int, alpha: float, beta: float) -> int:
        # The node's row in a recording; -1 if it is not recorded.
        node: Any = np.int64(-1)
        if ws.tree != 0:
            black = state.to_move == 1
            node = np.int64(open_node(ws.tree, ws.nodes, black, ply, depth, alpha, beta))
        return node

    def count_moves(ws: Any, node: int, moves: int, flags: int) -> None:
        if node >= 0:
            note_moves(ws.tree, node, moves, flags)

    def tell_child(ws: Any, node: int, move: int, order: int, chance: int, flags: int) -> None:
        # Notes how a child is reached. Call it before the child is searched.
        if node >= 0:
            announce(ws.tree, node, move, order, chance, flags)

    def leave(ws: Any, node: int, value: float, reason: int) -> float:
        # Leaves a node with its value and the reason why its search ended.
        if node >= 0:
            close_node(ws.tree, node, ws.nodes, ws.stop != 0, value, reason)
        return value

    def leave_end(ws: Any, node: int, state: Any, ply: int, result: int) -> float:
        # Leaves the node of a finished game.
        if ws.part_count != 0:
            for j in range(ws.part_count):
                ws.parts[ply, j] = 0.0
            ws.parts[ply, ws.part_count - 1] = terminal_value(result, ws.side, ply)
        return leave(ws, node, terminal_value(result, state.to_move, ply), TERMINAL)

    # Evaluating

    def evaluated(ws: Any, state: Any, weights: Any) -> float:
        value = evaluate(ws, state, weights)
        if not abs(value) <= WIN_BAND:  # also false for NaN
            raise ArithmeticError("a value that is not finite, or beyond that of a won game")
        return value if state.to_move == ws.side else -value

    def remembered(ws: Any, state: Any, weights: Any) -> float:
        # As `evaluated`, from memory if possible: a cut often asks for a value before the position's own node
        # does.
        if not keeps_evaluations:
            return evaluated(ws, state, weights)
        key = state.key ^ SIDE_KEYS[ws.side]
        row = key & (ws.evaluated.shape[0] - 1)
        if ws.evaluated[row] != key:
            ws.evaluations[row] = evaluated(ws, state, weights)
            ws.evaluated[row] = key
        return float(ws.evaluations[row])

    def keep_parts(ws: Any, state: Any, weights: Any, ply: int) -> None:
        # Keeps the parts of an evaluation. Call it for one inside the window: most lie outside.
        if ws.corrects != 0:
            ws.parts[ply, 0] = evaluate(ws, state, weights)
        elif ws.part_count != 0:
            ws.parts[ply, ws.part_count - 1] = 0.0
            contribute(ws, state, weights, ws.parts[ply])

    def add_parts(ws: Any, state: Any, ply: int, move: int, chance: int) -> None:
        # Adds a chance outcome's share to the mean's parts.
        if ws.part_count != 0:
            share = chance_probability(state, move, chance)
            for j in range(ws.part_count):
                before = ws.mean_parts[ply, j] if chance > 0 else 0.0
                ws.mean_parts[ply, j] = before + share * ws.parts[ply + 1, j]

    # The line, and the root's moves

    def keep_pv(ws: Any, ply: int, move: int, ends_here: bool) -> None:
        ws.pv[ply, ply] = move
        length = ply + 1
        if ws.part_count != 0:
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

    def keep_root_value(
        ws: Any, ply: int, i: int, move: int, value: float, is_best: bool, exact: bool, ends_here: bool
    ) -> None:
        # Keeps the value of a move of the root.
        if ply > 0:
            return
        ws.root_values[i] = value
        ws.root_exact[i] = exact
        ws.root_done = i + 1
        if is_best:
            ws.root_best = i
        length = 0
        if exact:  # row 1 of pv is the line that leads to the move's value
            if ws.part_count != 0:
                for j in range(ws.part_count):
                    ws.root_parts[i, j] = ws.mean_parts[0, j] if ends_here else ws.parts[1, j]
            length = 1 if ends_here else ws.pv_length[1]
            ws.root_lines[i, 0] = move
            for j in range(1, length):
                ws.root_lines[i, j] = ws.pv[1, j]
        ws.root_line_length[i] = length

    return Nodes(
        enter=enter,
        begin=begin,
        count_moves=count_moves,
        tell_child=tell_child,
        leave=leave,
        leave_end=leave_end,
        evaluated=evaluated,
        remembered=remembered,
        keep_parts=keep_parts,
        add_parts=add_parts,
        keep_pv=keep_pv,
        keep_root_value=keep_root_value,
    )
