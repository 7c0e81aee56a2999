"""The rules of chess as kernels over bitboards.

A move is `to | from << 6 | promotion << 12`. Squares are 0..63 for a1, b1, …, h8. The promotion is
the piece that the pawn becomes, KNIGHT..QUEEN, else 0. So moves that are found square by square, from a1 on,
are in ascending order. Castling is the king's move of two squares. `games.chess` has the `Game`.
"""

import numpy as np

from games.bits import low_product, lowest_bit, popcount
from games.chess.tables import (
    BETWEEN,
    BISHOP,
    BISHOP_LINES,
    BIT,
    FALLING,
    KING,
    KING_STEPS,
    KNIGHT,
    KNIGHT_STEPS,
    LINE,
    ON_EMPTY_BOARD,
    PAWN,
    PAWN_CAPTURES,
    QUEEN,
    RISING,
    ROOK,
    ROOK_LINES,
    SEEN_BY_FILE,
    SEEN_ON_FILE,
    SEEN_ON_RANK,
)
from games.contract import BLACK, DRAW, ONGOING, WHITE, State, zobrist
from games.state_copy import copy_state_into

MAX_MOVES = 15 * 27 + 10
"""More moves than any 16 pieces have: 15 queens in the open and a king that may castle."""

MOST_MOVES = 10_000
"""The number at which the counters of moves and of quiet plies stop; a FEN with larger ones is refused."""

NO_SQUARE = -1
EVERYWHERE = -1
"""All squares."""
SHORT, LONG = 1, 2
"""Castling rights of White; Black's are these << 2."""

DTYPE = np.dtype(
    [
        ("sides", "i8", (2,)),  # squares of White's and of Black's pieces
        ("types", "i8", (7,)),  # squares of each type of piece, both sides, by PAWN..KING; [0] unused
        ("key", "i8"),
        ("checkers", "i8"),  # squares of the pieces that give check to the side to move
        ("pinned", "i8"),  # squares of the pieces of the side to move that shield their king
        ("to_move", "i8"),
        ("castling", "i8"),  # rights, SHORT | LONG | SHORT << 2 | LONG << 2
        ("en_passant", "i8"),  # square of a legal en passant capture, or NO_SQUARE
        ("quiet", "i8"),  # plies since the last capture or pawn move
        ("fullmove", "i8"),
        ("quiet_limit", "i8"),  # value of `quiet` that draws the game, 0 for never
        ("repetition", "i8"),  # number of occurrences of a position that draws the game, 0 for never
        ("board", "i1", (64,)),  # PAWN..KING of either side, 0 for an empty square
    ],
    align=True,
)

PIECE_KEYS = zobrist(31, 2, 7, 64)
CASTLING_KEYS = zobrist(32, 16)
EN_PASSANT_KEYS = zobrist(33, 64)
BLACK_TO_MOVE_KEY = int(zobrist(34, 1)[0])

A_FILE = 0x0101_0101_0101_0101
H_FILE = 0x8080_8080_8080_8080 - (1 << 64)
FILE_TO_TOP = sum(1 << 56 - 7 * rank for rank in range(1, 7))
"""A factor: times a set of squares of the a-file, it has those of the ranks 2 to 7 as its bits 57 to 62."""
DARK_SQUARES = 0xAA55_AA55_AA55_AA55 - (1 << 64)
SECOND_RANK = np.array([0xFF << 8, 0xFF << 48])
"""By side: the rank on which its pawns start. They promote from the other side's second rank."""


def _rights_kept() -> np.ndarray:
    kept = np.full(64, 15)
    kept[[0, 4, 7]] = 15 & ~LONG, 15 & ~(SHORT | LONG), 15 & ~SHORT
    kept[[56, 60, 63]] = 15 & ~(LONG << 2), 15 & ~((SHORT | LONG) << 2), 15 & ~(SHORT << 2)
    return kept


RIGHTS_KEPT = _rights_kept()
"""By square: the castling rights that remain after a move from or to it."""


