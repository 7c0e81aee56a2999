"""TableTactics' heuristics: the published concentration of an army, own minus the opponent's, and our own
`siege`, which counts hitpoints, the Nobles' more than others, because an army dies with its Noble.

Concentration is ln[(Σ v·h)² / Σ h²] over an army's soldiers, where v is 2·speed + 3·full hitpoints and h the
hitpoints left."""

import numpy as np

from games.bits import lowest_bit, popcount
from games.contract import State
from games.tabletactics import (
    ALL,
    BIT,
    HITPOINTS,
    NOBLE,
    SPEED,
    SQUARES,
    actions_of,
    hitpoints_of,
    kind_of,
    neighbours,
)
from heuristics.contract import Heuristic, where
from heuristics.levels import Level

WRITE_UP = "TableTactics write-up, heuristic H(s)"

VALUES = 2 * SPEED + 3 * HITPOINTS
"""v of Noble, Fighter and Thief: 18, 15, 14."""

LOG = np.log(np.maximum(np.arange(256), 1))
"""Natural logarithms of whole numbers, up to more than any army's sum; LOG[0] is 0."""

concentration = Heuristic(
    "concentration",
    "tabletactics",
    "How strong each army is: strong soldiers count, and many are better than many hitpoints on one.",
    WRITE_UP,
    scale=1.0,
)
siege = Heuristic(
    "siege",
    "tabletactics",
    "Hitpoints, those of the Nobles above all, how near soldiers are to them, and attacks on them.",
    "our own, tested in matches",
    scale=1.0,
    former_weights=("strength", "hitpoints squared", "noble uncovered", "steps to the other Noble"),
)

CUT_OFF = 12
"""The steps counted for a soldier that cannot get to the opposing Noble."""


def counted(state: State) -> bool:
    """Whether both armies are complete and alive. If not, all counts are 0."""
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
    """Hitpoints left times the soldier's value, added up over the army, as a logarithm (ln Σ v·h)."""
    if not counted(state):
        return 0.0
    total = 0
    bits = state.soldiers[side]
    while bits != 0:
        soldier = state.board[lowest_bit(bits)]
        total += VALUES[kind_of(soldier)] * hitpoints_of(soldier)
        bits &= bits - 1
    return LOG[total]


@concentration.difference("hitpoints squared", weight=-1.0, label="hitpoints on few soldiers")
@where(
    lambda state, side: [
        (name, float(hitpoints_of(soldier) * hitpoints_of(soldier))) for name, soldier in _army(state, side)
    ]
)
def log_squares(state: State, side: int) -> float:
    """Squares of the hitpoints left, added up, as a logarithm (ln Σ h²): more if few soldiers hold them."""
    if not counted(state):
        return 0.0
    total = 0
    bits = state.soldiers[side]
    while bits != 0:
        hitpoints = hitpoints_of(state.board[lowest_bit(bits)])
        total += hitpoints * hitpoints
        bits &= bits - 1
    return LOG[total]


# siege


@siege.difference("hitpoints", weight=0.25)
@where(lambda state, side: [(name, float(hitpoints_of(soldier))) for name, soldier in _army(state, side)])
def hitpoints_left(state: State, side: int) -> float:
    """Hitpoints that the army has left, the Noble's too."""
    if not counted(state):
        return 0
    total = 0
    bits = state.soldiers[side]
    while bits != 0:
        total += hitpoints_of(state.board[lowest_bit(bits)])
        bits &= bits - 1
    return total


def noble_square(state: State, side: int) -> int:
    """The square of a side's Noble. The armies must be `counted`."""
    bits = state.soldiers[side]
    while kind_of(state.board[lowest_bit(bits)]) != NOBLE:
        bits &= bits - 1
    return lowest_bit(bits)


