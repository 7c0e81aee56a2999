"""A chance: the expected score that a heuristic's value means, as a calibration has measured it in games, and
the sentence that says it. This module imports little, so that commands start fast."""

from dataclasses import dataclass
from typing import Any

from arena.calibration.chance_scale import STATIC, ChanceScale, progress_of
from games.position import Position
from study.format import number_text

Z = 1.96
"""Standard errors on either side of a score, for its 95 % interval."""


@dataclass(frozen=True)
class Chance:
    """The expected score for `side`, from 0 to 1, and its standard error. `nodes` is the limit of the two
    programs in whose games the score was measured. `measured` is None if the value's search is at most four
    times smaller or larger than the measured ones. Otherwise it is the nodes of the closest measured
    searches, 0 for values without a search."""

    score: float
    error: float
    side: int
    nodes: int
    measured: int | None = None

    @property
    def text(self) -> str:
        """The score in per cent, from 1 to 99: only a forced win or loss would be 100 or 0 %, and these are
        not written as chances."""
        return _percent(self.score)

    def sentence_for(self, name: str) -> str:
        """The chance in a sentence; `name` is the name of the side."""
        low, high = self._interval
        said = (
            f"{name} scores {self.text} ({_percent(low)[:-2]} to {_percent(high)}) from such positions, "
            f"{self.between}."
        )
        if self.measured is None:
            return said
        by = f"searches of {number_text.grouped(self.measured)} nodes"
        return f"{said} Measured only for {by if self.measured else 'values without a search'}."

    def to_json(self, name: str) -> dict[str, Any]:
        """Score and 95 % interval from 0 to 1, the nodes a move of the two programs, and the sentence."""
        low, high = self._interval
        said = {"score": self.score, "low": low, "high": high, "nodes": self.nodes}
        return said | {"sentence": self.sentence_for(name)}

    @property
    def _interval(self) -> tuple[float, float]:
        return max(0.0, self.score - Z * self.error), min(1.0, self.score + Z * self.error)

    @property
    def between(self) -> str:
        """The two players whose games the chances come from, in words."""
        return f"between two programs of {number_text.grouped(self.nodes)} nodes a move"


def _percent(score: float) -> str:
    return f"{max(1, min(99, round(100 * score)))} %"


def chance_by(
    scale: ChanceScale | None, position: Position, value: float, side: int, nodes: int = STATIC
) -> Chance | None:
    """The chance for `side` of a position's `value` by a search of `nodes` nodes (STATIC: no search). The
    value is from the point of view of `side`, in the heuristic's own numbers. None without a scale, and for a
    forced win or loss."""
    if scale is None or number_text.is_decided(value):
        return None
    moves = side == position.to_move
    found = scale.score(value if moves else -value, progress_of(position), nodes)
    score = found.score if moves else 1.0 - found.score
    return Chance(score, found.error, side, found.players, found.measured)


def compared(best: Chance | None, played: Chance | None) -> str:
    """A sentence with the chances after the best and after the played move; "" if one of them is None."""
    if best is None or played is None:
        return ""
    return f"As chances: {best.text} instead of {played.text}, {best.between}."
