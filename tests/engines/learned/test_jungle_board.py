"""The board of Jungle as inputs of a net, as its document describes them."""

import numpy as np
import pytest

from engines.learned.jungle_board import ACTIONS, INPUTS, ROWS, action, look
from games.jungle import GAME, JungleOptions
from games.position import Position
from samples import ongoing_positions


def inputs(position: Position, mirrored: int = 0) -> dict[int, float]:
    """The inputs that are not 0."""
    rows, coefficients, counts = np.zeros((1, ROWS), np.int64), np.zeros((1, ROWS)), np.zeros(1, np.int64)
    assert look(position.state, mirrored, rows, coefficients, counts) == 1
    n = int(counts[0])
    found = dict(zip(rows[0, :n].tolist(), coefficients[0, :n].tolist(), strict=True))
    assert len(found) == n and max(found, default=0) < INPUTS
    return found


def transformed(position: Position, turn: bool, mirror: bool) -> Position:
    """The board flipped with the colours swapped, or its mirror image."""
    rows, side, white, black, quiet = position.text.split()
    if turn:
        rows = rows.swapcase().translate(str.maketrans("+-", "-+"))[::-1]
        side, white, black = "wb"["bw".index(side)], black.upper(), white.lower()
    if mirror:
        rows = "/".join(row[::-1] for row in rows.split("/"))
    return Position.start(GAME, text=" ".join((rows, side, white, black, quiet)))


def square(at: int, turn: bool, mirror: bool) -> int:
    at = 55 - at if turn else at
    return at + 7 - 2 * (at % 8) if mirror else at


@pytest.mark.parametrize(("turn", "mirror"), [(True, False), (False, True), (True, True)])
def test_both_sides_and_mirror_images_look_alike(turn: bool, mirror: bool) -> None:
    """The inputs are the same except in the first two channels, which tell White and Black apart, whoever is
    to move."""
    channel = {0: 1, 1: 0} if turn else {}
    for position in ongoing_positions("jungle", 3, 12):
        other = transformed(position, turn, mirror)
        ours = {row - row % 6 + channel.get(row % 6, row % 6): c for row, c in inputs(position).items()}
        assert ours == inputs(other, int(mirror))
        for move in position.moves:
            moved = square(move >> 6, turn, mirror) << 6 | square(move & 63, turn, mirror)
            assert action(position.state, move, 0) == action(other.state, moved, int(mirror))


def test_every_legal_action_has_a_number_of_its_own() -> None:
    for position in ongoing_positions("jungle", 4, 12):
        numbers = [action(position.state, move, 0) for move in position.moves]
        assert len(set(numbers)) == len(numbers) and max(numbers) < ACTIONS


def test_there_are_336_inputs_and_280_actions() -> None:
    assert (INPUTS, ACTIONS) == (336, 280)
    position = Position.start(GAME, text="-7/8/8/3L4/8/8/+7 w R r 0")
    lion, own, opposing = 6 * (3 * 8 + 3), 0, 6 * 48
    assert inputs(position) == {
        **{lion: 1.0, lion + 2: 7 / 8, lion + 3: 1.0, lion + 4: 1.0},
        **{own: 1.0, own + 4: 1.0, opposing + 1: 1.0, opposing + 5: 1.0},
    }
    assert action(position.state, position.parse_move("a1"), 0) == 0
    assert action(position.state, position.parse_move("d4-d5"), 0) == 56 + 27 * 4


def test_nothing_that_is_hidden_is_seen() -> None:
    seen = [inputs(Position.start(GAME, text=f"8/8/8/8/3-4/3T4/8 w - {pool} 0")) for pool in "rcdwple"]
    assert all(each == seen[0] for each in seen)
    assert inputs(Position.start(GAME, JungleOptions(deal="mixed"))) == {}
