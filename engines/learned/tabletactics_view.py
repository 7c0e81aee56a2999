"""How the net of TableTactics sees a state and names its actions, from the perspective of the player to move.
It sees the board once for each own soldier, shifted so that the soldier stands in the middle, with the ways
from there to the opposing Noble and to the nearest enemy. While armies are placed, it sees the board once for
each free square to place a soldier on. Each such view is a *question*: the net answers it with the values of
the actions from that square.

There are 6×6×11 + 1 actions: steps, attacks and placements by square, and the turn's end. The value of ending
the turn is one of the answers for the Noble's square.
"""

from typing import Any

import numpy as np

from engines.learned.tabletactics_paths import measure
from games.bits import lowest_bit, popcount
from games.contract import State
from games.tabletactics import (
    ALL,
    BIT,
    END,
    HOME,
    NEIGHBOURS,
    NOBLE,
    SIZE,
    actions_of,
    hitpoints_of,
    kind_of,
)

LAST = SIZE * SIZE - 1
ACROSS = 2 * SIZE - 1
CODES = 25
"""What can stand on a square: side × kind × hitpoints, or an obstacle."""

AT_ACTIONS = ACROSS * ACROSS * CODES  # by offset: whether an own soldier has an action left
AT_SQUARE = AT_ACTIONS + ACROSS * ACROSS
AT_SOLDIER = AT_SQUARE + SIZE * SIZE
AT_ACTIONS_LEFT = AT_SOLDIER + 13
AT_STEPS = AT_ACTIONS_LEFT + 3
AT_TURNS = AT_STEPS + 5
TURN_BANDS = 6
AT_STEPS_TO = AT_TURNS + TURN_BANDS  # by target: the steps to it
STEP_BANDS = 12
AT_NEARER = AT_STEPS_TO + 2 * STEP_BANDS  # by target and direction: whether a step that way comes nearer
AT_NO_WAY = AT_NEARER + 2 * 4  # by direction: whether no step leads that way
INPUTS = AT_NO_WAY + 4

STEP, ATTACK, PLACE, ENDS = 0, 4, 8, 11
OUTPUTS = 12
"""A question's outputs: steps and attacks in four directions each, three kinds to place, the turn's end."""

ASKED = 4
ROWS = 2 * 8 + SIZE * SIZE + 5 + 2 * 5 + 4
"""The most questions of a state, and the most inputs of one that are not 0."""


def for_side(square: int, side: int, mirrored: int) -> int:
    """The square for `side`, on the board or on its mirror image along the armies' diagonal."""
    if side == 1:
        square = LAST - square
    if mirrored != 0:
        square = square % SIZE * SIZE + square // SIZE
    return square


def asked_about(state: State) -> int:
    """Bits of the squares: those with an own soldier; while armies are placed, the free ones of the home."""
    side = state.to_move
    if state.placing == 1:
        return int(HOME[side] & ~state.soldiers[side])
    return int(state.soldiers[side])


def direction(step: int) -> int:
    """The direction of a step (the difference of two squares from `for_side`): 0 to 3 for up, down, left,
    right."""
    return 0 if step == SIZE else 1 if step == -SIZE else 2 if step == -1 else 3


def look(state: State, mirrored: int, rows: Any, coefficients: Any, counts: Any) -> int:
    """Fills in the inputs of a state; see `engines.learned.net_learner.View`."""
    side = int(state.to_move)
    board, own = state.board, int(state.soldiers[side])
    occupied = own | int(state.soldiers[1 - side]) | int(state.obstacles)
    stepper, steps_left = int(state.stepper), int(state.steps_left)
    left = int(state.turn_limit - state.turns) if state.turn_limit > 0 else 4 * TURN_BANDS
    turns_row = AT_TURNS + min(TURN_BANDS - 1, max(0, left) // 4)
    playing = state.placing == 0
    steps_to = np.zeros((2, SIZE * SIZE), np.int64)
    if playing:
        measure(state, steps_to)
    asked = 0
    bits = asked_about(state)
    while bits != 0:
        middle = lowest_bit(bits)
        bits &= bits - 1
        at = for_side(middle, side, mirrored)
        x, y = at % SIZE, at // SIZE
        n = 0
        others = occupied & ~(1 << middle)
        while others != 0:
            square = lowest_bit(others)
            others &= others - 1
            there = for_side(square, side, mirrored)
            offset = (there // SIZE - y + SIZE - 1) * ACROSS + there % SIZE - x + SIZE - 1
            soldier = int(board[square])
            if soldier == 0:
                rows[asked, n] = offset * CODES + CODES - 1
                n += 1
                continue
            code = 4 * kind_of(soldier) + hitpoints_of(soldier) - 1
            is_own = own >> square & 1
            rows[asked, n] = offset * CODES + (code if is_own else 12 + code)
            n += 1
            if is_own and actions_of(soldier) > 0:
                rows[asked, n] = AT_ACTIONS + offset
                n += 1
        soldier = int(board[middle])
        rows[asked, n] = AT_SQUARE + at
        rows[asked, n + 1] = AT_SOLDIER + (
            12 if soldier == 0 else 4 * kind_of(soldier) + hitpoints_of(soldier) - 1
        )
        rows[asked, n + 2] = AT_ACTIONS_LEFT + (0 if soldier == 0 else actions_of(soldier))
        rows[asked, n + 3] = AT_STEPS + (steps_left if stepper == middle else 0)
        rows[asked, n + 4] = turns_row
        n += 5
        if playing:
            n = see_ways(middle, side, mirrored, ALL & ~occupied, steps_to, rows[asked], n)
        coefficients[asked, :n] = 1.0
        counts[asked] = n
        asked += 1
    return asked


def see_ways(middle: int, side: int, mirrored: int, empty: int, steps_to: Any, rows: Any, count: int) -> int:
    """Adds the inputs about the ways from a soldier over `empty` squares to its `count` rows. Returns the new
    number of rows."""
    n = count
    at = for_side(middle, side, mirrored)
    free = int(NEIGHBOURS[middle]) & empty
    closed = 15
    for target in range(2):
        steps = int(steps_to[target, middle])
        rows[n] = AT_STEPS_TO + target * STEP_BANDS + min(steps, STEP_BANDS) - 1
        n += 1
        bits = free
        while bits != 0:
            beside = lowest_bit(bits)
            bits &= bits - 1
            to = direction(for_side(beside, side, mirrored) - at)
            closed &= ~(1 << to)
            if steps_to[target, beside] < steps:
                rows[n] = AT_NEARER + 4 * target + to
                n += 1
    for to in range(4):
        if closed >> to & 1:
            rows[n] = AT_NO_WAY + to
            n += 1
    return n


def action(state: State, move: int, mirrored: int) -> int:
    """OUTPUTS · the number of the square among those asked about + the number of the action from it."""
    side = int(state.to_move)
    bits = asked_about(state)
    square = move >> 6 & 63
    what = ENDS
    if move == END:
        for number in range(popcount(bits)):
            square = lowest_bit(bits)
            bits &= bits - 1
            if kind_of(state.board[square]) == NOBLE:
                return OUTPUTS * number + ENDS
        return ENDS
    if state.placing == 1:
        what = PLACE + (move >> 12)
    else:
        step = for_side(move & 63, side, mirrored) - for_side(square, side, mirrored)
        what = (STEP if state.board[move & 63] == 0 else ATTACK) + direction(step)
    return OUTPUTS * popcount(bits & (BIT[square] - 1)) + what
