"""The tree that a search records: recording does not change the search, all of its nodes are there, and their
values follow from one another by minimax, through chance and turns of several actions as well."""

from dataclasses import replace

import numpy as np
import pytest

from engines.contract import WIN, Limits, Thought
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from engines.tree_recorder import (
    AGAIN,
    BLACK_MOVES,
    CUT,
    FULL,
    LEAF,
    LEFT_OUT,
    NULL_MOVE,
    PROBED,
    QUIET,
    STOPPED,
    TABLE,
    TERMINAL,
    TOO_FAR,
    TREE,
    Recording,
    SearchTree,
)
from engines.workspace import new_workspace
from games.compiling.compiler import jit_disabled
from games.contract import ONGOING
from games.position import Position
from games.registry import game_names, load_game
from samples import ongoing_positions, searched_heuristic
from study.tree.search_tree import WalkedTree
from study.tree.tree_text import ended

KINDS = ("minimax", "alphabeta", "strong")


def player(game: str, kind: str, depth: int, compiles: bool) -> Searcher:
    text = f"{kind}:{searched_heuristic(game)},depth={depth}"
    engine = make_engine(parse_player(text, game), game, table_megabytes=1)
    assert isinstance(engine, Searcher)
    return replace(engine, compile=compiles)


def recorded(engine: Searcher, position: Position, recording: Recording) -> tuple[Thought, WalkedTree]:
    recorder = engine.recorder(recording, engine.limits)
    thought = recorder.think(position)
    return thought, WalkedTree(position, recorder.tree(), thought, engine.lens, engine.name)


def assert_same(found: Thought, other: Thought) -> None:
    assert (found.move, found.value, found.nodes, found.depth) == (
        other.move,
        other.value,
        other.nodes,
        other.depth,
    )
    assert found.pv == other.pv
    assert [(row.move, row.value, row.bound) for row in found.root_moves] == [
        (row.move, row.value, row.bound) for row in other.root_moves
    ]


def check_rows(tree: WalkedTree, nodes: int) -> None:
    """Checks that each node's children fill its range without a gap, and that all visits add up."""
    rows = tree.rows
    assert sum(int(rows.visits[root]) for root in tree.roots) == nodes
    for node in range(len(tree)):
        end, at, visits = node + int(rows.size[node]), node + 1, 0
        for child in tree.children(node):
            assert child == at and rows.parent[child] == node
            assert rows.ply[child] == rows.ply[node] + 1
            at += int(rows.size[child])
            visits += int(rows.visits[child])
        assert at == end
        assert int(rows.visits[node]) == visits + (rows.reason[node] != PROBED)
        assert tree.is_whole(node)


