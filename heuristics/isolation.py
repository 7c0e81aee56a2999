"""Isolation's heuristics: three of the course that the game comes from, three of the published write-up that
builds on them, and our own `territory`, which counts the squares that each piece reaches first."""

import numpy as np

from games.bits import lowest_bit, popcount
from games.contract import State
from games.isolation import ALL, KNIGHT, SIZE, SQUARES, targets
from heuristics.contract import Heuristic, where
from heuristics.levels import Level

COURSE = "AIND Isolation project, sample_players"
WRITE_UP = "Heuristic analysis, AIND Isolation project"

CORNERS = 1 | 1 << SIZE - 1 | 1 << SIZE * (SIZE - 1) | 1 << SIZE * SIZE - 1
TRAPPED = 1_000_000.0

open_ = Heuristic("open", "isolation", "Own mobility alone.", COURSE, scale=3.0, unit="move")
improved = Heuristic(
    "improved", "isolation", "Own mobility minus the opponent's.", COURSE, scale=3.0, unit="move"
)
center = Heuristic(
    "center",
    "isolation",
    "The own piece's squared distance from a point near the centre; it rewards distance, as in the original.",
    COURSE,
    scale=10.0,
)
custom_score_3 = Heuristic(
    "custom_score_3",
    "isolation",
    "Mobility with corners discounted, and the overlap of both pieces' targets.",
    WRITE_UP,
    scale=3.0,
    unit="move",
)
custom_score_2 = Heuristic(
    "custom_score_2",
    "isolation",
    "custom_score_3, and a bonus on own mobility for diagonal chains and for being near the opponent.",
    WRITE_UP,
    scale=3.0,
    unit="move",
)
custom_score = Heuristic(
    "custom_score",
    "isolation",
    "custom_score_3, and its net mobility amplified by diagonal chains and nearness.",
    WRITE_UP,
    scale=3.0,
    unit="move",
)
territory = Heuristic(
    "territory",
    "isolation",
    "Squares that the piece reaches before the other does, minus those that lead nowhere.",
    "our own, tested in matches",
    scale=8.0,
    unit="square",
)

TARGETS, CORNER_TARGETS, OVERLAP = 0, 1, 2
"""The indices of the three mobility terms' weights among the weights of the custom scores."""


def _named(bits: int) -> list[tuple[str, float]]:
    return [(name, 1.0) for square, name in enumerate(SQUARES) if bits >> square & 1]


@improved.difference(weight=1.0)
@open_.own(weight=1.0, one_sided=True)
@where(lambda state, side: _named(targets(state, side)))
def mobility(state: State, side: int) -> float:
    """Squares that the piece can move to now."""
    return popcount(targets(state, side))


def _on_the_piece(state: State, side: int, amount: float) -> list[tuple[str, float]]:
    square = state.pieces[side]
    return [(SQUARES[square], float(amount))] if square >= 0 else []


def _distance_where(state: State, side: int) -> list[tuple[str, float]]:
    return _on_the_piece(state, side, distance_from_centre(state, side))


@center.own(weight=1.0, one_sided=True)
@where(_distance_where)
def distance_from_centre(state: State, side: int) -> float:
    """Squared distance of the piece from a point half a square off the centre; farther counts more.

    (3.5 − file)² + (3.5 − rank)², files and ranks counted from 0."""
    square = state.pieces[side]
    if square < 0:
        return 0.0
    rank = square // SIZE
    file = square % SIZE
    return (3.5 - file) * (3.5 - file) + (3.5 - rank) * (3.5 - rank)


@custom_score.difference("targets", weight=1.0, label="moves outside corners")
@custom_score_2.difference("targets", weight=1.0, label="moves outside corners")
@custom_score_3.difference("targets", weight=1.0, label="moves outside corners")
@where(lambda state, side: _named(targets(state, side) & ~CORNERS))
def inner_targets(state: State, side: int) -> float:
    """Squares that the piece can move to now, without the corners."""
    return popcount(targets(state, side) & ~CORNERS)


@custom_score.difference("corner targets", weight=0.2, label="moves into corners")
@custom_score_2.difference("corner targets", weight=0.2, label="moves into corners")
@custom_score_3.difference("corner targets", weight=0.2, label="moves into corners")
@where(lambda state, side: _named(targets(state, side) & CORNERS))
def corner_targets(state: State, side: int) -> float:
    """Corners that the piece can move to now; worth less, since at most one move leads out again."""
    return popcount(targets(state, side) & CORNERS)