def from_square(move: int) -> int:
    return move >> 6 & 63


def to_square(move: int) -> int:
    return move & 63


def promotion(move: int) -> int:
    """The piece that a pawn becomes, KNIGHT..QUEEN, or 0."""
    return move >> 12


# Attacks


def rook_attacks(square: int, occupied: int) -> int:
    """Squares that a rook attacks, including the first occupied one in each direction."""
    first = square & 56
    file = square & 7
    on_rank = SEEN_ON_RANK[file, occupied >> (first + 1) & 63] << first
    inner_ranks = low_product(occupied >> file & A_FILE, FILE_TO_TOP) >> 57
    return on_rank | SEEN_ON_FILE[square >> 3, inner_ranks] << file


def bishop_attacks(square: int, occupied: int) -> int:
    """Squares that a bishop attacks, including the first occupied one in each direction."""
    file = square & 7
    rising = RISING[square]
    falling = FALLING[square]
    return (
        SEEN_BY_FILE[file, inner_files(occupied & rising)] & rising
        | SEEN_BY_FILE[file, inner_files(occupied & falling)] & falling
    )


def inner_files(diagonal: int) -> int:
    """The files b to g of the squares, as 6 bits. No two squares share a file."""
    return low_product(diagonal, A_FILE) >> 57


def attackers(state: State, square: int, by: int, among: int, occupied: int) -> int:
    """The pieces of side `by` among the bits `among` that attack `square`; `occupied` squares block."""
    types = state.types
    queens = types[QUEEN]
    found = (
        KNIGHT_STEPS[square] & types[KNIGHT]
        | KING_STEPS[square] & types[KING]
        | PAWN_CAPTURES[1 - by, square] & types[PAWN]
    ) & among
    far = ROOK_LINES[square] & (types[ROOK] | queens) | BISHOP_LINES[square] & (types[BISHOP] | queens)
    far &= among
    while far != 0:
        sniper = lowest_bit(far)
        far ^= BIT[sniper]
        if BETWEEN[square, sniper] & occupied == 0:
            found |= BIT[sniper]
    return found


def king_square(state: State, side: int) -> int:
    return lowest_bit(state.types[KING] & state.sides[side])


def along_lines(state: State, king: int, by: int) -> tuple[int, int]:
    """The rooks, bishops and queens of side `by` that attack the square `king`, and the pieces of both sides
    that alone keep one of them from it."""
    types = state.types
    queens = types[QUEEN]
    occupied = state.sides[0] | state.sides[1]
    far = ROOK_LINES[king] & (types[ROOK] | queens) | BISHOP_LINES[king] & (types[BISHOP] | queens)
    far &= state.sides[by]
    attack = alone = far ^ far  # 0, of the same type compiled and uncompiled
    while far != 0:
        sniper = lowest_bit(far)
        far ^= BIT[sniper]
        between = BETWEEN[king, sniper] & occupied
        if between == 0:
            attack |= BIT[sniper]
        elif between & (between - 1) == 0:  # a single piece; h8 is never between, so nothing overflows
            alone |= between
    return attack, alone


def find_checks(state: State) -> None:
    """Fills `checkers` and `pinned` from the other fields."""
    side = state.to_move
    types = state.types
    own = state.sides[side]
    enemy = state.sides[1 - side]
    king = lowest_bit(types[KING] & own)
    near = (KNIGHT_STEPS[king] & types[KNIGHT] | PAWN_CAPTURES[side, king] & types[PAWN]) & enemy
    far, alone = along_lines(state, king, 1 - side)
    state.checkers = near | far
    state.pinned = alone & own


# Moves


def takes_en_passant_legally(state: State, square: int) -> bool:
    """Whether the pawn on `square` may take the one beside it, which just went two steps."""
    side = state.to_move
    target = state.en_passant
    taken = BIT[target - 8 + 16 * side]
    among = state.sides[1 - side] & ~taken
    occupied = (state.sides[side] ^ BIT[square]) | BIT[target] | among
    return attackers(state, king_square(state, side), 1 - side, among, occupied) == 0


