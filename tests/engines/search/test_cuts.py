"""The cuts of `strong` that guess. Without them the search is unchanged, figure for figure. With them lines
still lead to their values, mates are found, and nothing that ends the game is missed."""

import math
from dataclasses import replace

import pytest

from engines.contract import WIN, WIN_BAND, Limits, Thought
from engines.player_text import make_engine, parse_player
from engines.search.options import CUT_NAMES as CUTS
from engines.search_engine import Searcher
from engines.search_hints import hints_of
from engines.search_kinds import EXTRA_FLAGS
from engines.searcher.margin_unit import noisy_steps, pawn_of
from engines.searcher.repetition_pv import to_the_draw
from games.compiling.compiler import jit_disabled
from games.contract import DRAW, ONGOING
from games.position import Position
from games.registry import game_names, load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import load_heuristic, load_lens
from samples import ongoing_positions, searched_heuristic

needs_speed = pytest.mark.skipif(jit_disabled(), reason="needs the compiler")

BEFORE = {
    "chess": (6, "", [(89837, -53.75), (1041, WIN - 1), (13392, -122.0), (21608, -22.0)]),
    "morris": (6, ",quiescence=0", [(3853, 5 / 14), (2379, 5 / 21), (10940, 4 / 21), (12506, 1 / 42)]),
    "jungle": (4, "", [(1206, -15.0), (1094, -20.0), (2747, 5.0), (65164, 30.0)]),
}
"""By game: depth, options (Morris had no noisy moves), and the nodes and findings of `strong` at commit
a3f42ea on four positions."""

ASK_FOR_PIECES = ("losing_last", "follow_ups", "improving", "reduced_depth", "razoring")


def without_cuts(kind: str) -> str:
    return ",".join([kind, *(f"{name}=0" for name in CUTS)])


@needs_speed
@pytest.mark.parametrize(
    "game", [game if game == "chess" else pytest.param(game, marks=pytest.mark.slow) for game in BEFORE]
)
def test_without_cuts_it_is_the_search_that_it_was(game: str) -> None:
    depth, options, found = BEFORE[game]
    text = without_cuts(f"strong:{searched_heuristic(game)},depth={depth}{options}")
    engine = make_engine(parse_player(text, game), game, table_megabytes=4)
    thoughts = [engine.think(position) for position in ongoing_positions(game, 31, 4)]
    assert [thought.nodes for thought in thoughts] == [nodes for nodes, _ in found]
    assert [thought.value for thought in thoughts] == pytest.approx([value for _, value in found])


def test_each_cut_is_an_option_of_strong_alone() -> None:
    for name in CUTS:
        strong = make_engine(parse_player(f"strong:location,{name}=0", "chess"), "chess")
        plain = make_engine(parse_player(f"alphabeta:location,{name}=1", "chess"), "chess")
        assert isinstance(strong, Searcher) and isinstance(plain, Searcher)
        assert set(CUTS) - strong.cuts == {name} == plain.cuts
        assert not strong.steady and not plain.steady
    plain = make_engine(parse_player("alphabeta:location", "chess"), "chess")
    assert isinstance(plain, Searcher) and plain.cuts == set()


@pytest.mark.parametrize("game", game_names())
def test_where_matches_showed_no_gain_nothing_is_guessed_unasked(game: str) -> None:
    name = searched_heuristic(game)
    strong = make_engine(parse_player(f"strong:{name}", game), game)
    asked = make_engine(parse_player(f"strong:{name},futility=1", game), game)
    assert isinstance(strong, Searcher) and isinstance(asked, Searcher)
    unasked = {"chess": set(CUTS), "morris": set(CUTS) - {"root_reductions"}}
    assert strong.cuts == unasked.get(game, set())
    assert asked.cuts == strong.cuts | {"futility"}


@needs_speed
@pytest.mark.parametrize("game", ["chess", "morris"])
def test_which_piece_moves_is_asked_only_in_chess(game: str) -> None:
    """Matches have shown what these cuts gain only there."""
    changed = dict.fromkeys(ASK_FOR_PIECES, 0)
    nodes = 0
    for position in ongoing_positions(game, 37, 6):
        text = f"strong:{searched_heuristic(game)},depth=8"
        whole = make_engine(parse_player(text, game), game, table_megabytes=1).think(position).nodes
        nodes += whole
        for name in ASK_FOR_PIECES:
            engine = make_engine(parse_player(f"{text},{name}=0", game), game, table_megabytes=1)
            changed[name] += engine.think(position).nodes != whole
    assert nodes > 0
    assert all(changed.values()) if game == "chess" else not any(changed.values())


