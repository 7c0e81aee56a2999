"""Which group a person misjudges: said where it was planted, and hardly ever where it was not."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date

from study.practice.misjudged_groups import LEAST, MisjudgedGroups, misjudged_groups
from study.practice.progress import PracticeAnswer

NAMES = ("mobility", "material", "king safety", "pawns", "tempo")
DAY = date(2026, 11, 25)


def answers(groups: Iterable[str], heuristic: str = "classical", first: int = 0) -> list[PracticeAnswer]:
    """Wrong answers, each at a position of its own."""
    return [
        PracticeAnswer(to=f"p{i}", right=False, heuristic=heuristic, group=group, groups=5, day=DAY)
        for i, group in enumerate(groups, first)
    ]


def drawn(weights: Sequence[float], count: int, seed: int) -> str | None:
    """What is said of so many wrong answers, drawn with these weights."""
    names = random.Random(seed).choices(NAMES[: len(weights)], weights, k=count)
    (found,) = misjudged_groups(answers(names))
    return found.most


def test_too_few_say_nothing() -> None:
    (found,) = misjudged_groups(answers(["mobility"] * (LEAST - 1)))
    assert (
        found.most is None
        and found.sentence.startswith("Too few wrong answers yet")
        and "19 of 20" in found.sentence
    )
    (found,) = misjudged_groups(answers(["mobility"] * LEAST))
    assert found.sentence == "You undervalue mobility, by classical: 20 of 20 wrong answers."


def test_a_planted_group_is_found() -> None:
    found = Counter(drawn((6, 2, 1, 1), 100, seed) for seed in range(300))
    assert found["mobility"] >= 285 and found["mobility"] + found[None] == 300


def test_none_is_named_where_all_are_alike() -> None:
    for weights in ((1, 1), (1, 1, 1), (5, 5, 1, 1), (1, 1, 1, 1, 1)):
        for count in (20, 40, 100):
            said = sum(drawn(weights, count, seed) is not None for seed in range(1000))
            assert said <= 80, (weights, count, said)  # 5 % of them, and what chance adds


def test_the_second_largest_must_be_clearly_smaller() -> None:
    assert MisjudgedGroups("h", (("a", 15), ("b", 5))).most == "a"
    assert MisjudgedGroups("h", (("a", 12), ("b", 10))).most is None
    assert MisjudgedGroups("h", (("a", 24), ("b", 18))).sentence.startswith("No group stands out among 42")


def test_a_position_counts_once_and_only_what_misjudged_something() -> None:
    first = answers(["mobility"] * 3)
    again = [answer.model_copy(update={"group": "material"}) for answer in first]
    right = [answer.model_copy(update={"to": "r", "right": True}) for answer in first]
    alone = [answer.model_copy(update={"to": "one", "groups": 1}) for answer in first]
    nothing = [answer.model_copy(update={"to": "none", "group": ""}) for answer in first]
    other = answers(["pawns"], "michniewski", first=50)
    found = misjudged_groups([*first, *again, *right, *alone, *nothing, *other])
    assert [(each.heuristic, each.counts) for each in found] == [
        ("classical", (("mobility", 3),)),
        ("michniewski", (("pawns", 1),)),
    ]
