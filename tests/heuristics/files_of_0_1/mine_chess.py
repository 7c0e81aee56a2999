"""mine_chess: a heuristic for Chess.

While Plyglass runs, save this file and look at Evaluation: the numbers follow within seconds, on the very
position that is shown. A mistake is told with its line, and the version before stays in play.

A term is a function of the state and a side (0 is White, 1 is Black), and returns a number; its weight
stands beside its name. Terms leave the state as it is. They are compiled for the search: plain numbers, loops
and ifs are fast. What the fields of `state` mean stands at the top of games/chess.py; they are
`sides`, `types`, `key`, `checkers`, `pinned`, `to_move`, `castling`, `en_passant`, `quiet`,
`fullmove`, `quiet_limit`, `repetition`, `board`.
"""

import numpy as np

from games.chess import GAME
from heuristics.chess import pawns_worth
from heuristics.contract import Heuristic

mine = Heuristic("mine_chess", "chess", "What it values, in a line.", "its author")

legal_moves, most_moves = GAME.legal_moves, GAME.max_moves


@mine.single("moves", weight=1.0)
def moves(state, side):
    """Moves that the player to move can choose from: a plus for that player, a minus for the other."""
    count = legal_moves(state, np.empty(most_moves, np.int32))
    return count if state.to_move == side else -count


# A term that comes with the program, with a weight of your own:
mine.difference("pawns", weight=1.0)(pawns_worth)


# Kinds of terms: `difference` counts for both sides and takes the other's from the own; `own` and `other`
# count for one of them; `single` is for what cannot be told apart by side. To try one, take the # away:
#
# @mine.single("to move", weight=0.5)
# def to_move(state, side):
#     """1 for the player to move."""
#     return 1.0 if state.to_move == side else 0.0
