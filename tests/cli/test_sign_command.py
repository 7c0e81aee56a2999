"""`main.py sign`: its JSON and text, positions that are drawn, and its messages about wrong input."""

import json
from pathlib import Path

import pytest
from test_command_line import data, run

from games.compiling.compiler import jit_disabled

TEXT = "7/3b3/5w1/4x1x/1x1xx2/3x1x1/2x1x2 b"


def positions_in(folder: Path, *winners: str, text: str = TEXT) -> Path:
    """A file of positions of Isolation that are alike except for their winners."""
    rows = [
        {"position": text, "winner": winner, "third": 2, "proven": False, "score": 0.9} for winner in winners
    ]
    file = folder / "positions.json"
    file.write_text(json.dumps({"game": "isolation", "seed": 1, "positions": rows}), encoding="utf-8")
    return file


def test_values_of_the_winner_are_on_its_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    value = data(capsys, "eval", "isolation", "territory", "--position", TEXT)["value"]
    assert value > 0, "for Black, which is to move"
    file = positions_in(tmp_path, "black", "white", "black")
    answer = data(capsys, "sign", "isolation", "territory", "--positions", str(file))
    assert (answer["game"], answer["heuristic"], answer["file"]) == ("isolation", "territory", str(file))
    kinds = {kind["name"]: (kind["positions"], kind["right"], kind["level"]) for kind in answer["kinds"]}
    assert kinds["all"] == kinds["last third"] == kinds["played out"] == (3, 2, 0)
    assert kinds["first third"] == kinds["proven"] == (0, 0, 0)
    assert answer["wrong"] == [{"position": TEXT, "winner": "white", "value": -value}]


def test_a_half_has_every_second_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = positions_in(tmp_path, "black", "white", "black")
    for half, right, positions in (("fit", 2, 2), ("figure", 0, 1), ("all", 2, 3)):
        words = ("sign", "isolation", "territory", "--positions", str(file), "--half", half)
        first = data(capsys, *words)["kinds"][0]
        assert (first["right"], first["positions"]) == (right, positions)
    status, out, _ = run(capsys, *words)
    assert status == 0 and "on the winner's side" in out and "66.7 %" in out


def test_shipped_positions_are_used_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    answer = data(capsys, "sign", "isolation", "territory")
    assert answer["kinds"][0]["positions"] == 400 and answer["file"].endswith("isolation.json")


@pytest.mark.long
@pytest.mark.skipif(jit_disabled(), reason="plays whole games")
def test_drawn_positions_are_kept_and_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "settings.yaml"
    settings.write_text(f"data_folder: {json.dumps(str(tmp_path / 'data'))}\n", encoding="utf-8")
    words = ("--settings", str(settings), "sign", "isolation", "open", "--draw", "6", "--seed", "4")
    drawn = data(capsys, *words, "--workers", "2", "--positions", str(tmp_path / "drawn.json"))
    assert drawn["kinds"][0]["positions"] == 6
    again = data(capsys, *words)  # with the games that are kept
    kept = tmp_path / "data" / "decided"
    assert Path(again["file"]).parent == kept and len(list(kept.glob("isolation-*.sqlite"))) == 1
    assert Path(again["file"]).read_bytes() == (tmp_path / "drawn.json").read_bytes()
    assert again["kinds"] == drawn["kinds"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("draughts", "territory"), "game: expected one of"),
        (("isolation", "nobody"), "heuristic: expected one of"),
        (("isolation", "territory", "--half", "both"), "--half: invalid choice: 'both'"),
        (("isolation", "territory", "--seed", "1"), "--seed: expected together with --draw"),
        (("isolation", "territory", "--workers", "2"), "--workers: expected together with --draw"),
        (("isolation", "territory", "--draw", "1"), "--draw: expected at least 2 positions, found 1"),
        (("isolation", "territory", "--positions", "nothing.json"), "nothing.json: cannot be read"),
    ],
)
def test_wrong_input_is_one_line(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, "sign", *words)
    assert (status, out) == (2, "") and says in err and err.count("\n") == 1


def test_a_wrong_position_in_a_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = positions_in(tmp_path, "white", text="nothing")
    status, _, err = run(capsys, "sign", "isolation", "territory", "--positions", str(file))
    assert status == 2 and "position 'nothing'" in err and err.count("\n") == 1
