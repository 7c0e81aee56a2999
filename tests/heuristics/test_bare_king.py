"""Chess's terms for endings against a bare king: what they count, and that nothing else changes."""

from itertools import islice

import chess
import pytest

from engines.player_text import make_engine, parse_player
from games.chess import GAME
from games.compiling.compiler import jit_disabled
from games.contract import new_state
from games.position import Position
from games.truth.retrograde import NO_POSITION
from games.truth.tables import tables_of
from heuristics.chess import classical
from heuristics.chess.bare_king import driven, is_bare, promotes
from heuristics.lens import Lens
from samples import endless_positions

needs_the_compiler = pytest.mark.skipif(jit_disabled(), reason="searches, and makes tables")

OURS = ("bare king driven", "lone pawn promotes")
LENS = Lens.of(classical)
WITHOUT = Lens.of(classical, dict.fromkeys(OURS, 0.0))
PLAIN = ",".join(["", *(f"{name}=0" for name in OURS)])


def position(text: str) -> Position:
    return Position.start(GAME, text=text)


def of(text: str) -> float:
    return driven(position(text).state, 0)


@pytest.mark.parametrize("count", [80, pytest.param(400, marks=pytest.mark.slow)])
def test_terms_are_0_unless_the_other_king_is_bare(count):
    seen = 0
    for each in islice(endless_positions(GAME, 5), count):
        for side in (0, 1):
            if not is_bare(each.state, 1 - side):
                assert driven(each.state, side) == 0.0 and not promotes(each.state, side)
                seen += 1
        if not is_bare(each.state, 0) and not is_bare(each.state, 1):
            assert LENS.breakdown(each.state, 0).value == WITHOUT.breakdown(each.state, 0).value
    assert seen > 1.25 * count


@needs_the_compiler
@pytest.mark.parametrize(
    "text",
    [
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8",
        "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
        "8/pp3pk1/2p3p1/3pr2p/3R1P2/1PP3P1/P5KP/8 b - - 0 30",
    ],
)
def test_search_without_a_bare_king_keeps_its_nodes(text):
    found = []
    for weights in ("", PLAIN):
        player = parse_player(f"strong:classical,nodes=30000{weights}", "chess")
        thought = make_engine(player, "chess", seed=1, table_megabytes=1).think(position(text))
        found.append((thought.move, thought.value, thought.nodes, thought.depth, thought.pv))
    assert found[0] == found[1]


def test_bare_king_is_driven_to_the_edge():
    centre, edge, corner = (
        of(f"{row} w - - 0 1")
        for row in ("8/8/8/4k3/8/8/R3K3/8", "4k3/8/8/4K3/8/8/R7/8", "7k/8/8/4K3/8/8/R7/8")
    )
    assert centre < edge < corner
    assert of("7k/8/8/8/8/8/1R6/K7 w - - 0 1") < of("7k/8/5K2/8/8/8/1R6/8 w - - 0 1")
    assert driven(position("8/8/8/4k3/8/8/1R6/K7 w - - 0 1").state, 1) == 0.0


def test_bishop_and_knight_drive_to_the_bishop_s_corner():
    to_dark = {king: of(f"{king}/8/8/8/8/2NK4/1B6/8 w - - 0 1") for king in ("7k", "k7", "4k3")}
    to_light = {king: of(f"{king}/8/8/8/8/2NK4/2B5/8 w - - 0 1") for king in ("7k", "k7", "4k3")}
    assert to_dark["7k"] > to_dark["4k3"] > to_dark["k7"], to_dark
    assert to_light["k7"] > to_light["4k3"] > to_light["7k"], to_light


@pytest.mark.parametrize("men", ["1N6", "2B5", "1NN5", "1P6", "8"])
def test_material_that_cannot_mate_alone_drives_nobody(men):
    assert of(f"8/8/8/4k3/8/8/{men}/K7 w - - 0 1") == 0.0


def test_colours_do_not_matter():
    for text in (
        "8/8/8/4k3/8/2N5/1B6/K7 w - - 0 1",
        "8/8/8/1k6/8/3K4/3P4/8 b - - 0 1",
        "8/8/2K5/8/2P5/8/8/k7 w - - 0 1",
    ):
        here, there = position(text).state, position(chess.Board(text).mirror().fen()).state
        assert driven(here, 0) == driven(there, 1) and promotes(here, 0) == promotes(there, 1)


@pytest.mark.parametrize(
    ("text", "wins"),
    [
        ("8/8/8/8/8/8/k6P/4K3 w - - 0 1", True),  # outside the square
        ("8/8/8/8/4k3/8/7P/K7 w - - 0 1", False),
        ("2k5/8/2K5/2P5/8/8/8/8 b - - 0 1", True),  # a key square
        ("2k5/8/1K6/8/2P5/8/8/8 w - - 0 1", True),
        ("8/8/2k5/8/2KP4/8/8/8 w - - 0 1", False),
        ("8/8/2k5/8/2K5/2P5/8/8 b - - 0 1", True),  # the opposition
        ("8/8/2k5/8/2K5/2P5/8/8 w - - 0 1", False),
        ("k7/8/K7/P7/8/8/8/8 w - - 0 1", False),  # a rook's pawn
    ],
)
def test_a_lone_pawn_promotes_by_the_rules_of_thumb(text, wins):
    assert promotes(position(text).state, 0) == wins and not promotes(position(text).state, 1)


@needs_the_compiler
def test_what_the_rules_of_thumb_call_won_the_table_calls_won():
    tables = tables_of("chess")
    tables.make(lambda making: None, ("KPK",))
    group = tables.domain.group("KPK")
    state = new_state(GAME.dtype)
    won = called = right = 0
    for number in range(group.start, group.stop, 29):
        value = int(tables.values[number])
        if value == NO_POSITION or not tables.domain.place(number, state):
            continue
        is_won = value > 0 if state.to_move == 0 else value < 0
        won += is_won
        if promotes(state, 0):
            called += 1
            right += is_won
    assert right > 0.97 * called and right > 0.8 * won
