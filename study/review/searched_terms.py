"""A review's value of a position, made of the terms at the end of its best line. The static evaluation of the
position may be wrong by a queen in the middle of an exchange or of a sacrifice."""

from collections.abc import Generator
from dataclasses import dataclass

from heuristics.lens import Lens
from study.core.move_loss import ReviewedMove
from study.format import number_text
from study.format.loss_scale import standing
from study.moves.line_terms import read_terms


@dataclass(frozen=True)
class SearchedTerms:
    """Contributions for `side`, by a term's name; their sum is `value`."""

    amounts: tuple[tuple[str, float], ...]
    value: float
    side: int


@dataclass(frozen=True)
class Decided:
    """A position that `winner` wins by force, in words."""

    winner: int
    words: str


Searched = SearchedTerms | Decided


def searched_terms(
    looked: ReviewedMove, lens: Lens, names: tuple[str, str], after: bool = False
) -> Generator[None, None, Searched | None]:
    """The terms of the position before a reviewed move, or `after` it. None if the review was by another
    lens, or the value is not known by terms. Yields between steps of a fraction of a millisecond."""
    judged = looked.judged
    if judged is None or looked.thought.lens != lens:
        return None
    row, side = judged.played if after else judged.best, judged.side
    if winner := standing(row.value):
        return Decided(side if winner > 0 else 1 - side, number_text.verdict(row.value, side, names))
    found = yield from read_terms(looked.thought, row, names)
    total = sum(found.amounts.values())
    if not found.amounts or abs(total - row.value) > 1e-9 * max(1.0, abs(row.value)):
        return None
    return SearchedTerms(tuple(found.amounts.items()), row.value, side)
