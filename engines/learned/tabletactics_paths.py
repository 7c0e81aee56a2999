"""Ways on the board of TableTactics: the number of steps to the enemy, around everything in between."""

from typing import Any

from games.bits import lowest_bit
from games.contract import State
from games.tabletactics import ALL, BIT, NEIGHBOURS, NOBLE, kind_of, neighbours

FAR = 99
"""The steps to a square that cannot be reached."""

TO_NOBLE, TO_ANY = 0, 1


def noble_of(state: State, side: int) -> int:
    """The bit of a side's Noble, 0 where it is not placed."""
    board, bits = state.board, int(state.soldiers[side])
    while bits != 0:
        square = lowest_bit(bits)
        bits &= bits - 1
        if kind_of(board[square]) == NOBLE:
            return int(BIT[square])
    return 0


def measure(state: State, steps_to: Any) -> None:
    """Fills `steps_to` (int64[2, 36]) with the steps from each square to the opposing Noble, and to the
    nearest opposing soldier: 1 next to it, and FAR where no way leads there over free squares."""
    own, enemies = int(state.soldiers[state.to_move]), int(state.soldiers[1 - state.to_move])
    free = ALL & ~(own | enemies | int(state.obstacles))
    for target in range(2):
        steps_to[target] = FAR
        front = noble_of(state, 1 - state.to_move) if target == TO_NOBLE else enemies
        open_squares = free
        steps = 0
        while front != 0:
            bits = front
            while bits != 0:
                steps_to[target, lowest_bit(bits)] = steps
                bits &= bits - 1
            open_squares &= ~front
            front = int(neighbours(front)) & open_squares
            steps += 1
    bits = own
    while bits != 0:
        square = lowest_bit(bits)
        bits &= bits - 1
        around = int(NEIGHBOURS[square]) & ~own
        while around != 0:
            beside = lowest_bit(around)
            around &= around - 1
            for target in range(2):
                steps_to[target, square] = min(steps_to[target, square], steps_to[target, beside] + 1)
