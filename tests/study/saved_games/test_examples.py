"""The example games are whole, and their reviews answer their questions."""

import pytest

from engines.player_text import parse_player
from games.contract import SIDE_NAMES
from games.record import Record
from heuristics.registry import default_heuristic, load_lens
from study.review.reviewer import Reviewer, tasks_of, usual_searcher
from study.saved_games.examples import REVIEW_NODES, Example, examples, open_example
from study.saved_games.saved_games import Saves

TURNS = {"morris": ["13…e3-e4"], "isolation": ["12…e4", "13. f5", "14…b1"]}
"""The moves that the questions ask for."""


def opened(example: Example, tmp_path) -> Record:
    return open_example(example, Saves(tmp_path), lambda study: None).record


def test_there_are_three_of_different_games():
    assert len(examples()) == len({example.game for example in examples()}) == 3


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.title)
def test_each_example_is_shown_at_the_moment_that_matters(example, tmp_path):
    game = open_example(example, Saves(tmp_path), lambda study: None)
    record = game.record
    assert record.game.name == example.game and record.position.outcome >= 0
    assert game.shown == example.shown and record.positions[example.shown].text == example.position
    assert game.file is None, "what is played from there goes to a file of its own"
    assert not any(tmp_path.rglob("*.plyglass"))
    assert all(parse_player(text, example.game) for text in game.players)
    assert len(example.question) < 90 and example.question.endswith("?")


def test_no_card_names_the_moves_that_it_asks_for():
    for example in examples():
        said = f"{example.title} {example.question}"
        assert not any(move.split("…")[-1].split(". ")[-1] in said for move in TURNS.get(example.game, []))


def test_the_opera_game_ends_with_the_queen_given_up_and_mate(tmp_path):
    (example,) = (each for each in examples() if each.title == "The Opera Game")
    record = opened(example, tmp_path)
    assert [record.numbered(index) for index in (30, 32)] == ["16. Qb8+", "17. Rd8#"]
    assert example.names == ("Paul Morphy", "Duke Karl and Count Isouard")


@pytest.mark.parametrize("game", TURNS)
def test_a_review_marks_the_moves_that_the_question_asks_for(game, tmp_path):
    (example,) = (each for each in examples() if each.game == game)
    record = opened(example, tmp_path)
    searcher = usual_searcher(load_lens(example.game, default_heuristic(example.game).name), REVIEW_NODES)
    reviewer = Reviewer(searcher, SIDE_NAMES)
    tasks = {record.numbered(task.index): task for task in tasks_of(record)}
    for move in TURNS[game]:
        looked = reviewer.look(tasks[move]).move_loss
        assert looked is not None and looked.marked, move
