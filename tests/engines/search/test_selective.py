"""The selective search: it leaves in the workspace what alpha-beta leaves, compiled or not, its memory stays
within its bounds, and it finds what a search must find."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_mates import MATES, solved

from engines import search_engine
from engines.contract import EXACT, WIN, WIN_BAND, Limits, Thought
from engines.player_text import make_engine, parse_player
from engines.search import make_search
from engines.search.alphabeta import SCOUT
from engines.search.build import Build
from engines.search.node import make_nodes
from engines.search.options import SELECTIVE, SELECTIVE_CUTS, cuts_that_serve
from engines.search.selective import corrections, margins
from engines.search.selective.corrections import Corrections, make_corrections
from engines.search.selective.cuts import is_far_above, is_razored
from engines.search.selective.histories import (
    MOST_OF_FOLLOWING,
    MOST_OF_QUIET,
    bonus_at,
    make_histories,
    towards,
)
from engines.search.selective.move_order import make_move_order
from engines.search.selective.steps import make_steps
from engines.search.table import (
    EXACT_VALUE,
    LEAST_DEPTH,
    LOWER_BOUND,
    NO_MOVE,
    UPPER_BOUND,
    bound_in,
    depth_in,
    find,
    first_row,
    forget,
    from_table,
    keep_worthiest,
    make_table,
    move_in,
    was_on_line,
)
from engines.search_engine import Searcher
from engines.search_hints import chess as chess_hints
from engines.search_hints import hints_of
from engines.searcher.corrected_values import by_evaluations
from engines.selective_memory import CORRECTED_AFTER, NO_STEP, PASS, PLIES, clear_path, row_of
from engines.tree_recorder import (
    CUT,
    FULL,
    LEFT_OUT,
    MULTI_CUT,
    NULL_MOVE,
    PROBCUT,
    QUIET,
    RAZORED,
    TRUSTED,
    Recording,
)
from engines.workspace import MAX_PLY, new_states, new_table, new_workspace, scramble, set_root
from games.chess.board import move_of
from games.compiling.compiler import jit_disabled
from games.contract import DRAW, ONGOING, BadText, State, copy_state
from games.position import Position
from games.registry import load_game
from samples import ongoing_positions
from study.tree.search_tree import AT_LEAST, AT_MOST, EXACTLY, WalkedTree
from study.tree.tree_text import SKIPPED, depth_remark, ended, remarks
from study.why_not.two_searches import explainer_of

needs_speed = pytest.mark.skipif(jit_disabled(), reason="needs thousands of nodes, and so the compiler")

PAWNS_APART = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9"
"""A quiet middle game."""

SHUFFLED = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 96 80"
"""White can draw by moves without a capture, or win."""


def player(options: str, heuristic: str = "piece_value", compiles: bool = True) -> Searcher:
    engine = make_engine(
        parse_player(f"selective:{heuristic},{options}", "chess"), "chess", table_megabytes=1
    )
    assert isinstance(engine, Searcher)
    return replace(engine, compile=compiles)


def assert_same(found: Thought, other: Thought) -> None:
    assert (found.move, found.value, found.nodes, found.pv) == (
        other.move,
        other.value,
        other.nodes,
        other.pv,
    )


def uncorrected(engine: Searcher) -> Searcher:
    """The engine, whose leaves are worth their evaluations."""
    return replace(engine, workspace_flags=engine.workspace_flags | {"corrects": 0})


def test_it_has_no_switches() -> None:
    assert player("depth=1").cuts == SELECTIVE_CUTS
    assert cuts_that_serve(load_game("chess"), SELECTIVE_CUTS) == SELECTIVE_CUTS
    with pytest.raises(BadText, match="expected depth=N"):
        parse_player("selective:classical,futility=0", "chess")


def test_its_search_runs_uncompiled_to_the_same_nodes() -> None:
    fast, slow = player("nodes=300"), player("nodes=300", compiles=False)
    for position in ongoing_positions("chess", 5, 3):
        assert_same(fast.think(position), slow.think(position))


@needs_speed
def test_the_line_leads_to_the_value() -> None:
    engine = player("nodes=20000", "michniewski")
    depths = []
    for position in ongoing_positions("chess", 3, 40):
        thought = engine.think(position)
        end = thought.pv_end()
        depths.append(thought.depth)
        if end.outcome == ONGOING:
            assert engine.lens.breakdown(end.state, position.to_move).value == thought.value
        else:
            assert (end.outcome == DRAW and thought.value == 0.0) or abs(thought.value) > WIN_BAND
        assert thought.pv[0] == thought.move
        row = next(row for row in thought.root_moves if row.move == thought.move)
        assert row.bound == EXACT and (row.value, row.line) == (thought.value, thought.pv)
    assert np.mean(depths) > 8


@needs_speed
def test_the_same_search_again_is_the_same() -> None:
    for position in ongoing_positions("chess", 9, 3):
        one, other = player("nodes=5000").think(position), player("nodes=5000").think(position)
        assert_same(one, other)


@needs_speed
def test_mates_are_found() -> None:
    assert sum(solved("selective:location,nodes=100000", MATES[::4])) >= 24


@needs_speed
def test_a_shorter_mate_is_found_behind_a_longer_one() -> None:
    """An evaluation says nothing about mates, so it must not refute them."""
    for at in (19, 51, 58, 64):
        position = Position.start(load_game("chess"), text=MATES[at]["fen"])
        thought = player("nodes=100000", "location").think(position)
        assert thought.value == WIN - (2 * MATES[at]["mate_in"] - 1), position.text
        assert len(thought.pv) == 2 * MATES[at]["mate_in"] - 1


def test_no_evaluation_answers_whether_there_is_a_win() -> None:
    ws = new_workspace(load_game("chess"), {"pawn": 100.0, "null_move": 1})
    clear_path(ws)
    mate = WIN - 5
    for alpha, wins in ((500.0, False), (mate, True)):
        assert is_razored(ws, 4, 1, -9_000.0, alpha) == (not wins)
    for beta, loses in ((-500.0, False), (-mate, True)):
        assert is_far_above(ws, row_of(4), 1, False, 9_000.0, beta) == (not loses)


@needs_speed
def test_the_value_of_a_mate_says_how_far_it_is() -> None:
    for row in MATES[:50:10]:
        position = Position.start(load_game("chess"), text=row["fen"])
        thought = player("nodes=100000", "location").think(position)
        assert abs(thought.value) > WIN_BAND and thought.pv_end().outcome == position.to_move


@needs_speed
def test_a_draw_by_quiet_moves_is_seen() -> None:
    position = Position.start(load_game("chess"), text=SHUFFLED)
    thought = player("depth=8", "classical").think(position)
    assert abs(thought.value) > WIN_BAND, "Ra8 mates"
    with_pawn = Position.start(load_game("chess"), text="6k1/6pp/5p2/8/8/8/8/R3B1K1 w - - 99 80")
    thought = player("depth=6", "classical").think(with_pawn)
    assert thought.value == 0.0


@needs_speed
@pytest.mark.parametrize("nodes", [1, 2, 3, 17, 60, 400])
def test_stopped_anywhere_it_has_a_legal_move(nodes: int) -> None:
    engine = player(f"nodes={nodes}")
    for position in ongoing_positions("chess", 21, 5):
        thought = engine.think(position)
        assert thought.move in position.moves and thought.nodes <= nodes


@needs_speed
def test_several_lines_are_in_order_and_begin_with_the_best() -> None:
    engine = player("depth=6,multipv=3", "michniewski")
    for position in ongoing_positions("chess", 31, 5):
        thought = engine.think(position)
        lines = thought.best_moves
        assert len(lines) == min(3, len(position.moves)) and lines[0].line == thought.pv
        assert [row.value for row in lines] == sorted((row.value for row in lines), reverse=True)
        for row in lines:
            end = position
            for move in row.line:
                end = end.play(move)
            if end.outcome == ONGOING:
                assert engine.lens.breakdown(end.state, position.to_move).value == row.value


@needs_speed
@pytest.mark.parametrize("kind", ["strong", "selective"])
def test_a_line_is_a_search_without_the_moves_before_it(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the memory that the search of the lines before it has left, in a root of its own."""
    text = f"{kind}:piece_value,depth=5,multipv=4"
    engine = make_engine(parse_player(text, "chess"), "chess", table_megabytes=1)
    assert isinstance(engine, Searcher)
    engine.prepare("chess")
    run, befores = engine._run, list[tuple[State, np.ndarray]]()

    def remembered(mind: search_engine._Mind, depth: int) -> float:
        befores.append((copy_state(mind.workspace), engine._table.copy()))
        return run(mind, depth)

    for position in ongoing_positions("chess", 31, 4):
        befores.clear()
        with monkeypatch.context() as patch:
            patch.setattr(engine, "_run", remembered)
            thought = engine.think(position)
        if thought.depth < 5:  # a mate
            continue
        found, table = dict[int, float](), engine._table
        for workspace, engine._table in befores[-3:]:
            left = workspace.root_moves[: workspace.root_count].tolist()
            better = set(position.moves) - set(left)
            assert better >= found.keys() and len(better) == len(found) + 1
            mind = search_engine._Mind(workspace, new_states(position.game), engine._minds[0].kernels)
            workspace.generation -= 1  # the next root belongs to the same search
            set_root(mind.fields, mind.states, position, left)
            mind.fields.root_partial = 1
            run(mind, 5)
            best = int(workspace.root_best)
            found[int(workspace.root_moves[best])] = float(workspace.root_values[best])
        engine._table = table
        assert found == {row.move: row.value for row in thought.best_moves if row.move in found}
        assert len(found) == 3


