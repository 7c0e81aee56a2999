"""A search that is stopped at any node: its move, value and line belong to one finished search."""

from functools import cache

import pytest

from engines.contract import EXACT, UNKNOWN, WIN_BAND, Limits, Thought
from engines.deepening import ASPIRES_FROM, make_iteration
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from games.compiling.compiler import jit_disabled
from games.contract import ONGOING
from games.position import Position
from games.registry import load_game

CROWDED = "w1b/2w/3/w2wbb/3/1bb/www w 2 2 0"
"""A position in which a search stopped by time once had no line; the node limit that does the same is among
those below."""

CASES = [
    ("morris", "alphabeta:weighted", CROWDED),
    ("morris", "strong:weighted", CROWDED),
    ("isolation", "alphabeta:custom_score_2", None),
    ("chess", "strong:piece_value", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"),
]
SWEPT = range(1, 40 if jit_disabled() else 160)
SWEPT_SLOWLY = range(160, 4000)
"""All node limits that are tried."""


@cache
def engine_of(game: str, player: str) -> Searcher:
    engine = make_engine(parse_player(player, game), game, {}, seed=1, table_megabytes=1)
    assert isinstance(engine, Searcher)
    return engine


def check(thought: Thought, engine: Searcher) -> None:
    """Checks that move, line and value fit together, and that the value is what the line leads to."""
    place = (thought.position.text, thought.nodes, thought.depth, thought.pv)
    assert thought.pv, place
    assert thought.pv[0] == thought.move, place
    row = next(row for row in thought.root_moves if row.move == thought.move)
    if thought.depth == 0 and row.bound == UNKNOWN:
        return  # stopped before anything was known
    assert row.bound == EXACT and row.value == thought.value, place
    end = thought.pv_end()
    if end.outcome != ONGOING or abs(thought.value) > WIN_BAND:
        return
    side = thought.position.to_move
    assert thought.value == engine.lens.breakdown(end.state, side).value, place


@pytest.mark.parametrize(
    "limits", [pytest.param(SWEPT, id="few"), pytest.param(SWEPT_SLOWLY, id="many", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(("game", "player", "text"), CASES)
def test_at_every_node(game, player, text, limits):
    engine = engine_of(game, player)
    position = Position.start(load_game(game), text=text)
    for nodes in limits:
        engine.limits = Limits(nodes=nodes)
        seen: list[Thought] = []
        check(engine.think(position, seen.append), engine)
        for thought in seen:
            check(thought, engine)


def test_a_table_that_knows_the_answer_does_not_spare_the_line():
    """A thread that is ahead leaves the root's value in the table. If another thread's window is elsewhere,
    that value must not answer for the root: what the workspace still holds would pass for its result."""
    engine = engine_of("morris", "strong:weighted")
    position = Position.start(load_game("morris"), text=CROWDED)
    engine.limits = Limits(depth=1)
    engine.think(position)
    mind = engine._minds[0]
    mind.workspace.stop = 0
    value = engine._run(mind, ASPIRES_FROM + 1)
    assert value > -490.0
    assert engine._kernels is not None
    memory = (mind.workspace, mind.states, engine._table, engine.lens.prepared)
    assert make_iteration(engine._kernels.search.alphabeta)(*memory, ASPIRES_FROM, -501.0, -499.0, 1.0)
    assert mind.workspace.root_done == mind.workspace.root_count
    assert mind.workspace.pv_length[0] > 0


def test_a_drawn_value_has_no_sign():
    """White loses the queen and is stalemated, or keeps both kings alone: the value is 0, not -0."""
    engine = engine_of("chess", "strong:piece_value")
    position = Position.start(load_game("chess"), text="7k/8/8/8/8/6q1/8/5Q1K w - - 0 1")
    engine.limits = Limits(depth=2 if jit_disabled() else 8)
    thought = engine.think(position)
    values = (thought.value, *(row.value for row in thought.root_moves))
    assert thought.value == 0.0
    assert not [value for value in values if str(value) == "-0.0"]
