"""Simplified Jungle's heuristics: the evaluation functions of the published minimax and greedy agents, and
our own `hunter`, which counts all pieces, hidden ones too, and chases pieces that it can take.

All three count face-down pieces by side. In a mixed deal nobody knows whose a face-down piece is, but how
many each side has is known. Since their squares are unknown, `where` gives each face-down square the chance
that the side's piece lies there.
"""

from typing import Any

import numpy as np

from games.bits import lowest_bit, popcount
from games.contract import WHITE, State
from games.jungle import (
    BIT,
    BOTH_LOST,
    FILES,
    NEIGHBOURS,
    RANKS,
    RESULT,
    SQUARES,
    TAKES,
    UNKNOWN,
    action_count,
    can_enter,
    can_reveal,
    strength_of,
)
from heuristics.contract import Heuristic, where
from heuristics.jungle_pursuit import plies_of_one, plies_of_two
from heuristics.levels import Level

SLIDES = "Simplified Jungle Chess AI Agents"
MINIMAX_FORMULA = f"{SLIDES}, minimax evaluation, the boxed formula"
GREEDY_FORMULA = f"{SLIDES}, greedy's heuristic, the boxed formula"

CENTRE_FILES = sum(0b00011000 << FILES * rank for rank in range(RANKS))
"""Bits of files d and e."""

minimax = Heuristic(
    "minimax",
    "jungle",
    "Pieces, revealed strength, what is face down, and possible captures.",
    MINIMAX_FORMULA,
    scale=60.0,
)
greedy = Heuristic(
    "greedy",
    "jungle",
    "Piece values, own pieces' advance, mobility, and threats counted high.",
    GREEDY_FORMULA,
    parameters={
        "value of rat": 10.0,
        "value of cat": 40.0,
        "value of dog": 50.0,
        "value of wolf": 60.0,
        "value of leopard": 70.0,
        "value of tiger": 80.0,
        "value of lion": 90.0,
        "value of elephant": 100.0,
        "value face down": 30.0,
    },
    scale=200.0,
)
hunter = Heuristic(
    "hunter",
    "jungle",
    "Strength of all pieces, hidden ones too, and the shortest way to what they can take.",
    "our own, tested in matches",
    scale=60.0,
    former_weights=("own face down", "opposing face down"),
)

VALUES = 7
"""The index of greedy's first piece value among its weights, after those of its terms."""


def _revealed(state: State, side: int) -> list[int]:
    return [square for square in range(FILES * RANKS) if int(state.revealed[side]) >> square & 1]


def _face_down_squares(state: State, side: int) -> list[tuple[str, float]]:
    bits = int(state.face_down[side] | state.face_down[UNKNOWN])
    total = popcount(bits)
    if total == 0:
        return []
    share = popcount(state.pool[side]) / total
    return [(name, share) for square, name in enumerate(SQUARES) if bits >> square & 1]


def _piece_squares(state: State, side: int) -> list[tuple[str, float]]:
    revealed = [(SQUARES[square], 1.0) for square in _revealed(state, side)]
    return revealed + _face_down_squares(state, side)


def _taking_squares(state: State, side: int) -> list[tuple[str, float]]:
    counts = [(SQUARES[square], float(taken_from(state, square, side))) for square in _revealed(state, side)]
    return [(name, count) for name, count in counts if count]


def taken_from(state: State, square: int, side: int) -> int:
    """Number of revealed opposing neighbours that the revealed piece on `square` can take."""
    strength = strength_of(state.board[square])
    targets = NEIGHBOURS[square] & state.revealed[1 - side]
    n = 0
    while targets != 0:
        if RESULT[strength, strength_of(state.board[lowest_bit(targets)])] == TAKES:
            n += 1
        targets &= targets - 1
    return n


def taking_pairs(state: State, side: int) -> int:
    """Number of adjacent revealed pairs in which the piece of `side` can take the other."""
    n = 0
    bits = state.revealed[side]
    while bits != 0:
        n += taken_from(state, lowest_bit(bits), side)
        bits &= bits - 1
    return n


# minimax


@hunter.difference("pieces", weight=1.0, group="material")
@minimax.difference("pieces", weight=1.0, source=f"{MINIMAX_FORMULA} (its text says 100)")
@where(_piece_squares)
def piece_count(state: State, side: int) -> float:
    """Pieces on the board, revealed or face down."""
    return popcount(state.revealed[side]) + popcount(state.pool[side])


