"""Where a value comes from, in words. A review may have replaced the program's own search of a position."""

from engines.contract import Thought
from study.core.study import Study
from study.core.values import source
from study.format.number_text import grouped
from study.review.background_review import Review


def by_review(study: Study, thought: Thought) -> str:
    """ "by the review, 300 000 nodes" if the review made a search; else ""."""
    nodes = study.of(Review).nodes_of(thought)
    return "" if nodes is None else f"by the review, {grouped(nodes)} nodes"


def source_in(study: Study, thought: Thought) -> str:
    """The heuristic of a search and its depth, and whether the review made it."""
    return ", ".join(filter(None, (source(thought), by_review(study, thought))))
