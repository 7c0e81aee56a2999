"""`classical`, our own chess heuristic: material, squares, pawn structure, activity and king safety.

The middle game becomes the endgame gradually, as pieces leave the board. A figure that differs between the
two is an `S`, a pair of both. All figures are in hundredths of a pawn. docs/lab/strength.md says how they
were found, and has the matches.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from games.bits import lowest_bit, popcount
from games.chess.board import SQUARES
from games.chess.kernel import DARK_SQUARES, bishop_attacks, king_square, rook_attacks
from games.chess.tables import BISHOP, BIT, KING, KING_STEPS, KNIGHT, KNIGHT_STEPS, PAWN, QUEEN, ROOK, words
from games.contract import WHITE, State
from heuristics.chess.bare_king import driven, promotes, steps_between
from heuristics.chess.pawn_sets import (
    FILE_OF,
    attacked_by_pawns,
    backward_pawns,
    behind,
    beside,
    doubled_pawns,
    isolated_pawns,
    on_files_of,
    own_pawns,
    pawns_attack,
    stepped,
    unstopped_pawns,
)
from heuristics.chess.squares import each, squares_in
from heuristics.chess.tables import SQUARES_IN_ENDGAME, SQUARES_IN_MIDDLE_GAME
from heuristics.contract import Heuristic, Kernel, Squares, where

classical = Heuristic(
    "classical",
    "chess",
    "What players look at, in hundredths of a pawn: pieces and squares, pawns, mobility, both kings' safety.",
    "our own; docs/lab/strength.md has the matches",
    scale=300.0,
    unit="pawn",
    per_unit=100.0,
)

MATERIAL, STRUCTURE, ACTIVITY, KING_SAFETY = "material", "pawn structure", "activity", "king safety"
"""Groups of terms."""


# Between middle game and endgame


class S(NamedTuple):
    """A worth in the middle game and in the endgame: two numbers or two tables."""

    middle: Any
    end: Any


ALL_PIECES = 24
"""The sum over all pieces at the start: a minor piece counts 1, a rook 2, a queen 4."""


def middle_game(state: State) -> float:
    """The share of the middle game: 1 with all pieces on the board, 0 with only kings and pawns."""
    types = state.types
    pieces = popcount(types[KNIGHT] | types[BISHOP]) + 2 * popcount(types[ROOK]) + 4 * popcount(types[QUEEN])
    return min(pieces, ALL_PIECES) / ALL_PIECES


def tapered(state: State, worth: S) -> float:
    """The worth in a position between middle game and endgame, interpolated by `middle_game`."""
    share = middle_game(state)
    return share * worth.middle + (1.0 - share) * worth.end


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
    np.array([0.0, 91.0, 430.0, 466.0, 555.0, 1167.0, 0.0]),
    np.array([0.0, 105.0, 379.0, 404.0, 720.0, 1330.0, 0.0]),
)
"""By piece."""

LOCATION = S(SQUARES_IN_MIDDLE_GAME, SQUARES_IN_ENDGAME)
"""By piece, side and square, beside that."""


def _add_material(piece: int, name: str, says: str) -> Kernel:
    """Adds the term that counts what the pieces of a type are worth."""

    def of_one(state: State, side: int, square: int) -> float:
        return tapered(state, S(PIECE_WORTH.middle[piece], PIECE_WORTH.end[piece]))

    @where(_where_each(_of_type(piece), of_one))
    def material(state: State, side: int) -> float:
        number = popcount(state.types[piece] & state.sides[side])
        return number * tapered(state, S(PIECE_WORTH.middle[piece], PIECE_WORTH.end[piece]))

    material.__name__, material.__doc__ = f"{name}_worth", says
    return classical.difference(name, weight=1.0, group=MATERIAL)(material)


def _add_location(piece: int, name: str, label: str, says: str) -> Kernel:
    """Adds the term that counts what the squares of a type's pieces are worth."""

    def of_one(state: State, side: int, square: int) -> float:
        return tapered(state, S(LOCATION.middle[piece, side, square], LOCATION.end[piece, side, square]))

    @where(_where_each(_of_type(piece), of_one))
    def location(state: State, side: int) -> float:
        middle = end = 0.0
        bits = state.types[piece] & state.sides[side]
        while bits != 0:
            square = lowest_bit(bits)
            bits ^= BIT[square]
            middle += LOCATION.middle[piece, side, square]
            end += LOCATION.end[piece, side, square]
        return tapered(state, S(middle, end))

    location.__name__, location.__doc__ = f"{name}_location", says
    return classical.difference(f"{name}: location", weight=1.0, group="location", label=label)(location)


