"""What searches ask about Nine Men's Morris."""

from engines.search_hints import SearchHints
from games.bits import low_product, popcount
from games.contract import State
from games.morris import REMOVED_AT, REMOVED_BITS, ends_game, is_legal, key_after, noisy, noisy_moves


def order_hint(state: State, move: int) -> int:
    """1 for closing a mill, 2 for two at once."""
    removed = move >> REMOVED_AT
    if removed == 0:
        return 0
    return 1 if removed >> REMOVED_BITS == 0 else 2


FACTORS = (0x1F3D5B79A2C4E685, 0x2545F4914F6CDD1D)
"""Odd numbers that scatter sets of points."""


def scattered(points: int, factor: int) -> int:
    return low_product(points, factor) >> 40


def likeness(state: State) -> tuple[int, int, int]:
    """Hashes of each side's stones, and the numbers of stones: each side's on the board, White's in hand."""
    white, black = state.stones[0], state.stones[1]
    counts = (popcount(white) * 10 + popcount(black)) * 10 + int(state.stash[0])
    return scattered(white, FACTORS[0]), scattered(black, FACTORS[1]), counts


HINTS = SearchHints(
    order_hint=order_hint,
    noisy_moves=noisy_moves,
    noisy=noisy,
    ends_game=ends_game,
    evaluates_quickly=True,
    key_after=key_after,
    is_legal=is_legal,
    likeness=likeness,
)
