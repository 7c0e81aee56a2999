"""Breakdowns (a value and what each term contributes to it) of the position on the board, or of any other."""

from functools import partial

from games.position import Position
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import evaluating
from heuristics.lens import Breakdown, Lens
from heuristics.sides import is_one_sided
from study.state.incremental_cache import Steps
from study.state.search_store import has_value, position_key
from study.state.study import Study

WAIT_SECONDS = 0.005
"""The most seconds that a frame waits for a breakdown. Usually it is ready then, and a new position has its
numbers at once."""


def breakdown_now(study: Study, lens: Lens | None = None) -> Breakdown | str | None:
    """The breakdown of the position on the board by a lens (None: the study's), for the side that the
    window's values are for (`Study.perspective`). Returns what `breakdown_of` returns."""
    return breakdown_of(study, study.position, study.perspective, lens or study.lens)


def counting_side(study: Study) -> int:
    """The side for which the position on the board is evaluated where a search's value is shown beside the
    evaluation. It is the side to move in the searched position, if both the shown and the search's heuristic
    are one-sided; else the perspective."""
    thought = study.thought
    if thought is None or thought.lens is None or not has_value(thought):
        return study.perspective
    both = is_one_sided(study.lens) and is_one_sided(thought.lens)
    return thought.position.to_move if both else study.perspective


def breakdown_of(study: Study, position: Position, side: int, seen: Lens) -> Breakdown | str | None:
    """The breakdown of a position by the lens `seen`, for `side`, including rows of terms that failed. If the
    whole heuristic fails, a line that says why; None while it is being computed."""
    state = position.state

    def steps() -> Steps:
        work = partial(seen.breakdown, state, side, partly=True)
        try:
            return (yield from evaluating(seen.heuristic, work, WAIT_SECONDS))
        except TermFailure as failure:
            return str(failure)

    found: Breakdown | str | None = study.facts.ask(("now", position_key(position), seen, side), steps)
    return found
