"""The numbers of a term's row as tables write them: what each side has, and the value of a count of 1.

A term that counts shows both counts and the value of a count of 1: its weight, in the heuristic's unit, in
this phase of the game. A term that adds up unequal values has no count. Both its sides are shown as values.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from heuristics.contract import Tapered, Term
from heuristics.lens import Lens, Row
from study.format import number_text
from study.format.value_format import ValueFormat

COUNT_DECIMALS = 2
"""The most decimals of a count in a table."""

WEIGHT, WORTH = "weight", "worth"
"""The heading over the value of a count of 1: WEIGHT for the weight alone, WORTH for the weight in the unit
and the phase."""

SHARES = 8
"""A column has room for a term's value at this many steps between the end and the beginning of the game."""


@dataclass(frozen=True)
class TermCells:
    """A term's numbers in one position. `divisor` divides the weights, None if the heuristic normalises them.
    `worth` is the factor for this phase of the game, None if a count has the same value in all phases.
    `counts`: the term counts, and does not add up unequal values."""

    form: ValueFormat
    weight: float
    divisor: float | None
    worth: float | None = None
    counts: bool = True

    @classmethod
    def of_row(cls, form: ValueFormat, lens: Lens, row: Row) -> "TermCells":
        """The cells of a breakdown's row."""
        return cls(form, row.weight, lens.divisor, row.worth, row.counts)

    @classmethod
    def of_answer(cls, form: ValueFormat, divisor: float | None, term: Mapping[str, Any]) -> "TermCells":
        """The cells of a term in an answer of `main.py eval`."""
        return cls(form, term["weight"], divisor, term.get("worth"), term.get("counts", True))

    @property
    def is_count(self) -> bool:
        """Whether the sides are shown as counts. If the heuristic normalises weights, this is also done for
        terms that add up unequal values."""
        return self.counts or self.divisor is None

    def side(self, counted: float) -> float:
        """The number that is shown for what the term has on one side: a count, or a value in the unit."""
        if self.is_count:
            return counted
        assert self.divisor is not None
        return self.form.in_units(counted * self.weight / self.divisor)

    def side_text(self, counted: float) -> str:
        """The number of `side` as text."""
        shown = self.side(counted)
        return number_text.plain(shown, self.decimals([shown]))

    def decimals(self, sides: Iterable[float]) -> int:
        """The decimals that these numbers need."""
        if self.is_count:
            return number_text.decimals_of(sides, COUNT_DECIMALS)
        # A value may need one more decimal than a contribution: otherwise the difference of the written sides
        # could differ from the written contribution.
        usual = self.form.decimals
        return max(usual, number_text.decimals_of(sides, usual + 1))

    @property
    def worth_text(self) -> str:
        """The value of a count of 1 in this phase; "" for a term that does not count."""
        if not self.is_count:
            return ""
        after = divided_by(self.divisor)
        if self.worth is None:
            return number_text.short(self.form.in_units(self.weight)) + after
        one = self.form.in_units(self.weight * self.worth)
        digits = self.form.decimals
        if 0.0 < abs(one) < 10.0 ** (1 - digits):
            digits += 1  # one more decimal, so that the value has two significant digits
        return number_text.plain(one, digits) + after

    def widest_worth(self, term: Term) -> str:
        """The longest `worth_text` that the term has in any phase of the game."""
        if term.worth is None:
            return self.worth_text
        phases = (term.worth.at(number / SHARES) for number in range(SHARES + 1))
        return max((replace(self, worth=worth).worth_text for worth in phases), key=len)


def weight_text(weight: float, worth: Tapered | None) -> str:
    """A default weight in lists of terms, with its factors in the middle game and in the endgame, if it has
    some: "30 × 0.8 to 1.2"."""
    return f"{weight:g}" + (f" × {worth.middle:g} to {worth.end:g}" if worth else "")


def worth_title(form: ValueFormat, tapers: bool) -> str:
    """The heading over the value of a count of 1; `tapers`: for some terms it depends on the phase of the
    game."""
    return WORTH if tapers or form.per_unit != 1.0 else WEIGHT


def tapers(lens: Lens) -> bool:
    """Whether some term's value of a count of 1 depends on the phase of the game."""
    return any(term.worth is not None for term in lens.heuristic.terms)


def divided_by(divisor: float | None) -> str:
    """The text after a weight for a divisor, as in "2/42"; "*" if the heuristic normalises weights (None)."""
    if divisor == 1.0:
        return ""
    return "*" if divisor is None else f"/{number_text.short(divisor)}"