@needs_speed
@pytest.mark.parametrize("lines", [1, 3])
def test_two_threads_search_one_position(lines: int) -> None:
    engine = player(f"nodes=20000,threads=2,multipv={lines}", "michniewski")
    for position in ongoing_positions("chess", 33, 3):
        thought = engine.think(position)
        assert thought.move in position.moves
        assert 0 < thought.nodes <= 20_000 + (lines > 1), "a further line may begin as the limit is reached"
        # One line may be of a move that came up at the last moment.
        found = {row.line: row.value for row in thought.best_moves if lines > 1}
        assert len(found) in (0, lines) and thought.pv in (found or [thought.pv])
        for line, value in (found | {thought.pv: thought.value}).items():
            end = [*position.along(line)][-1]
            if end.outcome == ONGOING:
                assert engine.lens.breakdown(end.state, position.to_move).value == value


@needs_speed
def test_leaves_are_corrected_and_people_are_told_evaluations(monkeypatch: pytest.MonkeyPatch) -> None:
    differences: list[float] = []

    def noting(ends: Any, best: int, values: Any, exact: Any) -> Any:
        differences.append(ends[best] - values[best])
        return by_evaluations(ends, best, values, exact)

    monkeypatch.setattr(search_engine, "by_evaluations", noting)
    for position in ongoing_positions("chess", 3, 8):
        engine = player("depth=8", "michniewski")
        thought = engine.think(position)
        rows = {row.move: row for row in thought.root_moves}
        assert rows[thought.move].value == thought.value
        for row in rows.values():
            assert row.bound != EXACT or row.value <= thought.value
            end = [position, *position.along(row.line)][-1]
            if row.line and end.outcome == ONGOING:
                assert engine.lens.breakdown(end.state, position.to_move).value == row.value
        plain = uncorrected(engine.with_empty_memory())
        assert plain.flags["corrects"] == 0 and "part_count" not in plain.flags
    assert sum(difference != 0.0 for difference in differences) > len(differences) / 4


