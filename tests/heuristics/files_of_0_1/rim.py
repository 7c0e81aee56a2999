from games.bits import popcount
from games.isolation import SQUARES, targets
from heuristics.contract import Heuristic, where

rim = Heuristic("rim", "isolation", "Mobility, and away from the rim.", "the README")


def reached(state, side):
    return [(name, 1.0) for square, name in enumerate(SQUARES) if targets(state, side) >> square & 1]


def rim_square(state, side):
    return [(SQUARES[state.pieces[side]], 1.0)] if standing_on_the_rim(state, side) else []


@rim.difference(weight=1.0)
@where(reached)
def free_targets(state, side):
    """Free squares that the piece could enter."""
    return popcount(targets(state, side))


@rim.difference("on the rim", weight=-2.5)
@where(rim_square)
def standing_on_the_rim(state, side):
    """1 while the piece stands on the rim of the board."""
    square = state.pieces[side]
    return 1 if square >= 0 and (square % 7 in (0, 6) or square // 7 in (0, 6)) else 0
