"""Finds the move that was best before a person changed the weights."""

from dataclasses import dataclass

from engines.contract import Thought
from heuristics.lens import Lens
from study.searches.values import is_unfinished
from study.state.search_store import has_value
from study.state.study import Study


@dataclass(frozen=True)
class ReplacedMove:
    """The best move `now`, and the best move `before`, with the weights of `lens`; and the depths at which
    they were found. The depths are equal if the deeper search still knows what it found at the other's
    depth. Only then is the change of weights the only reason for another move."""

    now: int
    before: int
    depth: int
    depth_before: int
    lens: Lens

    @property
    def comparable(self) -> bool:
        return self.depth == self.depth_before


def replaced_by(study: Study, thought: Thought) -> ReplacedMove | None:
    """Compares a search's choice with the choice of another search of the position by the same heuristic:
    with its default weights, or else the oldest one with other weights. None if there is no such search, or
    if `thought` used the default weights."""
    lens = thought.lens
    if lens is None:
        return None
    others = [
        found
        for found in study.search_store.all_of(thought.position)
        if found.lens is not None
        and found.lens != lens
        and found.lens.heuristic is lens.heuristic
        and has_value(found)
    ]
    default = Lens.of(lens.heuristic)
    if lens == default or not others:
        return None
    before = next((found for found in others if found.lens == default), others[-1])
    depth = min(thought.depth, before.depth)
    here, there = _at_depth(thought, depth) or thought, _at_depth(before, depth) or before
    if here.move is None or there.move is None or before.lens is None:
        return None
    return ReplacedMove(here.move, there.move, here.depth, there.depth, before.lens)


def _at_depth(thought: Thought, depth: int) -> Thought | None:
    """What a search found when it had finished a depth; None if it no longer knows."""
    at: Thought | None = thought.before if is_unfinished(thought) and thought.before else thought
    while at is not None and at.depth > depth:
        at = at.before
    return at if at is not None and at.depth == depth else None
