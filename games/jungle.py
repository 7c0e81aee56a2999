"""Simplified Jungle (Dou Shou Qi) with all pieces face down, on 8 files and 7 ranks.

A turn reveals a face-down piece or moves a revealed one by one square. A move onto a piece is an attack: the
stronger takes the weaker, and the rat the elephant, whoever attacks. Equals die. A side without pieces loses.

The state does not say which piece lies face down on which square. It only has each side's **pool**, the
identities that nobody has seen yet. `apply` gets the number of one, which the game loop draws.
"""

from typing import Literal, NamedTuple

import numpy as np
from pydantic import Field

from games.bits import lowest_bit, popcount
from games.contract import (
    BLACK,
    BLACK_WINS,
    DRAW,
    NOBODY,
    ONGOING,
    WHITE,
    WHITE_WINS,
    BadText,
    Game,
    Guide,
    Options,
    PositionKinds,
    State,
    new_state,
    squares_counted_from_a1,
    zobrist,
)
from games.fen_rows import read_fields, read_number, read_rows, read_side, write_rows
from games.state_copy import copy_state_into

FILES, RANKS = 8, 7
SQUARES = squares_counted_from_a1(FILES, RANKS)
ALL = (1 << FILES * RANKS) - 1
FILE_A = sum(1 << FILES * rank for rank in range(RANKS))
FILE_H = FILE_A << FILES - 1

ANIMALS = ("rat", "cat", "dog", "wolf", "leopard", "tiger", "lion", "elephant")
LETTERS = "RCDWPTLE"
RAT, ELEPHANT = 1, 8
SIDES = ("Amber", "Blue")
"""The colours of White's and Black's pieces in the window."""

# A square's content: 0 for none, 1..8 for White's strengths, 9..16 for Black's strengths + 8, and then the
# face-down pieces by owner.
EMPTY = 0
FACE_DOWN = 17  # + WHITE, BLACK or UNKNOWN
UNKNOWN = 2
BOARD_LETTERS = "." + LETTERS + LETTERS.lower() + "+-?"

TAKES, BOTH_LOST, LOSES = 1, 0, -1
MOST_PLIES = 100_000
"""The counter of quiet plies stops here; `parse` reads no larger one."""

DTYPE = np.dtype(
    [
        ("revealed", "i8", (2,)),  # bit per square with a revealed piece, for White and Black
        ("face_down", "i8", (3,)),  # bit per square with a face-down piece of White, Black, UNKNOWN
        ("key", "i8"),
        ("quiet", "i4"),  # plies since the last capture
        ("no_capture_limit", "i4"),  # value of `quiet` that draws the game, 0 for never
        ("pool", "i2", (2,)),  # bit strength − 1 for each piece still face down, for White and Black
        ("to_move", "i1"),
        ("board", "i1", (FILES * RANKS,)),
    ],
    align=True,
)


class JungleOptions(Options):
    """`deal`: each side's pieces on its own rank, or all sixteen shuffled. `no_capture_limit`: plies
    without a capture that draw the game, 0 for never."""

    deal: Literal["own", "mixed"] = "own"
    no_capture_limit: int = Field(default=100, ge=0, le=MOST_PLIES)


def neighbours(bits: int) -> int:
    """The squares beside any of `bits`, along files and ranks."""
    return (bits << FILES | bits >> FILES | (bits & ~FILE_H) << 1 | (bits & ~FILE_A) >> 1) & ALL


def _results() -> np.ndarray:
    results = np.zeros((9, 9), np.int8)
    for attacker in range(1, 9):
        for defender in range(1, 9):
            results[attacker, defender] = np.sign(attacker - defender)
    results[RAT, ELEPHANT] = TAKES
    results[ELEPHANT, RAT] = LOSES
    return results


BIT = np.array([1 << square for square in range(FILES * RANKS)], np.int64)
NEIGHBOURS = np.array([neighbours(1 << square) for square in range(FILES * RANKS)], np.int64)
RESULT = _results()
"""RESULT[attacker's strength, defender's strength]: TAKES, BOTH_LOST or LOSES."""

