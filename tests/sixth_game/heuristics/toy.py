"""One heuristic for the toy game."""

from games.toy import LINES

from games.contract import State
from heuristics.contract import Heuristic

lines = Heuristic("lines", "toy", "Lines that can still be filled.", "this test")


@lines.difference(weight=1.0)
def open_lines(state: State, side: int) -> int:
    """Lines without a stone of the opponent's."""
    count = 0
    for line in LINES:
        if not state.stones[1 - side] & line:
            count += 1
    return count


@lines.own("centre", weight=0.5, one_sided=True)
def holds_the_centre(state: State, side: int) -> int:
    """1 with a stone in the middle."""
    return state.stones[side] >> 4 & 1


DEFAULT = lines
