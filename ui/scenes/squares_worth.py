"""What each square adds to the value of the position shown, over all terms that say where."""

from functools import partial

from games.contract import WHITE
from games.position import Position
from heuristics.lens import Lens
from heuristics.watch import soon

Worth = list[tuple[str, float]]


class SquaresWorth:
    """`shown` while a person wants to see it on the board."""

    def __init__(self) -> None:
        self.shown = False
        self._known: tuple[tuple[Position, Lens] | None, Worth] = (None, [])

    def of(self, position: Position, lens: Lens) -> Worth:
        """By square: the sum over the terms that say where, positive where it favours White."""
        if self._known[0] != (position, lens):
            sums: dict[str, float] = {}
            for term in lens.heuristic.terms:
                # A fault in where a term counts leaves the board without its part.
                where = soon(lens.heuristic, partial(lens.squares, term, position.state, WHITE))
                for square, amount in where or ():
                    sums[square] = sums.get(square, 0.0) + amount
            self._known = ((position, lens), list(sums.items()))
        return self._known[1]
