"""Searches are compiled once for all heuristics of a game, and call evaluations by address."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bad_terms import heuristic, moving
from engines.compiling import kernels
from engines.compiling.kernels import load_kernels
from engines.contract import EngineFailure, Limits, Thought
from engines.search_engine import Searcher
from engines.tree_recorder import Recording
from engines.workspace import ROOM_FOR_PARTS, workspace_dtype
from games.compiling.compiler import jit_disabled
from games.compiling.kept_kernels import keep_kernels_in
from games.position import Position
from games.registry import load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import load_heuristic

needs_the_compiler = pytest.mark.skipif(jit_disabled(), reason="needs the compiler")

GAME = load_game("isolation")
MIDDLE = Position.start(GAME, text="7/7/3w3/7/2b4/7/7 w")
NAMES = ("custom_score_2", "territory")
KINDS: tuple[dict[str, Any], ...] = (
    {"deepens": False},
    {},
    {"explains": True},
    {"recording": Recording()},
    {"workspace_flags": {"quiescence": 1, "sharing": 0}},
)


def by_file(state, side):
    """The piece's file: changes whenever the piece moves sideways."""
    return state.pieces[side] % 7


def in_an_array(state, side):
    """The same as `by_file`, through an array."""
    files = np.zeros(2)
    files[side] = state.pieces[side] % 7
    return files.sum()


def raises_on_f4(state, side):
    if state.pieces[0] == 26:
        raise ValueError("no such square", state.pieces[0])
    return 0.0


def of_many_terms() -> Heuristic:
    made = Heuristic("many", "isolation", "Has more terms than a search has room for.", "this test")
    for number in range(ROOM_FOR_PARTS):
        made.single(f"term {number}", weight=1.0)(by_file)
    return made


def searched(made: Heuristic, compile: bool = True, **more: Any) -> Thought:
    engine = Searcher(Lens.of(made), Limits(depth=2), compile=compile, table_megabytes=1, **more)
    return engine.think(MIDDLE)


def told(thought: Thought) -> tuple[Any, ...]:
    rows = [(row.move, row.value, row.bound, row.line, row.parts) for row in thought.root_moves]
    return thought.move, thought.value, thought.nodes, thought.pv, thought.parts, rows


@needs_the_compiler
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(kind) or "plain")
def test_a_search_is_compiled_once_for_heuristics_that_differ(kind: dict[str, Any]) -> None:
    made = [load_heuristic("isolation", name) for name in NAMES]
    assert len({len(each.terms) for each in made}) == 2
    for each in made:
        assert told(searched(each, **kind)) == told(searched(each, compile=False, **kind))
    engines = [Searcher(Lens.of(each), Limits(depth=2), **kind) for each in made]
    one, other = (engine.load(GAME) for engine in engines)
    assert one.search is other.search and one.evaluate is not other.evaluate
    kernel = one.search.alphabeta if engines[0].deepens else one.search.minimax
    assert len(kernel.signatures) == 1


@pytest.mark.long
@needs_the_compiler
def test_a_folder_of_kernels_has_one_search_for_all_heuristics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_kernels_in(tmp_path / "kernels")
    counts = []
    for name in ("open", "center"):  # each time as if the program had just started
        monkeypatch.setattr(kernels, "_searches", {})
        monkeypatch.setattr(kernels, "_loaded", {})
        monkeypatch.setattr(kernels, "_evaluators", {})
        made = load_heuristic("isolation", name)
        searched(made)
        counts.append(len(list((tmp_path / "kernels").iterdir())))
        hits = load_kernels(GAME, made).search.alphabeta.stats.cache_hits  # type: ignore[attr-defined]
        assert sum(hits.values()) == (name == "center")
    assert counts[1] == counts[0] + 1  # its evaluation


@needs_the_compiler
def test_threads_at_the_same_time_keep_their_evaluations() -> None:
    made = [load_heuristic("isolation", name) for name in NAMES]
    expected = [told(searched(each)) for each in made]
    found: list[list[Any]] = [[], []]

    def search(which: int) -> None:
        for _ in range(50):
            found[which].append(told(searched(made[which])))

    threads = [threading.Thread(target=search, args=(which,)) for which in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[each] * 50 for each in expected]


@needs_the_compiler
@pytest.mark.parametrize("explains", [False, True])
def test_evaluation_that_allocates_is_called_by_the_search(explains: bool) -> None:
    plain, allocating = heuristic(by_file, "plain"), heuristic(in_an_array, "allocating")
    one, other = (searched(each, explains=explains) for each in (plain, allocating))
    assert told(one) == told(other) and other.remark == ""
    loaded = [load_kernels(GAME, each, explains=explains) for each in (plain, allocating)]
    assert loaded[0].search is loaded[1].search


@needs_the_compiler
@pytest.mark.parametrize("compiles", [True, False])
@pytest.mark.parametrize("explains", [True, False])
def test_what_an_evaluation_raises_ends_the_search(compiles: bool, explains: bool) -> None:
    made = heuristic(raises_on_f4, "picky")
    start = Position.start(GAME, text="7/7/7/5w1/2b4/x6/7 b")
    engine = Searcher(Lens.of(made), Limits(depth=1), compile=compiles, explains=explains)
    engine.prepare("isolation")
    with pytest.raises(EngineFailure, match=r"picky failed: faulty: ValueError: .*no such square"):
        engine.think(start)


def test_all_parts_of_a_value_with_many_are_found() -> None:
    made = of_many_terms()
    thought = searched(made, compile=False, explains=True)
    assert len(thought.parts) == ROOM_FOR_PARTS + 2 and sum(thought.parts) == thought.value != 0.0
    assert workspace_dtype(9, 3)["parts"].shape == workspace_dtype(9, ROOM_FOR_PARTS)["parts"].shape


def test_uncompiled_search_calls_the_person_s_function() -> None:
    """Then a breakpoint in it is hit."""
    calls: list[Callable[..., Any]] = []

    def counted(state, side):  # type: ignore[no-untyped-def]
        calls.append(counted)
        return moving(state, side)

    searched(heuristic(counted, "counted"), compile=False)
    assert len(calls) > 10
