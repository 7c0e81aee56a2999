"""What the net of TableTactics sees, and how its actions are numbered."""

import numpy as np

from engines.learned.dqn import TABLETACTICS_VIEW as VIEW
from engines.learned.dqn import random_boards
from engines.learned.tabletactics_rewards import concentration, net_reward
from engines.learned.tabletactics_view import AT_ACTIONS, AT_NEARER, AT_STEPS_TO, AT_TURNS, CODES, STEP_BANDS
from games.contract import ONGOING
from games.position import Position
from games.registry import load_game
from heuristics.registry import load_lens
from samples import ongoing_positions

RULES = load_game("tabletactics")


def inputs(position: Position, mirrored: int = 0) -> list[list[int]]:
    rows, coefficients = (np.zeros((VIEW.asked, VIEW.rows), kind) for kind in (np.int64, np.float64))
    counts = np.zeros(VIEW.asked, np.int64)
    asked = VIEW.look(position.state, mirrored, rows, coefficients, counts)
    found = [sorted(rows[i, : counts[i]].tolist()) for i in range(asked)]
    assert all(len(set(each)) == len(each) and each[-1] < VIEW.net.sizes[0] for each in found)
    return found


def test_every_legal_action_has_a_place_of_its_own() -> None:
    for position in ongoing_positions("tabletactics", 4, 25):
        asked = len(inputs(position))
        places = [VIEW.action(position.state, move, 0) for move in position.moves]
        assert len(set(places)) == len(places) and max(places) < asked * VIEW.net.sizes[-1]


def test_both_sides_look_alike() -> None:
    """White before its first soldier and Black before its own look alike, except for the enemies there."""
    start = Position.start(RULES)
    position = start
    for _ in range(4):
        position = position.play(position.moves[0])
    assert position.to_move == 1

    def without_enemies_and_turns(found: list[list[int]]) -> list[list[int]]:
        enemies = {row for each in found for row in each if row < AT_ACTIONS and 12 <= row % CODES < 24}
        return sorted([row for row in each if row < AT_TURNS and row not in enemies] for each in found)

    ours, theirs = inputs(start), inputs(position)
    assert without_enemies_and_turns(ours) == without_enemies_and_turns(theirs) and len(ours) == 4
    assert all(len(b) == len(a) + 4 for a, b in zip(ours, theirs, strict=True))
    actions = [[VIEW.action(p.state, move, 0) for move in p.moves] for p in (start, position)]
    assert sorted(actions[0]) == sorted(actions[1])


def test_the_mirror_image_along_the_diagonal_looks_alike() -> None:
    here = Position.start(RULES, text="6/6/3n422/6/6/1N424 w play - 8")
    there = Position.start(RULES, text="6/6/3n422/6/N425/6 w play - 8")
    assert inputs(here) == inputs(there, 1) != inputs(there)
    ends = [VIEW.action(p.state, p.parse_move("end"), 0) for p in (here, there)]
    assert ends[0] == ends[1]
    assert VIEW.action(here.state, here.parse_move("b1-b2"), 0) == VIEW.action(
        there.state, there.parse_move("a2-b2"), 1
    )


def test_obstacles_are_seen() -> None:
    (board,) = random_boards(3, 1)
    plain, with_some = (inputs(Position.start(RULES, RULES.options(**changes))) for changes in ({}, board))
    more = [len(set(b) - set(a)) for a, b in zip(plain, with_some, strict=True)]
    assert more == [len(board["obstacles"])] * 4


def test_ways_lead_around_what_stands_there() -> None:
    """From c1 to the Noble on c3: past c2 in 2 steps, or around obstacles by b1, b2 and b3 in 4."""
    for wall, steps, to in (("6", 2, 0), ("2##2", 4, 2)):
        (found,) = inputs(Position.start(RULES, text=f"6/6/6/2n423/{wall}/2N423 w play - 8"))
        for target in range(2):
            assert AT_STEPS_TO + STEP_BANDS * target + steps - 1 in found
            assert [
                row - AT_NEARER - 4 * target for row in found if 0 <= row - AT_NEARER - 4 * target < 4
            ] == [to]


def test_it_is_paid_the_change_of_concentration_and_for_the_end() -> None:
    lens = load_lens("tabletactics", "concentration")
    positions = ongoing_positions("tabletactics", 6, 20)
    for position in positions:
        for side in (0, 1):
            value = lens.breakdown(position.state, side).value
            assert abs(concentration(position.state, side) - value) < 1e-9
    before, after = positions[0].state, positions[1].state
    change = concentration(after, 1) - concentration(before, 1)
    assert net_reward(before, after, 1, ONGOING) == 0.1 * change
    assert [net_reward(before, after, 1, outcome) for outcome in (0, 1, 2)] == [-1.0, 1.0, -0.5]
