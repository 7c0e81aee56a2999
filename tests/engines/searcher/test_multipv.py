"""Several best lines: their values are those of each move searched alone, exact, and of one depth; a search
for one line is unchanged."""

from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from arena.kernel_players import plays_compiled
from engines.contract import EXACT, UNKNOWN, UPPER, Limits, StopSignal, Thought
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from engines.searcher.multipv import other_lines
from games.compiling.compiler import jit_disabled
from games.contract import BadText
from games.position import Position
from games.registry import game_names, load_game
from samples import ongoing_positions, searched_heuristic

DEPTHS = {"isolation": 4, "morris": 3, "chess": 3, "jungle": 2, "tabletactics": 4}
FEW = 2 if jit_disabled() else 12


@cache
def engine_of(game: str, options: str = "", explains: bool = False) -> Searcher:
    player = parse_player(f"alphabeta:{searched_heuristic(game)}{options}", game)
    engine = make_engine(player, game, table_megabytes=1, explains=explains)
    assert isinstance(engine, Searcher)
    return engine


def depth_of(game: str) -> int:
    return 1 if jit_disabled() else DEPTHS.get(game, 3)


def test_further_lines_leave_out_the_best_of_a_reordered_root() -> None:
    root = {"root_count": 4, "root_best": 0, "root_done": 4, "root_partial": 0, "stop": 0}
    ws = SimpleNamespace(root_moves=np.array([4, 5, 6, 7]), **root)
    searched: list[set[int]] = []

    def search() -> None:
        """Sorts the moves, the largest first, and finds it best."""
        searched.append(set(ws.root_moves[: ws.root_count].tolist()))
        ws.root_moves[: ws.root_count] = sorted(ws.root_moves[: ws.root_count].tolist(), reverse=True)

    assert len(list(other_lines(ws, 4, [], search))) == 3
    assert searched == [{5, 6, 7}, {5, 6}, {5}]
    assert ws.root_moves.tolist() == [4, 5, 6, 7]


@pytest.mark.parametrize("game", game_names())
def test_the_first_lines_are_worth_what_brute_force_finds(game: str) -> None:
    depth = depth_of(game)
    several = engine_of(game, ",multipv=4")
    several.limits = Limits(depth=depth)
    alone = engine_of(game)
    alone.limits = Limits(depth=depth)
    more = 0
    for position in ongoing_positions(game, 3, FEW):
        thought = several.think(position)
        lines = thought.best_moves
        assert len(lines) == thought.lines == min(4, len(position.moves))
        values = {move: alone.think(position, only=(move,)).value for move in position.moves}
        best = sorted(values.values(), reverse=True)
        if thought.depth == depth:  # otherwise a forced win or loss was found earlier
            assert [row.value for row in lines] == best[: len(lines)]
            for row in thought.root_moves:
                exact = row.bound == EXACT and row.value == values[row.move]
                assert exact or (row.bound == UPPER and row.value >= values[row.move]), position.text
        assert lines[0].move == thought.move and lines[0].value == thought.value
        assert lines[0].line == thought.pv
        assert {row.depth for row in lines} == {lines[0].depth}
        assert all(row.bound == EXACT and row.line[0] == row.move for row in lines)
        more += len({row.move for row in lines}) > 1
    assert more > 0


@pytest.mark.parametrize("game", game_names())
def test_one_line_costs_what_it_always_did(game: str) -> None:
    one, two = engine_of(game, ",multipv=1").with_empty_memory(), engine_of(game).with_empty_memory()
    one.limits = two.limits = Limits(depth=depth_of(game))
    for position in ongoing_positions(game, 5, FEW):
        first, second = one.think(position), two.think(position)
        assert (first.nodes, first.value, first.pv) == (second.nodes, second.value, second.pv)
        assert first.root_moves == second.root_moves and first.lines == 1


