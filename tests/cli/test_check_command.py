"""`check` on the command line: findings as they come, or as one JSON document."""

from collections.abc import Iterator

import pytest
from test_command_line import data, run

from arena.check.finding import Finding
from cli.arena import check as command
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


def test_saved_games_are_looked_at_and_remarks_are_no_findings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[object] = []

    def found(lens: object, seed: int, saved: object) -> Iterator[Finding]:
        looked_at.append(saved)
        yield Finding("dead", "Dead never counts.", ("dead",))
        yield Finding("constant", "It never counts there.", ("there",))
        yield Finding("cost", "It takes 3 ns.")

    monkeypatch.setattr(command, "check", found)
    saved = lambda folder, game, options: (folder.is_absolute(), game.name)  # noqa: E731
    monkeypatch.setattr(command, "saved_games", saved)
    answer = data(capsys, "check", "isolation", "open")
    assert looked_at == [(True, "isolation")]
    assert [finding["kind"] for finding in answer["findings"]] == ["dead", "cost"]
    assert [(remark["kind"], remark["fault"]) for remark in answer["remarks"]] == [("constant", False)]


def test_text_is_a_sentence_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "check", "isolation", "open")
    assert status == 0 and err.startswith("No fault found in ")
    one_sided, cost, *_ = out.splitlines()
    assert one_sided == (
        "one-sided: One-sided: mobility. What such a term adds for White is not minus what it adds for Black."
    )
    assert cost.startswith("cost: Of a node's ")


def test_position_and_weights_to_try_stand_below() -> None:
    found = Finding("dead", "Dead never counts.", ("dead",), {}, "a1", {"dead": 0.0})
    assert finding_text(found) == "dead: Dead never counts.\n  position: a1\n  try: dead=0"


def test_unknown_heuristic_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "check", "isolation", "nothing")
    assert status == 2 and err.startswith("main.py: heuristic: expected one of open")
