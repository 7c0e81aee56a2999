"""Isolation with knight moves on a 7×7 board.

Each side's first move puts its piece on any free square; after that the piece moves like a chess knight to a
free square. Squares that a piece has stood on stay blocked. A side that cannot move loses; nothing is drawn.
"""

import numpy as np

from games.bits import lowest_bit
from games.contract import (
    BLACK,
    NOBODY,
    ONGOING,
    SIDE_NAMES,
    WHITE,
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
from games.fen_rows import read_fields, read_rows, read_side, write_rows

SIZE = 7
SQUARES = squares_counted_from_a1(SIZE, SIZE)
ALL = (1 << SIZE * SIZE) - 1
UNPLACED = -1

DTYPE = np.dtype(
    [
        ("blocked", "i8"),  # bit per square ever stood on, the pieces' own squares included
        ("key", "i8"),
        ("pieces", "i1", (2,)),  # square of White's and of Black's piece, or UNPLACED
        ("to_move", "i1"),
    ],
    align=True,
)


def _knight_targets() -> np.ndarray:
    targets = np.zeros(SIZE * SIZE, np.int64)
    for square in range(SIZE * SIZE):
        rank, file = divmod(square, SIZE)
        for step in ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)):
            if 0 <= rank + step[0] < SIZE and 0 <= file + step[1] < SIZE:
                targets[square] |= 1 << (rank + step[0]) * SIZE + file + step[1]
    return targets


KNIGHT = _knight_targets()
BLOCKED_KEYS = zobrist(1, SIZE * SIZE)
PIECE_KEYS = zobrist(2, 2, SIZE * SIZE)
BLACK_TO_MOVE_KEY = int(zobrist(3, 1)[0])


def targets(state: State, side: int) -> int:
    """Bits of the squares that `side` could enter if it were to move."""
    square = state.pieces[side]
    if square < 0:
        return ALL & ~state.blocked
    return KNIGHT[square] & ~state.blocked


def legal_moves(state: State, out: np.ndarray) -> int:
    free = targets(state, state.to_move)
    n = 0
    while free != 0:
        out[n] = lowest_bit(free)
        free &= free - 1
        n += 1
    return n


def apply(state: State, move: int, chance: int, next: State) -> None:
    side = state.to_move
    from_square = state.pieces[side]
    key = state.key ^ BLOCKED_KEYS[move] ^ PIECE_KEYS[side, move] ^ BLACK_TO_MOVE_KEY
    if from_square >= 0:
        key ^= PIECE_KEYS[side, from_square]
    next.pieces[1 - side] = state.pieces[1 - side]
    next.pieces[side] = move
    next.blocked = state.blocked | (np.int64(1) << np.int64(move))
    next.to_move = 1 - side
    next.key = key


def outcome(state: State) -> int:
    if targets(state, state.to_move) != 0:
        return ONGOING
    return 1 - state.to_move


def full_key(state: State) -> int:
    """The key computed from the other fields; `apply` updates it step by step."""
    key = BLACK_TO_MOVE_KEY if state.to_move == BLACK else 0
    for square in range(SIZE * SIZE):
        if state.blocked >> square & 1:
            key ^= int(BLOCKED_KEYS[square])
    for side in (WHITE, BLACK):
        if state.pieces[side] >= 0:
            key ^= int(PIECE_KEYS[side, state.pieces[side]])
    return key


def parse(text: str, options: Options) -> State:
    fields = read_fields(text, ("board", "side to move"))
    state = new_state(DTYPE)
    state.pieces[:] = UNPLACED
    for row, squares in enumerate(read_rows(fields[0], [SIZE] * SIZE, "xwb")):
        for file, letter in enumerate(squares):
            square = (SIZE - 1 - row) * SIZE + file
            if letter == ".":
                continue
            state.blocked |= 1 << square
            if letter in "wb":
                side = WHITE if letter == "w" else BLACK
                if state.pieces[side] != UNPLACED:
                    raise BadText(f"board: expected at most one {letter!r}, found two")
                state.pieces[side] = square
    state.to_move = read_side(fields[1])
    state.key = full_key(state)
    return state


def format(state: State) -> str:
    rows = []
    for rank in reversed(range(SIZE)):
        row = ""
        for square in range(rank * SIZE, rank * SIZE + SIZE):
            if square == state.pieces[WHITE]:
                row += "w"
            elif square == state.pieces[BLACK]:
                row += "b"
            else:
                row += "x" if state.blocked >> square & 1 else "."
        rows.append(row)
    return f"{write_rows(rows)} {'wb'[state.to_move]}"


