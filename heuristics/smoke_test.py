"""Tests a heuristic before it plays: on a few positions, in plain Python, in some milliseconds.

A term that changes its state would cause wrong values in a search, without an error.
"""

from functools import cache
from weakref import WeakSet

import numpy as np

from games.contract import ONGOING, State
from games.position import Position
from games.registry import load_game
from heuristics.guarded_evaluation import GuardedEvaluation, endless
from heuristics.lens import Lens

PLIES = (0, 3, 8, 15, 24)
"""After how many plies of a random game the positions are taken."""

_passed: "WeakSet[Lens]" = WeakSet()


@cache
def sample_states(game_name: str) -> tuple[State, ...]:
    """Positions of a random game, always the same, in which the game goes on."""
    draw = np.random.Generator(np.random.PCG64(1))
    position = Position.start(load_game(game_name))
    states = []
    for ply in range(max(PLIES) + 1):
        if position.outcome != ONGOING:
            break
        if ply in PLIES:
            states.append(position.state)
        move = position.moves[int(draw.integers(len(position.moves)))]
        position = position.play(move, int(draw.choice(len(position.chances(move)))))
    return tuple(states)


def check(lens: Lens, game_name: str) -> None:
    """Raises TermFailure for a term that raises, does not end, changes the state, or returns anything but a
    finite number, and if `Heuristic.prepare` fails. A lens that has passed is not tried again, unless one of
    its terms has hung since."""
    if lens in _passed and endless(lens.heuristic) is None:
        return

    def evaluate_all() -> None:
        for state in sample_states(game_name):
            for side in (0, 1):
                lens.breakdown(state, side)

    GuardedEvaluation(lens.heuristic, evaluate_all).result()
    _passed.add(lens)
