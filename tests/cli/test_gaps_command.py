"""`main.py gaps`: its JSON, its text, and what `--try` writes and plays."""

import json
from pathlib import Path

import pytest
from test_command_line import run

from arena.gaps import gaps_run
from arena.gaps.gaps import Gap
from heuristics.registry import look_in, looked_in

SHUT_IN = Gap("shut in", "stones shut in", "mobile", "mobile/shut in", 0.1, 0.05, 0.2, 0.01, -0.05, (), ())


@pytest.fixture
def settings(tmp_path: Path):
    before = looked_in()
    file = tmp_path / "settings.yaml"
    file.write_text(f"data_folder: {json.dumps(str(tmp_path / 'data'))}\n", encoding="utf-8")
    yield file
    look_in(before)


@pytest.mark.long
def test_answer_is_written_as_a_heuristic_and_played(
    settings: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gaps = gaps_run.Compared.gaps
    monkeypatch.setattr(
        gaps_run.Compared, "gaps", lambda *given: gaps_run.replace(gaps(*given), answers=(SHUT_IN,))
    )
    words = ("--settings", str(settings), "gaps", "morris", "weighted", "--games", "100", "--nodes", "20")
    status, out, err = run(capsys, *words, "--json")
    assert status == 0, err
    answer = json.loads(out)
    assert {"answers", "errors", "positions", "games", "candidates", "seconds", "sentence"} <= set(answer)
    (found,) = answer["answers"]
    assert found["term"] == "shut in" and found["share_low"] == 0.05 and "trial" not in answer
    assert found["match"] is None
    status, text, err = run(capsys, *words, "--minutes", "0.1")
    assert status == 2 and "--games: expected without --minutes" in err
    words = ("--settings", str(settings), "gaps", "morris", "weighted", "--nodes", "20", "--minutes", "0.2")
    status, text, err = run(capsys, *words, "--try")
    assert status == 0, err
    assert "It does not see “stones shut in” of mobile" in text
    assert (
        "weighted + stones shut in is written to" in text and "against weighted at 1\u202f000 nodes" in text
    ) or "It plays better with none of the weights −0.0" in text
    status, _, err = run(capsys, *words, "--try", "2")
    assert status == 2 and "--try: expected at most 1, found 2" in err


def test_unknown_heuristic_and_too_few_games_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "gaps", "morris", "nothing")
    assert status == 2 and "expected one of" in err
    status, _, err = run(capsys, "gaps", "morris", "mobile", "--games", "5")
    assert status == 2 and "--games: expected at least 100" in err
