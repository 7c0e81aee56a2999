"""The rewards of TableTactics's learner: a share of the change of the heuristic `concentration`, and ±1 at
the end. The share is so small that it does not outweigh the result. A draw costs half a defeat."""

from games.contract import DRAW, ONGOING, State
from heuristics.tabletactics import log_squares, log_strength

SHARE = 0.1
DRAWN = -0.5


def concentration(state: State, side: int) -> float:
    """The heuristic's value for `side`; 0 before the armies are complete."""
    strength = log_strength(state, side) - log_strength(state, 1 - side)
    return 2.0 * strength - (log_squares(state, side) - log_squares(state, 1 - side))


def net_reward(before: State, after: State, side: int, outcome: int) -> float:
    """The reward for the actions from `side`'s turn at `before` to its next one at `after`; `outcome` as in
    `games.contract`."""
    if outcome == ONGOING:
        return SHARE * (concentration(after, side) - concentration(before, side))
    return DRAWN if outcome == DRAW else 1.0 if outcome == side else -1.0