@siege.difference(weight=0.6, label="Noble's hitpoints")
@where(
    lambda state, side: [
        (name, float(hitpoints_of(soldier)))
        for name, soldier in _army(state, side)
        if kind_of(soldier) == NOBLE
    ]
)
def noble_hitpoints(state: State, side: int) -> float:
    """Hitpoints that the Noble has left, which count more: if it dies, the army is lost."""
    if not counted(state):
        return 0
    return hitpoints_of(state.board[noble_square(state, side)])


def steps_of(state: State, side: int, soldiers: int) -> int:
    """The number of steps over empty squares that the soldiers need to get beside the opposing Noble, summed
    up; `CUT_OFF` for each soldier that cannot get there."""
    edge, left = BIT[noble_square(state, 1 - side)], soldiers
    empty = ALL & ~(state.soldiers[0] | state.soldiers[1] | state.obstacles)
    steps = total = 0
    while edge != 0 and left != 0:
        beside = neighbours(edge)
        total += steps * popcount(beside & left)
        left &= ~beside
        edge = beside & empty
        empty &= ~edge
        steps += 1
    return total + CUT_OFF * popcount(left)


def open_steps_of(state: State, side: int, soldiers: int) -> int:
    """The number of steps that the soldiers need to get beside the opposing Noble if no soldier stands in the
    way, summed up; `CUT_OFF` at most for each."""
    reached, left = BIT[noble_square(state, 1 - side)], soldiers
    steps = total = 0
    while left != 0 and steps < CUT_OFF:
        reached |= neighbours(reached) & ~state.obstacles
        total += steps * popcount(reached & left)
        left &= ~reached
        steps += 1
    return total + CUT_OFF * popcount(left)


@siege.difference("nearness to the other Noble", weight=0.02, label="nearness to the Noble")
@where(
    lambda state, side: [
        (name, float(CUT_OFF - open_steps_of(state, side, int(BIT[SQUARES.index(name)]))))
        for name, _ in _army(state, side)
    ]
)
def nearness_to_noble(state: State, side: int) -> float:
    """12 for each own soldier, less its steps to the opposing Noble if no soldier stood in the way.

    Steps around soldiers would reward a Noble that is walled in, and games would be drawn."""
    if not counted(state):
        return 0
    return CUT_OFF * popcount(state.soldiers[side]) - open_steps_of(state, side, state.soldiers[side])


def attacks_of(state: State, side: int, square: int) -> int:
    """The number of attacks on the opposing Noble for which the soldier on a square has actions left after
    its steps to it."""
    soldier = state.board[square]
    steps = steps_of(state, side, BIT[square])
    if square == state.stepper:
        steps = max(0, steps - state.steps_left)
    speed = SPEED[kind_of(soldier)]
    return max(0, actions_of(soldier) - (steps + speed - 1) // speed)


def _attack_squares(state: State, side: int) -> list[tuple[str, float]]:
    army = _army(state, side) if side == state.to_move else []
    attacks = [(name, float(attacks_of(state, side, SQUARES.index(name)))) for name, _ in army]
    return [(name, number) for name, number in attacks if number]


@siege.difference("attacks on the Noble", weight=0.15)
@where(_attack_squares)
def attacks_on_noble(state: State, side: int) -> float:
    """Attacks on the opposing Noble that the side to move can still make in this turn."""
    if not counted(state) or side != state.to_move:
        return 0
    total = 0
    bits = state.soldiers[side]
    while bits != 0:
        total += attacks_of(state, side, lowest_bit(bits))
        bits &= bits - 1
    return total


DEFAULT = siege

LEVELS = (
    Level(depth=1, slack=40.0),
    Level(depth=2, slack=4.8),
    Level(depth=2, slack=2.7),
    Level(depth=2, slack=1.5),
    Level(depth=4, slack=1.08),
    Level(depth=4, slack=0.8),
    Level(depth=4, slack=0.24),
    Level(nodes=1_000_000),
)
"""docs/lab/strength.md has the Elo of each step."""
