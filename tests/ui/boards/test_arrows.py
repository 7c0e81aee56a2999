"""Where the arrows of a move go."""

import pytest

from games.position import Position
from games.registry import load_game
from ui.boards.arrows import ways
from ui.boards.registry import load_art


@pytest.mark.parametrize(
    ("text", "move", "way"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", ("e1", "g1")),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", ("e1", "c1")),
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "O-O", ("e8", "g8")),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Rb1", ("a1", "b1")),
    ],
)
def test_a_move_of_chess_has_one_arrow_its_own(text: str, move: str, way: tuple[str, str]) -> None:
    position = Position.start(load_game("chess"), text=text)
    assert ways(load_art("chess"), position, position.parse_move(move)) == [way]
