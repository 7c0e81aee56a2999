"""One-sided terms: what authors declare is true, and for other terms it is found out."""

import time

import pytest

from games.contract import ONGOING
from games.registry import game_names
from heuristics.contract import DIFFERENCE, Heuristic
from heuristics.guarded_evaluation import terms_of
from heuristics.lens import Lens
from heuristics.registry import heuristics_of
from heuristics.sides import is_one_sided, one_sided_terms
from reviews import random_game

HEURISTICS = [(game, heuristic.name) for game in game_names() for heuristic in heuristics_of(game)]


def found(heuristic: Heuristic) -> tuple[set[str], set[str]]:
    """The terms whose counts differed between the sides in some position, and all terms that ever counted."""
    differ, counted = set(), set()
    lens = Lens.of(heuristic)
    for seed in range(4):
        for position in random_game(heuristic.game, 70, seed).positions[::3]:
            if position.outcome != ONGOING:
                continue
            white, black = (lens.breakdown(position.state, side) for side in (0, 1))
            amounts = [{row.name: row.contribution for row in seen.rows} for seen in (white, black)]
            for name in amounts[0].keys() | amounts[1].keys():
                one, other = (each.get(name, 0.0) for each in amounts)
                counted |= {name} if one or other else set()
                differ |= {name} if one != -other else set()
    return differ, counted


@pytest.mark.parametrize(("game", "name"), HEURISTICS)
def test_what_the_authors_declare_is_what_is_found(game: str, name: str) -> None:
    heuristic = next(each for each in heuristics_of(game) if each.name == name)
    declared = one_sided_terms(heuristic)
    for term in terms_of(heuristic):
        told = term.kind == DIFFERENCE or term.one_sided is not None
        assert told, f"heuristics/{game}.py, {name}: the term {term.name!r} needs one_sided=True or False"
    differ, counted = found(heuristic)
    assert differ == declared & counted
    # Weights of 0, and pairs that cancel out, make the whole the same for both sides.
    assert is_one_sided(Lens.of(heuristic)) == bool(differ)


def made() -> Heuristic:
    return Heuristic("mine", "isolation", "", "")


def told(heuristic: Heuristic) -> frozenset[str]:
    deadline = time.perf_counter() + 60
    while True:
        names = one_sided_terms(heuristic)
        if time.perf_counter() > deadline or names == one_sided_terms(heuristic):
            return names


def test_of_a_file_that_declares_nothing_it_is_found_out() -> None:
    heuristic = made()
    heuristic.single("turned", weight=1.0)(lambda state, side: 1.0 if state.to_move == side else -1.0)
    heuristic.single("mover", weight=0.0)(lambda state, side: 1.0 if state.to_move == side else 0.0)
    heuristic.own("as a difference", weight=1.0)(lambda state, side: 1.0 - 2.0 * side)
    heuristic.own("own", weight=1.0)(lambda state, side: 1.0)
    heuristic.own("never seen", weight=1.0)(lambda state, side: 0.0)
    heuristic.single("never seen either", weight=1.0)(lambda state, side: 0.0)
    heuristic.difference("difference", weight=1.0)(lambda state, side: float(side))
    assert told(heuristic) == {"mover", "own", "never seen"}


def test_a_term_that_fails_goes_by_its_kind() -> None:
    heuristic = made()
    heuristic.own("own", weight=1.0)(lambda state, side: 1.0 / 0.0)
    heuristic.single("single", weight=1.0)(lambda state, side: 1.0 / 0.0)
    assert told(heuristic) == {"own"}


def test_an_author_has_the_last_word() -> None:
    heuristic = made()
    heuristic.own("own", weight=1.0, one_sided=False)(lambda state, side: 1.0)
    heuristic.single("single", weight=1.0, one_sided=True)(lambda state, side: 0.0)
    assert told(heuristic) == {"single"}


def test_terms_that_weigh_each_other_up_see_both_sides_alike() -> None:
    def count(state, side):  # type: ignore[no-untyped-def]
        return float(side)

    heuristic = made()
    heuristic.own("own", weight=2.0)(count)
    heuristic.other("other", weight=-2.0)(count)
    assert told(heuristic) == {"own", "other"}
    lens = Lens.of(heuristic)
    assert not is_one_sided(lens)
    assert is_one_sided(lens.with_weight("other", -1.9))
    assert not is_one_sided(lens.with_weight("other", 0.0).with_weight("own", 0.0))
