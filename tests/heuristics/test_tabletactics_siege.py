"""TableTactics' `siege` against a count by names."""

import pytest
from hypothesis import given

from games.compiling.compiler import jit_disabled
from games.position import Position
from games.tabletactics import GAME, SQUARES, obstacles, soldiers
from heuristics.lens import Lens
from heuristics.tabletactics import CUT_OFF, attacks_on_noble, nearness_to_noble, siege
from samples import random_walk, seeds

STEP = 12 if jit_disabled() else 5
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))


def beside(name: str) -> set[str]:
    return {chr(ord(name[0]) + right) + str(int(name[1]) + up) for right, up in AROUND} & set(SQUARES)


def steps_of(state, side: int, closed: set[str]) -> dict[str, int]:
    """The steps that each soldier of a side needs to get beside the opposing Noble, by its square; `closed`:
    squares that it cannot enter."""
    noble = next(each.square for each in soldiers(state) if each.letter == "N" and each.side != side)
    found = {}
    for soldier in soldiers(state):
        if soldier.side == side:
            reached, edge, number = set(), {soldier.square}, 0
            while edge and not any(noble in beside(name) for name in edge):
                reached |= edge
                edge = {name for square in edge for name in beside(square)} - closed - reached
                number += 1
            found[soldier.square] = number if edge else CUT_OFF
    return found


def attacks(state, side: int, steps: dict[str, int]) -> dict[str, int]:
    """How often each soldier of the side to move can still attack the opposing Noble."""
    found = {}
    for soldier in soldiers(state):
        if soldier.side == side == state.to_move:
            left, to_go = soldier.actions, steps[soldier.square] - soldier.steps_left
            while to_go > 0:
                to_go -= 4 if soldier.letter == "T" else 3
                left -= 1
            if left > 0:
                found[soldier.square] = left
    return found


@given(seed=seeds)
def test_counts_and_their_squares(seed):
    where = {term.name: term.squares for term in siege.terms}
    for position in list(random_walk(GAME, seed, 120))[12::STEP]:
        if position.outcome != -1:
            continue
        for side in (0, 1):
            state = position.state
            rows = {row.name: row for row in Lens.of(siege).breakdown(state, side).rows}
            army = {each.square: each.hitpoints for each in soldiers(state) if each.side == side}
            hitpoints = next(e.hitpoints for e in soldiers(state) if e.letter == "N" and e.side == side)
            assert rows["noble hitpoints"].own == hitpoints
            walls = set(obstacles(state))
            nearness = {square: CUT_OFF - n for square, n in steps_of(state, side, walls).items()}
            assert rows["nearness to the other Noble"].own == sum(nearness.values())
            assert dict(where["nearness to the other Noble"](state, side)) == nearness
            assert [amount for _, amount in where["noble hitpoints"](state, side)] == [hitpoints]
            taken = {each.square for each in soldiers(state)} | walls
            expected = attacks(state, side, steps_of(state, side, taken))
            assert rows["attacks on the Noble"].own == sum(expected.values())
            assert dict(where["attacks on the Noble"](state, side)) == expected
            assert rows["hitpoints"].own == sum(army.values())
            assert dict(where["hitpoints"](state, side)) == army


def test_half_an_army_outweighs_one_hitpoint_of_the_noble():
    """Two soldiers, the Noble unhurt, against four whose Noble has lost a hitpoint."""
    position = Position.start(GAME, text="4n32f32/4f32t22/6/6/F325/N425 w play - 4")
    breakdown = Lens.of(siege).breakdown(position.state, 0)
    assert breakdown.value < -0.5
    favour_white = [row.name for row in breakdown.rows if row.contribution > 0.0]
    assert favour_white == ["noble hitpoints"], "no term pays White for the soldiers that it has lost"


def test_soldiers_in_the_way_change_no_nearness_obstacles_do():
    """White's soldiers stand around their Noble in a corner. Its opponents are as near as on an empty board,
    and a Noble gains nothing by being walled in."""
    text = "6/6/4n42f32/#3f32t22/T22F324/N42F32#3 w play - 4"
    position = Position.start(GAME, GAME.options(obstacles=("a3", "c1")), text)
    nearness = dict(nearness_to_noble.squares(position.state, 1))
    assert nearness == {"e4": 6.0, "f4": 5.0, "e3": 7.0, "f3": 6.0}
    text = "6/6/4n42f32/4f32t22/T22F324/N42F324 w play - 4"
    assert dict(nearness_to_noble.squares(Position.start(GAME, text=text).state, 1)) == nearness


@pytest.mark.parametrize(("free", "attacks"), [(3, {"d4": 2.0, "b3": 1.0}), (2, {"d4": 2.0})])
def test_attacks_are_of_the_actions_that_the_steps_leave(free: int, attacks: dict[str, float]):
    """The thief on b3 is three steps away. Its last action is either for the attack or for the third step."""
    text = f"6/3n42f321/3F322/1T214/F315/N425 w play b3:{free} 6"
    position = Position.start(GAME, text=text)
    rows = {row.name: row for row in Lens.of(siege).breakdown(position.state, 0).rows}
    row = rows["attacks on the Noble"]
    assert (row.own, row.other) == (sum(attacks.values()), 0)
    assert dict(attacks_on_noble.squares(position.state, 0)) == attacks


def test_concentration_is_0_before_placement_and_after_death():
    for text in ("6/6/6/6/F32F324/T22N424 b place - 1", "6/6/6/6/F31F324/N42T214 w play - 4"):
        position = Position.start(GAME, text=text)
        for side in (0, 1):
            breakdown = Lens.of(siege).breakdown(position.state, side)
            assert breakdown.value == 0.0 and not any(row.own for row in breakdown.rows)
