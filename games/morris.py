"""Nine Men's Morris: place nine stones, then slide them; three in a line take a stone.

The 24 points are numbered in the alphabetical order of their names, a1 a4 a7 b2 … g7. So each vertical line
is three neighbouring bits. After a reflection in the diagonal a1–g7, each horizontal line is, too.
"""

from typing import Literal

import numpy as np
from pydantic import Field

from games.bits import lowest_bit, popcount
from games.contract import (
    BLACK,
    DRAW,
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
    zobrist,
)
from games.fen_rows import read_fields, read_number, read_rows, read_side, write_rows

STONES = 9
"""The number of stones that each side begins with."""

ROWS = ("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4 e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1")
"""The points as a person reads the board, from the top."""

ROW_LENGTHS = [len(row.split()) for row in ROWS]
SQUARES = tuple(sorted(" ".join(ROWS).split()))
POINTS = len(SQUARES)
ALL = (1 << POINTS) - 1
FIRST_OF_LINE = sum(1 << point for point in range(0, POINTS, 3))

STASH = POINTS
"""The origin of a placed stone, in place of a point's number."""

TO_BITS = 6
REMOVED_AT, REMOVED_BITS = 12, 5
"""A move is `from << 6 | to`, then two fields of five bits, the removed points in ascending order,
each as its number plus one; 0 for none."""

MAX_MOVES = 200
"""An upper bound, with room for the moves that wait in `moves_to`. Every stone lies on two lines, so at most
as many lines as a side has stones lack just one. Sliding: at most 9 such lines, each closed from at most 2
points, make 18 mills that take one of 9 stones, and of the board's 32 edges 14 are left for the other moves:
176, while 18 wait. Placing with 8 stones on the board: 4 points that close two lines each take one of 36
pairs, and 3 are left: 147."""

MAX_COUNTER = 1_000_000
"""The counter of quiet plies stops here; `parse` reads no larger one."""
WARNING_PLIES = 20
"""A draw is announced at most this many plies ahead."""

DTYPE = np.dtype(
    [
        ("stones", "i8", (2,)),  # bit per point, for White and Black
        ("key", "i8"),
        ("quiet", "i4"),  # plies since the last placement or mill
        ("quiet_limit", "i4"),  # plies at which the game is drawn, 0 for never
        ("repetition_limit", "i4"),  # occurrence at which it is drawn, 0 for never
        ("stash", "i1", (2,)),  # stones still to be placed
        ("to_move", "i1"),
    ],
    align=True,
)


class MorrisOptions(Options):
    """When a game of morris is drawn."""

    repetition: Literal[0, 2, 3] = 3
    """The occurrence of a position that draws the game: 3, 2, or 0 for never."""

    quiet_limit: int = Field(default=100, ge=0, le=MAX_COUNTER)
    """Plies without placement or mill that draw the game; 0 for never."""


def _lines() -> list[list[int]]:
    """The 16 lines as lists of three points: each file and each rank, the middle ones twice."""
    lines = []
    for axis in (0, 1):
        for letter in ("abcdefg", "1234567")[axis]:
            along = [point for point, name in enumerate(SQUARES) if name[axis] == letter]
            lines += [along[:3], along[3:]] if len(along) == 6 else [along]
    return lines


LINES = _lines()


def _neighbours() -> np.ndarray:
    neighbours = np.zeros(POINTS, np.int64)
    for first, middle, last in LINES:
        neighbours[first] |= 1 << middle
        neighbours[last] |= 1 << middle
        neighbours[middle] |= 1 << first | 1 << last
    return neighbours


