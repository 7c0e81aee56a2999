"""The evaluation bar of a study, once all that it shows is known."""

import time

from heuristics.lens import Lens
from study.calibration.chances import Chances
from study.on_board.evaluation_bar import EvaluationBar, Mark
from study.state.study import Study


def read_calibrations(study: Study, lens: Lens) -> None:
    """Waits until it is known whether values of a lens are chances."""
    until = time.monotonic() + 60.0
    while not study.of(Chances).knows(study, lens):
        assert time.monotonic() < until
        time.sleep(0.001)


def settled_marks(study: Study, bar: EvaluationBar | None = None) -> tuple[Mark, ...]:
    """The marks, once calibrations are read and no term is being evaluated in another thread."""
    bar, until = bar or EvaluationBar(), time.monotonic() + 60.0
    bar.marks(study)
    while study.facts.busy or not all(job.over for job in study.of(Chances).jobs):
        assert time.monotonic() < until
        study.facts.advance(0.0)
        time.sleep(0.001)
        bar.marks(study)
    return bar.marks(study)
