"""A game's length in words: in the moves that people count, and in actions where a turn has several."""

import pytest

from games.record import Record
from games.registry import load_game
from study.saved_games.game_length import length_in_words


@pytest.mark.parametrize(("plies", "words"), [(0, "0 moves"), (1, "1 move"), (2, "1 move"), (3, "2 moves")])
def test_white_and_black_make_one_move(plies, words):
    assert length_in_words("morris", plies) == words


def test_a_turn_of_several_actions_is_counted_by_them():
    assert length_in_words("tabletactics", 1) == "1 action"
    assert length_in_words("tabletactics", 24) == "24 actions"


@pytest.mark.parametrize("game", ["isolation", "morris", "chess", "jungle"])
def test_the_length_is_the_number_of_the_last_move(game):
    record = Record.start(load_game(game))
    for ply in range(9):
        moves = record.position.moves
        record.play(moves[7 * ply % len(moves)])
        count = record.number(ply)
        assert length_in_words(game, ply + 1) == f"{count} move{'s' * (count > 1)}"