def _of_type(piece: int) -> Callable[[State, int], int]:
    return lambda state, side: state.types[piece] & state.sides[side]


pawns_worth = _add_material(
    PAWN, "pawns", "Pawns on the board, each at its worth, which rises towards the endgame."
)
pawns_location = _add_location(
    PAWN,
    "pawns",
    "pawn location",
    "Square values of the pawns: high in the centre and before the king, in the endgame high far ahead.",
)
knights_worth = _add_material(
    KNIGHT, "knights", "Knights on the board, each at its worth, which falls towards the endgame."
)
knights_location = _add_location(
    KNIGHT,
    "knights",
    "knight location",
    "Square values of the knights: high in the centre and forward, low at the edge.",
)
bishops_worth = _add_material(
    BISHOP, "bishops", "Bishops on the board, each at its worth, which falls towards the endgame."
)
bishops_location = _add_location(
    BISHOP,
    "bishops",
    "bishop location",
    "Square values of the bishops: high where they look over the centre, from a flank as well.",
)
rooks_worth = _add_material(
    ROOK, "rooks", "Rooks on the board, each at its worth, which rises towards the endgame."
)
rooks_location = _add_location(
    ROOK,
    "rooks",
    "rook location",
    "Square values of the rooks: high on the seventh rank and in the centre of the first.",
)
queens_worth = _add_material(
    QUEEN, "queens", "Queens on the board, each at its worth, which rises towards the endgame."
)
queens_location = _add_location(
    QUEEN,
    "queens",
    "queen location",
    "Square values of the queens: high forward, in the endgame high in the centre.",
)
kings_location = _add_location(
    KING,
    "kings",
    "king location",
    "Square value of the king: high in a corner, and in the centre once pieces have left the board.",
)


def _bishop_pair_where(state: State, side: int) -> list[tuple[str, float]]:
    bishops = each(BISHOP)(state, side)
    share = bishop_pair(state, side)
    return [(name, share / len(bishops)) for name, _ in bishops] if share else []


@classical.difference("bishop pair", weight=40.0, group=MATERIAL)
@where(_bishop_pair_where)
def bishop_pair(state: State, side: int) -> float:
    """A pair of bishops counts 1, in the endgame 1.4: together they control squares of both colours."""
    return tapered(state, S(1.0, 1.4)) if popcount(state.types[BISHOP] & state.sides[side]) >= 2 else 0.0


# Winning chances

COUNTED_AS = np.array([0.0, 1.0, 3.0, 3.0, 4.5, 9.0, 0.0])
"""By piece: its value when the lead is counted, in pawns."""

LEAD_BY_PAWNS = np.array([-120.0, -46.0, -21.0, -10.0, 0.0, 0.0, 0.0, 6.0, 7.0])
"""By number of own pawns: the extra worth of each pawn of lead."""

LEAD_OVER_BARE_KING, LEAD_WITH_OPPOSITE_BISHOPS = 32.0, -21.0
"""Further extra worth of each pawn of lead: if the other side has only pawns, and if each side has one bishop
and the bishops stand on different colours."""


def lead(state: State, side: int) -> float:
    """How much more a side's pieces count than the other side's, in pawns; 0 if they do not."""
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


@classical.difference("winning chances", weight=1.0, group=MATERIAL)
def winning_chances(state: State, side: int) -> float:
    """A lead in pieces, corrected by how well it can be won: with few pawns or opposite bishops, badly."""
    ahead = lead(state, side)
    if ahead == 0.0:
        return 0.0
    each_is_worth = LEAD_BY_PAWNS[min(popcount(own_pawns(state, side)), 8)]
    if officers(state, 1 - side) == 0:
        each_is_worth += LEAD_OVER_BARE_KING
    if have_opposite_bishops(state):
        each_is_worth += LEAD_WITH_OPPOSITE_BISHOPS
    return ahead * each_is_worth


