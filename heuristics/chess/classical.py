"""`classical`, our own chess heuristic: material, squares, pawn structure, activity and king safety.

The middle game becomes the endgame gradually, as pieces leave the board. A figure that differs between the
two phases is a pair: a `Tapered` for a whole term, an `S` inside a term. Values are in hundredths of a pawn.
docs/lab/strength.md says how the figures were found, and has the matches.

A term counts whole things, such as pieces or squares, or it is a sum of unequal values (`counts=False`).
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from games.bits import lowest_bit, popcount
from games.chess.board import SQUARES
from games.chess.kernel import DARK_SQUARES, bishop_attacks, king_square, rook_attacks
from games.chess.tables import BISHOP, BIT, KING, KING_STEPS, KNIGHT, KNIGHT_STEPS, PAWN, QUEEN, ROOK, words
from games.contract import WHITE, State
from heuristics.chess.attacks import (
    FREEDOM,
    HITS,
    Side,
    attacked_from,
    attacks_of,
    officers,
    open_to_pieces,
    strongly_protected,
)
from heuristics.chess.bare_king import driven, promotes, steps_between
from heuristics.chess.distances import distances_of
from heuristics.chess.king_attack import attack_strength
from heuristics.chess.king_places import (
    OTHER_KING_IN_ENDGAME,
    OTHER_KING_IN_MIDDLE_GAME,
    OWN_KING_IN_ENDGAME,
    OWN_KING_IN_MIDDLE_GAME,
)
from heuristics.chess.pawn_sets import (
    FILE_OF,
    attacked_by_pawns,
    backward_pawns,
    behind,
    beside,
    candidate_pawns,
    doubled_pawns,
    isolated_pawns,
    on_files_of,
    own_pawns,
    pawns_attack,
    stepped,
    unstopped_pawns,
)
from heuristics.chess.phases import S, endings, middle_game, tapered
from heuristics.chess.squares import each, squares_in
from heuristics.chess.tables import SQUARES_IN_ENDGAME, SQUARES_IN_MIDDLE_GAME
from heuristics.contract import Heuristic, Kernel, Squares, Tapered, where

classical = Heuristic(
    "classical",
    "chess",
    "What players look at, in hundredths of a pawn: pieces and squares, pawns, mobility, both kings' safety.",
    "our own; docs/lab/strength.md has the matches",
    scale=300.0,
    unit="pawn",
    per_unit=100.0,
    phase=middle_game,
)

MATERIAL, STRUCTURE, ACTIVITY, KING_SAFETY = "material", "pawn structure", "activity", "king safety"
"""Groups of terms."""


# Where a term counts


def _where_each(
    squares: Callable[[State, int], int],
    amount: Callable[..., float],
    shared: Callable[[State], object] | None = None,
) -> Squares:
    """The `where` of a term: `amount(state, side, square)` for each square in the set `squares(state, side)`.
    With `shared`, its result for the state is a last argument."""

    def where_each(state: State, side: int) -> list[tuple[str, float]]:
        found = squares_in(squares(state, side))
        words = (shared(state),) if shared and found else ()
        amounts = [(square, float(amount(state, side, square, *words))) for square in found]
        return [(SQUARES[square], value) for square, value in amounts if value]

    return where_each


def _where_among(
    squares: Callable[[State, int], int],
    worth: Callable[..., float],
    shared: Callable[[State], object] | None = None,
) -> Squares:
    """Like `_where_each`, for a `worth(state, side, among)` that counts a set of squares."""
    return _where_each(
        squares, lambda state, side, square, *words: worth(state, side, int(BIT[square]), *words), shared
    )


# Pieces, and the squares they stand on

PIECE_WORTH = S(
    np.array([0.0, 77.0, 446.0, 475.0, 570.0, 1248.0, 0.0]),
    np.array([0.0, 119.0, 357.0, 396.0, 696.0, 1393.0, 0.0]),
)
"""By piece."""

LOCATION = S(SQUARES_IN_MIDDLE_GAME + OWN_KING_IN_MIDDLE_GAME, SQUARES_IN_ENDGAME + OWN_KING_IN_ENDGAME)
"""By the file of the own king, and by piece, side and square: added to PIECE_WORTH."""

BY_OTHER_KING = S(OTHER_KING_IN_MIDDLE_GAME, OTHER_KING_IN_ENDGAME)
"""The same by the file of the other king: added to LOCATION."""


def _add_material(piece: int, name: str, says: str) -> Kernel:
    """Adds the term that counts the pieces of a type."""

    @where(each(piece))
    def material(state: State, side: int) -> float:
        return popcount(state.types[piece] & state.sides[side])

    material.__name__, material.__doc__ = f"number_of_{name}", says
    worth = Tapered(float(PIECE_WORTH.middle[piece]), float(PIECE_WORTH.end[piece]))
    return classical.difference(name, weight=1.0, worth=worth, group=MATERIAL)(material)


def location_of(state: State, side: int, square: int) -> S:
    """The value of the square that a piece of `side` stands on."""
    own, other = king_square(state, side) & 7, king_square(state, 1 - side) & 7
    piece = state.board[square]
    middle = LOCATION.middle[own, piece, side, square] + BY_OTHER_KING.middle[other, piece, side, square]
    end = LOCATION.end[own, piece, side, square] + BY_OTHER_KING.end[other, piece, side, square]
    return S(middle, end)


def _add_location(piece: int, name: str, label: str, says: str) -> Kernel:
    """Adds the term that sums the square values of a type's pieces."""

    def of_one(state: State, side: int, square: int) -> float:
        return tapered(state, location_of(state, side, square))

    @where(_where_each(_of_type(piece), of_one))
    def location(state: State, side: int) -> float:
        middle = end = 0.0
        bits = state.types[piece] & state.sides[side]
        while bits != 0:
            square = lowest_bit(bits)
            bits ^= BIT[square]
            worth = location_of(state, side, square)
            middle += worth.middle
            end += worth.end
        return tapered(state, S(middle, end))

    location.__name__, location.__doc__ = f"{name}_location", says
    term = classical.difference(f"{name}: location", weight=1.0, group="location", label=label, counts=False)
    return term(location)