def check_values(tree: WalkedTree) -> set[int]:
    """Checks that each node's value is what its reason says; returns the reasons that occurred."""
    rows, game = tree.rows, tree.position.game
    for node in range(len(tree)):
        reason, value = rows.reason[node], float(rows.value[node])
        position = tree.at(node)
        assert position.to_move == rows.flags[node] & BLACK_MOVES
        if reason == TERMINAL:
            assert position.outcome != ONGOING or game.has_repetition
        elif reason == LEAF:
            breakdown = tree.lens.breakdown(position.state, tree.position.to_move)
            sign = 1 if position.to_move == tree.position.to_move else -1
            assert sign * breakdown.value == value
        elif reason == CUT:
            assert value >= rows.beta[node]
        elif reason in (FULL, LEFT_OUT):
            assert value < rows.beta[node]
        if reason in (FULL, LEFT_OUT, CUT):
            assert rows.moves[node] == len(position.moves) or tree.is_below_depth(node)
            tried = tree.tried(node)
            assert len(tried) <= rows.moves[node]
            assert reason == CUT or (reason == FULL) == (len(tried) == rows.moves[node])
            assert {one.move for one in tried} <= set(position.moves)
            whole = [one for one in tried if len(one.visits) == len(position.chances(one.move))]
            pruned = len(whole) < len(tried)
            quiescent = tree.is_below_depth(node)
            best = max((one.value for one in whole), default=-np.inf)
            assert best == value or pruned or quiescent or (reason == LEFT_OUT and best <= value)
        elif reason == QUIET and rows.size[node] > 1:
            assert value >= max(one.value for one in tree.tried(node))
    return set(rows.reason.tolist())


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", game_names())
def test_the_tree_of_a_search(game: str, kind: str) -> None:
    if (game, kind) == ("chess", "strong"):
        pytest.skip("quiescence takes minutes uncompiled: see the compiled one")
    depth = 1 if game in ("chess", "jungle", "tabletactics") and kind == "minimax" else 2
    engine = player(game, kind, depth, compiles=False)
    reasons = set()
    for position in ongoing_positions(game, 7, 2):
        plain = replace(engine).recorder(Recording(), engine.limits)
        found = replace(plain, recording=None).think(position)
        thought, tree = recorded(engine, position, Recording())
        assert_same(thought, found)
        check_rows(tree, thought.nodes)
        reasons |= check_values(tree)
        root = tree.last_root
        assert float(tree.rows.value[root]) + 0.0 == thought.value
        last = root
        while (best := tree.best(last)) is not None and len(best.visits) == 1:
            (last,) = best.visits
        end = tree.path(last)
        line = tuple(int(tree.rows.move[node]) for node in end[1:])
        assert line == thought.pv[: len(line)]
        best = tree.best(root)
        assert best is not None and best.move == thought.move
        assert len(line) == len(thought.pv) or len(tree.at(end[-1]).chances(thought.pv[len(line)])) > 1
    expected = {"minimax": {FULL, LEAF}, "alphabeta": {FULL, LEAF}, "strong": {FULL, QUIET}}[kind]
    assert reasons >= expected


@pytest.mark.slow
@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
@pytest.mark.parametrize("kind", ["alphabeta", "strong"])
@pytest.mark.parametrize("game", game_names())
def test_the_compiled_search_records_the_same(game: str, kind: str) -> None:
    """Deeper, so that tables, cut-offs, turns without a move and pruned chance occur."""
    engine = player(game, kind, 3 if game == "jungle" else 4, compiles=True)
    limits = Limits(depth=engine.limits.depth, nodes=4_000)
    reasons = set()
    for position in ongoing_positions(game, 3, 2):
        recorder = engine.recorder(Recording(), limits)
        found = replace(recorder, recording=None, _minds=[], _kernels=None, _table=None).think(position)
        thought = recorder.think(position)
        tree = WalkedTree(position, recorder.tree(), thought, engine.lens, engine.name)
        assert_same(thought, found)
        check_rows(tree, thought.nodes)
        reasons |= check_values(tree)
    assert reasons >= ({TABLE, CUT, FULL} if game != "jungle" else {FULL})
    if (game, kind) == ("chess", "strong"):
        assert NULL_MOVE in reasons
    if (game, kind) == ("jungle", "strong"):
        assert PROBED in reasons


@pytest.mark.parametrize("game", ["morris", "jungle"])
def test_budgets_are_kept_and_change_no_search(game: str) -> None:
    engine = player(game, "alphabeta", 2, compiles=False)
    position = ongoing_positions(game, 7, 1)[0]
    thought, whole = recorded(engine, position, Recording())
    few, first = recorded(engine, position, Recording(nodes=30))
    flat, upper = recorded(engine, position, Recording(plies=1))
    assert few.nodes == flat.nodes == thought.nodes > 30
    assert len(first) == 30 and upper.rows.ply.max() == 1 < whole.rows.ply.max()
    assert (first.rows.parent == whole.rows.parent[:30]).all()
    assert sum(int(upper.rows.visits[root]) for root in upper.roots) == thought.nodes
    assert not upper.is_whole(upper.last_root)
    assert [int(first.rows.visits[root]) for root in first.roots] == [
        int(whole.rows.visits[root]) for root in first.roots
    ]
    assert sum(int(first.rows.size[root]) for root in first.roots) == 30


