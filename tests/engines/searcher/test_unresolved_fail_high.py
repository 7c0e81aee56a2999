"""A search that is stopped while it finds out by how much a move is better than the best so far."""

from collections.abc import Iterator
from itertools import product

import pytest

from engines.contract import EXACT, WIN_BAND, Limits, Thought
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from games.compiling.compiler import jit_disabled
from games.contract import ONGOING
from games.registry import game_names
from samples import ongoing_positions, searched_heuristic

NODES, COUNT = (60, 8) if jit_disabled() else (1500, 100)

KINDS = ("alphabeta", "strong")
COMES_UP = {*product(("isolation", "morris", "chess", "tabletactics"), KINDS), ("jungle", "alphabeta")}
"""With which games and kinds of player it happens in these positions. A small game is searched to its end."""


def engine_of(game: str, options: str, kind: str = "strong") -> Searcher:
    player = parse_player(f"{kind}:{searched_heuristic(game)},{options}", game)
    engine = make_engine(player, game, {}, seed=1, table_megabytes=1)
    assert isinstance(engine, Searcher)
    return engine


def thoughts(game: str, kind: str) -> Iterator[tuple[Thought, Thought]]:
    """The thoughts of two players about the same positions. One of them ends with the move that came up at
    the last moment, the other does not."""
    with_it, without = (engine_of(game, f"nodes={NODES},last_moment={on}", kind) for on in (1, 0))
    for position in ongoing_positions(game, 5, COUNT):
        yield with_it.think(position), without.think(position)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", game_names())
def test_last_moment_move_has_its_line_and_leaves_no_trace(game: str, kind: str) -> None:
    """Both players' memories stay equal, and so do all their searches except for that move."""
    came_up = 0
    for thought, other in thoughts(game, kind):
        place = thought.position.text
        assert thought.nodes == other.nodes and thought.depth == other.depth, place
        assert "last moment" not in other.remark
        if "last moment" not in thought.remark:
            assert (thought.move, thought.pv, thought.value) == (other.move, other.pv, other.value), place
            continue
        came_up += 1
        assert thought.move is not None and other.move is not None and thought.move == thought.pv[0]
        row = next(row for row in thought.root_moves if row.move == thought.move)
        assert row.bound == EXACT and (row.value, row.line) == (thought.value, thought.pv), place
        rest, its = ([each for each in one.root_moves if each.move != row.move] for one in (thought, other))
        assert rest == its and thought.move != other.move
        end = thought.pv_end()
        if end.outcome == ONGOING and abs(thought.value) <= WIN_BAND and not thought.outcomes:
            assert thought.lens is not None
            value = thought.lens.breakdown(end.state, thought.position.to_move).value
            assert thought.value == value, place
        move, best = (thought.position.notation(each) for each in (thought.move, other.move))
        plies = "1 ply" if row.depth == 1 else f"{row.depth} plies"
        turned = f"{move} turned out better than {best} at the last moment"
        assert thought.remark.endswith(f"{turned}; its value is from a search of {plies}.")
    assert came_up > 0 or jit_disabled() or (game, kind) not in COMES_UP


@pytest.mark.skipif(jit_disabled(), reason="too slow uncompiled")
@pytest.mark.parametrize("game", ["morris", "chess", "isolation"])
def test_last_moment_move_is_better_at_the_unfinished_depth(game: str) -> None:
    """For an exact search, confirmed by searching each of the two moves alone."""
    deeper = engine_of(game, "depth=1", "alphabeta")
    for thought, other in thoughts(game, "alphabeta"):
        if "last moment" in thought.remark:
            assert thought.move is not None and other.move is not None
            deeper = deeper.to_depth(thought.depth + 1)
            one, two = (deeper.think(thought.position, only=(each,)) for each in (thought.move, other.move))
            assert one.value > two.value, thought.position.text


@pytest.mark.skipif(jit_disabled(), reason="too slow uncompiled")
def test_several_best_lines_have_no_last_moment() -> None:
    engine = engine_of("chess", "multipv=2")
    engine.limits = Limits(nodes=NODES)
    for position in ongoing_positions("chess", 5, COUNT):
        assert "last moment" not in engine.think(position).remark
