"""Jungle's `hunter` against a count by names: strengths, which pieces can be taken, and how far away they
are."""

import pytest
from hypothesis import given

from games.compiling.compiler import jit_disabled
from games.jungle import GAME, RESULT, SQUARES, TAKES, strength_of
from games.position import Position
from heuristics.jungle import hunter
from heuristics.jungle_pursuit import plies_of_one, plies_of_two
from heuristics.lens import Lens
from samples import random_walk, seeds

STEP = 20 if jit_disabled() else 8
ONE, TWO = plies_of_one(), plies_of_two()


def pieces(state, side) -> dict[str, int]:
    """Strengths of the revealed pieces, by square."""
    return {
        name: strength_of(int(state.board[square]))
        for square, name in enumerate(SQUARES)
        if int(state.revealed[side]) >> square & 1
    }


def living(state, side) -> set[int]:
    """Strengths of a side's pieces, revealed or not."""
    return set(pieces(state, side).values()) | {n for n in range(1, 9) if int(state.pool[side]) >> n - 1 & 1}


def hunted(state, side, trades=False) -> dict[str, list[tuple[int, int]]]:
    """For the square of each piece that can be taken, or traded with `trades`: steps and squares of its
    hunters, the nearest first."""
    hunters = {}
    for prey, strength in pieces(state, 1 - side).items():
        ways = [
            (abs(ord(prey[0]) - ord(own[0])) + abs(int(prey[1:]) - int(own[1:])), SQUARES.index(own))
            for own, taker in pieces(state, side).items()
            if RESULT[taker, strength] == TAKES or (trades and taker == strength)
        ]
        if ways:
            hunters[prey] = sorted(ways)
    return hunters


def plies_to_catch(prey, hunters, last) -> int:
    (steps, nearest), *others = hunters
    if last:
        return int(ONE[SQUARES.index(prey), nearest])
    return int(TWO[SQUARES.index(prey), nearest, others[0][1]]) if others else 46 + steps


@given(seed=seeds)
def test_what_is_hunted(seed):
    for position in list(random_walk(GAME, seed, 160))[::STEP]:
        for side in (0, 1):
            steps = {prey: of_prey[0][0] for prey, of_prey in hunted(position.state, side).items()}
            left = [len(living(position.state, one)) for one in (side, 1 - side)]
            last = left[1] == 1 and left[0] > 1
            ways = hunted(position.state, side, trades=left[0] > left[1])
            plies = {prey: plies_to_catch(prey, hunters, last) for prey, hunters in ways.items()}
            soonest = min(plies.values(), default=0)
            rows = {row.name: row for row in Lens.of(hunter).breakdown(position.state, side).rows}
            assert rows["plies to a catch"].own == soonest
            assert rows["all prey"].own == sum(steps.values())
            assert rows["piece share"].own == pytest.approx(left[0] / sum(left))
            assert rows["nothing to hunt"].own == (not steps)
            where = {term.name: term.squares for term in hunter.terms}
            assert dict(where["all prey"](position.state, side)) == steps
            caught = where["plies to a catch"](position.state, side)
            assert [amount for _, amount in caught] == ([soonest] if ways else [])
            assert all(plies[prey] == amount for prey, amount in caught)


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ("l7/8/8/8/8/8/7E w - - 0", 46 + 13),  # a lone piece whose side has nothing else to move
        ("l7/8/8/8/8/8/6CE w - - 0", 23),  # the last piece, which has to move
        ("lc6/8/8/8/8/8/6LE w - - 0", 45),  # the cat, by both; the lion is lost with a lion
    ],
)
def test_a_catch_by_hand(text, plies):
    state = Position.start(GAME, GAME.options(), text).state
    row = next(row for row in Lens.of(hunter).breakdown(state, 0).rows if row.name == "plies to a catch")
    assert row.own == plies


@given(seed=seeds)
def test_all_pieces_strengths_and_where_they_may_lie(seed):
    strength = next(term for term in hunter.terms if term.name == "strength")
    for position in list(random_walk(GAME, seed, 160))[::STEP]:
        for side in (0, 1):
            total = sum(living(position.state, side))
            assert strength.count(position.state, side) == total
            shown = dict(strength.squares(position.state, side))
            assert sum(shown.values()) == pytest.approx(total)
            for name, own in pieces(position.state, side).items():
                assert shown[name] == own


def test_a_hidden_piece_is_worth_what_a_revealed_one_is():
    """White's elephant lies face down on a1, or is revealed; Black's lion is on h8 in both."""
    hidden, revealed = (
        Position.start(GAME, GAME.options(), text).state
        for text in ("7l/8/8/8/8/8/+7 w E - 0", "7l/8/8/8/8/8/E7 w - - 0")
    )
    for state in (hidden, revealed):
        row = next(row for row in Lens.of(hunter).breakdown(state, 0).rows if row.name == "strength")
        assert (row.own, row.other, row.contribution) == (8, 7, 10.0)


@given(seed=seeds)
def test_what_nothing_takes(seed):
    untouchable = next(term for term in hunter.terms if term.name == "untouchable")
    for position in list(random_walk(GAME, seed, 160))[::STEP]:
        for side in (0, 1):
            others = living(position.state, 1 - side)
            safe = {
                own
                for own in living(position.state, side)
                if not any(own == 8 if by == 1 else by > own and (by, own) != (8, 1) for by in others)
            }
            assert untouchable.count(position.state, side) == len(safe)
            shown = dict(untouchable.squares(position.state, side))
            assert sum(shown.values()) == pytest.approx(len(safe))
            for name, strength in pieces(position.state, side).items():
                assert shown.get(name, 0.0) == (strength in safe)
