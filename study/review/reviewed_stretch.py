"""Where the game was lost, by the review of a window."""

from study.core.incremental_cache import Steps
from study.core.study import Study
from study.review.background_review import Review
from study.review.stretch import Stretch, stretch_of
from study.review.stretch_text import stretch_sentence


def reviewed_stretch(study: Study) -> tuple[Stretch | None, str]:
    """The stretch, None if nobody was ever clearly ahead, and its sentence; "" before the review has looked
    at all moves. Looked up again only when the answer may have changed."""
    record, review, names = study.record, study.of(Review), study.side_names

    def steps() -> Steps:
        reviewed = review.whole(record)
        if reviewed is None:
            return None, ""
        found = stretch_of(record, reviewed)
        return found, stretch_sentence(record, reviewed, found, names)
        yield

    changes = review.changes, review.lens, review.given, names
    found: tuple[Stretch | None, str] = study.facts.ask(
        ("stretch", record.position, len(record.plies), changes), steps
    )
    return found
