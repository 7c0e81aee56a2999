"""Kernels that look up all moves of a position in an endgame table, and that keep the best of them."""

from collections.abc import Callable
from typing import Any

from games.compiling.function_pointers import short_at
from games.contract import ONGOING
from games.truth.domain import Domain
from games.truth.retrograde import NO_POSITION, before_move, is_better

UNKNOWN = -1
"""Returned in place of the number of moves: an outcome is not known."""


def make_probe(domain: Domain) -> Callable[..., int]:
    """The kernel that looks up all moves of a position."""
    legal_moves, apply, outcome = domain.rules.legal_moves, domain.rules.apply, domain.rules.outcome
    index = domain.index

    def probe(values: Any, state: Any, after: Any, moves: Any, worths: Any) -> int:
        """Fills `moves` (int32) with the legal moves and `worths` with the outcome of each for the side that
        makes it, as `games.truth.retrograde` writes outcomes. Returns their number, UNKNOWN where the table
        does not know the position or one of its moves. Ignores repetition, but not a move limit that a move
        reaches."""
        number = index(state)
        if number < 0 or values[number] == NO_POSITION or outcome(state) != ONGOING:
            return UNKNOWN
        side = state.to_move
        n = legal_moves(state, moves)
        for i in range(n):
            apply(state, moves[i], 0, after)
            result = outcome(after)
            if result != ONGOING:
                worths[i] = 1 if result == side else -2 if result == 1 - side else 0
                continue
            number = index(after)
            if number < 0 or values[number] == NO_POSITION:
                return UNKNOWN
            worths[i] = before_move(values[number])
        return n

    return probe


def make_keep_best(domain: Domain) -> Callable[..., float]:
    """The kernel that keeps only the moves that the table calls best."""
    apply, outcome, index = domain.rules.apply, domain.rules.outcome, domain.index

    def keep_best(address: int, state: Any, after: Any, moves: Any, count: int, worths: Any) -> float:
        """Moves the best of the first `count` moves to the front, in their order: those that win soonest, or
        draw, or lose latest. Returns how many they are, `count` where the table does not know all of them.
        `address` is that of the domain's outcomes; `after` and `worths` are scratch."""
        number = index(state)
        if number < 0 or short_at(address, number) == NO_POSITION:
            return float(count)
        side = state.to_move
        best = 0
        for i in range(count):
            apply(state, moves[i], 0, after)
            result = outcome(after)
            worth = 1 if result == side else -2 if result == 1 - side else 0
            if result == ONGOING:
                number = index(after)
                value = NO_POSITION if number < 0 else short_at(address, number)
                if value == NO_POSITION:
                    return float(count)
                worth = before_move(value)
            if i == 0 or is_better(worth, best):
                best = worth
            worths[i] = worth
        kept = 0
        for i in range(count):
            if worths[i] == best:
                moves[kept] = moves[i]
                kept += 1
        return float(kept)

    return keep_best