def pawn_targets(state: State, square: int, allowed: int) -> int:
    side = state.to_move
    enemy = state.sides[1 - side]
    occupied = state.sides[side] | enemy
    step = 8 - 16 * side
    targets = BIT[square + step] & ~occupied
    if targets != 0 and BIT[square] & SECOND_RANK[side] != 0:
        targets |= BIT[square + 2 * step] & ~occupied
    captures = PAWN_CAPTURES[side, square]
    targets = (targets | captures & enemy) & allowed
    if (
        state.en_passant != NO_SQUARE
        and captures & BIT[state.en_passant] != 0
        and takes_en_passant_legally(state, square)
    ):
        targets |= BIT[state.en_passant]
    return targets


def king_targets(state: State, square: int) -> int:
    side = state.to_move
    own = state.sides[side]
    enemy = state.sides[1 - side]
    occupied = own | enemy
    targets = KING_STEPS[square] & ~own
    rights = state.castling >> 2 * side & 3
    if state.checkers != 0:
        rights = 0
    if rights & SHORT != 0 and occupied >> square & 0b110 == 0:
        targets |= BIT[square + 2]
    if rights & LONG != 0 and occupied >> square - 3 & 0b111 == 0:
        targets |= BIT[square - 2]
    left = targets
    while left != 0:
        target = lowest_bit(left)
        left ^= BIT[target]
        if attackers(state, target, 1 - side, enemy, occupied ^ BIT[square]) != 0:
            targets ^= BIT[target]
    # The king may not pass an attacked square when it castles.
    if rights & SHORT != 0 and targets & BIT[square + 1] == 0:
        targets &= ~BIT[square + 2]
    if rights & LONG != 0 and targets & BIT[square - 1] == 0:
        targets &= ~BIT[square - 2]
    return targets


def targets_of(state: State, square: int, allowed: int) -> int:
    """Squares to which the piece of the side to move on `square` may legally go.

    `allowed` are the squares for pieces other than the king, from `allowed_targets`.
    """
    side = state.to_move
    piece = state.board[square]
    if piece == KING:
        return king_targets(state, square)
    if state.pinned & BIT[square] != 0:
        allowed &= LINE[king_square(state, side), square]
    if piece == PAWN:
        return pawn_targets(state, square, allowed)
    if piece == KNIGHT:
        return KNIGHT_STEPS[square] & allowed
    occupied = state.sides[0] | state.sides[1]
    if piece == BISHOP:
        return bishop_attacks(square, occupied) & allowed
    if piece == ROOK:
        return rook_attacks(square, occupied) & allowed
    return (rook_attacks(square, occupied) | bishop_attacks(square, occupied)) & allowed


def allowed_targets(state: State) -> int:
    """Squares to which pieces other than the king may go: in check, those that end the check."""
    side = state.to_move
    allowed = ~state.sides[side]
    checkers = state.checkers
    if checkers != 0:
        checker = lowest_bit(checkers)
        if checkers != BIT[checker]:
            return allowed & ~allowed  # double check: only the king may move
        allowed &= BETWEEN[king_square(state, side), checker] | checkers
    return allowed


def legal_moves(state: State, out: np.ndarray) -> int:
    return moves_to(state, out, EVERYWHERE, state.sides[state.to_move])


def noisy_moves(state: State, out: np.ndarray) -> int:
    """The captures and promotions among the legal moves."""
    side = state.to_move
    enemy = state.sides[1 - side]
    taken = enemy if state.en_passant == NO_SQUARE else enemy | BIT[state.en_passant]
    pawns = state.types[PAWN] & state.sides[side]
    return moves_to(state, out, enemy, state.sides[side] ^ pawns & ~can_take(pawns, side, taken))


