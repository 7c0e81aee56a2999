"""`check` on the command line: findings as they come, or as one JSON document."""

import pytest
from test_command_line import data, run

from arena.check.finding import Finding
from cli.arena.check_text import finding_text
from games.compiling.compiler import jit_disabled

pytestmark = pytest.mark.skipif(jit_disabled(), reason="plays thousands of moves")


def test_json_is_one_document_with_findings_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    answer = data(capsys, "check", "jungle", "hunter", "--seed", "1")
    kinds = [finding["kind"] for finding in answer["findings"]]
    assert kinds == ["symmetry", "cost"] and answer["one_sided"] == []
    first = answer["findings"][0]
    assert first["terms"] == ["plies to a catch"] and first["remedy"] is None and first["fault"]
    assert answer["positions"] > 500 and answer["seconds"] > 0 and answer["seed"] == 1


def test_text_is_a_sentence_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "check", "isolation", "open")
    assert status == 0 and err.startswith("No fault found in ")
    assert out.startswith("one-sided: One-sided by design: mobility.\ncost: Mobility ")


def test_position_and_weights_to_try_stand_below() -> None:
    found = Finding("dead", "Dead never counts.", ("dead",), {}, "a1", {"dead": 0.0})
    assert finding_text(found) == "dead: Dead never counts.\n  position: a1\n  try: dead=0"


def test_unknown_heuristic_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "check", "isolation", "nothing")
    assert status == 2 and err.startswith("main.py: heuristic: expected one of open")
