"""`main.py card`: its JSON, its text, and the statuses of a check."""

import json
from pathlib import Path

import pytest
from test_command_line import run

OLD = '''
from heuristics.contract import Heuristic

mine = Heuristic("improved", "isolation", "random", "a test")

@mine.single("noise", weight=1.0)
def noise(state, side):
    """Anything."""
    return (state.key * 0x1E3779B97F4A7C15 & 0x7FFFFFFFFFFFFFFF) % 1000
'''


@pytest.mark.long
def test_a_card_is_json_and_a_table_from_the_same_file(tmp_path: Path, capsys) -> None:
    words = ("isolation", "custom_score", "--pairs", "10", "--nodes", "10", "--file", str(tmp_path / "card"))
    status, out, err = run(capsys, "card", *words, "--json")
    assert status == 0, err
    assert [line.split("  ")[1] for line in err.splitlines()][-1] == "done" and "knock-outs" in err
    answer = json.loads(out)
    assert answer["compile_seconds"] >= 0.0 and answer["left_out"] == []
    needed = {"name", "fires", "elo", "elo_low", "elo_high", "pairs", "weight", "suggested"}
    needed |= {"suggested_low", "suggested_high", "verdict"}
    assert answer["terms"] and all(needed <= set(row) for row in answer["terms"])
    assert {"suggestion", "seed", "seconds", "truth"} <= set(answer)
    assert all(row["truth"]["positions"] == answer["truth"]["positions"] >= 30 for row in answer["terms"])
    status, text, _ = run(capsys, "card", *words)
    assert status == 0 and all(row["label"] in text for row in answer["terms"])
    assert answer["sentence"] in " ".join(text.split())
    assert answer["truth"]["sentence"] in " ".join(text.split()) and "truth kept" in text


@pytest.mark.parametrize(("first", "second", "status"), [("improved", "FILE", 0), ("open", "territory", 1)])
def test_a_check_ends_with_the_status_of_its_verdict(
    first: str, second: str, status: int, tmp_path: Path, capsys
) -> None:
    (tmp_path / "old.py").write_text(OLD, encoding="utf-8")
    rival = str(tmp_path / "old.py") if second == "FILE" else second
    words = ("isolation", first, "--against", rival, "--pairs", "400", "--nodes", "50")
    found, out, err = run(capsys, "card", *words, "--file", str(tmp_path / "check"), "--json")
    assert found == status, err
    assert json.loads(out)["verdict"] == ("not worse" if status == 0 else "worse")


def test_too_few_pairs_to_tell_have_a_status_of_their_own(tmp_path: Path, capsys) -> None:
    words = ("isolation", "improved", "--against", "center", "--pairs", "10", "--nodes", "10")
    assert run(capsys, "card", *words, "--file", str(tmp_path / "check"))[0] == 3


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("isolation", "nothing"), "expected one of"),
        (("isolation", "improved", "--pairs", "2"), "--pairs: expected at least 10"),
        (("isolation", "improved", "--pairs", "20", "--minutes", "1"), "--pairs: expected without --minutes"),
        (("isolation", "improved", "--executor", "dask"), "together with --scheduler"),
        (("isolation", "improved", "--against", "no_such_file.py"), "--against: no_such_file.py"),
        (("isolation", "improved", "--against", "x.py", "--executor", "processes"), "--against FILE"),
        (("isolation", "improved", "--file", "README.md"), "cannot be used for an experiment"),
    ],
)
def test_wrong_input_is_one_line(words: tuple[str, ...], says: str, capsys) -> None:
    status, out, err = run(capsys, "card", *words)
    assert status == 2 and not out
    assert says in err and len(err.strip().splitlines()) == 1, err
