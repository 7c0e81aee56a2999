"""The golden counts of move sequences, by the kernels, compiled and uncompiled."""

import pytest

from games.compiling.compiler import jit_disabled
from games.contract import Game, State
from games.perft import perft
from games.registry import load_game
from samples import golden_rows

ROWS = golden_rows("perft")
FEW = 3_000
"""The most sequences that uncompiled kernels count within a fraction of a second."""


def parsed(row: dict) -> tuple[Game, State]:
    game = load_game(row["game"])
    return game, game.parse(row["position"], game.options())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['game']} {row['position']}")
def test_compiled_counts_are_the_golden_ones(row):
    game, state = parsed(row)
    nodes = [n for n in row["nodes"] if not jit_disabled() or n <= 10 * FEW]
    assert [perft(game, state, depth) for depth in range(1, len(nodes) + 1)] == nodes


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['game']} {row['position']}")
def test_uncompiled_counts_are_the_golden_ones(row):
    game, state = parsed(row)
    nodes = [n for n in row["nodes"] if n <= FEW]
    assert [perft(game, state, depth, uncompiled=True) for depth in range(1, len(nodes) + 1)] == nodes


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['game']} {row['position']}")
def test_golden_positions_round_trip(row):
    game, state = parsed(row)
    assert game.format(state) == row["position"]


def test_nothing_is_one_sequence():
    game, state = parsed(ROWS[0])
    assert perft(game, state, 0) == 1
