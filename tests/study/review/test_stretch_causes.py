"""The stretch names the terms that fell: those at the ends of the lines of its two values."""

from dataclasses import replace

import pytest

from engines.contract import WIN
from games.contract import BLACK
from heuristics.guarded_evaluation import terms_of
from heuristics.registry import load_lens
from reviews import random_game, reviewed_as, small
from study.review.reviewer import Reviewer, tasks_of
from study.review.stretch import Stretch
from study.review.stretch_text import stretch_causes, stretch_sentence
from study.state.move_loss import ReviewResult

LENS = load_lens("morris", "mobile")
NAMES = ("White", "Black")
RECORD = random_game("morris", 24, 3)


@pytest.fixture(scope="module")
def review_result() -> ReviewResult:
    reviewer = Reviewer(small(LENS, depth=2), NAMES)
    looked = tuple(reviewer.look(task) for task in tasks_of(RECORD))
    return ReviewResult(looked, len(looked))


def at_end(looked) -> dict[str, float]:
    """The contributions at the end of the best line, for its side to move."""
    position = looked.thought.position
    for move in looked.move_loss.best.line:
        position = position.play(move)
    rows = LENS.breakdown(position.state, looked.thought.position.to_move).rows
    return {row.name: row.contribution for row in rows}


def between(review_result, start, end) -> Stretch:
    values = (review_result.looked[index].move_loss.best.value for index in (start, end))
    return Stretch(BLACK, True, start, end, *values, (), (end - start) // 2, end - 2)


def test_the_term_that_fell_most_is_named_first(review_result) -> None:
    groups = {term.name: term.group for term in terms_of(LENS.heuristic)}
    tried = 0
    for start in range(1, 20, 2):
        for end in range(start + 4, 24, 2):
            found = between(review_result, start, end)
            before, after = (at_end(review_result.looked[index]) for index in (start, end))
            falls = {name: before[name] - after[name] for name in before}
            assert sum(falls.values()) == pytest.approx(found.before - found.after)
            if found.after >= found.before:
                continue
            most, second = sorted(falls, key=lambda name: -falls[name])[:2]
            if falls[most] - falls[second] < 1.0 or groups[most]:
                continue
            first = stretch_causes(review_result, found).split(",")[0].split(" and ")[0]
            assert first.endswith(f" {LENS.heuristic.label_of(most)}"), (start, end)
            tried += 1
    assert tried >= 5


def test_sentence_is_between_the_fall_and_the_costliest_move(review_result) -> None:
    found = next(
        each
        for start in range(1, 20, 2)
        for end in range(start + 6, 24, 2)
        if (each := between(review_result, start, end)).after < each.before
    )
    causes = stretch_causes(review_result, found)
    text = stretch_sentence(RECORD, review_result, found, NAMES)
    assert causes and f" (before {RECORD.numbered(found.end)}), {causes}" in text


def test_nothing_is_named_where_terms_do_not_add_up(review_result) -> None:
    found = between(review_result, 1, 21)
    assert not stretch_causes(review_result, replace(found, after=found.after - 1.0))
    assert not stretch_causes(review_result, replace(found, after=10 - WIN))
    assert not stretch_causes(review_result, replace(found, end=24)), "the game's end"
    assert not stretch_causes(review_result, replace(found, end=found.start))
    program = reviewed_as(RECORD, [-0.1 * ply for ply in range(24)])
    assert not stretch_causes(program, between(program, 1, 21)), "another program's search has no terms"