def _of_type(piece: int) -> Callable[[State, int], int]:
    return lambda state, side: state.types[piece] & state.sides[side]


number_of_pawns = _add_material(
    PAWN, "pawns", "Pawns on the board, each at its worth, which rises towards the endgame."
)
pawns_location = _add_location(
    PAWN,
    "pawns",
    "pawn location",
    "Square values of the pawns, by where the kings stand: high far ahead, and in the middle game before a "
    "castled king.",
)
number_of_knights = _add_material(
    KNIGHT, "knights", "Knights on the board, each at its worth, which falls towards the endgame."
)
knights_location = _add_location(
    KNIGHT,
    "knights",
    "knight location",
    "Square values of the knights, by where the kings stand: high in the centre and forward, low at the "
    "edge.",
)
number_of_bishops = _add_material(
    BISHOP, "bishops", "Bishops on the board, each at its worth, which falls towards the endgame."
)
bishops_location = _add_location(
    BISHOP,
    "bishops",
    "bishop location",
    "Square values of the bishops, by where the kings stand: high where they look over the centre, from a "
    "flank as well.",
)
number_of_rooks = _add_material(
    ROOK, "rooks", "Rooks on the board, each at its worth, which rises towards the endgame."
)
rooks_location = _add_location(
    ROOK,
    "rooks",
    "rook location",
    "Square values of the rooks, by where the kings stand: high on the last ranks, in the endgame low on the "
    "first two.",
)
number_of_queens = _add_material(
    QUEEN, "queens", "Queens on the board, each at its worth, which rises towards the endgame."
)
queens_location = _add_location(
    QUEEN,
    "queens",
    "queen location",
    "Square values of the queens, by where the kings stand: high on the second rank, in the endgame high in "
    "the centre.",
)
kings_location = _add_location(
    KING,
    "kings",
    "king location",
    "Square value of the king, also by the other king's place: high where it castles, and in the centre once "
    "pieces are gone.",
)


def _bishop_pair_where(state: State, side: int) -> list[tuple[str, float]]:
    bishops = each(BISHOP)(state, side)
    return [(name, 1.0 / len(bishops)) for name, _ in bishops] if len(bishops) >= 2 else []


@classical.difference("bishop pair", weight=35.7, worth=Tapered(1.0, 1.2), group=MATERIAL)
@where(_bishop_pair_where)
def has_bishop_pair(state: State, side: int) -> float:
    """1 for a pair of bishops, worth more in the endgame: together they control squares of both colours."""
    return 1.0 if popcount(state.types[BISHOP] & state.sides[side]) >= 2 else 0.0


# Winning chances

COUNTED_AS = np.array([0.0, 1.0, 3.0, 3.0, 4.5, 9.0, 0.0])
"""By piece: its value when the lead is counted, in pawns."""

LEAD_BY_PAWNS = np.array([-120.0, -46.0, -21.0, -10.0, 0.0, 0.0, 0.0, 6.0, 7.0])
"""By number of own pawns: the extra worth of each pawn of lead."""

LESS_IN_ENDGAME = S(1.0, 0.66)
"""The share at which winning chances and the attack on the king count."""

