"""How much a selective search skips, cuts and reduces. All margins are in pawns. Their proportions are those
that Stockfish 15.1 was tuned to."""

import math

import numpy as np

LAST_DEPTH_OF_REVERSE_FUTILITY = 7
FIRST_DEPTH_OF_PROBCUT = 5
FIRST_DEPTH_OF_CHECKS = 10
FIRST_DEPTH_OF_SINGULAR = 4
FIRST_DEPTH_WITHOUT_TABLE_MOVE = 9
"""The depth from which on a node that expects a cut, and where the table knows no move, is searched two plies
less."""

LESS_IN_OPEN_WINDOW = 3
"""Plies of depth that a node of the principal variation loses out of check if the table knows no move."""

PASS_STANDING = 17_000
"""A pass is not tried after a move whose histories, less STANDING, are this or more."""

STANDING = 4_400
"""Subtracted from a move's histories: about what they are for a usual one."""

LOGARITHMS = np.array([math.log(max(1, n)) for n in range(256)])


def reduction(depth: int, number: int, share: float, improving: bool) -> int:
    """By how many plies move `number`, from 1, is reduced; `share` is the width of the window as a share of
    the root window's."""
    plies = 0.4 * LOGARITHMS[min(depth, 255)] * LOGARITHMS[min(number, 255)]
    less = int(plies + 1.6 - share)
    return less + 1 if not improving and plies > 0.9 else less


def moves_before_skipping(depth: int, improving: bool) -> int:
    """The number of moves after which quiet ones are skipped."""
    return 3 + depth * depth if improving else (3 + depth * depth) // 2


def razor_margin(depth: int) -> float:
    """How far below alpha an evaluation is hopeless."""
    return 1.85 + 1.27 * depth * depth


def reverse_futility_margin(depth: int, improving: bool, standing: int) -> float:
    """How far above beta an evaluation is enough; `standing` are the last move's histories, less STANDING."""
    return 0.825 * (depth - improving) + standing / 60_000


def pass_margin(depth: int, improvement: float) -> float:
    """How far above beta an evaluation must be for a pass."""
    return 1.165 - 0.1 * depth - improvement / 13


def pass_reduction(depth: int, above: float) -> int:
    """By how many plies the search behind a pass is reduced; the evaluation is `above` beta."""
    return min(int(above / 0.84), 7) + depth // 3 + 4


def probcut_margin(improving: bool) -> float:
    """How far above beta a capture must be in a search of less depth."""
    return 0.68 if improving else 0.955


def capture_margin(depth: int) -> float:
    """How much a capture can gain in addition to the piece that it takes, at the reduced depth."""
    return 0.9 + depth


def quiet_margin(depth: int, standing: int) -> float:
    """How much a quiet move can improve the evaluation, at the reduced depth."""
    return 0.53 + 0.725 * depth + standing / 10_400


def least_exchange(depth: int) -> float:
    """The exchange below which a capture or check is skipped."""
    return -1.11 * depth


def least_quiet_exchange(depth: int) -> float:
    """The exchange below which a quiet move is skipped, at the reduced depth."""
    return -0.12 * depth * depth - 0.075 * depth


def least_following(depth: int) -> int:
    """The history below which a quiet move is skipped."""
    return -3_900 * (depth - 1)


def singular_margin(depth: int, was_on_line: bool) -> float:
    """How much worse all other moves must be for the table's move to be singular."""
    return (0.02 if was_on_line else 0.015) * depth


TWICE = 0.125
"""How much worse than by `singular_margin` they must be for the table's move to be extended by two plies."""

CHECK_WORTH = 0.4
"""A check costs no depth if the evaluation is farther than this from even."""

FAR_ABOVE = 0.685
"""A quiet move that is more than this above beta gains the history of a ply more depth."""

FUTILITY_IN_QUIESCENCE = 0.765
"""How much a capture in quiescence can gain in addition to the piece that it takes."""


def deeper_margin(plies: int) -> float:
    """A reduced move that comes out this far above alpha is searched again one ply deeper; `plies` is its
    reduction."""
    return 0.32 + 0.055 * plies


def shallower_margin(depth: int) -> float:
    """A reduced move that comes out less than this above the best one is searched again a ply less deep."""
    return 0.005 * depth


def hopeless_margin(depth: int) -> float:
    """If a node's value is farther than this below alpha, the move that led to it gains twice the history."""
    return 0.31 * depth
