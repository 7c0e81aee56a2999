"""The options that change what alpha-beta sees. Quiescence is compared with its definition. With all of them,
lines lead to their values, moves stay sound, and exact values stay exact."""

from functools import lru_cache

import numpy as np
import pytest

from engines.compiling.kernels import load_kernels
from engines.contract import WIN_BAND, Limits
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from engines.search_hints import hints_of
from engines.search_kinds import EXTRA_FLAGS
from engines.tree_recorder import Recording
from engines.workspace import MAX_PLY, new_states
from games.compiling.compiler import compiled, jit_disabled
from games.contract import DRAW, ONGOING, Game
from games.position import Position
from games.registry import game_names, load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import load_heuristic
from samples import ongoing_positions, random_positions, searched_heuristic

DEPTHS = {"isolation": 5, "morris": 4, "chess": 4, "jungle": 3, "tabletactics": 5}
DEPTH = 4  # of games without an entry
FEW = 2 if jit_disabled() else 20
SHALLOWER = 2 if jit_disabled() else 0
SWITCHES = (*EXTRA_FLAGS, "aspiration")


@lru_cache(maxsize=4)
def player(text: str, game: str) -> Searcher:
    kind, _, options = text.partition(",")
    spec = parse_player(f"{kind}:{searched_heuristic(game)},{options}", game)
    engine = make_engine(spec, game, table_megabytes=4)
    assert isinstance(engine, Searcher)
    return engine


def depth_for(game: str) -> int:
    return max(1, DEPTHS.get(game, DEPTH) - SHALLOWER)


# Quiescence


def make_definition(game: Game, heuristic: Heuristic):
    """Minimax with quiescent leaves and the textbook's cut-offs: no table, no ordering, no narrow windows.
    Gives up, with any value, when `budget[0]` is spent."""
    evaluate = heuristic.evaluator()
    legal_moves, apply, outcome = game.legal_moves, game.apply, game.outcome
    hints, in_check = hints_of(game), game.in_check
    noisy, may_stand_pat = hints.noisy, hints.may_stand_pat
    chance_count, chance_probability = game.chance_count, game.chance_probability

    def best(states, moves, weights, budget, side, ply, depth, at_least, at_most):
        # Values are for the root's `side`: they do not change sign as in the engines' search.
        budget[0] -= 1
        state = states[ply]
        result = outcome(state)
        if result != ONGOING:
            if result == DRAW:
                return 0.0
            return 1e9 - ply if result == side else ply - 1e9
        maximises = state.to_move == side
        only_noisy = depth <= 0 and not in_check(state)
        value = -np.inf if maximises else np.inf
        if (only_noisy and may_stand_pat(state)) or budget[0] < 0:
            value = evaluate(state, side, weights)
        if budget[0] < 0:
            return value
        n = legal_moves(state, moves[ply])
        for i in range(n):
            move = np.int64(moves[ply, i])
            if only_noisy and not noisy(state, move):
                continue
            low = max(at_least, value) if maximises else at_least
            high = at_most if maximises else min(at_most, value)
            if low >= high:
                break
            outcomes = chance_count(state, move)
            mean = 0.0
            for chance in range(outcomes):
                apply(state, move, chance, states[ply + 1])
                if outcomes > 1:
                    low, high = -np.inf, np.inf
                part = best(states, moves, weights, budget, side, ply + 1, depth - 1, low, high)
                mean += chance_probability(state, move, chance) * part
            value = max(value, mean) if maximises else min(value, mean)
        return value

    return best


@pytest.mark.parametrize("name", ["chess", "morris", "jungle", "tabletactics"])
@pytest.mark.parametrize("positions", [25, pytest.param(100, marks=pytest.mark.slow)])
def test_quiescence_is_what_its_definition_says(name: str, positions: int) -> None:
    game, heuristic = load_game(name), load_heuristic(name, searched_heuristic(name))
    definition = compiled(make_definition(game, heuristic))
    states, moves = new_states(game), np.zeros((MAX_PLY + 1, game.max_moves), np.int32)
    weights = Lens.of(heuristic).prepared
    budget = np.zeros(1, np.int64)
    compared = differing = 0
    for position in ongoing_positions(name, 1, 2 if jit_disabled() else positions):
        position = Position(game, position.state)  # without history, nothing recurs within two plies
        for depth in (1, 2):
            states[0] = position.state
            budget[0] = 1_000 if jit_disabled() else 200_000
            window = (-np.inf, np.inf)
            expected = definition(states, moves, weights, budget, position.to_move, 0, depth, *window)
            if budget[0] < 0:
                continue  # too many captures for a search without ordering
            engine = player(f"alphabeta,depth={depth},quiescence=1", name)
            assert engine.think(position).value == expected, (position.text, depth)
            compared += 1
            differing += expected != player(f"alphabeta,depth={depth}", name).think(position).value
    assert compared >= (1 if jit_disabled() else positions)
    assert jit_disabled() or 10 * differing > positions


