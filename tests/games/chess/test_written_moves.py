"""Moves of chess in the many ways in which people and programs write them."""

import chess
import pytest

from games.chess.pgn import PgnFile
from games.chess.written_moves import read_move
from games.contract import BadText

CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PASSING = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
PROMOTES = "8/P6k/8/8/8/8/8/K7 w - - 0 1"


@pytest.mark.parametrize("text", ["O-O", "0-0", "o-o", "О-О", "0–0", "0‑0+", "O-O#", "o-o++", "e1g1"])
def test_castling_is_read_with_zeros_and_any_dash(text):
    for fen, move in ((CASTLES, "e1g1"), (CASTLES.replace(" w ", " b "), "e8g8")):
        if text != "e1g1":
            assert read_move(text, chess.Board(fen)).uci() == move


@pytest.mark.parametrize("text", ["O-O-O", "0-0-0", "o-o-o", "0−0−0", "0-0-0+"])
def test_castling_on_the_long_side_is_read_with_zeros(text):
    assert read_move(text, chess.Board(CASTLES)).uci() == "e1c1"


@pytest.mark.parametrize(
    "text", ["exd6", "exd6ep", "exd6e.p.", "exd6ep+", "exd6+e.p", "e5xd6", "e5d6", "e×d6ep"]
)
def test_en_passant_is_read_with_what_people_add(text):
    assert read_move(text, chess.Board(PASSING)).uci() == "e5d6"


@pytest.mark.parametrize("text", ["a8=Q", "a8Q", "a8=♕", "a8=♛+", "♙a8=Q", "a7-a8=Q", "a7a8q"])
def test_promotions_are_read_in_letters_and_figurines(text):
    assert read_move(text, chess.Board(PROMOTES)).uci() == "a7a8q"


@pytest.mark.parametrize("text", ["Nf3", "♘f3", "♞f3", "♘︎f3", "Ng1f3", "Ng1-f3", "g1f3", "Nf3+"])
def test_figurines_and_long_notation_are_read(text):
    assert read_move(text, chess.Board()).uci() == "g1f3"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0-0", "'0-0' is not legal in 'rnbqkbnr/"),
        ("♘f6", "'♘f6' is not legal"),
        ("Sf3", "expected a move, found 'Sf3'"),
        ("0-", "expected a move, found '0-'"),
        ("0000", "expected a move, found the null move '0000'"),
    ],
)
def test_a_message_quotes_the_word_of_the_text(text, message):
    with pytest.raises(BadText) as error:
        read_move(text, chess.Board())
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 Nf6 5.d3 0-0! *", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O"),
        ("1.d4 ♘f6 2.♘f3 g6 3.g3 ♗g7 4.♗g2 O-O", "d4 Nf6 Nf3 g6 g3 Bg7 Bg2 O-O"),
        ("1. e4 a6 2. e5 d5 3. exd6ep cxd6 4. d4", "e4 a6 e5 d5 exd6 cxd6 d4"),
        ("1. e4 a6 2. e5 d5 3. exd6 ep*", "e4 a6 e5 d5 exd6"),
        ("1. e4 a6 2. e5 d5 3. exd6 (e.p.) cxd6 e.p.", "e4 a6 e5 d5 exd6 cxd6"),
        ("1.e4\u00a0e5 2.Nf3\u200b Nc6\ufeff3.Bb5", "e4 e5 Nf3 Nc6 Bb5"),
        ("0. Nf3 c6 1. d4 d5 *", "Nf3 c6 d4 d5"),
        ("1e4 e5 2Nf3", "e4 e5 Nf3"),
        ("1. e4 e52.Nf3 Nc63.Bb5*", "e4 e5 Nf3 Nc6 Bb5"),
        ("1.f3 e5 2.g4 Qh4#0-1", "f3 e5 g4 Qh4#"),
        ("1.e4 1…e5 2.Nf3 2..Nc6 3 . Bb5 3. ... a6", "e4 e5 Nf3 Nc6 Bb5 a6"),
        ("1.e4± e5= 2.Nf3+-", "e4 e5 Nf3"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4.O-O½-½", "e4 e5 Nf3 Nc6 Bb5 a6 O-O"),
    ],
)
def test_words_that_stick_together_are_read_apart(text, moves):
    game = PgnFile.of_text(text).load(1)
    assert [ply.text for ply in game.record.plies] == moves.split()
    assert game.problem == game.record.not_kept == ""


def test_castling_with_zeros_is_read_in_a_variation():
    text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6 4. 0-0 Nxe4) 4. Ba4 *"
    record = PgnFile.of_text(text).load(1).record
    assert record.not_kept == "" and "O-O" in {node.ply.text for node in record.tree.nodes if node.ply}


@pytest.mark.parametrize(
    ("word", "quoted"), [("4.0-0-0", "'0-0-0'"), ("4.0-O-", "'0-O-'"), ("4.Sf3", "'Sf3'")]
)
def test_a_problem_quotes_the_word_without_its_number(word, quoted):
    game = PgnFile.of_text(f"1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 {word} Nf6").load(1)
    assert quoted in game.problem and len(game.record.plies) == 6
