"""A heuristic that fails ends its search at once, by name; one that cannot be compiled plays uncompiled."""

import math
import time
from collections.abc import Callable
from typing import Any

import pytest

import bad_terms
from arena import kernel_watchdog
from arena.compiled_games import CompiledGames, KernelFailure
from arena.executors import Threads
from arena.kernel_players import plays_compiled
from bad_terms import FILE, heuristic, line_of
from engines.contract import EngineFailure, Limits
from engines.deepening import make_deepening
from engines.random_player import RandomPlayer
from engines.search_engine import Searcher
from games.compiling.compiler import jit_disabled
from games.position import Position
from games.registry import load_game
from heuristics import guarded_evaluation
from heuristics.lens import Lens

GAME = load_game("isolation")
MIDDLE = Position.start(GAME, text="7/7/3w3/7/2b4/7/7 w")
INFINITE = Position.start(GAME, text="7/7/7/5w1/2b4/x6/7 b")
"""Black can go to e2, where `rarely` is not finite, but not to a2."""
ENDLESS = Position.start(GAME, text="7/7/7/5w1/2b4/4x2/7 b")
"""Black can go to a2, where `rarely` does not end, but not to e2."""

rarely = heuristic(bad_terms.rarely, "rarely")


def searcher(made, **more) -> Searcher:  # type: ignore[no-untyped-def]
    return Searcher(Lens.of(made), Limits(depth=1), **more)


@pytest.mark.parametrize("deepens", [True, False], ids=["alphabeta", "minimax"])
def test_value_that_is_not_finite_is_named_with_its_position(deepens: bool) -> None:
    engine = searcher(rarely, deepens=deepens, compile=False)
    with pytest.raises(EngineFailure) as raised:
        engine.think(INFINITE)
    line = line_of(bad_terms.rarely)
    assert str(raised.value) == (
        f"rarely failed: faulty: expected a number, returned inf ({FILE}, line {line}), "
        "at 7/7/7/5w1/2x4/x3b2/7 w"
    )


@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_so_it_does_compiled() -> None:
    with pytest.raises(
        EngineFailure, match=r"rarely failed: faulty: expected a number, returned inf.*at 7/7/7"
    ):
        searcher(rarely).think(INFINITE)


@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_so_it_does_in_a_kernel_that_plays_whole_games() -> None:
    """The kernel cannot say what was wrong, so the game is played by the loop in Python."""
    games = CompiledGames(GAME)
    with pytest.raises(KernelFailure):
        games.play(INFINITE, [searcher(rarely), searcher(rarely)], 0)
    after = CompiledGames(GAME).play(MIDDLE, [searcher(rarely), RandomPlayer(1)], 0, 1)
    assert len(after.moves) == 1


@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_a_kernel_that_does_not_come_back_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engines.search_engine.PATIENCE", 0.3)
    monkeypatch.setattr(guarded_evaluation, "PATIENCE", 0.3)
    made = heuristic(bad_terms.rarely, "sleepy")
    # The kernels of `rarely`, which an earlier test has compiled, with a name of their own to be given up.
    engine = searcher(rarely)
    engine.prepare("isolation")
    engine.lens = Lens.of(made)
    memory = engine._minds
    with pytest.raises(EngineFailure, match=rf"sleepy failed: faulty: does not end.*{FILE}, line"):
        engine.think(ENDLESS)
    assert engine._minds == [] and memory[0].workspace.stop == 1
    with pytest.raises(EngineFailure, match="sleepy failed: faulty: does not end"):
        engine.think(ENDLESS)  # fails at once, without using the memory of the abandoned thread
    assert engine._minds == []


