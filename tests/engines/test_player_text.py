"""The parser of players, and what engines make of their options."""

import sys
from types import ModuleType

import numpy as np
import pytest

from engines import registry
from engines.contract import EXACT, UNKNOWN, UPPER, EngineFailure, Limits, StopSignal, Thought
from engines.player_kinds import Kind
from engines.player_text import default_opponent, make_engine, parse_player
from engines.registry import kinds_for
from engines.search_engine import Searcher
from games.compiling.compiler import jit_disabled
from games.contract import ONGOING, BadText
from games.position import Position
from games.registry import game_names, load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens

MIDDLE = "7/7/3w3/7/2b4/7/7 w"


@pytest.mark.parametrize(
    "text",
    [
        "human",
        "random",
        "random,seed=7",
        "greedy:improved",
        "minimax:open,depth=2",
        "alphabeta:custom_score,depth=5,seed=1",
        "alphabeta:improved,nodes=20000,ms=100",
        "alphabeta:custom_score,depth=2,targets=1.5,corner targets=-0.25",
        "random,busy=1",
    ],
)
def test_players_are_written_back_as_read(text: str) -> None:
    assert str(parse_player(text, "isolation")) == text


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("alphabet:improved", "alphabeta"),
        ("alphabeta", "HEURISTIC"),
        ("alphabeta:improve", "custom_score_3"),
        ("alphabeta:improved,dept=3", "depth=N"),
        ("alphabeta:improved,depth", "depth=N"),
        ("alphabeta:improved,depth=0", "from 1"),
        ("alphabeta:improved,depth=x", "'x'"),
        ("alphabeta:improved,depth=2,depth=3", "twice"),
        ("alphabeta:improved,mobility=2,mobility=3", "twice"),
        ("alphabeta:improved,mobility=high", "'high'"),
        ("alphabeta:improved,mobility=1e99", "from"),
        ("alphabeta:improved,mobilty=2", "mobility"),
        ("random,busy=2", "from 0"),
        ("random:improved", "no heuristic"),
        ("", "human"),
    ],
)
def test_a_wrong_player_is_one_line_that_names_the_part(text: str, named: str) -> None:
    with pytest.raises(BadText) as caught:
        parse_player(text, "isolation")
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_an_opponent(game: str) -> None:
    spec = default_opponent(game)
    assert parse_player(str(spec), game) == spec
    assert {"human", "random", "greedy", "minimax", "alphabeta"} <= {k.name for k in kinds_for(game)}


def test_weights_of_a_player_s_text_go_before_settings() -> None:
    weights = {"isolation": {"custom_score": {"targets": 3.0, "overlap": 4.0}}}
    engine = make_engine(parse_player("greedy:custom_score,targets=2", "isolation"), "isolation", weights)
    assert isinstance(engine, Searcher)
    assert (engine.lens.weight("targets"), engine.lens.weight("overlap")) == (2.0, 4.0)


@pytest.mark.parametrize(("text", "idles"), [("random", True), ("random,busy=1", False)])
def test_a_busy_player_at_random_ends_no_turn_early(text: str, idles: bool) -> None:
    game = load_game("tabletactics")
    engine = make_engine(parse_player(text, game.name), game.name)
    position, early = Position.start(game), 0
    for _ in range(150):
        if position.outcome != ONGOING:
            position = Position.start(game)
        move = engine.think(position).move
        assert move is not None
        early += game.idles(position.state, move) and len(position.moves) > 1
        position = position.play(move)
    assert (early > 0) == idles


def thought(text: str, position: str = MIDDLE, seed: int = 0):  # type: ignore[no-untyped-def]
    game = load_game("isolation")
    engine = make_engine(parse_player(text, "isolation"), "isolation", seed=seed, table_megabytes=1)
    return engine.think(Position.start(game, text=position))


def test_minimax_knows_every_move_exactly() -> None:
    result = thought("minimax:improved,depth=2")
    assert result.depth == 2
    assert {row.bound for row in result.root_moves} == {EXACT}
    assert result.value == max(row.value for row in result.root_moves)
    assert next(row.value for row in result.root_moves if row.move == result.move) == result.value