@pytest.mark.long
@pytest.mark.parametrize("cut", CUTS)
def test_lines_lead_to_their_values_whatever_is_cut(cut: str) -> None:
    """Uncompiled, because each set of cuts is a kernel of its own."""
    lens = Lens.of(load_heuristic("chess", "piece_value"))
    flags = dict.fromkeys(EXTRA_FLAGS.values(), 1)
    engine = Searcher(
        lens, Limits(depth=3, nodes=600), workspace_flags=flags, cuts=frozenset([cut]), compile=False
    )
    for position in ongoing_positions("chess", 3, 2):
        thought = engine.think(position)
        end = thought.pv_end()
        assert thought.depth >= 1
        if end.outcome == ONGOING:
            assert lens.breakdown(end.state, position.to_move).value == thought.value
        else:
            assert (end.outcome == DRAW and thought.value == 0.0) or abs(thought.value) > WIN_BAND


# A pawn


def test_a_pawn_is_measured_in_the_heuristics_own_unit() -> None:
    values = {}
    for name in ("piece_value", "michniewski"):
        lens = Lens.of(load_heuristic("chess", name))
        values[name] = pawn_of(lens, lens.heuristic.evaluator())
        assert pawn_of(lens, lens.heuristic.evaluator()) == values[name]
    assert 5.0 < values["piece_value"] < 15.0 and 50.0 < values["michniewski"] < 150.0
    lens = Lens.of(load_heuristic("chess", "michniewski"))
    tenfold = Lens(lens.heuristic, lens.weights / 10)
    assert pawn_of(tenfold, lens.heuristic.evaluator()) == pytest.approx(values["michniewski"] / 10)


@pytest.mark.parametrize("game", game_names())
def test_only_noisy_moves_tell_what_a_pawn_is(game: str) -> None:
    rules = load_game(game)
    for before, after in noisy_steps(game):
        position = Position(rules, before)
        noisy = [move for move in position.moves if hints_of(rules).noisy(before, move)]
        assert int(after.key) in {int(position.play(move).state.key) for move in noisy}
    lens = load_lens(game, searched_heuristic(game))
    assert (pawn_of(lens, lens.heuristic.evaluator()) < math.inf) == bool(noisy_steps(game))


def test_a_heuristic_that_fails_has_no_pawn() -> None:
    broken = Heuristic("broken", "chess", "Divides by zero.", "this test")

    @broken.single(weight=1.0)
    def zero(state, side):
        return 1.0 / (state.quiet - state.quiet)

    assert pawn_of(Lens.of(broken), broken.evaluator()) == math.inf


def test_a_game_without_a_pawn_is_searched_uncompiled_with_cuts() -> None:
    """Its pawn is infinite, and an infinite margin times 0 plies would be an error."""
    text = f"strong:{searched_heuristic('isolation')},mate_distance=1,nodes=60"
    engine = make_engine(parse_player(text, "isolation"), "isolation", table_megabytes=1)
    assert isinstance(engine, Searcher)
    position = ongoing_positions("isolation", 5, 1)[0]
    assert replace(engine, compile=False).think(position).move in position.moves


# What must not be missed


@needs_speed
@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        # Mate for the side that is ahead, and for the one far behind.
        ("6k1/5ppp/8/8/8/8/1r3PPP/4R1K1 w - - 0 1", 1),
        ("6k1/1q3ppp/1q6/8/8/8/1r3PPP/4R1K1 w - - 0 1", 1),
        ("3r2k1/5ppp/8/8/8/4R3/4RPPP/6K1 w - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),  # a quiet sacrifice first
        ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", 0),
    ],
)
def test_forced_mates(fen: str, moves: int) -> None:
    engine = make_engine(parse_player("strong:location,depth=8", "chess"), "chess", table_megabytes=4)
    position = Position.start(load_game("chess"), text=fen)
    thought = engine.think(position)
    if moves:
        assert thought.value == WIN - (2 * moves - 1)
        assert thought.pv_end().outcome == position.to_move
    else:  # the first position of the Bratko-Kopec test: Qd1+ and mate in three
        assert position.notation(thought.move or 0) == "Qd1+" and thought.value > WIN_BAND


