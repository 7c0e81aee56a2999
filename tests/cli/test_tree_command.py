"""`main.py tree`."""

import json
from dataclasses import replace

import pytest
from test_command_line import run

from cli import tree
from engines.player_text import make_engine
from samples import ongoing_positions

PLAYER = "alphabeta:custom_score_2,depth=3"
POSITION = ongoing_positions("isolation", 9, 3)[2]


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch) -> None:
    monkeypatch.setattr(tree, "make_engine", lambda *given: replace(make_engine(*given), compile=False))


def test_what_a_search_visits(capsys) -> None:
    place = ("--position", POSITION.text)
    status, out, _ = run(capsys, "tree", "isolation", PLAYER, *place, "--json")
    answer = json.loads(out)
    assert status == 0 and answer["recorded"] == answer["nodes"] == sum(answer["ended"].values())
    assert answer["nodes"] == sum(row["nodes"] for row in answer["iterations"])
    assert [row["move"] for row in answer["iterations"]] == ["iteration 1", "iteration 2", "iteration 3"]
    best = max(row["value"] for row in answer["children"] if row["bound"] == "exactly")
    assert best == answer["value"] == answer["node"]["value"]
    assert answer["node"]["moves"] == answer["node"]["looked_at"] == len(POSITION.moves)
    line = ("--line", answer["move"])
    status, out, _ = run(capsys, "tree", "isolation", PLAYER, *place, *line, "--nodes", "30", "--json")
    below = json.loads(out)
    assert below["recorded"] == 30 and below["nodes"] == answer["nodes"]
    assert below["node"]["move"] == answer["move"]
    status, out, _ = run(capsys, "tree", "isolation", PLAYER, *place)
    assert status == 0 and "iteration 3" in out and f"{answer['nodes']} nodes" in out


def test_what_is_wrong_is_said(capsys) -> None:
    place = ("--position", POSITION.text)
    status, _, err = run(capsys, "tree", "isolation", PLAYER, *place, "--line", "z9")
    assert status == 2 and "'z9'" in err
    status, _, err = run(capsys, "tree", "isolation", "human")
    assert status == 2 and "expected a program" in err
    status, _, err = run(capsys, "tree", "isolation", PLAYER, "--nodes", "9999999")
    assert status == 2 and "--nodes" in err
