"""What the values of searches mean as chances. A calibration fits if it was made for the same heuristic,
weights and rules, and for about the search's number of nodes. Where none fits, a value has no chance."""

from collections.abc import Hashable
from dataclasses import dataclass

from arena.calibration.calibration import Calibration
from arena.calibration.kept_calibrations import closest, fitting
from arena.calibration.valued_games import progress_of
from engines.contract import WIN_BAND, Thought
from engines.jobs import Job
from games.data_folder import default_folder
from heuristics.lens import Lens
from study.core.features import Feature
from study.core.study import Study
from study.format import number_text


@dataclass(frozen=True)
class Chance:
    """The expected score for `side`, from 0 to 1, and its standard error. `nodes` is the limit of the two
    programs whose games the calibration is made of."""

    score: float
    error: float
    side: int
    nodes: int

    @property
    def text(self) -> str:
        return f"{round(100 * self.score)} %"

    def told(self, name: str) -> str:
        """The chance in a sentence; `name` is the name of the side."""
        low, high = (max(0.0, min(1.0, self.score + step * self.error)) for step in (-1.96, 1.96))
        return (
            f"{name} scores {self.text} ({round(100 * low)} to {round(100 * high)} %) from such positions, "
            f"{self.between}."
        )

    @property
    def between(self) -> str:
        """The two players whose games the chances come from, in words."""
        return f"between two programs of {number_text.grouped(self.nodes)} nodes a move"


class Chances(Feature):
    """The calibrations of the lenses that were asked about. They are looked up in the background."""

    def __init__(self, study: Study) -> None:
        self._lane = study.features.lanes.files
        self._found: dict[Hashable, Job] = {}

    @property
    def version(self) -> Hashable:
        return tuple(job.over for job in self._found.values())

    def of(self, study: Study, thought: Thought, value: float, side: int) -> Chance | None:
        """The chance for `side` of a search's `value`, which is for `side` too, in the heuristic's own
        numbers. None where no calibration fits, or the value is a forced end."""
        lens = thought.lens
        if lens is None or not abs(value) < WIN_BAND or not thought.nodes:
            return None
        made = closest(self._calibrations(study, lens), thought.nodes)
        if made is None:
            return None
        position = thought.position
        own = value if side == position.to_move else 0.0 - value
        score, error = made.score(own, progress_of(position))
        return Chance(score if side == position.to_move else 1.0 - score, error, side, made.nodes)

    def _calibrations(self, study: Study, lens: Lens) -> tuple[Calibration, ...]:
        options = study.record.options
        key = study.record.game.name, lens, options.model_dump_json()
        job = self._found.get(key)
        if job is None:
            game, data = study.record.game.name, study.data or default_folder()
            work = lambda job: fitting(game, lens, options, data)  # noqa: E731
            job = self._found[key] = self._lane.do(work, "calibrations")
        value = job.news.value
        return value if isinstance(value, tuple) else ()


def chance_of(study: Study, thought: Thought, value: float, side: int) -> Chance | None:
    """The chance for a side of a search's value; see `Chances.of`."""
    return study.of(Chances).of(study, thought, value, side)
