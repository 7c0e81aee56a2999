"""How much a term adds to the difference of two moves, and the weight at which the order of the moves
changes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Flip:
    """The `weight` of a term at which the asked move becomes better than the chosen move, verified by
    searches on both sides of it. At `until`, which is further from the present weight, it is no longer
    better. `until` is None if the asked move was better in all searches beyond `weight`. `best` is the best
    of all moves just beyond `weight`; None if that search took too long."""

    term: str
    weight: float
    until: float | None = None
    best: int | None = None


@dataclass(frozen=True)
class TermDifference:
    """A term's contributions at the ends of the lines of the `chosen` and the `asked` move, their
    `difference` (chosen − asked), and the `flip`, None where none was found. `name` is the term's key,
    `label` its name for people."""

    name: str
    label: str
    chosen: float
    asked: float
    difference: float
    flip: Flip | None = None
