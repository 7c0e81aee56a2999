"""Positions drawn by Syzygy's tables. A stand-in for python-chess's prober calls any queen a win."""

from itertools import islice

import chess

from arena.truth.table_positions import syzygy_positions
from games.registry import load_game
from games.truth.syzygy import Syzygy


class QueenWins:
    def probe_wdl(self, board: chess.Board) -> int:
        if not board.queens:
            return 0
        return 2 if board.turn == chess.WHITE else -2

    def probe_dtz(self, board: chess.Board) -> int:
        return 7 * self.probe_wdl(board)


def test_positions_are_telling_and_the_same_for_the_same_seed():
    names, options = ("KQvK", "KQvKN"), load_game("chess").options()
    syzygy = Syzygy(QueenWins(), 4, "c0ffee", names)
    drawn = [list(islice(syzygy_positions("chess", syzygy, names, options, seed), 8)) for seed in (5, 5, 6)]
    texts = [[proven.position.text for proven in each] for each in drawn]
    assert texts[0] == texts[1] != texts[2]
    for number, proven in enumerate(drawn[0]):
        name = names[number % 2]
        mover = ("White", "Black")[proven.position.to_move]
        assert proven.is_telling and proven.kind == f"{name}, {mover} to move"
        men = sorted(filter(str.isalpha, proven.position.text.split()[0]))
        assert men == sorted(name.split("v")[0] + name.split("v")[1].lower())
