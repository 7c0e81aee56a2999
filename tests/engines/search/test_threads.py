"""Several threads on one position: as exact as one thread, counted together, and stopped together."""

import threading
import time

import numpy as np
import pytest

from engines.contract import WIN_BAND, EngineFailure, Limits, StopSignal
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher, parts_of_engine
from engines.tree_recorder import Recording
from engines.workspace import MAX_PLY, leave_line, new_workspace, take_line
from games.compiling.compiler import jit_disabled
from games.compiling.function_pointers import address_of_record
from games.contract import DRAW, ONGOING
from games.position import Position
from games.registry import load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from samples import ongoing_positions, random_positions, searched_heuristic

MIDDLE_GAME = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7"
DEPTHS = {"isolation": 6, "morris": 5, "chess": 5, "jungle": 3}


def player(text: str, game: str = "chess") -> Searcher:
    kind, _, options = text.partition(",")
    spec = parse_player(f"{kind}:{searched_heuristic(game)},{options}", game)
    engine = make_engine(spec, game, table_megabytes=8)
    assert isinstance(engine, Searcher)
    return engine


def helpers_busy(engine: Searcher) -> int:
    return sum(not helper.wait(0.0) for helper in engine._helpers)


@pytest.mark.parametrize("game", DEPTHS)
def test_two_threads_find_the_value_of_one(game: str) -> None:
    depth = DEPTHS[game] - 3 * jit_disabled() or 1
    alone, together = (player(f"alphabeta,depth={depth},threads={n}", game) for n in (1, 2))
    for position in ongoing_positions(game, 1, 2 if jit_disabled() else 25):
        assert together.think(position).value == alone.think(position).value, position.text


@pytest.mark.parametrize(("game", "depth"), [("chess", 8), ("morris", 6)])
def test_lines_left_between_threads_lead_to_their_values(game: str, depth: int) -> None:
    engine = player(f"strong,depth={2 if jit_disabled() else depth},threads=2", game)
    for position in ongoing_positions(game, 1, 2 if jit_disabled() else 25):
        thought = engine.think(position)
        end = thought.pv_end()
        if end.outcome == ONGOING:
            assert engine.lens.breakdown(end.state, position.to_move).value == thought.value, position.text
        else:
            assert thought.value == 0.0 if end.outcome == DRAW else abs(thought.value) > WIN_BAND


def test_a_line_is_taken_by_position_and_value_and_only_whole() -> None:
    main, helper = (new_workspace(load_game("morris")) for _ in range(2))
    helper.leader = address_of_record(main)
    key, value, line = np.int64(1 << 40 | 77), 2.5, [5, 9, 13]
    main.pv[2, 2:5], main.pv_length[2] = line, 5
    leave_line(main, 2, key, value)
    assert take_line(helper, 4, key, value)
    assert helper.pv[4, 4 : helper.pv_length[4]].tolist() == line
    assert not take_line(helper, 4, key, -value)
    assert not take_line(helper, 4, key ^ (1 << 50), value)
    assert not take_line(helper, MAX_PLY - 2, key, value)  # it has no room
    main.lines[77, 1] = 8  # as if it were being written
    assert not take_line(helper, 4, key, value)


def test_threads_of_selective_learn_apart() -> None:
    engine = player("selective,ms=500,threads=2")  # long enough for the helper to begin on a busy machine
    engine.think(Position.start(load_game("chess"), text=MIDDLE_GAME))
    main, helper = (mind.workspace for mind in engine._minds)
    assert helper.nodes > 0 and helper.following.any() and main.following.any()
    assert (helper.following != main.following).any()


@pytest.mark.parametrize("kind", ["selective", "strong", "alphabeta"])
def test_several_threads_have_the_kernels_of_one(kind: str) -> None:
    several, alone = (player(f"{kind},depth=2,threads={threads}") for threads in (2, 1))
    assert parts_of_engine(several) == parts_of_engine(alone)


@pytest.mark.parametrize("kind", ["alphabeta", "strong", "selective"])
def test_a_player_that_names_no_threads_repeats_itself(kind: str) -> None:
    limit = 200 if jit_disabled() else 20_000
    position = Position.start(load_game("chess"), text=MIDDLE_GAME)
    engines = [player(f"{kind},nodes={limit},seed=3") for _ in (0, 1)]
    first, second = (engine.think(position) for engine in engines)
    assert [engine.threads for engine in engines] == [1, 1]
    assert first.nodes == second.nodes and first.root_moves == second.root_moves and first.pv == second.pv


@pytest.mark.parametrize("kind", ["alphabeta", "strong", "selective"])
def test_a_recording_searches_with_one_thread(kind: str) -> None:
    recorder = player(f"{kind},depth=2,threads=2").recorder(Recording(), Limits(nodes=200))
    assert recorder.threads == 1 and recorder.flags["sharing"] == 0


