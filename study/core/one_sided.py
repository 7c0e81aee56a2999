"""Sentences on one-sided terms, and on values that come from them."""

from collections.abc import Sequence
from typing import Any

from heuristics.lens import Breakdown, Lens
from heuristics.sides import is_one_sided, one_sided_terms
from study.format.value_format import ValueFormat

MARK = "◐"
"""Stands after a one-sided term's name where it can only be written."""


def counted_by(lens: Lens | None, side: int, names: Sequence[str]) -> str:
    """The side that a value through a one-sided lens was counted by, in words; "" through any other."""
    return f"counted by {names[side]}" if lens is not None and is_one_sided(lens) else ""


def explained(lens: Lens, name: str, side: int, names: Sequence[str]) -> str:
    """What a one-sided term's mark means, where it was evaluated for `side`; "" for any other term."""
    if name not in one_sided_terms(lens.heuristic):
        return ""
    return (
        f"One-sided: counted by {names[1 - side]} it would not be the same amount with the "
        f"opposite sign. Here it is counted by {names[side]}."
    )


def as_json(lens: Lens, breakdown: Breakdown) -> dict[str, Any]:
    """The breakdown as JSON, how its values are written and what weights are divided by (None where the
    heuristic normalises them); one-sided terms have `one_sided`."""
    told = breakdown.to_json() | ValueFormat.of_lens(lens).to_json() | {"divisor": lens.divisor}
    one_sided = one_sided_terms(lens.heuristic)
    for term in told["terms"]:
        if term["name"] in one_sided:
            term["one_sided"] = True
    return told