# Pawns among themselves

ISOLATED, ISOLATED_ON_OPEN_FILE = 0.6, 1.3
"""How much an isolated pawn counts as a weak pawn in the middle game, and how much if no opposing pawn stands
on its file."""


def weakness(state: State, side: int, among: int) -> float:
    """How many weak pawns the pawns on the squares `among` count as."""
    weak = popcount(among & doubled_pawns(state, side)) + popcount(among & backward_pawns(state, side))
    isolated = among & isolated_pawns(state, side)
    if isolated == 0:
        return float(weak)
    closed = isolated & on_files_of(own_pawns(state, 1 - side))
    alone = ISOLATED * popcount(closed) + ISOLATED_ON_OPEN_FILE * popcount(isolated ^ closed)
    return weak + tapered(state, S(alone, 0.0))


@classical.difference("weak pawns", weight=-10.4, group=STRUCTURE)
@where(_where_among(own_pawns, weakness))
def weak_pawns(state: State, side: int) -> float:
    """Doubled and backward pawns, and in the middle game isolated ones.

    A doubled pawn stands behind another on its file. A backward one has no pawn to protect it, and one step
    forward loses it to a pawn. An isolated one has no pawn of its side on the next files."""
    return weakness(state, side, own_pawns(state, side))


CONNECTED_WORTH = np.array([0.0, 4.0, 12.0, 14.0, 20.0, 36.0, 69.0, 0.0])
"""By rank: the worth of a pawn that another pawn protects."""

CONNECTED_RANKS = np.stack([CONNECTED_WORTH, CONNECTED_WORTH[::-1]])
"""float64[2, 8]: the same by side and rank of the board."""

BESIDE_ANOTHER = 0.75
"""The share that a pawn beside another one counts; a protected pawn counts 1."""


def worth_by_rank(pawns: int, side: int) -> float:
    """The sum of CONNECTED_WORTH over some pawns of a side."""
    worth = 0.0
    for rank in range(1, 7):
        worth += CONNECTED_RANKS[side, rank] * popcount(pawns >> 8 * rank & 0xFF)
    return worth


def connected_worth(state: State, side: int, among: int) -> float:
    """The worth of the pawns on the squares `among` that pawns protect or that stand beside other pawns."""
    pawns = own_pawns(state, side)
    protected = worth_by_rank(among & pawns & attacked_by_pawns(state, side), side)
    return protected + BESIDE_ANOTHER * worth_by_rank(among & pawns & beside(pawns), side)


@classical.difference("connected pawns", weight=1.0, group=STRUCTURE)
@where(_where_among(own_pawns, connected_worth))
def connected_pawns(state: State, side: int) -> float:
    """Pawns protected by a pawn, and those beside one for three quarters; more on higher ranks."""
    return connected_worth(state, side, own_pawns(state, side))


# What one side's pieces do

