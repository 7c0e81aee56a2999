"""The selective search in other games than chess: whose values it returns, and what it does without hints."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from docs.selective_parts import only
from engines import workspace
from engines.contract import WIN
from engines.player_text import make_engine, parse_player
from engines.search import make_search
from engines.search.build import Build
from engines.search.options import EXTRAS, SELECTIVE_CUTS
from engines.search.selective import search as search_module
from engines.search.selective.game_hints import hints_of_build
from engines.search_engine import Searcher
from engines.search_hints import NONE, PIECE_TO, SearchHints, hints_of
from engines.selective_memory import GAMES
from engines.workspace import new_states, new_table, new_workspace, set_root
from games.contract import BLACK_WINS, DRAW, ONGOING, WHITE_WINS, BadText, Game, State, new_state, zobrist
from games.position import Position
from games.registry import game_names, load_game
from heuristics.lens import Lens
from heuristics.registry import load_heuristic
from samples import ongoing_positions, searched_heuristic

# A game that states nothing for searches: the players take numbers from the ends of a row in turn. Who has
# more in the end wins.

ROW = (3, 7, 1, 8, 5, 4, 9, 2)
TAKEN_KEYS, END_KEYS = zobrist(71, 2, 64), zobrist(72, 2, 16)
DTYPE = np.dtype(
    [("key", "i8"), ("first", "i8"), ("last", "i8"), ("taken", "i8", (2,)), ("to_move", "i1")], align=True
)


def initial(options: Any) -> State:
    state = new_state(DTYPE)
    state.last = len(ROW) - 1
    return state


def legal_moves(state: State, out: np.ndarray) -> int:
    n = int(min(state.last - state.first + 1, 2))
    for move in range(n):
        out[move] = move
    return n


def apply(state: State, move: int, chance: int, after: State) -> None:
    side = state.to_move
    after.taken[1 - side] = state.taken[1 - side]
    after.taken[side] = state.taken[side] + ROW[state.last if move else state.first]
    after.first, after.last = state.first + 1 - move, state.last - move
    after.to_move = 1 - side
    after.key = END_KEYS[0, after.first] ^ END_KEYS[1, after.last] ^ (np.int64(after.to_move) << 60)
    for each in (0, 1):
        after.key ^= TAKEN_KEYS[each, after.taken[each]]


def outcome(state: State) -> int:
    if state.first <= state.last:
        return ONGOING
    white, black = state.taken
    return DRAW if white == black else WHITE_WINS if white > black else BLACK_WINS


ENDS = replace(
    load_game("isolation"),
    name="ends of a row",
    dtype=DTYPE,
    max_moves=2,
    initial=initial,
    legal_moves=legal_moves,
    apply=apply,
    outcome=outcome,
)


def lead(ws: Any, state: Any, weights: Any) -> float:
    return float(state.taken[ws.side] - state.taken[1 - ws.side])


def after(moves: str) -> Position:
    position = Position.start(ENDS)
    for move in moves:
        position = position.play(int(move))
    return position


def value_at_end(position: Position, line: list[int]) -> float:
    """The value of the position that a line leads to, for the side to move at its beginning."""
    end = position
    for move in line:
        end = end.play(move)
    if end.outcome == ONGOING:
        return float(end.state.taken[position.to_move] - end.state.taken[1 - position.to_move])
    if end.outcome == DRAW:
        return 0.0
    return WIN - len(line) if end.outcome == position.to_move else len(line) - WIN


def searches(game: Game, evaluate: Callable[..., float], position: Position, **flags: float) -> Any:
    """`found(depth, selective)`: the value and the line of one search after another, uncompiled."""
    workspace_and_search = {}
    for selective in (False, True):
        ws = new_workspace(game, {"pawn": 1e9, **flags})
        states = new_states(game)
        set_root(ws, states, position, list(position.moves))
        cuts = SELECTIVE_CUTS if selective else frozenset[str]()
        search = make_search(game, cuts, evaluate=evaluate, contribute=evaluate)
        workspace_and_search[selective] = ws, states, new_table(0.1), search

    def found(depth: int, selective: bool) -> tuple[float, list[int]]:
        ws, states, table, search = workspace_and_search[selective]
        if selective:
            search.alphabeta(ws, states, table, None, 0, depth, -np.inf, np.inf)
        else:
            search.minimax(ws, states, table, None, 0, depth)
        value = float(ws.root_values[ws.root_best])
        return value, ws.pv[0, : ws.pv_length[0]].tolist()

    return found


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(workspace, "SELECTIVE_GAMES", (ENDS.name,))
    assert hints_of(ENDS) is NONE
    return ENDS


@pytest.fixture
def nothing_cut(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Switches off all that skips moves or changes their depth."""
    make_steps = search_module.make_steps

    def steps(*of: Any) -> Any:
        return make_steps(*of)._replace(is_left_to_quiescence=lambda *of: False)

    monkeypatch.setattr(search_module, "make_steps", steps)
    monkeypatch.setattr(search_module, "depth_after_raise", lambda depth, value, beta: depth)
    with only(set()):
        yield


