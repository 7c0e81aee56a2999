"""Files of positions with a clear winner: written and read, the ones that come with the program, mistakes."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena.sign.decided_positions import (
    SHIPPED,
    THIRDS,
    DecidedPosition,
    read_decided,
    shipped_file,
    write_decided,
)
from games.contract import BadText
from games.position import Position
from games.registry import load_game

ROW = {
    "position": "7/3b3/5w1/4x1x/1x1xx2/3x1x1/2x1x2 b",
    "winner": "white",
    "third": 1,
    "proven": False,
    "score": 0.875,
}


def test_positions_are_read_as_they_were_written(tmp_path: Path) -> None:
    file, rows = tmp_path / "folder" / "positions.json", (DecidedPosition(**ROW), DecidedPosition(**ROW))
    write_decided(file, "isolation", 7, rows)
    assert read_decided(file, "isolation") == rows
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept == {"game": "isolation", "seed": 7, "positions": [ROW, ROW]}
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4, "a position a line"


@pytest.mark.parametrize("game", sorted(file.stem for file in SHIPPED.glob("*.json")))
def test_shipped_positions_go_on_and_half_are_proven_at_most(game: str) -> None:
    positions, rules = read_decided(shipped_file(game), game), load_game(game)
    assert len({each.position for each in positions}) == len(positions) >= 200
    assert 2 * sum(each.proven for each in positions) <= len(positions)
    assert {each.third for each in positions} == set(range(THIRDS))
    assert all(each.score >= 0.8 if not each.proven else each.score == 1.0 for each in positions)
    assert all(Position.start(rules, text=each.position).moves for each in positions)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "expected JSON"),
        ([ROW], "expected positions as `sign --draw` writes them"),
        ({"game": "isolation", "positions": []}, "expected positions as `sign --draw` writes them"),
        ({"game": "chess", "positions": [ROW]}, "expected positions of isolation, found 'chess'"),
        ({"positions": [ROW]}, "expected positions of isolation, found None"),
        ({"positions": [ROW, {"position": "w"}]}, "position 2: expected position, winner, third, proven"),
        ({"positions": [ROW, "w"]}, "position 2: expected position, winner, third, proven"),
        ({"positions": [ROW | {"more": 1}]}, "position 1: expected position, winner, third, proven"),
        ({"positions": [ROW | {"winner": "nobody"}]}, "position 1: expected winner white or black"),
        ({"positions": [ROW | {"winner": []}]}, "position 1: expected winner white or black"),
        ({"positions": [ROW | {"third": 3}]}, "third 0 to 2"),
        ({"positions": [ROW | {"proven": "yes"}]}, "proven true or false"),
        ({"positions": [ROW | {"score": 0.5}]}, "a score above 0.5 and up to 1"),
        ({"positions": [ROW | {"position": 5}]}, "position 1: expected a position's text"),
    ],
)
def test_a_bad_file_is_named_with_what_is_wrong(content: Any, says: str, tmp_path: Path) -> None:
    file = tmp_path / "positions.json"
    if isinstance(content, dict) and says.startswith(("position", "third", "proven", "a score")):
        content = {"game": "isolation"} | content
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    with pytest.raises(BadText) as caught:
        read_decided(file, "isolation")
    message = str(caught.value)
    assert message.startswith(f"{file}: ") and says in message and "\n" not in message


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadText, match=r"nothing\.json: cannot be read"):
        read_decided(tmp_path / "nothing.json", "isolation")