def _line_partners() -> np.ndarray:
    """int64[25, 2]: for each point, the other two points of its vertical and its horizontal line; none for
    STASH."""
    partners = np.zeros((POINTS + 1, 2), np.int64)
    for number, line in enumerate(LINES):  # the first eight are vertical
        for point in line:
            partners[point, number // 8] = sum(1 << other for other in line if other != point)
    return partners


def _reflections() -> np.ndarray:
    """int64[3, 256]: for each byte of a board, its points reflected in the diagonal."""
    reflections = np.zeros((3, 256), np.int64)
    for point, name in enumerate(SQUARES):
        image = SQUARES.index("abcdefg"[int(name[1]) - 1] + str("abcdefg".index(name[0]) + 1))
        for byte in range(256):
            if byte >> point % 8 & 1:
                reflections[point // 8, byte] |= 1 << image
    return reflections


NEIGHBOURS = _neighbours()
LINE_PARTNERS = _line_partners()
REFLECTIONS = _reflections()
STONE_KEYS = zobrist(11, 2, POINTS)
STASH_KEYS = zobrist(12, 2, STONES + 1)
BLACK_TO_MOVE_KEY = int(zobrist(13, 1)[0])


def stash_place(side: int, number: int) -> str:
    """The name of the place beside the board for a side's stone in hand; stones count from 0."""
    return f"stash {side} {number}"


# Lines


def reflected(points: int) -> int:
    """The points mirrored in the diagonal a1–g7; twice gives the same points again."""
    return REFLECTIONS[0, points & 255] | REFLECTIONS[1, points >> 8 & 255] | REFLECTIONS[2, points >> 16]


def full_lines(stones: int) -> int:
    """A bit at the first point of every vertical line that holds three stones."""
    return stones & stones >> 1 & stones >> 2 & FIRST_OF_LINE


def completing(stones: int) -> int:
    """The points that complete a vertical line of which the other two are among `stones`."""
    both = (stones & stones >> 1, stones & stones >> 2, stones >> 1 & stones >> 2)
    return (both[0] & FIRST_OF_LINE) << 2 | (both[1] & FIRST_OF_LINE) << 1 | both[2] & FIRST_OF_LINE


def mills_closed(stones: int, point: int) -> int:
    """The number of lines, 0 to 2, that a stone on `point` completes with the others of `stones`."""
    down, across = LINE_PARTNERS[point, 0], LINE_PARTNERS[point, 1]
    closed = 0
    if stones & down == down:
        closed += 1
    if stones & across == across:
        closed += 1
    return closed


def in_mills(stones: int) -> int:
    """The stones among `stones` that stand in a mill."""
    down, across = full_lines(stones), full_lines(reflected(stones))
    return down | down << 1 | down << 2 | reflected(across | across << 1 | across << 2)


def removable(stones: int) -> int:
    """Which of a side's stones a mill may take: those in no mill, or any if all stand in mills."""
    free = stones & ~in_mills(stones)
    return free if free != 0 else stones


def pair_removable(stones: int, first: int, second: int) -> bool:
    """Whether a double mill may take the stone on `first` and after it the one on `second`."""
    if removable(stones) >> first & 1 == 0:
        return False
    return removable(stones ^ 1 << first) >> second & 1 != 0


# Rules


def too_few(state: State, side: int) -> bool:
    return state.stash[side] == 0 and popcount(state.stones[side]) < 3


def legal_moves(state: State, out: np.ndarray) -> int:
    return moves_to(state, out, ALL, True)


def noisy_moves(state: State, out: np.ndarray) -> int:
    """Fills `out` with the legal moves that are `noisy`. Returns their number."""
    own = state.stones[state.to_move]
    closing = (completing(own) | reflected(completing(reflected(own)))) & ~(state.stones[0] | state.stones[1])
    return 0 if closing == 0 else moves_to(state, out, closing, False)


def moves_to(state: State, out: np.ndarray, wanted: int, with_quiet: bool) -> int:
    """Fills `out` with the legal moves to the `wanted` points, without `with_quiet` only those that close a
    mill. Returns their number."""
    if too_few(state, WHITE) or too_few(state, BLACK):
        return 0
    side = state.to_move
    own, opposing = state.stones[side], state.stones[1 - side]
    takes = min(popcount(opposing), 2)
    empty = wanted & ~(own | opposing)
    placing = state.stash[side] > 0
    anywhere = placing or popcount(own) == 3
    down = completing(own) if takes > 0 else 0
    across = reflected(completing(reflected(own))) if takes > 0 else 0
    n = 0
    end = len(out)  # moves that take stones wait from here on: they come last in ascending order
    most = 0  # the most stones that one of them takes
    left = 1 << STASH if placing else own
    while left != 0:
        from_point = lowest_bit(left)
        left &= left - 1
        free = empty if anywhere else NEIGHBOURS[from_point] & empty
        # Lines that the stone leaves cannot be completed by it.
        closing_down = free & down & ~LINE_PARTNERS[from_point, 0]
        closing_across = free & across & ~LINE_PARTNERS[from_point, 1]
        closing = closing_down | closing_across
        quiet_ones = free & ~closing if with_quiet else 0
        while quiet_ones != 0:
            out[n] = from_point << TO_BITS | lowest_bit(quiet_ones)
            n += 1
            quiet_ones &= quiet_ones - 1
        while closing != 0:
            to = lowest_bit(closing)
            closing &= closing - 1
            removals = min((closing_down >> to & 1) + (closing_across >> to & 1), takes)
            end -= 1
            out[end] = removals << REMOVED_AT | from_point << TO_BITS | to
            most = max(most, removals)
    if most > 0:
        n = _with_removals(opposing, most, out, n, end)
    return n


def _with_removals(opposing: int, most: int, out: np.ndarray, n: int, end: int) -> int:
    """Appends to the `n` moves of `out` the moves that wait from `end` on, with every choice of `opposing`
    stones to remove: one, and two if `most` is 2. Returns the new number of moves."""
    firsts = removable(opposing)
    while firsts != 0:
        n = _append(out, n, end, 1, lowest_bit(firsts) + 1)
        firsts &= firsts - 1
    seconds = opposing if most == 2 else 0
    while seconds != 0:
        second = lowest_bit(seconds)
        firsts = opposing & (seconds & -seconds) - 1
        seconds &= seconds - 1
        while firsts != 0:
            first = lowest_bit(firsts)
            firsts &= firsts - 1
            if pair_removable(opposing, first, second) or pair_removable(opposing, second, first):
                n = _append(out, n, end, 2, second + 1 << REMOVED_BITS | first + 1)
    return n


def _append(out: np.ndarray, n: int, end: int, count: int, removed: int) -> int:
    """Appends the waiting moves that take `count` stones, with `removed` as the field of those stones.
    Returns the new number of moves."""
    for i in range(len(out) - 1, end - 1, -1):  # the first move to wait stands last
        if out[i] >> REMOVED_AT == count:
            out[n] = removed << REMOVED_AT | out[i] & (1 << REMOVED_AT) - 1
            n += 1
    return n


def is_legal(state: State, move: int) -> bool:
    """Whether a number, any of 31 bits, is one of `legal_moves`, found faster than by them."""
    to, from_point = move & (1 << TO_BITS) - 1, move >> TO_BITS & (1 << TO_BITS) - 1
    first = move >> REMOVED_AT & (1 << REMOVED_BITS) - 1
    second = move >> REMOVED_AT + REMOVED_BITS
    own, opposing = state.stones[state.to_move], state.stones[1 - state.to_move]
    if to >= POINTS or first > POINTS or second > POINTS or (own | opposing) >> to & 1 != 0:
        return False
    if too_few(state, WHITE) or too_few(state, BLACK):
        return False
    if state.stash[state.to_move] > 0:
        if from_point != STASH:
            return False
    else:
        if from_point >= POINTS or own >> from_point & 1 == 0:
            return False
        if popcount(own) > 3 and NEIGHBOURS[from_point] >> to & 1 == 0:
            return False
        own ^= 1 << from_point
    removals = min(mills_closed(own, to), popcount(opposing))
    if removals < 2:
        if second != 0 or removals != min(first, 1):
            return False
        return removals == 0 or removable(opposing) >> first - 1 & 1 != 0
    if not 0 < first < second or opposing >> first - 1 & opposing >> second - 1 & 1 == 0:
        return False
    return pair_removable(opposing, first - 1, second - 1) or pair_removable(opposing, second - 1, first - 1)


def apply(state: State, move: int, chance: int, next: State) -> None:
    side = state.to_move
    other = 1 - side
    to = move & (1 << TO_BITS) - 1
    from_point = move >> TO_BITS & (1 << TO_BITS) - 1
    own, opposing = state.stones[side], state.stones[other]
    stash = state.stash[side]
    quiet = 0
    if from_point == STASH:
        stash -= 1
    else:
        own ^= 1 << from_point
        if mills_closed(own, to) == 0:
            quiet = min(state.quiet + 1, MAX_COUNTER)
    removed = move >> REMOVED_AT
    while removed != 0:
        point = (removed & (1 << REMOVED_BITS) - 1) - 1
        opposing ^= 1 << point
        removed >>= REMOVED_BITS
    next.key = key_after(state, move)
    next.stones[side] = own | 1 << to
    next.stones[other] = opposing
    next.stash[side] = stash
    next.stash[other] = state.stash[other]
    next.quiet = quiet
    next.quiet_limit = state.quiet_limit
    next.repetition_limit = state.repetition_limit
    next.to_move = other


def key_after(state: State, move: int) -> int:
    """The key of the state that `apply` makes, without making it."""
    side = state.to_move
    to = move & (1 << TO_BITS) - 1
    from_point = move >> TO_BITS & (1 << TO_BITS) - 1
    key = state.key ^ STONE_KEYS[side, to] ^ BLACK_TO_MOVE_KEY
    if from_point == STASH:
        stash = state.stash[side]
        key ^= STASH_KEYS[side, stash] ^ STASH_KEYS[side, stash - 1]
    else:
        key ^= STONE_KEYS[side, from_point]
    removed = move >> REMOVED_AT
    while removed != 0:
        key ^= STONE_KEYS[1 - side, (removed & (1 << REMOVED_BITS) - 1) - 1]
        removed >>= REMOVED_BITS
    return key


def can_move(state: State) -> bool:
    """Whether the side to move has a move. Does not ask whether it has enough stones."""
    side = state.to_move
    own = state.stones[side]
    if state.stash[side] > 0 or popcount(own) == 3:
        return True
    empty = ALL & ~(own | state.stones[1 - side])
    while own != 0:
        if NEIGHBOURS[lowest_bit(own)] & empty != 0:
            return True
        own &= own - 1
    return False


def outcome(state: State) -> int:
    side = state.to_move
    if too_few(state, side):
        return 1 - side
    if too_few(state, 1 - side):
        return side
    if not can_move(state):
        return 1 - side
    if 0 < state.quiet_limit <= state.quiet:
        return DRAW
    return ONGOING


def quiet(state: State) -> int:
    return state.quiet


def quiet_limit(state: State) -> int:
    return state.quiet_limit


def repetition_limit(state: State) -> int:
    return state.repetition_limit


def noisy(state: State, move: int) -> bool:
    """Whether the move closes a mill and takes a stone."""
    return move >> REMOVED_AT != 0


def ends_game(state: State, move: int) -> bool:
    """Whether a move that takes no stone ends the game, found faster than by making it."""
    side = state.to_move
    to, from_point = move & (1 << TO_BITS) - 1, move >> TO_BITS & (1 << TO_BITS) - 1
    own, opposing = state.stones[side], state.stones[1 - side]
    if from_point == STASH:
        if state.stash[side] == 1 and popcount(own) < 2:  # with its last stone it has fewer than three
            return True
    else:
        own ^= 1 << from_point
        if 0 < state.quiet_limit <= state.quiet + 1 and mills_closed(own, to) == 0:
            return True
    if state.stash[1 - side] > 0 or popcount(opposing) == 3:  # the other side can place a stone, or fly
        return False
    empty = ALL & ~(own | opposing | 1 << to)
    while opposing != 0:
        if NEIGHBOURS[lowest_bit(opposing)] & empty != 0:
            return False
        opposing &= opposing - 1
    return True


def full_key(state: State) -> int:
    """The key computed from the other fields; `apply` updates it step by step."""
    key = BLACK_TO_MOVE_KEY if state.to_move == BLACK else 0
    for side in (WHITE, BLACK):
        key ^= int(STASH_KEYS[side, state.stash[side]])
        for point in range(POINTS):
            if state.stones[side] >> point & 1:
                key ^= int(STONE_KEYS[side, point])
    return key


# Text


def parse(text: str, options: MorrisOptions) -> State:
    names = ("board", "side to move", "white stash", "black stash", "plies since placement or mill")
    fields = read_fields(text, names)
    state = new_state(DTYPE)
    board = "".join(read_rows(fields[0], ROW_LENGTHS, "wb"))
    for name, letter in zip(" ".join(ROWS).split(), board, strict=True):
        if letter != ".":
            state.stones["wb".index(letter)] |= 1 << SQUARES.index(name)
    state.to_move = read_side(fields[1])
    for side in (WHITE, BLACK):
        standing = board.count("wb"[side])
        if standing > STONES:
            raise BadText(f"board: expected at most {STONES} {'wb'[side]!r}, found {standing}")
        state.stash[side] = read_number(fields[2 + side], names[2 + side], 0, STONES)
        if standing + state.stash[side] > STONES:
            raise BadText(
                f"{names[2 + side]}: expected at most {STONES - standing} beside the {standing} stones "
                f"on the board, found {state.stash[side]}"
            )
    state.quiet = read_number(fields[4], names[4], 0, MAX_COUNTER)
    state.quiet_limit = options.quiet_limit
    state.repetition_limit = options.repetition
    state.key = full_key(state)
    return state


def format(state: State) -> str:
    rows = []
    for row in ROWS:
        letters = ""
        for name in row.split():
            point = SQUARES.index(name)
            white, black = (state.stones[side] >> point & 1 for side in (WHITE, BLACK))
            letters += "w" if white else "b" if black else "."
        rows.append(letters)
    return f"{write_rows(rows)} {'wb'[state.to_move]} {state.stash[WHITE]} {state.stash[BLACK]} {state.quiet}"


def initial(options: MorrisOptions) -> State:
    return parse("3/3/3/6/3/3/3 w 9 9 0", options)


def removed_points(move: int) -> list[int]:
    """The points from which a move takes stones, in ascending order."""
    points, removed = [], move >> REMOVED_AT
    while removed:
        points.append((removed & (1 << REMOVED_BITS) - 1) - 1)
        removed >>= REMOVED_BITS
    return points


def _way(move: int) -> tuple[str, ...]:
    """The names of the points that a move leaves and enters, or only enters."""
    to, from_point = move & (1 << TO_BITS) - 1, move >> TO_BITS & (1 << TO_BITS) - 1
    return (SQUARES[to],) if from_point == STASH else (SQUARES[from_point], SQUARES[to])


def notation(state: State, move: int) -> str:
    return "x".join(["-".join(_way(move)), *(SQUARES[point] for point in removed_points(move))])


def click_paths(state: State, move: int) -> tuple[tuple[str, ...], ...]:
    """The ways to click the move: two stones are clicked in any order in which the rules allow to take
    them."""
    way, removed = _way(move), removed_points(move)
    orders = [removed]
    if len(removed) == 2:
        stones = int(state.stones[1 - state.to_move])
        orders = [order for order in (removed, removed[::-1]) if pair_removable(stones, *order)]
    return tuple((*way, *(SQUARES[point] for point in order)) for order in orders)


def ending(state: State, outcome: int) -> str:
    if outcome == DRAW:
        return f"No stone was placed and no mill closed in {state.quiet} plies."
    loser = 1 - outcome
    why = "has fewer than three stones left" if too_few(state, loser) else "cannot move"
    return f"{SIDE_NAMES[loser].capitalize()} {why}."


def approaching(state: State) -> str:
    left = int(state.quiet_limit - state.quiet)
    if not 0 < left <= min(WARNING_PLIES, int(state.quiet_limit) // 2) or state.stash[state.to_move] > 0:
        return ""
    plies = "1 ply" if left == 1 else f"{left} plies"
    return f"Draw in {plies} unless a stone is placed or a mill closed."


def _split(state: State, clicks: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Splits clicks into those that say where a stone goes, and those on stones to take."""
    length = 1 if state.stash[state.to_move] > 0 else 2
    return clicks[:length], clicks[length:]


def _takes(state: State, way: tuple[str, ...]) -> int:
    """The number of stones that the stone takes by going that way; 0 until all clicks of the way are made."""
    out = np.zeros(MAX_MOVES, np.int32)
    moves = out[: legal_moves(state, out)].tolist()
    return max((len(removed_points(move)) for move in moves if _way(move) == way), default=0)


def prompt(state: State, clicks: tuple[str, ...]) -> str:
    way, taken = _split(state, clicks)
    takes = _takes(state, way)
    if takes <= len(taken):
        return ""
    if takes == 1:
        return "Take a stone: one of those ringed."
    if taken:
        return "Take another stone: one of those ringed."
    return "Two mills: take two stones, first one of those ringed."


def effects(state: State, move: int) -> tuple[str, ...]:
    takes = len(removed_points(move))
    if takes == 2:
        return "closes two mills", "takes two stones"
    return ("closes a mill", "takes a stone") if takes else ()


def refusal(state: State, clicks: tuple[str, ...], square: str) -> str:
    point = 1 << SQUARES.index(square)
    own, opposing = int(state.stones[state.to_move]), int(state.stones[1 - state.to_move])
    way, taken = _split(state, clicks)
    if _takes(state, way):
        if square in taken:
            return "That stone is taken already: take another."
        if opposing & point:
            return "Protected: it stands in a mill."
        return "Take a stone of the other side first: one of those ringed."
    if state.stash[state.to_move] > 0:
        return "That point is taken: place a stone on a free one." if (own | opposing) & point else ""
    if opposing & point:
        other = SIDE_NAMES[1 - state.to_move].capitalize()
        return f"That point is taken: it has a stone of {other}'s." if way else f"That stone is {other}'s."
    if way and not own & point:
        return "Too far: a stone slides to the next free point." if own.bit_count() > 3 else ""
    return "This stone cannot move: every point next to it is taken." if own & point else ""


def progress(state: State) -> int:
    """The number of stones that were placed, plus those that were taken."""
    placed = 2 * STONES - int(sum(state.stash))
    return 2 * placed - sum(int(stones).bit_count() for stones in state.stones)


def kind_of(state: State) -> int:
    """The index of a position's kind in `KINDS`: flying if one of the sides may fly."""
    if state.stash[WHITE] or state.stash[BLACK]:
        return 0
    return 1 + any(int(stones).bit_count() <= 3 for stones in state.stones)


KINDS = PositionKinds(("placing", "moving", "flying"), kind_of)


# The other side's position, and what stands where


def mirror(state: State, next: State) -> bool:
    """Fills `next` with the position in which the stones have changed sides. Always possible."""
    for side in (WHITE, BLACK):
        next.stones[side] = state.stones[1 - side]
        next.stash[side] = state.stash[1 - side]
    next.quiet = state.quiet
    next.quiet_limit = state.quiet_limit
    next.repetition_limit = state.repetition_limit
    next.to_move = 1 - state.to_move
    next.key = full_key(next)
    return True


def mirror_move(state: State, move: int) -> int:
    return move


STONE = 1
"""The kind of what stands on a point."""


def contents(state: State, out: np.ndarray) -> None:
    for point in range(POINTS):
        out[point, 0] = 0
        out[point, 1] = NOBODY
        for side in (WHITE, BLACK):
            if state.stones[side] >> point & 1:
                out[point, 0] = STONE
                out[point, 1] = side


GUIDE = Guide(
    rules=(
        (
            "First both sides put nine stones on free points in turn. Then they slide a stone "
            "along a line to the next free point, in turn."
        ),
        (
            "Three stones of one side on a line are a mill. When you complete one, you take a "
            "stone of the other side off the board."
        ),
        "A stone that stands in a mill is safe, unless all of that side's stones do.",
        "A side that has three stones left may jump with them to any free point.",
        "You lose with fewer than three stones, or when no stone can move; a game that goes in circles is "
        "drawn.",
    ),
    mouse="Click a free point to place a stone. Later click a stone and then the point it goes to, or drag "
    "it. After a mill click the stone that you take.",
    keyboard="Tab leads to the board. The arrow keys walk from point to point, and Enter is the click: on a "
    "stone, where it goes, and what it takes.",
    position="1w1/b2/1b1/w1bw1b/1w1/w1b/2b b 2 2 0",
    move="g7xb2",
)

GAME = Game(
    name="morris",
    dtype=DTYPE,
    max_moves=MAX_MOVES,
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
    options=MorrisOptions,
    approaching=approaching,
    prompt=prompt,
    refusal=refusal,
    effects=effects,
    quiet=quiet,
    quiet_limit=quiet_limit,
    repetition_limit=repetition_limit,
    mirror=mirror,
    mirror_move=mirror_move,
    contents=contents,
    piece_kinds=("stones",),
    progress=progress,
    kinds=KINDS,
    guide=GUIDE,
)
