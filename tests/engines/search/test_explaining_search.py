"""The search that explains itself: it finds what the usual search finds, and its parts sum to the value,
through chance as well."""

from functools import cache

import numpy as np
import pytest

from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from games.compiling.compiler import jit_disabled
from games.position import Position
from games.registry import game_names, load_game
from heuristics.lens import Lens
from heuristics.registry import heuristics_of
from samples import endless_positions, ongoing_positions


@cache
def engines(options: str) -> tuple[Searcher, Searcher]:
    plain = make_engine(parse_player(options, "jungle"), "jungle", table_megabytes=4)
    assert isinstance(plain, Searcher)
    return plain, plain.with_empty_memory(explains=True)


def ends_in_chance(position: Position, line: tuple[int, ...]) -> bool:
    for move in line:
        if len(position.chances(move)) > 1:
            return True
        position = position.play(move)
    return False


def check_parts(position: Position, options: str) -> bool:
    """Checks that the parts sum to the value; returns whether chance was involved."""
    plain, explaining = engines(options)
    found, explained = plain.think(position), explaining.think(position)
    assert (explained.value, explained.pv, explained.nodes) == (found.value, found.pv, found.nodes)
    rounding = 1e-15 * sum(map(abs, explained.parts))  # of contributions that cancel out
    assert abs(sum(explained.parts) - explained.value) <= 1e-9 * abs(explained.value) + rounding
    assert found.parts == ()
    return ends_in_chance(position, explained.pv)


@pytest.mark.parametrize("options", ["alphabeta:minimax,depth=3", "strong:minimax,depth=3"])
def test_parts_sum_to_the_value_through_reveals(options: str) -> None:
    if jit_disabled():
        options = options.replace("depth=3", "depth=1")
    positions = ongoing_positions("jungle", 3, 3 if jit_disabled() else 30)
    by_chance = [check_parts(position, options) for position in positions]
    assert any(by_chance)


@pytest.mark.slow
@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
@pytest.mark.parametrize("options", ["alphabeta:minimax,depth=3", "strong:minimax,depth=2"])
def test_ten_thousand_lines_with_reveals(options: str) -> None:
    count = 0
    for position in endless_positions(load_game("jungle"), 11):
        if position.moves and check_parts(position, options):
            count += 1
            if count == 10_000:
                break


@pytest.mark.parametrize("game", game_names())
def test_contributions_are_the_evaluation_taken_apart(game: str) -> None:
    """Each contribution is that of the breakdown, and their sum in order is the evaluation's value, bit for
    bit."""
    for heuristic in heuristics_of(game):
        lens = Lens.of(heuristic)
        contribute, evaluate = heuristic.contributor(), heuristic.evaluator()
        out = np.full(len(heuristic.terms) + 1, np.nan)
        for position in ongoing_positions(game, 5, 12):
            for side in (0, 1):
                contribute(position.state, side, lens.prepared, out)
                rows = lens.breakdown(position.state, side).rows
                terms = rows[len(rows) - len(heuristic.terms) :]
                assert out.tolist()[:-1] == [row.contribution for row in terms]
                value = 0.0
                for part in out[:-1]:
                    value += part
                assert value + out[-1] == evaluate(position.state, side, lens.prepared)
