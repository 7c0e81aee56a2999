"""Features of a game's contract: what they count, and that all ways to count agree."""

from dataclasses import replace

import numpy as np
import pytest

from engines.search_hints import hints_of
from games.compiling.compiler import compiled
from games.contract import BadText
from games.position import Position
from games.registry import game_names, load_game
from heuristics.contract import Heuristic
from heuristics.features import feature, features_of, measuring
from heuristics.lens import Lens
from heuristics.smoke_test import sample_states


@pytest.mark.parametrize("game", game_names())
def test_kernel_measures_what_each_feature_counts(game):
    rules = load_game(game)
    noisy = hints_of(rules).noisy
    features = features_of(rules, noisy)
    measure, out = compiled(measuring(rules, noisy), allocates=True), np.zeros(len(features))
    for state in sample_states(game):
        measure(state, out)
        own = int(state.to_move)
        assert out == pytest.approx([as_a_term(each, state, own) for each in features])


def as_a_term(each, state, side):
    mine = Heuristic("mine", "morris", "", "")
    each.add_to(mine, weight=1.0)
    return Lens.of(mine).breakdown(state, side).value


@pytest.mark.parametrize("game", game_names())
def test_squares_of_a_feature_add_up_to_its_count(game):
    rules = load_game(game)
    features = features_of(rules, hints_of(rules).noisy)
    assert len({each.name for each in features}) == len(features)
    for state in sample_states(game)[1:]:
        for each in features:
            squares = each.squares(state, 0) if each.squares else [("", each.count(state, 0))]
            assert sum(amount for _, amount in squares) == pytest.approx(each.count(state, 0)), each.name


def of_start(game: str, name: str, text: str | None = None, side: int = 0) -> float:
    rules = load_game(game)
    state = Position.start(rules, text=text).state
    return feature(rules, name, hints_of(rules).noisy).count(state, side)


def test_features_of_chess_count_what_they_say():
    assert of_start("chess", "pawns on the board") == 8
    assert of_start("chess", "moves") == 20
    assert of_start("chess", "moves of knights", side=1) == 4
    text = "4k3/8/8/3p4/4P3/8/8/R3K3 w - - 0 1"
    assert of_start("chess", "pawns by ranks advanced", text) == 3
    assert of_start("chess", "pawns in the centre", text, side=1) == 1
    assert of_start("chess", "targets of their noisy moves", text) == 1
    assert of_start("chess", "rooks at the edge", text) == 1
    # From e4 to d5 are 2 of the 14 steps from corner to corner.
    assert of_start("chess", "nearness of pawns to any of theirs", text) == pytest.approx(1 - 2 / 14)


def test_stones_without_a_move_are_counted_for_both_sides():
    # White's a7 and a1 are shut in, and Black's a4.
    text = "wb1/3/3/bw4/bb1/3/www w 0 0 0"
    assert of_start("morris", "stones without a move", text) == 2
    assert of_start("morris", "stones without a move", text, side=1) == 1


def test_game_whose_moves_name_no_origin_has_no_moves_by_kind():
    names = [each.name for each in features_of(load_game("isolation"))]
    assert [name for name in names if "move" in name] == ["moves"]
    assert "moves of knights" in [each.name for each in features_of(load_game("chess"))]


def test_game_without_contents_has_moves_alone():
    rules = replace(load_game("morris"), contents=None)
    assert [each.name for each in features_of(rules)] == ["moves"]
    out = np.zeros(1)
    measuring(rules)(Position.start(rules).state, out)
    assert out == [0.0]


def test_feature_of_a_file_is_a_term_that_has_squares():
    mine = Heuristic("mine", "morris", "", "")
    feature(load_game("morris"), "stones in the centre").add_to(mine, weight=2.0)
    state = Position.start(load_game("morris"), text="3/1w1/wwb/6/3/3/3 w 0 0 0").state
    lens = Lens.of(mine)
    assert lens.breakdown(state, 0).value == 2.0 * (2 - 1)
    assert lens.squares(mine.terms[0], state, 0) == [("c5", 2.0), ("d5", 2.0), ("e5", -2.0)]


def test_unknown_feature_is_refused_with_those_there_are():
    with pytest.raises(BadText, match=r"feature of morris: expected one of .*moves.*, found 'bishops'"):
        feature(load_game("morris"), "bishops")
