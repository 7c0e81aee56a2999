"""Positions as values: what `Position` adds to the kernels."""

from dataclasses import replace

import pytest

from games.contract import DRAW, ONGOING, WHITE_WINS, BadText
from games.morris import MorrisOptions
from games.position import Position
from games.registry import load_game
from games.repetition_history import NO_KEYS, RepetitionHistory

MORRIS = load_game("morris")
ISOLATION = load_game("isolation")

SHUFFLE = ("g7-g4", "f2-f4", "g4-g7", "f4-f2")
"""Four flights after which the position below recurs."""
FLYING = "1ww/w2/3/6/3/2b/bb1 w 0 0 7"


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(position.parse_move(move))
    return position


def test_play_leaves_the_position_as_it_was():
    position = Position.start(MORRIS, text=FLYING)
    after = play(position, "g7-g4")
    assert position.text == FLYING
    assert after.text == "1w1/w2/3/5w/3/2b/bb1 b 0 0 8"
    assert (position.to_move, after.to_move) == (0, 1)


def test_a_copied_state_is_the_callers_own():
    position = Position.start(MORRIS, text=FLYING)
    position.copy_state().quiet = 50
    assert position.text == FLYING


def test_keys_are_kept_since_the_last_irreversible_move():
    position = play(Position.start(MORRIS, text=FLYING), *SHUFFLE[:3])
    assert len(position.earlier) == 3
    assert len(set(position.earlier)) == 3
    assert next(iter(play(position, "f4-f2").earlier)) == play(position, "f4-f2").state.key
    assert list(play(position, "f4-g1xd7").earlier) == []


def test_occurrences_count_this_one():
    position = Position.start(MORRIS, text=FLYING)
    seen = [position.occurrences]
    for _ in range(2):
        position = play(position, *SHUFFLE)
        seen.append(position.occurrences)
    assert seen == [1, 2, 3]
    assert position.repeated and position.outcome == DRAW and position.moves == ()
    assert position.ending == "The same position stood on the board 3 times."


def test_the_board_decides_before_repetition():
    lost = Position.start(MORRIS, text="1ww/w2/3/6/3/3/bb1 b 0 0 7")
    again = Position(MORRIS, lost.state, RepetitionHistory((int(lost.state.key),) * 2))
    assert again.repeated
    assert again.outcome == WHITE_WINS
    assert again.ending == "Black has fewer than three stones left."


def test_a_repetition_that_never_draws():
    position = Position.start(MORRIS, MorrisOptions(repetition=0), FLYING)
    position = play(position, *SHUFFLE, *SHUFFLE, *SHUFFLE)
    assert position.occurrences == 4
    assert not position.repeated and position.outcome == ONGOING and position.ending == ""


def test_games_without_repetition_remember_no_keys():
    assert play(Position.start(ISOLATION), "d4", "a1", "e6").earlier == NO_KEYS


@pytest.mark.parametrize("text", ["d4", "f2-f4", "g7-g4xa1", "G7-G4", ""])
def test_an_illegal_move_is_refused_with_legal_ones(text):
    with pytest.raises(BadText) as caught:
        Position.start(MORRIS, text=FLYING).parse_move(text)
    assert f"move: {text!r} is not legal here, expected one of b6-a4, " in str(caught.value)
    # Three stones fly to 18 points each, and one of these flights may take any of three stones.
    assert f"and {3 * 18 + 2 - 8} more" in str(caught.value)


def test_a_move_after_the_end():
    with pytest.raises(BadText, match="expected one of none, the game is over"):
        Position.start(ISOLATION, text="7/7/7/7/1x5/2x4/w5b w").parse_move("d4")


def test_a_move_without_chance_has_one_outcome():
    position = Position.start(MORRIS)
    assert position.chances(position.moves[0]) == (1.0,)


def test_move_in_a_program_s_notation_is_found_alone():
    """Reading a file looks up each move; SAN of every legal move would take longer than everything else."""

    def notation(state: object, move: int) -> str:
        raise AssertionError("asked")

    game = replace(load_game("chess"), notation=notation)
    position = Position.start(game)
    assert position.move_text(position.parse_move("g1f3")) == "g1f3"