LEAD_OVER_BARE_KING, LEAD_WITH_OPPOSITE_BISHOPS = 32.0, -21.0
"""Further extra worth of each pawn of lead: if the other side has only pawns, and if each side has one bishop
and the bishops stand on different colours."""


def lead(state: State, side: int) -> float:
    """How much more a side's pieces count than the other side's, in pawns; 0 if they count no more."""
    own, other = state.sides[side], state.sides[1 - side]
    ahead = 0.0
    for piece in range(PAWN, KING):
        pieces = state.types[piece]
        ahead += COUNTED_AS[piece] * (popcount(pieces & own) - popcount(pieces & other))
    return max(ahead, 0.0)


def have_opposite_bishops(state: State) -> bool:
    """Whether each side has one bishop and they stand on squares of different colours."""
    bishops = state.types[BISHOP]
    each_has_one = popcount(bishops) == 2 and popcount(bishops & state.sides[WHITE]) == 1
    return each_has_one and popcount(bishops & DARK_SQUARES) == 1


@classical.difference("winning chances", weight=1.0, counts=False, group=MATERIAL)
def winning_chances(state: State, side: int) -> float:
    """What a lead in material is worth beyond its pieces: below 0 with few own pawns or opposite bishops."""
    ahead = lead(state, side)
    if ahead == 0.0:
        return 0.0
    each_is_worth = LEAD_BY_PAWNS[min(popcount(own_pawns(state, side)), 8)]
    if officers(state, 1 - side) == 0:
        each_is_worth += LEAD_OVER_BARE_KING
    if have_opposite_bishops(state):
        each_is_worth += LEAD_WITH_OPPOSITE_BISHOPS
    return ahead * each_is_worth * tapered(state, LESS_IN_ENDGAME)


# Pawns among themselves

DOUBLED, BACKWARD = S(1.0, 2.25), S(1.0, 0.91)
ISOLATED, ISOLATED_ON_OPEN_FILE = S(0.6, 1.03), S(1.3, 1.03)
"""How much a pawn counts as a weak pawn: a doubled one, a backward one, an isolated one, and an isolated one
if no opposing pawn stands on its file."""


def weakness(state: State, side: int, among: int) -> float:
    """How many weak pawns the pawns on the squares `among` count as."""
    doubled = popcount(among & doubled_pawns(state, side))
    backward = popcount(among & backward_pawns(state, side))
    isolated = among & isolated_pawns(state, side)
    closed = popcount(isolated & on_files_of(own_pawns(state, 1 - side)))
    on_open = popcount(isolated) - closed
    middle = DOUBLED.middle * doubled + BACKWARD.middle * backward
    middle += ISOLATED.middle * closed + ISOLATED_ON_OPEN_FILE.middle * on_open
    end = DOUBLED.end * doubled + BACKWARD.end * backward
    end += ISOLATED.end * closed + ISOLATED_ON_OPEN_FILE.end * on_open
    return tapered(state, S(middle, end))


@classical.difference("weak pawns", weight=-6.5, counts=False, group=STRUCTURE)
@where(_where_among(own_pawns, weakness))
def weak_pawns(state: State, side: int) -> float:
    """Doubled, backward and isolated pawns.

    A doubled pawn stands behind another on its file. A backward one has no pawn to protect it, and one step
    forward loses it to a pawn. An isolated one has no pawn of its side on the next files."""
    return weakness(state, side, own_pawns(state, side))


PROTECTED_WORTH = S(
    np.array([0.0, 5.0, 15.0, 18.0, 26.0, 46.0, 89.0, 0.0]),
    np.array([0.0, 3.3, 6.9, 6.8, 14.5, 47.3, 81.4, 0.0]),
)
BESIDE_WORTH = S(
    np.array([0.0, 3.75, 11.25, 13.5, 19.5, 34.5, 66.75, 0.0]),
    np.array([0.0, -0.9, 3.0, 5.4, 20.7, 38.0, 115.0, 0.0]),
)
"""By rank: the worth of a pawn that another pawn protects, and of a pawn beside another one."""


def worth_by_rank(pawns: int, side: int, worth: S) -> S:
    """The sum of a worth by rank over some pawns of a side."""
    middle = end = 0.0
    for rank in range(1, 7):
        number = popcount(pawns >> 8 * (rank if side == WHITE else 7 - rank) & 0xFF)
        middle += worth.middle[rank] * number
        end += worth.end[rank] * number
    return S(middle, end)


