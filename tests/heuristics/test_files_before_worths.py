"""What people kept before terms of chess's `classical` had a worth beside their weight still opens: a weight
is a factor, and their names and order are as they were; newer terms stand between them."""

import shutil
from pathlib import Path

import pytest

from cli.uci_server import UciOptions, UciServer
from engines.player_text import make_engine, parse_player
from games.compiling.compiler import jit_disabled
from games.position import Position
from games.registry import load_game
from heuristics.chess import classical
from heuristics.lens import Lens
from heuristics.registry import heuristics_of, load_heuristic, look_in, looked_in
from study.saved_games.kept_searches import read_searches
from study.saved_games.saved_games import Saves

FILES = Path(__file__).with_name("files_before_worths")
TEXT = "rn3bnr/1p1kpp1p/2ppb3/p2P2p1/3Q4/1P3P2/P1P1PKPP/RNq2BNR w - - 2 13"
"""The position at the end of the saved game."""


def test_a_saved_game_opens_and_says_that_classical_has_changed(tmp_path):
    shutil.copy(FILES / "game.plyglass", tmp_path)
    opened = Saves(tmp_path).open(tmp_path / "game.plyglass")
    kept = read_searches(opened.record, opened.searches)
    assert kept.stale == ("classical",) and kept.unread == 0
    assert kept.remark.startswith("classical has changed since this game was searched.")
    assert {thought.value for thought in kept.thoughts} == {-0.7146387916666664, -0.21863583333333436}
    opened.file.close()


def test_a_preset_has_its_values(tmp_path):
    before = looked_in()
    shutil.copy(FILES / "chess-heavy-pawns.json", tmp_path)
    look_in(tmp_path)
    try:
        preset = next(each for each in heuristics_of("chess") if each.name == "heavy pawns")
        assert preset.compiled_as is classical
        state = Position.start(load_game("chess"), text=TEXT).state
        weights = {"pawns": 1.3, "bishop pair": 20.0, "contested squares": 7.0, "tempo": 12.0}
        changed = Lens.of(classical, weights)
        assert Lens.of(preset).breakdown(state, 0).value == changed.breakdown(state, 0).value
    finally:
        look_in(before)


def test_uci_options_are_the_same():
    said = []
    UciServer(UciOptions("classical", 1), said.append).serve(["uci", "quit"])
    before = (FILES / "uci_options.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in said if line in before] == before


@pytest.mark.skipif(jit_disabled(), reason="a search takes a thousand times longer")
def test_a_search_with_uci_options_has_these_weights():
    said = []
    lines = [
        "setoption name Weight classical pawns value 130",
        "setoption name Weight classical bishop pair value 2000",
        "position fen r2k1b1r/p1p1p3/2P2p2/2qpNb2/2QPP1P1/1K1B4/P2N1Pn1/R7 w - - 0 29",
        "go nodes 3000",
    ]
    server = UciServer(UciOptions("classical", 16), said.append)
    server.serve(waiting_for_the_move(lines, said))
    told = [line for line in said if line != "readyok"]
    player = parse_player("strong:classical,pawns=1.3,bishop pair=20,nodes=3000", "chess")
    position = Position.start(load_game("chess"), text=lines[2].removeprefix("position fen "))
    found = make_engine(player, "chess", table_megabytes=16).think(position)
    assert told[-1] == f"bestmove {position.move_text(found.move)}"
    assert f" score cp {round(found.value)} " in told[-2]


def waiting_for_the_move(lines, said):
    """The lines, and the end once the server has said its move."""
    yield from lines
    while not any(line.startswith("bestmove") for line in said):
        yield "isready"


def test_weights_that_a_term_takes_stand_where_they_stood():
    lines = (FILES / "uci_options.txt").read_text(encoding="utf-8").splitlines()
    names = [line.split(" type ")[0].removeprefix("option name Weight classical ") for line in lines]
    now = load_heuristic("chess", "classical").weight_names
    assert [name for name in now if name in names] == names


def test_what_own_files_import_still_counts_worths():
    from heuristics.chess import bishop_pair, middle_game, open_files_at_king, pawns_worth, tempo

    state = Position.start(load_game("chess"), text=TEXT).state
    share = middle_game(state)
    assert 0.0 < share < 1.0
    assert pawns_worth(state, 0) == 8 * (share * 77.0 + (1.0 - share) * 119.0)
    assert tempo(state, 0) == share + (1.0 - share) * 0.3 and tempo(state, 1) == 0.0
    assert bishop_pair(state, 0) == 0.0
    assert open_files_at_king(state, 0) == 0.0


def test_a_setting_of_before_is_a_factor():
    state = Position.start(load_game("chess"), text=TEXT).state
    usual, changed = (
        {row.name: row.contribution for row in Lens.of(classical, weights).breakdown(state, 0).rows}
        for weights in ({}, {"bishops": 1.3, "tempo": 12.0})
    )
    assert changed["bishops"] == pytest.approx(1.3 * usual["bishops"]) and usual["bishops"]
    assert changed["tempo"] == pytest.approx(12.0 / 30.0 * usual["tempo"])