@pytest.mark.parametrize("kind", ["alphabeta", "strong", "selective"])
def test_a_table_of_torn_entries_spoils_no_search(kind: str) -> None:
    """Each row holds fields of two entries of an earlier search, or bits that are flipped."""
    generator = np.random.default_rng(3)
    limit = 3 if jit_disabled() else 6
    position = Position.start(load_game("chess"), text=MIDDLE_GAME)
    engine, untouched = (player(f"{kind},depth={limit}") for _ in (0, 1))
    engine.think(position)
    table = engine._table
    used = np.flatnonzero(table.packed)
    assert len(used) > 100
    for name in ("check", "value", "packed"):
        torn = used[generator.random(len(used)) < 0.5]
        table[name][torn] = table[name][generator.permutation(torn)]
    flipped = used[generator.random(len(used)) < 0.5]
    table.packed[flipped] ^= np.int64(1) << generator.integers(0, 49, len(flipped))
    again = engine.think(position)
    assert again.move in position.moves and again.depth == limit
    for line in (row.line for row in again.root_moves):
        stops = [position, *position.along(line)]
        assert all(move in stop.moves for move, stop in zip(line, stops, strict=False))
    if kind == "alphabeta":
        assert again.value == untouched.think(position).value


def test_helpers_go_by_the_main_threads_killers_and_history() -> None:
    engine = player("strong,depth=4,threads=2")
    engine.think(Position.start(load_game("chess"), text=MIDDLE_GAME))
    main, helper = (mind.workspace for mind in engine._minds)
    assert main.leader == 0 and helper.leader == address_of_record(main)
    assert main.history.any() and main.killers.any()
    assert not helper.history.any() and not helper.killers.any()


@pytest.mark.parametrize("text", ["alphabeta", "strong"])
def test_all_threads_stop_within_50_ms(text: str) -> None:
    engine = player(f"{text},ms=60000,threads=2")
    engine.prepare("chess")
    late = []
    for _ in range(3):  # a busy machine may not run us at once, but not three times in a row
        stop = StopSignal()
        asked: list[float] = []

        def ask(stop: StopSignal = stop, asked: list[float] = asked) -> None:
            asked.append(time.perf_counter())
            stop.request()

        threading.Timer(0.2, ask).start()
        thought = engine.think(Position.start(load_game("chess"), text=MIDDLE_GAME), stop=stop)
        late.append(time.perf_counter() - asked[0])
        assert thought.move in thought.position.moves
        assert helpers_busy(engine) == 0
    assert min(late) < (5.0 if jit_disabled() else 0.05)


def test_a_depth_that_is_reached_ends_the_helpers() -> None:
    engine = player("strong,depth=2,threads=4")
    thought = engine.think(Position.start(load_game("chess"), text=MIDDLE_GAME))
    assert thought.depth == 2
    assert helpers_busy(engine) == 0


def test_nodes_are_those_of_all_threads() -> None:
    limit = 300 if jit_disabled() else 200_000
    engine = player(f"strong,nodes={limit},threads=2")
    thought = engine.think(Position.start(load_game("chess"), text=MIDDLE_GAME))
    shares = [int(mind.workspace.nodes) for mind in engine._minds]
    assert len(shares) == 2
    assert all(0 < share <= limit // 2 for share in shares)
    assert engine.peek()[0] == sum(shares) <= limit
    assert thought.nodes <= sum(shares)


def test_error_in_a_heuristic_is_one_failure_without_threads() -> None:
    broken = Heuristic("broken", "chess", "Always fails.", "this test")

    @broken.single(weight=1.0)
    def fails(state, side):
        """Divides by zero."""
        return 1 // (int(state.to_move) * 0)

    engine = Searcher(Lens.of(broken), Limits(depth=2), compile=False, threads=2)
    with pytest.raises(EngineFailure, match="broken failed"):
        engine.think(Position.start(load_game("chess"), text=MIDDLE_GAME))
    assert helpers_busy(engine) == 0


@pytest.mark.slow
@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_two_threads_search_faster() -> None:
    """Measured in the processor time of the first thread, so that other work on the machine does not
    count."""
    positions = [p for p in random_positions(load_game("chess"), 3, 60) if len(p.moves) > 25][:10]
    speeds, times = [], []
    for position in positions:
        spent, pace = [], []
        for threads in (1, 2):
            engine = player(f"alphabeta,depth=7,threads={threads}")
            engine.prepare("chess")
            first = engine._minds[0]
            search, seconds = first.run, []

            def timed(*arguments, search=search, seconds=seconds):  # type: ignore[no-untyped-def]
                started = time.thread_time()
                try:
                    return search(*arguments)
                finally:
                    seconds.append(time.thread_time() - started)

            first.run = timed  # type: ignore[method-assign]
            nodes = engine.think(position).nodes
            spent.append(sum(seconds))
            pace.append(nodes / spent[-1])
        speeds.append(pace[1] / pace[0])
        times.append(spent[0] / spent[1])
    assert sorted(speeds)[5] >= 1.6
    assert sorted(times)[5] >= 1.3