PIECE_KEYS = zobrist(21, len(BOARD_LETTERS), FILES * RANKS)
POOL_KEYS = zobrist(22, FACE_DOWN)  # by the content of the square once it is revealed
BLACK_TO_MOVE_KEY = int(zobrist(23, 1)[0])


# Kernels


def owner_of(piece: int) -> int:
    """The side of a revealed piece, WHITE or BLACK."""
    return WHITE if piece <= 8 else BLACK


def strength_of(piece: int) -> int:
    """The strength of a revealed piece, 1..8."""
    return piece if piece <= 8 else piece - 8


def has_pieces(state: State, side: int) -> bool:
    """Whether `side` has a piece, revealed or face down (in a mixed deal: anywhere)."""
    return state.revealed[side] != 0 or state.pool[side] != 0


def can_reveal(state: State, side: int) -> int:
    """The face-down pieces that `side` may reveal, as bits."""
    return state.face_down[side] | state.face_down[UNKNOWN]


def can_enter(state: State, side: int) -> int:
    """The squares that a revealed piece of `side` may enter from a neighbouring square, as bits."""
    return ALL & ~(state.revealed[side] | state.face_down[side])


def legal_moves(state: State, out: np.ndarray) -> int:
    n = 0
    if not (has_pieces(state, WHITE) and has_pieces(state, BLACK)):
        return n
    side = state.to_move
    face_down = can_reveal(state, side)
    enterable = can_enter(state, side)
    acting = state.revealed[side] | face_down
    while acting != 0:
        square = lowest_bit(acting)
        acting &= acting - 1
        if face_down & BIT[square] != 0:
            out[n] = square << 6 | square
            n += 1
            continue
        targets = NEIGHBOURS[square] & enterable
        while targets != 0:
            out[n] = square << 6 | lowest_bit(targets)
            targets &= targets - 1
            n += 1
    return n


def action_count(state: State, side: int) -> int:
    """Number of legal actions of `side` if it were to move. One with several chance outcomes counts once."""
    enterable = can_enter(state, side)
    n = popcount(can_reveal(state, side))
    bits = state.revealed[side]
    while bits != 0:
        n += popcount(NEIGHBOURS[lowest_bit(bits)] & enterable)
        bits &= bits - 1
    return n


def chance_count(state: State, move: int) -> int:
    """The number of identities that the revealed piece may have; 1 if the move reveals none."""
    owner = state.board[move & 63] - FACE_DOWN
    if owner < 0:
        return 1
    if owner == UNKNOWN:
        return popcount(state.pool[WHITE]) + popcount(state.pool[BLACK])
    return popcount(state.pool[owner])


def chance_probability(state: State, move: int, chance: int) -> float:
    return 1.0 / chance_count(state, move)


def drawn(state: State, square: int, chance: int) -> int:
    """The revealed piece that outcome `chance` puts in place of the face-down one on `square`. Outcomes are
    by ascending strength, White's before Black's if the owner is unknown."""
    owner = int(state.board[square]) - FACE_DOWN
    if owner == UNKNOWN:
        owner = WHITE
        whites = popcount(state.pool[WHITE])
        if chance >= whites:
            owner = BLACK
            chance -= whites
    pool = int(state.pool[owner])
    for _ in range(chance):
        pool &= pool - 1
    return 8 * owner + lowest_bit(pool) + 1


def turn_up(state: State, square: int, piece: int) -> None:
    """Replaces the face-down piece on `square` by the revealed `piece`, in place."""
    was = state.board[square]
    owner = owner_of(piece)
    state.face_down[was - FACE_DOWN] ^= BIT[square]
    state.revealed[owner] |= BIT[square]
    state.pool[owner] ^= 1 << strength_of(piece) - 1
    state.board[square] = piece
    state.key ^= PIECE_KEYS[was, square] ^ PIECE_KEYS[piece, square] ^ POOL_KEYS[piece]