def test_what_was_stopped_says_so() -> None:
    engine = player("chess", "alphabeta", 3, compiles=False)
    position = Position.start(load_game("chess"))
    recorder = engine.recorder(Recording(), Limits(depth=3, nodes=400))
    thought = recorder.think(position)
    rows = recorder.tree()
    stopped = np.flatnonzero(rows.reason == STOPPED)
    assert thought.nodes == len(rows) == 400
    assert stopped[-1] == 399 and rows.parent[stopped[0]] == -1
    assert (rows.size > 0).all()


@pytest.mark.skipif(jit_disabled(), reason="needs thousands of nodes, and so the compiler")
def test_what_is_too_far_for_a_shorter_win_says_so() -> None:
    position = Position.start(load_game("chess"), text="8/k7/6p1/4n2p/8/8/q7/6K1 b - - 3 53")
    thought, tree = recorded(player("chess", "strong", 6, compiles=True), position, Recording())
    rows = tree.rows
    far = np.flatnonzero(rows.reason == TOO_FAR)
    assert thought.value == WIN - 3 and len(far) > 0
    assert (rows.value[far] == WIN - (rows.ply[far].astype(int) + 1)).all()
    assert (rows.value[far] <= rows.alpha[far]).all() and (rows.size[far] == 1).all()
    assert ended(tree, int(far[0])) == "Too far from the root to win sooner than the known win: not searched."


@pytest.mark.skipif(jit_disabled(), reason="needs thousands of nodes, and so the compiler")
def test_where_moves_were_left_out_it_says_so() -> None:
    thought, tree = recorded(
        player("chess", "strong", 5, compiles=True), Position.start(load_game("chess")), Recording()
    )
    rows = tree.rows
    assert thought.nodes == len(rows) and tree.endings.sum() == len(rows)
    few = next(node for node in np.flatnonzero(rows.reason == LEFT_OUT) if tree.looked_at(node) > 1)
    looked, moves = tree.looked_at(few), int(rows.moves[few])
    assert 1 < looked < moves and rows.value[few] <= rows.alpha[few]
    others = "the others skipped: none is better than what its side can get elsewhere."
    assert ended(tree, int(few)) == f"Tried {looked} of {moves}, {others}"
    assert all(tree.looked_at(node) == rows.moves[node] for node in np.flatnonzero(rows.reason == FULL))


def test_full_windows_find_the_value_without_repeats() -> None:
    engine = player("isolation", "alphabeta", 3, compiles=False)
    position = ongoing_positions("isolation", 9, 3)[2]
    usual, narrow = recorded(engine, position, Recording())
    textbook, wide = recorded(engine, position, Recording(full_windows=True))
    assert textbook.value == usual.value
    assert set(wide.rows.flags.tolist()) == {0, BLACK_MOVES}
    assert (narrow.rows.flags & AGAIN).any()
    assert (wide.rows.beta - wide.rows.alpha).min() > 1e-3 > (narrow.rows.beta - narrow.rows.alpha).min()


def test_without_a_recording_there_is_no_room_for_one() -> None:
    assert new_workspace(load_game("jungle")).dtype.itemsize < TREE.itemsize / 10


def test_a_recording_has_memory_of_its_own() -> None:
    engine = player("isolation", "alphabeta", 1, compiles=False)
    plain, recorder = engine.with_empty_memory(), engine.recorder(Recording(nodes=7, plies=3), engine.limits)
    for each in (plain, recorder):
        each.prepare("isolation")
    assert plain._minds[0].workspace.tree == 0 != recorder._minds[0].workspace.tree
    assert (recorder._tree.most_nodes, recorder._tree.most_plies) == (7, 3)


def test_rows_take_50_bytes() -> None:
    engine = player("isolation", "alphabeta", 1, compiles=False).recorder(Recording(), Limits(depth=1))
    engine.think(Position.start(load_game("isolation")))
    tree: SearchTree = engine.tree()
    assert sum(column.itemsize for column in vars(tree).values()) == 50
