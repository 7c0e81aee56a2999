"""Isolation against independent rules with dicts and sets."""

import pytest
from hypothesis import given

from games import isolation
from games.compiling.compiler import jit_disabled
from games.contract import BLACK_WINS, ONGOING, WHITE_WINS, BadText
from games.position import Position
from samples import random_walk, seeds

GAME = isolation.GAME
KNIGHT_STEPS = {(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)}


class SlowIsolation:
    """A board is a dict from (file, rank) to "x", "w" or "b"."""

    def __init__(self, text: str):
        rows, self.to_move = text.split()
        self.board = {}
        for rank, row in zip(range(6, -1, -1), rows.split("/"), strict=True):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                else:
                    self.board[file, rank] = letter
                    file += 1

    def moves(self) -> set[str]:
        free = {(file, rank) for file in range(7) for rank in range(7)} - set(self.board)
        here = [square for square, owner in self.board.items() if owner == self.to_move]
        if here:
            free &= {(here[0][0] + x, here[0][1] + y) for x, y in KNIGHT_STEPS}
        return {"abcdefg"[file] + str(rank + 1) for file, rank in free}

    def play(self, move: str) -> None:
        self.board = {s: "x" if owner == self.to_move else owner for s, owner in self.board.items()}
        self.board["abcdefg".index(move[0]), int(move[1]) - 1] = self.to_move
        self.to_move = "b" if self.to_move == "w" else "w"

    @property
    def outcome(self) -> int:
        if self.moves():
            return ONGOING
        return BLACK_WINS if self.to_move == "w" else WHITE_WINS


@given(seed=seeds)
def test_random_games_follow_the_slow_rules(seed):
    slow = SlowIsolation("7/7/7/7/7/7/7 w")
    before = None
    for position in random_walk(GAME, seed, 20 if jit_disabled() else 60):
        if before is not None:
            (move,) = [m for m in before.moves if before.play(m).text == position.text]
            slow.play(before.notation(move))
        again = SlowIsolation(position.text)
        assert (again.board, again.to_move) == (slow.board, slow.to_move)
        assert {position.notation(move) for move in position.moves} == slow.moves()
        assert position.outcome == slow.outcome
        assert position.state.key == isolation.full_key(position.state)
        before = position


def test_the_first_moves_are_placements():
    start = Position.start(GAME)
    assert len(start.moves) == 49
    after = start.play(start.parse_move("d4"))
    assert after.text == "7/7/7/3w3/7/7/7 b"
    assert len(after.moves) == 48


def test_whoever_is_stuck_loses():
    stuck = Position.start(GAME, text="7/7/7/7/1x5/2x4/w5b w")
    assert stuck.outcome == BLACK_WINS
    assert stuck.moves == ()
    assert stuck.ending == "White has no free square to move to."
    assert Position.start(GAME, text="7/7/7/7/1x5/2x4/w5b b").outcome == ONGOING
    mirrored = Position.start(GAME, text="7/7/7/7/5x1/4x2/w5b b")
    assert mirrored.outcome == WHITE_WINS
    assert mirrored.ending == "Black has no free square to move to."


def test_a_move_is_one_click():
    start = Position.start(GAME)
    assert {GAME.click_paths(start.state, move) for move in start.moves} == {
        ((name,),) for name in GAME.squares
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7/7/7/7/7/7/7", "side to move is missing: expected 2 fields, board, side to move, found 1"),
        ("7/7/7/7/7/7/7 w b", "unexpected 'b' after side to move: expected 2 fields"),
        ("7/7/7/7/7/7 w", "board: expected 7 rows between '/', found 6"),
        ("7/7/8/7/7/7/7 w", "board, row 3 from the top ('8'): expected 7 squares, found 8"),
        ("7/7/7/7/7/7/q6 w", "row 7 from the top ('q6'): unexpected 'q'"),
        ("7/7/7/7/7/7/07 w", "row 7 from the top ('07'): unexpected '0'"),
        ("w6/w6/7/7/7/7/7 w", "board: expected at most one 'w', found two"),
        ("7/7/7/7/7/7/7 white", "side to move: expected w or b, found 'white'"),
    ],
)
def test_bad_text_names_the_field(text, message):
    with pytest.raises(BadText) as caught:
        Position.start(GAME, text=text)
    assert message in str(caught.value)


def test_the_first_move_says_what_to_do() -> None:
    game = isolation.GAME
    position = Position.start(game)
    assert game.prompt(position.state, ()) == "Place your piece on any free square."
    for _ in range(2):
        position = position.play(position.moves[0])
    assert game.prompt(position.state, ()) == ""
