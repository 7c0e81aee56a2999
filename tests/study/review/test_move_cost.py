"""What a move of the game cost, by each kind of search that knows it."""

from dataclasses import replace

import pytest

from engines.contract import UPPER
from games.record import Record
from games.registry import load_game
from heuristics.registry import load_lens
from reviews import small
from study.review.move_cost import move_cost
from study.state.study import Study

HANGING = "4k3/8/8/3r4/8/8/8/R2QK3 w - - 0 1"


def study_after(move: str) -> Study:
    record = Record.start(load_game("chess"), text=HANGING)
    record.play(next(each for each in record.position.moves if record.position.notation(each) == move))
    return Study(record, load_lens("chess", "classical"), 1)


def searched(study: Study, keep=lambda row: row):
    """Keeps a search of one ply, in which every move has its exact value unless `keep` changes its row."""
    thought = replace(small(study.lens, depth=1), lines=99).think(study.record.positions[0])
    study.search_store.keep(replace(thought, root_moves=tuple(keep(row) for row in thought.root_moves)))
    return {row.move: row.value for row in thought.root_moves}


def test_a_move_costs_nothing_known_without_a_search():
    assert move_cost(study_after("Ke2"), 0) is None


def test_the_best_move_costs_nothing():
    study = study_after("Qxd5")
    searched(study)
    cost = move_cost(study, 0)
    assert (cost.short, cost.words) == ("best", "costs nothing")


def test_a_move_costs_the_difference_to_the_best_one():
    study = study_after("Ke2")
    values = searched(study)
    cost, lost = move_cost(study, 0), max(values.values()) - values[study.record.plies[0].move]
    assert not cost.at_least and cost.best - cost.played == pytest.approx(lost)
    assert cost.short == f"−{lost / 100:.2f}" and cost.words == f"costs {lost / 100:.2f} pawns"


def test_a_bound_of_the_played_move_gives_the_least_cost():
    study = study_after("Ke2")
    played = study.record.plies[0].move
    searched(study, lambda row: replace(row, bound=UPPER) if row.move == played else row)
    cost = move_cost(study, 0)
    assert cost.at_least and cost.words.startswith("costs at least ")


def test_a_bound_that_equals_the_best_value_says_nothing():
    study = study_after("Ke2")
    played = study.record.plies[0].move
    thought = small(study.lens, depth=1).think(study.record.positions[0])
    rows = [
        replace(r, bound=UPPER, value=thought.value) if r.move == played else r for r in thought.root_moves
    ]
    study.search_store.keep(replace(thought, root_moves=tuple(rows)))
    assert move_cost(study, 0) is None
