"""The parts that a search is compiled from, and which heuristics have them."""

from pathlib import Path

import pytest

from engines.compiling.kernel_parts import CONTRIBUTIONS, EVALUATION, MINIMAX, SEARCH, KernelPart, parts_of
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher, parts_of_engine
from engines.tree_recorder import Recording
from games.compiling.compiler import jit_disabled
from games.compiling.kept_kernels import keep_kernels_in
from games.registry import game_names
from heuristics import registry
from heuristics.levels import COUNT
from heuristics.registry import default_heuristic, load_heuristic, look_in
from own_heuristics import write
from study.review.reviewer import usual_player

PLAYERS = ("greedy:{}", "alphabeta:{},depth=2", "strong:{},depth=2")
OWN = """
from heuristics.contract import Heuristic

mine = Heuristic("mine", "isolation", "The number of moves.", "this test")


@mine.single("to move", weight=0.5)
def to_move(state, side):
    return 1.0 if state.to_move == side else 0.0
"""


def engine_of(text: str, game: str) -> Searcher:
    player = text.format(default_heuristic(game).name)
    engine = make_engine(parse_player(player, game), game, table_megabytes=1, explains=True)
    assert isinstance(engine, Searcher)
    return engine


def searches_of(game: str) -> set[KernelPart]:
    """The searches of what the window offers for a game with `strong`."""
    usual = default_heuristic(game).name
    texts = [text.format(usual) for text in (*PLAYERS, "minimax:{},depth=2", str(usual_player(usual)))]
    texts += [f"level:{number}" for number in range(1, COUNT + 1)]
    engines = [engine_of(text, game) for text in texts]
    engines += [engine.recorder(Recording(), engine.limits) for engine in engines]
    engines += [engine.with_empty_memory(explains=True) for engine in engines]
    parts = (part for engine in engines for part in parts_of_engine(engine))
    return {part for part in parts if part.kind in (SEARCH, MINIMAX)}


@pytest.mark.parametrize(
    ("game", "searches"), [("chess", 3), ("morris", 3), ("isolation", 2), ("jungle", 2), ("tabletactics", 2)]
)
def test_a_game_has_few_kernels_that_search(game: str, searches: int) -> None:
    """One more plays whole games."""
    assert len(searches_of(game)) == searches


@pytest.mark.parametrize("text", PLAYERS)
@pytest.mark.parametrize("game", game_names())
def test_a_part_is_one_line(game: str, text: str) -> None:
    parts = parts_of_engine(engine_of(text, game))
    assert parts[0].kind == (MINIMAX if text.startswith("greedy") else SEARCH) and parts[1].kind == EVALUATION
    for part in parts:
        line = part.to_line()
        assert "\n" not in line and KernelPart.from_line(line) == part


def test_what_explains_through_chance_needs_contributions() -> None:
    assert [part.kind for part in parts_of_engine(engine_of(PLAYERS[1], "jungle"))] == [
        SEARCH,
        EVALUATION,
        CONTRIBUTIONS,
    ]


def test_evaluations_are_shared_by_all_searches() -> None:
    alphabeta, strong = (parts_of_engine(engine_of(text, "chess")) for text in PLAYERS[1:])
    assert alphabeta[0] != strong[0] and alphabeta[1:] == strong[1:]


def test_a_file_of_ones_own_makes_no_parts(tmp_path: Path) -> None:
    write(tmp_path / "mine.py", OWN)
    look_in(tmp_path)
    try:
        mine = load_heuristic("isolation", "mine")
        assert parts_of(mine) == ()
    finally:
        look_in(None)


def test_a_shipped_file_that_was_edited_makes_no_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = default_heuristic("isolation")
    assert parts_of(shipped)
    monkeypatch.setitem(registry._renewed, "heuristics.isolation", registry._module("isolation"))
    assert parts_of(shipped) == ()


@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
@pytest.mark.parametrize("text", PLAYERS)
def test_a_search_whose_parts_are_kept_is_ready(text: str) -> None:
    engine = engine_of(text, "isolation")
    engine.prepare("isolation")
    assert all(part.is_ready() for part in parts_of_engine(engine))


@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_a_part_that_nobody_compiled_is_not_ready(tmp_path: Path) -> None:
    keep_kernels_in(tmp_path)
    part = KernelPart("isolation", "custom_score", CONTRIBUTIONS)
    assert not part.is_ready()
    assert not KernelPart("isolation", "custom_score", SEARCH, frozenset({"malus"})).is_ready()
    assert part.to_line() == '["isolation", "custom_score", "contributions", []]'
