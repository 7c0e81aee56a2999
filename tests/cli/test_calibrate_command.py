"""`main.py calibrate`: its JSON, its text, the file that it writes, and its picture."""

import json
from pathlib import Path

import pytest
from test_command_line import run


def test_a_calibration_is_kept_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "settings.yaml"
    settings.write_text(f"data_folder: {json.dumps(str(tmp_path / 'data'))}\n", encoding="utf-8")
    words = ("--settings", str(settings), "calibrate", "isolation", "territory", "--games", "60")
    words += ("--nodes", "50", "--picture", str(tmp_path / "picture.svg"))
    status, out, err = run(capsys, *words, "--json")
    assert status == 0, err
    answer = json.loads(out)
    assert {"phases", "bins", "bins_inside", "error", "nodes", "seed", "games"} <= set(answer)
    kept = json.loads(Path(answer["file"]).read_text(encoding="utf-8"))
    assert kept["phases"] == answer["phases"] and kept["bins"] == answer["bins"]
    assert (tmp_path / "picture.svg").read_text(encoding="utf-8").startswith("<svg")
    status, text, _ = run(capsys, *words, "--folder", str(tmp_path / "other"))
    assert status == 0 and "between two programs of 50 nodes" in text
    assert list((tmp_path / "other").glob("isolation-territory-50-*.json"))


def test_too_few_games_and_an_unknown_heuristic_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "calibrate", "isolation", "territory", "--games", "5")
    assert status == 2 and "--games: expected at least 20" in err
    status, _, err = run(capsys, "calibrate", "isolation", "nothing")
    assert status == 2 and "expected one of" in err
