"""A position has one value: for one side, from a named search."""

from dataclasses import replace

from engines.contract import EXACT, UNKNOWN, UPPER, RootMove, Thought
from games.record import Record
from games.registry import load_game
from heuristics.registry import load_lens
from study.searches.values import depth_words, for_side, move_value, shown_value, shown_values, source
from study.state.study import Study

GAME = load_game("isolation")
ONE, OTHER = load_lens("isolation", "improved"), load_lens("isolation", "center")


def played(plies: int) -> Study:
    record = Record.start(GAME)
    for _ in range(plies):
        record.play(record.position.moves[0])
    return Study(record, ONE, plies)


def thought(study: Study, cursor: int, value: float, lens=ONE, bound=EXACT, depth=3) -> Thought:  # type: ignore[no-untyped-def]
    position = study.record.positions[cursor]
    rows = tuple(RootMove(move, value, bound, depth) for move in position.moves)
    move = position.moves[0]
    line = tuple(ply.move for ply in study.record.plies[cursor:]) or (move,)
    return Thought(position, move, value, depth, 10, 0.1, line, rows, lens=lens)


def test_value_is_turned_for_the_other_side_zero_unsigned() -> None:
    assert for_side(1.5, 1, 1) == 1.5 and for_side(1.5, 1, 0) == -1.5
    assert str(for_side(0.0, 1, 0)) == "0.0" and str(for_side(-0.0, 1, 1)) == "0.0"


def test_the_shown_value_is_for_one_side_whoever_moves() -> None:
    study = played(2)
    for cursor, value in ((0, 2.0), (1, -3.0), (2, 4.0)):
        study.search_store.keep(thought(study, cursor, value))
    for cursor, (white, mover) in enumerate(((2.0, 2.0), (3.0, -3.0), (4.0, 4.0))):
        study.go_to(cursor)
        for study.view.for_mover, side, value in ((False, 0, white), (True, cursor % 2, mover)):
            found = shown_value(study)
            assert (found.value, found.side, found.cursor) == (value, side, cursor)
            assert source(found.thought) == "improved, 3 plies deep"


def test_unsearched_position_has_the_nearest_followed_search() -> None:
    study = played(3)
    assert shown_value(study) is None and shown_values(study) == ()
    study.search_store.keep(thought(study, 1, -3.0))
    found = shown_value(study)
    assert (found.value, found.cursor) == (3.0, 1)
    study.search_store.keep(thought(study, 3, 0.0, bound=UNKNOWN))
    assert shown_value(study) is None, "what moved without evaluating has no value"
    assert shown_values(study) == (found,)
    study = played(3)
    before = thought(study, 1, -3.0)
    study.search_store.keep(replace(before, pv=(before.pv[0], before.pv[1] + 1)))
    assert shown_value(study) is None and shown_values(study) == (), "the game has gone another way"
    study.go_to(2)
    assert shown_value(study).value == 3.0


def test_through_chance_a_mean_is_not_the_value_of_one_outcome() -> None:
    record = Record.start(load_game("jungle"))
    record.play(record.position.moves[0])
    study = Study(record, load_lens("jungle", "hunter"), 1)
    assert len(record.positions[0].chances(record.plies[0].move)) > 1
    study.search_store.keep(thought(study, 0, 7.0, study.lens))
    assert shown_value(study) is None
    study.go_to(0)
    assert shown_value(study).value == 7.0


def test_the_value_of_an_unfinished_iteration_says_so() -> None:
    study = played(1)
    found = thought(study, 1, 3.0, depth=20)
    assert source(found) == "improved, 20 plies deep"
    assert source(replace(found, depth=19)) == "improved, 20 plies deep, unfinished"
    assert (
        depth_words(found) == "depth 20" and depth_words(replace(found, depth=19)) == "depth 20, unfinished"
    )


def test_each_lens_has_its_own_value() -> None:
    study = played(3)
    study.search_store.keep(thought(study, 0, 1.0, ONE))
    study.search_store.keep(thought(study, 1, 5.0, OTHER))
    study.search_store.keep(thought(study, 2, 2.0, ONE))
    assert [(found.value, found.cursor, found.thought.lens) for found in shown_values(study)] == [
        (2.0, 2, ONE),
        (-5.0, 1, OTHER),
    ]


def test_move_has_the_value_of_the_search_that_chose_it() -> None:
    study = played(3)
    assert move_value(study, 1) is None
    study.search_store.keep(thought(study, 2, 6.0))
    found = move_value(study, 1)
    assert (found.value, found.row, found.found.cursor) == (6.0, None, 2)
    study.search_store.keep(thought(study, 1, 5.0, bound=UPPER))
    found = move_value(study, 1)
    assert (found.value, found.row.bound, found.found.cursor) == (-5.0, UPPER, 1)
