"""Why one of two moves is better, in at most three names: "mostly material, partly offset by location"."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.figure_text import listed
from study.format.term_groups import Part, groups_of
from study.format.value_format import ValueFormat
from study.why_not.comparison import Comparison

MOST_NAMES = 3

MOST_OF = 2 / 3
"""Names are added until the named reasons make up this share of all reasons for the better move."""

ALONE = 0.8
"""A term with at least this share of its group's change is named instead of the group."""

AGAINST = 1 / 3
"""A reason against the better move is named if all such reasons make at least this share of the
difference."""


def main_reasons(compared: Comparison, names: int = MOST_NAMES) -> str:
    """Why the better of the two moves is better, with at most `names` names: "mostly pawn location". "" if no
    term differs."""
    return reasons(compared.form, compared.parts, compared.written_difference, names)


def reasons(form: ValueFormat, parts: Sequence[Part], difference: float, names: int = MOST_NAMES) -> str:
    """The main reasons for a difference, in the words of `main_reasons`. The amounts of `parts` add up to the
    difference."""
    causes = Causes.of(named_amounts(form, parts), difference)
    helps, hurts = causes.helps, causes.hurts
    if not helps or not names:
        return ""
    opposed = names > 1 and causes.is_opposed
    main = causes.main(names - 1 if opposed else names)
    listing = listed(_counted(form, name) for name, _ in main)
    if len(helps) == 1 and not hurts and _is_all(form, parts, helps[0][0]):
        return f"all of it {listing}"
    said = f"mostly {listing}" if _sum(main) >= _sum(helps) / 2 else f"above all {listing}"
    if not opposed:
        return said
    against_it = listed(_counted(form, name) for name, _ in hurts[: names - len(main)])
    return f"{said}, partly offset by {against_it}"


Amounts = Sequence[tuple[str, float]]
"""Names with amounts."""


@dataclass(frozen=True)
class Causes:
    """The amounts with the sign of a difference, `helps`, and those with the opposite sign, `hurts`. All are
    given as positive numbers, the largest first."""

    helps: Amounts
    hurts: Amounts

    @classmethod
    def of(cls, amounts: Iterable[tuple[str, float]], difference: float) -> "Causes":
        sign = 1.0 if difference > 0.0 else -1.0
        rows = sorted(amounts, key=lambda row: -abs(row[1]))
        return cls(
            [(name, sign * amount) for name, amount in rows if sign * amount > 0.0],
            [(name, -sign * amount) for name, amount in rows if sign * amount < 0.0],
        )

    @property
    def is_opposed(self) -> bool:
        """Whether what is against the difference is large enough to be named."""
        against = _sum(self.hurts)
        return against >= AGAINST * (_sum(self.helps) - against)

    def main(self, most: int) -> Amounts:
        """The largest `helps`: as few as make up MOST_OF of their sum, and at most `most`."""
        enough = MOST_OF * _sum(self.helps)
        count, named = 0, 0.0
        while count < min(most, len(self.helps)) and named < enough:
            named += self.helps[count][1]
            count += 1
        return self.helps[:count]


def _sum(amounts: Amounts) -> float:
    return sum(amount for _, amount in amounts)


def _counted(form: ValueFormat, name: str) -> str:
    """A name as the sentences use it. A term named like the unit becomes "the number of pawns", because
    "pawns" would be read as the unit."""
    return f"the number of {name}" if name == form.units else name


def _is_all(form: ValueFormat, parts: Sequence[Part], name: str) -> bool:
    """Whether no part except `name` has a written amount other than 0."""
    changed = [part for part in parts if form.steps(part.amount)]
    return all(name in (part.group, part.label) for part in changed)


def named_amounts(form: ValueFormat, parts: Sequence[Part]) -> Iterable[tuple[str, float]]:
    """(name, rounded amount) for each group whose written amount is not 0. If one term makes most of the
    group's change, the name is the term's; the amount is still the group's."""
    for group in groups_of(form, parts):
        if form.steps(group.amount):
            yield _name(group.name, [parts[index] for index in group.terms]), group.amount


def _name(group: str, parts: Sequence[Part]) -> str:
    largest = max(parts, key=lambda part: abs(part.amount))
    if not group or abs(largest.amount) >= ALONE * sum(abs(part.amount) for part in parts):
        return largest.label
    return group