def can_take(pawns: int, side: int, taken: int) -> int:
    """The pawns of `side` that attack one of the squares `taken`."""
    if side == WHITE:
        return pawns & (taken >> 9 & ~H_FILE | taken >> 7 & ~A_FILE)
    return pawns & (taken << 7 & ~H_FILE | taken << 9 & ~A_FILE)


def moves_to(state: State, out: np.ndarray, wanted: int, movers: int) -> int:
    """The legal moves of the `movers` to the `wanted` squares, all promotions, and all en passant
    captures."""
    side = state.to_move
    allowed = allowed_targets(state)
    promoting = state.types[PAWN] & state.sides[side] & SECOND_RANK[1 - side]
    movers &= ~promoting
    n = 0
    for becomes in range(KING):  # 0: no promotion; then KNIGHT..QUEEN
        while movers != 0:
            square = lowest_bit(movers)
            movers ^= BIT[square]
            if becomes != 0:
                targets = targets_of(state, square, allowed)
            elif state.board[square] != KING:
                targets = targets_of(state, square, allowed & wanted)
            elif KING_STEPS[square] & wanted != 0:
                targets = king_targets(state, square) & wanted
            else:
                continue
            while targets != 0:
                target = lowest_bit(targets)
                targets ^= BIT[target]
                out[n] = target | square << 6 | becomes << 12
                n += 1
        if promoting == 0:
            break
        if becomes >= PAWN:
            movers = promoting
    return n


def count_moves(state: State) -> int:
    """The number of legal moves. It does not write them down."""
    side = state.to_move
    own = state.sides[side]
    allowed = allowed_targets(state)
    promoting = state.types[PAWN] & own & SECOND_RANK[1 - side]
    pawns = state.types[PAWN] & own & ~state.pinned & ~promoting
    if state.en_passant != NO_SQUARE:
        pawns ^= pawns & PAWN_CAPTURES[1 - side, state.en_passant]  # counted one by one below
    n = count_pawn_moves(state, pawns, allowed)
    movers = own ^ pawns
    while movers != 0:
        square = lowest_bit(movers)
        movers ^= BIT[square]
        targets = popcount(targets_of(state, square, allowed))
        n += 4 * targets if promoting & BIT[square] != 0 else targets
    return n


def count_pawn_moves(state: State, pawns: int, allowed: int) -> int:
    """The number of moves of `pawns`, none of which can promote, is pinned or can take en passant."""
    side = state.to_move
    enemy = state.sides[1 - side]
    empty = ~(state.sides[0] | state.sides[1])
    if side == WHITE:
        step = pawns << 8 & empty
        double = (step & SECOND_RANK[WHITE] << 8) << 8 & empty
        captures = (pawns & ~A_FILE) << 7, (pawns & ~H_FILE) << 9
    else:
        step = pawns >> 8 & empty
        double = (step & SECOND_RANK[BLACK] >> 8) >> 8 & empty
        captures = (pawns & ~A_FILE) >> 9, (pawns & ~H_FILE) >> 7
    allowed_captures = enemy & allowed
    n = popcount(step & allowed) + popcount(double & allowed)
    return n + popcount(captures[0] & allowed_captures) + popcount(captures[1] & allowed_captures)


def has_legal_move(state: State) -> bool:
    side = state.to_move
    if state.checkers == 0:
        # Nearly always some unpinned pawn can step, so this test is tried first.
        pawns = state.types[PAWN] & state.sides[side] & ~state.pinned
        steps = pawns << 8 if side == WHITE else pawns >> 8
        if steps & ~(state.sides[0] | state.sides[1]) != 0:
            return True
    allowed = allowed_targets(state)
    movers = state.sides[side]
    while movers != 0:
        square = lowest_bit(movers)
        movers ^= BIT[square]
        if targets_of(state, square, allowed) != 0:
            return True
    return False


def toggle(state: State, side: int, piece: int, square: int) -> int:
    """Puts a piece on an empty square or takes it off its square. Returns its part of the key."""
    bit = BIT[square]
    state.sides[side] ^= bit
    state.types[piece] ^= bit
    state.board[square] ^= piece
    return PIECE_KEYS[side, piece, square]


