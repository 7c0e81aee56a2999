"""Finds the group of terms that decides a position: the group that most favours the best move over the most
tempting mistake.

That mistake is the best move by a search of one ply, among the moves that a review would mark. In a case of a
suite it must also be a move that does not pass. So the group depends on the position alone, and never on a
person's answer.
"""

from dataclasses import replace

from engines.contract import Limits
from engines.jobs import Job
from study.format.loss_scale import clear_advantage, is_marked
from study.practice.progress import DecidingGroup
from study.practice.verdict import misjudged
from study.suites.suites import Case
from study.why_not.comparison import Comparison
from study.why_not.questions import searcher_like
from study.why_not.two_searches import WhyNot

MOST_TRIED = 6
"""The most moves that are compared with the best one to find a mistake. Each comparison needs a search."""


def deciding_group(job: Job, key: str, compared: Comparison, case: Case | None) -> DecidingGroup | None:
    """The group that decides a comparison's position, by the comparison's lens; `key` is the position's key
    in practice. None if no compared move is a mistake, if no group favours the best move, or if there is only
    one group."""
    position, thought = compared.thought.position, compared.thought
    engine = searcher_like(position, thought, compared.lens)
    engine.prepare(position.game.name)
    best, scale = compared.chosen.moves[0], clear_advantage(thought)
    glance = replace(engine.with_empty_memory(), limits=Limits(depth=1), lines=len(position.moves))
    rows = sorted(glance.think(position, stop=job.stop).root_moves, key=lambda row: -row.value)
    tempting = [row.move for row in rows if row.move != best and not (case and case.passes(row.move))]
    for move in tempting[:MOST_TRIED]:
        job.give_way()
        if job.stop.requested:
            return None
        other = WhyNot(engine, position, (move,), compared.names, thought, job.stop).compared()
        if other.difference > 0.0 and is_marked(other.chosen.value, other.asked.value, scale):
            group, groups = misjudged(other)
            found = DecidingGroup(of=key, decides=group, heuristic=compared.lens.name)
            return found if group and groups > 1 else None
    return None