def shared_targets(state: State) -> int:
    """The squares that both pieces can move to, as bits; none while a piece is not placed."""
    if state.pieces[0] < 0 or state.pieces[1] < 0:
        return 0
    return targets(state, 0) & targets(state, 1)


@custom_score.difference("overlap", weight=-1.0, label="contested square")
@custom_score_2.difference("overlap", weight=-1.0, label="contested square")
@custom_score_3.difference("overlap", weight=-1.0, label="contested square")
@where(lambda state, side: _named(shared_targets(state)) if side != state.to_move else [])
def overlap(state: State, side: int) -> float:
    """1 for the waiting player while both pieces can move to the same square: the other player can take it
    first."""
    return 1.0 if side != state.to_move and shared_targets(state) != 0 else 0.0


@custom_score.decides("trapped", one_sided=False)
@custom_score_2.decides("trapped", one_sided=False)
@custom_score_3.decides("trapped", one_sided=False)
def trapped(state: State, side: int) -> float:
    """Whether the other piece can take away the waiting piece's only move: this decides the game, and nothing
    else counts."""
    waiting = 1 - state.to_move
    if shared_targets(state) == 0 or popcount(targets(state, waiting)) != 1:
        return 0.0
    return -TRAPPED if side == waiting else TRAPPED


def adjusted_mobility(state: State, side: int, weights: np.ndarray) -> float:
    """One player's number of moves, adjusted by the three mobility weights as in the write-up."""
    return (
        weights[TARGETS] * inner_targets(state, side)
        + weights[CORNER_TARGETS] * corner_targets(state, side)
        + weights[OVERLAP] * overlap(state, side)
    )


def filled_diagonals(state: State, side: int) -> int:
    """The filled diagonal neighbours of the piece, as bits; none while a piece is not placed."""
    filled = 0
    if state.pieces[0] < 0 or state.pieces[1] < 0:
        return filled
    rank = state.pieces[side] // SIZE
    file = state.pieces[side] % SIZE
    for up in (-1, 1):
        for right in (-1, 1):
            if 0 <= rank + up < SIZE and 0 <= file + right < SIZE:
                filled |= state.blocked & np.int64(1) << np.int64((rank + up) * SIZE + file + right)
    return filled


def diagonal_chain(state: State, side: int) -> float:
    """0.25 for each filled diagonal neighbour of the piece; 0 while a piece is not placed."""
    return 0.25 * popcount(filled_diagonals(state, side))


def _chain_squares(state: State, side: int, mobility: float) -> list[tuple[str, float]]:
    """The filled diagonal neighbours. Each counts a quarter of the adjusted moves."""
    return [(name, 0.25 * mobility) for name, _ in _named(filled_diagonals(state, side))]


