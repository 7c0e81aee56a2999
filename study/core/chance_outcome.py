"""An outcome of a move that chance decides."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ChanceOutcome:
    """One chance outcome: what it shows, and its value for the side that the table is for; `words`
    stand for a value that is no evaluation."""

    text: str
    probability: float
    value: float
    words: str = ""