def test_without_noisy_moves_quiescence_is_plain() -> None:
    game = "isolation"
    for position in ongoing_positions(game, 1, FEW):
        plain = player(f"alphabeta,depth={depth_for(game)}", game).think(position)
        quiescent = player(f"alphabeta,depth={depth_for(game)},quiescence=1", game).think(position)
        assert quiescent.value == plain.value


# True of all options


def check_line(position: Position, engine: Searcher) -> bool:
    """Checks that the line is legal and ends where the value comes from; returns whether it ends in an
    evaluation."""
    thought = engine.think(position)
    assert thought.move == thought.pv[0]
    end = position
    for move in thought.pv:
        assert move in end.moves
        if len(end.chances(move)) > 1:
            return False
        end = end.play(move)
    assert end.text == thought.pv_end().text
    if end.outcome == ONGOING:
        assert engine.lens.breakdown(end.state, position.to_move).value == thought.value
        return True
    if end.outcome == DRAW:
        assert thought.value == 0.0
    else:
        plies = len(thought.pv)
        assert thought.value == (1e9 - plies if end.outcome == position.to_move else plies - 1e9)
    return False


@pytest.mark.parametrize("game", game_names())
def test_the_line_of_strong_leads_to_its_value(game: str) -> None:
    for limits in (f"depth={depth_for(game)}", "nodes=3000"):
        engine = player(f"strong,{limits}", game)
        shown = [check_line(position, engine) for position in ongoing_positions(game, 2, FEW)]
        assert jit_disabled() or any(shown)


@pytest.mark.parametrize("switch", SWITCHES)
def test_each_option_alone(switch: str) -> None:
    for text in (f"alphabeta,{switch}=1", f"strong,{switch}=0"):
        engine = player(f"{text},depth={depth_for('chess')}", "chess")
        shown = [check_line(position, engine) for position in ongoing_positions("chess", 3, FEW)]
        assert jit_disabled() or any(shown)


@pytest.mark.parametrize("game", game_names())
def test_aspiration_windows_change_no_value(game: str) -> None:
    for position in ongoing_positions(game, 4, FEW):
        plain = player(f"alphabeta,depth={depth_for(game)}", game).think(position)
        aspiring = player(f"alphabeta,depth={depth_for(game)},aspiration=1", game).think(position)
        assert aspiring.value == plain.value, position.text
        assert aspiring.depth == plain.depth


@pytest.mark.skipif(jit_disabled(), reason="needs depth, and so the compiler")
@pytest.mark.parametrize("switch", ["nullmove", "reductions"])
def test_what_cuts_saves_nodes(switch: str) -> None:
    nodes = {0: 0, 1: 0}
    for position in ongoing_positions("chess", 5, 10):
        for on in nodes:
            nodes[on] += (
                player(f"alphabeta,depth=6,quiescence=1,{switch}={on}", "chess").think(position).nodes
            )
    assert nodes[1] < 0.8 * nodes[0]


@pytest.mark.skipif(jit_disabled(), reason="needs depth, and so the compiler")
def test_a_check_costs_no_depth() -> None:
    """A mate in three in which every move is a check: five plies, two of which answer checks."""
    position = Position.start(load_game("chess"), text="6k1/5ppp/8/8/8/8/1r3PPP/4R1K1 w - - 0 1")
    assert player("alphabeta,depth=1", "chess").think(position).value > WIN_BAND
    position = Position.start(load_game("chess"), text="5rk1/5ppp/8/8/8/8/4RPPP/4R1K1 w - - 0 1")
    longer = Position.start(load_game("chess"), text="3r2k1/5ppp/8/8/8/4R3/4RPPP/6K1 w - - 0 1")
    assert player("alphabeta,depth=2", "chess").think(longer).value < WIN_BAND
    assert player("alphabeta,depth=2,extensions=1", "chess").think(longer).value > WIN_BAND
    assert abs(player("alphabeta,depth=2,extensions=1", "chess").think(position).value) < WIN_BAND


