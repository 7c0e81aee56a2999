"""The rewards of Jungle's learners, from one of their turns to the next. So the reply counts, too.

The rewards come from the slides "Simplified Jungle Chess AI Agents", with two corrections. Their Threat is
negative, −4/(1 + distance), and is subtracted, so walking next to a predator would pay. Here it is positive.
And a draw costs seven tenths of a win: at 0 it would be as good as going on for ever.
"""

import numpy as np

from engines.learned.jungle_key import DISTANCE, FAR
from games.bits import lowest_bit, popcount
from games.contract import DRAW, ONGOING, State
from games.jungle import LOSES, RESULT, TAKES, strength_of

VALUE = np.array([0.0, 3.0, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0])
"""The value of a piece to the table, by strength (Q-learning, 3)."""

WON, DRAWN, LOST = 100.0, -70.0, -100.0
CAPTURED, GIVEN, BOTH, EACH_TURN = 10.0, -8.0, -0.5, -0.1
NEAR_PREY, NEAR_HUNTER = 3.0, 4.0


def identities(state: State, side: int) -> int:
    """Bit per strength − 1 of the pieces that a side still has, revealed or not: lost pieces are known."""
    bits = int(state.revealed[side])
    found = int(state.pool[side])
    while bits != 0:
        found |= 1 << strength_of(state.board[lowest_bit(bits)]) - 1
        bits &= bits - 1
    return found


def values_of(strengths: int) -> float:
    total = 0.0
    while strengths != 0:
        total += VALUE[lowest_bit(strengths) + 1]
        strengths &= strengths - 1
    return total


def prospects(state: State, side: int) -> float:
    """Opp − Threat (Q-learning, 4): for each own piece, by the distance of the nearest opposing piece, 3/(1 +
    distance) if it takes that one and −4/(1 + distance) if that one takes it."""
    total = 0.0
    own = int(state.revealed[side])
    while own != 0:
        square = lowest_bit(own)
        own &= own - 1
        nearest = FAR
        at = -1
        others = int(state.revealed[1 - side])
        while others != 0:
            other = lowest_bit(others)
            others &= others - 1
            if DISTANCE[square, other] < nearest:
                nearest = int(DISTANCE[square, other])
                at = other
        if at >= 0:
            result = RESULT[strength_of(state.board[square]), strength_of(state.board[at])]
            if result == TAKES:
                total += NEAR_PREY / (1.0 + nearest)
            elif result == LOSES:
                total -= NEAR_HUNTER / (1.0 + nearest)
    return total


def table_reward(before: State, after: State, side: int, outcome: int) -> float:
    """The table's reward of `side` for the plies from its turn at `before` to its next one, or the game's
    end, at `after`; `outcome` as in `games.contract`."""
    taken = identities(before, 1 - side) & ~identities(after, 1 - side)
    given = identities(before, side) & ~identities(after, side)
    both = taken & given  # equals destroy each other
    reward = EACH_TURN + CAPTURED * values_of(taken & ~both) + GIVEN * values_of(given & ~both)
    if both != 0:
        reward += BOTH
    if outcome == ONGOING:
        return reward + prospects(after, side) - prospects(before, side)
    return reward + (DRAWN if outcome == DRAW else WON if outcome == side else LOST)


NET_REVEALED, NET_STRENGTH, NET_GIVEN = 0.01, 0.02, -0.03
NET_DRAWN = -0.7


def net_reward(before: State, after: State, side: int, outcome: int) -> float:
    """The reward for a net, which needs rewards within ±1: a tenth of the slides' (Deep Q-Network, 4). Their
    +0.05 for each move is missing here: with it, and 0 for a draw, shuffling would pay."""
    taken = identities(before, 1 - side) & ~identities(after, 1 - side)
    given = identities(before, side) & ~identities(after, side)
    reward = NET_GIVEN * popcount(given)
    while taken != 0:
        reward += NET_STRENGTH * (lowest_bit(taken) + 1)
        taken &= taken - 1
    if popcount(before.pool[side]) > popcount(after.pool[side]):
        reward += NET_REVEALED
    if outcome == ONGOING:
        return reward
    return reward + (NET_DRAWN if outcome == DRAW else 1.0 if outcome == side else -1.0)