def nearness(state: State, side: int) -> float:
    """1 − (|Δfile| + |Δrank| − 1) / 11 of the two pieces; 0 while a piece is not placed."""
    own, other = state.pieces[side], state.pieces[1 - side]
    if own < 0 or other < 0:
        return 0.0
    steps = abs(own // SIZE - other // SIZE) + abs(own % SIZE - other % SIZE)
    return 1.0 - (steps - 1) / (2 * SIZE - 3)


@custom_score_2.own(
    "own moves on diagonals", weight=0.25, one_sided=True, label="own moves by filled diagonals"
)
@where(lambda state, side, weights: _chain_squares(state, side, adjusted_mobility(state, side, weights)))
def mobility_on_diagonals(state: State, side: int, weights: np.ndarray) -> float:
    """The weighted sum of the first three terms, times 0.25 for each filled square diagonally beside the
    piece."""
    return adjusted_mobility(state, side, weights) * diagonal_chain(state, side)


@custom_score_2.own("own moves nearby", weight=0.25, one_sided=True, label="own moves near the opponent")
@where(
    lambda state, side, weights: _on_the_piece(
        state, side, adjusted_mobility(state, side, weights) * nearness(state, side)
    )
)
def mobility_nearby(state: State, side: int, weights: np.ndarray) -> float:
    """The weighted sum of the first three terms, times the nearness of the other piece (0 to 1)."""
    return adjusted_mobility(state, side, weights) * nearness(state, side)


def net_mobility(state: State, side: int, weights: np.ndarray) -> float:
    """The adjusted number of moves of `side` minus the opponent's."""
    return adjusted_mobility(state, side, weights) - adjusted_mobility(state, 1 - side, weights)


@custom_score.single("net on diagonals", weight=0.1, one_sided=True, label="move lead by filled diagonals")
@where(lambda state, side, weights: _chain_squares(state, side, net_mobility(state, side, weights)))
def net_on_diagonals(state: State, side: int, weights: np.ndarray) -> float:
    """The weighted sum of the first three terms, own minus the opponent's, times 0.25 for each filled square
    diagonally beside the own piece."""
    return net_mobility(state, side, weights) * diagonal_chain(state, side)


@custom_score.single("net nearby", weight=0.1, one_sided=False, label="move lead near the opponent")
@where(
    lambda state, side, weights: _on_the_piece(
        state, side, net_mobility(state, side, weights) * nearness(state, side)
    )
)
def net_nearby(state: State, side: int, weights: np.ndarray) -> float:
    """The weighted sum of the first three terms, own minus the opponent's, times the nearness of the
    pieces (0 to 1)."""
    return net_mobility(state, side, weights) * nearness(state, side)


# territory

FILE_A, FILE_B, FILE_F, FILE_G = (
    sum(1 << SIZE * rank + file for rank in range(SIZE)) for file in (0, 1, SIZE - 2, SIZE - 1)
)


def jumps_from(bits: int) -> int:
    """The squares a knight's jump away from any of `bits`, whether free or not."""
    one = (bits & ~FILE_G) << 1 | (bits & ~FILE_A) >> 1
    two = (bits & ~(FILE_F | FILE_G)) << 2 | (bits & ~(FILE_A | FILE_B)) >> 2
    return (one << 2 * SIZE | one >> 2 * SIZE | two << SIZE | two >> SIZE) & ALL


def own_ground(state: State, side: int) -> int:
    """The free squares that the piece of `side` reaches in fewer jumps than the other piece, as bits. With
    equal numbers the side to move is first. No squares while a piece is not placed."""
    if state.pieces[0] < 0 or state.pieces[1] < 0:
        return 0
    mover = state.to_move
    unclaimed = ALL & ~state.blocked
    mine, edge = 0, KNIGHT[state.pieces[side]] & unclaimed
    other_edge = KNIGHT[state.pieces[1 - side]] & unclaimed
    while edge != 0 or other_edge != 0:  # each round is one jump of each piece
        if side == mover:
            other_edge &= ~edge
        else:
            edge &= ~other_edge
        mine |= edge
        unclaimed &= ~(edge | other_edge)
        edge = jumps_from(edge) & unclaimed
        other_edge = jumps_from(other_edge) & unclaimed
    return mine


@territory.difference("territory", weight=1.0)
@where(lambda state, side: _named(own_ground(state, side)))
def ground(state: State, side: int) -> float:
    """Free squares that the piece reaches first; where both need as many jumps, the side to move is first."""
    return popcount(own_ground(state, side))


def leads_on(square: int, ground: int) -> bool:
    """Whether a path can lead through a square of the territory: at least two of the territory's other
    squares are a jump away."""
    return popcount(KNIGHT[square] & ground) > 1


def _dead_end_squares(state: State, side: int) -> list[tuple[str, float]]:
    own = own_ground(state, side)
    return [(name, 1.0) for name, _ in _named(own) if not leads_on(SQUARES.index(name), own)]


@territory.difference(weight=-0.5)
@where(_dead_end_squares)
def dead_ends(state: State, side: int) -> float:
    """Squares of the territory from which at most one jump leads to another square of it."""
    own = own_ground(state, side)
    left, total = own, 0
    while left != 0:
        if not leads_on(lowest_bit(left), own):
            total += 1
        left &= left - 1
    return total


DEFAULT = territory

LEVELS = (
    Level(depth=1, slack=30.0),
    Level(depth=2, slack=28.0),
    Level(depth=3, slack=6.0),
    Level(depth=3, slack=2.2),
    Level(depth=4, slack=1.25),
    Level(depth=5, slack=0.45),
    Level(nodes=900),
    Level(nodes=1_000_000),
)
"""docs/lab/strength.md has the Elo of each step."""
