"""Finds the group of terms that a person misjudges, from the wrong answers to practised positions, and says
when there are enough answers to name it.

Some groups decide more positions than others, for everybody. So a group's share among the positions that were
answered wrongly is compared with its share among all that were answered. A position counts once, by the first
answer to it, because what is shown after the first answer helps with later ones. Its group depends on the
position alone (`deciding_group`). So for a person who errs equally often everywhere, the two shares differ
only by chance.

The wrong answers are part of all answers, so the two shares are not independent. The test therefore compares
the group's share among wrong answers with its share among right answers: Newcombe's interval of the
difference of two independent samples, at 95 % for all groups together (Bonferroni). docs/decisions/leitner.md
has measurements.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist

from arena.statistics import difference_interval
from study.practice.progress import PracticeProgress

LEAST = 20
"""A group is named only from this number of wrong answers on."""


@dataclass(frozen=True)
class AnsweredGroup:
    """How many positions that a group decides were answered, and how many of these wrongly."""

    name: str
    wrong: int
    answered: int


@dataclass(frozen=True)
class MisjudgedGroups:
    """The answers by group of a heuristic, the group with most wrong answers first."""

    heuristic: str
    groups: tuple[AnsweredGroup, ...]

    @property
    def wrong(self) -> int:
        return sum(group.wrong for group in self.groups)

    @property
    def answered(self) -> int:
        return sum(group.answered for group in self.groups)

    @property
    def most(self) -> AnsweredGroup | None:
        """The group that is misjudged most; None if there are too few wrong answers, or if no group's share
        differs by more than chance explains."""
        wrong, right = self.wrong, self.answered - self.wrong
        if wrong < LEAST:
            return None
        z = NormalDist().inv_cdf(1.0 - 0.025 / len(self.groups))
        low, group = max(
            (
                (difference_interval(each.wrong, wrong, each.answered - each.wrong, right, z)[0], each)
                for each in self.groups
            ),
            key=lambda found: found[0],
        )
        return group if low > 0.0 else None

    @property
    def sentence(self) -> str:
        """The misjudged group in a sentence, or why none is named."""
        if self.wrong < LEAST:
            said = "1 wrong answer" if self.wrong == 1 else f"{self.wrong or 'no'} wrong answers"
            return f"Too few to tell: {said} compared by {self.heuristic} so far; {LEAST} are needed."
        if (most := self.most) is None:
            return f"No group stands out among {self.wrong} wrong answers, by {self.heuristic}."
        return (
            f"You undervalue {most.name.replace('_', ' ')}, by {self.heuristic}: it decides {most.wrong} of "
            f"your {self.wrong} wrong answers, and {most.answered} of all {self.answered}."
        )


def misjudged_groups(progress: PracticeProgress, game: str) -> list[MisjudgedGroups]:
    """The counts of a game for each heuristic, the one with most wrong answers first."""
    counted: dict[str, tuple[Counter[str], Counter[str]]] = {}
    seen: set[tuple[str, str]] = set()
    given_up: set[str] = set()  # positions whose answer was shown, or whose move was not compared
    for answer in progress.answers_of(game):
        place = answer.heuristic, answer.to
        if not answer.heuristic:
            given_up.add(answer.to)
        if answer.to in given_up or place in seen:
            continue
        seen.add(place)
        if (group := progress.deciding.get(place)) is not None:
            wrong, answered = counted.setdefault(answer.heuristic, (Counter(), Counter()))
            answered[group] += 1
            wrong[group] += not answer.right
    found = [MisjudgedGroups(name, in_order(*counts)) for name, counts in counted.items()]
    return sorted(found, key=lambda each: -each.wrong)


def in_order(wrong: Mapping[str, int], answered: Mapping[str, int]) -> tuple[AnsweredGroup, ...]:
    """The groups that were answered, the one with most wrong answers first."""
    groups = (AnsweredGroup(name, wrong.get(name, 0), count) for name, count in answered.items())
    return tuple(sorted(groups, key=lambda group: (-group.wrong, -group.answered)))
