"""Players that play from endgame tables: which moves the tables leave them, in a search and in a compiled
game."""

import pytest

from arena.compiled_games import borrow, give_back
from arena.kernel_players import plays_compiled
from engines.player_text import make_engine, parse_player
from engines.table_moves import REMARK
from games.compiling.compiler import jit_disabled
from games.contract import BadText
from games.position import Position
from games.registry import load_game
from games.truth.tables import tables_of

needs_the_compiler = pytest.mark.skipif(jit_disabled(), reason="searches, and makes tables")

ROOK = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"
TEXT = "strong:piece_value,nodes=300,tables=1"
PLAIN = "strong:piece_value,nodes=300"


def engine(text: str, game: str = "chess", **how):
    return make_engine(parse_player(text, game), game, **how)


def test_a_player_asks_for_tables_that_are_not_made(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGLASS_CACHE", str(tmp_path))
    with pytest.raises(BadText, match=r"expected tables of chess; `python main\.py truth chess --make`"):
        engine(TEXT)
    with pytest.raises(BadText, match="there are no tables of isolation"):
        engine("strong:improved,tables=1", "isolation")
    assert engine("strong:piece_value,nodes=300,tables=0").tables is None


def test_strongest_level_plays_from_tables_in_the_window():
    assert engine("level:8", tables=True).tables is tables_of("chess")
    assert engine("level:8").tables is None and engine("level:7", tables=True).tables is None


@needs_the_compiler
def test_a_won_ending_is_won_in_as_many_plies_as_the_table_says():
    tables = tables_of("chess")
    tables.make(lambda making: None, ("KRK",))
    position = Position.start(load_game("chess"), text=ROOK)
    fate = tables.fate(position)
    player, plies = engine(TEXT), 0
    while position.moves:
        thought = player.think(position)
        assert thought.move in tables.best_moves(position) and thought.remark.endswith(REMARK)
        position = position.play(thought.move)
        plies += 1
    assert fate.result == 1 and plies == fate.plies and position.outcome == 0
    asked = player.think(Position.start(load_game("chess"), text=ROOK), only=(position_move("a1a2"),))
    assert REMARK not in asked.remark  # a question about one move is answered for that move


def position_move(text: str) -> int:
    return Position.start(load_game("chess"), text=ROOK).parse_move(text)


@needs_the_compiler
def test_a_game_in_a_kernel_reads_tables_too():
    """From a position in the table, both play its best moves, so the game is as long as the table says.
    Without tables it is longer."""
    tables = tables_of("chess")
    tables.make(lambda making: None, ("KQK", "KRK"))
    position = Position.start(load_game("chess"), text=ROOK)
    assert all(plays_compiled(engine(text), position.game) for text in (TEXT, PLAIN))
    lengths = []
    for text in (TEXT, PLAIN):
        games = borrow(position.game)
        played = games.play(position, [engine(text), engine(TEXT)], 5, 200)
        give_back(games)
        lengths.append(len(played.moves))
    assert lengths[0] == tables.fate(position).plies < lengths[1]


@needs_the_compiler
def test_the_kernel_leaves_the_best_moves():
    import numpy as np

    from games.contract import new_state

    tables = tables_of("chess")
    tables.make(lambda making: None, ("KRK",))
    for text in (ROOK, "8/8/8/8/8/1k6/1R6/K7 b - - 0 1", "8/8/8/8/4k3/8/1R6/K7 b - - 0 1"):
        position = Position.start(load_game("chess"), text=text)
        moves = np.zeros(position.game.max_moves, np.int32)
        count = position.game.legal_moves(position.state, moves)
        worths = np.zeros(position.game.max_moves)
        address = tables.values.ctypes.data
        kept = tables.keep_best(
            address, position.copy_state(), new_state(position.game.dtype), moves, count, worths
        )
        assert tuple(moves[: int(kept)].tolist()) == tables.best_moves(position)
