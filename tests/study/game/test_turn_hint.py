"""A hint in words: the actions of a turn as a person would name them."""

from engines.contract import Thought
from games.position import Position
from games.registry import load_game
from study.game.turn_hint import TurnHint

PLAY = "6/6/2n421f321/2N421F321/6/6 w play - 6"
START = "4f32n42/4t22f32/6/6/F32F324/N42T224 w play - 2"


def hint(text: str, *moves: str, single: bool = False) -> TurnHint:
    position = start = Position.start(load_game("tabletactics"), text=text)
    line = []
    for written in moves:
        line.append(position.parse_move(written))
        position = position.play(line[-1])
    return TurnHint.of(Thought(start, line[0], 0.0, 1, 1, 0.1, tuple(line), ()), single)


def test_steps_of_one_soldier_are_one_path() -> None:
    found = hint(START, "b2-b3", "b3-b4", "b4-c4", "a2-a3", "b1-b2", "end")
    assert found.words == "b2-b3-b4-c4, then a2-a3, then b1-b2, then end"
    assert len(found.steps) == 6, "each has its arrow"


def test_a_path_is_not_mixed_up_with_another_soldiers_step() -> None:
    found = hint(START, "b2-b3", "b1-b2", "b2-c2", "end")
    assert found.words == "b2-b3, then b1-b2-c2, then end"


def test_an_action_that_is_made_again_is_counted() -> None:
    assert hint(PLAY, "e3xe4", "e3xe4", "end").words == "e3xe4 2×, then end"
    assert hint(PLAY, "e3xe4", single=True).words == "e3xe4"
