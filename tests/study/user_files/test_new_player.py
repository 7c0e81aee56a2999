"""A small commented file to start a player from: it plays every game."""

import re

import pytest

from engines.subprocesses import line_protocol
from engines.subprocesses.player_host import Host
from games.contract import BadText
from games.installation import ROOT
from games.position import Position
from games.registry import game_names, load_game
from study.user_files.new_player import new_player


@pytest.mark.parametrize("game", game_names())
def test_the_start_is_a_player_of_every_game(tmp_path, game):
    file, said, rules = new_player("My first", tmp_path / "players"), [], load_game(game)
    assert file == tmp_path / "players" / "My first.py"
    named = [
        path for path in re.findall(r"[\w/]+/\w+\.py", file.read_text(encoding="utf-8")) if "GAME" not in path
    ]
    assert named and all((ROOT / path).is_file() for path in named)
    host, position = Host(file, said.append), Position.start(rules)
    lines = line_protocol.greeting(game, rules.options(), 1)
    for line in [*lines, *line_protocol.question(position, rules.options(), position.moves, 60_000)]:
        host.answer(line)
    assert said[0] == "ready"
    fewest = min(after(position, move) for move in position.moves)
    assert after(position, position.parse_move(said[1].removeprefix("move "))) == fewest


def after(position: Position, move: int) -> float:
    chances = enumerate(position.chances(move))
    return sum(chance * len(position.play(move, number).moves) for number, chance in chances)


@pytest.mark.parametrize("name", ["", "a,b", "a/b", "../a", "a=b"])
def test_a_name_that_cannot_be_writes_nothing(tmp_path, name):
    with pytest.raises(BadText):
        new_player(name, tmp_path / "players")
    assert not (tmp_path / "players").exists()


def test_a_file_that_is_there_is_left_alone(tmp_path):
    file = new_player("mine", tmp_path)
    file.write_text("x = (\n", encoding="utf-8")
    with pytest.raises(BadText, match="exists already; give the player another name"):
        new_player("mine", tmp_path)
    assert file.read_text(encoding="utf-8") == "x = (\n"
