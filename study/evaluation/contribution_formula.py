"""The formula that shows how a row of a breakdown is computed: "(0 − 2) × 2 / 42 = −0.095238", or with a unit
and its divisor: "(3 − 1) × 30 / 100 = +0.60 pawns"."""

from heuristics.contract import DIFFERENCE, OWN, SINGLE, Heuristic, Term
from heuristics.lens import Breakdown, Lens
from study.format import number_text
from study.format.number_columns import NumberColumns
from study.format.term_cells import TermCells
from study.format.value_format import ValueFormat
from study.searches.values import for_side

MOST_COUNT_DECIMALS = 6
"""The most decimals of a count in a formula: as many as its result may have, so that a reader can check
it."""


def term_of(heuristic: Heuristic, breakdown: Breakdown, index: int) -> Term:
    """The term of a breakdown's row. If the decisive term has replaced the sum, its row comes before the
    others."""
    offset = len(breakdown.rows) - len(heuristic.terms)
    if index < offset:
        assert heuristic.decisive is not None
        return heuristic.decisive
    return heuristic.terms[index - offset]


def spelled(
    lens: Lens, number_columns: NumberColumns, breakdown: Breakdown, index: int, perspective: int
) -> str:
    """A row's contribution for the side `perspective` as a formula of counts, weight, divisor and worth (the
    factor for the phase of the game). A term that adds up unequal values has a formula of both sides' values,
    or "" if it has only one value. "" for all rows if the decisive term has replaced the sum."""
    row, term = breakdown.rows[index], term_of(lens.heuristic, breakdown, index)
    if number_columns.is_decided(breakdown):
        return ""
    contribution = for_side(row.contribution, breakdown.side, perspective)
    minus = breakdown.side != perspective  # the breakdown is for the other side: a minus before the product
    cells = TermCells.of_row(number_columns.form, lens, row)
    result = number_columns.form.exact(contribution)
    if term.kind == DIFFERENCE:
        first, second = (row.other, row.own) if minus else (row.own, row.other)
        minus = False  # the counts change places instead
        if not cells.is_count and first is not None and second is not None:
            return f"{_count(cells.side(first))} − {_bracketed(_count(cells.side(second)))} = {result}"
        amount = f"({_count(first)} − {_count(second)})"
    elif not cells.is_count:
        return ""
    else:
        counted = row.own if term.kind == OWN else row.other
        if term.kind == SINGLE:
            asked = lens.amount(breakdown, index)
            counted = None if asked is None else for_side(asked, breakdown.side, perspective)
            minus = False
        amount = _count(counted)
    per_unit = number_columns.form.per_unit
    # Before a worth, a weight of 1 is left out: "(3 − 2) × 0.8".
    product = amount if row.worth is not None and row.weight == lens.divisor == 1.0 else ""
    product = product or f"{amount} × {_weight(lens, row.weight, index)}"
    if row.worth is not None:
        product += f" × {_count(row.worth)}"
    if per_unit != 1.0:
        product += f" / {number_text.short(per_unit)}"
    return f"{number_text.MINUS}({product}) = {result}" if minus else f"{product} = {result}"


def phases_in_words(lens: Lens, term: Term, weight: float) -> str:
    """A sentence on the value of a count of 1 in the middle game and in the endgame; "" if that value is the
    same in both, or if weights are normalised."""
    if term.worth is None or lens.divisor is None:
        return ""
    form = ValueFormat.of_lens(lens)
    middle, end = (form.plain(weight / lens.divisor * worth) for worth in term.worth)
    return f"One is worth {middle} in the middle game and {end} in the endgame."


def _bracketed(number: str) -> str:
    return f"({number})" if number.startswith(number_text.MINUS) else number


def _count(value: float | None) -> str:
    if value is None:
        return number_text.NOTHING
    return number_text.plain(value, number_text.decimals_of([value], MOST_COUNT_DECIMALS))


def _weight(lens: Lens, weight: float, index: int) -> str:
    """A weight as the formula writes it."""
    if lens.divisor is None:
        used = number_text.short(float(lens.prepared[index]))
        return f"{used} (the weight {number_text.short(weight)}, normalised)"
    written = number_text.short(weight)
    return written if lens.divisor == 1.0 else f"{written} / {number_text.short(lens.divisor)}"
