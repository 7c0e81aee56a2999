"""Finds the squares that terms count, with the amount that they add for each."""

from collections.abc import Iterable
from functools import partial

from games.position import Position
from heuristics.contract import Term
from heuristics.guarded_evaluation import soon
from heuristics.lens import Lens


def counted_on(lens: Lens, terms: Iterable[Term], position: Position, side: int) -> list[tuple[str, float]]:
    """(square, amount) of each square that one of the terms counts: the sum over the terms, evaluated for
    `side`. An amount that favours White is positive. Leaves out terms that name no squares, and those whose
    function for squares fails or takes too long."""
    sums: dict[str, float] = {}
    for term in terms:
        where = soon(lens.heuristic, partial(lens.squares, term, position.state, side))
        for square, amount in where or ():
            sums[square] = sums.get(square, 0.0) + amount
    return list(sums.items())
