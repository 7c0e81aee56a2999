"""The `strong` player on positions with a mate in two or three, which `make_mates.py` made."""

import json
from pathlib import Path

import chess
import pytest
from mate_search import has_mate, shortest_mates

from engines.contract import WIN, Limits
from engines.player_text import make_engine, parse_player
from games.compiling.compiler import jit_disabled
from games.position import Position
from games.registry import load_game

MATES = json.loads(Path(__file__).with_name("mates.json").read_text(encoding="utf-8"))
COMPOSED = json.loads(Path(__file__).with_name("composed_mates.json").read_text(encoding="utf-8"))
"""The mates in three of matetrack (github.com/vondele/matetrack, GPL-3.0), with all their solutions."""

needs_speed = pytest.mark.skipif(jit_disabled(), reason="needs thousands of nodes, and so the compiler")


def solved(player: str, rows: list[dict]) -> list[bool]:
    """For each position, whether the player's move begins a shortest mate."""
    engine = make_engine(parse_player(player, "chess"), "chess")
    results = []
    for row in rows:
        position = Position.start(load_game("chess"), text=row["fen"])
        thought = engine.think(position)
        results.append(position.move_text(thought.move) in row["solutions"])
    return results


def test_there_are_a_hundred_different_ones():
    assert len({row["fen"] for row in MATES}) == len(MATES) == 100
    assert {row["mate_in"] for row in MATES} == {2, 3}
    assert all(row["solutions"] for row in MATES)


def test_mates_in_two_are_what_brute_force_says():
    for row in MATES[:50:10]:
        board = chess.Board(row["fen"])
        assert shortest_mates(board, 2) == row["solutions"]


@pytest.mark.slow
def test_all_mates_are_what_brute_force_says():
    for row in MATES:
        board = chess.Board(row["fen"])
        assert not has_mate(board, row["mate_in"] - 1)
        assert shortest_mates(board, row["mate_in"]) == row["solutions"]


@pytest.mark.slow
def test_composed_mates_are_what_brute_force_says():
    for row in COMPOSED:
        board = chess.Board(row["fen"])
        assert not has_mate(board, 2)
        assert shortest_mates(board, 3) == row["solutions"]


@needs_speed
def test_a_sample_is_solved_in_few_nodes():
    assert sum(solved("strong:location,nodes=100000", MATES[::5])) >= 19


@needs_speed
def test_a_shorter_mate_is_looked_for_behind_a_longer_one():
    late = COMPOSED[12:13]
    assert all(solved("strong:classical,nodes=1000000", late))
    assert not any(solved("strong:classical,nodes=1000000,mate_distance=0", late))


@pytest.mark.slow
@needs_speed
@pytest.mark.parametrize("heuristic", ["location", "classical"])
def test_all_are_solved_in_few_nodes(heuristic: str):
    assert sum(solved(f"strong:{heuristic},nodes=100000", MATES)) >= 98


@pytest.mark.slow
@needs_speed
def test_of_the_composed_ones_nine_of_ten_are_solved():
    assert sum(solved("strong:classical,nodes=1000000", COMPOSED)) >= 0.9 * len(COMPOSED)


@needs_speed
def test_the_value_says_how_far_the_mate_is():
    engine = make_engine(parse_player("alphabeta:location,depth=5", "chess"), "chess")
    for row in MATES[::10]:
        position = Position.start(load_game("chess"), text=row["fen"])
        thought = engine.think(position)
        assert thought.value == WIN - (2 * row["mate_in"] - 1)
        assert len(thought.pv) == 2 * row["mate_in"] - 1
        assert thought.pv_end().outcome == position.to_move
        assert engine.limits == Limits(depth=5)
