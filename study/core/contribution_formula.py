"""The formula of a row of a breakdown: "(0 − 2) × 2 / 42 = −0.095238", or in the unit of the heuristic's
values, with its divisor: "(3 − 1) × 30 / 100 = +0.60 pawns"."""

from heuristics.contract import DIFFERENCE, OWN, SINGLE, Heuristic, Term
from heuristics.lens import Breakdown, Lens
from study.core.values import for_side
from study.format import number_text
from study.format.number_columns import NumberColumns

MOST_COUNT_DECIMALS = 6
"""The most decimals of a count in a formula: more than in its result, so that the reader can check it."""


def term_of(heuristic: Heuristic, breakdown: Breakdown, index: int) -> Term:
    """The term of a breakdown's row. Where the decisive term decides, it is the first row."""
    offset = len(breakdown.rows) - len(heuristic.terms)
    if index < offset:
        assert heuristic.decisive is not None
        return heuristic.decisive
    return heuristic.terms[index - offset]


def spelled(lens: Lens, measures: NumberColumns, breakdown: Breakdown, index: int, perspective: int) -> str:
    """A row's contribution for the side `perspective` as a formula of counts, weight and divisor. "" for the
    decisive term, and for all others where it decides."""
    row, term = breakdown.rows[index], term_of(lens.heuristic, breakdown, index)
    if measures.is_decided(breakdown):
        return ""
    contribution = for_side(row.contribution, breakdown.side, perspective)
    minus = breakdown.side != perspective
    if term.kind == DIFFERENCE:
        first, second = (row.other, row.own) if minus else (row.own, row.other)
        minus = False  # the counts change places instead
        amount = f"({_count(first)} − {_count(second)})"
    else:
        counted = row.own if term.kind == OWN else row.other
        if term.kind == SINGLE:
            asked = lens.amount(breakdown, index)
            counted = None if asked is None else for_side(asked, breakdown.side, perspective)
            minus = False
        amount = _count(counted)
    per_unit = measures.form.per_unit
    product = f"{amount} × {_weight(lens, row.weight, index)}"
    if per_unit != 1.0:
        product += f" / {number_text.short(per_unit)}"
    result = measures.form.exact(contribution)
    return f"{number_text.MINUS}({product}) = {result}" if minus else f"{product} = {result}"


def _count(value: float | None) -> str:
    if value is None:
        return number_text.NOTHING
    return number_text.plain(value, number_text.decimals_of([value], MOST_COUNT_DECIMALS))


def _weight(lens: Lens, weight: float, index: int) -> str:
    """A weight as it stands in the formula."""
    if lens.divisor is None:
        used = number_text.short(float(lens.prepared[index]))
        return f"{used} (the weight {number_text.short(weight)}, normalised)"
    written = number_text.short(weight)
    return written if lens.divisor == 1.0 else f"{written} / {number_text.short(lens.divisor)}"
