"""The three records of a game: docs/contract.md has all their fields, and rules name no search."""

import re
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any

import pytest

from engines.search_hints import SearchHints
from games.contract import Game, Notation, Rules
from games.installation import ROOT

PAGE = (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (\*\*)?`(\w+)`(?:\*\*)? \| `(\w+)` \| (.+) \|$", PAGE, re.MULTILINE)
"""Each row of the table: whether its field is bold, the field, its record, and who asks for it."""

RECORDS: dict[str, Any] = {record.__name__: record for record in (Rules, Notation, SearchHints)}


def is_obligatory(part: "Field[Any]") -> bool:
    return part.default is MISSING


def test_the_page_has_every_field_of_the_records_once_in_order() -> None:
    expected = [
        (is_obligatory(part), part.name, name)
        for name, record in RECORDS.items()
        for part in sorted(fields(record), key=is_obligatory, reverse=True)
    ]
    assert [(bool(bold), name, record) for bold, name, record, _ in ROWS] == expected
    assert len(PAGE.splitlines()) <= 80


def test_game_is_rules_and_notation_with_thirteen_duties() -> None:
    assert {part.name for part in fields(Game)} == {
        part.name for record in (Rules, Notation) for part in fields(record)
    }
    assert sum(map(is_obligatory, fields(Game))) == 13 and not any(map(is_obligatory, fields(SearchHints)))


@pytest.mark.parametrize(("field", "asking"), [(row[1], row[3]) for row in ROWS if row[3] != "everybody"])
def test_who_the_page_says_asks_for_a_field_does(field: str, asking: str) -> None:
    places = re.findall(r"`([^`]+)`", asking)
    assert places
    for place in places:
        files = sorted((ROOT / place).glob("**/*.py")) if place.endswith("/") else [ROOT / place]
        assert any(re.search(rf"\.{field}\b", file.read_text(encoding="utf-8")) for file in files), place


OTHERS = ("games/compiling/", "games/truth/", "games/registry.py", "games/former_names.py")
"""Not rules: the compiler, the tables of endings, what people read about the games, and former names."""

HIGHER = re.compile(
    r"(?<!\.)\bsearch|transposition table|\bengines?\b|quiescence|\bplayers?\b", re.IGNORECASE
)
"""What only the layers above know; a pattern's own `.search` is none. Rules have two sides."""


def test_the_rules_of_games_name_no_search_and_no_player() -> None:
    files = [file.relative_to(ROOT).as_posix() for file in sorted((ROOT / "games").glob("**/*.py"))]
    rules = [file for file in files if not file.startswith(OTHERS)]
    assert "games/chess/kernel.py" in rules and "games/contract.py" in rules
    assert {file: said for file in rules if (said := HIGHER.findall(text_of(file)))} == {}


def test_the_contract_names_no_search_no_cache_and_no_player() -> None:
    assert re.findall(r"(?i)search|cache|player|engine", text_of("games/contract.py")) == []


def text_of(file: str) -> str:
    return Path(ROOT, file).read_text(encoding="utf-8")
