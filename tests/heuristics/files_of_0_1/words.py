"""Takes what other modules were called, and `looks_over` with `survey`."""

from games.chess_board import board_of
from games.chess_kernel import king_square
from games.rows import read_rows
from heuristics.piece_square_tables import KING_SQUARES

from games.bits import popcount
from heuristics.contract import Heuristic

words = Heuristic("words", "chess", "Pieces, counted once for both sides.", "its author")


@words.looks_over
def counted(state):
    return popcount(state.sides[0]), popcount(state.sides[1])


@words.difference("pieces", weight=2.0)
def pieces(state, side, survey):
    """Pieces on the board."""
    return survey[side]


@words.difference("king at home", weight=1.0)
def king_at_home(state, side):
    """What the king's square is worth."""
    return KING_SQUARES[side, king_square(state, side)]


START = read_rows("8/8", (8, 8), ""), board_of
