"""How often a group is named: `python tests/study/practice/measure_misjudged.py [PEOPLE]`."""

import random
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from study.practice.misjudged_groups import LEAST, MisjudgedGroups, in_order

PEOPLE = (
    ((1, 1), (0.4, 0.4)),
    ((5, 5, 1, 1), (0.4, 0.4, 0.4, 0.4)),
    ((7, 1, 1, 1), (0.4, 0.4, 0.4, 0.4)),
    ((7, 1, 1, 1), (0.15, 0.15, 0.15, 0.15)),
    ((1, 1, 1, 1, 1), (0.7, 0.7, 0.7, 0.7, 0.7)),
    ((7, 1, 1, 1), (0.4, 0.6, 0.4, 0.4)),
    ((7, 1, 1, 1), (0.3, 0.8, 0.3, 0.3)),
    ((1, 1, 1, 1), (0.7, 0.3, 0.3, 0.3)),
)
"""The shares of positions that groups decide, and how often these are answered wrongly."""

WRONG = (20, 40, 100)


def answer(shares: tuple[int, ...], errors: tuple[float, ...], last: int, draw: random.Random) -> list[str]:
    """The group that is named after each wrong answer, from the 20th to the last; "" for none."""
    wrong: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    named: list[str] = []
    while wrong.total() < last:
        (group,) = draw.choices(range(len(shares)), shares)
        answered[str(group)] += 1
        if draw.random() < errors[group]:
            wrong[str(group)] += 1
            if wrong.total() >= LEAST:
                most = MisjudgedGroups("", in_order(wrong, answered)).most
                named.append(most.name if most else "")
    return named


def main() -> None:
    people = int(sys.argv[1]) if len(sys.argv) > 1 else 4_000
    draw = random.Random(1)
    after = " | ".join(f"named after {count}" for count in WRONG)
    print(f"| decide | wrong | {after} | wrongly | at any time |")
    for shares, errors in PEOPLE:
        worst = str(errors.index(max(errors))) if len(set(errors)) > 1 else None
        named = [answer(shares, errors, WRONG[-1], draw) for _ in range(people)]
        cells = [f"{sum(bool(each[count - LEAST]) for each in named) / people:.1%}" for count in WRONG]
        false = max(sum(each[count - LEAST] not in ("", worst) for each in named) for count in WRONG)
        ever = sum(any(each) for each in named) / people
        wrong = ", ".join(f"{error:.0%}" for error in errors)
        decide = ":".join(map(str, shares))
        print(f"| {decide} | {wrong} | {' | '.join(cells)} | {false / people:.1%} | {ever:.1%} |")


if __name__ == "__main__":
    main()
