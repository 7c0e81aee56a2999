"""Jungle's heuristics against their published formulas, calculated from the position text."""

import numpy as np
import pytest
from hypothesis import given

from games.contract import BLACK, WHITE
from games.jungle import GAME, JungleOptions
from games.position import Position
from heuristics.contract import takes_weights
from heuristics.jungle import greedy, minimax
from heuristics.lens import Lens
from samples import random_walk, seeds

STRENGTH = {letter: strength for strength, letter in enumerate("RCDWPTLE", start=1)}
VALUE = {8: 100, 7: 90, 6: 80, 5: 70, 4: 60, 3: 50, 2: 40, 1: 10}


def read(position: Position):
    """(White's, Black's) revealed pieces as {(file, rank): strength}, and (White's, Black's) number of
    face-down pieces; `near` pairs are found by distance."""
    rows, _, white, black, _ = position.text.split()
    revealed = ({}, {})
    for rank, row in zip(range(6, -1, -1), rows.split("/"), strict=True):
        cells = "".join("." * int(cell) if cell.isdigit() else cell for cell in row)
        for file, cell in enumerate(cells):
            if cell.isalpha():
                revealed[cell.islower()][file, rank] = STRENGTH[cell.upper()]
    return revealed, (len(white.strip("-")), len(black.strip("-")))


def takes(one: int, other: int) -> bool:
    if {one, other} == {1, 8}:
        return one == 1
    return one > other


def pairs(own, other):
    return [(own[a], other[b]) for a in own for b in other if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]


def slow_minimax(position: Position, side: int) -> float:
    revealed, down = read(position)
    own, other = revealed[side], revealed[1 - side]
    value = (len(own) + down[side]) - (len(other) + down[1 - side])
    value += 10 * (sum(own.values()) - sum(other.values()))
    value += 5 * down[side] - 10 * down[1 - side]
    for mine, theirs in pairs(own, other):
        value += 20 * takes(mine, theirs) - 15 * takes(theirs, mine)
    return value


def slow_greedy(position: Position, side: int) -> float:
    revealed, down = read(position)
    own, other = revealed[side], revealed[1 - side]
    value = sum(VALUE[strength] for strength in own.values()) + 30 * down[side]
    value -= 0.8 * (sum(VALUE[strength] for strength in other.values()) + 30 * down[1 - side])
    for file, rank in own:
        value += 1.5 * (5 * (rank if side == WHITE else 6 - rank) + (5 if file in (3, 4) else 0))
    value += 2 * actions(position, side)
    for mine, theirs in pairs(own, other):
        value += 10 * (15 * takes(mine, theirs) - 10 * takes(theirs, mine))
    return value


def actions(position: Position, side: int) -> int:
    """The number of legal moves if `side` were to move."""
    fields = position.text.split()
    fields[1] = "wb"[side]
    state = GAME.parse(" ".join(fields), JungleOptions(deal="mixed" if "?" in fields[0] else "own"))
    return int(GAME.legal_moves(state, np.zeros(GAME.max_moves, np.int32)))


@pytest.mark.parametrize("text", [None, "????????/8/8/8/8/8/???????? w RCDWPTLE rcdwptle 0"])
@given(seed=seeds)
def test_values_are_those_of_the_formulas(text, seed):
    options = JungleOptions(deal="mixed" if text else "own")
    draw = np.random.default_rng(seed)
    position = Position.start(GAME, options)
    for _ in range(70):
        for side in (WHITE, BLACK):
            if position.outcome == -1:
                assert Lens.of(minimax).breakdown(position.state, side).value == pytest.approx(
                    slow_minimax(position, side)
                )
                assert Lens.of(greedy).breakdown(position.state, side).value == pytest.approx(
                    slow_greedy(position, side)
                )
        if not position.moves:
            return
        attacks = [move for move in position.moves if "x" in position.notation(move)]
        move = int(draw.choice(attacks or position.moves))
        position = position.play(move, int(draw.integers(len(position.chances(move)))))


def test_equal_strengths_threaten_each_other_with_nothing():
    position = Position.start(GAME, text="8/8/8/3Ww3/8/8/8 w - - 0")
    rows = {row.name: row for row in Lens.of(minimax).breakdown(position.state, WHITE).rows}
    assert rows["can take"].own == 0 and rows["can be taken"].other == 0
    rat = Position.start(GAME, text="8/8/8/3Re3/8/8/8 w - - 0")
    rows = {row.name: row for row in Lens.of(minimax).breakdown(rat.state, WHITE).rows}
    assert rows["can take"].contribution == 20 and rows["can be taken"].contribution == 0
    rows = {row.name: row for row in Lens.of(minimax).breakdown(rat.state, BLACK).rows}
    assert rows["can take"].contribution == 0 and rows["can be taken"].contribution == -15


def test_piece_values_are_weights_that_a_person_may_set():
    position = Position.start(GAME, text="8/8/8/3E4/8/8/7r w - - 0")
    before = Lens.of(greedy).breakdown(position.state, WHITE).value
    lens = Lens.of(greedy, {"value of elephant": 150.0, "value of rat": 20.0})
    assert lens.breakdown(position.state, WHITE).value == pytest.approx(before + 50 - 0.8 * 10)


@pytest.mark.parametrize("heuristic", [minimax, greedy], ids=lambda heuristic: heuristic.name)
def test_what_the_squares_show_adds_up_to_the_count(heuristic):
    mixed = Position.start(GAME, JungleOptions(deal="mixed"))
    mixed = mixed.play(mixed.moves[0], 3)
    for position in [*random_walk(GAME, 5, 90), mixed, mixed.play(mixed.moves[2], 9)]:
        for term in heuristic.terms:
            for side in (WHITE, BLACK):
                args = (heuristic.default_weights,) if term.takes_weights else ()
                shown = term.squares(position.state, side, *(args if takes_weights(term.squares) else ()))
                assert {name for name, _ in shown} <= set(GAME.squares)
                assert sum(amount for _, amount in shown) == pytest.approx(
                    float(term.count(position.state, side, *args))
                )
