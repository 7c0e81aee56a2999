"""Nine Men's Morris: the source's weighted sum of four features, whose weights its tournament varied, and our
own `mobile`. `mobile` also counts who can move, because good players lose games by being shut in."""

import numpy as np

from games.bits import popcount
from games.contract import State
from games.morris import (
    ALL,
    FIRST_OF_LINE,
    LINES,
    NEIGHBOURS,
    SQUARES,
    full_lines,
    reflected,
    stash_place,
)
from heuristics.contract import Heuristic, where
from heuristics.levels import Level

NOT_LAST_OF_LINE = FIRST_OF_LINE | FIRST_OF_LINE << 1
"""The points that have another one after them on their vertical line."""

SOURCE = "Nine Men's Morris notebooks, HeuristicWeights"

MOST_STONES, MOST_MILLS, MOST_POSSIBLE = 9, 4, 8
"""The source's upper bounds of one side's counts, which scale the value."""


def scaled(weights: np.ndarray) -> np.ndarray:
    """The weights divided by (maximum + 1), so that every value lies between −1 and +1.

    The maximum is the largest sum that one side's counts can have, with absolute weights.
    """
    stones, stash, mills, possible = np.abs(weights)
    maximum = MOST_STONES * max(stones, stash) + MOST_MILLS * mills + MOST_POSSIBLE * possible
    prepared: np.ndarray = weights / (maximum + 1.0)
    return prepared


weighted = Heuristic(
    "weighted",
    "morris",
    "Stones, stash, mills and lines that lack one stone, scaled to lie inside (−1, +1).",
    SOURCE,
    prepare=scaled,
    scale=0.15,
)
mobile = Heuristic(
    "mobile",
    "morris",
    "Stones and how free they are: steps to empty points, stones shut in, and lines to close.",
    "our own, its weights found by matches",
    scale=15.0,
    unit="stone",
    per_unit=10.0,
    former_weights=("mills",),
)


def lines_lacking_one(own: int, empty: int) -> int:
    """The number of vertical lines with two of the `own` stones and one `empty` point."""
    return popcount(
        (own & own >> 1 & empty >> 2 | own & empty >> 1 & own >> 2 | empty & own >> 1 & own >> 2)
        & FIRST_OF_LINE
    )


def _stones_where(state: State, side: int) -> list[tuple[str, float]]:
    return [(name, 1.0) for point, name in enumerate(SQUARES) if state.stones[side] >> point & 1]


def _stash_where(state: State, side: int) -> list[tuple[str, float]]:
    """The `where` of the stones in hand."""
    return [(stash_place(side, number), 1.0) for number in range(int(state.stash[side]))]


def _mills_where(state: State, side: int) -> list[tuple[str, float]]:
    """The `where` of mills: a third of a mill for each of its three stones."""
    third = 1.0 / 3.0
    return _per_point(lambda line: line if all(state.stones[side] >> p & 1 for p in line) else [], third)


def _possible_where(state: State, side: int) -> list[tuple[str, float]]:
    """The `where` of possible mills: the empty points that would complete a line."""

    def lacking(line: list[int]) -> list[int]:
        rest = [point for point in line if not state.stones[side] >> point & 1]
        return rest if len(rest) == 1 and not state.stones[1 - side] >> rest[0] & 1 else []

    return _per_point(lacking, 1.0)


def _per_point(points_of, amount: float) -> list[tuple[str, float]]:  # type: ignore[no-untyped-def]
    """`amount` for each point that `points_of(line)` returns, summed over the lines."""
    sums: dict[str, float] = {}
    for line in LINES:
        for point in points_of(line):
            sums[SQUARES[point]] = sums.get(SQUARES[point], 0.0) + amount
    return sorted(sums.items())


@mobile.difference(weight=10.0)
@weighted.difference(weight=1.0)
@where(_stones_where)
def stones(state: State, side: int) -> float:
    """Stones on the board."""
    return popcount(state.stones[side])


@mobile.difference(weight=14.0, label="stones in hand")
@weighted.difference(weight=1.0, label="stones in hand")
@where(_stash_where)
def stash(state: State, side: int) -> float:
    """Stones that are not placed yet."""
    return state.stash[side]  # type: ignore[no-any-return]


@weighted.difference(weight=4.0)
@where(_mills_where)
def mills(state: State, side: int) -> float:
    """Lines of three own stones."""
    own = state.stones[side]
    return popcount(full_lines(own)) + popcount(full_lines(reflected(own)))


@mobile.difference("possible_mills", weight=2.5)
@weighted.difference("possible_mills", weight=2.0)
@where(_possible_where)
def possible_mills(state: State, side: int) -> float:
    """Lines with two own stones and an empty point, even if no stone can reach that point now."""
    own = state.stones[side]
    empty = ALL & ~(own | state.stones[1 - side])
    return lines_lacking_one(own, empty) + lines_lacking_one(reflected(own), reflected(empty))


def beside(points: int) -> int:
    """The points next to one of these on a vertical line."""
    return (points & NOT_LAST_OF_LINE) << 1 | points >> 1 & NOT_LAST_OF_LINE


def steps_along(stones: int, empty: int) -> int:
    """The number of steps along vertical lines from `stones` to `empty` points."""
    return popcount(stones & empty >> 1 & NOT_LAST_OF_LINE) + popcount(empty & stones >> 1 & NOT_LAST_OF_LINE)


def steps_from(state: State, point: int) -> int:
    """The number of empty points beside one."""
    return popcount(NEIGHBOURS[point] & ~(state.stones[0] | state.stones[1]))


def flies(state: State, side: int) -> bool:
    """Whether a side's stones may jump to any empty point: it has three stones left, none of them in hand."""
    return state.stash[side] == 0 and popcount(state.stones[side]) == 3


def _steps_where(state: State, side: int) -> list[tuple[str, float]]:
    if flies(state, side):
        return []
    steps = {
        point: steps_from(state, point) for point in range(len(SQUARES)) if state.stones[side] >> point & 1
    }
    return [(SQUARES[point], float(count)) for point, count in steps.items() if count]


@mobile.difference(weight=2.5, label="free steps")
@where(_steps_where)
def steps(state: State, side: int) -> float:
    """Steps along the lines from own stones to empty points; 0 for a side that flies."""
    if flies(state, side):
        return 0
    own = state.stones[side]
    empty = ALL & ~(own | state.stones[1 - side])
    return steps_along(own, empty) + steps_along(reflected(own), reflected(empty))


def _shut_in_where(state: State, side: int) -> list[tuple[str, float]]:
    if flies(state, side):
        return []
    return [
        (name, 1.0) for name, _ in _stones_where(state, side) if not steps_from(state, SQUARES.index(name))
    ]


@mobile.difference(weight=-1.0, label="stones shut in")
@where(_shut_in_where)
def shut_in(state: State, side: int) -> float:
    """Stones without an empty point beside them, which cannot make a step; 0 for a side that flies."""
    if flies(state, side):
        return 0
    own = state.stones[side]
    empty = ALL & ~(own | state.stones[1 - side])
    return popcount(own & ~(beside(empty) | reflected(beside(reflected(empty)))))


DEFAULT = mobile

LEVELS = (
    Level(depth=2, slack=0.66),
    Level(depth=3, slack=0.8),
    Level(depth=3, slack=0.27),
    Level(depth=4, slack=0.07),
    Level(nodes=4_800),
    Level(nodes=14_000),
    Level(nodes=75_000),
    Level(nodes=800_000),
)
"""docs/lab/strength.md has the Elo of each step."""
