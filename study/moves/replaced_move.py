"""The best move that a change of weights has replaced."""

from engines.contract import Thought
from heuristics.lens import Lens
from study.core.search_store import has_value
from study.core.study import Study


def replaced_by(study: Study, thought: Thought) -> Thought | None:
    """The search that chose another move in a search's position: by the default weights of its heuristic, or
    else by the weights that were tried first. None if the move is the same, or nothing is known."""
    lens = thought.lens
    if lens is None:
        return None
    others = [
        found
        for found in study.thoughts.all_of(thought.position)
        if found.lens is not None
        and found.lens != lens
        and found.lens.heuristic is lens.heuristic
        and has_value(found)
    ]
    default = Lens.of(lens.heuristic)
    if lens == default or not others:
        return None
    before = next((found for found in others if found.lens == default), others[-1])
    return before if before.move != thought.move else None
