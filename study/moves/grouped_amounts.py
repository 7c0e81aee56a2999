"""The contributions to the value of a line, summed by the heuristic's groups."""

from collections.abc import Mapping

from heuristics.guarded_evaluation import terms_of
from heuristics.lens import Lens
from study.format.term_groups import Part, group_title, groups_of
from study.format.value_format import ValueFormat
from study.why_not.comparison import ROUNDING


def by_group(lens: Lens, amounts: Mapping[str, float], total: float) -> list[tuple[str, float]]:
    """(name, subtotal) of each group, in the heuristic's order; a term without a group has an entry of its
    own. The last entry is the rounding difference, if there is one, so that the written subtotals add up to
    the written `total`."""
    form, groups = ValueFormat.of_lens(lens), {term.name: term.group for term in terms_of(lens.heuristic)}
    parts = [
        Part(name, lens.heuristic.label_of(name), groups.get(name, ""), amount, not form.steps(amount))
        for name, amount in amounts.items()
    ]
    rows = [
        (group_title(group.name) or parts[group.terms[0]].label, group.amount)
        for group in groups_of(form, parts)
    ]
    lacking = form.lacking(total, [amount for _, amount in rows])
    return [*rows, (ROUNDING, lacking)] if form.steps(lacking) else rows
