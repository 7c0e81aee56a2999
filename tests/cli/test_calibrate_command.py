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
    assert [each["nodes"] for each in answer["budgets"]] == [0, 100, 14_000, 100_000]
    assert all({"phases", "bins", "bins_inside", "error"} <= set(each) for each in answer["budgets"])
    assert (tmp_path / "picture.svg").read_text(encoding="utf-8").startswith("<svg")
    status, text, _ = run(capsys, *words, "--folder", str(tmp_path / "other"))
    assert status == 0 and "between two programs of 50 nodes" in text
    assert "without a search" in text and "100000 nodes" in text
    assert list((tmp_path / "other").glob("isolation-territory-50-*.json"))


def test_too_few_games_and_an_unknown_heuristic_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "calibrate", "isolation", "territory", "--games", "5")
    assert status == 2 and "--games: expected at least 20" in err
    status, _, err = run(capsys, "calibrate", "isolation", "nothing")
    assert status == 2 and "expected one of" in err


HALFWAY = "4bxx/2xxx2/1x2wxx/3x3/xx3x1/3x3/1x5 w"


@pytest.mark.parametrize("side", ["white", "black"])
def test_eval_says_the_chance_of_the_value(side: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("eval", "isolation", "territory", "--position", HALFWAY, "--side", side)
    answer = json.loads(run(capsys, *words, "--json")[1])
    chance = answer["chance"]
    assert (chance["score"] > 0.5) == (side == "white") == (answer["value"] > 0.0)
    assert chance["low"] < chance["score"] < chance["high"] and chance["nodes"] > 0
    assert chance["sentence"].startswith(f"{side.capitalize()} scores ")
    assert " ".join(chance["sentence"].split()) in " ".join(run(capsys, *words)[1].split())


def test_values_that_are_no_chances_have_none(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("eval", "isolation", "territory", "--position", HALFWAY, "--json")
    assert "chance" not in json.loads(run(capsys, *words, "--weight", "territory=2")[1])
    assert "chance" not in json.loads(run(capsys, "eval", "isolation", "improved", "--json")[1])


def test_analyse_says_the_chance_of_the_value(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("analyse", "isolation", "strong:territory,nodes=300", "--position", HALFWAY)
    answer = json.loads(run(capsys, *words, "--json")[1])
    assert answer["value"] > 0.0 and answer["chance"]["score"] > 0.5
    assert "White scores" in run(capsys, *words)[1]