@minimax.difference("strength", weight=10.0, label="revealed strength")
@where(
    lambda state, side: [
        (SQUARES[square], float(strength_of(int(state.board[square])))) for square in _revealed(state, side)
    ]
)
def revealed_strength(state: State, side: int) -> float:
    """Strengths of the revealed pieces, added up: from 1 for the rat to 8 for the elephant."""
    total = 0
    bits = state.revealed[side]
    while bits != 0:
        total += strength_of(state.board[lowest_bit(bits)])
        bits &= bits - 1
    return total


@minimax.other("opposing face down", weight=-10.0, one_sided=True, label="their hidden pieces")
@minimax.own("own face down", weight=5.0, one_sided=True, label="own hidden pieces")
@where(_face_down_squares)
def face_down_count(state: State, side: int) -> float:
    """Pieces still face down: a reserve for their own side, an unknown threat to the other."""
    return popcount(state.pool[side])


@minimax.other("can be taken", weight=-15.0, one_sided=True, label="their captures")
@minimax.own("can take", weight=20.0, one_sided=True, label="own captures")
@where(_taking_squares)
def minimax_pairs(state: State, side: int) -> float:
    """Captures of a revealed piece by a revealed piece beside it; a piece cannot take its equal."""
    return taking_pairs(state, side)


# hunter


STRENGTHS = np.array(
    [sum(kind + 1 for kind in range(8) if pool >> kind & 1) for pool in range(256)], np.int64
)
"""int64[256], by a pool: the strengths of its pieces, added up."""


def _strength_squares(state: State, side: int) -> list[tuple[str, float]]:
    revealed = [
        (SQUARES[square], float(strength_of(int(state.board[square])))) for square in _revealed(state, side)
    ]
    pool = int(state.pool[side])
    mean = float(STRENGTHS[pool]) / max(1, popcount(pool))
    return revealed + [(name, share * mean) for name, share in _face_down_squares(state, side) if share]


@hunter.difference("strength", weight=10.0, group="material", label="strength of all pieces")
@where(_strength_squares)
def strength(state: State, side: int) -> float:
    """Strengths of the pieces, revealed or face down, added up: from 1 for the rat to 8 for the elephant."""
    return STRENGTHS[state.pool[side]] + revealed_strength(state, side)