@pytest.mark.parametrize("moves", ["", "0", "01", "110"])
def test_without_hints_and_cuts_values_are_minimaxs(ends: Game, nothing_cut: None, moves: str) -> None:
    position = after(moves)
    found = searches(ends, lead, position, use_table=0)
    values = set()
    for depth in range(1, len(ROW) + 1):
        value, line = found(depth, True)
        assert value == found(depth, False)[0]
        assert value == value_at_end(position, line)
        values.add(value)
    assert len(values) > 3


@pytest.mark.parametrize("moves", ["", "0", "1", "01", "110", "0101"])
def test_without_hints_the_end_of_a_game_is_seen(ends: Game, moves: str) -> None:
    position = after(moves)
    found = searches(ends, lead, position, **{extra.flag: 1 for extra in EXTRAS})
    left = len(ROW) - len(moves)
    for depth in range(1, 2 * left):
        value, line = found(depth, True)
    assert value == searches(ends, lead, position)(left, False)[0]
    assert value == value_at_end(position, line) and abs(value) in (0.0, WIN - left)


def test_noisy_moves_alone_make_quiescence(ends: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below depth 0 the numbers from 7 on are taken, without any other hint."""

    def noisy(state: State, move: int) -> bool:
        return bool(ROW[state.last if move else state.first] > 6)

    hints = SearchHints(noisy=noisy)
    monkeypatch.setattr("engines.search.build.hints_of", lambda game: hints)
    flags = {"quiescence": 1, "use_table": 0, "pawn": 1.0}
    # White takes the 3 and Black the 7, or White the 2, Black the 9 and White the 4: which is not noisy.
    found = searches(ends, lead, Position.start(ends), **flags)
    assert found(1, True) == (3.0 - 7.0, [0, 0])


@pytest.mark.parametrize("game", GAMES)
def test_where_nothing_is_cut_each_games_values_are_minimaxs(game: str, nothing_cut: None) -> None:
    """In each of them the turn passes with every move, and so does the sign of a value."""
    lens = Lens.of(load_heuristic(game, searched_heuristic(game)))
    evaluator = lens.heuristic.evaluator()

    def evaluate(ws: Any, state: Any, weights: Any) -> float:
        return float(evaluator(state, ws.side, lens.prepared))

    positions = [each for each in ongoing_positions(game, 13, 60) if 2 < len(each.moves) < 12][:3]
    assert len(positions) == 3
    for position in positions:
        found = searches(load_game(game), evaluate, position, use_table=0)
        for depth in (1, 2) if game == "chess" else (1, 2, 3):
            assert found(depth, True)[0] == found(depth, False)[0]


@pytest.mark.parametrize("game", game_names())
def test_it_plays_where_each_turn_is_one_move_without_chance(game: str) -> None:
    rules = load_game(game)
    passes = all(
        position.play(move).to_move != position.to_move
        for position in ongoing_positions(game, 17, 20)
        for move in position.moves
        if not rules.has_chance
    )
    if game in GAMES:
        assert passes and not rules.has_chance
        return
    with pytest.raises(BadText, match=r"selective does not play \w+, only chess, isolation, morris"):
        parse_player(f"selective:{searched_heuristic(game)}", game)


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"chess"}))
def test_in_each_game_it_searches_and_repeats_itself(game: str) -> None:
    text = f"selective:{searched_heuristic(game)},nodes=300"
    for position in ongoing_positions(game, 5, 3):
        both = []
        for _ in (0, 1):
            engine = make_engine(parse_player(text, game), game, table_megabytes=1)
            assert isinstance(engine, Searcher)
            both.append(replace(engine, compile=False).think(position))
        assert both[0].move == both[1].move in position.moves
        assert both[0].pv == both[1].pv and both[0].nodes == both[1].nodes
        end = both[0].pv_end()
        if end.outcome == ONGOING:
            value = engine.lens.breakdown(end.state, position.to_move).value
            assert value == both[0].value


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_of_legality_knows_the_moves_of_a_game(game: str) -> None:
    is_legal, draw = hints_of(load_game(game)).is_legal, np.random.default_rng(5)
    assert is_legal is not None
    for position in ongoing_positions(game, 19, 60):
        legal = set(position.moves)
        changed = [move ^ 1 << int(draw.integers(31)) for move in legal for _ in range(6)]
        mixed = [move & 4095 | int(draw.integers(1 << 10)) << 12 for move in legal]
        for move in (*legal, *changed, *mixed, *draw.integers(1 << 31, size=30).tolist()):
            assert is_legal(position.state, move) == (move in legal), (position.text, move)


def test_a_piece_and_its_goal_have_a_number_in_range() -> None:
    for game in GAMES:
        build = Build(load_game(game), lead, lead, SELECTIVE_CUTS)
        for position in ongoing_positions(game, 21, 10):
            for move in position.moves:
                assert 0 <= hints_of_build(build).piece_to(position.state, move) < PIECE_TO
