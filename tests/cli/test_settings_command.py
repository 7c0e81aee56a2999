"""`main.py settings`: each setting, and where its value comes from."""

import json
from pathlib import Path

import pytest

from main import main


def test_each_setting_says_where_it_comes_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("ui: {theme: light}\ngames: {chess: {repetition: 2}}\n", encoding="utf-8")
    assert main(["settings", "--settings", str(file), "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["ui.theme"]["value"] == "light" and rows["ui.theme"]["source"] == "mine.yaml"
    assert rows["ui.theme"]["file"] == str(file) and rows["ui.theme"]["description"]
    assert rows["ui.scale"] == rows["ui.scale"] | {"value": None, "source": "default", "file": None}
    assert rows["games.chess.repetition"]["value"] == 2
    assert Path(rows["data_folder"]["value"]).is_absolute()
    assert main(["settings", "--settings", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["setting", "value", "from", "file"] and len(lines) == len(rows) + 1
    assert next(line for line in lines if line.startswith("ui.theme")).split(maxsplit=3)[1:] == [
        "light",
        "mine.yaml",
        str(file),
    ]


def test_ones_own_settings_are_seen(tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path))
    (tmp_path / "settings.yaml").write_text("engine: {table_megabytes: 128}\n", encoding="utf-8")
    assert main(["settings", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert (rows["engine.table_megabytes"]["value"], rows["engine.table_megabytes"]["source"]) == (
        128,
        "your settings",
    )


def test_a_mistake_is_one_line_and_status_2(tmp_path: Path, capsys) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("ui: {theme: pink}\n", encoding="utf-8")
    assert main(["settings", "--settings", str(file)]) == 2
    out = capsys.readouterr()
    assert out.out == "" and "ui.theme" in out.err and len(out.err.splitlines()) == 1
