"""The lesson: minimax and alpha-beta side by side, their counts, and the question before each step."""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from engines.jobs import Job
from engines.tree_recorder import CUT, PASSED
from games.compiling.compiler import jit_disabled
from games.position import Position
from games.registry import game_names, load_game
from heuristics.registry import load_lens
from samples import ongoing_positions, searched_heuristic
from study.tree.lesson import Lesson, learn, questions_before


@cache
def lesson(game: str, depth: int, number: int = 0) -> Lesson:
    positions = ongoing_positions(game, 5, 8)
    narrow = sorted(positions, key=lambda p: sum(len(p.chances(move)) for move in p.moves))
    job = Job()
    found = learn(narrow[number], load_lens(game, searched_heuristic(game)), depth, False, False, job)
    assert isinstance(found, Lesson)
    return found


@pytest.mark.parametrize("game", game_names())
def test_all_settings_find_one_value_and_each_step_saves_nodes(game: str) -> None:
    found = lesson(game, 3 if game == "isolation" else 2)
    values = {shown.tree.thought.value for shown in found.trees.values()}
    assert values == {found.minimax.thought.value}
    counts = [found.nodes(switches) for _, switches in found.steps]
    assert counts[0] == len(found.minimax)
    assert min(counts) > 1 and max(counts) == counts[0], "alpha-beta visits what minimax visits, or less"


@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_selective_is_the_last_step_where_it_plays() -> None:
    position = Position.start(load_game("chess"))
    found = learn(position, load_lens("chess", "piece_value"), 3, True, True, Job())
    assert isinstance(found, Lesson) and found.steps[-1] == ("selective", "selective")
    shown = found.trees["selective"]
    rows, root = shown.tree.rows, shown.tree.last_root
    assert rows.order[root] == 3 and found.nodes("selective") < found.nodes((True, True))
    assert shown.twins[root] == 0 and (shown.twins[:root] == -1).all()
    twins = shown.twins[shown.twins > 0]
    assert len(twins) and (found.minimax.rows.move[twins] == rows.move[shown.twins > 0]).all()
    asked = [question for row in range(len(rows)) for question in questions_before(shown.tree, row)]
    for question in asked:
        assert not rows.flags[question.child] & PASSED
        skipped = (
            rows.reason[question.node] != CUT and question.end >= question.node + rows.size[question.node]
        )
        assert question.skipped == skipped
    assert any(question.skipped for question in asked) and any(question.cut for question in asked)


def test_minimax_visits_every_position() -> None:
    """Counted with the rules alone."""
    found = lesson("isolation", 3, 4)

    def count(position: Position, depth: int) -> int:
        return 1 + sum(count(position.play(move), depth - 1) for move in position.moves if depth > 0)

    assert found.nodes(None) == count(found.minimax.position, 3)
    counts = [found.nodes(switches) for _, switches in found.steps]
    assert all(more > less for more, less in pairwise(counts[:2])), "something is cut off there"


def test_what_alpha_beta_skips_is_what_it_never_visits() -> None:
    found = lesson("isolation", 3, 4)
    for shown in found.trees.values():
        rows = found.minimax.rows
        assert (shown.twins >= 0).all() and len(set(shown.twins.tolist())) == len(shown.tree)
        assert (rows.move[shown.twins] == shown.tree.rows.move).all()
        assert (rows.ply[shown.twins] == shown.tree.rows.ply).all()
        skipped = np.flatnonzero(shown.skipped)
        assert len(skipped) + len(shown.tree) == len(found.minimax)
        assert set(skipped.tolist()).isdisjoint(shown.twins.tolist())


@pytest.mark.parametrize("game", ["isolation", "jungle", "tabletactics"])
def test_each_cut_off_is_asked_about_and_answered_rightly(game: str) -> None:
    found = lesson("isolation", 3, 4) if game == "isolation" else lesson(game, 2)
    tree = found.trees[False, False].tree
    asked = [question for row in range(1, len(tree) + 1) for question in questions_before(tree, row)]
    cut = {question.node for question in asked if question.cut}
    rows = tree.rows
    expected = {
        node
        for node in range(len(tree))
        if rows.reason[node] == CUT and rows.moves[node] > tree.looked_at(node) and rows.ply[node] > 0
    }
    assert cut == expected
    for question in asked:
        assert question.left > 0 and tree.parent(question.child) == question.node
        assert question.cut == (question.best >= rows.beta[question.node])
    if game == "isolation":
        assert cut and len(asked) > len(cut)
