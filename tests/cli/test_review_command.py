"""`main.py review`: its JSON, its table, and its messages about wrong input."""

import json
from dataclasses import replace

import pytest
from test_command_line import data, run

from cli import review
from engines.contract import WIN_BAND
from engines.player_text import make_engine
from engines.search_engine import Searcher
from games.registry import load_game
from heuristics.registry import default_heuristic, load_lens
from reviews import random_game, worth
from study.review.reviewer import USUAL_NODES, usual_player
from study.saved_games.saved_games import Saves


@pytest.fixture(autouse=True)
def in_python(monkeypatch):
    """Compiles nothing."""

    def make(*arguments):
        made = make_engine(*arguments)
        small = {"compile": False, "table_megabytes": 0.01}
        return replace(made, **small) if isinstance(made, Searcher) else made

    monkeypatch.setattr(review, "make_engine", make)


PGN = """[White "Ann"]
[Black "?"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""


def saved(tmp_path, game="isolation", plies=24, seed=3):
    record = random_game(game, plies, seed)
    file = Saves(tmp_path).begin(record, "human", "alphabeta:improved,depth=1")
    file.close()
    return record, file.path


def test_a_saved_game(capsys, tmp_path) -> None:
    record, path = saved(tmp_path)
    words = ("review", str(path), "--player", "alphabeta:improved,depth=2")
    answer = data(capsys, *words)
    assert (answer["game"], answer["white"]) == ("isolation", "human")
    assert [row["ply"] for row in answer["plies"]] == list(range(1, len(record.plies) + 1))
    for row, ply, position in zip(answer["plies"], record.plies, record.positions, strict=False):
        assert row["side"] == ("white", "black")[ply.side] and row["move"] == position.move_text(ply.move)
        assert row["loss"] == row["best_value"] - row["value"] >= 0.0 and 1 <= row["depth"] <= 2
        assert (row["best"] == row["move"]) <= (row["loss"] == 0.0)
        if row["ply"] > 20:
            asked = worth(position, ply.move, row["depth"], load_lens("isolation", "improved"), ply.side)
            assert row["value"] == pytest.approx(asked)
    assert len(answer["worst"]) == 5 and all(row["sentence"] for row in answer["worst"])
    ways = [row["way"] for row in answer["plies"] if row["marked"]]
    losses = [row["loss"] for row in answer["plies"] if row["marked"]]
    assert [row["loss"] for row in answer["worst"]] == sorted(losses, reverse=True)[:5]
    assert answer["judge"] == "improved" and answer["depth"] == 2 and "nodes" not in answer
    assert [row["ply"] for row in answer["moves"]] == [row["ply"] for row in answer["plies"]]
    for row, ply in zip(answer["moves"], answer["plies"], strict=True):
        assert {name: row[name] for name in ("move", "loss", "best", "depth")} == {
            name: ply[name] for name in ("move", "loss", "best", "depth")
        }
        if row["terms"]:
            assert sum(term["difference"] for term in row["terms"]) == pytest.approx(row["loss"])
            differ = [term["best"] - term["move"] for term in row["terms"] if term["name"] != "rounding"]
            assert sum(differ) == pytest.approx(row["loss"])
    assert sum(bool(row["terms"]) for row in answer["moves"]) > 3
    for side, name in enumerate(("white", "black")):
        found = answer["costliest"][name]
        lost = sorted((row["way"] for row in answer["plies"] if row["side"] == name), reverse=True)
        assert all(row["side"] == name and row["sentence"] for row in found) and len(found) == 3, side
        assert sorted((row["way"] for row in found), reverse=True) == lost[:3]
        assert [row["loss"] for row in found] == sorted((row["loss"] for row in found), reverse=True)
    assert answer["stretch"]["sentence"]
    status, out, _ = run(capsys, *words)
    assert status == 0 and answer["worst"][0]["sentence"] in out and out.count("<-") == len(ways)
    assert answer["stretch"]["sentence"] in out
    assert all(row["sentence"] in out for rows in answer["costliest"].values() for row in rows)


def test_a_player_without_limits_is_limited_by_its_kind(capsys, tmp_path) -> None:
    _, path = saved(tmp_path, plies=1)
    assert data(capsys, "review", str(path), "--player", "alphabeta:improved")["ms"] == 500


def test_where_the_game_was_lost(capsys, tmp_path) -> None:
    record, path = saved(tmp_path, plies=60)
    answer = data(capsys, "review", str(path), "--player", "alphabeta:improved,depth=2")
    stretch, loser = answer["stretch"], 1 - record.position.outcome
    assert (stretch["side"], stretch["lost"]) == (("white", "black")[loser], True)
    first, last = answer["plies"][stretch["from_ply"] - 1], answer["plies"][stretch["to_ply"] - 1]
    assert first["side"] == stretch["side"] and first["best_value"] == stretch["before"] > stretch["after"]
    assert first["ply"] <= stretch["costliest_ply"] <= last["ply"]
    amounts = [
        row["loss"]
        for row in answer["plies"][first["ply"] - 1 : last["ply"]]
        if row["side"] == stretch["side"] and abs(row["value"]) < WIN_BAND
    ]
    assert stretch["largest_loss"] == max(amounts, default=0.0)


@pytest.mark.long
def test_twice_the_same_command_gives_the_same_document(capsys, tmp_path) -> None:
    _, path = saved(tmp_path)
    words = ("review", str(path), "--player", "improved,nodes=400", "--json")
    first, second = (run(capsys, *words)[1] for _ in range(2))
    assert first == second
    answer = json.loads(first)
    assert answer["nodes"] == 400 and answer["judge"] == "improved"
    assert answer["player"].startswith("alphabeta:improved,nodes=400,quiescence=1")


def test_the_usual_heuristic_judges_and_another_on_demand(capsys, tmp_path, monkeypatch) -> None:
    _, path = saved(tmp_path, plies=3)
    assert f",nodes={USUAL_NODES}," in str(usual_player("improved"))
    monkeypatch.setattr(review, "usual_player", lambda name: usual_player(name, 50))
    answer = data(capsys, "review", str(path))
    assert answer["judge"] == default_heuristic("isolation").name and answer["nodes"] == 50
    words = ("review", str(path), "--player", "open,depth=2")
    answer = data(capsys, *words)
    assert (answer["judge"], answer["depth"]) == ("open", 2) and "nodes" not in answer
    assert "values by open" in run(capsys, *words)[1]


def test_pgn(capsys, tmp_path) -> None:
    path = tmp_path / "mates.pgn"
    path.write_text(PGN, encoding="utf-8")
    words = ("review", str(path), "--player", "alphabeta:piece_value,depth=2")
    answer = data(capsys, *words)
    assert (answer["game"], answer["white"], answer["black"]) == ("chess", "Ann", "")
    blunder = answer["plies"][5]
    assert blunder["move"] == "g8f6" and blunder["marked"] and blunder["value"] < -WIN_BAND
    assert answer["worst"][0]["ply"] == 6 and "loses in 2 plies" in answer["worst"][0]["sentence"]
    path.write_text(PGN + "\n" + PGN, encoding="utf-8")
    words = ("review", str(path), "--player", "greedy:piece_value")
    assert len(data(capsys, *words, "--number", "2")["plies"]) == 7
    for number, line in ((None, "expected the number of a game, 1 to 2"), ("3", "1 to 2, found 3")):
        status, out, err = run(capsys, *words, *(("--number", number) if number else ()))
        assert status == 2 and line in err and err.count("\n") == 1 and not out


@pytest.mark.parametrize(
    ("player", "line"),
    [
        ("human", "expected a program"),
        ("random", "expected one that searches with a heuristic"),
        ("strong:improved,depth=2", "do not depend on other moves"),
        ("alphabeta:nothing", "nothing"),
    ],
)
def test_bad_players_are_one_line(capsys, tmp_path, player, line) -> None:
    _, path = saved(tmp_path, plies=2)
    status, out, err = run(capsys, "review", str(path), "--player", player)
    assert status == 2 and line in err and err.count("\n") == 1 and not out


def test_bad_files_are_one_line(capsys, tmp_path) -> None:
    _, empty = saved(tmp_path, plies=0)
    strange = tmp_path / "strange.plyglass"
    strange.write_text("nothing\n", encoding="utf-8")
    for path, line in (
        (empty, "expected a game with a move"),
        (strange, "strange.plyglass"),
        (tmp_path / "nowhere.plyglass", "nowhere.plyglass"),
        (tmp_path / "nowhere.pgn", "nowhere.pgn"),
    ):
        status, out, err = run(capsys, "review", str(path))
        assert status == 2 and line in err and err.count("\n") == 1 and not out
    status, _, err = run(capsys, "review", str(empty), "--number", "2")
    assert status == 2 and "1 to 1, found 2" in err
    assert load_game("isolation").files == ()
