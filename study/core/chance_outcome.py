"""An outcome of a move that chance decides."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ChanceOutcome:
    """One chance outcome: its text, and its value for the side of the table; `words` stand for a value that
    is no evaluation."""

    text: str
    probability: float
    value: float
    words: str = ""
