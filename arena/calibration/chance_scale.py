"""What values of a heuristic mean as expected scores, for any number of nodes.

A value of a deep search means more than the same value without a search. So there are curves for several
budgets, which are numbers of nodes. The score of a value lies between those of the next smaller and the next
larger budget, by the logarithm of the value's nodes. A value of fewer nodes than the smallest budget uses the
smallest budget's curves, and a value of more nodes than the largest budget uses the largest budget's. So the
expected score of one value has no jumps as the nodes grow.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arena.calibration.calibration import BudgetCurves, Calibration
from games.position import Position

STATIC = 0
"""The budget of a value without a search."""

FAR = 4
"""Beyond this many times fewer or more nodes than were measured, a score is an extrapolation."""


@dataclass(frozen=True)
class Step:
    """The curves of a budget. `players` are the nodes a move of the two programs whose games gave the
    curves."""

    curves: BudgetCurves
    players: int

    @property
    def nodes(self) -> int:
        return self.curves.nodes


@dataclass(frozen=True)
class ExpectedScore:
    """An expected score, 0 to 1, and its standard error. `players` are the nodes a move of the two programs
    in whose games it was measured. `measured` is the budget of the closest curves if the value's own is more
    than FAR times below or above all of them, else None."""

    score: float
    error: float
    players: int
    measured: int | None


@dataclass(frozen=True)
class ChanceScale:
    """The curves of a heuristic by budget: at least one step, with the fewest nodes first."""

    steps: tuple[Step, ...]

    @classmethod
    def of(cls, calibrations: Sequence[Calibration]) -> "ChanceScale | None":
        """The scale of a heuristic's calibrations; None without any. The first one takes precedence: each
        further one only adds budgets outside the range of those before it, so that each range is measured in
        the same games."""
        steps: list[Step] = []
        for made in calibrations:
            low, high = (steps[0].nodes, steps[-1].nodes) if steps else (math.inf, -math.inf)
            new = [Step(each, made.nodes) for each in made.budgets if not low <= each.nodes <= high]
            steps = sorted([*steps, *new], key=lambda step: step.nodes)
        return cls(tuple(steps)) if steps else None

    def score(self, value: float, progress: int, nodes: int) -> ExpectedScore:
        """What a value for the side to move means, by a search of that many nodes; 0 stands for no search."""
        found = [step.curves.score(value, progress) for step in self.steps]
        size, sizes = math.log2(1 + nodes), [math.log2(1 + step.nodes) for step in self.steps]
        score, error = (float(np.interp(size, sizes, column)) for column in zip(*found, strict=True))
        near = min(self.steps, key=lambda step: abs(math.log2(1 + step.nodes) - size))
        far = not self.steps[0].nodes <= FAR * nodes or not nodes <= FAR * self.steps[-1].nodes
        return ExpectedScore(score, error, near.players, near.nodes if far else None)


def progress_of(position: Position) -> int:
    """How far the game has come; 0 for a game without `progress`."""
    return 0 if position.game.progress is None else position.game.progress(position.state)