def connected_worth(state: State, side: int, among: int) -> float:
    """The worth of the pawns on the squares `among` that pawns protect or that stand beside other pawns."""
    pawns = own_pawns(state, side)
    protected = worth_by_rank(among & pawns & attacked_by_pawns(state, side), side, PROTECTED_WORTH)
    aside = worth_by_rank(among & pawns & beside(pawns), side, BESIDE_WORTH)
    return tapered(state, S(protected.middle + aside.middle, protected.end + aside.end))


@classical.difference("connected pawns", weight=1.0, counts=False, group=STRUCTURE)
@where(_where_among(own_pawns, connected_worth))
def connected_pawns(state: State, side: int) -> float:
    """Pawns protected by a pawn, and pawns beside another one; more on higher ranks."""
    return connected_worth(state, side, own_pawns(state, side))


@classical.precompute
def both_sides(state: State) -> tuple[Side, Side]:
    """White's and Black's attacks, which several terms use."""
    return attacks_of(state, 0), attacks_of(state, 1)


# Mobility and space


def mobility_of(state: State, side: int, square: int) -> float:
    piece = state.board[square]
    free = popcount(attacked_from(state, square) & open_to_pieces(state, side))
    return tapered(state, S(FREEDOM.middle[piece, free], FREEDOM.end[piece, free]))


@classical.difference("mobility", weight=1.0, counts=False, group=ACTIVITY)
@where(_where_each(officers, mobility_of))
def mobility(state: State, side: int, shared: tuple[Side, Side]) -> float:
    """Squares that each piece can go to and no opposing pawn guards, valued by piece and number."""
    return tapered(state, shared[side].freedom)


def contested(state: State, side: int, shared: tuple[Side, Side]) -> int:
    """Squares that both sides attack and the other side does not strongly protect."""
    own, other = shared[side], shared[1 - side]
    return own.attacked & other.attacked & ~strongly_protected(own, other) & ~state.sides[side]


def _contested_where(state: State, side: int) -> list[tuple[str, float]]:
    found = squares_in(contested(state, side, both_sides(state)))
    return [(SQUARES[square], 1.0) for square in found]


@classical.difference("contested squares", weight=4.9, worth=Tapered(1.0, 0.0), group=ACTIVITY)
@where(_contested_where)
def number_contested(state: State, side: int, shared: tuple[Side, Side]) -> float:
    """Squares that both sides attack and no opposing pawn guards; where two pieces guard a square, two must
    attack it.

    It fades as the middle game passes into the endgame."""
    return popcount(contested(state, side, shared))


HOME = words([0x3C3C3C00, 0x3C3C3C << 32])
"""int64[2], by side: its ranks 2 to 4 of the four central files."""

FEWEST_PIECES = 8
"""Space counts only for a side with more men than these, king and pawns included. It is multiplied by the
square of the number of men beyond these."""

SPACE = S(0.176, 0.288)
"""The worth of a square."""


def space_squares(state: State, side: int) -> int:
    """Squares of a side's home without own pawns that no opposing pawn guards."""
    return HOME[side] & ~own_pawns(state, side) & ~attacked_by_pawns(state, 1 - side)


def space_worth(state: State, side: int, among: int, shared: tuple[Side, Side]) -> float:
    """The worth of the squares `among`; one behind an own pawn counts twice if nothing attacks it."""
    free = among & space_squares(state, side)
    secure = free & behind(own_pawns(state, side), side) & ~shared[1 - side].attacked
    beyond = max(popcount(state.sides[side]) - FEWEST_PIECES, 0)
    return (popcount(free) + popcount(secure)) * beyond * beyond * tapered(state, SPACE)


@classical.difference("space", weight=1.0, counts=False, group=ACTIVITY)
@where(_where_among(space_squares, space_worth, both_sides))
def space(state: State, side: int, shared: tuple[Side, Side]) -> float:
    """Squares in the own half of the centre that no opposing pawn guards; more with many pieces."""
    return space_worth(state, side, space_squares(state, side), shared)


# Rooks


def own_rooks(state: State, side: int) -> int:
    return state.types[ROOK] & state.sides[side]


WITHOUT_PAWNS, WITHOUT_OWN_PAWNS = S(1.0, 0.0), S(0.6, 0.40)
WITH_QUEEN = S(0.93, 0.0)
"""How much a rook counts on a file without pawns; without own pawns; and what a queen on it adds."""


def file_openness(state: State, side: int, square: int) -> float:
    """How much a rook's file counts."""
    file = FILE_OF[side, square]
    on_file = file & state.types[PAWN]
    openness = 0.0
    if on_file == 0:
        openness = tapered(state, WITHOUT_PAWNS)
    elif on_file & state.sides[side] == 0:
        openness = tapered(state, WITHOUT_OWN_PAWNS)
    if file & state.types[QUEEN] != 0:
        openness += tapered(state, WITH_QUEEN)
    return openness