def test_alphabeta_agrees_with_minimax_and_bounds_hold() -> None:
    exact = {row.move: row.value for row in thought("minimax:improved,depth=3").root_moves}
    result = thought("alphabeta:improved,depth=3")
    assert result.value == max(exact.values())
    for row in result.root_moves:
        assert row.value == exact[row.move] if row.bound == EXACT else row.value >= exact[row.move]


def test_greedy_is_the_best_move_one_ply_deep() -> None:
    result = thought("greedy:improved")
    assert result.depth == 1
    assert result.value == max(row.value for row in result.root_moves)


def test_same_seed_same_move_and_other_seeds_vary() -> None:
    text, empty = "alphabeta:improved,depth=1", "7/7/7/7/7/7/7 w"
    moves = [thought(text, empty, seed).move for seed in range(12)]
    assert moves == [thought(text, empty, seed).move for seed in range(12)]
    assert len(set(moves)) > 1
    values = {thought(text, empty, seed).value for seed in range(12)}
    assert len(values) == 1


def test_limits_in_nodes_are_kept_and_repeatable() -> None:
    first, second = (thought("alphabeta:improved,nodes=3000") for _ in range(2))
    assert first.nodes <= 3000
    assert (first.move, first.value, first.nodes) == (second.move, second.value, second.nodes)


def test_random_player_is_seeded_and_values_nothing() -> None:
    moves = [thought("random", seed=seed).move for seed in range(20)]
    assert moves == [thought("random", seed=seed).move for seed in range(20)]
    assert len(set(moves)) > 1
    assert {row.bound for row in thought("random").root_moves} == {UNKNOWN}


def test_a_stop_before_the_search_still_gives_a_legal_move() -> None:
    game = load_game("isolation")
    position = Position.start(game, text=MIDDLE)
    engine = make_engine(
        parse_player("alphabeta:improved,depth=30", "isolation"), "isolation", table_megabytes=1
    )
    engine.prepare("isolation")
    stop = StopSignal()
    stop.request()
    assert engine.think(position, stop=stop).move in position.moves


def test_a_finished_game_has_no_move() -> None:
    engine = make_engine(parse_player("random", "isolation"), "isolation")
    with pytest.raises(EngineFailure, match="over"):
        engine.think(Position.start(load_game("isolation"), text="xxxxxxx/" * 6 + "wxxxxxb w"))


def failing() -> Heuristic:
    heuristic = Heuristic("failing", "isolation", "Divides by nothing.", "this test")

    @heuristic.single(weight=1.0)
    def ratio(state, side):  # type: ignore[no-untyped-def]
        """A quotient that does not exist once both pieces are placed."""
        return 1 // (state.pieces[0] - state.pieces[0])

    return heuristic


def test_exception_in_a_heuristic_is_a_failure_with_reason() -> None:
    heuristic = failing()
    engine = Searcher(Lens.of(heuristic), Limits(depth=2))
    with pytest.raises(EngineFailure, match=r"failing.*[Zz]ero"):
        engine.think(Position.start(load_game("isolation"), text=MIDDLE))


def test_a_failure_in_compiled_code_names_its_line() -> None:
    heuristic = Heuristic("rarely", "isolation", "Divides by nothing in some positions.", "this test")

    @heuristic.difference(weight=1.0)
    def quotient(state, side):  # type: ignore[no-untyped-def]
        """Does not exist while White stands on b6."""
        return 1 / (state.pieces[0] - 8)

    line = quotient.__code__.co_firstlineno + 3
    engine = Searcher(Lens.of(heuristic), Limits(depth=2))
    with pytest.raises(EngineFailure, match=rf"rarely.*[Zz]ero.*test_player_text.py, line {line}\)"):
        engine.think(Position.start(load_game("isolation"), text="7/7/7/4b2/7/7/7 w"))


def uncompilable() -> Heuristic:
    heuristic = Heuristic("wordy", "isolation", "Uses what Numba has not got.", "this test")

    @heuristic.difference(weight=1.0)
    def letters(state, side):  # type: ignore[no-untyped-def]
        """Counts targets in a way that only Python can."""
        return len({str(eval("state.blocked")): 1}) + bin(state.blocked >> side).count("1")

    return heuristic


def uncompilable_within_numba() -> Heuristic:
    heuristic = Heuristic("mixed", "isolation", "What Numba notices only in code of its own.", "this test")

    @heuristic.difference(weight=1.0)
    def table(state, side):  # type: ignore[no-untyped-def]
        """Counts free squares through a sum of pairs."""
        return sum([(state.blocked & 7, 1)], ())[0]

    return heuristic


