"""The reviews that come with the example games fit today's heuristics, and can be made again."""

import sys

import pytest

from games.installation import ROOT
from heuristics.registry import default_heuristic, load_lens
from study.saved_games.examples import REVIEW_NODES, Example, examples
from study.saved_games.kept_searches import read_searches
from study.saved_games.saved_games import SEARCHES, Saves

sys.path.insert(0, str(ROOT / "packaging"))

import review_examples

AGAIN = "make the reviews again with: python packaging/review_examples.py"


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.title)
def test_a_kept_review_is_whole_and_by_todays_heuristic(example: Example, tmp_path) -> None:
    record, _, lines = Saves(tmp_path).load(example.path)
    kept = read_searches(record, lines)
    assert (kept.stale, kept.unread, kept.remark) == ((), 0, ""), AGAIN
    assert kept.reviewer == load_lens(example.game, default_heuristic(example.game).name), AGAIN
    assert kept.given == REVIEW_NODES and not kept.thoughts and not kept.alone
    played = [(record.positions[index].text, ply.move) for index, ply in enumerate(record.plies)]
    assert [(each.thought.position.text, each.move) for each in kept.looked] == played, AGAIN
    assert all(each.move_loss is not None for each in kept.looked)


def test_the_game_is_unchanged_when_its_searches_are_made_again(monkeypatch) -> None:
    (example, *_) = examples()
    monkeypatch.setattr(review_examples, "searches", lambda example: iter([{"review": 0, "of": "e2e4"}]))
    *game, made = review_examples.with_searches(example).splitlines()
    assert game == [line for line in example.path.read_bytes().splitlines() if not line.startswith(SEARCHES)]
    assert made == b'{"review":0,"of":"e2e4"}' and len(game) == 35


@pytest.mark.slow
@pytest.mark.parametrize("example", examples(), ids=lambda example: example.title)
def test_made_again_a_file_is_the_same(example: Example) -> None:
    assert review_examples.with_searches(example).splitlines() == example.path.read_bytes().splitlines()