def take_off(state: State, square: int) -> None:
    """Removes the revealed piece on `square`, in place."""
    piece = state.board[square]
    state.revealed[owner_of(piece)] ^= BIT[square]
    state.board[square] = EMPTY
    state.key ^= PIECE_KEYS[piece, square]


def apply(state: State, move: int, chance: int, next: State) -> None:
    from_square = move >> 6
    to_square = move & 63
    copy_state_into(state, next)
    next.quiet = min(state.quiet + 1, MOST_PLIES)
    next.to_move = 1 - state.to_move
    next.key = state.key ^ BLACK_TO_MOVE_KEY
    if state.board[to_square] >= FACE_DOWN:
        turn_up(next, to_square, drawn(state, to_square, chance))
    if from_square == to_square:
        return
    attacker = next.board[from_square]
    defender = next.board[to_square]
    if defender == EMPTY:
        take_off(next, from_square)
        next.board[to_square] = attacker
        next.revealed[state.to_move] |= BIT[to_square]
        next.key ^= PIECE_KEYS[attacker, to_square]
        return
    if owner_of(defender) == state.to_move:
        return  # the attack of a mixed deal revealed an own piece, so nothing more happens
    result = RESULT[strength_of(attacker), strength_of(defender)]
    take_off(next, from_square)
    next.quiet = 0
    if result == LOSES:
        return
    take_off(next, to_square)
    if result == TAKES:
        next.board[to_square] = attacker
        next.revealed[state.to_move] |= BIT[to_square]
        next.key ^= PIECE_KEYS[attacker, to_square]


def outcome(state: State) -> int:
    white = has_pieces(state, WHITE)
    black = has_pieces(state, BLACK)
    if not (white and black):
        if white:
            return WHITE_WINS
        return BLACK_WINS if black else DRAW
    # A side without a legal action loses, too. But a side with a piece always has one: a face-down piece can
    # be revealed, and eight pieces cannot shut each other in on this board.
    if 0 < state.no_capture_limit <= state.quiet:
        return DRAW
    return ONGOING


def quiet(state: State) -> int:
    return state.quiet


def quiet_limit(state: State) -> int:
    return state.no_capture_limit


def noisy(state: State, move: int) -> bool:
    """Whether the move is an attack that takes a revealed piece, whether the attacker stays or not. No chance
    is involved."""
    victim = state.board[move & 63]
    if victim == EMPTY or victim >= FACE_DOWN:
        return False
    return RESULT[strength_of(state.board[move >> 6]), strength_of(victim)] != LOSES


# Text


def full_key(state: State) -> int:
    """The key computed from the other fields. `apply` updates it move by move."""
    key = BLACK_TO_MOVE_KEY if state.to_move == BLACK else 0
    for square, piece in enumerate(state.board):
        if piece != EMPTY:
            key ^= int(PIECE_KEYS[piece, square])
    for side in (WHITE, BLACK):
        for strength in _strengths(int(state.pool[side])):
            key ^= int(POOL_KEYS[8 * side + strength])
    return key


def _strengths(pool: int) -> list[int]:
    return [strength for strength in range(1, 9) if pool >> strength - 1 & 1]


def _read_pool(text: str, side: int, what: str) -> int:
    pool = 0
    letters = LETTERS if side == WHITE else LETTERS.lower()
    for letter in "" if text == "-" else text:
        if letter not in letters:
            raise BadText(f"{what}: expected letters of {letters} or -, found {letter!r}")
        if pool >> letters.index(letter) & 1:
            raise BadText(f"{what}: expected every letter at most once, found {letter!r} twice")
        pool |= 1 << letters.index(letter)
    return pool


def _write_pool(pool: int, side: int) -> str:
    text = "".join(LETTERS[strength - 1] for strength in _strengths(pool)) or "-"
    return text if side == WHITE else text.lower()


