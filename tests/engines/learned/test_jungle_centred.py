"""What the net of `dqn` sees of Jungle, and how its actions are numbered."""

import numpy as np
import pytest
from test_jungle_board import square, transformed

from engines.learned.jungle_centred import (
    ASKED,
    AT_BEHIND,
    AT_CLOCK,
    AT_NEAR,
    AT_NEAREST,
    DX,
    INPUTS,
    OUTPUTS,
    PREDATOR,
    PREY,
    ROWS,
    action,
    look,
)
from games.jungle import FILES, GAME, RANKS, JungleOptions
from games.position import Position
from samples import ongoing_positions


def inputs(position: Position, mirrored: int = 0) -> list[list[int]]:
    """The active inputs, for each piece."""
    rows, coefficients = np.zeros((ASKED, ROWS), np.int64), np.zeros((ASKED, ROWS))
    counts = np.zeros(ASKED, np.int64)
    asked = look(position.state, mirrored, rows, coefficients, counts)
    found = [sorted(rows[i, : counts[i]].tolist()) for i in range(asked)]
    assert all(len(set(each)) == len(each) and each[-1] < INPUTS for each in found)
    assert all((coefficients[i, : counts[i]] == 1.0).all() for i in range(asked))
    return found


@pytest.mark.parametrize(("turn", "mirror"), [(True, False), (False, True), (True, True)])
def test_both_sides_and_mirror_images_look_alike(turn: bool, mirror: bool) -> None:
    for position in ongoing_positions("jungle", 3, 12):
        other = transformed(position, turn, mirror)
        ours, theirs = inputs(position), inputs(other, int(mirror))
        assert sorted(ours) == sorted(theirs)
        for move in position.moves:
            moved = square(move >> 6, turn, mirror) << 6 | square(move & 63, turn, mirror)
            here, there = action(position.state, move, 0), action(other.state, moved, int(mirror))
            assert here % OUTPUTS == there % OUTPUTS
            assert ours[here // OUTPUTS] == theirs[there // OUTPUTS]


def test_every_legal_action_has_a_place_of_its_own() -> None:
    for position in ongoing_positions("jungle", 4, 12):
        places = [action(position.state, move, 0) for move in position.moves]
        assert len(set(places)) == len(places) and max(places) < OUTPUTS * len(inputs(position))


def test_of_what_lies_face_down_only_the_chance_to_win_is_seen() -> None:
    seen = [inputs(Position.start(GAME, text=f"8/8/8/8/3-4/3T4/8 w - {pool} 0")) for pool in "rcdwple"]
    assert all(each == seen[0] for each in seen[:5]) and seen[5] == seen[6] != seen[0]


def test_a_mixed_deal_has_room() -> None:
    assert len(inputs(Position.start(GAME, JungleOptions(deal="mixed")))) == 16


def test_the_nearest_prey_and_predator_are_pointed_out() -> None:
    """The lion on b1 takes the wolf on b3, two steps away, and the cat on f1; the elephant on c2 takes the
    lion. The dog on g1 stands beside its prey, the cat, one step nearer than the lion is to its own."""
    position = Position.start(GAME, text="8/8/8/8/1w6/2e5/1L3cD1 w - - 60")
    lion, dog = inputs(position)

    def at(files: int, ranks: int, relation: int) -> int:
        return int(AT_NEAREST[relation]) + (ranks + RANKS - 1) * DX + files + FILES - 1

    def pointed_out(piece: list[int]) -> set[int]:
        return {row for row in piece if AT_NEAREST[PREY] <= row < AT_BEHIND}

    assert pointed_out(lion) == {at(0, 2, PREY), at(1, 1, PREDATOR)}
    assert at(-1, 0, PREY) in pointed_out(dog)
    assert AT_BEHIND + 1 in lion and AT_BEHIND in dog and {AT_NEAR, AT_CLOCK} <= set(lion) & set(dog)
