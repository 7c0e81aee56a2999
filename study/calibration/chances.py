"""What values mean as chances. Whether they mean any is decided once for a game, a heuristic with its
weights, and the rules: by the calibrations that were made for these. Then every value has a chance, with a
search of any size or without one. The evaluation bar, the percentages of the window and the exports ask
here."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from arena.calibration.calibration import Calibration
from arena.calibration.chance_scale import ChanceScale
from arena.calibration.kept_calibrations import made_for, scale_of
from arena.calibration.valued_games import STATIC, progress_of
from engines.contract import Thought
from engines.jobs import Job
from games.data_folder import default_folder
from games.position import Position
from heuristics.lens import Lens
from study.core.features import Feature
from study.core.study import Study
from study.format import number_text

Z = 1.96


@dataclass(frozen=True)
class Chance:
    """The expected score for `side`, from 0 to 1, and its standard error. `nodes` is the limit of the two
    programs whose games say so. `measured` is the nodes of the closest values in these games, None where they
    are close to those of the value itself."""

    score: float
    error: float
    side: int
    nodes: int
    measured: int | None = None

    @property
    def text(self) -> str:
        """In per cent. Only a forced end is 0 or 100 %, and it is no chance."""
        return _percent(self.score)

    def told(self, name: str) -> str:
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
        return said | {"sentence": self.told(name)}

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
    """The chance for `side` of a position's `value`, which is for `side` too, in the heuristic's own numbers,
    by a search with that many nodes. None without a scale, and for a forced end."""
    if scale is None or number_text.is_decided(value):
        return None
    moves = side == position.to_move
    found = scale.score(value if moves else 0.0 - value, progress_of(position), nodes)
    score = found.score if moves else 1.0 - found.score
    return Chance(score, found.error, side, found.players, found.measured)


class Chances(Feature):
    """The scales of the heuristics that were asked about. Calibrations are read in the background."""

    def __init__(self, study: Study) -> None:
        self._lane = study.features.lanes.files
        self._read: dict[Hashable, Job] = {}

    @property
    def version(self) -> Hashable:
        return tuple(job.over for job in self._read.values())

    def knows(self, study: Study, lens: Lens) -> bool:
        """Whether it is known if values of a lens are chances; if not, it will be soon."""
        return self._calibrations(study, lens).over

    def scale(self, study: Study, lens: Lens | None) -> ChanceScale | None:
        """What values of a lens mean; None where they are no chances, or that is not known yet."""
        if lens is None:
            return None
        job = self._calibrations(study, lens)
        found: tuple[Calibration, ...] = (job.news.value or ()) if job.over else ()
        return scale_of(found, lens)

    def _calibrations(self, study: Study, lens: Lens) -> Job:
        """The calibrations of a heuristic with any weights, so that a slider that moves reads no files."""
        options = study.record.options
        key = lens.heuristic, options.model_dump_json()
        if key not in self._read:
            heuristic, data = lens.heuristic, study.data or default_folder()
            self._read[key] = self._lane.do(lambda job: made_for(heuristic, options, data), "calibrations")
        return self._read[key]


def compared(best: Chance | None, played: Chance | None) -> str:
    """A sentence with the chances after the best and after the played move; "" where they are none."""
    if best is None or played is None:
        return ""
    return f"As chances: {best.text} instead of {played.text}, {best.between}."


def chance_of(study: Study, thought: Thought, value: float, side: int) -> Chance | None:
    """The chance for a side of a search's value; see `chance_by`."""
    return chance_by(
        study.of(Chances).scale(study, thought.lens), thought.position, value, side, thought.nodes
    )


def chance_now(study: Study, lens: Lens, position: Position, value: float, side: int) -> Chance | None:
    """The chance for a side of a position's static value; see `chance_by`."""
    return chance_by(study.of(Chances).scale(study, lens), position, value, side)
