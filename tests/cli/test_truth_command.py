"""`main.py truth`: the list of tables, its JSON and text, and its messages about wrong input."""

import pytest
from test_command_line import data, run

from cli.arena.truth_text import show_tables
from games.compiling.compiler import jit_disabled

needs_the_compiler = pytest.mark.skipif(jit_disabled(), reason="millions of positions")


def test_the_tables_of_a_game_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    rows = data(capsys, "truth", "jungle", "--table", "R-CDW")
    assert [row["name"] for row in rows] == ["R-CDW"] and "R-CDW" in rows[0]["file"]
    assert [part["name"] for part in rows[0]["parts"]] == ["R–CDW", "CDW–R"]


def test_the_problem_of_a_table_is_shown_whole(capsys: pytest.CaptureFixture[str]) -> None:
    problem = "KQK.table: its checksum does not match its content"
    show_tables([{"name": "KQK", "checksum": None, "problem": problem, "parts": [{"name": "KQK"}]}])
    assert problem in capsys.readouterr().out


@needs_the_compiler
def test_a_small_table_is_made_and_measured(capsys: pytest.CaptureFixture[str]) -> None:
    rows = data(capsys, "truth", "chess", "--make", "--table", "KQK")
    assert len(rows[0]["checksum"]) == 64 and rows[0]["parts"][0]["longest_win"] == 19
    words = ("truth", "chess", "piece_value", "--table", "KQK", "--depth", "1", "--positions", "20")
    answer = data(capsys, *words, "--without", "queens")
    assert answer["positions"] == 20 and answer["table"] == [{"name": "KQK", "checksum": rows[0]["checksum"]}]
    assert [row["depth"] for row in answer["by_depth"]] == [1]
    assert set(answer["by_depth"][0]) >= {"kept", "blind", "random", "ordered", "plies_lost"}
    assert [row["name"] for row in answer["terms"]] == ["queens"]
    status, out, _ = run(capsys, *words)
    assert status == 0 and "keeps the outcome" in out and "KQK" in out


@pytest.mark.parametrize(
    "words, says",
    [
        (("truth", "draughts"), "game: expected one of"),
        (("truth", "isolation"), "no tables are made for isolation"),
        (("truth", "morris", "--table", "9-9"), "--table: expected one of 3-3, 4-3, found '9-9'"),
        (("truth", "morris", "--without", "mills"), "--without: expected together with HEURISTIC"),
        (("truth", "morris", "mobile", "--make"), "--make: expected without HEURISTIC"),
        (("truth", "morris", "nobody"), "heuristic: expected one of"),
        (("truth", "morris", "mobile", "--table", "9-9"), "table: expected one of 3-3, 4-3, searched"),
    ],
)
def test_wrong_input_is_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str
) -> None:
    status, out, error = run(capsys, *words)
    assert status == 2 and not out and says in error and error.count("\n") == 1
