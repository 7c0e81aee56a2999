"""What searches ask about Nine Men's Morris."""

from engines.search_hints import SearchHints
from games.contract import State
from games.morris import REMOVED_AT, REMOVED_BITS, noisy, noisy_moves


def order_hint(state: State, move: int) -> int:
    """1 for a mill, 2 for two at once."""
    removed = move >> REMOVED_AT
    if removed == 0:
        return 0
    return 1 if removed >> REMOVED_BITS == 0 else 2


HINTS = SearchHints(
    order_hint=order_hint,
    noisy_moves=noisy_moves,
    noisy=noisy,
    evaluates_quickly=True,
)
