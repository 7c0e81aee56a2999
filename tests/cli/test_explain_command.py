"""`main.py explain`: its JSON, its text, and what it refuses."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from test_command_line import run

from arena.gaps.gaps import ShownPosition
from arena.learned import explanation_run
from arena.learned.explanation import KnownTerm, PlayerExplanation, ReadableTerm, Surprise, UnseenTerm
from cli.arena import explain

CAPTURES = KnownTerm("can take", "own captures", "minimax", "minimax/can take", "own")
VALUE = KnownTerm("moves", "moves", "", "moves", "single")
START = "1e6/6L1/4E3/8/4W3/8/D2P4 w - - 91"


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer without a game."""

    def work(self: explanation_run.ExplanationRun, job: object) -> PlayerExplanation:
        unseen = UnseenTerm(VALUE, 0.02, 0.01, 0.03, 4.0, 0.01, (ShownPosition(START, 7.0),))
        answer = PlayerExplanation(self.plan, "", str(self.path), 100, 600, 900, 111, 180, share=0.5, low=0.4)
        terms = (ReadableTerm(CAPTURES, 23.3, 8.0, 0.5, -0.1, 0.6, 0.001),)
        surprises = (Surprise(START, -0.2, 47.1),)
        return replace(answer, high=0.6, terms=terms, unseen=(unseen,), surprises=surprises)

    monkeypatch.setattr(explain.ExplanationRun, "work", work)


def test_answer_is_one_document(found: None, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "explain", "jungle", "qtable", "--json")
    assert status == 0, err
    answer = json.loads(out)
    assert (answer["share"], answer["share_low"], answer["share_high"]) == (0.5, 0.4, 0.6)
    (term,), (unseen,), (surprise,) = answer["terms"], answer["unseen"], answer["surprises"]
    assert (term["term"], term["heuristic"], term["weight"], term["counted"]) == (
        "can take", "minimax", 23.3, "own",
    )  # fmt: skip
    assert unseen["heuristic"] is None and unseen["positions"][0]["position"] == START
    assert surprise == {"position": START, "value": -0.2, "terms": 47.1}
    assert answer["unit"] == "Q" and answer["games"] == 100


def test_answer_for_people_begins_with_the_sentence(found: None, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "explain", "jungle", "qtable")
    assert status == 0, err
    assert out.startswith("50 % (40 to 60) of what qtable values is own captures (+23 each).")
    said = "It does not see “moves”: one standard deviation more of it goes with +8 % of a win (+4 to +12)"
    assert said in " ".join(out.split())  # the line is longer than the console
    assert "−10.0 to 60.0" in out
    assert f"{START}   −0.2, by the terms +47.1" in out


def test_wrong_players_are_said_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    expected = {
        ("jungle", "strong:hunter"): "expected one that learned (qtable, dqn, dqn336)",
        ("jungle", "human"): "expected one that learned (qtable, dqn, dqn336)",
        ("morris", "qtable"): "qtable does not play morris, only jungle",
        ("jungle", "qtable,trained=123456"): "no such file",
    }
    for words, message in expected.items():
        status, _, err = run(capsys, "explain", *words)
        assert status == 2 and message in err and err.count("\n") == 1
    status, _, err = run(capsys, "explain", "jungle", "qtable", "--games", "5")
    assert status == 2 and "--games: expected at least 100, found 5" in err


@pytest.mark.long
def test_shipped_player_is_explained(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = str(tmp_path / "qtable.sqlite")
    status, out, err = run(capsys, "explain", "jungle", "qtable", "--games", "200", "--file", file, "--json")
    assert status == 0, err
    answer = json.loads(out)
    labels = [each["label"] for each in answer["terms"]]
    assert labels[0] == "value of own pieces" and "own captures" in labels
    assert 0.4 < answer["share_low"] < answer["share"] < answer["share_high"] < 0.75
    assert "value of their pieces" in [each["label"] for each in answer["unseen"]]
