"""Isolation's `territory` against a count of jumps between squares by name."""

import pytest
from hypothesis import given

from games.compiling.compiler import jit_disabled
from games.isolation import GAME, SQUARES
from games.position import Position
from heuristics.isolation import jumps_from, territory
from heuristics.lens import Lens
from samples import random_walk, seeds

STEP = 12 if jit_disabled() else 5
NEVER = 99


def beside(name: str) -> set[str]:
    """The squares a knight's jump away."""
    file, rank = ord(name[0]), int(name[1])
    around = {(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)}
    return {chr(file + right) + str(rank + up) for right, up in around} & set(SQUARES)


def jumps_to(state, side: int) -> dict[str, int]:
    """How many jumps it takes to reach each free square that can be reached."""
    free = {name for square, name in enumerate(SQUARES) if not int(state.blocked) >> square & 1}
    edge, found, jumps = {SQUARES[state.pieces[side]]}, {}, 0
    while edge:
        jumps += 1
        edge = {name for square in edge for name in beside(square)} & free - found.keys()
        found |= dict.fromkeys(edge, jumps)
    return found


def own_squares(state, side: int) -> set[str]:
    if -1 in state.pieces:
        return set()
    own, other = jumps_to(state, side), jumps_to(state, 1 - side)
    first = 0 if side == state.to_move else 1  # the side to move gets there first
    return {name for name, jumps in own.items() if 2 * jumps + first < 2 * other.get(name, NEVER) + 1 - first}


@given(seed=seeds)
def test_counts_and_their_squares(seed):
    where = {term.name: term.squares for term in territory.terms}
    for position in list(random_walk(GAME, seed))[::STEP]:
        values = []
        for side in (0, 1):
            own = own_squares(position.state, side)
            dead_ends = {name for name in own if len(beside(name) & own) < 2}
            breakdown = Lens.of(territory).breakdown(position.state, side)
            assert {row.name: row.own for row in breakdown.rows} == {
                "territory": len(own),
                "dead ends": len(dead_ends),
            }
            assert dict(where["territory"](position.state, side)) == dict.fromkeys(own, 1.0)
            assert dict(where["dead ends"](position.state, side)) == dict.fromkeys(dead_ends, 1.0)
            values.append(breakdown.value)
        assert values[0] == -values[1]  # the side asked for only changes the sign


@pytest.mark.parametrize("name", SQUARES)
def test_jumps_go_where_a_knight_goes(name):
    found = jumps_from(1 << SQUARES.index(name))
    assert {other for square, other in enumerate(SQUARES) if found >> square & 1} == beside(name)


def test_whoever_is_to_move_gets_to_a_common_square_first():
    """The only free square is a jump away from either piece."""
    rows = {}
    for mover in "wb":
        position = Position.start(
            GAME, text=f"xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/wxxxbxx/xx1xxxx/xxxxxxx {mover}"
        )
        rows[mover] = {
            row.name: (row.own, row.other) for row in Lens.of(territory).breakdown(position.state, 0).rows
        }
    assert rows["w"] == {"territory": (1, 0), "dead ends": (1, 0)}
    assert rows["b"] == {"territory": (0, 1), "dead ends": (0, 1)}
