"""What each square adds to the value of the position shown, over all terms that say where."""

from functools import partial

from games.position import Position
from heuristics.lens import Lens
from heuristics.watch import soon

Worth = list[tuple[str, float]]


class SquaresWorth:
    """`shown` while a person wants to see it on the board."""

    def __init__(self) -> None:
        self.shown = False
        self._known: tuple[tuple[Position, Lens, int] | None, Worth] = (None, [])

    def of(self, position: Position, lens: Lens, side: int) -> Worth:
        """By square: the sum over the terms that say where, positive where it favours White. `side` is the
        one that the terms are asked for."""
        if self._known[0] != (position, lens, side):
            sums: dict[str, float] = {}
            for term in lens.heuristic.terms:
                # A fault in where a term counts leaves the board without its part.
                where = soon(lens.heuristic, partial(lens.squares, term, position.state, side))
                for square, amount in where or ():
                    sums[square] = sums.get(square, 0.0) + amount
            self._known = ((position, lens, side), list(sums.items()))
        return self._known[1]