@needs_speed
@pytest.mark.parametrize("text", ["7k/8/8/8/8/8/8/KQ6 w - - 98 80", "7k/8/8/8/8/8/8/KQ6 w - - 97 80"])
def test_a_quiet_move_that_ends_the_game_is_not_cut(text: str) -> None:
    """Black, a queen behind, reaches the limit of quiet plies: a draw, however bad the evaluation is."""
    engine = make_engine(parse_player("strong:location,depth=5", "chess"), "chess", table_megabytes=4)
    assert engine.think(Position.start(load_game("chess"), text=text)).value == 0.0


@needs_speed
def test_a_quiet_move_that_stalemates_is_seen_by_the_side_ahead() -> None:
    engine = make_engine(parse_player("strong:location,depth=5", "chess"), "chess", table_megabytes=4)
    position = Position.start(load_game("chess"), text="7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
    thought = engine.think(position)
    assert thought.value > WIN_BAND
    values = {position.notation(row.move): row.value for row in thought.root_moves}
    assert values["Qg6"] == 0.0


# The root


@needs_speed
def test_the_roots_late_moves_are_searched_less_deep() -> None:
    """Not if more than the best move must be found. The first four plies are searched fully."""
    position = Position.start(
        load_game("chess"), text="r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP1Q1PP/R4RK1 w - - 0 12"
    )

    def nodes(options: str, slack: float = 0.0) -> int:
        engine = make_engine(
            parse_player(f"strong:michniewski,{options}", "chess"), "chess", table_megabytes=4
        )
        assert isinstance(engine, Searcher)
        engine.workspace_flags["slack"] = slack
        return engine.think(position).nodes

    assert nodes("depth=5") == nodes("depth=5,root_reductions=0")
    assert nodes("depth=8") < 0.9 * nodes("depth=8,root_reductions=0")
    assert nodes("depth=7", 1e-3) == nodes("depth=7,root_reductions=0", 1e-3)


@needs_speed
def test_a_deep_search_looks_at_the_roots_sacrifices() -> None:
    """Re8 in Win at Chess 131: a quiet move that gives a rook."""
    position = Position.start(
        load_game("chess"), text="2rq1bk1/p4p1p/1p4p1/3b4/3B1Q2/8/P4PpP/3RR1K1 w - - 0 1"
    )

    def thought(options: str) -> Thought:
        player = parse_player(f"strong:classical,{options}", "chess")
        return make_engine(player, "chess", table_megabytes=16).think(position)

    assert thought("depth=11").nodes == thought("depth=11,sacrifices=0").nodes
    assert thought("depth=12").nodes != thought("depth=12,sacrifices=0").nodes
    assert position.notation(thought("nodes=150000").move or 0) == "Re8"
    assert position.notation(thought("nodes=150000,sacrifices=0").move or 0) != "Re8"


# Second occurrence


def test_a_line_that_repeats_goes_on_to_the_draw() -> None:
    start = position = Position.start(load_game("chess"))
    there_and_back: tuple[int, ...] = ()
    for text in ("g1f3", "g8f6", "f3g1", "f6g8"):
        there_and_back += (position.parse_move(text),)
        position = position.play(there_and_back[-1])
    whole = to_the_draw(start, there_and_back)
    assert whole == there_and_back * 2
    assert [*start.along(whole)][-1].outcome == DRAW
    assert [*start.along(whole[:-1])][-1].outcome == ONGOING
    for line in (there_and_back[:3], (), whole):
        assert to_the_draw(start, line) == line


@needs_speed
def test_a_perpetual_check_is_a_draw_at_its_second_occurrence() -> None:
    """White, a queen and a rook behind, has a perpetual check."""
    position = Position.start(load_game("chess"), text="7k/5Q2/8/7p/7P/q7/1r6/7K w - - 0 1")
    engine = make_engine(parse_player("strong:location,depth=9", "chess"), "chess", table_megabytes=4)
    thought = engine.think(position)
    assert thought.value == 0.0  # before the third occurrence lies within the depth
    assert thought.pv_end().outcome == DRAW
