"""The heuristics of Toy: one to start from.

A term is a function of the state and a side, and returns a number. `difference` subtracts the other side's
number. `python main.py heuristics toy` lists the terms.
"""

from games.contract import State
from games.toy import LINES
from heuristics.contract import Heuristic

lines = Heuristic("lines", "toy", "Lines that can still be filled.", "its author")


@lines.difference(weight=1.0)
def open_lines(state: State, side: int) -> int:
    """Lines without a stone of the opponent's."""
    count = 0
    for line in LINES:
        if not state.stones[1 - side] & line:
            count += 1
    return count


@lines.difference("centre", weight=0.5)
def holds_the_centre(state: State, side: int) -> int:
    """1 with a stone in the middle."""
    return state.stones[side] >> 4 & 1


DEFAULT = lines
"""What a person's first opponent plays with."""
