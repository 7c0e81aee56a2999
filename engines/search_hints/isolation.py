"""What searches ask about Isolation."""

from engines.search_hints import SearchHints
from games.contract import State
from games.isolation import SIZE, targets


def is_legal(state: State, move: int) -> bool:
    return move < SIZE * SIZE and targets(state, state.to_move) >> move & 1 != 0


HINTS = SearchHints(
    is_legal=is_legal,
)
