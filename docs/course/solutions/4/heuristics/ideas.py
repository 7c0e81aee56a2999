"""ideas: three ideas for a heuristic of Isolation. One makes it better. Lesson 4 of the course."""

from games.bits import lowest_bit, popcount
from games.isolation import KNIGHT, targets
from heuristics.contract import Heuristic

ideas = Heuristic(
    "ideas", "isolation", "Free squares, and three ideas.", "lesson 4", scale=3.0, unit="square"
)

# Change these three weights. 0.0 switches an idea off.
RIM = 0.0
LATER = 0.5
CENTRE = 0.0


@ideas.difference("free squares", weight=1.0)
def free_squares(state, side):
    """Free squares that the piece can jump to."""
    return popcount(targets(state, side))


@ideas.difference("on the rim", weight=RIM)
def on_the_rim(state, side):
    """1 while the piece stands on the rim of the board, else 0."""
    square = state.pieces[side]
    if square < 0:
        return 0
    file, rank = square % 7, square // 7
    return 1 if file in (0, 6) or rank in (0, 6) else 0


@ideas.difference("second jumps", weight=LATER)
def second_jumps(state, side):
    """Free squares that the piece can reach with two jumps, each counted once."""
    reached = 0
    first = targets(state, side)
    while first != 0:
        reached |= KNIGHT[lowest_bit(first)]
        first &= first - 1
    return popcount(reached & ~state.blocked)


@ideas.difference("near the centre", weight=CENTRE)
def near_the_centre(state, side):
    """6 in the centre, one less for each file and each rank away from it."""
    square = state.pieces[side]
    if square < 0:
        return 0
    return 6 - abs(square % 7 - 3) - abs(square // 7 - 3)