@classical.difference("rooks on open files", weight=25.3, counts=False, group=ACTIVITY)
@where(_where_each(own_rooks, file_openness))
def rooks_on_open_files(state: State, side: int) -> float:
    """Rooks on files without pawns, without own pawns, or with a queen of either side."""
    total = 0.0
    bits = own_rooks(state, side)
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        total += file_openness(state, side, square)
    return total


# Knights and bishops

OUTPOST_RANKS = words([0xFFFFFF << 24, 0xFFFFFF << 16])
"""int64[2], by side: the squares of its ranks 4 to 6."""

OUTPOST, BISHOP_ON_OUTPOST = S(42.7, 15.3), S(45.2, 4.0)
"""The worth of a knight and of a bishop on an outpost."""

BEHIND_PAWN = S(6.0, 19.3)
"""The worth of a knight or bishop right behind a pawn."""

OWN_PAWN_OF_ITS_COLOUR = S(-4.5, -1.9)
"""The worth of each own pawn on a bishop's colour."""

LONG_DIAGONAL = S(28.1, 23.2)
"""The worth of a bishop from which no pawn hides two squares of the centre."""

CENTRE = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36


def outposts(state: State, side: int) -> int:
    """Knights and bishops on ranks 4 to 6 that a pawn protects and no opposing pawn can ever attack."""
    forward = minors(state, side) & OUTPOST_RANKS[side] & attacked_by_pawns(state, side)
    if forward == 0:
        return forward
    attacked = attacked_by_pawns(state, 1 - side)
    return forward & ~(attacked | behind(attacked, side))


def minors(state: State, side: int) -> int:
    """Knights and bishops."""
    return (state.types[KNIGHT] | state.types[BISHOP]) & state.sides[side]


def behind_pawns(state: State, side: int) -> int:
    """Knights and bishops right behind a pawn of either side."""
    return minors(state, side) & stepped(state.types[PAWN], 1 - side)


def pawns_of_its_colour(state: State, side: int, bishops: int) -> int:
    """Number of own pawns on squares of a bishop's colour, summed over the bishops."""
    pawns = own_pawns(state, side)
    dark = popcount(bishops & DARK_SQUARES) * popcount(pawns & DARK_SQUARES)
    return dark + popcount(bishops & ~DARK_SQUARES) * popcount(pawns & ~DARK_SQUARES)


def on_long_diagonals(state: State, bishops: int) -> int:
    """The number of bishops that see two squares of the centre, all pieces but pawns left out."""
    number = 0
    while bishops != 0:
        square = lowest_bit(bishops)
        bishops ^= BIT[square]
        number += popcount(bishop_attacks(square, state.types[PAWN]) & CENTRE) >= 2
    return number


def minors_worth(state: State, side: int, among: int) -> float:
    """The worth of the knights and bishops on the squares `among`, by how they stand to pawns."""
    bishops = among & state.types[BISHOP] & state.sides[side]
    worth = pawns_of_its_colour(state, side, bishops) * tapered(state, OWN_PAWN_OF_ITS_COLOUR)
    worth += popcount(among & behind_pawns(state, side)) * tapered(state, BEHIND_PAWN)
    worth += on_long_diagonals(state, bishops) * tapered(state, LONG_DIAGONAL)
    posted = among & outposts(state, side)
    if posted != 0:
        worth += popcount(posted & state.types[KNIGHT]) * tapered(state, OUTPOST)
        worth += popcount(posted & state.types[BISHOP]) * tapered(state, BISHOP_ON_OUTPOST)
    return worth


@classical.difference("minor pieces", weight=1.0, counts=False, group=ACTIVITY, label="minor piece placement")
@where(_where_among(minors, minors_worth))
def minor_pieces(state: State, side: int) -> float:
    """Knights and bishops on outposts or right behind pawns, and bishops that see the centre; less for own
    pawns on a bishop's colour.

    On an outpost a pawn protects the piece, and no opposing pawn can ever attack it."""
    return minors_worth(state, side, minors(state, side))


# Threats

PAWN_ATTACKS = S(91.4, 32.7)
PAWN_STEPS = 22.3
LESSER_ATTACKS = 79.7
MINOR_ATTACKS = S(30.1, 27.4)
UNPROTECTED = S(32.1, 24.6)
WITHOUT_PAWN_IN_ENDGAME = 8.7
TWICE = S(26.8, 58.3)
WEAKLY_PROTECTED_IN_ENDGAME = 14.3
SOON_AT_QUEEN = 19.0
"""The worth of a threatened piece to the other side, in this order: a pawn attacks it; a pawn would attack it
after a step; a lesser piece attacks the rook or queen; a minor piece attacks the minor piece; nothing
protects it; in the endgame, no pawn protects it; two pieces attack it, and no pawn and no two pieces
protect it; in the endgame, a minor piece attacks the pawn, a rook the pawn or minor piece, or the king
anything, and no pawn and no two pieces protect it; and for each square from which a knight, bishop or rook
could safely attack the only queen."""


