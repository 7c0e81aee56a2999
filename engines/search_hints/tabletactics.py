"""What searches ask about TableTactics."""

from engines.search_hints import SearchHints
from games.contract import State
from games.tabletactics import END, NOBLE, kind_of, noisy, turn_begun


def order_hint(state: State, move: int) -> int:
    """Attacks first, those on the Noble before others, and `end` last."""
    if move == END:
        return 0
    if state.placing == 1 or state.board[move & 63] == 0:
        return 1
    return 3 if kind_of(state.board[move & 63]) == NOBLE else 2


def may_stand_pat(state: State) -> bool:
    """Whether the side to move has spent no action of its turn yet."""
    return not turn_begun(state)


HINTS = SearchHints(
    order_hint=order_hint,
    noisy=noisy,
    may_stand_pat=may_stand_pat,
)
