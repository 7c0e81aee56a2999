"""Own heuristics written for version 0.1 still run: its templates and its README's example."""

import shutil
from pathlib import Path

import pytest

from games.position import Position
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.registry import heuristics_of, look_in, looked_in, own_files
from heuristics.smoke_test import check

FILES = Path(__file__).with_name("files_of_0_1")
GAME_OF = {"rim": "isolation"}


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    before = looked_in()
    folder = tmp_path_factory.mktemp("heuristics")
    shutil.copytree(FILES, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    look_in(folder)
    yield folder
    look_in(before)


@pytest.mark.parametrize("name", sorted(path.stem for path in FILES.glob("*.py")))
def test_it_is_found_and_evaluates(own, name):
    game = GAME_OF.get(name, name.removeprefix("mine_"))
    heuristic = next(each for each in heuristics_of(game) if each.name == name)
    lens = Lens.of(heuristic)
    check(lens, game)
    state = Position.start(load_game(game)).state
    found = lens.breakdown(state, 0)
    assert len(found.rows) >= 2 and found.value == heuristic.evaluator()(state, 0, lens.prepared)
    assert [file.problem for file in own_files() if file.path.stem == name] == [""]