class Threatened(NamedTuple):
    """One side's pieces that the other side threatens, as bits, by kind of threat."""

    by_pawns: int  # pieces that a pawn attacks
    by_steps: int  # pieces that a pawn would attack after a step to an empty square that no pawn guards
    by_less: int  # not by_pawns: rooks and queens that a minor piece attacks, queens that a rook attacks
    by_minors: int  # knights and bishops that a knight or bishop attacks
    unprotected: int  # attacked, and nothing protects it
    without_pawn: int  # pieces that are attacked, and no pawn protects them
    twice: int  # pieces that two attack, and that no pawn and no two pieces protect
    pawns_by_minors: int  # not strongly protected: pawns that a knight or bishop attacks
    lesser_by_rooks: int  # not strongly protected: pawns, knights and bishops that a rook attacks
    by_king: int  # not strongly protected: what the king attacks
    soon_at_queen: int  # the squares from which a move can attack the only queen


def soon_at_queen(state: State, side: int, own: Side, other: Side) -> int:
    """The squares from which a knight, bishop or rook of `side` could attack the other side's only queen with
    its next move. A bishop or rook needs the help of another piece there."""
    queens = state.types[QUEEN] & state.sides[1 - side]
    if popcount(queens) != 1:
        return 0 & queens  # of the type of a set of squares
    queen, occupied = lowest_bit(queens), state.sides[0] | state.sides[1]
    lines = own.by_bishops & bishop_attacks(queen, occupied) | own.by_rooks & rook_attacks(queen, occupied)
    ways = own.by_knights & KNIGHT_STEPS[queen] | own.twice & lines
    return ways & ~(strongly_protected(own, other) | state.sides[side])


def threatened(state: State, side: int, shared: tuple[Side, Side]) -> Threatened:
    """The pieces that `side` threatens."""
    own, other = shared[side], shared[1 - side]
    enemies, pieces = state.sides[1 - side], officers(state, 1 - side)
    ahead = stepped(own_pawns(state, side), side) & ~(state.sides[0] | state.sides[1] | other.by_pawns)
    queens = state.types[QUEEN]
    by_minors = own.by_knights | own.by_bishops
    by_less = by_minors & (state.types[ROOK] | queens) | own.by_rooks & queens
    attacked = own.attacked & enemies & ~state.types[KING]
    weak = attacked & ~strongly_protected(own, other)
    return Threatened(
        own.by_pawns & pieces,
        pawns_attack(ahead, side) & pieces,
        by_less & enemies & ~own.by_pawns,
        by_minors & minors(state, 1 - side),
        attacked & ~other.attacked,
        own.attacked & pieces & ~other.by_pawns,
        own.twice & weak & pieces,
        weak & by_minors & state.types[PAWN],
        weak & own.by_rooks & ~(state.types[ROOK] | queens),
        weak & own.by_king,
        soon_at_queen(state, side, own, other),
    )


def threats_worth(state: State, side: int, among: int, shared: tuple[Side, Side]) -> float:
    """The worth of the threats of `side` to pieces on the squares `among`."""
    found = threatened(state, side, shared)
    by_pawns, by_minors = popcount(among & found.by_pawns), popcount(among & found.by_minors)
    unprotected, twice = popcount(among & found.unprotected), popcount(among & found.twice)
    middle = PAWN_ATTACKS.middle * by_pawns + MINOR_ATTACKS.middle * by_minors
    middle += UNPROTECTED.middle * unprotected
    middle += PAWN_STEPS * popcount(among & found.by_steps) + LESSER_ATTACKS * popcount(among & found.by_less)
    if among & state.types[QUEEN] & state.sides[1 - side] != 0:
        middle += SOON_AT_QUEEN * popcount(found.soon_at_queen)
    middle += TWICE.middle * twice
    end = PAWN_ATTACKS.end * by_pawns + MINOR_ATTACKS.end * by_minors + UNPROTECTED.end * unprotected
    end += TWICE.end * twice
    end += WITHOUT_PAWN_IN_ENDGAME * popcount(among & found.without_pawn)
    weakly = popcount(among & found.pawns_by_minors) + popcount(among & found.lesser_by_rooks)
    weakly += popcount(among & found.by_king)
    end += WEAKLY_PROTECTED_IN_ENDGAME * weakly
    return tapered(state, S(middle, end))