def initial(options: Options) -> State:
    return parse("7/7/7/7/7/7/7 w", options)


def notation(state: State, move: int) -> str:
    return SQUARES[move]


def click_paths(state: State, move: int) -> tuple[tuple[str, ...], ...]:
    """The square alone, because there is one piece to move; or from the piece to it, as by dragging."""
    piece = int(state.pieces[state.to_move])
    alone = (SQUARES[move],)
    return (alone, (SQUARES[piece], *alone)) if piece >= 0 else (alone,)


def ending(state: State, outcome: int) -> str:
    return f"{SIDE_NAMES[1 - outcome].capitalize()} has no free square to move to."


def effects(state: State, move: int) -> tuple[str, ...]:
    """Says so if the other side has no square left to go to."""
    other = 1 - state.to_move
    left = targets(state, other) & ~(1 << move)
    return () if left else (f"leaves {SIDE_NAMES[other].capitalize()} no square",)


def prompt(state: State, clicks: tuple[str, ...]) -> str:
    return "Place your piece on any free square." if state.pieces[state.to_move] == UNPLACED else ""


def refusal(state: State, clicks: tuple[str, ...], square: str) -> str:
    if state.blocked >> SQUARES.index(square) & 1:
        return "That square is burned: nobody enters it again."
    return "Too far: jump like a knight, two squares straight and one aside."


def progress(state: State) -> int:
    """The number of burned squares."""
    return int(state.blocked).bit_count()


def kind_of(state: State) -> int:
    """The index of a position's kind in `KINDS`: apart if no square is left that both sides can reach."""
    if UNPLACED in state.pieces:
        return 0
    reached = [_reached(state, side) for side in (WHITE, BLACK)]
    return 1 + (reached[WHITE] & reached[BLACK] == 0)


def _reached(state: State, side: int) -> int:
    """Bits of the free squares that a piece can reach in any number of moves, if the other stays."""
    free, new, found = ALL & ~int(state.blocked), 1 << int(state.pieces[side]), 0
    while new:
        square = new.bit_length() - 1
        new &= ~(1 << square)
        more = int(KNIGHT[square]) & free & ~found
        found, new = found | more, new | more
    return found


KINDS = PositionKinds(("placing", "one area", "apart"), kind_of)


# The other side's position, and what stands where


def mirror(state: State, next: State) -> bool:
    """Fills `next` with the position in which the pieces have changed sides. Always possible."""
    next.blocked = state.blocked
    for side in (WHITE, BLACK):
        next.pieces[side] = state.pieces[1 - side]
    next.to_move = 1 - state.to_move
    next.key = full_key(next)
    return True


def mirror_move(state: State, move: int) -> int:
    return move


PIECE, BURNED = 1, 2
"""The kinds of what stands on a square."""


def contents(state: State, out: np.ndarray) -> None:
    """A burned square belongs to nobody, and the square below a piece is the piece's."""
    for square in range(SIZE * SIZE):
        out[square, 0] = BURNED if state.blocked >> square & 1 else 0
        out[square, 1] = NOBODY
        for side in (WHITE, BLACK):
            if state.pieces[side] == square:
                out[square, 0] = PIECE
                out[square, 1] = side


GUIDE = Guide(
    rules=(
        "Each side has one piece, which jumps like a chess knight: two squares straight and one aside.",
        "With your first move you put it on any free square, from then on you jump with it, in turn.",
        "Every square that a piece has stood on is burned, and nobody enters it again.",
        "A side that has no free square to jump to on its turn loses; there are no draws.",
        "So keep many squares within your reach, and leave the other side few.",
    ),
    mouse="Click the square to go to, or drag your piece there. Squares that you can enter are marked.",
    keyboard="Tab leads to the board. The arrow keys choose a square, and Enter goes there.",
    position="3x3/1x1x3/2x1bx1/1x1x3/3w1x1/2x4/7 w",
    move="f4",
)

GAME = Game(
    name="isolation",
    dtype=DTYPE,
    max_moves=SIZE * SIZE,
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
    prompt=prompt,
    refusal=refusal,
    effects=effects,
    mirror=mirror,
    mirror_move=mirror_move,
    contents=contents,
    piece_kinds=("pieces", "burned squares"),
    progress=progress,
    kinds=KINDS,
    guide=GUIDE,
)
