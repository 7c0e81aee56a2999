"""What searches ask about Jungle."""

from engines.search_hints import SearchHints
from games.contract import State
from games.jungle import EMPTY, FACE_DOWN, RESULT, TAKES, noisy, strength_of


def order_hint(state: State, move: int) -> int:
    """Successful captures first, the strongest victim first; then attacks on face-down pieces."""
    victim = state.board[move & 63]
    if victim == EMPTY or move >> 6 == move & 63:
        return 0
    if victim >= FACE_DOWN:
        return 1
    if RESULT[strength_of(state.board[move >> 6]), strength_of(victim)] == TAKES:
        return 1 + strength_of(victim)
    return 0


HINTS = SearchHints(
    order_hint=order_hint,
    noisy=noisy,
)