@pytest.mark.skipif(jit_disabled(), reason="needs depth, and so the compiler")
def test_zugzwang_is_not_missed() -> None:
    """Kings and pawns: having to move may lose, so passing proves nothing there."""
    chess = load_game("chess")
    for text in (
        "8/8/8/3k4/3P4/3K4/8/8 b - - 0 1",
        "8/8/1p1k4/1P6/2PK4/8/8/8 w - - 0 1",
        "8/p7/1p2k3/1P2p3/P3K3/8/8/8 w - - 0 1",
    ):
        position = Position.start(chess, text=text)
        assert not hints_of(chess).may_pass(position.state)
        plain = player("alphabeta,depth=9", "chess").think(position)
        passing = player("alphabeta,depth=9,nullmove=1", "chess").think(position)
        assert passing.value == plain.value


# Chance


@pytest.mark.long
def test_pruned_chance_nodes_keep_their_values() -> None:
    depths = (1, 2) if jit_disabled() else (1, 2, 3)
    nodes = {0: 0, 1: 0}
    for position in ongoing_positions("jungle", 6, 5 if jit_disabled() else 300):
        for depth in depths:
            plain = player(f"alphabeta,depth={depth}", "jungle").think(position)
            pruned = player(f"alphabeta,depth={depth},prune_chance=1", "jungle").think(position)
            assert pruned.value == plain.value, (position.text, depth)
            nodes[0] += plain.nodes
            nodes[1] += pruned.nodes
    assert jit_disabled() or nodes[1] < 0.95 * nodes[0]


# Choice of the kernel, and its name


@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_all_switches_but_the_cuts_are_in_one_kernel() -> None:
    game, heuristic = load_game("chess"), load_heuristic("chess", "location")
    for text in ("", ",aspiration=1", ",quiescence=1,nullmove=1,reductions=1", ",threads=2"):
        engine = player(f"alphabeta{text},depth=2", "chess")
        engine.prepare("chess")
        assert engine._kernels is load_kernels(game, heuristic)
        assert engine.recorder(Recording(), engine.limits).load(game) is engine._kernels


def test_plain_alphabeta_has_no_switch_on() -> None:
    assert set(player("alphabeta,depth=2", "chess").workspace_flags.values()) == {0}


def test_strong_switches_all_on_and_each_can_be_switched_off() -> None:
    assert set(player("strong,depth=3", "chess").workspace_flags.values()) == {1}
    assert player("strong,depth=3", "chess").aspires
    for name, flag in EXTRA_FLAGS.items():
        flags = player(f"strong,{name}=0", "chess").workspace_flags
        assert [f for f, value in flags.items() if value == 0] == [flag]
    assert player("strong,nullmove=0", "chess").limits == Limits(seconds=0.5)
    assert not player("strong,aspiration=0", "chess").aspires


@pytest.mark.parametrize("game", game_names())
def test_strong_repeats_itself_exactly(game: str) -> None:
    """With the same seed and node limit: the same move, value and line."""
    for position in ongoing_positions(game, 7, 2 if jit_disabled() else 5):
        seen = set()
        for _ in range(2):
            text = f"strong:{searched_heuristic(game)},nodes=2000,seed=5"
            engine = make_engine(parse_player(text, game), game, table_megabytes=1)
            thought = engine.think(position)
            seen.add((thought.move, thought.value, thought.pv, thought.nodes))
        assert len(seen) == 1


def play(white: Searcher, black: Searcher, opening: Position) -> int:
    position = opening
    for _ in range(200):
        if not position.moves:
            break
        thought = (white, black)[position.to_move].think(position)
        assert thought.move is not None
        position = position.play(thought.move)
    return position.outcome


@pytest.mark.slow
@pytest.mark.skipif(jit_disabled(), reason="needs the compiler")
def test_strong_beats_plain_at_equal_time() -> None:
    strong, plain = player("strong,ms=30", "chess"), player("alphabeta,ms=30", "chess")
    points = 0.0
    openings = [p for p in random_positions(load_game("chess"), 8, 60) if p.state.fullmove in range(3, 9)]
    for opening in openings[:6]:
        for side in (0, 1):
            outcome = play(*((strong, plain) if side == 0 else (plain, strong)), opening)
            points += 0.5 if outcome in (DRAW, ONGOING) else float(outcome == side)
    assert points >= 9  # of 12
