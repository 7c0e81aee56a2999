"""The losses of a game's moves, by the review or other searches."""

from study.core.incremental_cache import Steps
from study.core.move_loss import MoveLoss, judge
from study.core.study import Study
from study.review.background_review import Review


def judged_move(study: Study, index: int) -> MoveLoss | None:
    """The loss of the game's ply `index`: by the review if it has looked at the move, so that all places
    agree with its page; else by the newest search that knows both values. None if none does."""
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
    """The losses of all plies of the game. Looked up again only when they may have changed."""
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
