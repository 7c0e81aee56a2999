"""The moves of a game beside what a search would have played."""

from study.facts import Steps
from study.judged import Judged, judge
from study.review_run import Review
from study.study import Study


def judged_move(study: Study, index: int) -> Judged | None:
    """The game's ply `index` beside what a search would have played: by the review where it has looked at the
    move, so that all places say what its page says; else by the newest search that knows what both are worth.
    None where none does."""
    position, ply = study.record.positions[index], study.record.plies[index]
    reviewed = study.of(Review).judged(index, position, ply.move)
    if reviewed is not None:
        return reviewed
    for thought in study.thoughts.all_of(position):
        judged = judge(index, ply.move, thought, study.rows_of(thought))
        if judged is not None:
            return judged
    return None


def judged_moves(study: Study) -> tuple[Judged | None, ...]:
    """All plies of the game so; looked up anew only where it may be another answer."""
    record = study.record

    def steps() -> Steps:
        return tuple(judged_move(study, index) for index in range(len(record.plies)))
        yield

    review = study.of(Review)
    changes = study.thoughts.changes, review.changes, review.lens, review.given
    found: tuple[Judged | None, ...] = study.facts.ask(
        ("judged moves", record.position, len(record.plies), changes), steps
    )
    return found
