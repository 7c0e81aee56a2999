"""TableTactics on 6×6 squares: a Noble, two Fighters and a Thief a side, turns of many actions.

Both sides place their armies, White first. Then every soldier has two actions a turn: a move action allows
it up to `SPEED` single steps, and its first step spends the action; an attack on a neighbour spends one and
takes a hitpoint. Soldiers may act in any order. Steps that are left are free; they are lost when another
soldier steps, when any attacks, and when the turn ends. An army dies with its Noble. Each placed soldier,
single step, attack or `end` is a move here, so a side moves several times in a row.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from pydantic import Field, field_validator

from games.bits import lowest_bit
from games.contract import (
    BLACK,
    BLACK_WINS,
    DRAW,
    NOBODY,
    ONGOING,
    SIDE_NAMES,
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
from games.fen_rows import read_fields, read_number, read_side, write_rows
from games.state_copy import copy_state_into

SIZE = 6
SQUARES = squares_counted_from_a1(SIZE, SIZE)
ALL = (1 << SIZE * SIZE) - 1
FILE_A = sum(1 << SIZE * rank for rank in range(SIZE))
FILE_F = FILE_A << SIZE - 1

NOBLE, FIGHTER, THIEF = 0, 1, 2
KINDS = 3
LETTERS = "NFT"
TITLES = ("Noble", "Fighter", "Thief")
HITPOINTS = np.array([4, 3, 2], np.int64)
SPEED = np.array([3, 3, 4], np.int64)
ACTIONS = 2
ARMY = (1, 2, 1)
TWEAKED_ARMY = (1, 1, 2)  # Black's with the option `tweaked`

HOMES = (("a1", "b1", "a2", "b2"), ("f6", "e6", "f5", "e5"))
"""Where White and Black place their soldiers."""

NOWHERE = -1
END = 63 << 6 | 63
"""The move that ends a turn. A step or an attack is `from << 6 | to`; placing a soldier on a square
is `kind << 12 | square << 6 | square`."""

MOST_TURNS = 1000
"""The largest turn limit; without one there may be more turns."""

MOST_COUNTED = 1_000_000
"""The counter of turns stops here; `parse` reads no larger one."""

DTYPE = np.dtype(
    [
        ("soldiers", "i8", (2,)),  # bit per square with a soldier of White's and of Black's
        ("ready", "i8"),  # those of the side to move that have an action left
        ("obstacles", "i8"),
        ("key", "i8"),
        ("turns", "i4"),  # completed, the two of placement counted
        ("turn_limit", "i4"),  # at which the game is drawn, 0 for never
        ("to_place", "i1", (2, KINDS)),  # soldiers not yet placed
        ("placing", "i1"),  # 1 until both armies are complete
        ("to_move", "i1"),
        ("stepper", "i1"),  # the soldier that has free steps left, or NOWHERE
        ("steps_left", "i1"),
        ("board", "i1", (SIZE * SIZE,)),  # 0, or `code(kind, hitpoints, actions)`
    ],
    align=True,
)


def neighbours(bits: int) -> int:
    """The squares orthogonally adjacent to any of `bits`."""
    return (bits << SIZE | bits >> SIZE | (bits & ~FILE_F) << 1 | (bits & ~FILE_A) >> 1) & ALL


BIT = np.array([1 << square for square in range(SIZE * SIZE)], np.int64)
NEIGHBOURS = np.array([neighbours(1 << square) for square in range(SIZE * SIZE)], np.int64)
HOME = np.array([sum(1 << SQUARES.index(name) for name in names) for names in HOMES], np.int64)

SOLDIER_KEYS = zobrist(31, 2, KINDS << 5, SIZE * SIZE)
STEP_KEYS = zobrist(32, 4, SIZE * SIZE)
OBSTACLE_KEYS = zobrist(33, SIZE * SIZE)
TO_PLACE_KEYS = zobrist(34, 2, KINDS, 4)
TURNS_LEFT_KEYS = zobrist(35, MOST_TURNS + 2)
BLACK_TO_MOVE_KEY = int(zobrist(36, 1)[0])


def read_obstacles(names: Sequence[str]) -> int:
    """Bits of the obstacles. Raises ValueError for no square's name, and as `check_obstacles` does."""
    bits = 0
    for name in names:
        if name not in SQUARES:
            raise ValueError(f"expected squares from a1 to f6, found {name!r}")
        bits |= 1 << SQUARES.index(name)
    check_obstacles(bits)
    return bits


