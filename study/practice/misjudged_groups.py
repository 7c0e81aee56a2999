"""Which group of terms a person misjudges: how its share among wrong answers is counted, and when it is said.

A position counts once, by the first wrong answer to it: what was seen after that answer helps with the next.
A wrong answer counts for one group: the group that speaks most for the better move. So the counts are of one
multinomial distribution. A group is said to be misjudged where, of the answers that count for it or for the
second largest group, its share is above one half beyond its 95 % Wilson interval. The largest group is chosen
by the same counts. This comparison with the second largest group needs no further correction for that choice
(Hung and Fithian 2019, Rank verification for exponential families, arXiv:1610.03944).
docs/decisions/leitner.md measures how often chance alone names a group.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from arena.statistics import wilson_interval
from study.practice.progress import PracticeAnswer

LEAST = 20
"""The fewest wrong answers with which a group is named."""


@dataclass(frozen=True)
class MisjudgedGroups:
    """How many wrong answers count for each group of a heuristic, the largest first."""

    heuristic: str
    counts: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        return sum(count for _, count in self.counts)

    @property
    def most(self) -> str | None:
        """The group that is misjudged most; None if no group stands out."""
        if self.total < LEAST:
            return None
        (name, count), second = self.counts[0], self.counts[1][1] if len(self.counts) > 1 else 0
        low, _ = wilson_interval(count / (count + second), count + second)
        return name if low > 0.5 else None

    @property
    def sentence(self) -> str:
        """The sentence on it for the page Practice."""
        if self.total < LEAST:
            return f"Too few wrong answers yet, by {self.heuristic}: {self.total} of {LEAST}."
        if self.most is None:
            return f"No group stands out among {self.total} wrong answers, by {self.heuristic}."
        count = self.counts[0][1]
        return (
            f"You undervalue {self.most.replace('_', ' ')}, by {self.heuristic}: "
            f"{count} of {self.total} wrong answers."
        )


def misjudged_groups(answers: Iterable[PracticeAnswer]) -> list[MisjudgedGroups]:
    """The counts for each heuristic that has more than one group, the one with most answers first. `answers`
    are of one game."""
    counted: dict[str, Counter[str]] = {}
    seen: set[tuple[str, str]] = set()
    for answer in answers:
        place = answer.heuristic, answer.to
        if answer.right or not answer.group or answer.groups < 2 or place in seen:
            continue
        seen.add(place)
        counted.setdefault(answer.heuristic, Counter())[answer.group] += 1
    found = [MisjudgedGroups(name, tuple(counts.most_common())) for name, counts in counted.items()]
    return sorted(found, key=lambda each: -each.total)
