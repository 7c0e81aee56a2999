"""Makes endgame tables: works the outcomes of a group's positions out backwards from those that are decided.

First the moves of each position are counted (`make_count`), moves to the same position once. Positions
outside the group are known already. Then the kernel of `make_spread` goes back ply by ply. A position with a
move to a lost position is won. A move to a won position is struck off; a position without another move is
lost. All other positions are drawn.

An outcome is a small number: n for "won in n plies", -1 - n for "lost in n", 0 for a draw.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from games.compiling.compiler import compiled
from games.contract import ONGOING
from games.truth.domain import Domain, Group

DRAWN = 0
OUTCOME = np.dtype(np.int16)
NO_POSITION = -32768
"""In place of an outcome: no position has this number, or its group is not solved yet."""

MOST_PLIES = 1000
CHUNK = 1 << 16
"""The number of positions between two reports of progress."""

MOST_COUNTED = 255
"""The largest number of moves that `counts` (uint8) can hold. No position of a domain has more moves."""


class Unsolvable(Exception):
    """The group cannot be solved: a move leads to a position without a known outcome, or a win takes too
    long."""


def plies_of(outcome: int) -> int:
    """Plies to the end of a game that is won or lost."""
    return outcome if outcome > 0 else -1 - outcome


def before_move(outcome: int) -> int:
    """The outcome for the side that makes a move, from the outcome for the other side after it."""
    if outcome == 0:
        return 0
    return -outcome if outcome < 0 else -2 - outcome


def is_better(one: int, other: int) -> bool:
    """Whether the first outcome is better for the side that chooses: a win sooner, a loss later."""
    if (one > 0) != (other > 0):
        return one > 0
    return one < other if one != 0 and other != 0 else one > other


def make_count(domain: Domain) -> Callable[..., int]:
    """The kernel that sets up the positions of a group and counts their moves."""
    legal_moves, apply, outcome = domain.rules.legal_moves, domain.rules.apply, domain.rules.outcome
    index, place = domain.index, domain.place

    def count(
        values: Any,
        counts: Any,
        start: int,
        stop: int,
        first: int,
        end: int,
        states: Any,
        moves: Any,
        seen: Any,
    ) -> int:
        """Counts the moves of the positions with numbers from `first` to before `end`, in the group from
        `start` to before `stop`. `values` are the domain's, `counts` the group's. Returns -1, or the number
        of a position with a move that leads to an unknown outcome."""
        here, after = states[0], states[1]
        for number in range(first, end):
            if not place(number, here):
                values[number] = NO_POSITION
                continue
            side = here.to_move
            result = outcome(here)
            if result != ONGOING:
                values[number] = -1 if result == 1 - side else 0
                counts[number - start] = 0 if result == 1 - side else 1
                continue
            best = 0  # of the moves that leave the group: the soonest win, else the latest loss
            left = 0  # moves that are not yet known to lose
            inside = 0
            n = legal_moves(here, moves)
            for i in range(n):
                if best == 1:
                    break
                apply(here, moves[i], 0, after)
                result = outcome(after)
                if result != ONGOING:
                    if result == side:
                        best = 1
                    elif result == 1 - side:
                        if best <= 0:
                            best = min(best, -2)
                    else:
                        left += 1
                    continue
                child = index(after)
                if child < 0:
                    return number
                if start <= child < stop:
                    new = True
                    for k in range(inside):
                        if seen[k] == child:
                            new = False
                            break
                    if new:
                        seen[inside] = child
                        inside += 1
                    continue
                value = values[child]
                if value == NO_POSITION:
                    return number
                worth = before_move(value)
                if worth == 0:
                    left += 1
                elif worth > 0:
                    if best <= 0 or worth < best:
                        best = worth
                elif best <= 0:
                    best = min(best, worth)
            values[number] = best
            counts[number - start] = min(left + inside, MOST_COUNTED)
        return -1

    return count


def make_spread(domain: Domain) -> Callable[..., int]:
    """The kernel that goes one ply back from all positions of a group that end in a given number of plies."""
    index, place, unmoves = domain.index, domain.place, domain.unmoves

    def spread(
        values: Any,
        counts: Any,
        start: int,
        first: int,
        end: int,
        plies: int,
        here: Any,
        before: Any,
        seen: Any,
    ) -> int:
        """Goes back from the positions that end in `plies` plies, with numbers from `first` to before `end`.
        Returns a positive number if it must be called for more plies, else 0."""
        waiting = 0
        for number in range(first, end):
            value = values[number]
            if value == 0 or value == NO_POSITION or (value < 0 and counts[number - start] != 0):
                continue
            distance = value if value > 0 else -1 - value
            if distance >= plies:
                waiting += 1
            if distance != plies:
                continue
            place(number, here)
            n = unmoves(here, before)
            different = 0
            for i in range(n):
                parent = index(before[i])
                new = parent >= 0 and values[parent] != NO_POSITION
                for k in range(different):
                    if seen[k] == parent:
                        new = False
                        break
                if not new:
                    continue
                seen[different] = parent
                different += 1
                known = values[parent]
                if value < 0:
                    if known <= 0 or known > plies + 1:
                        values[parent] = plies + 1
                        waiting += 1
                else:
                    counts[parent - start] -= 1
                    if counts[parent - start] == 0 and known <= 0:
                        values[parent] = min(known, -2 - plies)
                        waiting += 1
        return waiting

    return spread


@cache
def _kernels(domain: Domain) -> tuple[Any, Any]:
    return compiled(make_count(domain)), compiled(make_spread(domain))


@dataclass(frozen=True)
class Progress:
    """The progress of a group: the share of its positions that are counted, then the number of plies done."""

    counted: float
    plies: int


def solve(domain: Domain, group: Group, values: Any, tell: Callable[[Progress], object]) -> None:
    """Fills the outcomes of a group into `values` (OUTCOME, one for each number of the domain), which holds
    those of the earlier groups. `tell` reports progress and may end this by raising. Raises Unsolvable."""
    count, spread = _kernels(domain)
    rules = domain.rules
    states = np.zeros(2, rules.dtype).view(np.recarray)
    before = np.zeros(domain.max_unmoves, rules.dtype).view(np.recarray)
    moves = np.zeros(rules.max_moves, np.int32)
    seen = np.zeros(max(rules.max_moves, domain.max_unmoves), np.int64)
    counts = np.zeros(group.size, np.uint8)
    chunks = [(first, min(first + CHUNK, group.stop)) for first in range(group.start, group.stop, CHUNK)]
    for first, end in chunks:
        wrong = count(values, counts, group.start, group.stop, first, end, states, moves, seen)
        if wrong >= 0:
            raise Unsolvable(f"{domain.game} {group.name}: a move of {wrong} leads out of all tables")
        tell(Progress((end - group.start) / group.size, 0))
    plies, waiting = 0, 1
    while waiting:
        if plies > MOST_PLIES:
            raise Unsolvable(f"{domain.game} {group.name}: a win takes more than {MOST_PLIES} plies")
        waiting = 0
        for first, end in chunks:
            waiting += spread(values, counts, group.start, first, end, plies, states[0], before, seen)
            tell(Progress(1.0, plies))
        plies += 1
    of_group = values[group.start : group.stop]
    # The moves that leave the group lose there, but another move does not.
    of_group[(of_group < 0) & (of_group != NO_POSITION) & (counts != 0)] = DRAWN
