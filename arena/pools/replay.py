"""Games as whole numbers, and the compiled function (kernel) that plays them again.

A game's moves are one number in mixed radix. The first move is the remainder by the number of legal moves:
its index among them. The quotient is divided by the number of outcomes where chance decides the move, then by
the number of legal moves of the next position, and so on. That takes a quarter less room than compressed
indices.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from engines.compiling import kernel_processes
from engines.compiling.kernel_parts import Call, KernelPart, add_kind, parts_of_rules
from engines.compiling.kernels import compile_in_turn
from games.compiling.compiler import kernel_of_rules
from games.contract import Game
from games.position import Position
from games.registry import load_game

POOLS = "pools"
"""The name of this kernel for the processes that compile (`engines.compiling.kernel_parts`)."""

Replay = Callable[..., int]
"""`replay(number, left, states, plies, moves) -> sum`: plays that many `plies` again. `number` is uint8[n],
the lowest byte first, and is divided; `left` int64[1] gets how many of its bytes are left, 0 if all went
well. `states` is a recarray[plies + 1] or longer whose first state is given. The sum is that of the keys of
the states that follow."""


def number_of(digits: Sequence[tuple[int, int]]) -> bytes:
    """The bytes of the number with these (digit, radix), the first one lowest."""
    number = 0
    for digit, radix in reversed(digits):
        number = number * radix + digit
    return number.to_bytes((number.bit_length() + 7) // 8, "little")


def digits_of(position: Position, move: int, chance: int) -> list[tuple[int, int]]:
    """The (digit, radix) of a legal move and the index of its chance outcome."""
    outcomes = int(position.game.chance_count(position.state, move))
    digits = [(position.moves.index(move), len(position.moves))]
    return [*digits, (chance, outcomes)] if outcomes > 1 else digits


def replay_of(rules: Game) -> Replay:
    """The compiled kernel of a game."""
    kernel: Replay = kernel_of_rules(rules, make_replay)
    return kernel


def prepare(rules: Game) -> None:
    """Compiles the kernel, if need be, in seconds."""
    kernel_processes.compile_there(parts_of_rules(rules, POOLS))
    compile_in_turn(replay_of(rules), _arguments(rules))


def make_replay(rules: Game) -> Replay:
    """Makes the loop for a game's rules, as a Python function to compile."""
    legal_moves, apply, chance_count, has_chance = (
        rules.legal_moves,
        rules.apply,
        rules.chance_count,
        rules.has_chance,
    )

    def divided(number: Any, left: Any, radix: int) -> int:
        # Divides the number by the radix and returns the remainder.
        remainder = 0
        for at in range(left[0] - 1, -1, -1):
            dividend = remainder * 256 + number[at]
            number[at] = dividend // radix
            remainder = dividend % radix
        while left[0] > 0 and number[left[0] - 1] == 0:
            left[0] -= 1
        return remainder

    def replay(number: Any, left: Any, states: Any, plies: int, moves: Any) -> int:
        left[0] = number.shape[0]
        total = 0
        for ply in range(plies):
            count = legal_moves(states[ply], moves)
            if count == 0:
                left[0] = -1
                return total
            move = moves[divided(number, left, count)]
            chance = 0
            if has_chance:
                outcomes = chance_count(states[ply], move)
                if outcomes > 1:
                    chance = divided(number, left, outcomes)
            apply(states[ply], move, chance, states[ply + 1])
            total += states[ply + 1].key
        return total

    return replay


def _arguments(rules: Game) -> tuple[Any, ...]:
    states = np.zeros(1, rules.dtype).view(np.recarray)
    return np.zeros(1, np.uint8), np.zeros(1, np.int64), states, 0, np.zeros(rules.max_moves, np.int32)


def _call_of(part: KernelPart) -> Call:
    rules = load_game(part.game)
    return replay_of(rules), _arguments(rules)


add_kind(POOLS, _call_of)
