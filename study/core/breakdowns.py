"""The breakdown of the position on the board, or of another one."""

from games.position import Position
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import GuardedEvaluation
from heuristics.lens import Breakdown, Lens
from study.core.incremental_cache import Steps
from study.core.search_store import position_key
from study.core.study import Study

WAIT_SECONDS = 0.005
"""The longest wait of a frame for it, so that a position shown again has its numbers at once."""


def breakdown_now(study: Study, lens: Lens | None = None) -> Breakdown | str | None:
    """The position on the board for the side that the window's values are for (`Study.perspective`), through
    a lens, the study's if none is given: see `breakdown_of`."""
    return breakdown_of(study, study.position, study.perspective, lens or study.lens)


def breakdown_of(study: Study, position: Position, side: int, seen: Lens) -> Breakdown | str | None:
    """A position through a lens, for `side`, rows that failed in it; a line where the heuristic fails as a
    whole; None while it is being evaluated."""
    state = position.state

    def steps() -> Steps:
        with GuardedEvaluation(seen.heuristic, lambda: seen.breakdown(state, side, partly=True)) as asked:
            while not asked.ready(WAIT_SECONDS):
                yield None
            try:
                return asked.result()
            except TermFailure as failure:
                return str(failure)

    found: Breakdown | str | None = study.facts.ask(("now", position_key(position), seen, side), steps)
    return found