@classical.difference("threats", weight=1.0, counts=False, group=ACTIVITY)
@where(_where_among(lambda state, side: state.sides[1 - side], threats_worth, both_sides))
def threats(state: State, side: int, shared: tuple[Side, Side]) -> float:
    """Opposing pieces that are unprotected, or that a piece worth less attacks or can soon attack."""
    return threats_worth(state, side, state.sides[1 - side], shared)


# Passed pawns

PASSED_WORTH = S(
    np.array([0.0, -5.0, -8.0, -16.0, -2.0, 26.0, 47.0, 0.0]),
    np.array([0.0, 7.7, 13.6, 18.5, 25.5, 42.3, 22.9, 0.0]),
)
"""By rank as the pawn's side counts, from 0: a passed pawn's worth, in addition to its square value."""

FREE_TO_STEP_IN_ENDGAME = np.array([0.0, 2.8, 3.2, 13.2, 41.3, 87.7, 182.3, 0.0])
FREE_WAY_IN_ENDGAME = np.array([0.0, 0.0, -0.4, 6.9, 26.0, 49.6, 56.2, 0.0])
"""By rank: an addition in the endgame if the pawn's next square is empty and the other side does not attack
it; and another if the other side attacks no square up to the last rank and stands on none. A rook or queen
of the other side behind the pawn, with nothing between, attacks all of them."""

OTHER_KING_AWAY, OWN_KING_AWAY = 9.9, -4.4
"""In the endgame: the worth of each step between a king and the square in front of the pawn, times the pawn's
ranks beyond the third."""

STEP_GUARDED = 10.8
"""The worth of each of the pawn's ranks beyond the third if its own side attacks its next square."""

GUARDED_FROM_BEHIND = 5.3
"""In the endgame: the worth of each of the pawn's ranks beyond the third if a rook or queen of its own side
stands behind it with nothing between them."""

CANDIDATE = S(np.zeros(8), np.array([0.0, 4.2, 3.5, 13.6, 25.7, 63.2, 0.0, 0.0]))
"""By rank: the worth of a pawn that only pawns which it can take keep from being passed."""


def rooks_behind(state: State, side: int, square: int) -> int:
    """The rooks and queens of both sides behind a pawn of `side`, with nothing between them."""
    seen = rook_attacks(square, state.sides[0] | state.sides[1]) & behind(BIT[square], side)
    return seen & (state.types[ROOK] | state.types[QUEEN])


def passed_worth(state: State, side: int, square: int, shared: tuple[Side, Side]) -> S:
    """The worth of a passed pawn's way to the last rank."""
    rank = square >> 3 if side == WHITE else 7 - (square >> 3)
    middle, end = PASSED_WORTH.middle[rank], PASSED_WORTH.end[rank]
    next_square = square + 8 if side == WHITE else square - 8
    step, way = BIT[next_square], behind(BIT[square], 1 - side)
    behind_it = rooks_behind(state, side, square)
    attacked = shared[1 - side].attacked
    if behind_it & state.sides[1 - side] != 0:
        attacked |= way
    if step & (state.sides[0] | state.sides[1] | attacked) == 0:
        end += FREE_TO_STEP_IN_ENDGAME[rank]
        if way & (state.sides[1 - side] | attacked) == 0:
            end += FREE_WAY_IN_ENDGAME[rank]
    if rank > 2:
        other_king = steps_between(king_square(state, 1 - side), next_square)
        own_king = steps_between(king_square(state, side), next_square)
        beyond = OTHER_KING_AWAY * other_king + OWN_KING_AWAY * own_king
        if step & shared[side].attacked != 0:
            middle += (rank - 2) * STEP_GUARDED
            beyond += STEP_GUARDED
        if behind_it & state.sides[side] != 0:
            beyond += GUARDED_FROM_BEHIND
        end += (rank - 2) * beyond
    return S(middle, end)


def candidates_worth(state: State, side: int, among: int) -> float:
    """The worth in the endgame of the pawns on the squares `among` that can become passed by taking."""
    candidates = among & candidate_pawns(state, side)
    if candidates == 0:
        return 0.0
    return tapered(state, worth_by_rank(candidates, side, CANDIDATE))


@classical.difference("candidate passed pawns", weight=1.0, counts=False, group=STRUCTURE)
@where(_where_among(candidate_pawns, candidates_worth))
def candidate_passed_pawns(state: State, side: int) -> float:
    """In the endgame, pawns that only pawns which they can take keep from being passed; more if far ahead."""
    return candidates_worth(state, side, own_pawns(state, side))


