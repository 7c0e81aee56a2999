"""Where the review of a window found the game to be lost."""

from study.core.study import Study
from study.review.background_review import Review
from study.review.stretch import Stretch, stretch_of
from study.review.stretch_text import stretch_sentence


def reviewed_stretch(study: Study) -> tuple[Stretch | None, str]:
    """The stretch, None where nobody was ever clearly ahead, and what is said of it; "" while the review has
    not looked at all moves."""
    record = study.record
    reviewed = study.of(Review).whole(record)
    if reviewed is None:
        return None, ""
    found = stretch_of(record, reviewed)
    return found, stretch_sentence(record, reviewed, found, study.side_names)
