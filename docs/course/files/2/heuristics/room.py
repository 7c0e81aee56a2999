"""room: a heuristic for Isolation, for you to finish. Lesson 2 of the course."""

from games.bits import lowest_bit, popcount
from games.isolation import KNIGHT, targets
from heuristics.contract import Heuristic

room = Heuristic("room", "isolation", "How much room a piece has.", "lesson 2", scale=3.0, unit="square")


@room.difference("free squares", weight=1.0)
def free_squares(state, side):
    """Free squares that the piece can jump to."""
    return popcount(targets(state, side))


@room.difference("on the rim", weight=-2.0)
def on_the_rim(state, side):
    """1 while the piece stands on the rim of the board, else 0."""
    square = state.pieces[side]  # a1 is 0, b1 is 1, g1 is 6, a2 is 7, g7 is 48; below 0: not on the board yet
    return 0


@room.difference("second jumps", weight=0.5)
def second_jumps(state, side):
    """Free squares that the piece can reach with two jumps, each counted once."""
    reached = 0  # a set of squares, one bit a square
    first = targets(state, side)
    while first != 0:
        square = lowest_bit(first)  # one square that the piece can jump to
        first &= first - 1  # takes this square out of the set
        # KNIGHT[square] is the set of all squares that are a jump away from `square`.
    return popcount(reached)
