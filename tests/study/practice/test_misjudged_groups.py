"""Which group a person misjudges: named where errors were planted, and hardly ever where a group only decides
more positions than others."""

import random
from collections import Counter
from collections.abc import Sequence
from datetime import date

from study.practice.misjudged_groups import LEAST, AnsweredGroup, MisjudgedGroups, in_order, misjudged_groups
from study.practice.progress import DecidingGroup, PracticeAnswer, PracticeProgress

DAY = date(2026, 11, 25)


def answered(*groups: tuple[str, int, int]) -> MisjudgedGroups:
    return MisjudgedGroups("classical", tuple(AnsweredGroup(*each) for each in groups))


def drawn(shares: Sequence[float], errors: Sequence[float], count: int, seed: int) -> str | None:
    """The group that is named after `count` answers, or None. Groups decide these shares of the positions,
    and are answered wrongly at these rates."""
    draw = random.Random(seed)
    wrong: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for group in draw.choices(range(len(shares)), shares, k=count):
        asked[str(group)] += 1
        wrong[str(group)] += draw.random() < errors[group]
    most = MisjudgedGroups("h", in_order(wrong, asked)).most
    return most and most.name


def test_too_few_say_nothing() -> None:
    few = answered(("mobility", LEAST - 1, LEAST), ("material", 0, 30))
    assert (
        few.most is None
        and few.sentence == "Too few to tell: 19 wrong answers compared by classical so far; 20 are needed."
    )
    enough = answered(("mobility", LEAST, LEAST + 1), ("material", 0, 30))
    assert enough.sentence == (
        "You undervalue mobility, by classical: it decides 20 of your 20 wrong answers, and 21 of all 51."
    )


def test_group_that_decides_most_positions_is_not_blamed() -> None:
    """Material decides 16 of 20 wrong answers, but also 80 of 100 answers."""
    found = answered(("material", 16, 80), ("mobility", 2, 10), ("pawns", 2, 10))
    assert found.most is None
    assert found.sentence == "No group stands out among 20 wrong answers, by classical."


def test_a_small_group_is_named_before_a_larger_one() -> None:
    """Material has more wrong answers, but it decides nearly all positions."""
    found = answered(("material", 16, 110), ("mobility", 14, 15))
    assert found.most is not None and found.most.name == "mobility"


def test_without_right_answers_nothing_is_said() -> None:
    assert answered(("material", 30, 30), ("mobility", 5, 5)).most is None


def test_planted_errors_are_found() -> None:
    found = Counter(drawn((4, 2, 1, 1), (0.3, 0.7, 0.3, 0.3), 200, seed) for seed in range(200))
    assert found["1"] >= 190 and found["1"] + found[None] == 200


def test_none_is_named_where_all_are_answered_alike() -> None:
    for shares in ((1, 1), (7, 1, 1, 1), (5, 5, 1, 1), (1, 1, 1, 1, 1)):
        for error, count in ((0.4, 60), (0.4, 200), (0.7, 60), (0.15, 200)):
            errors = (error,) * len(shares)
            said = sum(drawn(shares, errors, count, seed) is not None for seed in range(500))
            assert said <= 40, (shares, error, count, said)  # 5 % of them, plus chance


def test_position_counts_once_by_its_first_answer() -> None:
    progress = PracticeProgress()

    def answer(to: str, right: bool, heuristic: str = "classical", game: str = "chess") -> None:
        progress.take(PracticeAnswer(to=to, right=right, heuristic=heuristic, game=game, day=DAY))

    def decides(of: str, group: str, heuristic: str = "classical") -> None:
        progress.take(DecidingGroup(of=of, decides=group, heuristic=heuristic))

    answer("a", False)
    answer("a", True)  # after the answer had been shown
    answer("b", True)
    answer("b", False)
    answer("c", False, heuristic="")  # looked up
    answer("c", True)  # after the answer had been shown
    answer("d", False)  # without a group
    answer("e", False, game="morris")
    answer("f", False, "michniewski")
    for key in "abe":
        decides(key, "mobility")
    decides("c", "pawns")
    decides("f", "pawns", "michniewski")
    decides("f", "king", "classical")
    found = misjudged_groups(progress, "chess")
    assert [(each.heuristic, each.groups) for each in found] == [
        ("classical", (AnsweredGroup("mobility", 1, 2),)),
        ("michniewski", (AnsweredGroup("pawns", 1, 1),)),
    ]