def parse(text: str, options: JungleOptions) -> State:
    pools = ("White's strengths still face down", "Black's strengths still face down")
    fields = read_fields(text, ("board", "side to move", *pools, "plies since the last capture"))
    state = new_state(DTYPE)
    known = BOARD_LETTERS[1:FACE_DOWN] + ("?" if options.deal == "mixed" else "+-")
    for row, squares in enumerate(read_rows(fields[0], [FILES] * RANKS, known)):
        for file, letter in enumerate(squares):
            square = (RANKS - 1 - row) * FILES + file
            piece = BOARD_LETTERS.index(letter)
            if 0 < piece < FACE_DOWN and piece in state.board:
                raise BadText(f"board: expected every animal of a side once, found {letter!r} twice")
            state.board[square] = piece
            if piece >= FACE_DOWN:
                state.face_down[piece - FACE_DOWN] |= BIT[square]
            elif piece != EMPTY:
                state.revealed[owner_of(piece)] |= BIT[square]
    state.to_move = read_side(fields[1])
    for side, what in enumerate(pools):
        pool = _read_pool(fields[2 + side], side, what)
        state.pool[side] = pool
        for strength in _strengths(pool):
            if 8 * side + strength in state.board:
                letter = _write_pool(1 << strength - 1, side)
                raise BadText(f"{what}: expected no animal that the board shows, found {letter!r}")
        if options.deal == "own" and popcount(pool) != popcount(state.face_down[side]):
            raise BadText(
                f"{what}: expected as many letters as the board has {'+-'[side]!r}, "
                f"{popcount(state.face_down[side])}, found {popcount(pool)}"
            )
    lying, unseen = popcount(state.face_down[UNKNOWN]), sum(popcount(pool) for pool in state.pool)
    if options.deal == "mixed" and lying != unseen:
        raise BadText(
            f"{' and '.join(pools)}: expected together as many letters as the board has '?', "
            f"{lying}, found {unseen}"
        )
    state.quiet = read_number(fields[4], "plies since the last capture", 0, MOST_PLIES)
    state.no_capture_limit = options.no_capture_limit
    state.key = full_key(state)
    return state


def format(state: State) -> str:
    letters = "".join(BOARD_LETTERS[piece] for piece in state.board)
    rows = [letters[rank * FILES : rank * FILES + FILES] for rank in reversed(range(RANKS))]
    pools = [_write_pool(int(state.pool[side]), side) for side in (WHITE, BLACK)]
    return f"{write_rows(rows)} {'wb'[state.to_move]} {' '.join(pools)} {state.quiet}"


def initial(options: JungleOptions) -> State:
    if options.deal == "mixed":
        return parse("????????/8/8/8/8/8/???????? w RCDWPTLE rcdwptle 0", options)
    return parse("--------/8/8/8/8/8/++++++++ w RCDWPTLE rcdwptle 0", options)


def notation(state: State, move: int) -> str:
    from_square, to_square = SQUARES[move >> 6], SQUARES[move & 63]
    if from_square == to_square:
        return from_square
    return f"{from_square}{'-' if state.board[move & 63] == EMPTY else 'x'}{to_square}"


def click_paths(state: State, move: int) -> tuple[tuple[str, ...], ...]:
    from_square, to_square = SQUARES[move >> 6], SQUARES[move & 63]
    return ((from_square,),) if from_square == to_square else ((from_square, to_square),)


def chance_text(state: State, move: int, chance: int) -> str:
    """The piece that the outcome reveals, like "Amber lion"; "" if the move reveals none. No two pieces have
    the same text, so it can be kept as the identity of a square."""
    if state.board[move & 63] < FACE_DOWN:
        return ""
    piece = drawn(state, move & 63, chance)
    return f"{SIDES[owner_of(piece)]} {ANIMALS[strength_of(piece) - 1]}"


def revealed_square(state: State, move: int) -> str:
    """The square of the face-down piece that the move reveals, by a reveal or an attack; "" for none."""
    return SQUARES[move & 63] if state.board[move & 63] >= FACE_DOWN else ""


