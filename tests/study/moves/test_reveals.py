"""What a face-down piece may turn out to be: every number also stands in the list of moves."""

import time

import pytest

from engines.contract import EXACT, UPPER, Limits
from engines.search_engine import Searcher
from games.record import Record
from games.registry import game_names, load_game
from heuristics.registry import load_lens
from samples import random_walk
from study.moves.candidates import candidates
from study.moves.reveals import revealing, reveals_of
from study.searches.single_move_search import SingleMoveSearches
from study.state.study import Study

FIGHT = "4-3/8/8/2e5/2r1T3/2E5/1+6 w D c 3"
MANY = "-1--e---/1d6/8/8/8/8/P++++D+R w CWTLE rcwptl 6"
ATTACK = "4-3/4T3/3E4/2e5/2r5/8/1+6 w D c 3"
"""Amber's tiger can attack a face-down piece."""


def small(lens, limits=None):
    return Searcher(lens, limits or Limits(), table_megabytes=0.01, compile=False)


def study_of(text, depth=0):
    study = Study(Record.start(load_game("jungle"), None, text), load_lens("jungle", "minimax"))
    study.of(SingleMoveSearches).make = small
    if depth:
        study.search_store.keep(small(study.lens, Limits(depth=depth)).think(study.position))
    return study


def settled(study, first=""):
    deadline = time.perf_counter() + 60
    while True:
        found = reveals_of(study, first)
        if found is None or not found.busy:
            return found
        assert time.perf_counter() < deadline
        study.facts.advance(time.perf_counter() + 0.01)


def mean_of(outcomes):
    total = 0.0
    for outcome in outcomes:
        total += outcome.probability * outcome.value
    return total


@pytest.mark.parametrize("text", [FIGHT, MANY, ATTACK])
def test_without_a_search_they_are_the_candidates_of_one_ply(text):
    study = study_of(text)
    found = settled(study)
    listed = {candidate.move: candidate for candidate in candidates(study).candidates}
    rows = [row for rows in found.squares.values() for row in rows]
    assert {(row.square, row.move) for row in rows} == set(revealing(study.position))
    assert found.source == "minimax, after one ply" and found.lens == study.lens
    for row in rows:
        assert row.value == listed[row.move].value
        if row.outcomes:
            assert mean_of(row.outcomes) == row.value, "to the last bit"
            assert len(row.outcomes) == len(study.position.chances(row.move))
            variance = sum(o.probability * (o.value - row.value) ** 2 for o in row.outcomes)
            assert row.spread == pytest.approx(variance**0.5)


@pytest.mark.parametrize("text", [MANY, ATTACK])
@pytest.mark.parametrize("depth", [1, 2])
def test_with_a_search_they_are_its_values_of_the_moves(text, depth):
    study = study_of(text, depth)
    bounds = [row for row in study.thought_here.root_moves if row.bound == UPPER]
    found = settled(study)
    rows = [row for rows in found.squares.values() for row in rows]
    searched = study.searched
    for row in rows:
        assert (row.value, row.depth) == (searched[row.move].value, depth)
        assert searched[row.move].bound == EXACT, "what was a bound has been searched alone"
        chances = study.position.chances(row.move)
        if len(chances) > 1:
            assert mean_of(row.outcomes) == row.value and len(row.outcomes) == len(chances)
    revealed = {move for _, move in revealing(study.position)}
    assert depth == 1 or any(row.move in revealed for row in bounds), "some were bounds"
    assert f"{depth} pl" in found.source
    best = [rows[0] for rows in found.squares.values()]
    assert all(rows[0].value == max(row.value for row in rows) for rows in found.squares.values())
    warmest = max(best, key=lambda row: row.value)
    assert found.share(warmest.square) == 1.0
    assert all(0.0 <= found.share(square) <= 1.0 for square in found.squares)


def test_while_a_search_runs_nothing_is_searched_alone(monkeypatch):
    study = study_of(MANY, 2)
    monkeypatch.setattr(Study, "running", True)
    found = reveals_of(study)
    rows = [row for rows in found.squares.values() for row in rows]
    assert found.busy and any(row.value is None and row.bound is not None for row in rows)
    assert not study.search_store.alone(study.thought_here)


def test_the_square_that_is_pointed_at_comes_first():
    study = study_of(MANY, 2)
    waiting = [row.square for rows in reveals_of(study).squares.values() for row in rows if row.value is None]
    study.facts.forget()
    last = waiting[-1]
    deadline = time.perf_counter() + 60
    while reveals_of(study, last).squares[last][0].value is None:
        assert time.perf_counter() < deadline
        study.facts.advance(time.perf_counter() + 0.01)
    assert len(study.search_store.alone(study.thought_here)) == 1


@pytest.mark.parametrize("game", game_names())
def test_what_reveals_is_a_legal_move_to_a_square_of_the_board(game):
    game = load_game(game)
    for position in random_walk(game, 2, 12):
        found = revealing(position)
        assert all(square in game.squares and move in position.moves for square, move in found)
        chancy = {move for move in position.moves if len(position.chances(move)) > 1}
        assert chancy <= {move for _, move in found}
