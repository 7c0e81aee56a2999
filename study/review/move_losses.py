"""The moves of a game beside what a search would have played."""

from study.core.incremental_cache import Steps
from study.core.move_loss import MoveLoss, judge
from study.core.study import Study
from study.review.background_review import Review


def judged_move(study: Study, index: int) -> MoveLoss | None:
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


def judged_moves(study: Study) -> tuple[MoveLoss | None, ...]:
    """The same for all plies of the game; looked up again only where the answer may have changed."""
    record = study.record

    def steps() -> Steps:
        return tuple(judged_move(study, index) for index in range(len(record.plies)))
        yield

    review = study.of(Review)
    changes = study.thoughts.changes, review.changes, review.lens, review.given
    found: tuple[MoveLoss | None, ...] = study.facts.ask(
        ("judged moves", record.position, len(record.plies), changes), steps
    )
    return found
