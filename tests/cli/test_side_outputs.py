"""`--csv` and `--picture`: a command's answer on a position as files."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from test_command_line import run

from cli import review
from engines.player_text import make_engine
from reviews import random_game
from study.saved_games.saved_games import Saves


def test_the_breakdown_as_csv_and_as_a_picture(tmp_path, capsys) -> None:
    table, picture = tmp_path / "t.csv", tmp_path / "p.png"
    words = ["eval", "isolation", "improved", "--csv", str(table), "--picture", str(picture), "--json"]
    status, out, _ = run(capsys, *words)
    answer = json.loads(out)
    rows = list(csv.reader(table.open(encoding="utf-8")))
    assert status == 0 and float(rows[-1][-1]) == answer["value"]
    assert [row[0] for row in rows[1:-1]] == [term["name"] for term in answer["terms"]]
    assert pygame.image.load(picture).get_height() > 800


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--csv", "nowhere/at/all.csv"], f"{Path('nowhere/at/all.csv')}: cannot be written"),
        (["--picture", "a.jpg"], "a.jpg: expected a name that ends in .png"),
        (["--batch", "x.json", "--csv", "a.csv"], "--batch: expected in place of --csv, found both"),
    ],
)
def test_bad_files_are_one_line(capsys, words, line) -> None:
    head = ["eval"] if "--batch" in words else ["eval", "isolation", "improved"]
    status, out, err = run(capsys, *head, *words)
    assert status == 2 and line in err and err.count("\n") == 1 and not out


def test_a_game_as_a_page(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.setattr(review, "make_engine", lambda *asked: replace(make_engine(*asked), compile=False))
    record = random_game("isolation", 6, 1)
    file = Saves(tmp_path).begin(record, "human", "random")
    file.close()
    out_file = tmp_path / "game.html"
    words = ["export", str(file.path), "--html", str(out_file), "--player", "greedy:improved", "--json"]
    status, out, err = run(capsys, *words)
    assert (status, err) == (0, "")
    page = out_file.read_text(encoding="utf-8")
    assert json.loads(out) == {"file": str(out_file), "bytes": len(page.encode("utf-8")), "plies": 6}
    assert "Isolation: A person – Random moves" in page and "greedy:improved" in page
    option = words.index("--html")
    assert run(capsys, *words[:option], *words[option + 1 :]) == (0, out, "")
    for outputs in ([], [str(out_file), "--html", str(out_file)]):
        status, _, err = run(capsys, "export", str(file.path), *outputs)
        assert status == 2 and "expected the page to write, as OUT or as --html OUT" in err
    header, _, moves = file.path.read_text(encoding="utf-8").partition("\n")
    for names, title in (
        (["Ada", ""], "Isolation: Ada – Random moves"),
        (["Ada"], "Isolation: A person – Random moves"),
    ):
        named = json.dumps({**json.loads(header), "example": {"names": names}})
        file.path.write_text(f"{named}\n{moves}", encoding="utf-8")
        assert run(capsys, *words)[0] == 0
        assert title in out_file.read_text(encoding="utf-8")
    status, _, err = run(capsys, "export", str(file.path), "--html", str(tmp_path / "no" / "x.html"))
    assert status == 2 and "expected a file in a folder that exists" in err
