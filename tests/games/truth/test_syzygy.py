"""Syzygy tables: the questions to the prober, and what follows for moves and players. A stand-in for
python-chess's prober answers what a test gives it."""

from dataclasses import replace

import chess
import pytest

from arena.kernel_players import plays_compiled
from engines.player_text import make_engine, parse_player
from engines.table_moves import checksums_played, loaded_tables
from games.compiling.compiler import jit_disabled
from games.contract import BadText
from games.position import Position
from games.registry import load_game
from games.truth import syzygy
from games.truth.fate import DRAWN, Fate
from games.truth.syzygy import Syzygy, look_in, open_syzygy, placed
from games.truth.tables import Tables, domain_of, tables_of

needs_the_compiler = pytest.mark.skipif(jit_disabled(), reason="makes tables")

ROOK = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"
PAWN = "8/4P3/8/8/2k5/8/8/K7 w - - 3 70"


class StandIn:
    """Answers by board: the result (2 to -2) and the plies to zeroing."""

    def __init__(self, known):
        self.known, self.asked = known, 0

    def probe_wdl(self, board: chess.Board) -> int:
        self.asked += 1
        return self.known(board)[0]

    def probe_dtz(self, board: chess.Board) -> int:
        return self.known(board)[1]


def position(text: str, **options) -> Position:
    game = load_game("chess")
    return Position.start(game, game.options(**options), text)


def standing_in(known) -> Syzygy:
    return Syzygy(StandIn(known), 5, "c0ffee")


@pytest.fixture
def with_syzygy(monkeypatch):
    def use(known):
        found = standing_in(known)
        monkeypatch.setattr(syzygy, "_opened", found)
        return found

    return use


def by_material(board: chess.Board):
    """White, who has more material, wins: with a queen 9 plies before zeroing, else 20."""
    strong = chess.WHITE
    plies = 9 if board.queens else 20
    return (2, plies) if board.turn == strong else (-2, -plies)


def test_a_position_is_won_drawn_or_lost_with_plies_to_zeroing():
    found = standing_in(lambda board: (2, 12) if board.turn else (-2, -11))
    fate = found.fate(position(ROOK))
    assert fate == Fate(1, 12, to_zeroing=True) and fate.in_words == "won, 12 plies to a capture or pawn move"
    assert Fate(-1, 1, to_zeroing=True).in_words == "lost, 1 ply to a capture or pawn move"
    assert found.fate(position(ROOK.replace(" w ", " b "))) == Fate(-1, 11, to_zeroing=True)
    assert standing_in(lambda board: (0, 0)).fate(position(ROOK)) == DRAWN


def test_win_beyond_the_limit_of_plies_is_drawn():
    found = standing_in(lambda board: (1, 130))
    assert found.fate(position(ROOK)) == DRAWN
    assert found.fate(position(ROOK, quiet_limit=0)) == Fate(1, 130, to_zeroing=True)


def test_a_board_is_read_once_and_not_where_it_cannot_be_known():
    found = standing_in(lambda board: (2, 12))
    for _ in range(3):
        found.fate(position(ROOK))
        found.fate(position(ROOK.replace("0 1", "5 40")))  # the counter is not part of the board
    assert found.prober.asked == 1
    castling = "4k2r/8/8/8/8/8/8/4K3 b k - 0 1"
    assert not found.covers(position(castling)) and found.fate(position(castling)) is None
    assert found.fate(position(None)) is None and found.prober.asked == 1


@pytest.mark.parametrize("error", [KeyError("KRvK"), OSError("invalid magic"), IndexError("cut off")])
def test_what_no_table_knows_or_a_damaged_one_is_unknown(error):
    def known(board):
        raise error

    found = standing_in(known)
    assert found.fate(position(ROOK)) is None and found.fates(position(ROOK)) is None


def test_a_move_that_zeroes_counts_one_ply_and_others_one_more():
    found = standing_in(by_material)
    fates = found.fates(position(PAWN))
    here = position(PAWN)
    queen, step = here.parse_move("e7e8q"), here.parse_move("a1a2")
    assert fates[queen] == Fate(1, 1, to_zeroing=True) and fates[step] == Fate(1, 21, to_zeroing=True)
    assert set(fates) == set(here.moves)


