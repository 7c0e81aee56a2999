"""The built-in openings: legal lines with names, found again in games."""

import re

import chess
import pytest

from games.chess.openings import LONGEST, Opening, opening_name, openings
from games.record import Record
from games.registry import load_game

CHESS = load_game("chess")


def played(*moves: str, text: str | None = None) -> Record:
    record = Record.start(CHESS, text=text)
    for move in moves:
        record.play(record.position.parse_move(move))
    return record


@pytest.mark.parametrize("opening", list(openings()), ids=lambda opening: f"{opening.code} {opening.name}")
def test_every_line_is_legal_and_written_as_people_write_it(opening: Opening):
    board = chess.Board()
    for san in opening.moves:
        move = board.parse_san(san)
        assert board.san(move) == san
        board.push(move)
    assert 1 <= len(opening.moves) < LONGEST
    assert re.fullmatch(r"[A-E][0-9]{2}", opening.code)
    assert opening.name == opening.name.strip() != ""


def test_no_position_is_named_twice():
    ends = {}
    for opening in openings():
        board = chess.Board()
        for san in opening.moves:
            board.push_san(san)
        assert board.epd() not in ends, (opening, ends[board.epd()])
        ends[board.epd()] = opening
    assert 80 <= len(ends) <= 200


def test_name_grows_with_the_game_until_the_list_ends():
    moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4"]
    names = [opening_name(played(*moves[:count])) for count in range(len(moves) + 1)]
    assert names[0] == ""
    assert names[1] == "B00 King's Pawn Game"
    assert names[5] == "C60 Ruy Lopez"
    assert names[6] == names[7] == "C70 Ruy Lopez, Morphy Defence"
    assert opening_name(played(*moves), plies=5) == names[5]


def test_a_transposition_has_the_name_of_its_position():
    assert opening_name(played("Nf3", "Nf6", "d4", "d5", "c4", "e6", "Nc3", "c6")) == "D43 Semi-Slav Defence"


def test_a_different_side_to_move_is_another_position():
    """1. e4 e5 with a lost tempo: the pieces stand as after 1. e4 e5, but White has moved twice."""
    assert opening_name(played("e3", "e5", "e4")) == ""


def test_no_name_for_other_starts_and_games():
    assert opening_name(played("e3", text="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")) == ""
    assert opening_name(Record.start(load_game("morris"))) == ""