def apply(state: State, move: int, chance: int, next: State) -> None:
    side = state.to_move
    other = 1 - side
    target = to_square(move)
    origin = from_square(move)
    becomes = promotion(move)
    piece = state.board[origin]
    captured = state.board[target]
    quiet = min(state.quiet + 1, MOST_MOVES)
    passed = NO_SQUARE
    key = state.key ^ BLACK_TO_MOVE_KEY ^ CASTLING_KEYS[state.castling]
    if state.en_passant != NO_SQUARE:
        key ^= EN_PASSANT_KEYS[state.en_passant]

    copy_state_into(state, next)
    key ^= toggle(next, side, piece, origin)
    if captured != 0:
        key ^= toggle(next, other, captured, target)
        quiet = 0
    key ^= toggle(next, side, piece if becomes == 0 else becomes, target)
    if piece == PAWN:
        quiet = 0
        if target == state.en_passant:
            key ^= toggle(next, other, PAWN, target - 8 + 16 * side)
        elif abs(target - origin) == 16:
            passed = (target + origin) >> 1
    elif piece == KING and abs(target - origin) == 2:
        key ^= toggle(next, side, ROOK, target + 1 if target > origin else target - 2)
        key ^= toggle(next, side, ROOK, (target + origin) >> 1)

    next.castling = state.castling & RIGHTS_KEPT[origin] & RIGHTS_KEPT[target]
    next.to_move = other
    next.quiet = quiet
    next.fullmove = min(state.fullmove + side, MOST_MOVES)
    find_checks(next)
    next.en_passant = passed
    if passed != NO_SQUARE and not any_takes_en_passant(next):
        next.en_passant = NO_SQUARE
    if next.en_passant != NO_SQUARE:
        key ^= EN_PASSANT_KEYS[passed]
    next.key = key ^ CASTLING_KEYS[next.castling]


def any_takes_en_passant(state: State) -> bool:
    """Whether some pawn can legally take on `en_passant`. If none can, the state must not have the square:
    the position is the same as without it."""
    side = state.to_move
    takers = PAWN_CAPTURES[1 - side, state.en_passant] & state.types[PAWN] & state.sides[side]
    while takers != 0:
        square = lowest_bit(takers)
        takers ^= BIT[square]
        if takes_en_passant_legally(state, square):
            return True
    return False


def pass_turn(state: State, next: State) -> None:
    """Fills `next` with the same position and the other side to move. Do not call it in check, because that
    side could take the king. `quiet` starts at 0, so that no repetition is found across the pass."""
    copy_state_into(state, next)
    key = state.key ^ BLACK_TO_MOVE_KEY
    if state.en_passant != NO_SQUARE:
        key ^= EN_PASSANT_KEYS[state.en_passant]
    next.key = key
    next.to_move = 1 - state.to_move
    next.en_passant = NO_SQUARE
    next.quiet = 0
    next.fullmove = min(state.fullmove + state.to_move, MOST_MOVES)
    find_checks(next)


def full_key(state: State) -> int:
    """The key computed from the other fields. `apply` updates it move by move."""
    key = CASTLING_KEYS[state.castling]
    if state.to_move == BLACK:
        key ^= BLACK_TO_MOVE_KEY
    if state.en_passant != NO_SQUARE:
        key ^= EN_PASSANT_KEYS[state.en_passant]
    for square in range(64):
        if state.board[square] != 0:
            side = WHITE if state.sides[WHITE] & BIT[square] != 0 else BLACK
            key ^= PIECE_KEYS[side, state.board[square], square]
    return key


# The end of the game


def in_check(state: State) -> bool:
    return state.checkers != 0


