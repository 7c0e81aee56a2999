"""Cuts get an evaluation as deep as they ask, and when it is found decides nothing."""

from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest

from engines.search import make_search
from engines.search.build import Build
from engines.search.evaluation_for_cuts import make_evaluation_for_cuts
from engines.search.options import CUT_NAMES, CUTS, EXTRAS
from engines.search.pruning import GUESSES
from engines.search_hints import morris
from engines.workspace import new_states, new_table, new_workspace, set_root
from games.position import Position
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.registry import load_heuristic
from samples import ongoing_positions


def searched(position: Position, evaluates_quickly: bool) -> tuple[float, int, int]:
    """Value, nodes and evaluations of a search with all cuts, to depth 4."""
    heuristic = load_heuristic("morris", "mobile")
    evaluator = heuristic.evaluator()
    evaluations = 0

    def evaluate(ws, state, weights):
        nonlocal evaluations
        evaluations += 1
        return evaluator(state, ws.side, weights)

    game = load_game("morris")
    with patch.object(morris, "HINTS", replace(morris.HINTS, evaluates_quickly=evaluates_quickly)):
        search = make_search(game, {cut.name for cut in CUTS}, evaluate=evaluate, contribute=evaluate)
    ws, states, table = (
        new_workspace(game, {extra.flag: 1 for extra in EXTRAS}),
        new_states(game),
        new_table(1),
    )
    ws.pawn = 1.0
    set_root(ws, states, position, list(position.moves))
    value = 0.0
    for depth in range(1, 5):
        value = search.alphabeta(ws, states, table, Lens.of(heuristic).prepared, 0, depth, -np.inf, np.inf)
    return float(value), int(ws.nodes), evaluations


def test_evaluating_before_the_table_is_asked_changes_no_node() -> None:
    late = early = 0
    for position in ongoing_positions("morris", 12, 3):
        value, nodes, evaluations = searched(position, False)
        at_once = searched(position, True)
        assert at_once[:2] == (value, nodes)
        late, early = late + evaluations, early + at_once[2]
    assert late < early < 1.25 * late, "positions that the table settles are evaluated, too"


@pytest.mark.parametrize("cut", GUESSES)
def test_a_guess_is_evaluated_to_its_own_depth(cut: str) -> None:
    assert cut in CUT_NAMES
    game, position = load_game("chess"), ongoing_positions("chess", 12, 1)[0]
    build = Build(game, lambda *of: 0.0, lambda *of: 0.0, frozenset({cut}))
    evaluation = make_evaluation_for_cuts(build, lambda *of: 7.0)
    ws = new_workspace(game)
    found = [
        evaluation.evaluation_then(ws, position.state, None, 2, depth, True, False, 0.0, np.nan)
        for depth in range(GUESSES[cut] + 2)
    ]
    np.testing.assert_array_equal(found, [np.nan, *[7.0] * GUESSES[cut], np.nan])