MOBILITY = {
    KNIGHT: (-39, -20, -8, 0, 6, 12, 17, 22, 27),
    BISHOP: (-53, -28, -14, -6, 0, 5, 9, 12, 15, 19, 22, 25, 28, 31),
    ROOK: (-38, -26, -18, -12, -6, 0, 5, 11, 16, 21, 26, 31, 35, 40, 45),
    QUEEN: (
        *(-26, -23, -21, -19, -16, -13, -10, -7, -3, 0, 3, 7, 10, 14),
        *(17, 21, 24, 28, 31, 34, 38, 41, 45, 48, 51, 55, 58, 61),
    ),
}
MOBILITY_IN_ENDGAME = {
    KNIGHT: (-78, -33, -11, 0, 5, 6, 6, 6, 6),
    BISHOP: (-79, -38, -17, -6, 0, 3, 5, 6, 7, 7, 8, 8, 9, 9),
    ROOK: (-71, -34, -15, -6, -2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    QUEEN: (*(-110, -110, -110, -77, -50, -31, -18, -9, -4, 0, 2), *(3,) * 17),
}
"""By piece: the worth of having 0, 1, 2, … squares to go to."""

MOST_SQUARES = 28


def _by_piece_and_number(worth: Mapping[int, tuple[int, ...]]) -> np.ndarray:
    table = np.zeros((KING + 1, MOST_SQUARES))
    for piece, row in worth.items():
        table[piece, : len(row)] = row
    return table


FREEDOM = S(_by_piece_and_number(MOBILITY), _by_piece_and_number(MOBILITY_IN_ENDGAME))
"""float64[7, 28]: MOBILITY by piece and number of squares."""

HITS = np.array([0.0, 0.0, 2.0, 2.0, 3.0, 5.0, 0.0])
"""By piece: the count for each square around the king that it attacks."""

CHECKS = np.array([0.0, 0.0, 2.5, 0.0, 5.9, 3.25, 0.0])
"""By piece: the count for each square from which it could give check."""

TOGETHER = np.array([0.0, 0.0, 0.5, 0.75, 0.9, 1.0])
"""By number of attackers: the share of their attack that counts. One piece alone is no attack."""


def officers(state: State, side: int) -> int:
    """Knights, bishops, rooks and queens."""
    return state.sides[side] & ~(state.types[PAWN] | state.types[KING])


def attacked_from(state: State, square: int) -> int:
    """Squares that the knight, bishop, rook or queen on `square` attacks."""
    piece = state.board[square]
    if piece == KNIGHT:
        return KNIGHT_STEPS[square]
    occupied = state.sides[0] | state.sides[1]
    attacked = 0 & occupied
    if piece != ROOK:
        attacked |= bishop_attacks(square, occupied)
    if piece != BISHOP:
        attacked |= rook_attacks(square, occupied)
    return attacked


def open_to_pieces(state: State, side: int) -> int:
    """Squares without an own piece that no opposing pawn guards."""
    return ~(state.sides[side] | attacked_by_pawns(state, 1 - side))


class Side(NamedTuple):
    """What one side's pieces attack. Sets of squares are bits, the others are sums over its knights, bishops,
    rooks and queens."""

    by_pawns: int  # squares that its pawns attack
    by_minors: int  # squares that its knights and bishops attack
    by_rooks: int
    attacked: int  # squares that any of its pieces attacks
    freedom: S  # the worth of mobility
    hits: float  # HITS of attacked squares around the other side's king
    hitters: int  # number of pieces that attack such a square
    checks: float  # CHECKS of the checks that are possible


def attacks_of(state: State, side: int) -> Side:
    """Finds each piece's attacks once, for mobility, threats and the attack on the king."""
    open_to = open_to_pieces(state, side)
    ring = KING_STEPS[king_square(state, 1 - side)]
    ways = unguarded_ways_to_king(state, side)
    by_minors = by_rooks = by_queens = 0 & ring
    middle = end = hits = checks = 0.0
    hitters = 0
    bits = officers(state, side)
    while bits != 0:
        square = lowest_bit(bits)
        bits ^= BIT[square]
        piece = state.board[square]
        attacked = attacked_from(state, square)
        if piece == ROOK:
            by_rooks |= attacked
        elif piece == QUEEN:
            by_queens |= attacked
        else:
            by_minors |= attacked
        free = popcount(attacked & open_to)
        middle += FREEDOM.middle[piece, free]
        end += FREEDOM.end[piece, free]
        if attacked & ring != 0:
            hits += HITS[piece] * popcount(attacked & ring)
            hitters += 1
        checks += checks_from(piece, attacked, ways)
    by_pawns = attacked_by_pawns(state, side)
    by_king = KING_STEPS[king_square(state, side)]
    attacked = by_pawns | by_minors | by_rooks | by_queens | by_king
    return Side(by_pawns, by_minors, by_rooks, attacked, S(middle, end), hits, hitters, checks)


@classical.precompute
def both_sides(state: State) -> tuple[Side, Side]:
    """White's and Black's attacks, which several terms use."""
    return attacks_of(state, 0), attacks_of(state, 1)


# Mobility


def mobility_of(state: State, side: int, square: int) -> float:
    piece = state.board[square]
    free = popcount(attacked_from(state, square) & open_to_pieces(state, side))
    return tapered(state, S(FREEDOM.middle[piece, free], FREEDOM.end[piece, free]))


@classical.difference("mobility", weight=1.0, group=ACTIVITY)
@where(_where_each(officers, mobility_of))
def mobility(state: State, side: int, shared: tuple[Side, Side]) -> float:
    """Squares that each piece can go to and no pawn guards, valued by the piece and their number."""
    return tapered(state, shared[side].freedom)


# Rooks


def own_rooks(state: State, side: int) -> int:
    return state.types[ROOK] & state.sides[side]


def file_openness(state: State, side: int, square: int) -> float:
    """How open a rook's file is: 1 without pawns, fading to 0 towards the endgame; 0.6 without own pawns."""
    on_file = FILE_OF[side, square] & state.types[PAWN]
    if on_file == 0:
        return tapered(state, S(1.0, 0.0))
    return 0.6 if on_file & state.sides[side] == 0 else 0.0


@classical.difference("rooks on open files", weight=35.3, group=ACTIVITY)
@where(_where_each(own_rooks, file_openness))
def rooks_on_open_files(state: State, side: int) -> float:
    """Rooks on files without pawns count 1, on files without own pawns 0.6."""
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

OUTPOST, BISHOP_ON_OUTPOST = 21.0, 11.0
"""The worth of a knight and of a bishop on an outpost."""

BEHIND_PAWN = S(6.4, 20.3)
"""The worth of a knight or bishop right behind a pawn."""

OWN_PAWN_OF_ITS_COLOUR = -4.8
"""The worth of each own pawn on a bishop's colour."""


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


def minors_worth(state: State, side: int, among: int) -> float:
    """The worth of the knights and bishops on the squares `among`, by how they stand to pawns."""
    bishops = among & state.types[BISHOP] & state.sides[side]
    worth = OWN_PAWN_OF_ITS_COLOUR * pawns_of_its_colour(state, side, bishops)
    worth += popcount(among & behind_pawns(state, side)) * tapered(state, BEHIND_PAWN)
    posted = among & outposts(state, side)
    if posted != 0:
        worth += OUTPOST * popcount(posted & state.types[KNIGHT])
        worth += BISHOP_ON_OUTPOST * popcount(posted & state.types[BISHOP])
    return worth


@classical.difference("minor pieces", weight=1.0, group=ACTIVITY, label="minor piece placement")
@where(_where_among(minors, minors_worth))
def minor_pieces(state: State, side: int) -> float:
    """Knights and bishops: good on an outpost or right behind a pawn, bishops bad if own pawns stand on their
    colour.

    On an outpost a pawn protects the piece, and no opposing pawn can ever attack it."""
    return minors_worth(state, side, minors(state, side))


# Threats

PAWN_ATTACKS = S(98.0, 30.0)
PAWN_STEPS = 23.9
LESSER_ATTACKS = 86.0
MINOR_ATTACKS = S(32.0, 26.0)
UNPROTECTED = S(26.0, 26.0)
WITHOUT_PAWN_IN_ENDGAME = 16.0
"""The worth of a threatened piece to the other side, in this order: a pawn attacks it; a pawn would attack it
after a step; a lesser piece attacks the rook or queen; a minor piece attacks the minor piece; nothing
protects it; and in the endgame, no pawn protects it."""


class Threatened(NamedTuple):
    """One side's pieces that the other side threatens, as bits, by kind of threat."""

    by_pawns: int  # pieces that a pawn attacks
    by_steps: int  # pieces that a pawn would attack after a step to an empty square that no pawn guards
    by_less: int  # rooks and queens that a minor piece attacks, and queens that a rook attacks; no pawn does
    by_minors: int  # knights and bishops that a knight or bishop attacks
    unprotected: int  # attacked, and nothing protects it
    without_pawn: int  # attacked, and no pawn protects it


def threatened(state: State, side: int, shared: tuple[Side, Side]) -> Threatened:
    """The pieces that `side` threatens."""
    own, other = shared[side], shared[1 - side]
    enemies, pieces = state.sides[1 - side], officers(state, 1 - side)
    ahead = stepped(own_pawns(state, side), side) & ~(state.sides[0] | state.sides[1] | other.by_pawns)
    queens = state.types[QUEEN]
    by_less = own.by_minors & (state.types[ROOK] | queens) | own.by_rooks & queens
    attacked = own.attacked & enemies & ~state.types[KING]
    return Threatened(
        own.by_pawns & pieces,
        pawns_attack(ahead, side) & pieces,
        by_less & enemies & ~own.by_pawns,
        own.by_minors & minors(state, 1 - side),
        attacked & ~other.attacked,
        attacked & ~other.by_pawns,
    )


def threats_worth(state: State, side: int, among: int, shared: tuple[Side, Side]) -> float:
    """The worth of the threats of `side` to pieces on the squares `among`."""
    found = threatened(state, side, shared)
    by_pawns, by_minors = popcount(among & found.by_pawns), popcount(among & found.by_minors)
    unprotected = popcount(among & found.unprotected)
    middle = PAWN_ATTACKS.middle * by_pawns + MINOR_ATTACKS.middle * by_minors
    middle += UNPROTECTED.middle * unprotected
    middle += PAWN_STEPS * popcount(among & found.by_steps) + LESSER_ATTACKS * popcount(among & found.by_less)
    end = PAWN_ATTACKS.end * by_pawns + MINOR_ATTACKS.end * by_minors + UNPROTECTED.end * unprotected
    end += WITHOUT_PAWN_IN_ENDGAME * popcount(among & found.without_pawn)
    return tapered(state, S(middle, end))


@classical.difference("threats", weight=1.0, group=ACTIVITY)
@where(_where_among(lambda state, side: state.sides[1 - side], threats_worth, both_sides))
def threats(state: State, side: int, shared: tuple[Side, Side]) -> float:
    """Opposing pieces that are unprotected, or that a piece worth less attacks or can soon attack."""
    return threats_worth(state, side, state.sides[1 - side], shared)


# Passed pawns

PASSED_WORTH = S(
    np.array([0.0, -5.0, -8.0, -16.0, -2.0, 26.0, 47.0, 0.0]),
    np.array([0.0, 8.0, 15.0, 24.0, 34.0, 27.0, 1.0, 0.0]),
)
"""By rank as the pawn's side counts, from 0: in addition to the worth of the square to any pawn."""

FREE_TO_STEP_IN_ENDGAME = np.array([0.0, 0.0, 0.0, 19.0, 57.0, 115.0, 191.0, 0.0])
"""By rank: an addition in the endgame if the pawn's next square is empty and the other side does not attack
it."""

OTHER_KING_AWAY, OWN_KING_AWAY = 9.7, -3.8
"""In the endgame: the worth of each step between a king and the square in front of the pawn, times the pawn's
ranks beyond the third."""

STEP_GUARDED = 10.8
"""The worth of each of the pawn's ranks beyond the third if its own side attacks its next square."""


def passed_worth(state: State, side: int, square: int, shared: tuple[Side, Side]) -> S:
    """The worth of a passed pawn's way to the last rank."""
    rank = square >> 3 if side == WHITE else 7 - (square >> 3)
    middle, end = PASSED_WORTH.middle[rank], PASSED_WORTH.end[rank]
    next_square = square + 8 if side == WHITE else square - 8
    step = BIT[next_square]
    if step & (state.sides[0] | state.sides[1] | shared[1 - side].attacked) == 0:
        end += FREE_TO_STEP_IN_ENDGAME[rank]
    if rank > 2:
        other_king = steps_between(king_square(state, 1 - side), next_square)
        own_king = steps_between(king_square(state, side), next_square)
        end += (rank - 2) * (OTHER_KING_AWAY * other_king + OWN_KING_AWAY * own_king)
        if step & shared[side].attacked != 0:
            middle += (rank - 2) * STEP_GUARDED
            end += (rank - 2) * STEP_GUARDED
    return S(middle, end)


@classical.difference("passed pawns", weight=1.0, group=STRUCTURE)
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
    bits = unstopped_pawns(state, side)
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
    share = float(tapered(state, S(1.0, 0.25)))
    return [(SQUARES[square], share) for square in squares_in(open_at_king(state, side))]


@classical.difference("open files at the king", weight=-26.7, group=KING_SAFETY)
@where(_open_files_where)
def open_files_at_king(state: State, side: int) -> float:
    """Files without own pawns at the king and beside it; in the endgame they count a quarter."""
    return popcount(open_at_king(state, side)) * tapered(state, S(1.0, 0.25))


def unguarded_ways_to_king(state: State, side: int) -> tuple[int, int, int]:
    """Squares from which a rook, a bishop and a knight of `side` would give check. Squares with an own piece
    are left out, and those that an opposing pawn or king guards."""
    king = king_square(state, 1 - side)
    occupied = state.sides[0] | state.sides[1]
    unguarded = open_to_pieces(state, side) & ~KING_STEPS[king]
    straight, oblique = rook_attacks(king, occupied), bishop_attacks(king, occupied)
    return straight & unguarded, oblique & unguarded, KNIGHT_STEPS[king] & unguarded


def checks_from(piece: int, attacked: int, ways: tuple[int, int, int]) -> float:
    """The count of the checks that a knight, rook or queen could give from the squares that it attacks."""
    straight, oblique, leap = ways
    goals = leap if piece == KNIGHT else straight | oblique if piece == QUEEN else straight
    return CHECKS[piece] * popcount(attacked & goals)


def _attack_where(state: State, side: int) -> list[tuple[str, float]]:
    ways = unguarded_ways_to_king(state, side)
    ring = KING_STEPS[king_square(state, 1 - side)]
    together = TOGETHER[min(attacks_of(state, side).hitters, 5)]
    amounts = []
    for square in squares_in(officers(state, side)):
        piece, attacked = state.board[square], attacked_from(state, square)
        count = HITS[piece] * popcount(attacked & ring) * together + checks_from(piece, attacked, ways)
        amounts.append((SQUARES[square], float(count * middle_game(state))))
    return [(name, amount) for name, amount in amounts if amount]


@classical.difference("attack on the king", weight=8.2, group=KING_SAFETY)
@where(_attack_where)
def attack_on_king(state: State, side: int, shared: tuple[Side, Side]) -> float:
    """Squares around the opposing king that several pieces attack, and squares to check it from.

    It fades as the middle game passes into the endgame."""
    own = shared[side]
    return (own.hits * TOGETHER[min(own.hitters, 5)] + own.checks) * middle_game(state)


# Endings against a bare king


def _bare_king_where(state: State, side: int) -> list[tuple[str, float]]:
    amount = float(driven(state, side))
    return [(SQUARES[king_square(state, 1 - side)], amount)] if amount else []


@classical.difference("bare king driven", weight=10.0, group=KING_SAFETY)
@where(_bare_king_where)
def bare_king_driven(state: State, side: int) -> float:
    """Steps by which a bare king is driven to the edge, or to the corner where bishop and knight mate."""
    return driven(state, side)


def _lone_pawn_where(state: State, side: int) -> list[tuple[str, float]]:
    return [(SQUARES[lowest_bit(own_pawns(state, side))], 1.0)] if promotes(state, side) else []


@classical.difference("lone pawn promotes", weight=300.0, group=STRUCTURE)
@where(_lone_pawn_where)
def lone_pawn_promotes(state: State, side: int) -> float:
    """King and pawn against a bare king: 1 if the pawn outruns it, or the own king stands on a key square."""
    return 1.0 if promotes(state, side) else 0.0


# The turn


@classical.difference("tempo", weight=39.4)
def tempo(state: State, side: int) -> float:
    """The turn: 1 for the side to move, in the endgame 0.3."""
    return tapered(state, S(1.0, 0.3)) if state.to_move == side else 0.0
