"""Won endings, played without tables against the table's best defence. `play_endings.py` plays and prints the
same as a command."""

from itertools import islice

import pytest
from play_endings import NEEDED, NODES, POSITIONS, play_ending, won_positions

from games.compiling.compiler import jit_disabled
from games.truth.tables import tables_of

needs_the_compiler = pytest.mark.skipif(jit_disabled(), reason="searches, and makes tables")


def share_won(ending: str, positions: int, nodes: int) -> float:
    tables = tables_of("chess")
    assert tables is not None
    tables.make(lambda making: None, (ending,))
    starts = islice(won_positions(tables, ending, seed=0), positions)
    played = [play_ending(tables, start, f"strong:classical,nodes={nodes}") for start in starts]
    won = sum(each.won for each in played)
    print(f"{ending}: {won} of {positions} won with {nodes} nodes a move")
    return won / positions


@needs_the_compiler
@pytest.mark.slow
@pytest.mark.parametrize("ending", NEEDED)
def test_endings_that_the_table_calls_won_are_won(ending: str) -> None:
    assert share_won(ending, POSITIONS, NODES) >= NEEDED[ending]


@needs_the_compiler
@pytest.mark.parametrize("ending", ["KQK", "KRK", "KPK"])
def test_a_few_nodes_win_the_simple_ones(ending: str) -> None:
    """Without the terms that drive a bare king, even 5 000 nodes a move do not win all of these."""
    assert share_won(ending, 12, 3_000) == 1.0
