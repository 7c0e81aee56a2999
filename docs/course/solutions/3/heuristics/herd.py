"""herd: a heuristic for Nine Men's Morris. Lesson 3 of the course."""

from games.bits import lowest_bit, popcount
from games.morris import NEIGHBOURS, SQUARES
from heuristics.contract import Heuristic, where
from heuristics.morris import mills, stash, stones

herd = Heuristic(
    "herd",
    "morris",
    "Many stones, mills, and stones that can move.",
    "lesson 3",
    scale=15.0,
    unit="stone",
    per_unit=10.0,
)


def is_shut_in(state, point):
    """Whether no empty point lies beside this one."""
    taken = state.stones[0] | state.stones[1]
    return popcount(NEIGHBOURS[point] & ~taken) == 0


def shut_in_points(state, side):
    """The points that the term "shut in" counts, to be lit on the board."""
    points = range(len(SQUARES))
    return [
        (SQUARES[point], 1.0)
        for point in points
        if state.stones[side] >> point & 1 and is_shut_in(state, point)
    ]


herd.difference("stones", weight=10.0)(stones)
herd.difference("in hand", weight=10.0)(stash)
herd.difference("mills", weight=2.0)(mills)


@herd.difference("shut in", weight=-3.0)
@where(shut_in_points)
def shut_in(state, side):
    """Stones that cannot move: a bad thing to have."""
    count = 0
    left = state.stones[side]
    while left != 0:
        if is_shut_in(state, lowest_bit(left)):
            count += 1
        left &= left - 1
    return count
