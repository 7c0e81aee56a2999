"""Small searches do not wait for the compiler: they run uncompiled in a child, and find the same."""

import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest

from engines.compiling import kernel_processes, uncompiled_searches
from engines.compiling.uncompiled_searches import MOST_NODES, UncompiledSearches, expected_nodes
from engines.contract import Limits, StopSignal, Thought
from engines.jobs import Job
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher, parts_of_engine
from engines.tree_recorder import Recording
from games.compiling.compiler import jit_disabled
from games.installation import ROOT
from games.position import Position
from games.registry import game_names, load_game
from samples import ongoing_positions, searched_heuristic

pytestmark = pytest.mark.skipif(jit_disabled(), reason="needs the compiler")


class Compiling:
    """Stands for children that compile until `ended` is set."""

    def __init__(self) -> None:
        self.ended = threading.Event()
        self.own = threading.current_thread()  # which compiles by itself

    def compile_there(self, parts: Sequence[object]) -> None:
        if threading.current_thread() is not self.own:
            self.ended.wait()


@pytest.fixture(scope="module")
def child() -> Iterator[UncompiledSearches]:
    searches = UncompiledSearches()
    yield searches
    searches.close()


@pytest.fixture
def compiling(child: UncompiledSearches, monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiling]:
    """All kernels are missing."""
    compiling = Compiling()
    monkeypatch.setattr(uncompiled_searches, "_searches", child)
    monkeypatch.setattr(uncompiled_searches, "_compiling", {})
    monkeypatch.setattr(uncompiled_searches, "is_missing", lambda parts: bool(parts))
    monkeypatch.setattr(kernel_processes, "compile_there", compiling.compile_there)
    yield compiling
    compiling.ended.set()


def engine_of(text: str, game: str) -> Searcher:
    player = parse_player(text.format(searched_heuristic(game)), game)
    engine = make_engine(player, game, table_megabytes=1, explains=True)
    assert isinstance(engine, Searcher)
    return engine


def told(thought: Thought) -> tuple[object, ...]:
    lines = thought.pv, thought.root_moves, thought.outcomes, thought.parts, thought.remark
    return thought.move, thought.value, thought.nodes, thought.depth, *lines


def compiled(engine: Searcher, position: Position) -> Thought:
    """What the engine finds with kernels."""
    engine._prepare_kernels(position.game)
    return engine.think(position)


TEXTS = ("minimax:{},depth=1", "alphabeta:{},depth=2", "strong:{},nodes=100", "level:1")


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("game", game_names())
def test_it_finds_what_the_compiled_search_finds(game: str, text: str, compiling: Compiling) -> None:
    position = ongoing_positions(game, 9, 3)[2]
    first, second = engine_of(text, game), engine_of(text, game)
    for engine in (first, second):
        engine.limits = replace(engine.limits, nodes=100) if engine.deepens else engine.limits
    first.prepare(game)
    found = first.think(position)
    assert first._kernels is None and found.position is position and found.lens is first.lens
    assert told(found) == told(compiled(second, position))


@pytest.mark.parametrize("game", game_names())
def test_it_records_what_the_compiled_search_records(game: str, compiling: Compiling) -> None:
    position, recording = ongoing_positions(game, 9, 3)[2], Recording(nodes=80, full_windows=True)
    first, second = (engine_of("strong:{}", game).recorder(recording, Limits(nodes=100)) for _ in range(2))
    found, other = first.think(position), compiled(second, position)
    assert first._kernels is None and told(found) == told(other)
    for name, column in vars(first.tree()).items():
        assert np.array_equal(column, getattr(second.tree(), name), equal_nan=True), name


def test_the_child_remembers_as_the_engine_does(compiling: Compiling) -> None:
    positions = ongoing_positions("morris", 9, 3)[:2]
    first, second = engine_of("strong:{},nodes=80", "morris"), engine_of("strong:{},nodes=80", "morris")
    found = [told(first.think(position)) for position in positions]
    assert found == [told(compiled(second, position)) for position in positions]


def test_kernels_that_are_ready_first_are_taken(compiling: Compiling) -> None:
    compiling.ended.set()
    engine = engine_of("alphabeta:{},depth=2", "isolation")
    engine.prepare("isolation")
    engine.think(Position.start(load_game("isolation")))
    assert engine._kernels is not None


def test_where_the_child_fails_the_search_is_compiled(
    compiling: Compiling, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uncompiled_searches, "OPTIONS", ("lens",))  # of which the child makes no engine
    engine = engine_of("alphabeta:{},depth=1", "isolation")
    assert engine.think(Position.start(load_game("isolation"))).depth == 1 and engine._kernels is not None


@pytest.mark.parametrize(
    "limits", [Limits(), Limits(depth=9), Limits(nodes=MOST_NODES + 1), Limits(1, 10, 0.5)]
)
def test_what_is_not_small_waits_for_its_kernels(limits: Limits, compiling: Compiling) -> None:
    compiling.ended.set()
    engine = replace(engine_of("alphabeta:{},depth=1", "isolation"), limits=limits)
    assert engine._found_uncompiled(Position.start(load_game("isolation")), (), StopSignal()) is None


def test_a_job_that_is_dropped_waits_for_no_child(compiling: Compiling) -> None:
    engine, job = engine_of("strong:{},nodes=1500", "isolation"), Job("test")
    began = threading.Event()

    def work(job: Job) -> None:
        began.set()
        engine.think(Position.start(load_game("isolation")))
        raise AssertionError("it was dropped")

    thread = threading.Thread(target=job.run, args=(work,))
    thread.start()
    began.wait()
    job.drop()
    thread.join(120)  # a cold machine compiles first
    assert not thread.is_alive() and job.over and not job.news.error


def test_without_a_window_nothing_runs_in_a_child() -> None:
    assert not uncompiled_searches.have_begun()
    assert not engine_of("alphabeta:{},depth=1", "isolation")._may_run_uncompiled()


def test_no_child_is_asked_about_an_own_heuristic(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not on the very first start either, when nothing is compiled yet."""
    monkeypatch.setattr(uncompiled_searches, "_has_kernels", lambda: False)
    assert uncompiled_searches.is_missing(parts_of_engine(engine_of("alphabeta:{},depth=1", "isolation")))
    assert not uncompiled_searches.is_missing(())


def test_the_child_imports_no_compiler() -> None:
    code = "import engines.compiling.uncompiled_child, sys; print('numba' in sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert found.stdout.strip() == "False"


def test_the_nodes_of_a_search_are_estimated_from_its_depth() -> None:
    position = Position.start(load_game("chess"))
    assert expected_nodes(position, (), 2, deepens=False, lines=1, quiescence=False) == 1 + 20 + 400
    assert expected_nodes(position, position.moves[:3], 1, False, 1, False) == 4
    assert (
        expected_nodes(position, (), 2, True, 1, False)
        < MOST_NODES
        < expected_nodes(position, (), 5, True, 1, True)
    )
    assert expected_nodes(position, (), None, True, 1, False) == float("inf")
