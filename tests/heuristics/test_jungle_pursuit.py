"""The plies to a catch, checked against a backwards search for each position, and against their own
definition."""

import random
from functools import cache

import pytest

from games.jungle import FILES, RANKS
from heuristics.jungle_pursuit import plies_of_one, plies_of_two

SQUARES = range(FILES * RANKS)


def steps(square: int) -> list[int]:
    rank, file = divmod(square, FILES)
    around = [(rank, file - 1), (rank, file + 1), (rank - 1, file), (rank + 1, file)]
    return [r * FILES + f for r, f in around if 0 <= r < RANKS and 0 <= f < FILES]


@cache
def two():
    return plies_of_two()


def test_one_hunter_against_a_search_backwards():
    for_hunter: dict[tuple[int, int], int] = {}
    for_prey: dict[tuple[int, int], int] = {}
    plies = 0
    while True:
        plies += 1
        caught = {
            (prey, at)
            for prey in SQUARES
            for at in SQUARES
            if prey != at and (prey, at) not in for_hunter
            if prey in steps(at) or (prey, at) in for_prey or any((prey, to) in for_prey for to in steps(at))
        }
        if not caught:
            break
        for_hunter.update(dict.fromkeys(caught, plies))
        plies += 1
        lost = {
            (prey, at)
            for prey in SQUARES
            for at in SQUARES
            if prey != at and (prey, at) not in for_prey
            if all(to == at or (to, at) in for_hunter for to in steps(prey))
        }
        for_prey.update(dict.fromkeys(lost, plies))
    table = plies_of_one()
    assert len(for_hunter) == 56 * 55
    assert all(table[squares] == number for squares, number in for_hunter.items())
    assert max(for_hunter.values()) == 25


def test_two_hunters_are_as_quick_as_the_best_answers_allow():
    at_random = random.Random(7)
    table = two()
    for _ in range(3000):
        prey, first, second = at_random.sample(SQUARES, 3)
        best = 1000
        for mover, other in ((first, second), (second, first)):
            for to in steps(mover):
                if to == prey:
                    best = min(best, 1)
                elif to != other:
                    flights = [flight for flight in (prey, *steps(prey)) if flight not in (to, other)]
                    best = min(best, 2 + max(int(table[flight, to, other]) for flight in flights))
        assert table[prey, first, second] == best


MIRRORS = (lambda rank, file: (rank, 7 - file), lambda rank, file: (6 - rank, file))


@pytest.mark.parametrize("mirrored", MIRRORS)
def test_two_hunters_always_catch_also_on_a_mirrored_board(mirrored):
    at_random = random.Random(8)
    longest = 0
    for _ in range(3000):
        squares = at_random.sample(SQUARES, 3)
        images = [rank * FILES + file for rank, file in (mirrored(*divmod(one, FILES)) for one in squares)]
        plies = two()[tuple(squares)]
        assert plies == two()[tuple(images)] == two()[squares[0], squares[2], squares[1]]
        longest = max(longest, plies)
    assert 40 <= longest <= 45
