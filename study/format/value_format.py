"""How values are written: in the heuristic's unit, with the same decimals in every panel, sentence, list,
chart and export. Values stay as the heuristic counts them everywhere else."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engines.contract import Thought
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from study.format import number_text

OF_AN_ADVANTAGE = 100
"""Values are written to a hundredth of a clear advantage."""

MOST_DECIMALS = 6

PROGRAM_DECIMALS = 2
"""Of another program's values, which are hundredths of pawns."""


_raw = False  # whether the window shows the author's numbers instead


def show_raw(raw: bool) -> None:
    """From now on values are written as the author's numbers, or in the heuristics' units."""
    global _raw
    _raw = raw


@dataclass(frozen=True)
class ValueFormat:
    """`per_unit` of a value is one `unit`, "" for none; it is written with that many `decimals`.

    All values are taken as the heuristic counts them, a search's included.
    """

    unit: str = ""
    per_unit: float = 1.0
    decimals: int = PROGRAM_DECIMALS

    @staticmethod
    def of(heuristic: Heuristic) -> "ValueFormat":
        return _format_of(heuristic, _raw)

    @staticmethod
    def of_lens(lens: Lens | None, unit: str = "") -> "ValueFormat":
        """Of what is evaluated through a lens; None: by another program, in its `unit`."""
        return ValueFormat(unit) if lens is None else ValueFormat.of(lens.heuristic)

    @staticmethod
    def of_thought(thought: Thought) -> "ValueFormat":
        """Of what a search found."""
        return ValueFormat.of_lens(thought.lens, thought.unit)

    @staticmethod
    def of_answer(answer: Mapping[str, Any]) -> "ValueFormat":
        """Of an answer that says it as `to_json` does."""
        return ValueFormat(answer["unit"], answer["per_unit"], answer["decimals"])

    def to_json(self) -> dict[str, Any]:
        """How the exact values of an answer are written."""
        return {"unit": self.unit, "per_unit": self.per_unit, "decimals": self.decimals}

    @property
    def units(self) -> str:
        """The unit in the plural, as a number with decimals asks for: "pawns"; "" for none."""
        return f"{self.unit}s" if self.unit[-1:].islower() and self.unit[-1:] != "s" else self.unit

    @property
    def weight_title(self) -> str:
        """What stands over weights: what makes one unit of them, where the heuristic has one."""
        return "weight" if self.per_unit == 1.0 else f"weight/{number_text.short(self.per_unit)}"

    def in_units(self, value: float) -> float:
        return value / self.per_unit

    def squares(self, amounts: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
        """Amounts on squares, in units."""
        return [(square, self.in_units(amount)) for square, amount in amounts]

    # As text

    def signed(self, value: float) -> str:
        """With its sign: "+0.35"; a share of a win in words."""
        return number_text.of_a_win(value) or number_text.signed(self.in_units(value), self.decimals)

    def size(self, value: float) -> str:
        """Without a sign: "0.35"."""
        return self.signed(abs(value)).removeprefix("+")

    def plain(self, value: float) -> str:
        """With as many digits as say it, and the unit: "3 pawns"."""
        return self.named(number_text.short(self.in_units(value)))

    def named(self, number: str) -> str:
        """A number that was written so, with the unit behind it: "+0.35 pawns"."""
        return f"{number} {self.units}".rstrip()

    def fitted(self, value: float, fits: Callable[[str], bool]) -> str:
        """`signed` with as many of the decimals as fit, and shortened (k, M) where none would do."""
        return number_text.of_a_win(value) or number_text.fitted(self.in_units(value), self.decimals, fits)

    def exact(self, value: float) -> str:
        """The full value, for a tooltip: "+0.351234 pawns"."""
        if words := number_text.of_a_win(value):
            return words
        shown = self.in_units(value)
        return self.named(
            number_text.signed(shown, max(self.decimals, number_text.decimals_of([shown], MOST_DECIMALS)))
        )

    def with_unit(self, value: float) -> str:
        """`signed`, with the unit behind it: "+0.35 pawns"."""
        return number_text.of_a_win(value) or self.named(self.signed(value))

    # Sums of what is written

    def steps(self, value: float) -> int:
        """The value as it is written, counted in steps of its last decimal; 0 is written as zero."""
        return number_text.in_units(self.in_units(value), self.decimals)

    def of_steps(self, steps: int) -> float:
        """The value that is written so."""
        return steps * self.per_unit / 10**self.decimals

    def difference(self, one: float, other: float) -> float:
        """One value less another, both as they are written, so that it is right for a reader who subtracts
        what stands there. A share of a win is subtracted as it is."""
        if any(abs(value) > number_text.LEAST_SHARE_OF_A_WIN for value in (one, other)):
            return one - other
        return self.of_steps(self.steps(one) - self.steps(other))

    def gap(self, one: float, other: float) -> str:
        """By how much two values differ, which are not the same, with the unit: "0.35 pawns", "less than 0.01
        pawns"."""
        gap = abs(self.difference(one, other))
        if words := number_text.of_a_win(gap):
            return words.removeprefix("+")
        return self.named(self.size(gap)) if gap else f"less than {self.named(self.size(self.of_steps(1)))}"

    def subtotal(self, parts: Iterable[float]) -> float:
        """The sum of values as they are written, so that it is right for a reader who adds up the rows."""
        return self.of_steps(sum(self.steps(part) for part in parts))

    def lacking(self, total: float, parts: Iterable[float]) -> float:
        """What the parts as they are written lack of the total as it is written; 0.0 for nothing."""
        return self.of_steps(self.steps(total) - sum(self.steps(part) for part in parts))


@lru_cache(maxsize=64)  # heuristics come again whenever their file is saved
def _format_of(heuristic: Heuristic, raw: bool) -> ValueFormat:
    unit, per_unit = ("", 1.0) if raw else (heuristic.unit, heuristic.per_unit)
    least = heuristic.clear_advantage / per_unit / OF_AN_ADVANTAGE
    return ValueFormat(unit, per_unit, number_text.decimals_within(least, MOST_DECIMALS))
