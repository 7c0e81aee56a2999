"""A move that a search thought to miss a win, and that the next position's search finds to win."""

from dataclasses import replace

import pytest

from engines.contract import WIN
from engines.jobs import Job
from games.contract import SIDE_NAMES
from heuristics.registry import load_lens
from reviews import random_game, reviewed_as, small
from study.review.background_review import BackgroundReview
from study.review.reviewer import Reviewer, review_tasks, tasks_of
from study.state.move_loss import ReviewResult, settled, worst
from study.state.study import Study


def two_plies(after_for_white: float) -> ReviewResult:
    """The review of a move of White's that misses a win in 9 plies, and of Black's reply."""
    record = random_game("chess", 2, 3)
    return reviewed_as(record, [WIN - 9, after_for_white], {0: WIN - 9 + 1.0})


def in_order(review_result: ReviewResult) -> ReviewResult:
    """The same review, as its moves come in."""
    found = ReviewResult(total=review_result.total)
    for looked in review_result.looked:
        found = found.with_next(looked, 1.0)
    return found


def test_a_win_that_the_next_search_proves_was_not_missed() -> None:
    review_result = two_plies(WIN - 14)
    assert [each.misses_win for each in worst(review_result.move_losses)] == [True]
    move_loss = in_order(review_result).move_losses[0]
    assert not move_loss.marked and move_loss.words == "wins 6 plies later"


def test_a_win_proven_to_be_nearer_costs_nothing() -> None:
    move_loss = in_order(two_plies(WIN - 6)).move_losses[0]
    assert move_loss.loss == 0.0 and not move_loss.marked


@pytest.mark.parametrize("after", [0.5, 14 - WIN])
def test_without_a_proof_it_stays_missed(after: float) -> None:
    assert in_order(two_plies(after)).move_losses[0].misses_win


def test_chance_proves_nothing() -> None:
    record = random_game("jungle", 2, 3)
    first = record.positions[0]
    assert len(first.chances(record.plies[0].move)) > 1
    review_result = reviewed_as(record, [WIN - 9, WIN - 14], {0: WIN - 9 + 1.0})
    assert settled(review_result.looked[0], review_result.looked[1].thought) is review_result.looked[0]


def test_results_of_a_file_are_settled_as_those_of_the_search(monkeypatch) -> None:
    """They do not know their plies."""
    monkeypatch.setattr(Reviewer, "explained", lambda reviewer, looked, number: looked)
    review_result = two_plies(WIN - 14)
    record = random_game("chess", 2, 3)
    known = {each.index: replace(each, index=0) for each in review_result.looked}
    searcher = small(load_lens("chess", "classical"), depth=1)
    found = review_tasks(searcher, tasks_of(record), SIDE_NAMES, Job(), known)
    assert [each.index for each in found.looked] == [0, 1] and not found.move_losses[0].misses_win


def test_the_window_s_review_settles_in_either_order() -> None:
    record = random_game("chess", 2, 3)
    lens = load_lens("chess", "classical")
    looked = reviewed_as(record, [WIN - 9, WIN - 14], {0: WIN - 9 + 1.0}, lens).looked
    study = Study(record, lens, 2)
    review = study.of(BackgroundReview)
    review.lens = lens
    for index in (1, 0):
        key = review._key(record.positions[index], record.plies[index].move)
        assert key is not None
        review._looked[key] = looked[index]
    review._settle(record, 0)
    move_loss = review.move_loss(0, record.positions[0], record.plies[0].move)
    assert move_loss is not None and move_loss.words == "wins 6 plies later"
