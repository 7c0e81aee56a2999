"""What the side not to move would play if it were its turn."""

import time

import pytest

from engines.contract import Limits
from engines.jobs import Job
from engines.search_engine import Searcher
from games.contract import BadText
from games.position import Position
from games.record import Record
from games.registry import game_names, load_game
from heuristics.registry import default_heuristic, load_lens
from samples import random_walk
from study.on_board import threats as threats_module
from study.on_board.edited_positions import turn_passed
from study.on_board.threats import Threats, passed_turn
from study.setups.registry import has_setup
from study.state.running_search import RunningSearch
from study.state.study import Study

NAMES = ("White", "Black")


def at(game, text):
    return Position.start(load_game(game), text=text)


def small(lens, depth):
    return Searcher(lens, Limits(depth=depth), table_megabytes=0.01, compile=False)


@pytest.mark.parametrize(
    ("game", "text", "passed"),
    [
        ("chess", "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 7", "4k3/8/8/3pP3/8/8/8/4K2R b K - 0 7"),
        ("morris", "3/bb1/1w1/wb2b1/3/b2/2w b 3 2 5", "3/bb1/1w1/wb2b1/3/b2/2w w 3 2 5"),
        ("isolation", "7/7/3x3/7/2w1b2/7/7 b", "7/7/3x3/7/2w1b2/7/7 w"),
        ("jungle", "7l/8/2e5/8/8/2R5/+6+ b DW - 0", "7l/8/2e5/8/8/2R5/+6+ w DW - 0"),
        # Passing ends the turn: the actions come back, and the rest of the steps is lost.
        ("tabletactics", "4t22f31/6/1n412f311/6/T221F323/N42F324 b play e4:1 13",
         "4t22f32/6/1n422f321/6/T221F323/N42F324 w play - 14"),
    ],
)  # fmt: skip
def test_a_turn_is_passed_and_nothing_else_changes(game, text, passed):
    options = load_game(game).options()
    assert turn_passed(at(game, text), options).text == at(game, passed).text


@pytest.mark.parametrize(
    ("game", "text", "why"),
    [
        ("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "White is in check"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "The game is over"),
        ("chess", "7k/8/6K1/8/8/8/5p2/5Q2 w - - 0 1", ""),
        ("tabletactics", "6/6/6/6/6/6 w place - 0", "White cannot pass here"),
    ],
)
def test_where_nobody_can_pass_a_line_says_why(game, text, why):
    position = at(game, text)
    if not why:
        assert passed_turn(position, load_game(game).options(), NAMES).to_move == 1 - position.to_move
        return
    with pytest.raises(BadText, match=why):
        passed_turn(position, load_game(game).options(), NAMES)


@pytest.mark.parametrize("game", game_names())
def test_what_is_passed_is_legal_with_the_other_side_to_move(game):
    passed = 0
    for position in list(random_walk(load_game(game), 3, 60))[::6]:
        try:
            after = passed_turn(position, load_game(game).options(), NAMES)
        except BadText:
            continue
        passed += 1
        assert after.to_move == 1 - position.to_move and after.moves
        assert load_game(game).parse(after.text, load_game(game).options()).tobytes() == after.state.tobytes()
    assert passed or not has_setup(game), f"{game}: its setup lets nobody pass in 10 positions"


def looked_for(study, running=False):
    found = study.of(Threats)
    study.search = RunningSearch(Job()) if running else None
    if running:
        study.search.job.report()
    deadline = time.perf_counter() + 60
    while True:
        found.look(study)
        if not found.busy:
            return found
        assert time.perf_counter() < deadline, "no threat is found"
        time.sleep(0.002)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("chess", "4k3/8/8/3r4/8/8/8/R3K3 w - - 0 1"),
        ("morris", "3/bb1/1w1/wb2b1/3/b2/2w w 3 2 0"),
        ("jungle", "7l/8/2e5/8/8/2R5/+6+ w DW - 0"),
    ],
)
def test_it_is_the_search_of_the_passed_position(monkeypatch, game, text):
    record = Record.start(load_game(game), None, text)
    lens = load_lens(game, default_heuristic(game).name)
    monkeypatch.setattr(threats_module, "searcher_in", lambda study, position, first, lens: small(lens, 100))
    study = Study(record, lens)
    study.search_store.keep(small(lens, 2).think(study.position))
    found = looked_for(study).found
    expected = small(lens, 2).think(turn_passed(study.position, record.options))
    assert (found.move, found.value, found.pv) == (expected.move, expected.value, expected.pv)
    assert found.depth == study.thought_here.depth == 2 and found.lens == lens
    assert found.move in found.position.moves and found.position.to_move != study.position.to_move


def test_it_is_looked_for_again_once_a_deeper_search_is_over(monkeypatch):
    asked = []

    def engine(study, position, first, lens):
        asked.append(first)
        return small(lens, 100)

    monkeypatch.setattr(threats_module, "searcher_in", engine)
    lens = load_lens("isolation", "improved")
    study = Study(Record.start(load_game("isolation"), None, "7/7/3x3/7/2w1b2/7/7 b"), lens)
    one, two = (small(lens, depth).think(study.position) for depth in (1, 2))
    study.search_store.keep(one)
    first = looked_for(study).found
    study.search_store.keep(two)
    assert looked_for(study, running=True).found is first, "not while the search goes on"
    second = looked_for(study).found
    assert (first.depth, second.depth) == (1, 2) and asked == [one, two]
    assert looked_for(study).found is second and len(asked) == 2, "nothing has changed"
    study.of(Threats).drop()
    assert study.of(Threats).found is None
    study.features.close()


def test_without_a_search_it_waits_for_the_one_that_runs(monkeypatch):
    monkeypatch.setattr(threats_module, "searcher_in", lambda study, position, first, lens: small(lens, 1))
    lens = load_lens("isolation", "improved")
    study = Study(Record.start(load_game("isolation"), None, "7/7/3x3/7/2w1b2/7/7 b"), lens)
    assert looked_for(study, running=True).found is None
    assert looked_for(study).found.depth == 1
    study.features.close()


def test_position_without_a_pass_has_a_problem_and_no_search():
    study = Study(
        Record.start(load_game("chess"), None, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"),
        load_lens("chess", "location"),
    )
    found = looked_for(study)
    assert found.found is None and "in check" in found.problem
