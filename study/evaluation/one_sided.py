"""Words and JSON for one-sided terms. Their value for one side is not the value for the other side with the
opposite sign."""

from collections.abc import Sequence
from typing import Any

from heuristics.lens import Breakdown, Lens
from heuristics.sides import is_one_sided, one_sided_terms
from study.format.value_format import ValueFormat

MARK = "◐"
"""The mark after a one-sided term's name in places that show only text."""


def counted_by(lens: Lens | None, side: int, names: Sequence[str]) -> str:
    """The point of view from which a one-sided lens has evaluated, in a few words; "" for any other lens."""
    return f"from {names[side]}'s view" if lens is not None and is_one_sided(lens) else ""


def explained(lens: Lens, name: str, side: int, names: Sequence[str]) -> str:
    """What a one-sided term's mark means, if it was evaluated for `side`; "" for any other term."""
    if name not in one_sided_terms(lens.heuristic):
        return ""
    return (
        f"One-sided: from {names[1 - side]}'s point of view it would not be the same amount with the "
        f"opposite sign. Here it is from {names[side]}'s point of view."
    )


def as_json(lens: Lens, breakdown: Breakdown) -> dict[str, Any]:
    """The breakdown as JSON, with the format of its values and the divisor of its weights (None if the
    heuristic normalises them). One-sided terms have `one_sided`."""
    answer = breakdown.to_json() | ValueFormat.of_lens(lens).to_json() | {"divisor": lens.divisor}
    one_sided = one_sided_terms(lens.heuristic)
    for term in answer["terms"]:
        if term["name"] in one_sided:
            term["one_sided"] = True
    return answer
