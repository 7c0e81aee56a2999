"""mine_jungle: a heuristic for Jungle.

While Plyglass runs, save this file and look at Evaluation: the numbers follow within seconds, on the very
position that is shown. A mistake is told with its line, and the version before stays in play.

A term is a function of the state and a side (0 is Amber, 1 is Blue), and returns a number; its weight
stands beside its name. Terms leave the state as it is. They are compiled for the search: plain numbers, loops
and ifs are fast. What the fields of `state` mean stands at the top of games/jungle.py; they are
`revealed`, `face_down`, `key`, `quiet`, `no_capture_limit`, `pool`, `to_move`, `board`.
"""

import numpy as np

from games.jungle import GAME
from heuristics.contract import Heuristic
from heuristics.jungle import piece_count

mine = Heuristic("mine_jungle", "jungle", "What it values, in a line.", "its author")

legal_moves, most_moves = GAME.legal_moves, GAME.max_moves


@mine.single("moves", weight=1.0)
def moves(state, side):
    """Moves that the player to move can choose from: a plus for that player, a minus for the other."""
    count = legal_moves(state, np.empty(most_moves, np.int32))
    return count if state.to_move == side else -count


# A term that comes with the program, with a weight of your own:
mine.difference("pieces", weight=1.0)(piece_count)


# Kinds of terms: `difference` counts for both sides and takes the other's from the own; `own` and `other`
# count for one of them; `single` is for what cannot be told apart by side. To try one, take the # away:
#
# @mine.single("to move", weight=0.5)
# def to_move(state, side):
#     """1 for the player to move."""
#     return 1.0 if state.to_move == side else 0.0
