"""How often a group is named: `python tests/study/practice/measure_misjudged.py [PEOPLE]`."""

import random
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from study.practice.misjudged_groups import LEAST, MisjudgedGroups

SHARES = ((1, 1), (1, 1, 1), (5, 5, 1, 1), (1, 1, 1, 1, 1), (4, 2, 2, 2), (5, 3, 1, 1), (6, 2, 1, 1))
ANSWERS = (20, 40, 100)
LAST = 200


def named(counts: Counter[int]) -> str | None:
    return MisjudgedGroups("", tuple((str(name), count) for name, count in counts.most_common())).most


def after(shares: tuple[int, ...], count: int, draw: random.Random) -> str | None:
    """The group that is named after so many wrong answers."""
    return named(Counter(draw.choices(range(len(shares)), shares, k=count)))


def at_any_time(shares: tuple[int, ...], draw: random.Random) -> bool:
    """Whether a group is named after any of the answers up to the last."""
    counts: Counter[int] = Counter()
    for number, group in enumerate(draw.choices(range(len(shares)), shares, k=LAST), 1):
        counts[group] += 1
        if number >= LEAST and named(counts) is not None:
            return True
    return False


def main() -> None:
    people = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    draw = random.Random(1)
    print(f"| shares | {' | '.join(f'named after {count}' for count in ANSWERS)} | wrongly | at any time |")
    for shares in SHARES:
        ties = shares.count(max(shares)) > 1
        cells, wrong = [], 0
        for count in ANSWERS:
            found = [after(shares, count, draw) for _ in range(people)]
            cells.append(f"{sum(each is not None for each in found) / people:.1%}")
            wrong = max(wrong, sum(each is not None and (ties or each != "0") for each in found))
        ever = sum(at_any_time(shares, draw) for _ in range(people // 10)) / (people // 10)
        print(f"| {':'.join(map(str, shares))} | {' | '.join(cells)} | {wrong / people:.1%} | {ever:.1%} |")


if __name__ == "__main__":
    main()
