"""Morris's `mobile` against a count by names."""

from itertools import pairwise

import pytest
from hypothesis import given

from games.compiling.compiler import jit_disabled
from games.morris import GAME, LINES, SQUARES, noisy
from games.position import Position
from heuristics.lens import Lens
from heuristics.morris import mobile
from samples import ongoing_positions, random_walk, seeds

STEP = 10 if jit_disabled() else 4
BESIDE: dict[str, set[str]] = {name: set() for name in SQUARES}
for _line in LINES:
    for _one, _other in pairwise(_line):
        BESIDE[SQUARES[_one]].add(SQUARES[_other])
        BESIDE[SQUARES[_other]].add(SQUARES[_one])


def counted(state, side) -> dict[str, float]:
    stones = {name for point, name in enumerate(SQUARES) if state.stones[side] >> point & 1}
    taken = stones | {name for point, name in enumerate(SQUARES) if state.stones[1 - side] >> point & 1}
    lines = [{SQUARES[point] for point in line} for line in LINES]
    flies = len(stones) == 3 and state.stash[side] == 0
    return {
        "stones": len(stones),
        "stash": int(state.stash[side]),
        "possible_mills": sum(len(line & stones) == 2 and len(line & taken) == 2 for line in lines),
        "steps": 0 if flies else sum(len(BESIDE[stone] - taken) for stone in stones),
        "shut in": 0 if flies else sum(BESIDE[stone] <= taken for stone in stones),
    }


@given(seed=seeds)
def test_counts_and_their_squares(seed):
    for position in list(random_walk(GAME, seed, 100))[::STEP]:
        for side in (0, 1):
            expected = counted(position.state, side)
            breakdown = Lens.of(mobile).breakdown(position.state, side)
            assert {row.name: row.own for row in breakdown.rows} == expected
            other = Lens.of(mobile).breakdown(position.state, 1 - side)
            assert breakdown.value == -other.value  # the side asked for only changes the sign
            for term in mobile.terms:
                assert term.squares is not None
                shown = sum(amount for _, amount in term.squares(position.state, side))
                assert shown == pytest.approx(expected[term.name])


def test_a_stone_that_is_shut_in_counts_against_it():
    position = Position.start(GAME, text="wb1/3/3/b5/3/3/3 w 8 7 0")
    rows = {row.name: row for row in Lens.of(mobile).breakdown(position.state, 0).rows}
    assert rows["shut in"].own == 1 and rows["shut in"].contribution == -1.0
    assert rows["steps"].own == 0 and rows["steps"].other > 0


def test_a_side_that_flies_needs_no_room():
    flying = Position.start(GAME, text="wb1/3/w1b/w3b1/3/3/2b w 0 0 0")
    rows = {row.name: row for row in Lens.of(mobile).breakdown(flying.state, 0).rows}
    assert rows["steps"].own == rows["shut in"].own == 0 and rows["steps"].other > 0
    placing = Position.start(GAME, text="wb1/3/w1b/w3b1/3/3/2b w 1 0 0")
    assert {row.name: row.own for row in Lens.of(mobile).breakdown(placing.state, 0).rows}["steps"] > 0


def test_noisy_is_what_takes_a_stone():
    for position in ongoing_positions("morris", 43, 40):
        for move in position.moves:
            before, after = (
                bin(int(each.state.stones[1 - position.to_move])).count("1")
                for each in (position, position.play(move))
            )
            assert noisy(position.state, move) == (after < before)