def test_what_is_shown_in_full_is_not_corrected() -> None:
    engine = player("nodes=100")
    assert engine.flags["corrects"] == engine.flags["part_count"] == 1
    slack = engine.workspace_flags | {"slack": 10.0}
    for other in (
        replace(engine, lines=2),
        engine.recorder(Recording(), Limits(depth=2)),
        replace(engine, workspace_flags=slack),
        explainer_of(engine),
    ):
        assert not other.flags.get("corrects")


@pytest.mark.parametrize(
    ("ends", "values", "exact", "told", "known"),
    [
        ([30.0, 20.0], [50.0, 10.0], [1, 1], [30.0, 20.0], [1, 1]),
        ([30.0, 40.0], [50.0, 10.0], [1, 1], [30.0, -10.0], [1, 0]),  # its line ends better than the best
        ([30.0, 99.0], [50.0, 10.0], [1, 0], [30.0, -10.0], [1, 0]),  # its line is not known
        ([30.0, 0.0], [50.0, -WIN], [1, 0], [30.0, -WIN], [1, 0]),
    ],
)
def test_other_moves_are_told_to_be_worth_no_more_than_the_best(
    ends: list[float], values: list[float], exact: list[int], told: list[float], known: list[int]
) -> None:
    assert by_evaluations(ends, 0, values, exact) == (told, known)


