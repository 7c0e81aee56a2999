"""Files that earlier programs have half done are read, gone on with and appended to."""

import gzip
import json
import sqlite3
from contextlib import closing
from math import isclose
from pathlib import Path
from typing import Any

import pytest
from experiments_of_before import FOLDER, KINDS


def rows_of(file: Path) -> set[tuple[Any, ...]]:
    """The units of a file, or the games of a tournament, without times."""
    with closing(sqlite3.connect(file)) as database:
        (tables,) = database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'unit'").fetchone()
        what = "stage, number, answer FROM unit" if tables else "number, points, moves FROM game"
        return set(database.execute(f"SELECT {what}"))


def without_times(figures: dict[str, Any]) -> Any:
    told = {name: value for name, value in figures.items() if name not in ("seconds", "file")}
    return json.loads(json.dumps(told))


def known_to(before: Any, now: Any) -> Any:
    """What the present figures say of all that earlier programs told; they may tell more. NumPy rounds the
    last digit of a correlation differently on Windows."""
    if isinstance(before, dict):
        return {name: known_to(value, now[name]) for name, value in before.items()}
    if isinstance(before, list):
        return [known_to(*both) for both in zip(before, now, strict=True)]
    if isinstance(before, float) and isinstance(now, float) and isclose(before, now, rel_tol=1e-12):
        return before
    return now


@pytest.mark.parametrize("kind", KINDS)
def test_a_half_done_file_of_before_ends_with_its_figures(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / f"{kind}.sqlite"
    file.write_bytes(gzip.decompress((FOLDER / f"{kind}.sqlite.gz").read_bytes()))
    before = rows_of(file)
    figures = KINDS[kind][0](file, monkeypatch, None)
    expected = json.loads((FOLDER / "figures.json").read_text(encoding="utf-8"))[kind]
    told, expected = without_times(figures), without_times(expected)
    assert known_to(expected, told) == expected
    after = rows_of(file)
    assert before < after, "nothing of it is changed, and the rest is appended"
    assert without_times(KINDS[kind][0](file, monkeypatch, None)) == told
    assert rows_of(file) == after, "a finished one is only shown"
