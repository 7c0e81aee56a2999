"""Toy: three in a row on a 3×3 board. A full board without a row is a draw.

This is a whole small game to start from: change it step by step. `games/contract.py` says what each part of
`GAME` has to do, and which parts are optional. `pytest -k toy` runs the tests of every game over it.
"""

import numpy as np

from games.bits import popcount
from games.contract import (
    BLACK,
    DRAW,
    NOBODY,
    ONGOING,
    SIDE_NAMES,
    WHITE,
    Game,
    Guide,
    Options,
    State,
    new_state,
    squares_counted_from_a1,
    zobrist,
)
from games.fen_rows import read_fields, read_rows, read_side, write_rows

SIZE = 3
SQUARES = squares_counted_from_a1(SIZE, SIZE)
LINES = np.array([0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124], np.int64)
"""The squares of each line, a bit a square."""

# All that the future of the game depends on. Every game has `key` and `to_move`.
DTYPE = np.dtype([("stones", "i8", (2,)), ("key", "i8"), ("to_move", "i1")], align=True)

STONE_KEYS = zobrist(1, 2, SIZE * SIZE)
BLACK_TO_MOVE_KEY = int(zobrist(2, 1)[0])

# Kernels: plain functions over records, which can be compiled.


def has_line(state: State, side: int) -> bool:
    whole = False
    for line in LINES:
        whole |= state.stones[side] & line == line
    return whole


def legal_moves(state: State, out: np.ndarray) -> int:
    """Fills `out` with the free squares; returns how many there are."""
    n = 0
    if has_line(state, 1 - state.to_move):
        return n
    for square in range(SIZE * SIZE):
        if not (state.stones[0] | state.stones[1]) >> square & 1:
            out[n] = square
            n += 1
    return n


def apply(state: State, move: int, chance: int, next: State) -> None:
    """Fills `next` with the state after a move: every field of it."""
    side = state.to_move
    next.stones[side] = state.stones[side] | np.int64(1) << np.int64(move)
    next.stones[1 - side] = state.stones[1 - side]
    next.to_move = 1 - side
    next.key = state.key ^ STONE_KEYS[side, move] ^ BLACK_TO_MOVE_KEY


def outcome(state: State) -> int:
    if has_line(state, 1 - state.to_move):
        return 1 - state.to_move
    return DRAW if popcount(state.stones[0] | state.stones[1]) == SIZE * SIZE else ONGOING


# These three are optional.


def mirror(state: State, next: State) -> bool:
    """Fills `next` with the same position for the other side: every field of it. Always possible."""
    next.key = state.key ^ BLACK_TO_MOVE_KEY
    next.to_move = 1 - state.to_move
    for side in (WHITE, BLACK):
        next.stones[side] = state.stones[1 - side]
        for square in range(SIZE * SIZE):
            if state.stones[side] >> square & 1:
                next.key ^= STONE_KEYS[WHITE, square] ^ STONE_KEYS[BLACK, square]
    return True


def mirror_move(state: State, move: int) -> int:
    return move


def contents(state: State, out: np.ndarray) -> None:
    """The only kind is 1, a stone."""
    for square in range(SIZE * SIZE):
        out[square, 0] = 0
        out[square, 1] = NOBODY
        for side in (WHITE, BLACK):
            if state.stones[side] >> square & 1:
                out[square, 0] = 1
                out[square, 1] = side


# Notation: plain Python. What `format` writes, `parse` reads.


def parse(text: str, options: Options) -> State:
    fields = read_fields(text, ("board", "side to move"))
    state = new_state(DTYPE)
    state.to_move = read_side(fields[1])
    key = BLACK_TO_MOVE_KEY if state.to_move else 0
    for row, letters in enumerate(read_rows(fields[0], [SIZE] * SIZE, "wb")):
        for file, letter in enumerate(letters):
            if letter != ".":
                square = (SIZE - 1 - row) * SIZE + file
                side = "wb".index(letter)
                state.stones[side] |= 1 << square
                key ^= int(STONE_KEYS[side, square])
    state.key = key
    return state


def letter_at(state: State, square: int) -> str:
    for side in (0, 1):
        if int(state.stones[side]) >> square & 1:
            return "wb"[side]
    return "."


def format(state: State) -> str:
    ranks = [range(rank * SIZE, rank * SIZE + SIZE) for rank in reversed(range(SIZE))]
    rows = ["".join(letter_at(state, square) for square in rank) for rank in ranks]
    return f"{write_rows(rows)} {'wb'[state.to_move]}"


def ending(state: State, outcome: int) -> str:
    if outcome == DRAW:
        return "The board is full."
    return f"{SIDE_NAMES[outcome].capitalize()} has three in a row."


GUIDE = Guide(
    rules=(
        "The sides put a stone on a free square in turn.",
        "Three stones of one side in a row, a column or a diagonal win.",
        "A full board without such a line is a draw.",
        "So fill two squares of a line while the other side must stop you elsewhere.",
    ),
    mouse="Click a free square.",
    keyboard="Tab leads to the board. The arrow keys choose a square, and Enter puts a stone there.",
    position="2b/1w1/w2 b",
    move="a3",
)

GAME = Game(
    name="toy",
    dtype=DTYPE,
    max_moves=SIZE * SIZE,
    squares=SQUARES,
    legal_moves=legal_moves,
    apply=apply,
    outcome=outcome,
    initial=lambda options: parse("3/3/3 w", options),
    parse=parse,
    format=format,
    notation=lambda state, move: SQUARES[move],
    click_paths=lambda state, move: ((SQUARES[move],),),
    ending=ending,
    mirror=mirror,
    mirror_move=mirror_move,
    contents=contents,
    guide=GUIDE,
)
