"""What a move does besides moving, in each game's own words."""

import pytest

from games.position import Position
from games.registry import load_game

CASES = [
    ("chess", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", ("takes the queen",)),
    ("chess", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", ("takes the rook", "promotes to a queen")),
    ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", ("takes the pawn",)),
    ("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", ("gives mate",)),
    ("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", ()),
    ("tabletactics", "3t222/2f22n422/2T21f122/2F223/1N424/1F324 w play - 8", "c4xd4", ("takes the Fighter",)),
    ("tabletactics", "3t222/2f22n422/2T21f322/2F223/1N424/1F324 w play - 8", "c4xd4", ("hits the Fighter",)),
    ("tabletactics", "3t222/2f22n422/2T21f322/2F223/1N424/1F324 w play - 8", "end", ()),
]


@pytest.mark.parametrize(("game", "position", "move", "told"), CASES)
def test_what_a_move_does(game: str, position: str, move: str, told: tuple[str, ...]) -> None:
    at = Position.start(load_game(game), text=position)
    assert at.effects(at.parse_move(move)) == told


def test_a_mill_and_what_it_takes() -> None:
    at = Position.start(load_game("morris"), text="bbw/1w1/1wb/bw1bwb/1w1/bbw/bw1 w 0 0 8")
    for move in at.moves:
        takes = at.notation(move).count("x")
        expected = {0: (), 1: ("closes a mill", "takes a stone"), 2: ("closes two mills", "takes two stones")}
        assert at.effects(move) == expected[takes]
    assert any(at.effects(move) for move in at.moves)


@pytest.mark.parametrize(
    ("piece", "told"),
    [
        ("c", ("takes the cat",)),
        ("d", ("takes the dog", "is lost with it")),
        ("l", ("is lost to the lion",)),
        ("-", ()),
        ("1", ()),
    ],
)
def test_an_attack_in_jungle_says_who_is_left(piece: str, told: tuple[str, ...]) -> None:
    """A dog attacks. Chance decides what a face-down piece is."""
    at = Position.start(
        load_game("jungle"), text=f"8/8/8/D{piece}6/8/8/7r w - {'w' if piece == '-' else '-'} 0"
    )
    assert at.effects(next(move for move in at.moves if move >> 6 == 24 and move & 63 == 25)) == told


def test_the_last_square_in_isolation() -> None:
    at = Position.start(load_game("isolation"), text="b6/2x4/7/3w3/7/7/7 w")
    told = {at.notation(move): at.effects(move) for move in at.moves}
    assert told.pop("b5") == ("leaves Black no square",) and told and not any(told.values())
