"""What the rules ask for next, and why a square cannot be clicked, in the games' own words."""

import pytest

from games.position import Position
from games.random_stream import Draws
from games.record import Record
from games.registry import game_names, load_game
from study.game.move_entry import ClickFilter

MILL = "3/3/3/w1w1w1/3/1b1/bbb w 0 0 0"
"""f4-b4 closes a mill. Black's stones on the lowest line form a mill; the one on d2 stands alone."""

TWO_MILLS = "1w1/w1w/1w1/b4b/3/3/b1b w 1 0 0"
"""d6 closes both."""


def asked(game: str, text: str, *clicks: str) -> str:
    position = Position.start(load_game(game), text=text)
    return position.game.prompt(position.state, clicks)


def refused(game: str, text: str, square: str, *clicks: str) -> str:
    position = Position.start(load_game(game), text=text)
    return position.game.refusal(position.state, clicks, square)


def test_a_mill_asks_for_a_stone_and_says_which_are_protected():
    assert asked("morris", MILL) == asked("morris", MILL, "f4") == ""
    assert asked("morris", MILL, "f4", "b4") == "Take a stone: one of those ringed."
    assert refused("morris", MILL, "a1", "f4", "b4") == "Protected: it stands in a mill."
    assert refused("morris", MILL, "c4", "f4", "b4").startswith("Take a stone of the other side first")
    assert refused("morris", MILL, "d2") == "That stone is Black's."
    assert (
        refused("morris", "w2/3/3/6/3/3/3 w 8 9 0", "a7")
        == "That point is taken: place a stone on a free one."
    )


def test_two_mills_ask_for_two_stones_one_after_the_other():
    assert asked("morris", TWO_MILLS) == ""
    assert asked("morris", TWO_MILLS, "d6") == "Two mills: take two stones, first one of those ringed."
    assert asked("morris", TWO_MILLS, "d6", "a1") == "Take another stone: one of those ringed."
    assert refused("morris", TWO_MILLS, "a1", "d6", "a1") == "That stone is taken already: take another."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("6/6/n425/6/6/N425 w play - 4", ""),  # not begun
        ("6/6/n425/6/1f324/N415 w play - 4", "One action left on a1."),
        ("6/6/n425/6/f325/N415 w play - 4", "One action left on a1: a step or an attack."),
        ("6/6/n425/6/f325/N41T204 w play - 4", "One attack left on a1."),
        ("6/6/n425/6/6/N41T214 w play b1:2 4", "2 free steps left on b1; 2 actions left."),
        ("6/6/n425/6/f325/N41T214 w play - 4", "2 actions left, one soldier can attack."),
        ("6/6/6/6/6/N425 w place - 0", "Choose a soldier and its square in your corner: 3 left."),
        ("6/6/6/6/6/N42T224 w place - 0", "Click a square of your corner for a Fighter: 2 left."),
        ("6/6/6/6/F325/N42T224 w place - 0", "Click the last square for the Fighter."),
        ("6/6/6/6/6/6 w place - 0", "Place the Noble first, in your corner."),
    ],
)
def test_a_turn_of_several_actions_says_what_is_left(text, words):
    assert asked("tabletactics", text) == words


def test_chosen_square_or_soldier_asks_for_the_other():
    begun = "6/6/6/6/6/N425 w place - 0"
    assert asked("tabletactics", begun, "a2") == "Choose who stands on a2: Fighter or Thief."
    corner = "Click a square of your corner for"
    assert asked("tabletactics", begun, "T") == f"{corner} the Thief, or choose the Fighter."
    assert asked("tabletactics", begun, "F") == f"{corner} a Fighter, or choose the Thief."


def test_a_soldier_says_why_it_cannot_act():
    text = "6/6/n425/6/6/N40F324 w play - 4"
    assert refused("tabletactics", text, "a1") == "This soldier has no actions left in this turn."
    assert refused("tabletactics", text, "a4") == "That soldier is Black's: choose one of yours first."
    assert "who stands next to it" in refused("tabletactics", text, "a4", "b1")


def test_a_chess_piece_says_why_it_cannot_move():
    pinned = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1"
    assert refused("chess", pinned, "e2") == "Pinned: without this piece your king would be in check."
    assert refused("chess", pinned, "e4") == "That piece is Black's."
    assert refused("chess", pinned, "e3") == ""
    check = "4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1"
    assert refused("chess", check, "a2") == "Your king is in check: this piece cannot help."
    assert refused("chess", check, "e2", "e1") == "That would leave your king in check."


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_line_for_whatever_is_clicked(name):
    """In a random game: after each part of a move's clicks, on squares that cannot be clicked next."""
    record, draws = Record.start(load_game(name)), Draws(5)
    game = record.game
    while record.position.moves and len(record.plies) < 40:
        position = record.position
        for path in {game.click_paths(position.state, move)[0] for move in position.moves[:20]}:
            for length in range(len(path)):
                clicks = ClickFilter(position)
                for name_of in path[:length]:
                    clicks.click(name_of)
                told = [game.prompt(position.state, clicks.clicks)]
                refusable = [square for square in game.squares if square not in clicks.squares]
                told += [game.refusal(position.state, clicks.clicks, square) for square in refusable[:8]]
                for line in filter(None, told):
                    assert line[0].isupper() or line[0].isdigit(), line
                    assert line.endswith(".") and "\n" not in line and len(line) < 90, line
        move = position.moves[draws.below(len(position.moves))]
        record.play(move, record.draw_chance(move, draws))
