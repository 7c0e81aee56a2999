"""Compares two breakdowns of one position term by term: finds the terms of the same name, and subtracts their
contributions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.contract import State
from heuristics.contract import Term
from heuristics.guarded_evaluation import soon, terms_of
from heuristics.lens import Breakdown, Lens, Row
from study.format.number_text import LEAST_SHARE_OF_A_WIN
from study.format.value_format import ValueFormat

FIRST, SECOND, BETWEEN = 0, 1, 2
"""Which of a comparison is meant: the first breakdown, the second, or their difference."""

Squares = Sequence[tuple[str, float]]

SHARES = ValueFormat(decimals=2)
"""The format of differences that are measured in clear advantages."""


@dataclass(frozen=True)
class DiffRow:
    """A term that one or both breakdowns have. `difference` is first − second, where a missing term counts 0;
    None if the term failed in one of them."""

    name: str
    first: Row | None
    second: Row | None
    difference: float | None

    @property
    def label(self) -> str:
        """The term's name for people, from the first of the two that has it."""
        return next(row.label for row in (self.first, self.second) if row is not None)

    def row(self, which: int) -> Row | None:
        return self.second if which == SECOND else self.first


@dataclass(frozen=True)
class BreakdownDiff:
    """Two breakdowns for one side by two lenses: the rows in the order of the first, then those that only the
    second has. `difference` is that of the two sums, None if one of them failed.

    `one_unit`: values of the two lenses may be subtracted (`count_in_one_unit`), and differences are in the
    unit of both. Otherwise contributions are subtracted as shares of each heuristic's clear advantage.
    """

    lenses: tuple[Lens, Lens]
    breakdowns: tuple[Breakdown, Breakdown]
    rows: tuple[DiffRow, ...]
    difference: float | None
    one_unit: bool

    @property
    def side(self) -> int:
        return self.breakdowns[FIRST].side

    @property
    def form(self) -> ValueFormat:
        """The format of differences."""
        return form_of_differences(self.lenses)

    def written(self, row: DiffRow | None = None) -> float | None:
        """The difference of a row's contributions, or of the two sums, after both were rounded for display.
        Without a common unit, sums are in clear advantages, and the difference of a row is exact. None if one
        of them failed."""
        exact = self.difference if row is None else row.difference
        if exact is None:
            return None
        if not self.one_unit:
            first, second = (self.in_advantages(which) for which in (FIRST, SECOND))
            in_sums = row is None and first is not None and second is not None
            return SHARES.difference(first or 0.0, second or 0.0) if in_sums else exact
        if row is None:
            pair = [breakdown.value for breakdown in self.breakdowns]
        else:
            pair = [0.0 if own is None else own.contribution for own in (row.first, row.second)]
        if any(abs(value) > LEAST_SHARE_OF_A_WIN for value in pair):
            return exact
        forms = [ValueFormat.of_lens(lens) for lens in self.lenses]
        one, other = (
            form.in_units(form.of_steps(form.steps(value))) for form, value in zip(forms, pair, strict=True)
        )
        return one - other

    def in_advantages(self, which: int) -> float | None:
        """A sum as a multiple of a clear advantage, which all heuristics have; None if it failed."""
        breakdown = self.breakdowns[which]
        if breakdown.failure is not None:
            return None
        return breakdown.value / self.lenses[which].heuristic.clear_advantage


def count_in_one_unit(first: Lens, second: Lens) -> bool:
    """Whether values of the two may be subtracted: they have the same terms or the same unit; or neither has
    a unit, and both have the same clear advantage."""
    one, other = first.heuristic, second.heuristic
    if one.compiled_as is other.compiled_as:
        return True
    units = [ValueFormat.of_lens(lens).unit for lens in (first, second)]
    return units[0] == units[1] and (bool(units[0]) or one.clear_advantage == other.clear_advantage)


def form_of_differences(lenses: tuple[Lens, Lens]) -> ValueFormat:
    """The format of differences between two lenses, which are in one unit or in clear advantages."""
    if not count_in_one_unit(*lenses):
        return SHARES
    forms = [ValueFormat.of_lens(lens) for lens in lenses]
    # `per_unit` is 1.0, because differences are in units already.
    return ValueFormat(forms[FIRST].unit, 1.0, max(form.decimals for form in forms))


def divisors_of(lenses: tuple[Lens, Lens], one_unit: bool) -> tuple[float, float]:
    """The divisors that make the values of both comparable."""
    first, second = (
        ValueFormat.of_lens(lens).per_unit if one_unit else lens.heuristic.clear_advantage for lens in lenses
    )
    return first, second


def align(lenses: tuple[Lens, Lens], breakdowns: tuple[Breakdown, Breakdown]) -> BreakdownDiff:
    """Aligns two breakdowns, which must be of one position and for one side."""
    first, second = breakdowns
    assert first.side == second.side, "two values for different sides are not compared"
    one_unit = count_in_one_unit(*lenses)
    units = divisors_of(lenses, one_unit)

    def difference(one: float, other: float) -> float:
        if units[FIRST] == units[SECOND]:
            return (one - other) / units[FIRST]
        return one / units[FIRST] - other / units[SECOND]

    only_second = {row.name: row for row in second.rows}
    rows = [_aligned(row.name, row, only_second.pop(row.name, None), difference) for row in first.rows]
    rows += [_aligned(name, None, row, difference) for name, row in only_second.items()]
    failed = first.failure is not None or second.failure is not None
    total = None if failed else difference(first.value, second.value)
    return BreakdownDiff(lenses, breakdowns, tuple(rows), total, one_unit)


def _aligned(
    name: str, first: Row | None, second: Row | None, difference: Callable[[float, float], float]
) -> DiffRow:
    if any(row is not None and row.failure is not None for row in (first, second)):
        return DiffRow(name, first, second, None)
    one, other = (0.0 if row is None else row.contribution for row in (first, second))
    return DiffRow(name, first, second, difference(one, other))


def squares_of(alignment: BreakdownDiff, name: str, which: int, state: State) -> Squares:
    """The squares that a term counts, with amounts, for one of the lenses; for BETWEEN, how much more it
    counts there for the first. Amounts that favour White are positive, as in `Lens.squares`. Empty if the
    term does not name its squares."""
    found = [_squares(alignment, name, of, state) for of in (FIRST, SECOND)]
    if which != BETWEEN:
        return list(found[which].items())
    units = divisors_of(alignment.lenses, alignment.one_unit)
    squares = dict.fromkeys((*found[FIRST], *found[SECOND]), 0.0)
    for square in squares:
        one, other = (found[of].get(square, 0.0) / units[of] for of in (FIRST, SECOND))
        squares[square] = one - other
    return [(square, amount) for square, amount in squares.items() if amount]


def _squares(alignment: BreakdownDiff, name: str, which: int, state: State) -> dict[str, float]:
    lens = alignment.lenses[which]
    term = term_named(lens, name)
    if term is None:
        return {}
    # If the function that names a term's squares fails, the board stays without an overlay.
    return dict(soon(lens.heuristic, lambda: lens.squares(term, state, alignment.side)) or ())


def term_named(lens: Lens, name: str) -> Term | None:
    """A term of a lens, the decisive one included."""
    return next((term for term in terms_of(lens.heuristic) if term.name == name), None)