@pytest.mark.filterwarnings("ignore::Warning")  # Numba's, of what it is about to refuse
@pytest.mark.parametrize("heuristic", [uncompilable(), uncompilable_within_numba()], ids=lambda h: h.name)
def test_a_term_that_cannot_be_compiled_still_works_and_says_so(heuristic: Heuristic) -> None:
    engine = Searcher(Lens.of(heuristic), Limits(depth=2))
    position = Position.start(load_game("isolation"), text=MIDDLE)
    result = engine.think(position)
    assert result.move in position.moves
    assert Lens.of(heuristic).breakdown(result.pv_end().state, position.to_move).value == result.value
    if not jit_disabled():
        assert "uncompiled" in result.remark
        assert "test_player_text.py, line" in result.remark


@pytest.mark.parametrize("player", ["alphabeta:improved,depth=4", "minimax:improved,depth=2", "random"])
def test_only_some_moves_are_thought_about(player):
    """A move that is searched alone has its own value, and the table does not mix it with other searches."""
    position = Position.start(load_game("isolation"), text="7/7/3w3/7/2b4/7/7 w")
    engine = make_engine(parse_player(player, "isolation"), "isolation", table_megabytes=1)
    whole = engine.think(position)
    asked = next(row.move for row in whole.root_moves if row.move != whole.move)
    alone = engine.think(position, only=(asked,))
    assert alone.move == asked and alone.pv[0] == asked
    rows = {row.move: row for row in alone.root_moves}
    assert {row.bound for move, row in rows.items() if move != asked} == {UNKNOWN}
    if player == "random":
        return
    assert rows[asked].bound == EXACT and rows[asked].depth == alone.depth
    assert alone.lens.breakdown(alone.pv_end().state, position.to_move).value == alone.value <= whole.value
    again = engine.think(position)
    assert (again.move, again.value) == (whole.move, whole.value)


def test_what_another_remembers_saves_a_search():
    """The same value with fewer nodes. Nothing is taken over from an engine with another lens."""
    position = Position.start(load_game("isolation"), text="7/7/3w3/7/2b4/7/7 w")
    player = parse_player("alphabeta:improved,depth=6", "isolation")
    first, alone, other = (make_engine(player, "isolation", table_megabytes=1) for _ in range(3))
    asked = next(row.move for row in first.think(position).root_moves if row.bound == UPPER)
    fresh = alone.think(position, only=(asked,))
    other.recall(first)
    recalled = other.think(position, only=(asked,))
    assert (recalled.value, recalled.depth) == (fresh.value, fresh.depth)
    assert recalled.nodes < fresh.nodes
    stranger = Searcher(Lens.of(first.lens.heuristic, {"mobility": 2.0}), Limits(), table_megabytes=1)
    stranger.recall(first)
    assert not stranger._table.view(np.uint8).any()


def test_a_kind_of_engine_is_one_module_and_one_line(monkeypatch):
    """As the README promises: with a module that has KINDS, and its name in the registry, a player plays
    anywhere."""

    class Last:
        name = "last"

        def __init__(self, back):
            self.back = back

        def prepare(self, game_name):
            pass

        def think(self, position, publish=None, stop=None, only=()):
            moves = only or position.moves
            return Thought(position, moves[-1 - self.back % len(moves)], 0.0, 0, 0, 0.0, (), ())

        def peek(self):
            return 0, 0

        def close(self):
            pass

    module = ModuleType("engines.last_player")
    module.KINDS = (
        Kind(
            "last",
            "The last legal move.",
            lambda spec, making: Last(spec.option("back") or 0),
            options={"back": (0, 9)},
        ),
    )
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr("engines.registry.MODULES", (*registry.MODULES, module.__name__))
    registry.kinds.cache_clear()
    try:
        spec = parse_player("last,back=1", "isolation")
        position = Position.start(load_game("isolation"))
        assert make_engine(spec, "isolation").think(position).move == position.moves[-2]
        assert "last" in [kind.name for kind in kinds_for("chess")]
        with pytest.raises(BadText, match="expected a whole number from 0 to 9"):
            parse_player("last,back=10", "isolation")
    finally:
        registry.kinds.cache_clear()
