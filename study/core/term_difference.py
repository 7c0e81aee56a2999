"""A term's part in the difference of two moves, and the weight at which it would reverse the order."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Flip:
    """The `weight` of a term at which the asked move becomes the better of the two, verified by searches on
    both sides of it. At `until`, beyond it, the asked move is no longer the better one; None where none of
    the searches found that, one of them at twice the way, another with weight 0 where that lies beyond it.
    `best` is the move that is best of all just beyond `weight`; None where that took too long."""

    term: str
    weight: float
    until: float | None = None
    best: int | None = None


@dataclass(frozen=True)
class TermDifference:
    """What a term contributes at the two ends, and its flip, None where none was found. `name` is its key,
    `label` its name for people."""

    name: str
    label: str
    chosen: float
    asked: float
    difference: float
    flip: Flip | None = None
