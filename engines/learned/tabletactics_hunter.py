"""`hunter`: a player of TableTactics that takes the shortest way to the opposing Noble. It moves its own
Noble only where that is safe, or where it can attack the opposing one at once. It teaches `dqn`
(`engines.learned.dqn`), which has to learn to win before the turn limit ends the game as a draw.

It knows no heuristic. The value of a move is a rank by what the move does.
"""

from typing import Any

import numpy as np

from engines.learned.policy import Policy, PolicyPlayer
from engines.learned.tabletactics_paths import FAR, TO_ANY, TO_NOBLE, measure
from engines.player_kinds import SEED, Kind, Making, PlayerSpec
from games.contract import State
from games.tabletactics import (
    END,
    NOBLE,
    SIZE,
    SPEED,
    actions_of,
    hitpoints_of,
    kind_of,
)

IDLE, END_OF_TURN, NEARER, HIT, TO_HIT_NOBLE, HIT_NOBLE = 0.0, 1.0, 2.0, 3.0, 4.0, 5.0
SAFE = 5
"""A square is safe for the own Noble if it is at least this many steps away from each enemy."""

SCALE = 1.0
"""The difference between two ranks."""


def rank(state: State, move: int, steps_to: Any) -> float:
    """The rank of a move's effect. An attack that removes a soldier is half a rank more. Of steps that come
    nearer, the one with the shorter way left is a little more."""
    if move == END:
        return END_OF_TURN
    if state.placing != 0:
        return IDLE
    from_square, to_square = move >> 6, move & 63
    soldier, target = int(state.board[from_square]), int(state.board[to_square])
    if target != 0:
        if kind_of(target) == NOBLE:
            return HIT_NOBLE
        return HIT + (0.5 if hitpoints_of(target) == 1 else 0.0)
    kind = kind_of(soldier)
    steps, then = int(steps_to[TO_NOBLE, from_square]), int(steps_to[TO_NOBLE, to_square])
    stepping = state.stepper == from_square
    reach = int(state.steps_left) if stepping else int(SPEED[kind])
    spare = actions_of(soldier) - (0 if stepping else 1)  # actions left to attack after the step
    can_hit = then < steps and spare > 0 and then <= reach
    if kind == NOBLE and not can_hit and steps_to[TO_ANY, to_square] < SAFE:
        return IDLE
    if then < steps < FAR:
        return (TO_HIT_NOBLE if can_hit else NEARER) + 0.5 / (1 + then)
    # No way leads to the opposing Noble, so it comes nearer to any other enemy.
    if steps >= FAR and steps_to[TO_ANY, to_square] < steps_to[TO_ANY, from_square]:
        return NEARER
    return IDLE


def values(state: State, moves: Any, count: int, learned: Any, out: Any) -> float:
    """The ranks of moves as values; see `engines.learned.policy.Values`. Nothing was learned."""
    steps_to = np.zeros((2, SIZE * SIZE), np.int64)
    measure(state, steps_to)
    for i in range(count):
        out[i] = rank(state, moves[i], steps_to)
    return 0.0


def make(spec: PlayerSpec, making: Making) -> PolicyPlayer:
    seed = dict(spec.options).get("seed", making.seed)
    return PolicyPlayer(lambda: Policy(values, np.zeros(1), SCALE, unit="rank"), spec.kind, str(spec), seed)


KINDS = (
    Kind(
        "hunter",
        "Hunts the enemy's Noble by the shortest way. Its own goes only where it is safe or can attack the "
        "enemy's at once.",
        make,
        options=dict((SEED,)),
        games=("tabletactics",),
        evaluates=True,
    ),
)