def check_obstacles(bits: int) -> None:
    """Raises ValueError where obstacles cut the board in two or take a placement square."""
    for names in HOMES:
        for name in names:
            if bits >> SQUARES.index(name) & 1:
                raise ValueError(f"expected no obstacle where soldiers are placed, found one on {name}")
    reached, grown = 0, 1
    while grown != reached:
        reached = grown
        grown |= neighbours(reached) & ~bits
    if reached != ALL & ~bits:
        cut_off = next(name for square, name in enumerate(SQUARES) if ~(reached | bits) >> square & 1)
        raise ValueError(f"expected the board to stay connected, the obstacles cut off {cut_off}")


class TableTacticsOptions(Options):
    """`turn_limit`: completed turns that draw the game, placement's two counted, 0 for never.
    `tweaked`: Black has one Fighter and two Thieves. `obstacles`: squares that nobody enters."""

    turn_limit: int = Field(default=20, ge=0, le=MOST_TURNS)
    tweaked: bool = False
    obstacles: tuple[str, ...] = ()

    @field_validator("obstacles")
    @classmethod
    def _check_obstacles(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        read_obstacles(names)
        return names


# Kernels


def code(kind: int, hitpoints: int, actions: int) -> int:
    """A soldier as a number of `board`; never 0."""
    return kind << 5 | hitpoints << 2 | actions


def kind_of(soldier: int) -> int:
    return soldier >> 5


def hitpoints_of(soldier: int) -> int:
    return soldier >> 2 & 7


def actions_of(soldier: int) -> int:
    return soldier & 3


def legal_moves(state: State, out: np.ndarray) -> int:
    n = 0
    side = state.to_move
    if state.placing == 1:
        free = HOME[side] & ~state.soldiers[side]
        for kind in range(KINDS):
            if state.to_place[side, kind] == 0 or (kind != NOBLE and state.to_place[side, NOBLE] != 0):
                continue
            bits = free
            while bits != 0:
                square = lowest_bit(bits)
                out[n] = kind << 12 | square << 6 | square
                bits &= bits - 1
                n += 1
        return n
    if state.soldiers[WHITE] == 0 or state.soldiers[BLACK] == 0:
        return n
    enemies = state.soldiers[1 - side]
    empty = ALL & ~(state.soldiers[WHITE] | state.soldiers[BLACK] | state.obstacles)
    own = state.soldiers[side]
    while own != 0:
        square = lowest_bit(own)
        own &= own - 1
        targets = 0
        if state.ready & BIT[square] != 0:
            targets = NEIGHBOURS[square] & (empty | enemies)
        elif square == state.stepper:
            targets = NEIGHBOURS[square] & empty
        while targets != 0:
            out[n] = square << 6 | lowest_bit(targets)
            targets &= targets - 1
            n += 1
    out[n] = END
    return n + 1


def put(state: State, side: int, square: int, soldier: int) -> None:
    """Puts a soldier (or 0 to remove it) on a square, in place. Does not change `ready`."""
    was = state.board[square]
    if was != 0:
        state.key ^= SOLDIER_KEYS[side, was, square]
    if soldier != 0:
        state.key ^= SOLDIER_KEYS[side, soldier, square]
        state.soldiers[side] |= BIT[square]
    else:
        state.soldiers[side] &= ~BIT[square]
    state.board[square] = soldier


def set_steps(state: State, stepper: int, steps_left: int) -> None:
    """Sets which soldier has free steps left, and how many, in place; no soldier for 0 steps."""
    if state.stepper != NOWHERE:
        state.key ^= STEP_KEYS[state.steps_left, state.stepper]
    if steps_left == 0:
        state.stepper = NOWHERE
        state.steps_left = 0
        return
    state.key ^= STEP_KEYS[steps_left, stepper]
    state.stepper = stepper
    state.steps_left = steps_left


def turns_left(state: State) -> int:
    """1 + the turns until the draw, for the key; 0 without a turn limit."""
    if state.turn_limit == 0:
        return 0
    return 1 + max(0, state.turn_limit - state.turns)


def end_turn(state: State) -> None:
    """Gives the army its actions back and the turn to the other side, in place."""
    side = state.to_move
    set_steps(state, NOWHERE, 0)
    bits = state.soldiers[side]
    while bits != 0:
        square = lowest_bit(bits)
        bits &= bits - 1
        soldier = state.board[square]
        if actions_of(soldier) != ACTIONS:
            put(state, side, square, code(kind_of(soldier), hitpoints_of(soldier), ACTIONS))
    state.key ^= TURNS_LEFT_KEYS[turns_left(state)]
    state.turns = min(state.turns + 1, MOST_COUNTED)
    state.key ^= TURNS_LEFT_KEYS[turns_left(state)] ^ BLACK_TO_MOVE_KEY
    state.to_move = 1 - side
    state.ready = state.soldiers[1 - side]


def apply(state: State, move: int, chance: int, next: State) -> None:
    copy_state_into(state, next)
    side = state.to_move
    if move == END:
        end_turn(next)
        return
    square = move & 63
    if state.placing == 1:
        place(next, side, move >> 12, square)
        return
    from_square = move >> 6
    soldier = state.board[from_square]
    if state.board[square] == 0:
        step(next, side, from_square, square)
    else:
        put(next, side, from_square, soldier - 1)
        if actions_of(soldier) == 1:
            next.ready ^= BIT[from_square]
        set_steps(next, NOWHERE, 0)
        hit(next, 1 - side, square)
        if next.soldiers[1 - side] == 0:
            return
    empty = ALL & ~(next.soldiers[WHITE] | next.soldiers[BLACK] | next.obstacles)
    stepping = next.ready
    if next.stepper != NOWHERE:
        stepping |= BIT[next.stepper]
    if neighbours(next.ready) & next.soldiers[1 - side] == 0 and neighbours(stepping) & empty == 0:
        end_turn(next)


def place(state: State, side: int, kind: int, square: int) -> None:
    """Places a soldier, in place, and ends the turn with the army's last."""
    left = state.to_place[side, kind]
    state.key ^= TO_PLACE_KEYS[side, kind, left] ^ TO_PLACE_KEYS[side, kind, left - 1]
    state.to_place[side, kind] = left - 1
    put(state, side, square, code(kind, HITPOINTS[kind], ACTIONS))
    state.ready = state.soldiers[side]
    if state.soldiers[side] == HOME[side]:
        if side == BLACK:
            state.placing = 0
        end_turn(state)


def step(state: State, side: int, from_square: int, to_square: int) -> None:
    """One step of a soldier, in place: free, or the first of a move action."""
    soldier = state.board[from_square]
    put(state, side, from_square, 0)
    if state.stepper == from_square:
        set_steps(state, to_square, state.steps_left - 1)
    else:
        soldier -= 1
        set_steps(state, to_square, SPEED[kind_of(soldier)] - 1)
    put(state, side, to_square, soldier)
    state.ready &= ~BIT[from_square]
    if actions_of(soldier) != 0:
        state.ready |= BIT[to_square]


def hit(state: State, side: int, square: int) -> None:
    """Takes a hitpoint from a soldier of `side`, in place; an army dies with its Noble."""
    soldier = state.board[square]
    if hitpoints_of(soldier) > 1:
        put(state, side, square, soldier - (1 << 2))
    elif kind_of(soldier) != NOBLE:
        put(state, side, square, 0)
    else:
        bits = state.soldiers[side]
        while bits != 0:
            put(state, side, lowest_bit(bits), 0)
            bits &= bits - 1


def outcome(state: State) -> int:
    if state.placing == 0:
        if state.soldiers[BLACK] == 0:
            return WHITE_WINS
        if state.soldiers[WHITE] == 0:
            return BLACK_WINS
    if 0 < state.turn_limit <= state.turns:
        return DRAW
    return ONGOING


def turn_begun(state: State) -> bool:
    """Whether the side to move has spent an action of this turn."""
    if state.placing != 0:
        return False
    own = state.soldiers[state.to_move]
    if state.ready != own:
        return True
    while own != 0:
        if state.board[lowest_bit(own)] & 3 < ACTIONS:
            return True
        own &= own - 1
    return False


def noisy(state: State, move: int) -> bool:
    """Whether the move is an attack, or ends a begun turn: within a turn no evaluation can be trusted."""
    if move == END:
        return turn_begun(state)
    return state.placing == 0 and state.board[move & 63] != 0


def idles(state: State, move: int) -> bool:
    """Whether the move only ends the turn."""
    return move == END


# Text


def full_key(state: State) -> int:
    """The key computed from the other fields; `apply` updates it step by step."""
    key = BLACK_TO_MOVE_KEY if state.to_move == BLACK else 0
    key ^= int(TURNS_LEFT_KEYS[turns_left(state)])
    if state.steps_left:
        key ^= int(STEP_KEYS[state.steps_left, state.stepper])
    for square in range(SIZE * SIZE):
        if state.obstacles >> square & 1:
            key ^= int(OBSTACLE_KEYS[square])
        for side in (WHITE, BLACK):
            if state.soldiers[side] >> square & 1:
                key ^= int(SOLDIER_KEYS[side, state.board[square], square])
    for side in (WHITE, BLACK):
        for kind in range(KINDS):
            key ^= int(TO_PLACE_KEYS[side, kind, state.to_place[side, kind]])
    return key


def read_board(text: str) -> dict[str, str]:
    """What stands on the squares of a position text's rows: "#" for an obstacle, else a soldier's letter,
    hitpoints and actions, as in "n42". Raises BadText."""
    rows = text.split("/")
    if len(rows) != SIZE:
        raise BadText(f"board: expected {SIZE} rows between '/', found {len(rows)}")
    standing: dict[str, str] = {}
    for number, row in enumerate(rows, start=1):
        where = f"board, row {number} from the top ({row!r})"
        file, at = 0, 0
        while at < len(row):
            letter = row[at]
            at += 1
            if letter in "123456":
                file += int(letter)
                continue
            if file >= SIZE:
                raise BadText(f"{where}: expected {SIZE} squares, found more")
            name = SQUARES[(SIZE - number) * SIZE + file]
            file += 1
            if letter == "#":
                standing[name] = letter
                continue
            if letter.upper() not in LETTERS:
                raise BadText(
                    f"{where}: unexpected {letter!r}, expected N F T n f t with two digits, # or a "
                    f"digit for a run of empty squares"
                )
            digits = row[at : at + 2]
            at += 2
            most = int(HITPOINTS[LETTERS.index(letter.upper())])
            if not (len(digits) == 2 and "1" <= digits[0] <= str(most) and "0" <= digits[1] <= str(ACTIONS)):
                raise BadText(
                    f"{where}: expected hitpoints from 1 to {most} and actions from 0 to {ACTIONS} "
                    f"after {letter!r}, found {digits!r}"
                )
            standing[name] = letter + digits
        if file != SIZE:
            raise BadText(f"{where}: expected {SIZE} squares, found {file}")
    return standing


def write_board(standing: Mapping[str, str]) -> str:
    """The inverse of `read_board`."""
    rows = []
    for rank in reversed(range(SIZE)):
        row, run = "", 0
        for name in SQUARES[rank * SIZE : rank * SIZE + SIZE]:
            if name not in standing:
                run += 1
                continue
            row, run = row + (str(run) if run else "") + standing[name], 0
        rows.append(row + (str(run) if run else ""))
    return "/".join(rows)


def _fill_board(text: str, state: State) -> None:
    for name, standing in read_board(text).items():
        square = SQUARES.index(name)
        if standing == "#":
            state.obstacles |= BIT[square]
            continue
        letter = standing[0]
        state.board[square] = code(LETTERS.index(letter.upper()), int(standing[1]), int(standing[2]))
        state.soldiers[WHITE if letter.isupper() else BLACK] |= BIT[square]


def _on_board(state: State, side: int) -> list[tuple[str, int]]:
    """(square name, soldier) of one army, squares counted from a1."""
    bits = int(state.soldiers[side])
    return [
        (name, int(soldier))
        for square, (name, soldier) in enumerate(zip(SQUARES, state.board, strict=True))
        if bits >> square & 1
    ]


def _check_army(state: State, side: int) -> None:
    """Raises BadText if an army in play has too many soldiers, or soldiers and not one Noble."""
    kinds = [kind_of(soldier) for _, soldier in _on_board(state, side)]
    name = SIDE_NAMES[side].capitalize()
    if kinds and kinds.count(NOBLE) != 1:
        raise BadText(f"board: expected one Noble of {name}'s, found {kinds.count(NOBLE)}")
    if len(kinds) > sum(ARMY):
        raise BadText(f"board: expected at most {sum(ARMY)} soldiers of {name}'s, found {len(kinds)}")


def _read_placement(state: State, side: int, army: Sequence[int]) -> None:
    """Fills `to_place` from a partly placed army. Raises BadText for an army that placing cannot lead to."""
    name = SIDE_NAMES[side].capitalize()
    state.to_place[side] = army
    for square, soldier in _on_board(state, side):
        kind = kind_of(soldier)
        if square not in HOMES[side]:
            raise BadText(
                f"board: expected {name} to place on {' '.join(HOMES[side])}, found a soldier on {square}"
            )
        if hitpoints_of(soldier) != HITPOINTS[kind] or actions_of(soldier) != ACTIONS:
            raise BadText(
                f"board: expected full hitpoints and actions while placing, found fewer on {square}"
            )
        state.to_place[side, kind] -= 1
        if state.to_place[side, kind] < 0:
            raise BadText(f"board: expected at most {army[kind]} of {LETTERS[kind]} for {name}, found more")
    if state.soldiers[side] != 0 and state.to_place[side, NOBLE] != 0:
        raise BadText(f"board: expected {name}'s Noble to be placed first, found none")


def _armies(options: TableTacticsOptions) -> tuple[Sequence[int], Sequence[int]]:
    return ARMY, TWEAKED_ARMY if options.tweaked else ARMY


def parse(text: str, options: TableTacticsOptions) -> State:
    fields = read_fields(text, ("board", "side to move", "stage", "steps left", "turns completed"))
    state = new_state(DTYPE)
    _fill_board(fields[0], state)
    try:
        check_obstacles(int(state.obstacles))
    except ValueError as error:
        raise BadText(f"board: {error}") from None
    side = state.to_move = read_side(fields[1])
    if fields[2] not in ("place", "play"):
        raise BadText(f"stage: expected place or play, found {fields[2]!r}")
    state.placing = fields[2] == "place"
    if state.placing:
        for army_of, army in enumerate(_armies(options)):
            _read_placement(state, army_of, army)
        if side == WHITE and state.soldiers[BLACK] != 0:
            raise BadText("board: expected none of Black's soldiers while White places, found some")
        if side == BLACK and state.soldiers[WHITE] != HOME[WHITE]:
            raise BadText("board: expected White's whole army while Black places, found less")
        if state.soldiers[side] == HOME[side]:
            raise BadText("stage: expected play once both armies are complete, found place")
    else:
        for army_of in (WHITE, BLACK):
            _check_army(state, army_of)
        if state.soldiers[WHITE] == 0 and state.soldiers[BLACK] == 0:
            raise BadText("board: expected an army in play, found none")
        for square, soldier in _on_board(state, 1 - side):
            if actions_of(soldier) != ACTIONS:
                raise BadText(
                    f"board: expected {ACTIONS} actions of every soldier of the side that waits, "
                    f"found {actions_of(soldier)} on {square}"
                )
    state.ready = sum(
        1 << SQUARES.index(square) for square, soldier in _on_board(state, side) if actions_of(soldier)
    )
    _read_steps(fields[3], state)
    state.turns = read_number(fields[4], "turns completed", 0, MOST_COUNTED)
    if state.placing and state.turns != side:
        raise BadText(f"turns completed: expected {side} at this stage, found {fields[4]}")
    state.turn_limit = options.turn_limit
    state.key = full_key(state)
    return state


def _read_steps(text: str, state: State) -> None:
    state.stepper = NOWHERE
    if text == "-":
        return
    name, _, number = text.partition(":")
    army = dict(_on_board(state, state.to_move))
    if name not in army or state.placing:
        raise BadText(f"steps left: expected - or a square of the side to move, such as a1:2, found {text!r}")
    most = int(SPEED[kind_of(army[name])]) - 1
    if actions_of(army[name]) == ACTIONS:
        raise BadText(f"steps left: expected a soldier that has spent an action, found {text!r}")
    state.steps_left = read_number(number, f"steps left of {name}", 1, most)
    state.stepper = SQUARES.index(name)


def format(state: State) -> str:
    standing = dict.fromkeys(obstacles(state), "#")
    for soldier in soldiers(state):
        standing[soldier.square] = soldier.text
    steps = f"{SQUARES[state.stepper]}:{state.steps_left}" if state.steps_left else "-"
    stage = "place" if state.placing else "play"
    return f"{write_board(standing)} {'wb'[state.to_move]} {stage} {steps} {state.turns}"


def initial(options: TableTacticsOptions) -> State:
    letters = ["#" if read_obstacles(options.obstacles) >> square & 1 else "." for square in range(36)]
    rows = ["".join(letters[rank * SIZE : rank * SIZE + SIZE]) for rank in reversed(range(SIZE))]
    return parse(f"{write_rows(rows)} w place - 0", options)


def move_kind(state: State, move: int) -> str:
    """What a legal move is: "place", "step", "attack" or "end"."""
    if move == END:
        return "end"
    if state.placing:
        return "place"
    return "step" if state.board[move & 63] == 0 else "attack"


def notation(state: State, move: int) -> str:
    kind = move_kind(state, move)
    if kind == "end":
        return kind
    square = SQUARES[move & 63]
    if kind == "place":
        return f"{LETTERS[move >> 12]}@{square}"
    return f"{SQUARES[move >> 6]}{'-' if kind == 'step' else 'x'}{square}"


def click_paths(state: State, move: int) -> tuple[tuple[str, ...], ...]:
    kind = move_kind(state, move)
    if kind == "end":
        return ((kind,),)
    square = SQUARES[move & 63]
    if kind == "place":
        letter = LETTERS[move >> 12]
        return ((letter, square), (square, letter))
    return ((SQUARES[move >> 6], square),)


def ending(state: State, outcome: int) -> str:
    if outcome == DRAW:
        return f"{state.turns} turns have been played."
    return f"{SIDE_NAMES[1 - outcome].capitalize()}'s Noble has fallen, and the army with it."


def approaching(state: State) -> str:
    left = int(state.turn_limit) - int(state.turns)
    if state.turn_limit == 0 or not 0 < left <= 4:
        return ""
    return f"Drawn after {'this turn' if left == 1 else f'{left} more turns'}."


# What the board shows


class Soldier(NamedTuple):
    """A soldier on the board."""

    square: str
    side: int
    letter: str
    """N, F or T, whichever the side."""
    hitpoints: int
    actions: int
    """Actions left this turn; a soldier of the side that waits has all of them."""
    steps_left: int
    """Free steps left of the present move action; 0 for all soldiers but one."""

    @property
    def text(self) -> str:
        """The soldier as position texts write it, without its square."""
        letter = self.letter if self.side == WHITE else self.letter.lower()
        return f"{letter}{self.hitpoints}{self.actions}"


def soldiers(state: State) -> list[Soldier]:
    """All soldiers on the board, White's first, squares counted from a1."""
    return [
        Soldier(
            name,
            side,
            LETTERS[kind_of(soldier)],
            hitpoints_of(soldier),
            actions_of(soldier),
            int(state.steps_left) if SQUARES.index(name) == state.stepper else 0,
        )
        for side in (WHITE, BLACK)
        for name, soldier in _on_board(state, side)
    ]


def obstacles(state: State) -> list[str]:
    """The squares that nobody may enter."""
    return [name for square, name in enumerate(SQUARES) if state.obstacles >> square & 1]


def reachable(state: State, square: str) -> dict[str, int]:
    """The squares that the soldier on `square` can step to if nobody else moves, each with the actions it
    takes: 0 by free steps alone, then 1 or 2. For the side that waits: in its next turn. Empty where no
    soldier stands, and while armies are placed."""
    start = SQUARES.index(square)
    soldier = int(state.board[start])
    if soldier == 0 or state.placing:
        return {}
    speed = int(SPEED[kind_of(soldier)])
    free = int(state.steps_left) if start == state.stepper else 0
    empty = ALL & ~int(state.soldiers[WHITE] | state.soldiers[BLACK] | state.obstacles)
    seen = edge = 1 << start
    found = {}
    for steps in range(1, free + speed * actions_of(soldier) + 1):
        edge = neighbours(edge) & empty & ~seen
        seen |= edge
        actions = max(0, -(-(steps - free) // speed))
        found.update({name: actions for at, name in enumerate(SQUARES) if edge >> at & 1})
    return found


def route(state: State, square: str, target: str) -> tuple[str, ...]:
    """The squares that the soldier on `square` steps on, on a shortest way to `target`, which is the last of
    them; empty where `target` is not `reachable`."""
    if target not in reachable(state, square):
        return ()
    empty = ALL & ~int(state.soldiers[WHITE] | state.soldiers[BLACK] | state.obstacles)
    start, edges = 1 << SQUARES.index(square), [1 << SQUARES.index(target)]
    seen = edges[0]
    while not neighbours(edges[-1]) & start:  # from the target outwards
        edges.append(neighbours(edges[-1]) & empty & ~seen)
        seen |= edges[-1]
    way: list[str] = []
    here = start
    for edge in reversed(edges):
        step_to = lowest_bit(neighbours(here) & edge)
        way.append(SQUARES[step_to])
        here = 1 << step_to
    return tuple(way)


def attackable(state: State, square: str) -> list[str]:
    """The squares of the enemies that the soldier on `square` stands next to and has an action to
    attack. For the side that waits: in its next turn, if nobody moves. Empty while armies are placed."""
    at = SQUARES.index(square)
    soldier = int(state.board[at])
    if soldier == 0 or state.placing or actions_of(soldier) == 0:
        return []
    side = WHITE if int(state.soldiers[WHITE]) >> at & 1 else BLACK
    targets = int(NEIGHBOURS[at]) & int(state.soldiers[1 - side])
    return [name for number, name in enumerate(SQUARES) if targets >> number & 1]


def to_place(state: State, side: int) -> list[str]:
    """The letters of the soldiers that `side` still has to place."""
    return [LETTERS[kind] for kind in range(KINDS) for _ in range(state.to_place[side, kind])]


def prompt(state: State, clicks: tuple[str, ...]) -> str:
    """While armies are placed, what to place next; later, the steps and actions left in a begun turn."""
    side = int(state.to_move)
    if state.placing:
        return _placing_prompt(to_place(state, side), clicks[-1] if clicks else "")
    if not turn_begun(state):
        return ""
    ready = [soldier for soldier in soldiers(state) if soldier.side == side and soldier.actions]
    free = next((soldier for soldier in soldiers(state) if soldier.steps_left), None)
    said = []
    if free is not None:
        steps = "1 free step" if free.steps_left == 1 else f"{free.steps_left} free steps"
        said.append(f"{steps} left on {free.square}")
        if not ready:
            said[0] += ", or end the turn"
    actions = sum(soldier.actions for soldier in ready)
    if actions == 1:
        (last,) = ready
        steps_on = bool(reachable(state, last.square))
        attacks = bool(attackable(state, last.square))
        what = "attack" if attacks and not steps_on else "action"
        may = ": a step or an attack" if attacks and steps_on else ""
        said.append(f"one {what} left on {last.square}{may}")
    elif actions:
        attackers = sum(bool(attackable(state, soldier.square)) for soldier in ready)
        may = {0: "", 1: ", one soldier can attack"}.get(attackers, f", {attackers} soldiers can attack")
        said.append(f"{actions} actions left{may}")
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}."


def _placing_prompt(left: Sequence[str], clicked: str) -> str:
    """What a side with the soldiers `left` places next; `clicked` is the square or the soldier that was
    chosen, "" for neither."""
    kinds = [TITLES[LETTERS.index(letter)] for letter in dict.fromkeys(left)]
    if LETTERS[NOBLE] in left:
        return "Place the Noble first, in your corner."
    if clicked in left:
        kind, article = TITLES[LETTERS.index(clicked)], "the" if left.count(clicked) == 1 else "a"
        others = [f"the {other}" for other in kinds if other != kind]
        instead = f", or choose {' or '.join(others)}" if others else ""
        return f"Click a square of your corner for {article} {kind}{instead}."
    if clicked:
        return f"Choose who stands on {clicked}: {' or '.join(kinds)}."
    if len(left) == 1:
        return f"Click the last square for the {kinds[0]}."
    if len(kinds) == 1:
        return f"Click a square of your corner for a {kinds[0]}: {len(left)} left."
    return f"Choose a soldier and its square in your corner: {len(left)} left."


def effects(state: State, move: int) -> tuple[str, ...]:
    """For an attack: "takes the Noble" if it takes the last hitpoint, else "hits the Noble"."""
    if move_kind(state, move) != "attack":
        return ()
    soldier = state.board[move & 63]
    return (f"{'takes' if hitpoints_of(soldier) == 1 else 'hits'} the {TITLES[kind_of(soldier)]}",)


def refusal(state: State, clicks: tuple[str, ...], square: str) -> str:
    side, number = int(state.to_move), SQUARES.index(square)
    if state.obstacles >> number & 1:
        return "An obstacle: nobody enters it."
    soldier = next((each for each in soldiers(state) if each.square == square), None)
    if state.placing:
        if soldier is not None:
            return "That square is taken: choose a free one of your corner."
        return "" if square in HOMES[side] else "Place your army in your own corner, on the framed squares."
    if soldier is None:
        return "Too far: the tinted squares are within reach." if clicks else ""
    if soldier.side == side:
        if not soldier.actions and not soldier.steps_left:
            return "This soldier has no actions left in this turn."
        return "This soldier can neither step nor attack from here."
    if not clicks:
        return f"That soldier is {SIDE_NAMES[1 - side].capitalize()}'s: choose one of yours first."
    return "Too far: a soldier attacks only who stands next to it, straight and not aslant."


def progress(state: State) -> int:
    """The number of completed turns."""
    return int(state.turns)


def position_kind(state: State) -> int:
    """The index of a position's kind in `POSITION_KINDS`."""
    if state.placing:
        return 0
    left = sum(int(soldiers).bit_count() for soldiers in state.soldiers)
    return 1 + (left < 2 * sum(ARMY))


POSITION_KINDS = PositionKinds(("placing", "full armies", "after a loss"), position_kind)


# The other side's position, and what stands where


def opposite(square: int) -> int:
    """The square after the board is turned by 180 degrees: White's corner becomes Black's."""
    return SIZE * SIZE - 1 - square


def mirror(state: State, next: State) -> bool:
    """Fills `next` with the position in which the soldiers have changed sides and the board is turned by 180
    degrees. False while armies are placed, because White places first."""
    if state.placing == 1:
        return False
    copy_state_into(state, next)
    next.to_move = 1 - state.to_move
    next.ready = next.obstacles = 0
    for side in (WHITE, BLACK):
        next.soldiers[side] = 0
        for kind in range(KINDS):
            next.to_place[side, kind] = state.to_place[1 - side, kind]
    for square in range(SIZE * SIZE):
        was = opposite(square)
        next.board[square] = state.board[was]
        if state.ready & BIT[was] != 0:
            next.ready |= BIT[square]
        if state.obstacles & BIT[was] != 0:
            next.obstacles |= BIT[square]
        for side in (WHITE, BLACK):
            if state.soldiers[1 - side] & BIT[was] != 0:
                next.soldiers[side] |= BIT[square]
    if state.stepper != NOWHERE:
        next.stepper = opposite(state.stepper)
    next.key = full_key(next)
    return True


def mirror_move(state: State, move: int) -> int:
    if move == END:
        return END
    return opposite(move >> 6) << 6 | opposite(move & 63)


OBSTACLE = KINDS + 1
"""The kind of an obstacle. That of a soldier is 1 for a Noble, 2 for a Fighter and 3 for a Thief."""


def contents(state: State, out: np.ndarray) -> None:
    """An obstacle belongs to nobody."""
    for square in range(SIZE * SIZE):
        out[square, 0] = OBSTACLE if state.obstacles & BIT[square] != 0 else 0
        out[square, 1] = NOBODY
        for side in (WHITE, BLACK):
            if state.soldiers[side] & BIT[square] != 0:
                out[square, 0] = 1 + kind_of(state.board[square])
                out[square, 1] = side


GUIDE = Guide(
    rules=(
        (
            "Each side has a Noble (the crown, 4 hitpoints), two Fighters (the shield, 3) and a Thief "
            "(the mask, 2). White places all four in its corner, the Noble first; then Black does."
        ),
        (
            "In your turn each of your soldiers has two actions. An action is a move or an attack. A "
            "move is up to three steps, the Thief's up to four, over free squares. An attack takes a "
            "hitpoint from an enemy on the next square. Neither goes diagonally."
        ),
        (
            "Your soldiers may act in any order, and you may come back to one. Steps of a move that are left "
            "over are free steps. They are lost when another one moves or any of them attacks. You may end "
            "your turn at any time; it ends by itself when no soldier can act."
        ),
        (
            "The bar below a soldier shows its hitpoints, the dots beside it the actions it has "
            "left. Dots on a square are the actions that going there takes. Without hitpoints it is gone."
        ),
        (
            "Who brings down the enemy's Noble wins. After twenty turns, in the usual rules, the game "
            "is a draw. The turns of both sides count; placing an army is one turn."
        ),
    ),
    mouse="To place, choose a soldier beside the board and click one of your corner's squares. In the game "
    "click a soldier and then a marked square to go there, or an enemy beside it to attack. End turn ends "
    "your turn.",
    keyboard="Tab leads to the board. The arrow keys choose a square, and Enter is the click. N, F and T "
    "choose the soldier to be placed, and D, for done, ends your turn.",
    position="3t222/2f22n422/2T21f122/2F223/1N424/1F324 w play - 8",
    move="c4xd4",
)

GAME = Game(
    name="tabletactics",
    dtype=DTYPE,
    max_moves=4 * sum(ARMY) + 1,  # four neighbours of each soldier, and the end of the turn
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
    options=TableTacticsOptions,
    approaching=approaching,
    prompt=prompt,
    refusal=refusal,
    effects=effects,
    idles=idles,
    opening_plies=12,  # the first eight place the armies, in only 144 ways
    mirror=mirror,
    mirror_move=mirror_move,
    contents=contents,
    piece_kinds=("Nobles", "Fighters", "Thieves", "obstacles"),
    progress=progress,
    kinds=POSITION_KINDS,
    guide=GUIDE,
)
