"""`main.py suite`."""

import json

import pytest
from test_command_line import run

SUITE = """
game: isolation
cases:
  - {name: middle, position: "7/7/7/7/7/7/7 w", best: [d4]}
  - {name: corner, position: "7/7/7/7/7/7/7 w", best: [a1]}
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path))
    path = tmp_path / "two.yaml"
    path.write_text(SUITE, encoding="utf-8")
    return path


def test_what_passes_and_what_fails(file, capsys) -> None:
    status, out, _ = run(capsys, "suite", str(file), "greedy:center", "--json")
    answer = json.loads(out)
    assert status == 1 and (answer["passed"], answer["failed"]) == (1, 1)
    assert [(case["name"], case["move"], case["passed"]) for case in answer["cases"]] == [
        ("middle", "a1", False),
        ("corner", "a1", True),
    ]
    assert all({"position", "move", "value", "passed", "since"} <= case.keys() for case in answer["cases"])
    status, out, _ = run(capsys, "suite", str(file), "greedy:center")
    assert status == 1 and "1 passed, 1 failed" in out and "FAILED" in out
    assert answer["by_lot"] == 0 and not any(case["by_lot"] for case in answer["cases"])


def test_a_case_by_lot_says_so(file, capsys) -> None:
    """Nine central squares allow nine equally good moves."""
    _, out, _ = run(capsys, "suite", str(file), "greedy:improved", "--json")
    answer = json.loads(out)
    middle, corner = answer["cases"]
    assert middle["by_lot"] and "d4" in (middle["move"], middle["could_draw"])
    assert not corner["by_lot"] and "could_draw" not in corner and answer["by_lot"] == 1
    _, out, _ = run(capsys, "suite", str(file), "greedy:improved")
    assert (
        f"by chance: another seed could choose {middle['could_draw']}" in out
        and "; with another seed 1 of these could change" in out
    )


def test_a_suite_that_passes(file, capsys) -> None:
    file.write_text(SUITE.replace("[d4]", "[d4, a1]"), encoding="utf-8")
    status, out, _ = run(capsys, "suite", str(file), "greedy:center", "--workers", "2", "--json")
    assert status == 0 and json.loads(out)["failed"] == 0


def test_those_that_come_with_the_program_are_listed(capsys) -> None:
    status, out, _ = run(capsys, "suite", "--json")
    assert status == 0
    assert {"name": "win-at-chess", "game": "chess", "cases": 300}.items() <= json.loads(out)[-1].items()


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["nowhere", "random"], "expected one of"),
        (["win-at-chess"], "PLAYER: expected"),
        (["win-at-chess", "human"], "expected a program"),
        (["win-at-chess", "greedy:nothing"], "nothing"),
    ],
)
def test_bad_input_is_one_line(capsys, words, line) -> None:
    status, out, err = run(capsys, "suite", *words)
    assert status == 2 and line in err and err.count("\n") == 1 and not out
