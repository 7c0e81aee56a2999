"""The player that goes for the opposing Noble, from which the net of TableTactics learns."""

import pytest

from engines.player_text import make_engine, parse_player
from games.position import Position
from games.registry import load_game

RULES = load_game("tabletactics")


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("6/6/6/6/n425/F324N42 w play - 8", "a1xa2"),
        ("6/6/6/n425/6/F324N42 w play - 8", "a1-a2"),
        ("6/6/6/2n423/2##2/2F322N42 w play - 8", "c1-b1"),
        ("n425/6/6/6/1t224/1F323N42 w play - 8", "b1xb2"),
        ("n425/6/6/6/6/N425 w play - 8", "end"),
    ],
)
def test_it_attacks_the_noble_or_comes_nearer(text: str, best: str) -> None:
    position = Position.start(RULES, text=text)
    thought = make_engine(parse_player("hunter", "tabletactics"), "tabletactics").think(position)
    assert position.notation(thought.move) == best and thought.unit == "rank"