def too_weak_to_mate(state: State, side: int) -> bool:
    """Whether `side` has too little material for any checkmate. It has no pawns, rooks or queens.

    The rule is that of python-chess's `has_insufficient_material`. Too little are: a lone king; a knight, if
    the other side has only a king and queens; bishops, if all of both sides are on one colour and the board
    has no knight and no pawn.
    """
    own = state.sides[side]
    if own & state.types[KNIGHT] != 0:
        helpers = state.sides[1 - side] & ~state.types[KING] & ~state.types[QUEEN]
        return popcount(own) <= 2 and helpers == 0
    if own & state.types[BISHOP] != 0:
        bishops = state.types[BISHOP]
        one_colour = bishops & DARK_SQUARES == 0 or bishops & ~DARK_SQUARES == 0
        return one_colour and state.types[PAWN] | state.types[KNIGHT] == 0
    return True


def insufficient_material(state: State) -> bool:
    """Whether neither side has the material for a checkmate."""
    if state.types[PAWN] | state.types[ROOK] | state.types[QUEEN] != 0:
        return False
    side = state.to_move
    return too_weak_to_mate(state, side) and too_weak_to_mate(state, 1 - side)


def outcome(state: State) -> int:
    if not has_legal_move(state):
        if state.checkers != 0:
            return 1 - state.to_move
        return DRAW
    if state.quiet_limit > 0 and state.quiet >= state.quiet_limit:
        return DRAW
    if insufficient_material(state):
        return DRAW
    return ONGOING


def quiet(state: State) -> int:
    return state.quiet


def quiet_limit(state: State) -> int:
    return state.quiet_limit


def repetition_limit(state: State) -> int:
    return state.repetition


# Captures, checks and exchanges


def captured_piece(state: State, move: int) -> int:
    """The piece that the move takes, PAWN..KING, or 0."""
    target = to_square(move)
    if state.board[target] != 0:
        return int(state.board[target])
    if target == state.en_passant and state.board[from_square(move)] == PAWN:
        return PAWN
    return 0


def noisy(state: State, move: int) -> bool:
    """Whether the move is a capture or a promotion."""
    return promotion(move) != 0 or captured_piece(state, move) != 0


def gives_check(state: State, move: int) -> bool:
    """Whether the move gives check. It takes a sixth of the time of `apply` and `in_check`."""
    side = state.to_move
    target = to_square(move)
    origin = from_square(move)
    types = state.types
    own = state.sides[side]
    king = lowest_bit(types[KING] & state.sides[1 - side])
    goal = BIT[king]
    occupied = (own | state.sides[1 - side]) & ~BIT[origin] | BIT[target]
    opened = LINE[king, origin]
    piece = state.board[origin] if promotion(move) == 0 else promotion(move)
    if piece == PAWN and target == state.en_passant:
        taken = target - 8 + 16 * side
        opened |= LINE[king, taken]
        occupied ^= BIT[taken]
    elif piece == KING and abs(target - origin) == 2:
        rook = (target + origin) >> 1
        return ROOK_LINES[rook] & goal != 0 and BETWEEN[king, rook] & occupied == 0
    if ON_EMPTY_BOARD[side, piece, target] & goal != 0 and BETWEEN[king, target] & occupied == 0:
        return True
    # Discovered checks: the pieces on a line with the king and the square that was left.
    queens = types[QUEEN]
    far = ROOK_LINES[king] & (types[ROOK] | queens) | BISHOP_LINES[king] & (types[BISHOP] | queens)
    far &= opened & own & ~BIT[origin]
    while far != 0:
        sniper = lowest_bit(far)
        far ^= BIT[sniper]
        if BETWEEN[king, sniper] & occupied == 0:
            return True
    return False


def checking_squares(side: int, piece: int, king: int, straight: int, oblique: int) -> int:
    """The squares from which a piece of `side` of that type would attack the other side's `king`; `straight`
    and `oblique` are what a rook and a bishop attack from there."""
    if piece == PAWN:
        return PAWN_CAPTURES[1 - side, king]
    if piece == KNIGHT:
        return KNIGHT_STEPS[king]
    if piece == BISHOP:
        return oblique
    if piece == ROOK:
        return straight
    return straight | oblique if piece == QUEEN else straight ^ straight


