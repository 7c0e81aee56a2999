"""A calibration: what the values of a heuristic's searches say about the result, as expected scores.

It is valid for one version of a heuristic, one set of weights and the rules' options. It has curves for
values of several budgets, from the static value to the value of a long search;
`arena.calibration.chance_scale` interpolates between them. How far a game has come (`Game.progress`) divides
its positions into phases. Each phase has a curve of its own, from the value to the expected score of the side
to move.
"""

import bisect
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from games.contract import BadText, Options
from heuristics.content_hash import content_hash
from heuristics.contract import Heuristic
from heuristics.lens import Lens


@dataclass(frozen=True)
class ScoreCurve:
    """The expected score for a value, and its standard error. Both are linear between `values` and constant
    beyond them. Values and scores ascend."""

    values: tuple[float, ...]
    scores: tuple[float, ...]
    errors: tuple[float, ...]

    def score(self, value: float) -> float:
        return float(np.interp(value, self.values, self.scores))

    def error(self, value: float) -> float:
        return float(np.interp(value, self.values, self.errors))


@dataclass(frozen=True)
class Phase:
    """Positions whose progress is at least `start`, up to the next phase."""

    start: int
    curve: ScoreCurve


@dataclass(frozen=True)
class Bin:
    """Positions of a phase with similar expected scores: their number, the number of their games, the mean
    expected score and the mean score. The interval around the mean score includes the statistical errors of
    the fit and of the check. If the calibration is right, the expected score lies in this interval in 95 of
    100 bins."""

    phase: int
    positions: int
    games: int
    expected: float
    scored: float
    low: float
    high: float

    @property
    def holds(self) -> bool:
        """Whether the expected score lies in the interval of the scores."""
        return self.low <= self.expected <= self.high


@dataclass(frozen=True)
class BudgetCurves:
    """What values of searches with `nodes` mean, 0 for static values. `bins` are counted in games that the
    curves were not fitted to."""

    nodes: int
    phases: tuple[Phase, ...]
    bins: tuple[Bin, ...]

    def score(self, value: float, progress: int) -> tuple[float, float]:
        """The expected score, 0..1, of the side to move, and its standard error."""
        starts = [phase.start for phase in self.phases]
        curve = self.phases[max(0, bisect.bisect_right(starts, progress) - 1)].curve
        return curve.score(value), curve.error(value)

    @property
    def error(self) -> float:
        """The mean absolute difference between a bin's expected and actual score, weighted by its
        positions."""
        positions = sum(each.positions for each in self.bins)
        total = sum(each.positions * abs(each.expected - each.scored) for each in self.bins)
        return total / max(1, positions)

    @property
    def inside(self) -> int:
        """The number of bins whose interval holds the expected score."""
        return sum(each.holds for each in self.bins)

    def to_json(self) -> dict[str, Any]:
        phases = [{"start": phase.start, **asdict(phase.curve)} for phase in self.phases]
        return {"nodes": self.nodes, "phases": phases, "bins": [asdict(each) for each in self.bins]}


@dataclass(frozen=True)
class Calibration:
    """`nodes` is the number of nodes that each program searched for a move of its games; `games` were played
    for the fit, and as many for the check. `budgets` are the curves of the budgets that positions were valued
    with, the smallest first; the budget of the games is one of them. `content` is the heuristic's content
    hash, `weights` are in its order."""

    game: str
    heuristic: str
    content: str
    weights: tuple[float, ...]
    options: Mapping[str, Any]
    nodes: int
    seed: int
    games: int
    budgets: tuple[BudgetCurves, ...]

    @property
    def own(self) -> BudgetCurves:
        """The curves of the budget with which its games were played."""
        return next(each for each in self.budgets if each.nodes == self.nodes)

    def is_of(self, heuristic: Heuristic, options: Options) -> bool:
        """Whether it was made for this heuristic in its present state, and these rules."""
        return (
            (self.game, self.heuristic) == (heuristic.game, heuristic.name)
            and self.options == options.model_dump(mode="json")
            and self.content == content_hash(heuristic)
        )

    def has_weights_of(self, lens: Lens) -> bool:
        """Whether it was made with the weights of `lens`, a lens of the same heuristic."""
        return self.weights == tuple(lens.weights.tolist())

    def to_json(self) -> dict[str, Any]:
        """What its file holds: `phases` and `bins` belong to the budget of the games; `budgets` lists all
        other budgets."""
        about = {name: value for name, value in vars(self).items() if name != "budgets"}
        others = [each.to_json() for each in self.budgets if each.nodes != self.nodes]
        return about | self.own.to_json() | {"budgets": others}

    @classmethod
    def read(cls, text: str) -> "Calibration":
        """The calibration in the text of a file. One without `budgets`, as earlier versions wrote it, has the
        curves of its games' budget alone. Raises BadText if the text is no calibration."""
        try:
            found = json.loads(text)
            curves = [found, *found.pop("budgets", ())]
            budgets = sorted(map(_read_budget, curves), key=lambda each: each.nodes)
            about = {name: value for name, value in found.items() if name not in ("phases", "bins")}
            about["weights"] = tuple(map(float, found["weights"]))
            return cls(budgets=tuple(budgets), **about)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise BadText("expected a calibration as `calibrate` writes it") from None


def _read_budget(found: Mapping[str, Any]) -> BudgetCurves:
    phases = tuple(map(_read_phase, found["phases"]))
    if not phases:
        raise ValueError
    return BudgetCurves(int(found["nodes"]), phases, tuple(Bin(**each) for each in found["bins"]))


def _read_phase(found: Mapping[str, Any]) -> Phase:
    values, scores, errors = (tuple(map(float, found[name])) for name in ("values", "scores", "errors"))
    if not values or not len(values) == len(scores) == len(errors):
        raise ValueError
    return Phase(int(found["start"]), ScoreCurve(values, scores, errors))
