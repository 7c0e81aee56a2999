"""The attack of one side on the other king: what comes near it, which checks there are, and what defends it.

The counts add up to a strength. Its square is worth hundredths of a pawn, because attackers help each other.
"""

import numpy as np

from games.bits import popcount
from games.chess.kernel import bishop_attacks, king_square, rook_attacks
from games.chess.tables import BISHOP, KING_STEPS, KNIGHT, KNIGHT_STEPS, QUEEN, ROOK, words
from games.contract import State
from heuristics.chess.attacks import Side
from heuristics.chess.pawn_sets import IN_FRONT, own_pawns

ALWAYS = 11.8
"""The strength of an attack before anything is counted."""

WEAK = 0.81
"""For each square around the king that the attacker attacks and only the king itself protects."""

CHECKS = np.array([0.0, 0.0, 5.71, 2.31, 5.41, 3.43, 0.0])
"""By piece: for a safe check by pieces of the type."""

TO_MOVE = 1.5
"""The factor of checks for the side to move."""

UNSAFE_CHECK = 0.91
"""For each square from which a knight, bishop or rook could give check but would be taken."""

BEHIND_ONE_PIECE = 2.93
"""For each bishop, rook or queen that would attack the king if one piece were away."""

ATTACKED_TWICE, DEFENDED = 0.64, -0.57
"""For each square of the king's flank that two pieces attack; for each that its own side protects."""

WITHOUT_QUEEN = -2.46
"""For an attacker without a queen."""

SHELTER = -1.38
"""For each of the king's own pawns on the three squares in front of it."""


def _flanks() -> np.ndarray:
    """int64[2, 8], by side and file of the king: its own five ranks of the four files about it."""
    flanks = np.zeros((2, 8), np.int64)
    for file in range(8):
        files = range(4) if file < 3 else range(2, 6) if file < 5 else range(4, 8)
        for side, ranks in ((0, range(5)), (1, range(3, 8))):
            flanks[side, file] = words(sum(1 << 8 * rank + each for rank in ranks for each in files))
    return flanks


FLANK = _flanks()
"""By side and file of the king."""


def lines_to_king(state: State, side: int) -> tuple[int, int]:
    """The squares from which a rook and a bishop of `side` would attack the other king."""
    king, occupied = king_square(state, 1 - side), state.sides[0] | state.sides[1]
    return rook_attacks(king, occupied), bishop_attacks(king, occupied)


def behind_one_piece(state: State, side: int, straight: int, oblique: int) -> int:
    """The bishops, rooks and queens of `side` that would attack the other king if one piece were away;
    `straight` and `oblique` are `lines_to_king`."""
    king, occupied = king_square(state, 1 - side), state.sides[0] | state.sides[1]
    queens = state.types[QUEEN]
    along = rook_attacks(king, occupied & ~straight) & ~straight & (state.types[ROOK] | queens)
    across = bishop_attacks(king, occupied & ~oblique) & ~oblique & (state.types[BISHOP] | queens)
    return (along | across) & state.sides[side]


def safe_squares(state: State, side: int, own: Side, other: Side) -> int:
    """The squares on which a checking piece of `side` would not simply be taken: the other side does not
    attack them, or with its king or queen alone while two pieces attack them."""
    hardly = KING_STEPS[king_square(state, 1 - side)] | other.by_queens
    return ~state.sides[side] & (~other.attacked | own.twice & ~other.twice & hardly)


def checks_of(state: State, side: int, own: Side, other: Side, straight: int, oblique: int) -> float:
    """The count of the checks that `side` could give with its next move; `straight` and `oblique` are
    `lines_to_king`."""
    free, safe = ~state.sides[side], safe_squares(state, side, own, other)
    by_knight = KNIGHT_STEPS[king_square(state, 1 - side)] & own.by_knights & free
    by_bishop, by_rook = oblique & own.by_bishops & free, straight & own.by_rooks & free
    by_queen = (straight | oblique) & own.by_queens & safe & ~other.by_queens
    count = UNSAFE_CHECK * popcount((by_knight | by_bishop | by_rook) & ~safe)
    if by_knight & safe != 0:
        count += CHECKS[KNIGHT]
    if by_bishop & safe != 0:
        count += CHECKS[BISHOP]
    if by_rook & safe != 0:
        count += CHECKS[ROOK]
    if by_queen != 0:
        count += CHECKS[QUEEN]
    return TO_MOVE * count if state.to_move == side else count


def attack_strength(state: State, side: int, own: Side, other: Side) -> float:
    """The strength of the attack of `side`, whose attacks are `own`."""
    king = king_square(state, 1 - side)
    flank = FLANK[1 - side, king & 7]
    straight, oblique = lines_to_king(state, side)
    strength = ALWAYS + own.hits + checks_of(state, side, own, other, straight, oblique)
    strength += WEAK * popcount(KING_STEPS[king] & own.attacked & ~other.twice)
    strength += BEHIND_ONE_PIECE * popcount(behind_one_piece(state, side, straight, oblique))
    strength += ATTACKED_TWICE * popcount(own.twice & flank) + DEFENDED * popcount(other.attacked & flank)
    strength += SHELTER * popcount(IN_FRONT[1 - side, king] & own_pawns(state, 1 - side))
    if state.types[QUEEN] & state.sides[side] == 0:
        strength += WITHOUT_QUEEN
    return max(strength, 0.0)
