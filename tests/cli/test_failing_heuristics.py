"""Heuristics that fail on the command line: a line names the term, and other games go on."""

import json
from pathlib import Path

import pytest

import main as program
from bad_terms import FILE, replace_module
from games.registry import game_names
from heuristics import guarded_evaluation

FAULTY = """
import bad_terms

DEFAULT = bad = bad_terms.heuristic(bad_terms.not_a_number)
endless = bad_terms.heuristic(bad_terms.never_ends, "endless")
leaves = bad_terms.heuristic(bad_terms.exits, "leaves")
sound = bad_terms.heuristic(bad_terms.moving, "sound_one")
"""


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    replace_module(monkeypatch, tmp_path, "isolation", FAULTY)
    monkeypatch.setattr(guarded_evaluation, "PATIENCE", 0.2)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, list[str]]:
    status = program.main(list(words))
    output = capsys.readouterr()
    return status, output.out, output.err.splitlines()


@pytest.mark.parametrize(
    ("name", "words"),
    [("bad", "expected a number, returned nan"), ("endless", "does not end"), ("leaves", "SystemExit: 3")],
)
@pytest.mark.parametrize(
    "command",
    [
        ("eval", "isolation", "{}"),
        ("analyse", "isolation", "greedy:{}"),
        ("whynot", "isolation", "greedy:{}", "d4"),
    ],
    ids=["eval", "analyse", "whynot"],
)
def test_a_failure_is_one_line(
    faulty: None, capsys: pytest.CaptureFixture[str], name: str, words: str, command: tuple[str, ...]
) -> None:
    for as_json in ((), ("--json",)):
        status, out, (line,) = run(capsys, *(word.format(name) for word in command), *as_json)
        assert status in (1, 2) and out == ""
        assert f"{name} failed: faulty: {words}" in line and f"({FILE}, line " in line


def test_bad_row_of_a_batch_says_it_and_others_have_values(
    faulty: None, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rows = [{"game": "isolation", "heuristic": name} for name in ("bad", "leaves", "sound_one")]
    (tmp_path / "rows.json").write_text(json.dumps(rows), encoding="utf-8")
    status, out, _ = run(capsys, "eval", "--batch", str(tmp_path / "rows.json"), "--json")
    assert status == 0
    bad, leaves, sound = json.loads(out)
    assert "bad failed: faulty" in bad["error"] and "leaves failed: faulty" in leaves["error"]
    assert sound["value"] == 3.0


def test_game_without_loadable_heuristics_fails_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    replace_module(monkeypatch, tmp_path, "morris", "x = (\n")
    status, out, err = run(capsys, "heuristics", "--json")
    rows = json.loads(out)
    assert status == 0 and err == []
    assert {row["game"] for row in rows} == set(game_names())
    (wrong,) = (row for row in rows if "error" in row)
    assert wrong["game"] == "morris" and "morris.py, line 1" in wrong["error"]
    status, out, err = run(capsys, "heuristics")
    assert status == 0 and "improved" in out and err == [wrong["error"]]
    for words in (("heuristics", "morris"), ("eval", "morris", "weighted"), ("play", "morris")):
        status, out, err = run(capsys, *words)
        assert (status, out) == (2, "") and len(err) == 1 and "morris.py, line 1" in err[0]
    assert run(capsys, "eval", "isolation", "improved")[0] == 0
