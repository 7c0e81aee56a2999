"""`main.py tune`: its JSON and text, and the preset that keeps confirmed weights."""

import json
from pathlib import Path

import pytest
from test_command_line import run

from arena.card import staged_run
from arena.card.card import Suggestion
from arena.card.plan import CardPlan
from arena.tuning.tuning import CARD, FOUND_BY, Tuning
from arena.tuning.tuning_run import TuningRun
from cli.arena.tune import record_of
from games.registry import load_game
from heuristics.registry import load_heuristic

WEIGHTS = "weights:\n  isolation:\n    custom_score: {targets: 0.02, overlap: 40.0}\n"
BETTER = {"targets": 1.0, "overlap": -1.0}


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """Settings with bad weights, and with folders of their own."""
    file = tmp_path / "settings.yaml"
    file.write_text(f"data_folder: {json.dumps(str(tmp_path / 'data'))}\n{WEIGHTS}", encoding="utf-8")
    return file


@pytest.mark.long
def test_confirmed_weights_are_kept_with_their_record(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TuningRun, "_changes", lambda self, suggested: BETTER)
    monkeypatch.setattr(staged_run, "GAMES_A_PAIR", 0)  # the result does not depend on the regression
    words = ("--settings", str(settings), "tune", "isolation", "custom_score", "--pairs", "200")
    words += ("--nodes", "30", "--workers", "2")
    status, out, err = run(capsys, *words, "--json")
    assert status == 0, err
    answer = json.loads(out)
    assert answer["suggestion"]["confirmed"] and answer["preset"] == "custom_score tuned"
    assert [attempt["state"] for attempt in answer["attempts"]] == ["confirmed at both budgets"]
    (file,) = tmp_path.rglob("isolation-custom-score-tuned*.json")
    kept = file.read_text(encoding="utf-8")
    record = json.loads(kept)["record"]
    assert "seed 0" in record["how"] and "0.02 instead of 1" in record["against"]
    assert "120 nodes" in record["result"] and "Elo" in record["result"]
    heuristic = load_heuristic("isolation", "custom_score tuned")
    assert record["result"] in heuristic.description and record["when"] in heuristic.description
    # The same weights are not kept twice; other weights get a name of their own.
    status, text, _ = run(capsys, *words)
    assert status == 0 and "kept as custom_score tuned." in " ".join(text.split())
    monkeypatch.setattr(TuningRun, "_changes", lambda self, suggested: {**BETTER, "overlap": -1.1})
    status, out, _ = run(capsys, *words, "--json")
    assert json.loads(out)["preset"] == "custom_score tuned 2" and file.read_text(encoding="utf-8") == kept


@pytest.mark.parametrize("method", FOUND_BY)
def test_the_record_names_what_has_found_the_weights(method: str) -> None:
    plan = CardPlan("isolation", "territory", load_game("isolation").options())
    found = Tuning(plan, "", suggestion=Suggestion({}, (), True), method=method, games=300)
    assert record_of(found)["how"] == f"{FOUND_BY[method]}, with 300 games of self-play, seed 0"
    assert FOUND_BY[CARD] == "the report card"


def test_nothing_is_kept_that_is_not_confirmed(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("isolation", "territory", "--pairs", "10", "--nodes", "10")
    status, out, err = run(capsys, "--settings", str(settings), "tune", *words, "--json")
    assert status == 0, err
    answer = json.loads(out)
    assert answer["preset"] is None and not list(tmp_path.rglob("isolation-*.json"))
    assert {"suggestion", "attempts", "seed", "seconds", "sentence"} <= set(answer)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("isolation", "nothing"), "expected one of"),
        (("isolation", "territory", "--pairs", "2"), "--pairs: expected at least 10"),
        (("isolation", "territory", "--pairs", "20", "--minutes", "1"), "expected without --minutes"),
        (("isolation", "territory", "--executor", "dask"), "together with --scheduler"),
    ],
)
def test_wrong_input_is_one_line(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = run(capsys, "tune", *words)
    assert status == 2 and says in err and len(err.splitlines()) == 1
