"""A calibration: what the values of a heuristic's searches say about the result, as expected scores.

It belongs to a heuristic's content, its weights and the rules' options, and serves searches of about the
budget with which its games were played. A position's phase depends on the progress of its game. Each phase
has a curve of its own, from the value to the expected score of the side to move.
"""

import bisect
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from games.contract import BadText, Options
from heuristics.content_hash import content_hash
from heuristics.lens import Lens

SERVES = 4
"""A calibration serves searches with up to this many times more or fewer nodes."""


@dataclass(frozen=True)
class ScoreCurve:
    """The expected score by the value, and its standard error. Both are linear between `values` and constant
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
    expected score and the mean score. The interval around the mean score has the errors of the check and of
    the fit, both by games. With a right calibration the expected score lies in it in 95 of 100 bins."""

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
class Calibration:
    """`bins` are those of fresh games; `games` is the number of games of the fit, and again of the check.
    `content` is the heuristic's content hash, `weights` are in its order."""

    game: str
    heuristic: str
    content: str
    weights: tuple[float, ...]
    options: Mapping[str, Any]
    nodes: int
    seed: int
    games: int
    phases: tuple[Phase, ...]
    bins: tuple[Bin, ...]

    def score(self, value: float, progress: int) -> tuple[float, float]:
        """The expected score, 0..1, of the side to move, and its standard error."""
        starts = [phase.start for phase in self.phases]
        curve = self.phases[max(0, bisect.bisect_right(starts, progress) - 1)].curve
        return curve.score(value), curve.error(value)

    def serves(self, nodes: int) -> bool:
        """Whether it is valid for searches with that many nodes."""
        return self.nodes <= SERVES * nodes and nodes <= SERVES * self.nodes

    def belongs_to(self, lens: Lens, options: Options) -> bool:
        """Whether it was made for this heuristic in its present state, with these weights and rules."""
        return (
            self.heuristic == lens.name
            and self.weights == tuple(lens.weights.tolist())
            and self.options == options.model_dump(mode="json")
            and self.content == content_hash(lens.heuristic)
        )

    @property
    def error(self) -> float:
        """The mean absolute difference between expected and actual scores, by positions of the check."""
        positions = sum(each.positions for each in self.bins)
        total = sum(each.positions * abs(each.expected - each.scored) for each in self.bins)
        return total / max(1, positions)

    @property
    def inside(self) -> int:
        """The number of bins whose interval holds the expected score."""
        return sum(each.holds for each in self.bins)

    def to_json(self) -> dict[str, Any]:
        phases = [{"start": phase.start, **asdict(phase.curve)} for phase in self.phases]
        return asdict(self) | {"phases": phases}

    @classmethod
    def read(cls, text: str) -> "Calibration":
        """The calibration in the text of a file. BadText if there is none."""
        try:
            found = json.loads(text)
            phases = tuple(_read_phase(each) for each in found.pop("phases"))
            bins = tuple(Bin(**each) for each in found.pop("bins"))
            weights = tuple(map(float, found.pop("weights")))
            made = cls(phases=phases, bins=bins, weights=weights, **found)
            if not phases:
                raise ValueError
            return made
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise BadText("expected a calibration as `calibrate` writes it") from None


def _read_phase(found: Mapping[str, Any]) -> Phase:
    values, scores, errors = (tuple(map(float, found[name])) for name in ("values", "scores", "errors"))
    if not values or not len(values) == len(scores) == len(errors):
        raise ValueError
    return Phase(int(found["start"]), ScoreCurve(values, scores, errors))
