"""Commands write moves for people as the window does; JSON and CSV use the notation for programs."""

import csv
import json
from pathlib import Path

import pytest

import main
from cli.window_notation import line_in_window, move_in_window, moves_in_window

QUEEN = "r1bqkbnr/pppp1ppp/2n5/8/3QP3/8/PPP2PPP/RNB1KBNR w KQkq - 1 4"
PLAYER = "alphabeta:location,depth=2"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main.main(list(words)) == 0
    return capsys.readouterr().out


def test_moves_of_chess_are_written_as_the_window_writes_them() -> None:
    line = ["d4c3", "f8b4", "c3b4", "c6b4"]
    assert line_in_window("chess", QUEEN, line) == "4. Qc3 Bb4 5. Qxb4 Nxb4"
    assert line_in_window("chess", QUEEN.replace(" w ", " b "), ["f8b4", "b1c3"]) == "4…Bb4+ 5. Nc3"
    assert moves_in_window("chess", QUEEN, ["d4c3", "e1e2"]) == ["Qc3", "Ke2"]
    assert move_in_window("chess", QUEEN, None) == ""


def test_games_with_one_notation_keep_their_moves() -> None:
    assert line_in_window("isolation", "1x5/3x3/xw3b1/7/4x1x/7/5x1 w", ["d4", "b3"]) == "d4 b3"


def test_an_analysis(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, "analyse", "chess", PLAYER, "--position", QUEEN, "--json"))
    first, _, best, *rest = said(capsys, "analyse", "chess", PLAYER, "--position", QUEEN).splitlines()
    assert first.split()[0] == move_in_window("chess", QUEEN, found["move"]) != found["move"]
    assert best == "best line: " + line_in_window("chess", QUEEN, found["pv"]) and "4. " in best
    assert any(line.startswith("  Qc3 ") for line in rest) and "d4c3" not in "".join(rest)


def test_why_not_and_its_csv(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "terms.csv"
    words = ("whynot", "chess", PLAYER, "g1f3", "--position", QUEEN, "--csv", str(file))
    found = json.loads(said(capsys, *words, "--json"))
    text = said(capsys, *words)
    assert "your move: Nf3  " in text and "g1f3" not in text
    assert line_in_window("chess", QUEEN, found["asked_line"]) in text
    head = next(csv.reader(file.open(encoding="utf-8")))
    assert head[1:3] == [found["chosen"], "g1f3"]


def test_a_suite_and_a_scan(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    suite = tmp_path / "queen.epd"
    suite.write_text('4k3/8/8/8/8/8/3q4/3QK3 w - - bm Qxd2; id "takes";\n', encoding="utf-8")
    assert "Qxd2" in (text := said(capsys, "suite", str(suite), PLAYER)) and "d1d2" not in text
    scan = ("scan", "chess", "location", "piece_value", "--positions", "20")
    found = json.loads(said(capsys, *scan, "--json"))["found"][0]
    text = said(capsys, *scan)
    move = move_in_window("chess", found["position"], found["first"]["move"])
    assert f" {move} " in text and found["first"]["move"] not in text


def test_a_review(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = tmp_path / "game.pgn"
    game.write_text("1. e4 e5 2. Qh5 Ke7 3. Qxe5#\n", encoding="utf-8")
    text = said(capsys, "review", str(game), "--player", "alphabeta:location,depth=2")
    assert "Qh5" in text and "Ke7" in text and "d1h5" not in text and "e8e7" not in text


def test_a_tree(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "tree", "chess", PLAYER, "--position", QUEEN)
    assert text.startswith(f"{PLAYER}: ") and "d4" not in text.splitlines()[0]
