"""Two programs open the same new database at the same moment: both may use it."""

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from arena.experiments.record import UnitRecord
from arena.results import Results


def results(path: Path) -> Any:
    return Results(path)


def card(path: Path) -> Any:
    return UnitRecord(path, "a card")


@pytest.mark.parametrize("statement", range(5))
@pytest.mark.parametrize("opened", [results, card])
def test_another_program_may_make_the_tables_after_any_statement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: Callable[[Path], Any], statement: int
) -> None:
    path = tmp_path / "file.sqlite"
    usual = sqlite3.connect
    executed = 0

    class Interrupted(sqlite3.Connection):
        def execute(self, *arguments: Any) -> sqlite3.Cursor:
            nonlocal executed
            if executed == statement and not self.in_transaction:
                monkeypatch.setattr(sqlite3, "connect", usual)
                opened(path).close()
            executed += 1
            return super().execute(*arguments)

    monkeypatch.setattr(sqlite3, "connect", partial(usual, factory=Interrupted))
    opened(path).close()
    assert executed > statement
    opened(path).close()
