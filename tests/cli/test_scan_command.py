"""`main.py scan`: its JSON, its table, and its messages about wrong input."""

from pathlib import Path

import pytest
from test_command_line import data, run

from games.compiling.compiler import jit_disabled
from games.position import Position
from games.record import Record
from games.registry import load_game
from study.compare import scan_positions
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from study.suites.suites import read_suite

pytestmark = pytest.mark.skipif(jit_disabled(), reason="searches many times")

WORDS = ("scan", "isolation", "improved", "improved,mobility=-1", "--depth", "2", "--judge", "improved")


@pytest.fixture(autouse=True)
def games_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiles nothing."""
    monkeypatch.setattr(scan_positions, "jit_disabled", lambda: True)


def test_random_positions(capsys: pytest.CaptureFixture[str]) -> None:
    answer = data(capsys, *WORDS, "--positions", "20", "--seed", "3", "--workers", "2")
    assert (answer["first"], answer["judge"]) == ("alphabeta:improved,depth=2", "alphabeta:improved,depth=4")
    assert answer["positions"] == 20 and answer["differ"] + answer["tied"] == len(answer["found"]) > 1
    tied = [row["tied"] for row in answer["found"]]
    assert answer["tied"] == sum(tied) and tied == sorted(tied)
    costs = [row["cost"] for row in answer["found"] if not row["tied"]]
    undecided = [cost for cost in costs if cost < 1e6]
    assert costs[0] == max(costs) and len(undecided) > 0
    for row in answer["found"]:
        position = Position.start(load_game("isolation"), text=row["position"])
        for which in ("first", "second"):
            position.parse_move(row[which]["move"])
        assert row["first"]["move"] != row["second"]["move"]
        assert row["cost"] == abs(row["first"]["judged"] - row["second"]["judged"])
        better = row["first"]["judged"] - row["second"]["judged"]
        assert row["better"] == ("first" if better > 0 else "second" if better < 0 else None)
    again = data(capsys, *WORDS, "--positions", "20", "--seed", "3", "--workers", "1")
    assert again["found"] == answer["found"]
    assert answer["first_worse"] + answer["second_worse"] == sum(
        row["better"] is not None and not row["tied"] for row in again["found"]
    )
    for which in ("first", "second"):
        terms = [row for row in answer["terms"] if row["chooser"] == which]
        for name in ("worse", "right"):
            assert sum(row[name] for row in terms) == answer[f"{which}_{name}"]
        for row in answer["found"]:
            assert row[which]["tied"] == (row[which]["own"] == row[which]["other"])
            assert not row[which]["tied"] or (row["tied"] and row[which]["term"] is None)
    status, out, _ = run(capsys, *WORDS, "--positions", "20", "--seed", "3")
    assert (
        status == 0
        and answer["found"][0]["position"] in out
        and f"differently in {answer['differ']}\n" in out
    )


def test_a_saved_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = Record.start(load_game("isolation"))
    for index in (20, 3, 2, 1):
        record.play(record.position.moves[index])
    file = Saves(tmp_path).begin(record, "human", "human")
    file.close()
    answer = data(capsys, *WORDS, "--game", str(file.path))
    assert answer["positions"] == 5
    texts = [position.text for position in record.positions]
    assert all(texts[row["ply"]] == row["position"] for row in answer["found"])
    status, out, err = run(capsys, "scan", "morris", "weighted", "weighted", "--game", str(file.path))
    assert (status, out) == (2, "") and "expected a game of morris, found one of isolation" in err


WRONG = [
    (("no-such", "improved", "open"), "no-such"),
    (("isolation", "nobody", "open"), "FIRST: expected a heuristic"),
    (("isolation", "open", "random"), "SECOND: expected a player that searches with a heuristic"),
    (("isolation", "open", "alphabeta:open,depth=0"), "SECOND: player"),
    (
        ("isolation", "open", "improved", "--judge", "alphabeta:open,depth=3"),
        "--judge: expected to look deeper",
    ),
    (("isolation", "open", "improved", "--judge", "strong:open,ms=9"), "--judge: expected a heuristic or"),
    (("isolation", "open", "improved", "--positions", "0"), "--positions"),
    (("isolation", "open", "improved", "--depth", "500"), "depth"),
    (("isolation", "open", "improved", "--game", "none.plyglass"), "--game none.plyglass"),
    (("isolation", "open", "improved", "--game", "x", "--positions", "3"), "not allowed with"),
    (("isolation", "greedy:open", "greedy:improved", "--depth", "2"), "--depth: expected with the name"),
    (("isolation", "open"), "SECOND: expected a heuristic or a player, or --deeper"),
    (("isolation", "open", "improved", "--suite", "x"), "--suite: expected with --deeper"),
    (("isolation", "open", "improved", "--deeper"), "--deeper: expected without SECOND"),
    (("isolation", "open", "--deeper", "--judge", "open"), "--deeper: expected without --judge"),
    (("isolation", "strong:open,depth=3", "--deeper"), "FIRST: expected a heuristic or alphabeta"),
    (("isolation", "greedy:open", "--deeper"), "FIRST: expected a heuristic or alphabeta"),
    (("isolation", "open", "--deeper", "--suite", "a/b"), "--suite: suite 'a/b': expected a name"),
]


@pytest.mark.parametrize(("words", "named"), WRONG, ids=lambda value: " ".join(value)[:60])
def test_bad_input_is_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], named: str
) -> None:
    status, out, err = run(capsys, "scan", *words, "--json")
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1 and named in err


def test_ties_are_no_disagreements(capsys: pytest.CaptureFixture[str]) -> None:
    """Most ties here are decided by the seed, because `improved` counts nothing but free squares."""
    words = ("scan", "isolation", "custom_score", "improved", "--positions", "60", "--depth", "2")
    answer = data(capsys, *words)
    assert answer["tied"] > answer["differ"] and answer["differ"] + answer["tied"] == len(answer["found"])
    tied = [row for row in answer["found"] if row["tied"]]
    assert sum(row["second"]["tied"] for row in tied) > len(tied) / 2
    assert answer["first_worse"] + answer["second_worse"] <= answer["differ"]
    _, out, _ = run(capsys, *words)
    assert f"differently in {answer['differ']}\n" in out and f"ties: {answer['tied']} (" in out


def test_refuted_moves_become_a_suite(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Every case is one that the deeper search passes, and the heuristic fails."""
    suite = tmp_path / "refuted.yaml"
    words = ("scan", "isolation", "custom_score", "--deeper", "--depth", "1", "--positions", "24")
    answer = data(capsys, *words, "--suite", str(suite))
    assert (answer["player"], answer["deeper"]) == (
        "alphabeta:custom_score,depth=1",
        "alphabeta:custom_score,depth=6",
    )
    assert answer["positions"] == 24 and answer["refuted"] == len(answer["cases"]) > 2
    assert sum(row["worse"] for row in answer["terms"]) == answer["refuted"]
    assert sum(row["right"] for row in answer["terms"]) == answer["right"] > 0
    for case in answer["cases"]:
        assert case["cost"] == case["better_judged"] - case["judged"] > 0.0
        assert case["move"] not in case["best"] and (case["better"] in case["best"] or case["avoid"])
        assert all(term["promised"] > 0.0 for term in case["terms"])
    read = read_suite(suite, Settings())
    assert [case.position.text for case in read.cases] == [case["position"] for case in answer["cases"]]
    assert all(case.question for case in read.cases)
    status, out, _ = run(capsys, "suite", str(suite), answer["player"])
    assert status == 1 and f"0 passed, {len(read.cases)} failed" in out
    deeper = data(capsys, "suite", str(suite), answer["deeper"])
    assert deeper["failed"] == 0
    again = data(capsys, *words, "--suite", str(suite), "--workers", "1")
    assert again["cases"] == answer["cases"], "the same seed, whoever looks"
    assert len(read_suite(suite, Settings()).cases) == len(read.cases), "no case is added twice"