def test_an_unknown_answer_to_one_move_leaves_all_unknown():
    def known(board):
        if board.queens:
            raise KeyError("KQvK")
        return by_material(board)

    assert standing_in(known).fate(position(PAWN)) and standing_in(known).fates(position(PAWN)) is None


def test_a_mate_and_a_draw_by_rule_need_no_table():
    here = position("k7/8/1K6/8/8/8/8/7R w - - 0 1")
    fates = standing_in(lambda board: (-2, -7) if not board.turn else (2, 7)).fates(here)
    assert fates[here.parse_move("h1h8")] == Fate(1, 1)


def test_player_with_tables_plays_by_syzygy(with_syzygy, monkeypatch, tmp_path):
    monkeypatch.setenv("PLYGLASS_CACHE", str(tmp_path))
    text = "strong:piece_value,nodes=300,tables=1"
    with pytest.raises(BadText, match="expected tables of chess"):
        make_engine(parse_player(text, "chess"), "chess")
    with_syzygy(by_material)
    tables = tables_of("chess")
    assert loaded_tables("chess") is tables and tables.fate(position(PAWN)).to_zeroing
    assert tables_of("morris").syzygy is None
    engine = make_engine(parse_player(text, "chess"), "chess", table_megabytes=1)
    assert engine.tables is tables and not plays_compiled(engine, load_game("chess"))
    here = position(PAWN)
    zeroing = {here.parse_move(f"e7e8{piece}") for piece in "qrbn"}
    assert set(tables.best_moves(here)) <= zeroing
    spec = parse_player(text, "chess")
    assert checksums_played([spec], "chess") == {"Syzygy": "c0ffee"}
    assert checksums_played([replace(spec, options=(("nodes", 300),))], "chess") == {}


@needs_the_compiler
def test_a_game_is_won_by_a_prober_of_our_own_tables(with_syzygy, tmp_path):
    """Where nothing is taken and no pawn moves, the plies to zeroing are the plies to mate."""
    here = tables_of("chess")
    here.make(lambda making: None, ("KQK", "KRK"))

    def known(board):
        fate = here.fate(position(board.fen()))
        return (2 * fate.result, fate.result * fate.plies)

    by_syzygy = Tables(domain_of("chess"), tmp_path)
    assert by_syzygy.fates(position(ROOK)) is None
    with_syzygy(known)
    board, plies = position(ROOK), 0
    while board.moves:
        assert set(by_syzygy.best_moves(board)) == set(here.best_moves(board))
        board = board.play(by_syzygy.best_moves(board)[0])
        plies += 1
    assert board.outcome == 0 and plies == here.fate(position(ROOK)).plies


def test_a_folder_without_tables_is_one_line(tmp_path):
    with pytest.raises(
        BadText, match=r"cannot be read: (No such file|Path not found|The system cannot find)"
    ) as caught:
        open_syzygy(tmp_path / "nowhere")
    assert "\n" not in str(caught.value)
    (tmp_path / "KQvK.rtbw").write_bytes(b"")  # only one of the two files
    (tmp_path / "KQvK.txt").write_bytes(b"")
    with pytest.raises(BadText, match=r"expected Syzygy tables, such as KQvK\.rtbw and .*, found none"):
        open_syzygy(tmp_path)
    assert look_in(tmp_path).startswith("syzygy_folder: ") and syzygy.syzygy() is None
    assert look_in(None) == ""


def test_damaged_table_of_a_folder_is_unknown(tmp_path):
    for name in ("KQvK", "KRPvKR"):
        for suffix in (".rtbw", ".rtbz"):
            (tmp_path / f"{name}{suffix}").write_bytes(b"no table")
    found = open_syzygy(tmp_path)
    assert found.most_men == 5 and len(found.checksum) == 64
    assert found.fate(position("8/8/8/3k4/8/8/1Q6/K7 w - - 0 1")) is None
    (tmp_path / "KQvK.rtbw").write_bytes(b"another table")
    assert open_syzygy(tmp_path).checksum != found.checksum


def test_no_two_pieces_stand_on_one_square():
    texts = [placed("KRvKP", word * 0x9E3779B97F4A7C15 % 2**64) for word in range(1, 200)]
    boards = [chess.Board(text) for text in texts if text]
    assert len(boards) < len(texts) and all(len(board.piece_map()) == 4 for board in boards)