def ending(state: State, outcome: int) -> str:
    if outcome == DRAW:
        if has_pieces(state, WHITE):
            return f"{state.quiet} plies without a capture."
        return "Neither side has a piece left."
    return f"{SIDES[1 - outcome]} has no piece left."


def approaching(state: State) -> str:
    left = int(state.no_capture_limit) - int(state.quiet)
    if state.no_capture_limit == 0 or not 0 < left <= 20:
        return ""
    return f"Drawn in {left} {'ply' if left == 1 else 'plies'} unless a piece is taken."


# What a board shows


class Piece(NamedTuple):
    """A piece as both sides see it."""

    square: str
    side: int
    """WHITE, BLACK, or UNKNOWN for one face down in a mixed deal."""
    strength: int
    """1..8, or 0 while it is face down."""

    @property
    def animal(self) -> str:
        """ "lion", or "" while it is face down."""
        return ANIMALS[self.strength - 1] if self.strength else ""


def pieces(state: State) -> list[Piece]:
    """All pieces on the board, in the order of squares from a1."""
    shown = []
    for name, code in zip(SQUARES, state.board, strict=True):
        piece = int(code)
        if piece >= FACE_DOWN:
            shown.append(Piece(name, piece - FACE_DOWN, 0))
        elif piece != EMPTY:
            shown.append(Piece(name, owner_of(piece), strength_of(piece)))
    return shown


def face_down(state: State, side: int) -> list[str]:
    """The animals of `side` that nobody has seen yet, the weakest first."""
    return [ANIMALS[strength - 1] for strength in _strengths(int(state.pool[side]))]


def effects(state: State, move: int) -> tuple[str, ...]:
    attacker, defender = (state.board[square] for square in (move >> 6, move & 63))
    if move >> 6 == move & 63 or not 0 < defender < FACE_DOWN:
        return ()
    name = f"the {ANIMALS[strength_of(defender) - 1]}"
    result = RESULT[strength_of(attacker), strength_of(defender)]
    if result == LOSES:
        return (f"is lost to {name}",)
    return (f"takes {name}",) if result == TAKES else (f"takes {name}", "is lost with it")


def refusal(state: State, clicks: tuple[str, ...], square: str) -> str:
    side, bit = int(state.to_move), 1 << SQUARES.index(square)
    own = int(state.revealed[side] | state.face_down[side])
    if clicks and not own & bit:
        return "Too far: an animal goes one square, straight and not aslant."
    if int(state.revealed[1 - side] | state.face_down[1 - side]) & bit:
        return f"That animal is {SIDES[1 - side]}'s."
    return "This animal has no square to go to." if own & bit and not clicks else ""


def progress(state: State) -> int:
    """The number of animals revealed so far plus the number of those taken."""
    hidden = sum(int(pool).bit_count() for pool in state.pool)
    return 2 * (2 * len(ANIMALS) - hidden) - sum(int(squares).bit_count() for squares in state.revealed)


def kind_of(state: State) -> int:
    """The index of a position's kind in `KINDS`."""
    hidden = sum(int(pool).bit_count() for pool in state.pool)
    return 2 if not hidden else int(hidden < len(ANIMALS))


KINDS = PositionKinds(("mostly face down", "mostly revealed", "all revealed"), kind_of)


# The other side's position, and what stands where