def quiet_checks(state: State, out: np.ndarray) -> int:
    """The legal moves that give check and are no captures and no promotions, in the order of
    `legal_moves`."""
    side = state.to_move
    king = king_square(state, 1 - side)
    free = ~(state.sides[0] | state.sides[1])
    oblique, straight = bishop_attacks(king, ~free), rook_attacks(king, ~free)
    _, openers = along_lines(state, king, side)  # they give check wherever they leave the line
    allowed = allowed_targets(state) & free
    movers = state.sides[side] & ~(state.types[PAWN] & SECOND_RANK[1 - side])
    n = 0
    while movers != 0:
        square = lowest_bit(movers)
        movers ^= BIT[square]
        piece = state.board[square]
        opens = openers & BIT[square] != 0
        wanted = allowed
        if piece == KING:
            if not opens and state.castling >> 2 * side & 3 == 0:
                continue
        elif not opens:
            wanted &= checking_squares(side, piece, king, straight, oblique)
            if wanted == 0:
                continue
        targets = targets_of(state, square, wanted) & free
        if piece == PAWN and state.en_passant != NO_SQUARE:
            targets &= ~BIT[state.en_passant]
        while targets != 0:
            target = lowest_bit(targets)
            targets ^= BIT[target]
            move = target | square << 6
            if not (opens or piece == KING) or gives_check(state, move):
                out[n] = move
                n += 1
    return n


EXCHANGE_VALUES = np.array([0, 1, 3, 3, 5, 9, 100])
"""By piece: its value in exchanges. The king's is larger than all others together."""


def takers_on(state: State, square: int, occupied: int) -> int:
    """The pieces of both sides, among those that still stand on the `occupied` squares, that attack a
    square."""
    types = state.types
    found = (
        KNIGHT_STEPS[square] & types[KNIGHT]
        | KING_STEPS[square] & types[KING]
        | PAWN_CAPTURES[0, square] & types[PAWN] & state.sides[1]
        | PAWN_CAPTURES[1, square] & types[PAWN] & state.sides[0]
    )
    straight = ROOK_LINES[square] & (types[ROOK] | types[QUEEN])
    oblique = BISHOP_LINES[square] & (types[BISHOP] | types[QUEEN])
    if straight & occupied != 0:
        found |= rook_attacks(square, occupied) & straight
    if oblique & occupied != 0:
        found |= bishop_attacks(square, occupied) & oblique
    return found & occupied & ~BIT[square]


def loses(state: State, move: int) -> bool:
    """Whether a move loses material by static exchange evaluation
    (chessprogramming.org/Static_Exchange_Evaluation). Both sides take on the target square in turn, each
    with its least valuable piece, and may stop. Pins, checks and further promotions are ignored."""
    target = to_square(move)
    origin = from_square(move)
    becomes = promotion(move)
    captured = captured_piece(state, move)
    gain = EXCHANGE_VALUES[captured]
    standing = EXCHANGE_VALUES[state.board[origin]]
    if becomes != 0:
        gain += EXCHANGE_VALUES[becomes] - EXCHANGE_VALUES[PAWN]
        standing = EXCHANGE_VALUES[becomes]
    behind = standing - gain  # the other side's lead if it takes the piece on the square now
    if behind <= 0:
        return False
    types = state.types
    occupied = (state.sides[0] | state.sides[1]) & ~BIT[origin] | BIT[target]
    if captured != 0 and state.board[target] == 0:
        occupied &= ~BIT[target - 8 + 16 * state.to_move]
    side = 1 - state.to_move
    while True:
        takers = takers_on(state, target, occupied)
        own = takers & state.sides[side]
        if own == 0:
            return side == state.to_move  # the side that cannot take any more stays behind
        piece = PAWN
        while types[piece] & own == 0:
            piece += 1
        if piece == KING and takers & ~own != 0:
            return side == state.to_move  # a king may not take a protected piece
        occupied ^= BIT[lowest_bit(types[piece] & own)]
        behind = EXCHANGE_VALUES[piece] - behind
        # The side that began is content with an even exchange. The other side takes only to win something.
        if behind < 0 or (behind == 0 and side == state.to_move):
            return side != state.to_move
        side = 1 - side