def test_every_snapshot_has_all_lines_also_after_a_stop() -> None:
    engine = engine_of("isolation", ",multipv=3")
    position = ongoing_positions("isolation", 3, 2)[1]
    for nodes in (*range(1, 400, 7), 3000):
        engine.limits = Limits(nodes=nodes)
        told: list[Thought] = []
        thought = engine.think(position, told.append)
        assert [snapshot.depth for snapshot in told] == list(range(1, len(told) + 1))
        assert all(len(snapshot.best_moves) == 3 for snapshot in told)
        assert thought.nodes <= nodes + 1
        if told:
            assert thought.root_moves == told[-1].root_moves and thought.move == told[-1].move
        else:
            assert thought.move in position.moves and len(thought.best_moves) < 3
    stop = StopSignal()
    stop.request()
    engine.limits = Limits()
    assert engine.think(position, stop=stop).move in position.moves


def test_only_some_moves_have_as_many_lines_as_there_are() -> None:
    engine = engine_of("isolation", ",multipv=3")
    engine.limits = Limits(depth=3)
    position = ongoing_positions("isolation", 3, 2)[1]
    some = position.moves[:2]
    thought = engine.think(position, only=some)
    assert {row.move for row in thought.best_moves} == set(some)
    assert all(row.bound == UNKNOWN for row in thought.root_moves if row.move not in some)


def test_best_line_has_the_best_value_with_extras() -> None:
    """With extras a value depends on what else was searched, so a later line may be worth more."""
    game = "morris"
    options = f"depth={1 if jit_disabled() else 6},multipv=3"
    spec = parse_player(f"strong:{searched_heuristic(game)},{options}", game)
    engine = make_engine(spec, game, table_megabytes=1)
    for position in ongoing_positions(game, 7, FEW):
        thought = engine.think(position)
        known = [row for row in thought.root_moves if row.bound == EXACT]
        assert thought.value == max(row.value for row in known) == thought.best_moves[0].value
        assert thought.pv[0] == thought.move == thought.best_moves[0].move
        lines, others = thought.best_moves, set(known) - set(thought.best_moves)
        assert all(row.value <= lines[-1].value for row in others)


@pytest.mark.parametrize("player", ["alphabeta:minimax,depth=2,multipv=3", "minimax:minimax,depth=2"])
def test_through_chance_each_value_is_told_apart(player: str) -> None:
    if jit_disabled():
        player = player.replace("depth=2", "depth=1")
    engine = make_engine(parse_player(player, "jungle"), "jungle", table_megabytes=1, explains=True)
    assert isinstance(engine, Searcher) and engine.explains
    shares = 0
    for position in ongoing_positions("jungle", 3, FEW):
        thought = engine.think(position)
        for row in thought.root_moves:
            if row.bound == EXACT:
                assert abs(sum(row.parts) - row.value) <= 1e-9 * max(1.0, abs(row.value))
                shares += len(position.chances(row.move)) > 1
            else:
                assert row.parts == ()
        for row in thought.best_moves:
            chances = position.chances(row.line[0])
            if len(row.line) == 1 and len(chances) > 1:
                mean = sum(p * v for p, v in zip(chances, row.outcomes, strict=True))
                assert mean == pytest.approx(row.value)
    assert shares > 0


def test_option_is_read_written_and_kept_from_the_game_kernel() -> None:
    text = f"alphabeta:{searched_heuristic('isolation')},depth=3,multipv=3"
    assert str(parse_player(text, "isolation")) == text
    engine = make_engine(parse_player(text, "isolation"), "isolation")
    assert isinstance(engine, Searcher) and engine.lines == 3
    assert not plays_compiled(engine, load_game("isolation"))
    for wrong in ("multipv=0", "multipv=501", "multipv=x"):
        with pytest.raises(BadText, match="multipv: expected a whole number from 1 to 500"):
            parse_player(f"alphabeta:{searched_heuristic('isolation')},{wrong}", "isolation")
    with pytest.raises(BadText, match="multipv"):
        parse_player(f"minimax:{searched_heuristic('isolation')},multipv=3", "isolation")


def test_a_mate_is_one_line_of_several() -> None:
    engine = engine_of("chess", ",multipv=2")
    engine.limits = Limits(depth=3)
    position = Position.start(load_game("chess"), text="6k1/5ppp/8/8/8/8/8/3RR1K1 w - - 0 1")
    thought = engine.think(position)
    first, second = thought.best_moves
    assert first.value == second.value, "either rook mates"
    assert {position.notation(row.move) for row in (first, second)} == {"Rd8#", "Re8#"}
