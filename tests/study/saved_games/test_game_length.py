"""A game's length in words: in the moves or turns that people count, else in actions."""

import re
from itertools import groupby

import pytest

from games.record import Record
from games.registry import load_game
from study.saved_games.game_length import length_in_words
from study.saved_games.saved_games import Saves


@pytest.mark.parametrize(("plies", "words"), [(0, "0 moves"), (1, "1 move"), (2, "1 move"), (3, "2 moves")])
def test_white_and_black_make_one_move(plies, words):
    assert length_in_words("morris", plies) == words


def test_a_turn_of_several_actions_is_counted_by_them():
    assert length_in_words("tabletactics", 1) == "1 action"
    assert length_in_words("tabletactics", 24) == "24 actions"
    assert length_in_words("tabletactics", 24, 7) == "7 turns"
    assert length_in_words("tabletactics", 3, 1) == "1 turn"
    assert length_in_words("morris", 3, 3) == "2 moves"


def played(plies: int) -> Record:
    record = Record.start(load_game("tabletactics"))
    for ply in range(plies):
        moves = record.position.moves
        record.play(moves[7 * ply % len(moves)])
    return record


def sides_turns(record: Record) -> int:
    return len([side for side, _ in groupby(ply.side for ply in record.plies)])


@pytest.mark.parametrize("variations", [False, True])
def test_a_list_of_games_counts_the_turns_of_the_main_line(tmp_path, variations):
    saves, record = Saves(tmp_path), played(30)
    file = saves.begin(record, "human", "human")
    for entry in [{"back": 12}, *([{"at": 4}, {"move": "N@f6", "turn": 2}] if variations else [])]:
        file.append(entry)
    file.close()
    (saved,) = saves.list()
    assert saved.plies == 18 and saved.turns == sides_turns(played(18)) < sides_turns(record)
    assert length_in_words(saved.game, saved.plies, saved.turns) == f"{saved.turns} turns"


def test_file_that_counts_no_turns_is_listed_by_actions(tmp_path):
    saves = Saves(tmp_path)
    saves.begin(played(12), "human", "human").close()
    (path,) = saves.folder.iterdir()
    path.write_text(re.sub(r', "turn": \d+', "", path.read_text(encoding="utf-8")), encoding="utf-8")
    (saved,) = saves.list()
    assert (saved.plies, saved.turns, saved.problem) == (12, 0, "")


@pytest.mark.parametrize("game", ["isolation", "morris", "chess", "jungle"])
def test_the_length_is_the_number_of_the_last_move(game):
    record = Record.start(load_game(game))
    for ply in range(9):
        moves = record.position.moves
        record.play(moves[7 * ply % len(moves)])
        count = record.number(ply)
        assert length_in_words(game, ply + 1) == f"{count} move{'s' * (count > 1)}"
