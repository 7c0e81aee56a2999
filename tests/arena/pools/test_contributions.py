"""The terms of a heuristic in many positions, as the breakdown has them."""

import pytest

from arena.pools.contributions import DECIDED, Contributions
from arena.pools.pool import pool_of
from games.compiling.compiler import jit_disabled
from games.registry import load_game
from heuristics.contract import Heuristic
from heuristics.failure import TermFailure
from heuristics.lens import Lens
from heuristics.registry import load_lens

pytestmark = pytest.mark.skipif(jit_disabled(), reason="plays thousands of moves")


@pytest.mark.parametrize("compiles", [True, False])
def test_contributions_are_those_of_the_breakdown(compiles: bool) -> None:
    lens, found = load_lens("isolation", "custom_score_2"), pool_of("isolation").positions(3, games=8)
    rows = Contributions(found.rules, lens, compiles).table(found.states, found.sides.tolist())
    for row, state, side in zip(rows, found.states, found.sides, strict=True):
        shown = {each.name: each.contribution for each in lens.breakdown(state, int(side)).rows}
        assert row[:DECIDED].tolist() == [shown[term.name] for term in lens.heuristic.terms]
        assert row[DECIDED] == shown.get("trapped", 0.0)


def test_last_column_says_where_a_term_decides() -> None:
    found = pool_of("isolation").positions(3)
    rows = Contributions(found.rules, Lens.of(_deciding())).table(found.states, found.sides.tolist())
    decided = rows[:, DECIDED] != 0.0
    assert decided.any() and (decided == (found.plies % 2 == 1)).all()
    assert (rows[~decided, :DECIDED] == 2.0).all()


def test_failing_term_is_named_with_its_line() -> None:
    broken = Heuristic("broken", "isolation", "Divides by nothing.", "a test")

    @broken.single("divides", weight=1.0)
    def divides(state, side):  # type: ignore[no-untyped-def]
        return 1.0 / (state.to_move - state.to_move)

    found = pool_of("isolation").positions(3, games=2)
    with pytest.raises(TermFailure, match="divides"):
        Contributions(load_game("isolation"), Lens.of(broken)).table(found.states, found.sides.tolist())


def _deciding() -> Heuristic:
    made = Heuristic("deciding", "isolation", "Decides where Black is to move.", "a test")

    @made.decides("black to move")
    def black_to_move(state, side):  # type: ignore[no-untyped-def]
        return 1.0 * state.to_move

    @made.single("ply", weight=2.0)
    def ply(state, side):  # type: ignore[no-untyped-def]
        return 1.0

    return made