def steps_apart(square: int, other: int) -> int:
    """The number of steps from one square to another on an empty board."""
    return abs(square // FILES - other // FILES) + abs(square % FILES - other % FILES)


def hunts(state: State, square: int, prey: int, trades: bool) -> bool:
    """Whether the piece on `square` should attack the piece on `prey`: it takes it, or both go off the board
    and the side welcomes a trade."""
    result = RESULT[strength_of(state.board[square]), strength_of(state.board[prey])]
    return result == TAKES or (trades and result == BOTH_LOST)


def steps_to_prey(state: State, prey: int, side: int) -> int:
    """The number of steps to the revealed opposing piece on `prey` from this side's nearest piece that can
    take it; 0 if there is none."""
    nearest = 0
    bits = state.revealed[side]
    while bits != 0:
        square = lowest_bit(bits)
        bits &= bits - 1
        if hunts(state, square, prey, False):
            steps = steps_apart(square, prey)
            if nearest == 0 or steps < nearest:
                nearest = steps
    return nearest


def _prey_squares(state: State, side: int) -> list[tuple[str, float]]:
    steps = {square: int(steps_to_prey(state, square, side)) for square in _revealed(state, 1 - side)}
    return [(SQUARES[square], float(count)) for square, count in steps.items() if count]


PLIES_OF_ONE = plies_of_one()
PLIES_OF_TWO = plies_of_two()
LONGEST_OF_TWO = 45
"""The most plies that two hunters need. A hunter alone rarely catches anything, so it counts as more than
these: by its number of steps to the prey."""


def plies_to_catch(state: State, prey: int, side: int) -> int:
    """The number of plies until this side catches the revealed opposing piece on `prey` with the two nearest
    pieces that hunt it, if nothing comes in between; 0 if none hunts it. A side with more pieces than the
    other welcomes trades."""
    pieces, others = piece_count(state, side), piece_count(state, 1 - side)
    first = second = -1
    nearest = next_to_nearest = FILES + RANKS
    bits = state.revealed[side]
    while bits != 0:
        square = lowest_bit(bits)
        bits &= bits - 1
        if hunts(state, square, prey, pieces > others):
            steps = steps_apart(square, prey)
            if steps < nearest:
                second, next_to_nearest = first, nearest
                first, nearest = square, steps
            elif steps < next_to_nearest:
                second, next_to_nearest = square, steps
    if first < 0:
        return 0
    if others == 1 and pieces > 1:  # the last piece must move, and this side can also move another piece
        return PLIES_OF_ONE[prey, first]
    if second < 0:
        return LONGEST_OF_TWO + 1 + nearest
    return PLIES_OF_TWO[prey, first, second]


def _caught_square(state: State, side: int) -> list[tuple[str, float]]:
    plies = [(int(plies_to_catch(state, square, side)), square) for square in _revealed(state, 1 - side)]
    return [(SQUARES[square], float(number)) for number, square in sorted(plies) if number][:1]


@hunter.difference(
    "plies to a catch",
    weight=-0.3,
    source="our own, by retrograde analysis",
    group="hunt",
    label="time to a catch",
)
@where(_caught_square)
def plies_to_a_catch(state: State, side: int) -> float:
    """Moves by both sides until this side catches the opposing piece that it catches soonest.

    They are counted on an otherwise empty board, on which two pieces that take it always catch it. A side
    with more pieces also trades for it."""
    fewest = 0
    bits = state.revealed[1 - side]
    while bits != 0:
        plies = plies_to_catch(state, lowest_bit(bits), side)
        bits &= bits - 1
        if plies > 0 and (fewest == 0 or plies < fewest):
            fewest = plies
    return fewest


@hunter.difference("all prey", weight=-0.7, group="hunt", label="distance to all prey")
@where(_prey_squares)
def all_prey(state: State, side: int) -> float:
    """Steps to each opposing piece from the nearest own piece that can take it, added up."""
    total = 0
    bits = state.revealed[1 - side]
    while bits != 0:
        total += steps_to_prey(state, lowest_bit(bits), side)
        bits &= bits - 1
    return total


@hunter.difference("nothing to hunt", weight=-7.5, group="hunt")
def nothing_to_hunt(state: State, side: int) -> float:
    """1 while no own revealed piece is able to take any piece that the opponent has revealed."""
    bits = state.revealed[1 - side]
    while bits != 0:
        if steps_to_prey(state, lowest_bit(bits), side) > 0:
            return 0.0
        bits &= bits - 1
    return 1.0


TAKEN_BY = np.array(
    [sum(1 << by - 1 for by in range(1, 9) if RESULT[by, strength] == TAKES) for strength in range(9)],
    np.int64,
)
"""int64[9], by strength: the strengths that take it, from bit 0 for the rat to bit 7 for the elephant."""


def alive(state: State, side: int) -> int:
    """The strengths of a side's pieces, revealed or face down, as bits like those of TAKEN_BY."""
    strengths: Any = np.int64(state.pool[side])
    bits = state.revealed[side]
    while bits != 0:
        strengths |= BIT[strength_of(state.board[lowest_bit(bits)]) - 1]
        bits &= bits - 1
    return strengths


def untouchable_among(strengths: int, others: int) -> int:
    """The bits of `strengths` that none of the strengths `others` can take."""
    untouchable = strengths
    bits = strengths
    while bits != 0:
        strength = lowest_bit(bits) + 1
        bits &= bits - 1
        if TAKEN_BY[strength] & others != 0:
            untouchable ^= BIT[strength - 1]
    return untouchable


def _untouchable_squares(state: State, side: int) -> list[tuple[str, float]]:
    untouchable = untouchable_among(alive(state, side), alive(state, 1 - side))
    on_board = [
        (SQUARES[square], 1.0)
        for square in _revealed(state, side)
        if untouchable >> strength_of(int(state.board[square])) - 1 & 1
    ]
    face_down = popcount(untouchable & state.pool[side])
    share = face_down / max(1, popcount(state.pool[side]))
    return on_board + [(name, share * amount) for name, amount in _face_down_squares(state, side) if share]


@hunter.difference("untouchable", weight=40.0, group="material", label="untouchable pieces")
@where(_untouchable_squares)
def untouchable(state: State, side: int) -> float:
    """Pieces, revealed or face down, that no piece left to the opponent can take."""
    return popcount(untouchable_among(alive(state, side), alive(state, 1 - side)))


@hunter.difference("piece share", weight=240.0, group="material", label="share of all pieces")
@where(
    lambda state, side: [
        (name, amount / float(piece_count(state, 0) + piece_count(state, 1)))
        for name, amount in _piece_squares(state, side)
    ]
)
def piece_share(state: State, side: int) -> float:
    """Own pieces as a share of all pieces on the board; the side with more pieces gains by trades."""
    return piece_count(state, side) / max(1, piece_count(state, 0) + piece_count(state, 1))


# greedy


def value_on(state: State, square: int, weights: np.ndarray) -> float:
    return weights[VALUES + strength_of(state.board[square]) - 1]


@greedy.other("opposing value", weight=-0.8, one_sided=True, group="pieces", label="value of their pieces")
@greedy.own("own value", weight=1.0, one_sided=True, group="pieces", label="value of own pieces")
@where(lambda state, side, weights: _value_squares(state, side, weights))
def piece_values(state: State, side: int, weights: np.ndarray) -> float:
    """Values of the pieces, added up: a revealed piece by its strength, others at the value face down."""
    total = weights[VALUES + 8] * popcount(state.pool[side])
    bits = state.revealed[side]
    while bits != 0:
        total += value_on(state, lowest_bit(bits), weights)
        bits &= bits - 1
    return total


def _value_squares(state: State, side: int, weights: np.ndarray) -> list[tuple[str, float]]:
    revealed = [
        (SQUARES[square], float(value_on(state, square, weights))) for square in _revealed(state, side)
    ]
    face_down = _face_down_squares(state, side)
    return revealed + [(name, share * float(weights[VALUES + 8])) for name, share in face_down]


def rows_advanced(square: int, side: int) -> int:
    """The number of ranks from the side's own edge."""
    rank = square // FILES
    return rank if side == WHITE else RANKS - 1 - rank


@greedy.own("advance", weight=1.5, one_sided=True, group="places")
@where(
    lambda state, side: [
        (SQUARES[square], 5.0 * rows_advanced(square, side))
        for square in _revealed(state, side)
        if rows_advanced(square, side)
    ]
)
def advance(state: State, side: int) -> float:
    """Ranks that own revealed pieces have advanced, times 5."""
    total = 0
    bits = state.revealed[side]
    while bits != 0:
        total += rows_advanced(lowest_bit(bits), side)
        bits &= bits - 1
    return 5.0 * total


@greedy.own("centre files", weight=1.5, one_sided=True, group="places", label="pieces on centre files")
@where(
    lambda state, side: [
        (SQUARES[square], 5.0) for square in _revealed(state, side) if CENTRE_FILES >> square & 1
    ]
)
def centre_files(state: State, side: int) -> float:
    """Own revealed pieces on the files d and e, times 5."""
    return 5.0 * popcount(state.revealed[side] & CENTRE_FILES)


@greedy.own("mobility", weight=2.0, one_sided=True, group="places")
@where(lambda state, side: _action_squares(state, side))
def mobility(state: State, side: int) -> float:
    """Legal actions of this side if it were to move; a reveal is one action."""
    return action_count(state, side)


def _action_squares(state: State, side: int) -> list[tuple[str, float]]:
    reveals = int(can_reveal(state, side))
    enterable = can_enter(state, side)
    counts = [
        (square, 1 if reveals >> square & 1 else popcount(NEIGHBOURS[square] & enterable))
        for square in range(FILES * RANKS)
        if (reveals | int(state.revealed[side])) & int(BIT[square])
    ]
    return [(SQUARES[square], float(count)) for square, count in counts if count]


@greedy.other(
    "can be taken",
    weight=-100.0,
    source=f"{GREEDY_FORMULA}: 10 × −10",
    one_sided=True,
    group="threats",
    label="their captures",
)
@greedy.own(
    "can take",
    weight=150.0,
    source=f"{GREEDY_FORMULA}: 10 × 15",
    one_sided=True,
    group="threats",
    label="own captures",
)
@where(_taking_squares)
def greedy_pairs(state: State, side: int) -> float:
    """Captures of a revealed piece by a revealed piece beside it; a piece cannot take its equal."""
    return taking_pairs(state, side)


DEFAULT = hunter

LEVELS = (
    Level(depth=1, slack=20.0),
    Level(depth=2, slack=0.7),
    Level(depth=2, slack=0.17),
    Level(depth=3, slack=0.08),
    Level(nodes=1_000),
    Level(nodes=7_000),
    Level(nodes=60_000),
    Level(nodes=1_000_000),
)
"""docs/lab/strength.md has the Elo of each step."""
