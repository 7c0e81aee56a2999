"""The table that comes with the program, and players that use it."""

from pathlib import Path

import numpy as np
import pytest

from engines.contract import EXACT, UNKNOWN, EngineFailure
from engines.learned.action_table import contents, filled, row_of
from engines.learned.files import own_file, shipped_file
from engines.learned.jungle_key import NUMBERS
from engines.learned.qtable import LEARNER, NAME, load, policy_of, read, write
from engines.player_text import make_engine, parse_player
from games.contract import BadText
from games.position import Position
from games.registry import load_game

JUNGLE = load_game("jungle")
SPEC = parse_player("qtable", "jungle")


def test_it_takes_what_it_can_and_says_why() -> None:
    position = Position.start(JUNGLE, text="8/8/8/3c4/3L4/8/8 w - - 20")
    thought = make_engine(SPEC, "jungle").think(position)
    assert position.notation(thought.move or 0) == "d3xd4"
    taking = next(row for row in thought.root_moves if row.move == thought.move)
    assert taking.bound == EXACT and taking.value == thought.value > 0
    assert (
        taking.remark.startswith("Tried ")
        and "takes; the piece: leopard to lion; target: cat to wolf" in taking.remark
    )
    assert (thought.program, thought.unit, thought.scale) == ("qtable", "Q", 50.0)


def test_what_it_never_tried_it_does_not_value() -> None:
    policy = policy_of(filled(np.zeros(0, np.int64), np.zeros(0), np.zeros(0)))
    position = Position.start(JUNGLE)
    assert (policy.of_moves(position) == -np.inf).all()
    assert "Hardly ever tried:" in policy.words(position.state, position.moves[0])
    thought = make_engine(SPEC, "jungle").think(position)
    assert {row.bound for row in thought.root_moves} <= {EXACT, UNKNOWN}


def test_the_shipped_table_is_whole() -> None:
    numbers, values, visits = contents(load(SPEC).learned)
    assert len(numbers) > 5000 and numbers.max() < NUMBERS
    assert visits.min() >= LEARNER.least_visits and np.abs(values).max() < 250


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    table = filled(np.array([5, 9, 700]), np.array([1 / 3, 2.0, -9.5]), np.array([4, 5, 900]))
    write(tmp_path / "all.npz", table, 1, games=12)
    found, header = read(tmp_path / "all.npz")
    assert all(np.array_equal(*pair) for pair in zip(contents(found), contents(table), strict=True))
    assert header["games"] == 12
    write(tmp_path / "some.npz", table, 5)
    assert contents(read(tmp_path / "some.npz")[0])[0].tolist() == [9, 700]
    assert found[row_of(found, 9) + 1] == 2.0


def test_numbers_that_no_action_has_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "a.npz", filled(np.array([NUMBERS]), np.array([1.0]), np.array([9])), 1)
    with pytest.raises(BadText, match="numbers: expected 0 to"):
        read(tmp_path / "a.npz")


def test_a_player_by_a_damaged_file_fails_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path))
    player = parse_player("qtable,trained=4", "jungle")
    with pytest.raises(EngineFailure, match=r"qtable-jungle-4.npz: no such file; `python main.py train`"):
        make_engine(player, "jungle").prepare("jungle")
    own_file(NAME, 4).parent.mkdir()
    own_file(NAME, 4).write_bytes(shipped_file(NAME).read_bytes()[:3000])
    with pytest.raises(EngineFailure, match=r"qtable-jungle-4.npz: expected a learned player, found a file"):
        make_engine(player, "jungle").prepare("jungle")
    own_file(NAME, 4).write_bytes(shipped_file(NAME).read_bytes())
    assert make_engine(player, "jungle").think(Position.start(JUNGLE)).move is not None
