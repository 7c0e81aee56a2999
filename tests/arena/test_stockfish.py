"""Games against Stockfish, as our opponent and as the host, where it is installed (Debian: `stockfish`)."""

import os
import shutil
import sys
from pathlib import Path

import chess
import chess.engine
import pytest

from arena.match import Match
from engines.contract import EXACT
from engines.player_text import make_engine, parse_player
from games.chess import GAME
from games.position import Position

MAIN = Path(__file__).parent.parent.parent / "main.py"
STOCKFISH = shutil.which("stockfish", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))

pytestmark = pytest.mark.skipif(STOCKFISH is None, reason="stockfish is not installed (Debian: stockfish)")


def test_stockfish_plays_a_match_as_our_player():
    match = Match(
        GAME,
        parse_player(f"uci:{STOCKFISH},nodes=2000", "chess"),
        parse_player("random", "chess"),
        games=4,
        options=GAME.options(),
    )
    result = match.play(workers=2)
    assert [game.failure for game in result.results] == [""] * 4
    assert result.wins == 4
    assert {game.first_side for game in result.results} == {0, 1}


@pytest.mark.long
@pytest.mark.parametrize("limit", ["ms=100", "depth=8", "nodes=5000"])
def test_stockfish_tells_what_it_thinks(limit):
    engine = make_engine(parse_player(f"uci:{STOCKFISH},{limit}", "chess"), "chess")
    try:
        position = Position.start(GAME, text="6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
        thought = engine.think(position)
        assert position.move_text(thought.move) == "d1d8"
        assert thought.value == 1e9 - 1
        assert thought.depth > 0
        start = engine.think(Position.start(GAME))
        assert -1 < start.value < 1
        assert len(start.pv) > 1
        assert [row.move for row in start.root_moves if row.bound == EXACT] == [start.move]
    finally:
        engine.close()


def test_we_play_a_game_under_chess_engine_against_stockfish():
    """A whole game, with every answer of ours checked by python-chess."""
    assert STOCKFISH is not None
    ours = chess.engine.SimpleEngine.popen_uci(
        [sys.executable, str(MAIN), "uci", "--heuristic", "piece_value"], timeout=120
    )
    theirs = chess.engine.SimpleEngine.popen_uci(STOCKFISH)
    try:
        ours.configure({"Hash": 4})
        ours.ping()  # compiles
        board = chess.Board()
        told = 0
        while not board.is_game_over(claim_draw=True) and board.ply() < 400:
            if board.turn == chess.WHITE:
                played = ours.play(board, chess.engine.Limit(time=0.03), info=chess.engine.INFO_ALL)
                told += "score" in played.info and "pv" in played.info
            else:
                played = theirs.play(board, chess.engine.Limit(nodes=3000))
            assert played.move in board.legal_moves
            board.push(played.move)
        assert board.outcome(claim_draw=True) is not None
        assert told == (board.ply() + 1) // 2
    finally:
        ours.close()
        theirs.close()


@pytest.mark.slow
def test_how_strong_it_is_on_stockfishs_scale():
    """60 games against Stockfish that limits itself, 100 ms a move, which tell the strength to within 100 or
    so. 240 games gave about 2160 (docs/lab/strength.md)."""
    points, expected = 0.0, dict.fromkeys(range(1500, 2700, 10), 0.0)
    for elo in (1900, 2100, 2300):
        match = Match(
            GAME,
            parse_player("strong:classical,ms=100", "chess"),
            parse_player(f"uci:{STOCKFISH},ms=100,elo={elo}", "chess"),
            games=20,
            options=GAME.options(),
        )
        result = match.play(workers=2)
        assert not any(game.failure for game in result.results)
        points += result.wins + result.draws / 2
        for ours in expected:
            expected[ours] += 20 / (1 + 10 ** ((elo - ours) / 400))
    strength = min(expected, key=lambda elo: abs(expected[elo] - points))
    print(f"about {strength} of UCI_Elo: {points} points of 60")
    assert strength >= 2050
