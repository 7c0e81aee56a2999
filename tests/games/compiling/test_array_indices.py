"""Which kernels check whether an index is negative; and kernels that do not check never have such an
index."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from engines.player_text import make_engine, parse_player
from games.compiling import array_indices
from games.compiling.array_indices import NEVER_NEGATIVE, is_never_negative
from games.compiling.compiler import compiled, jit_disabled
from games.compiling.kernel_key import kernel_key
from games.position import Position
from games.registry import game_names, load_game
from heuristics.registry import heuristics_of, load_lens, look_in, looked_in
from own_heuristics import source, write

pytestmark = pytest.mark.skipif(jit_disabled(), reason="needs the compiler")

ROOT = Path(__file__).parents[3]


def indexed(array: np.ndarray, index: int) -> int:
    return array[index]


def of_module(name: str) -> Any:
    """A kernel as if it were defined in that module."""
    kernel = FunctionType(indexed.__code__, {}, "indexed")
    kernel.__module__ = name
    return compiled(kernel)


@pytest.mark.long
@pytest.mark.parametrize(
    "module",
    [
        *("own_heuristics.mine", "games.toy", "heuristics.toy", "engines.search_hints.toy", "games.bitsy"),
        __name__,
    ],
)
def test_a_persons_own_code_counts_from_the_end(module: str) -> None:
    assert not is_never_negative(module)
    array = np.arange(5)
    assert [of_module(module)(array, index) for index in (-1, -5, 0, 4)] == [4, 0, 0, 4]


def test_the_programs_kernels_count_from_the_start() -> None:
    """A negative index reads what stands before a slice, not its end."""
    array = np.arange(5)
    kernel = of_module("games.morris")
    assert [kernel(array, index) for index in (0, 4)] == [0, 4]
    assert kernel(array[2:], -1) == 1 and of_module("games.toy")(array[2:], -1) == 4


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    before = looked_in()
    look_in(tmp_path)
    yield tmp_path
    look_in(before)


def test_own_negative_index_means_the_same_compiled(folder: Path) -> None:
    body = "return 100.0 * TABLE[-1 - side] + TABLE[state.to_move - 2]"
    table = "import numpy as np\n\nTABLE = np.array([1.0, 2.0, 3.0, 4.0])\n"
    write(folder / "mine.py", table + source(weight=1.0, body=body))
    position = Position.start(load_game("isolation"))
    thought = make_engine(parse_player("alphabeta:mine,depth=1", "isolation"), "isolation").think(position)
    lens = load_lens("isolation", "mine")
    plain = [lens.breakdown(position.play(move).state, position.to_move).value for move in position.moves]
    assert thought.value == max(plain) == 404.0  # 100 times the last number, plus the last number


def test_the_modules_are_part_of_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    from games.compiling import kernel_key as keys

    before = kernel_key(of_module("games.toy"), ())
    monkeypatch.setattr(keys, "NEVER_NEGATIVE", NEVER_NEGATIVE[1:])
    keys._compiler.cache_clear()
    changed = kernel_key(of_module("games.toy"), ())
    monkeypatch.undo()
    keys._compiler.cache_clear()
    assert changed != before == kernel_key(of_module("games.toy"), ())


def test_the_modules_are_there() -> None:
    for name in NEVER_NEGATIVE:
        path = ROOT.joinpath(*name.split("."))
        assert path.is_dir() or path.with_suffix(".py").is_file(), name
    assert array_indices.__file__.startswith(str(ROOT))


SEARCHES_ALL = """
from cli.arena.bench import middle_games
from engines.player_text import make_engine, parse_player
from games.perft import perft
from games.registry import game_names, load_game
from heuristics.registry import heuristics_of

for name in game_names():
    game = load_game(name)
    positions = middle_games(game, game.options(), 3, 10) + middle_games(game, game.options(), 3, 40)
    for position in positions:
        perft(game, position.state, 2)
    for heuristic in heuristics_of(name):
        for kind in ("alphabeta", "strong"):
            player = parse_player(f"{kind}:{heuristic.name},nodes=20000", name)
            engine = make_engine(player, name, table_megabytes=4)
            for position in positions:
                engine.think(position)
        print(name, heuristic.name, flush=True)
"""

OUTSIDE = """
from types import FunctionType
import numpy as np
from games.compiling.compiler import compiled

def indexed(array, index):
    return array[index]

indexed.__module__ = "games.morris"
try:
    compiled(indexed)(np.arange(5)[2:], -1)
except IndexError as error:
    print(error)
"""


def with_bounds(program: str) -> str:
    """The output of a program in a process that checks the bounds of each access."""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow
def test_no_index_is_negative_while_all_games_are_searched() -> None:
    """There, a negative index is out of bounds, unless the kernel counts it from the end."""
    assert "out of bounds" in with_bounds(OUTSIDE)
    told = with_bounds(SEARCHES_ALL).splitlines()
    assert len(told) == sum(len(heuristics_of(name)) for name in game_names())
