"""The outcomes of a move that chance decides."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.position import Position


@dataclass(frozen=True)
class ChanceOutcome:
    """One chance outcome: its text, probability and value for one side. `words`, such as "draw", are shown in
    place of the value; "" to show the value."""

    text: str
    probability: float
    value: float
    words: str = ""


def outcomes_of(
    position: Position, move: int, values: Sequence[float], side: int
) -> tuple[ChanceOutcome, ...]:
    """The outcomes of a chance move, with values for `side`. `values` are the search's, for the player who
    makes the move. Empty unless there is a value for each outcome."""
    chances, text = position.chances(move), position.game.chance_text
    sign = 1.0 if position.to_move == side else -1.0
    pairs = zip(chances, values, strict=True) if len(values) == len(chances) else ()
    return tuple(
        ChanceOutcome(text(position.state, move, index), probability, sign * value)
        for index, (probability, value) in enumerate(pairs)
    )
