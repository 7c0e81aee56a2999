"""How values are written: in the heuristic's unit, with the same decimals in every panel, sentence, list,
chart and export. In all other code values are the heuristic's own numbers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from engines.contract import Thought
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from study.format import number_text
from study.format.plurals import plural

OF_AN_ADVANTAGE = 100
"""Values are written to a hundredth of a clear advantage."""

MOST_DECIMALS = 6

PROGRAM_DECIMALS = 2
"""The decimals of another program's values, which are hundredths of pawns."""


_raw = False  # whether the window shows the heuristics' own numbers


def show_raw(raw: bool) -> None:
    """Chooses whether values are written as the heuristics' own numbers, or in their units."""
    global _raw
    _raw = raw


@dataclass(frozen=True)
class ValueFormat:
    """The format of values: a value of `per_unit` is one `unit` ("" for none), and is written with
    `decimals`. If a person changed the weight of the term that makes the unit, the lens has no unit: with the
    weight of stones at 0, nothing is worth a stone. Its numbers are still divided by `per_unit`. The methods
    take values in the heuristic's own numbers, also values of searches."""

    unit: str = ""
    per_unit: float = 1.0
    decimals: int = PROGRAM_DECIMALS

    @staticmethod
    def of(heuristic: Heuristic) -> "ValueFormat":
        return _format_of(heuristic, _raw, _has_unit(heuristic, heuristic.default_weights))

    @staticmethod
    def of_lens(lens: Lens | None, unit: str = "") -> "ValueFormat":
        """The format of a lens's values; for None, of another program's values in its `unit`."""
        if lens is None:
            return ValueFormat(unit)
        return _format_of(lens.heuristic, _raw, _has_unit(lens.heuristic, lens.weights))

    @staticmethod
    def of_thought(thought: Thought) -> "ValueFormat":
        """The format of a search's values."""
        return ValueFormat.of_lens(thought.lens, thought.unit)

    @staticmethod
    def of_answer(answer: Mapping[str, Any]) -> "ValueFormat":
        """The format that an answer contains, as `to_json` writes it."""
        return ValueFormat(answer["unit"], answer["per_unit"], answer["decimals"])

    def to_json(self) -> dict[str, Any]:
        """The format of the exact values of an answer."""
        return {"unit": self.unit, "per_unit": self.per_unit, "decimals": self.decimals}

    @property
    def units(self) -> str:
        """The unit in the plural, as after a number with decimals: "pawns"; "" for none."""
        return plural(self.unit)

    def in_units(self, value: float) -> float:
        return value / self.per_unit

    def squares(self, amounts: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
        """Amounts on squares, in units."""
        return [(square, self.in_units(amount)) for square, amount in amounts]

    # As text

    def signed(self, value: float) -> str:
        """The value with its sign: "+0.35"; a share of a win in words."""
        return number_text.of_a_win(value) or number_text.signed(self.in_units(value), self.decimals)

    def size(self, value: float) -> str:
        """The value without a sign: "0.35"."""
        return self.signed(abs(value)).removeprefix("+")

    def plain(self, value: float) -> str:
        """The value in at most four significant digits, and the unit: "3 pawns". Whole numbers below a
        million keep all digits."""
        return self.named(number_text.short(self.in_units(value)))

    def named(self, number: str) -> str:
        """A written number with the unit behind it: "+0.35 pawns"."""
        return f"{number} {self.units}".rstrip()

    def fitted(self, value: float, fits: Callable[[str], bool]) -> str:
        """The value as `signed` writes it, with as many of the decimals as fit, else shortened (k, M)."""
        return number_text.of_a_win(value) or number_text.fitted(self.in_units(value), self.decimals, fits)

    def exact(self, value: float) -> str:
        """The value with up to MOST_DECIMALS decimals, for a tooltip: "+0.351234 pawns"."""
        if words := number_text.of_a_win(value):
            return words
        shown = self.in_units(value)
        return self.named(
            number_text.signed(shown, max(self.decimals, number_text.decimals_of([shown], MOST_DECIMALS)))
        )

    def with_unit(self, value: float) -> str:
        """The value with its sign and the unit: "+0.35 pawns"."""
        return number_text.of_a_win(value) or self.named(self.signed(value))

    # Sums of rounded values

    def steps(self, value: float) -> int:
        """The rounded value in steps of its last decimal."""
        return number_text.in_units(self.in_units(value), self.decimals)

    def is_exact(self, value: float) -> bool:
        """Whether the value is written without rounding. Shares of a win are not written as numbers."""
        if not abs(value) < number_text.LEAST_SHARE_OF_A_WIN:
            return True
        steps = self.in_units(value) * 10**self.decimals
        return abs(steps - round(steps)) < 1e-6  # more than the rounding errors of sums

    def of_steps(self, steps: int) -> float:
        """The value of that many steps."""
        return steps * self.per_unit / 10**self.decimals

    def difference(self, one: float, other: float) -> float:
        """The difference of two rounded values: what a reader gets who subtracts the written numbers. Shares
        of a win are subtracted exactly."""
        if any(abs(value) > number_text.LEAST_SHARE_OF_A_WIN for value in (one, other)):
            return one - other
        return self.of_steps(self.steps(one) - self.steps(other))

    def gap(self, one: float, other: float) -> str:
        """The difference of two unequal values in words, with the unit: "0.35 pawns", "less than 0.01
        pawns"."""
        gap = abs(self.difference(one, other))
        if words := number_text.of_a_win(gap):
            return words.removeprefix("+")
        return self.named(self.size(gap)) if gap else f"less than {self.named(self.size(self.of_steps(1)))}"

    def subtotal(self, parts: Iterable[float]) -> float:
        """The sum of the rounded values, so that a reader who adds up the rows gets the same."""
        return self.of_steps(sum(self.steps(part) for part in parts))

    def lacking(self, total: float, parts: Iterable[float]) -> float:
        """The rounding difference between the parts and the total as they are written; 0.0 for none."""
        return self.of_steps(self.steps(total) - sum(self.steps(part) for part in parts))


KEPT = 64
"""The number of heuristics whose formats are kept. Each time that its file is saved, a heuristic is a new
object."""


@lru_cache(maxsize=KEPT)
def _format_of(heuristic: Heuristic, raw: bool, has_unit: bool) -> ValueFormat:
    per_unit = 1.0 if raw else heuristic.per_unit
    least = heuristic.clear_advantage / per_unit / OF_AN_ADVANTAGE
    unit = heuristic.unit if has_unit and not raw else ""
    return ValueFormat(unit, per_unit, number_text.decimals_within(least, MOST_DECIMALS))


def _has_unit(heuristic: Heuristic, weights: np.ndarray) -> bool:
    """Whether a value with these weights is still in the heuristic's unit."""
    term = _unit_term(heuristic.compiled_as)  # for a preset, the heuristic whose terms it uses
    return term is None or float(weights[term[0]]) == term[1]


@lru_cache(maxsize=KEPT)
def _unit_term(heuristic: Heuristic) -> tuple[int, float] | None:
    """The index of the term that makes the unit, and its default weight. It is the term with the unit's name,
    or else the first term with a weight of one unit. None if there is neither."""
    names = (ValueFormat(heuristic.unit).units, heuristic.unit) if heuristic.unit else ()
    terms = list(enumerate(heuristic.terms))
    found = [at for at in terms if at[1].name in names] or [
        at for at in terms if at[1].weight == heuristic.per_unit and heuristic.unit
    ]
    return (found[0][0], found[0][1].weight) if found else None
