"""How far evaluations are off, by what searches found in positions that are alike: by the game's `likeness`
(in chess: the same pawns, or the same other pieces of a side), or after the same two moves
(chessprogramming.org/Static_Evaluation_Correction_History)."""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from engines.contract import WIN_BAND
from engines.search.build import Build, Workspace
from engines.search.selective.game_hints import hints_of_build
from engines.search.selective.histories import follower_row, learn
from engines.selective_memory import CORRECTED_AFTER, CORRECTIONS
from games.contract import State

MOST = 1_024
"""The bound of each correction."""

PAWNS_OF_MOST = 0.5
"""What a correction is worth at its bound."""

BONUS_OF_A_PAWN, MOST_BONUS = 26, 256
"""What a correction gains for each pawn that the evaluation is too low, times the depth of the search that
found it; and the most."""


def bonus_of(depth: int, pawns: float) -> int:
    """What a correction gains when a search to `depth` finds a position `pawns` better than evaluated."""
    return int(min(max(BONUS_OF_A_PAWN * pawns * depth, -MOST_BONUS), MOST_BONUS))


class Corrections(NamedTuple):
    """How far a game's evaluations are off."""

    correction: Callable[[Workspace, State, int], float]
    of_leaf: Callable[[Workspace, State, int], float]
    note_found: Callable[[Workspace, State, int, int, float, float, int, float], None]


def make_corrections(build: Build) -> Corrections:
    """The functions below, for a game."""
    hints = hints_of_build(build)
    worth_taken, likeness = hints.worth_taken, cast(Any, hints.likeness)
    knows_likeness = likeness is not None

    def correction(ws: Any, state: Any, row: int) -> float:
        # What to add to the evaluation of the position at a row, for the side to move.
        total = 0
        if knows_likeness:
            for part, hashed in enumerate(likeness(state)):
                total += int(ws.corrections[state.to_move, part, hashed % CORRECTIONS])
        if ws.step[row - 1] >= 0:
            for kind, back in enumerate(CORRECTED_AFTER):
                total += int(ws.corrections_after[kind, follower_row(ws, row - back), ws.piece_to[row - 1]])
        return float(total * (PAWNS_OF_MOST / MOST) * ws.pawn)

    def of_leaf(ws: Any, state: Any, row: int) -> float:
        # The same for a leaf, whose evaluation is not always corrected.
        return correction(ws, state, row) if ws.corrects != 0 else 0.0

    def note_found(
        ws: Any, state: Any, row: int, depth: int, best: float, beta: float, best_move: int, static: float
    ) -> None:
        # Learns from a node whose value is `best`. A capture says nothing of the position before it. The same
        # holds for a lower bound below the evaluation, and for an upper bound above it.
        if abs(best) >= WIN_BAND or (best_move >= 0 and worth_taken(state, best_move) > 0):
            return
        if (best >= beta and best <= static) or (best_move < 0 and best >= static):
            return
        bonus = bonus_of(depth, (best - static) / ws.pawn)
        if knows_likeness:
            for part, hashed in enumerate(likeness(state)):
                learn(ws.corrections[state.to_move, part], hashed % CORRECTIONS, bonus, MOST)
        if ws.step[row - 1] >= 0:
            for kind, back in enumerate(CORRECTED_AFTER):
                known = ws.corrections_after[kind, follower_row(ws, row - back)]
                learn(known, ws.piece_to[row - 1], bonus, MOST)

    return Corrections(correction=correction, of_leaf=of_leaf, note_found=note_found)
