"""The outcomes of a move that chance decides."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.position import Position


@dataclass(frozen=True)
class ChanceOutcome:
    """One chance outcome: its text, and its value for the side of the table; `words` stand for a value that
    is no evaluation."""

    text: str
    probability: float
    value: float
    words: str = ""


def outcomes_of(
    position: Position, move: int, values: Sequence[float], side: int
) -> tuple[ChanceOutcome, ...]:
    """The outcomes of a chance move for `side`, with a search's values for the player who makes the move;
    none where the search does not say them."""
    chances, text = position.chances(move), position.game.chance_text
    sign = 1.0 if position.to_move == side else -1.0
    pairs = zip(chances, values, strict=True) if len(values) == len(chances) else ()
    return tuple(
        ChanceOutcome(text(position.state, move, index), probability, sign * value)
        for index, (probability, value) in enumerate(pairs)
    )
