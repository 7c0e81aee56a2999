"""Tells which chances (expected scores) a heuristic's values mean. A calibration has measured that in games,
for the rules of the game and the heuristic with certain weights (a lens). Then every value has a chance, with
a search of any size or without one."""

from collections.abc import Hashable, Iterable

from arena.calibration.calibration import Calibration
from arena.calibration.chance_scale import ChanceScale
from arena.calibration.kept_calibrations import made_for, scale_of
from engines.contract import Thought
from engines.jobs import Job
from games.data_folder import default_folder
from games.position import Position
from heuristics.lens import Lens
from study.calibration.chance import Chance, chance_by
from study.state.features import Feature
from study.state.study import Study


class Chances(Feature):
    """The scales from values to chances, by heuristic. Calibrations are read in the background."""

    def __init__(self, study: Study) -> None:
        self._lane = study.features.lanes.files
        self._read: dict[Hashable, Job] = {}

    @property
    def jobs(self) -> Iterable[Job | None]:
        return self._read.values()

    def knows(self, study: Study, lens: Lens) -> bool:
        """Whether the calibrations of a lens's heuristic are read. If not, begins to read them."""
        return self._calibrations(study, lens).over

    def scale(self, study: Study, lens: Lens | None) -> ChanceScale | None:
        """The scale from a lens's values to chances; None if there is no calibration, or if it is not read
        yet."""
        if lens is None:
            return None
        job = self._calibrations(study, lens)
        found: tuple[Calibration, ...] = (job.news.value or ()) if job.over else ()
        return scale_of(found, lens)

    def _calibrations(self, study: Study, lens: Lens) -> Job:
        """The job that reads a heuristic's calibrations: for any weights, so that moving a slider reads no
        files."""
        options = study.record.options
        key = lens.heuristic, options.model_dump_json()
        if key not in self._read:
            heuristic, data = lens.heuristic, study.data or default_folder()
            self._read[key] = self._lane.do(lambda job: made_for(heuristic, options, data), "calibrations")
        return self._read[key]


def chance_of(study: Study, thought: Thought, value: float, side: int) -> Chance | None:
    """The chance for `side` of a search's `value` for that side; None if the search's lens is not calibrated,
    and for a forced win or loss."""
    return chance_by(
        study.of(Chances).scale(study, thought.lens), thought.position, value, side, thought.nodes
    )


def chance_now(study: Study, lens: Lens, position: Position, value: float, side: int) -> Chance | None:
    """The chance for `side` of a position's static `value` for that side; None as for `chance_of`."""
    return chance_by(study.of(Chances).scale(study, lens), position, value, side)
