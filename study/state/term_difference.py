"""How much a term adds to the difference of two moves, and the weight at which the order of the moves
changes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Flip:
    """The `weight` of a term at which the asked move becomes better than the chosen move, verified by
    searches on both sides of it. At `until`, which is further from the present weight, the asked move is no
    longer better. It is None if no search found such a weight. Searches tried twice the distance, and weight
    0 if that is further away. `best` is the best move of all just beyond `weight`; None where that took too
    long."""

    term: str
    weight: float
    until: float | None = None
    best: int | None = None


@dataclass(frozen=True)
class TermDifference:
    """A term's contributions at the ends of the two lines, and its `flip`, None where none was found. `name`
    is its key, `label` its name for people."""

    name: str
    label: str
    chosen: float
    asked: float
    difference: float
    flip: Flip | None = None