def opposite(square: int) -> int:
    """The square of the same file that lies as far from the other edge."""
    return square + FILES * (RANKS - 1 - 2 * (square // FILES))


def of_other_side(piece: int) -> int:
    """A square's content with the other side as its owner. Nothing and an unknown owner stay."""
    if piece == EMPTY or piece == FACE_DOWN + UNKNOWN:
        return piece
    if piece >= FACE_DOWN:
        return FACE_DOWN + BLACK if piece == FACE_DOWN + WHITE else FACE_DOWN + WHITE
    return piece + 8 if owner_of(piece) == WHITE else piece - 8


def mirror(state: State, next: State) -> bool:
    """Fills `next` with the position in which pieces and pools have changed sides and ranks. Always possible,
    because neither side knows what lies face down."""
    copy_state_into(state, next)
    next.to_move = 1 - state.to_move
    key = BLACK_TO_MOVE_KEY if next.to_move == BLACK else 0
    for side in (WHITE, BLACK):
        next.pool[side] = state.pool[1 - side]
        next.revealed[side] = 0
    for piece in range(1, FACE_DOWN):
        if next.pool[owner_of(piece)] >> strength_of(piece) - 1 & 1:
            key ^= POOL_KEYS[piece]
    for owner in range(3):
        next.face_down[owner] = 0
    for square in range(FILES * RANKS):
        piece = of_other_side(state.board[opposite(square)])
        next.board[square] = piece
        if piece == EMPTY:
            continue
        key ^= PIECE_KEYS[piece, square]
        if piece >= FACE_DOWN:
            next.face_down[piece - FACE_DOWN] |= BIT[square]
        else:
            next.revealed[owner_of(piece)] |= BIT[square]
    next.key = key
    return True


def mirror_move(state: State, move: int) -> int:
    return opposite(move >> 6) << 6 | opposite(move & 63)


UNSEEN = 9
"""The kind of a piece that lies face down. The kind of a revealed piece is its strength, 1..8."""


def contents(state: State, out: np.ndarray) -> None:
    """Nobody owns a face-down piece of a mixed deal."""
    for square in range(FILES * RANKS):
        piece = state.board[square]
        out[square, 0] = 0
        out[square, 1] = NOBODY
        if piece >= FACE_DOWN:
            out[square, 0] = UNSEEN
            if piece != FACE_DOWN + UNKNOWN:
                out[square, 1] = piece - FACE_DOWN
        elif piece != EMPTY:
            out[square, 0] = strength_of(piece)
            out[square, 1] = owner_of(piece)


GUIDE = Guide(
    rules=(
        "Each side has eight animals, from the rat (1) to the elephant (8); they begin face down, and nobody "
        "knows which is which.",
        (
            "In a turn you either turn one of your animals over, or move an open one. It goes one "
            "square straight, to a free square or onto an animal of the other side, open or not."
        ),
        (
            "The stronger one stays and the weaker one is gone, no matter which attacked; of two "
            "equals both are gone."
        ),
        "Only the rat is different: it takes the elephant, and the elephant never takes the rat.",
        "A side without animals, or without a move, loses; a long time without a capture is a draw.",
    ),
    mouse="Click an animal that lies face down to turn it over. Click an open one and then the square it "
    "goes to, or drag it there.",
    keyboard="Tab leads to the board. The arrow keys choose a square; Enter turns an animal over, or lifts "
    "it and sets it down.",
    position="-1-2-2/2l5/4e3/1r1T4/1L1C2d1/5E2/+2R+1+1 w DWP cwt 3",
    move="b3xb4",
)

GAME = Game(
    name="jungle",
    dtype=DTYPE,
    max_moves=40,  # 8 revealed pieces with 4 neighbours each, and 8 face-down pieces in a mixed deal
    squares=SQUARES,
    legal_moves=legal_moves,
    apply=apply,
    outcome=outcome,
    initial=initial,
    parse=parse,
    format=format,
    notation=notation,
    click_paths=click_paths,
    ending=ending,
    options=JungleOptions,
    approaching=approaching,
    refusal=refusal,
    effects=effects,
    chance_count=chance_count,
    chance_probability=chance_probability,
    chance_text=chance_text,
    revealed_square=revealed_square,
    quiet=quiet,
    quiet_limit=quiet_limit,
    mirror=mirror,
    mirror_move=mirror_move,
    contents=contents,
    piece_kinds=(
        *("rats", "cats", "dogs", "wolves", "leopards", "tigers", "lions", "elephants"),
        "hidden pieces",
    ),
    progress=progress,
    kinds=KINDS,
    guide=GUIDE,
)