@classical.difference("passed pawns", weight=1.0, counts=False, group=STRUCTURE)
@where(
    _where_each(
        unstopped_pawns,
        lambda state, side, square, shared: tapered(state, passed_worth(state, side, square, shared)),
        both_sides,
    )
)
def passed_pawns(state: State, side: int, shared: tuple[Side, Side]) -> float:
    """Pawns that no opposing pawn can stop or take; more if they are far ahead and their king is near."""
    middle = end = 0.0
    bits = shared[side].passed
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        worth = passed_worth(state, side, square, shared)
        middle += worth.middle
        end += worth.end
    return tapered(state, S(middle, end))


# The kings' safety


def open_at_king(state: State, side: int) -> int:
    """The king's square and the squares right beside it, without those on files with own pawns."""
    king = BIT[king_square(state, side)]
    pawns = own_pawns(state, side)
    return (king | beside(king)) & ~on_files_of(pawns)


def _open_files_where(state: State, side: int) -> list[tuple[str, float]]:
    return [(SQUARES[square], 1.0) for square in squares_in(open_at_king(state, side))]


@classical.difference("open files at the king", weight=-22.8, worth=Tapered(1.0, 0.25), group=KING_SAFETY)
@where(_open_files_where)
def number_open_at_king(state: State, side: int) -> float:
    """Files without own pawns at the king and beside it; in the endgame they count a quarter."""
    return popcount(open_at_king(state, side))


def _attack_where(state: State, side: int) -> list[tuple[str, float]]:
    total = float(attack_on_king(state, side, both_sides(state)))
    king = king_square(state, 1 - side)
    ring = KING_STEPS[king]
    found = [
        (square, HITS[state.board[square]] * popcount(attacked_from(state, square) & ring))
        for square in squares_in(officers(state, side))
    ]
    hits = sum(amount for _, amount in found)
    if hits == 0.0:
        return [(SQUARES[king], total)] if total else []
    return [(SQUARES[square], total * float(amount / hits)) for square, amount in found if amount]


@classical.difference("attack on the king", weight=10.0, counts=False, group=KING_SAFETY)
@where(_attack_where)
def attack_on_king(state: State, side: int, shared: tuple[Side, Side]) -> float:
    """How strong the attack on the opposing king is, squared: attacked squares around it, checks, pieces that
    aim at it, less what defends it.

    It fades as the middle game passes into the endgame."""
    strength = attack_strength(state, side, shared[side], shared[1 - side])
    return strength * strength / 10.0 * middle_game(state) * tapered(state, LESS_IN_ENDGAME)


# Endings against a bare king


def _bare_king_where(state: State, side: int) -> list[tuple[str, float]]:
    amount = float(driven(state, side))
    return [(SQUARES[king_square(state, 1 - side)], amount)] if amount else []


@classical.difference("bare king driven", weight=10.0, counts=False, group=KING_SAFETY)
@where(_bare_king_where)
def bare_king_driven(state: State, side: int) -> float:
    """Material that mates a bare king, how near that king is to the edge or corner, and to the other king."""
    return driven(state, side)


def _lone_pawn_where(state: State, side: int) -> list[tuple[str, float]]:
    return [(SQUARES[lowest_bit(own_pawns(state, side))], 1.0)] if promotes(state, side) else []


@classical.difference("lone pawn promotes", weight=300.0, group=STRUCTURE)
@where(_lone_pawn_where)
def lone_pawn_promotes(state: State, side: int) -> float:
    """King and pawn against a bare king: 1 if the pawn outruns it, or the own king stands on a key square."""
    return 1.0 if promotes(state, side) else 0.0


# Distances


def pieces_and_king(state: State, side: int) -> int:
    """A side's pieces without its pawns."""
    return state.sides[side] & ~state.types[PAWN]


@classical.difference("distances", weight=1.0, counts=False, group="location")
@where(
    _where_each(
        pieces_and_king,
        lambda state, side, square, shared: endings(state) * distances_of(state, side, square, shared),
        both_sides,
    )
)
def distances_to_pawns_and_kings(state: State, side: int, shared: tuple[Side, Side]) -> float:
    """In endings, the worth of each piece and king by how far it stands from pawns and kings."""
    share = endings(state)
    if share == 0.0:
        return 0.0
    worth = 0.0
    bits = pieces_and_king(state, side)
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        worth += distances_of(state, side, square, shared)
    return share * worth


# The turn


@classical.difference("tempo", weight=30.0, worth=Tapered(1.0, 0.3))
def has_turn(state: State, side: int) -> float:
    """The turn: 1 for the side to move, worth less in the endgame."""
    return 1.0 if state.to_move == side else 0.0