@needs_speed
def test_recording_changes_nothing_and_decisions_count_alone() -> None:
    unwritten = 0
    for position in ongoing_positions("chess", 35, 3):
        engine = uncorrected(player("depth=6"))
        thought = engine.think(position)
        recorder = engine.recorder(Recording(), Limits(depth=6))
        assert_same(recorder.think(position), thought)
        tree = WalkedTree(position, recorder.tree(), thought, engine.lens, engine.name)
        assert int(tree.rows.visits[list(tree.roots)].sum()) == thought.nodes
        for node in range(len(tree.rows)):
            assert tree.rows.ply[node] == len(tree.path(node)) - 1
            tree.at(node)  # each is reached by legal moves
            sentence = ended(tree, node)
            if tree.rows.reason[node] == LEFT_OUT and tree.parent(node) is not None:
                assert ("none is better" in sentence) == (tree.bound(node) == AT_MOST)
            assert sentence.endswith(".") and "of 0" not in sentence
        unwritten += thought.nodes - len(tree.rows)
        assert sum(map(tree.aside, range(len(tree)))) <= thought.nodes - len(tree.rows)
    assert unwritten > 0


@cache
def deep_tree() -> WalkedTree:
    position = Position.start(load_game("chess"), text=PAWNS_APART)
    recorder = player("depth=12", "classical").recorder(Recording(), Limits(depth=12))
    thought = recorder.think(position)
    return WalkedTree(position, recorder.tree(), thought, recorder.lens, "")


@needs_speed
def test_a_record_says_why_each_node_ended() -> None:
    tree = deep_tree()
    assert set(tree.rows.reason.tolist()) >= {RAZORED, PROBCUT, MULTI_CUT, TRUSTED, NULL_MOVE, LEFT_OUT}
    for reason in (RAZORED, PROBCUT, MULTI_CUT):
        for node in np.flatnonzero(tree.rows.reason[:-1] == reason):
            assert tree.rows.moves[node] == 0 and tree.aside(node) > 0
            assert tree.bound(node) == (AT_MOST if reason == RAZORED else AT_LEAST)


@needs_speed
def test_a_record_says_where_a_value_comes_from() -> None:
    tree, rows, found = deep_tree(), deep_tree().rows, []
    for node in np.flatnonzero(rows.reason == QUIET).tolist():
        if tree.bound(node) == EXACTLY:
            state, side = tree.at(node).state, tree.position.to_move
            sign = 1 if tree.side(node) == side else -1
            found.append(sign * tree.lens.breakdown(state, side).value == rows.value[node])
            assert ("static evaluation" in ended(tree, node)) == found[-1]
    assert set(found) == {True, False}


@needs_speed
def test_a_record_says_how_far_each_move_is_searched() -> None:
    tree, rows = deep_tree(), deep_tree().rows
    said = Counter[str]()
    for node in range(len(tree)):
        words, parent = depth_remark(tree, node), tree.parent(node)
        said[re.sub(r"\d+ (ply|plies)", "…", words)] += 1
        if parent is None or tree.is_below_depth(parent):
            assert words == ""
            continue
        more = int(rows.depth[node]) - tree.depth_of_moves(parent)
        assert (words == "") == (more == 0) and ("deeper" in words) == (more > 0)
        if "gives check" in words:
            assert tree.position.game.in_check(tree.at(node).state)
        elif "all other moves are" in words:
            assert tree.aside(parent) > 0
    assert {words for words, count in said.items() if count} == {
        "",
        "searched … less deep",
        "searched … deeper",
        "searched … less deep, as a late move",
        "searched … deeper, because all other moves are worse",
        "searched … less deep, because all other moves are not clearly worse",
        "searched … deeper, because it gives check",
        "searched … deeper, as a promising move",
        "searched … less deep, after a better move was found",
        "left to quiescence, because the table knew no move here",
    }