PIECE_WORTH = np.array([0, 100, 400, 415, 650, 1290, 0])
"""By piece: its worth in hundredths of a pawn, for margins of `selective`. The king cannot be taken."""


def wins_exchange(state: State, move: int, least: int) -> bool:
    """Whether the move and the recaptures on its square win at least `least` hundredths of a pawn: see
    `loses`. A promotion counts as even."""
    target, origin = to_square(move), from_square(move)
    if promotion(move) != 0:
        return least <= 0
    captured = captured_piece(state, move)
    ahead = PIECE_WORTH[captured] - least  # if nothing takes back
    if ahead < 0:
        return False
    behind = PIECE_WORTH[state.board[origin]] - ahead
    if behind <= 0 or state.board[origin] == KING:
        return True
    types = state.types
    occupied = (state.sides[0] | state.sides[1]) & ~BIT[origin] | BIT[target]
    if captured != 0 and state.board[target] == 0:
        occupied &= ~BIT[target - 8 + 16 * state.to_move]
    side = state.to_move
    while True:
        side = 1 - side
        takers = takers_on(state, target, occupied)
        own = takers & state.sides[side]
        if own == 0:
            return side != state.to_move  # the side that cannot take any more stays behind
        piece = PAWN
        while types[piece] & own == 0:
            piece += 1
        if piece == KING:
            protected = takers & ~own != 0  # then the king may not take
            return (side != state.to_move) == protected
        behind = PIECE_WORTH[piece] - behind
        # The side that began is content with `least`; the other must leave it less.
        if behind < 0 or (behind == 0 and side == state.to_move):
            return side == state.to_move
        occupied ^= BIT[lowest_bit(types[piece] & own)]


def pawn_attacks(state: State, side: int) -> int:
    """The squares that a side's pawns attack."""
    pawns = state.types[PAWN] & state.sides[side]
    if side == WHITE:
        return pawns << 9 & ~A_FILE | pawns << 7 & ~H_FILE
    return pawns >> 7 & ~A_FILE | pawns >> 9 & ~H_FILE


def attacks_by(state: State, side: int, piece: int) -> int:
    """The squares that a side's knights, bishops or rooks attack."""
    pieces = state.types[piece] & state.sides[side]
    occupied = state.sides[0] | state.sides[1]
    found = pieces & ~pieces
    while pieces != 0:
        square = lowest_bit(pieces)
        pieces ^= BIT[square]
        if piece == KNIGHT:
            found |= KNIGHT_STEPS[square]
        elif piece == BISHOP:
            found |= bishop_attacks(square, occupied)
        else:
            found |= rook_attacks(square, occupied)
    return found


def is_legal(state: State, move: int) -> bool:
    """Whether a number is one of `legal_moves`."""
    side = state.to_move
    own = state.sides[side]
    target = to_square(move)
    origin = from_square(move)
    becomes = promotion(move)
    if BIT[origin] & own == 0:
        return False
    piece = state.board[origin]
    promotes = piece == PAWN and BIT[origin] & SECOND_RANK[1 - side] != 0
    if promotes != (becomes != 0) or becomes == PAWN or becomes > QUEEN:
        return False
    if piece == KING and abs(target - origin) != 2:
        enemy = state.sides[1 - side]
        free = KING_STEPS[origin] & ~own & BIT[target] != 0
        return free and attackers(state, target, 1 - side, enemy, (own | enemy) ^ BIT[origin]) == 0
    return targets_of(state, origin, allowed_targets(state)) & BIT[target] != 0
