"""A small commented file to start from: it is found, its terms count, and it explains itself."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from games.contract import BadText
from games.registry import game_names
from heuristics.lens import Lens
from heuristics.registry import load_heuristic, look_in, looked_in, own_files
from heuristics.smoke_test import check
from study.user_files.new_heuristic import new_heuristic


@pytest.fixture
def folder(tmp_path):
    before = looked_in()
    look_in(tmp_path / "heuristics")
    yield tmp_path / "heuristics"
    look_in(before)


@pytest.mark.parametrize("game", game_names())
def test_the_start_is_a_heuristic_that_works(folder, game):
    file = new_heuristic("My first", game, folder)
    assert file == folder / "my_first.py"
    look_in(None)
    look_in(folder)
    heuristic = load_heuristic(game, "My first")
    assert [own.problem for own in own_files()] == [""]
    assert heuristic.terms[0].name == "moves" and heuristic.terms[0].description
    check(Lens.of(heuristic), game)
    text = file.read_text(encoding="utf-8")
    named = re.findall(r"[a-z_/]+/[a-z_/]+\.py", text)
    found = [find_spec(each.removesuffix(".py").replace("/", ".")) for each in named]
    assert named and all(found), named
    assert f"games/{game}" in named[0] and "to_move" in text
    assert found[0] is not None and "DTYPE" in Path(str(found[0].origin)).read_text(encoding="utf-8")


def test_the_start_for_chess_has_a_term_with_a_worth_by_phase(folder):
    new_heuristic("My first", "chess", folder)
    look_in(None)
    look_in(folder)
    _, pawns = load_heuristic("chess", "My first").terms
    assert (pawns.name, pawns.weight, pawns.worth) == ("pawns", 1.0, (77.0, 119.0))


@pytest.mark.parametrize("name", ["", "a,b", "improved", "a=b"])
def test_a_name_that_cannot_be_or_is_taken_writes_nothing(folder, name):
    with pytest.raises(BadText):
        new_heuristic(name, "isolation", folder)
    assert not folder.exists()


def test_the_file_that_has_the_name_is_named(folder):
    file = new_heuristic("mine", "isolation", folder)
    look_in(None)
    look_in(folder)
    with pytest.raises(BadText, match=f"'mine', another heuristic of isolation in {re.escape(str(file))}$"):
        new_heuristic("mine", "isolation", folder)


def test_a_file_that_is_there_is_left_alone(folder):
    file = new_heuristic("mine", "isolation", folder)
    file.write_text("x = (\n", encoding="utf-8")
    with pytest.raises(BadText, match="exists already"):
        new_heuristic("Mine", "isolation", folder)
    assert file.read_text(encoding="utf-8") == "x = (\n"
