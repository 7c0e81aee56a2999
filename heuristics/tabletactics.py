"""TableTactics' heuristic: the logarithm of an army's concentration, own minus the opponent's."""

import numpy as np

from games.bits import lowest_bit
from games.contract import State
from games.tabletactics import HITPOINTS, SPEED, SQUARES, hitpoints_of, kind_of
from heuristics.contract import Heuristic, where

WRITE_UP = "TableTactics write-up, heuristic H(s)"

VALUES = 2 * SPEED + 3 * HITPOINTS
"""v of Noble, Fighter and Thief: 18, 15, 14."""

LOG = np.log(np.maximum(np.arange(256), 1))
"""Natural logarithms of whole numbers, beyond what four soldiers can add up to; LOG[0] is 0."""

concentration = Heuristic(
    "concentration",
    "tabletactics",
    "ln[(Σ v·h)² / Σ h²] over an army's soldiers, v = 2·speed + 3·full hitpoints, h hitpoints left: "
    "many soldiers are better than many hitpoints on one.",
    WRITE_UP,
    scale=1.0,
)


def counted(state: State) -> bool:
    """Whether both armies are complete and alive; else there is nothing to compare and all is 0."""
    return state.placing == 0 and state.soldiers[0] != 0 and state.soldiers[1] != 0


def _army(state: State, side: int) -> list[tuple[str, int]]:
    if not counted(state):
        return []
    bits = int(state.soldiers[side])
    return [(name, int(state.board[square])) for square, name in enumerate(SQUARES) if bits >> square & 1]


@concentration.difference("strength", weight=2.0)
@where(
    lambda state, side: [
        (name, float(VALUES[kind_of(soldier)] * hitpoints_of(soldier)))
        for name, soldier in _army(state, side)
    ]
)
def log_strength(state: State, side: int) -> float:
    """ln Σ v·h: hitpoints left times the soldier's value, added up over the army."""
    if not counted(state):
        return 0.0
    total = 0
    bits = state.soldiers[side]
    while bits != 0:
        soldier = state.board[lowest_bit(bits)]
        total += VALUES[kind_of(soldier)] * hitpoints_of(soldier)
        bits &= bits - 1
    return LOG[total]


@concentration.difference("hitpoints squared", weight=-1.0)
@where(
    lambda state, side: [
        (name, float(hitpoints_of(soldier) * hitpoints_of(soldier))) for name, soldier in _army(state, side)
    ]
)
def log_squares(state: State, side: int) -> float:
    """ln Σ h²: what makes the same hitpoints count for less on fewer soldiers."""
    if not counted(state):
        return 0.0
    total = 0
    bits = state.soldiers[side]
    while bits != 0:
        hitpoints = hitpoints_of(state.board[lowest_bit(bits)])
        total += hitpoints * hitpoints
        bits &= bits - 1
    return LOG[total]


DEFAULT = concentration