@pytest.mark.parametrize(
    "term",
    [bad_terms.not_a_number, bad_terms.exits, bad_terms.text, bad_terms.nothing, bad_terms.changes],
    ids=lambda term: term.__name__,
)
def test_what_cannot_play_is_refused_before_anything_is_compiled(term, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("engines.search_engine.load_kernels", None)
    with pytest.raises(EngineFailure, match=rf"bad failed: faulty: .*\({FILE}, line \d+\), at "):
        searcher(heuristic(term)).prepare("isolation")


def test_a_helper_s_failure_is_the_search_s() -> None:
    engine = searcher(rarely, threads=2, compile=False)
    engine.prepare("isolation")
    helper = engine._minds[1]

    def idles(*_: object) -> float:
        while helper.error is None:
            time.sleep(0.001)
        return 0.0

    engine._minds[0].run = idles  # type: ignore[method-assign]
    with pytest.raises(EngineFailure, match="rarely failed"):
        engine.think(INFINITE)
    assert all(errand.wait(0.0) for errand in engine._helpers)


def test_helper_that_hangs_is_ended_with_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engines.search_engine.PATIENCE", 0.3)
    monkeypatch.setattr(guarded_evaluation, "PATIENCE", 0.3)
    engine = searcher(heuristic(bad_terms.rarely, "loops"), threads=2, compile=False)
    engine.prepare("isolation")
    with pytest.raises(EngineFailure, match="loops failed: faulty: does not end"):
        engine.think(ENDLESS)
    (helper,) = engine._helpers
    assert helper.wait(10.0)  # a loop in Python can be ended, in whichever thread it is


@pytest.mark.parametrize(
    ("position", "bad", "words"),
    [(INFINITE, "e2", "expected a number, returned inf"), (ENDLESS, "a2", "does not end")],
    ids=["fails", "hangs"],
)
def test_failure_of_the_last_moment_is_reported_as_any(
    monkeypatch: pytest.MonkeyPatch, position: Position, bad: str, words: str
) -> None:
    """Only that move is bad, and only that move is left out of the search in which it comes up."""
    monkeypatch.setattr("engines.search_engine.PATIENCE", 0.3)
    monkeypatch.setattr(guarded_evaluation, "PATIENCE", 0.3)
    move = position.parse_move(bad)

    def deepening_that_ends_with_it(run: Callable[..., float], tell: Callable[..., None]) -> Any:
        def deepen(workspace: Any, *arguments: Any) -> tuple[int, float]:
            make_deepening(run, tell)(workspace, *arguments)
            workspace.unresolved_fail_high = move
            return move, math.nan

        return deepen

    monkeypatch.setattr("engines.search_engine.make_deepening", deepening_that_ends_with_it)
    engine = searcher(heuristic(bad_terms.rarely, "aside"), compile=False)
    with pytest.raises(EngineFailure, match=f"aside failed: faulty: {words}"):
        engine.think(position, only=tuple(each for each in position.moves if each != move))


@pytest.mark.filterwarnings("ignore::Warning")  # Numba's, of what it is about to refuse
def test_a_term_that_imports_plays_uncompiled_and_says_so() -> None:
    made = heuristic(bad_terms.imports)
    thought = searcher(made).think(MIDDLE)
    assert Lens.of(made).breakdown(thought.pv_end().state, 0).value == thought.value
    if not jit_disabled():
        assert thought.remark.startswith("bad runs uncompiled")
        assert f"{FILE}, line {line_of(bad_terms.imports) + 1}: import math" in thought.remark


@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_thread_that_hangs_in_a_game_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its game is started again, and from then on nobody plays the heuristic compiled."""
    monkeypatch.setattr(kernel_watchdog, "PATIENCE", 0.3)
    engine = searcher(rarely)

    def play() -> str:
        if not plays_compiled(engine, GAME):
            return "in Python"
        CompiledGames(GAME).play(ENDLESS, [engine, engine], 0)
        return "came back"

    executor = Threads(1)
    try:
        assert executor.submit(play).result(60) == "in Python"
        assert rarely in kernel_watchdog.hung
        assert executor.submit(lambda: 5).result(60) == 5
    finally:
        kernel_watchdog.hung.discard(rarely)
        executor.shutdown(wait=True)