@needs_speed
def test_a_record_says_why_moves_were_skipped() -> None:
    tree, rows = deep_tree(), deep_tree().rows
    for node in np.flatnonzero(rows.skipped):
        assert rows.reason[node] in (CUT, LEFT_OUT) and rows.moves[node] > tree.looked_at(node)
    assert not rows.skipped[rows.reason == FULL].any()
    found = {words for node in range(len(tree)) for words in remarks(tree, node).split("; ")}
    assert {"skipped late moves", "skipped late, futile and losing moves"} <= found
    assert all(any(word in words for words in found) for word in SKIPPED.values())
    assert "its moves are searched less deep, because the table knew none of them" in found


@needs_speed
def test_its_memory_stays_within_its_bounds() -> None:
    engine = player("nodes=30000")
    for position in ongoing_positions("chess", 37, 6):
        engine.think(position)
    ws = engine._minds[0].workspace
    assert 0 < np.abs(ws.following).max() <= MOST_OF_FOLLOWING
    assert 0 < np.abs(ws.history).max() <= MOST_OF_QUIET
    assert np.count_nonzero(ws.following[1:, : ws.following.shape[1] // 2]) > 0
    for kept in (ws.corrections, ws.corrections_after):
        assert 0 < np.abs(kept).max() <= corrections.MOST


# A table's move that is illegal


def with_foreign_moves(engine: Searcher, position: Position) -> int:
    """Plants illegal moves into the table, as if other positions had the keys of the next ones. Returns how
    many."""
    engine.prepare("chess")
    ws, table = engine._minds[0].workspace, engine._table
    ws.side = position.to_move
    build = Build(position.game, lambda *_: 0.0, lambda *_: 0.0, cuts=SELECTIVE_CUTS)
    table_key = make_table(build).table_key
    planted = 0
    for move in position.moves:
        after = position.play(move)
        key, empty = table_key(ws, after.state, 1, 0), np.flatnonzero(after.state.board == 0)
        for ply_key in (key, key ^ scramble(move + 1)):
            foreign = int(empty[planted % len(empty)]) << 6 | int(empty[-1])
            keep_worthiest(ws, table, ply_key, 1, 0.0, foreign, LEAST_DEPTH, LOWER_BOUND, 0)
            planted += 1
    return planted


@pytest.mark.parametrize("has_test", [True, False])
def test_an_illegal_move_in_the_table_is_never_played(
    monkeypatch: pytest.MonkeyPatch, has_test: bool
) -> None:
    chess_rules = load_game("chess")
    out = np.zeros(chess_rules.max_moves, np.int32)
    made = 0

    def apply(state: State, move: int, chance: int, after: State) -> None:
        nonlocal made
        made += 1
        assert move in out[: chess_rules.legal_moves(state, out)], "a phantom"
        chess_rules.apply(state, move, chance, after)

    rules = replace(chess_rules, apply=apply)
    monkeypatch.setattr(search_engine, "load_game", lambda name: rules)
    if not has_test:
        monkeypatch.setattr(chess_hints, "HINTS", replace(chess_hints.HINTS, is_legal=None))
    for position in ongoing_positions("chess", 5, 2):
        engine = player("depth=3", compiles=False)
        assert with_foreign_moves(engine, position) > 20
        assert engine.think(position).move in position.moves
    assert made > 100


def test_a_test_of_legality_changes_no_node(monkeypatch: pytest.MonkeyPatch) -> None:
    by_itself = [player("nodes=200", compiles=False).think(each) for each in ongoing_positions("chess", 5, 2)]
    monkeypatch.setattr(chess_hints, "HINTS", replace(chess_hints.HINTS, is_legal=None))
    for thought in by_itself:
        assert_same(player("nodes=200", compiles=False).think(thought.position), thought)


@pytest.mark.parametrize(
    ("depth_known", "bound", "settled"),
    [(2, LOWER_BOUND, False), (2, EXACT_VALUE, False), (3, LOWER_BOUND, True), (3, EXACT_VALUE, True),
     (3, UPPER_BOUND, False), (4, LOWER_BOUND, True)],
)  # fmt: skip
def test_an_entry_of_a_nodes_depth_settles_it(depth_known: int, bound: int, settled: bool) -> None:
    position = Position.start(load_game("chess"), text=PAWNS_APART)

    def evaluate(ws: Any, state: Any, weights: Any) -> float:
        return 0.0

    ws, states, table = (
        new_workspace(position.game, {"pawn": 1.0}),
        new_states(position.game),
        new_table(0.1),
    )
    set_root(ws, states, position, list(position.moves))
    clear_path(ws)
    states[1] = position.state
    build = Build(position.game, evaluate, evaluate, SELECTIVE_CUTS)
    key = make_table(build).table_key(ws, position.state, 1, 0)
    keep_worthiest(ws, table, key, 1, 0.5, position.moves[0], depth_known, bound, 0)
    search = make_search(position.game, SELECTIVE_CUTS, evaluate, evaluate).alphabeta
    value = search(ws, states, table, None, 1, 3, 0.25 - SCOUT, 0.25)
    assert (ws.nodes == 1 and value == 0.5) == settled


# Parts


def test_each_move_comes_once_and_captures_that_win_come_early() -> None:
    game = load_game("chess")
    hints = hints_of(game)
    build = Build(game, lambda *_: 0.0, lambda *_: 0.0, cuts=SELECTIVE_CUTS)
    histories = make_histories(build)
    steps = make_steps(
        build,
        make_nodes(build),
        histories,
        make_move_order(build, histories),
        make_corrections(build),
        make_table(build),
    )
    checks = 0
    in_check = Position.start(game, text="4k3/8/8/8/1b6/8/1P3N2/R3K2R w KQ - 0 1")
    for position in [*ongoing_positions("chess", 29, 30), in_check]:
        state, checked = position.state, bool(game.in_check(position.state))
        checks += checked
        for table_move, left_out in (
            (NO_MOVE, NO_STEP),
            (position.moves[-1], NO_STEP),
            (NO_MOVE, position.moves[0]),
        ):
            ws = new_workspace(game)
            clear_path(ws)
            ws.left_out[row_of(2)] = left_out
            i, n, found = 0, steps.begin_moves(ws, 2, table_move, checked), []
            while True:
                n = steps.next_move(ws, state, 2, 5, i, n, table_move, checked, False)
                if i >= n:
                    break
                found.append(int(ws.moves[2, i]))
                i += 1
            assert sorted(found) == [move for move in position.moves if move != left_out]
            assert table_move == NO_MOVE or found[0] == table_move
            if checked:
                continue
            quiet = [move for move in found if not hints.noisy(state, move) and move != table_move]
            for move in found:
                if hints.worth_taken(state, move) and hints.wins_exchange(state, move, 0) and quiet:
                    assert found.index(move) < found.index(quiet[0])
    assert 0 < checks < 15


@given(st.integers(-MOST_OF_FOLLOWING, MOST_OF_FOLLOWING), st.lists(st.integers(-1600, 1600), max_size=60))
def test_a_history_never_leaves_its_bounds(history: int, bonuses: list[int]) -> None:
    for bonus in bonuses:
        after = towards(history, bonus, MOST_OF_FOLLOWING)
        assert abs(after) <= MOST_OF_FOLLOWING and (after - history) * bonus >= 0
        assert towards(-history, -bonus, MOST_OF_FOLLOWING) == -after
        history = after


def test_deeper_cut_offs_are_worth_more_up_to_a_bound() -> None:
    bonuses = [bonus_at(depth) for depth in range(1, 40)]
    assert bonuses == sorted(bonuses) and -100 < bonuses[0] < bonuses[3] < bonuses[-1] == 1600


LEVEL = "r2qkb1r/pp3ppp/2n1pn2/3p4/3P4/2N1PN2/PP3PPP/R2QKB1R w KQkq - 0 8"
SAME_PAWNS = "r3kb1r/pp1q1ppp/2n1pn2/3p4/3P4/2N1PN2/PP1Q1PPP/R3KB1R w KQkq - 0 8"
SAME_WHITE_PIECES = "r3kb1r/p2q1ppp/1pn1pn2/3p4/3P4/2N1PN2/PP3PPP/R2QKB1R w KQkq - 0 8"
ADVANCE = move_of(chess.Move.from_uci("h2h3"))
ROOT = row_of(0)


def corrector() -> tuple[Corrections, np.record]:
    """The functions that correct, and a workspace that has learnt nothing. A pawn is worth 100."""
    game = load_game("chess")
    build = Build(game, lambda *_: 0.0, lambda *_: 0.0, cuts=SELECTIVE_CUTS)
    ws = new_workspace(game, {"pawn": 100.0})
    clear_path(ws)
    return make_corrections(build), ws


def state_of(text: str) -> State:
    return Position.start(load_game("chess"), text=text).state


def test_like_positions_are_corrected_and_others_are_not() -> None:
    parts, ws = corrector()
    parts.note_found(ws, state_of(LEVEL), ROOT, 8, 50.0, 60.0, NO_MOVE, 80.0)
    all_of_it = parts.correction(ws, state_of(LEVEL), ROOT)
    assert all_of_it < 0.0
    for text in (SAME_PAWNS, SAME_WHITE_PIECES):
        assert parts.correction(ws, state_of(text), ROOT) == pytest.approx(all_of_it / 3)
    assert parts.correction(ws, state_of(LEVEL.replace(" w ", " b ")), ROOT) == 0.0
    assert parts.correction(ws, state_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), ROOT) == 0.0


def test_after_the_same_two_moves_values_are_corrected_alike() -> None:
    parts, ws = corrector()
    here, number = ROOT + 4, len(CORRECTED_AFTER)
    ws.step[ROOT:here], ws.piece_to[ROOT:here] = 1, (70, 80, 90, 500)
    parts.note_found(ws, state_of(LEVEL), here, 8, 50.0, 60.0, ADVANCE, 0.0)
    lone = state_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    found = parts.correction(ws, lone, here)
    assert 0.0 < found == pytest.approx(parts.correction(ws, state_of(LEVEL), here) * number / (3 + number))
    for back in (1, *CORRECTED_AFTER):
        ws.piece_to[here - back] += 1
        left = 0 if back == 1 else number - 1
        assert parts.correction(ws, lone, here) == pytest.approx(found * left / number)
        ws.piece_to[here - back] -= 1
    ws.step[here - 1] = PASS
    assert parts.correction(ws, lone, here) == 0.0


def test_a_correction_draws_near_what_is_found_and_has_a_bound() -> None:
    parts, ws = corrector()
    found = []
    for _ in range(200):
        found.append(parts.correction(ws, state_of(LEVEL), ROOT))
        parts.note_found(ws, state_of(LEVEL), ROOT, 20, 900.0, 950.0, ADVANCE, 0.0)
    assert found[1] > 0.0 and found == sorted(found)
    assert 2.9 < found[-1] / (ws.pawn * corrections.PAWNS_OF_MOST) <= 3.0


@pytest.mark.parametrize(
    ("best", "beta", "best_move", "learns"),
    [
        (50.0, 60.0, ADVANCE, True),  # exact
        (50.0, 20.0, ADVANCE, True),  # at least 50
        (-50.0, -90.0, ADVANCE, False),  # at least −50, and the evaluation is 0
        (-50.0, 60.0, NO_MOVE, True),  # at most −50
        (50.0, 60.0, NO_MOVE, False),  # at most 50
        (2 * WIN_BAND, 60.0, ADVANCE, False),
    ],
)
def test_only_what_a_bound_says_is_learnt(best: float, beta: float, best_move: int, learns: bool) -> None:
    parts, ws = corrector()
    parts.note_found(ws, state_of(LEVEL), ROOT, 5, best, beta, best_move, 0.0)
    assert np.count_nonzero(ws.corrections) == 3 * learns


def test_a_capture_teaches_nothing() -> None:
    game = load_game("chess")
    position = Position.start(game, text="4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    for move in position.moves:
        parts, ws = corrector()
        parts.note_found(ws, position.state, ROOT, 5, 50.0, 60.0, move, 0.0)
        assert (np.count_nonzero(ws.corrections) == 0) == (chess_hints.worth_taken(position.state, move) > 0)


def test_margins_grow_with_the_depth() -> None:
    for margin in (
        margins.razor_margin,
        margins.capture_margin,
        lambda depth: margins.quiet_margin(depth, 0),
        lambda depth: margins.reverse_futility_margin(depth, False, 0),
        lambda depth: -margins.least_exchange(depth),
        lambda depth: -margins.least_quiet_exchange(depth),
        lambda depth: margins.moves_before_skipping(depth, True),
        lambda depth: margins.reduction(depth, 20, 0.0, True),
    ):
        found = [margin(depth) for depth in range(1, 20)]
        assert found == sorted(found) and found[0] < found[-1]
    assert margins.reduction(10, 20, 0.0, False) == margins.reduction(10, 20, 0.0, True) + 1
    assert margins.reduction(10, 20, 1.0, True) < margins.reduction(10, 20, 0.0, True)


def test_the_path_has_room_for_every_ply() -> None:
    assert PLIES == MAX_PLY


@given(
    st.integers(-(2**62), 2**62),
    st.floats(-1e6, 1e6),
    st.integers(-1, 2**20),
    st.integers(LEAST_DEPTH, 120),
    st.sampled_from([LOWER_BOUND, UPPER_BOUND, EXACT_VALUE]),
    st.integers(0, 1),
    st.integers(0, 60),
)
def test_an_entry_holds_what_was_kept(
    key: int, value: float, move: int, depth: int, bound: int, on_line: int, ply: int
) -> None:
    ws, table = new_workspace(load_game("chess")), new_table(0.001)
    ws.generation = 5
    assert not find(table, np.int64(key))[0]
    keep_worthiest(ws, table, np.int64(key), ply, value, move, depth, bound, on_line)
    _, _, packed, found = find(table, np.int64(key))
    assert (move_in(packed), depth_in(packed), bound_in(packed)) == (max(move, NO_MOVE), depth, bound)
    assert was_on_line(packed) == bool(on_line)
    assert from_table(found, ply) == value
    assert not find(table, np.int64(key) ^ 1)[0]
    forget(table, np.int64(key))
    assert not find(table, np.int64(key))[0]


def test_what_is_known_better_is_kept_but_for_its_move() -> None:
    ws, table, key = new_workspace(load_game("chess")), new_table(0.001), np.int64(77)
    keep_worthiest(ws, table, key, 3, 2.0, 11, 12, LOWER_BOUND, 1)
    keep_worthiest(ws, table, key, 3, 1.0, 12, 3, UPPER_BOUND, 0)
    _, _, packed, found = find(table, key)
    assert (move_in(packed), depth_in(packed), found) == (12, 12, 2.0)
    keep_worthiest(ws, table, key, 3, 1.5, NO_MOVE, 11, UPPER_BOUND, 0)
    _, _, packed, found = find(table, key)
    assert (move_in(packed), depth_in(packed), found) == (12, 11, 1.5)


def test_of_two_rows_the_one_worth_less_is_given_up() -> None:
    ws, table = new_workspace(load_game("chess")), new_table(0.001)
    span = len(table)
    keys = [np.int64(k * 4 * span) for k in (1, 2, 3)]
    assert len({first_row(table, key) for key in keys}) == 1
    for key, depth in zip(keys, (9, 4, 6), strict=True):
        keep_worthiest(ws, table, key, 0, 0.0, 1, depth, LOWER_BOUND, 0)
    assert [find(table, key)[0] for key in keys] == [True, False, True]
    ws.generation = 2  # sixteen plies of age
    keep_worthiest(ws, table, keys[1], 0, 0.0, 1, 1, LOWER_BOUND, 0)
    assert [find(table, key)[0] for key in keys] == [True, True, False]


def test_its_name_is_one_of_the_kinds() -> None:
    assert str(parse_player("selective:classical,ms=100", "chess")).startswith(SELECTIVE)


@needs_speed
def test_without_a_draw_by_quiet_moves_the_table_always_helps() -> None:
    rules = load_game("chess")
    nodes = []
    for quiet in (0, 95):
        text = f"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - {quiet} 90"
        position = Position.start(rules, rules.options(quiet_limit=0), text)
        nodes.append(player("depth=12,nodes=100000", "classical").think(position).nodes)
    assert nodes[1] < 5 * nodes[0]
