"""The evaluation of a position is for the window's perspective, whoever has searched it."""

import pytest

from bars import settled_marks
from engines.contract import EXACT, RootMove, Thought
from games.contract import WHITE
from games.record import Record
from games.registry import game_names
from heuristics.lens import Breakdown
from heuristics.registry import heuristics_of, load_lens
from reviews import random_game
from study.evaluation.breakdowns import breakdown_now
from study.export.game_page import published_game
from study.on_board.evaluation_bar import VALUE
from study.review.timeline import Timeline
from study.searches.values import for_side
from study.state.move_loss import ReviewResult
from study.state.study import Study
from study.state.view_choices import ViewChoices

PLIES = 19
HEURISTICS = [(game, heuristic.name) for game in game_names() for heuristic in heuristics_of(game)]


def going_on(game: str) -> Record:
    """A game of random moves that is not over; a small game gets fewer plies."""
    record = random_game(game, PLIES, 1)
    while not record.position.moves:
        record.take_back()
    return record


def hinted(study: Study) -> Thought:
    """A search of the shown position, for the side to move there."""
    position = study.position
    move = position.moves[0]
    rows = (RootMove(move, 1.0, EXACT, 1, (move,)),)
    thought = Thought(position, move, 1.0, 1, 10, 0.1, (move,), rows, lens=study.lens)
    study.search_store.keep(thought)
    return thought


def now(study: Study) -> Breakdown:
    found = breakdown_now(study)
    while found is None:
        study.facts.advance(0.0)
        found = breakdown_now(study)
    assert isinstance(found, Breakdown)
    return found


def course(study: Study) -> list[float | None]:
    timeline = Timeline()
    while True:
        timeline.follow(study)
        if not study.facts.busy:
            break
        study.facts.advance(0.0)
    timeline.follow(study)
    assert timeline.course is not None
    return [column.value for column in timeline.course.columns]


@pytest.mark.parametrize("for_mover", (False, True))
@pytest.mark.parametrize(("game", "heuristic"), HEURISTICS)
def test_no_search_changes_what_a_position_is_worth(game: str, heuristic: str, for_mover: bool) -> None:
    record = going_on(game)
    plies = len(record.plies)
    study = Study(record, load_lens(game, heuristic), len(record.plies), view=ViewChoices(for_mover))
    before = [now(study).value, course(study)]
    for cursor in (plies - 3, plies - 2, plies):
        study.go_to(cursor)
        hinted(study)
    assert [now(study).value, course(study)] == before


@pytest.mark.parametrize("for_mover", (False, True))
@pytest.mark.parametrize(("game", "heuristic"), HEURISTICS)
def test_all_places_say_the_same_of_a_position(game: str, heuristic: str, for_mover: bool) -> None:
    record, lens = going_on(game), load_lens(game, heuristic)
    study = Study(record, lens, len(record.plies), view=ViewChoices(for_mover))
    side = record.position.to_move if for_mover else WHITE
    value = lens.breakdown(record.position.state, side).value
    assert (now(study).side, now(study).value) == (side, value)
    assert course(study)[-1] == value
    (mark,) = settled_marks(study)
    assert f"for {study.side_name(side)}:" in mark.text
    if mark.words == VALUE:  # a chance of less than a half may belong to a small advantage
        assert for_side(mark.share, WHITE, side) * value >= 0.0
    page = published_game(record, lens, ReviewResult(), ("", ""), "")
    assert page.course.columns[-1].value == lens.breakdown(record.position.state, WHITE).value
