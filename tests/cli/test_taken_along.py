"""`--csv` and `--picture`: what a command says of a position, as files."""

import csv
import json

import pygame
import pytest
from test_command_line import run


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
        (["--csv", "nowhere/at/all.csv"], "nowhere/at/all.csv: cannot be written"),
        (["--picture", "a.jpg"], "a.jpg: expected a name that ends in .png"),
        (["--batch", "x.json", "--csv", "a.csv"], "--batch: expected in place of --csv, found both"),
    ],
)
def test_bad_files_are_one_line(capsys, words, line) -> None:
    head = ["eval"] if "--batch" in words else ["eval", "isolation", "improved"]
    status, out, err = run(capsys, *head, *words)
    assert status == 2 and line in err and err.count("\n") == 1 and not out
