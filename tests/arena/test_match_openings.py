"""Openings: none is repeated while there are others, and there are enough of them."""

import pytest

from arena.openings import PER_PAIR, RandomOpenings, enough_plies
from games.contract import ONGOING, BadText
from games.record import Record
from games.registry import game_names, load_game


def openings(name: str, plies: int, seed: int = 0) -> RandomOpenings:
    game = load_game(name)
    return RandomOpenings(game, game.options(), plies, seed)


def record_of(found: RandomOpenings, number: int) -> Record:
    """A game that has just left an opening."""
    record = Record.start(found.game, found.options)
    for move, chance in found[number]:
        record.play(move, chance)
    return record


@pytest.mark.parametrize(
    ("name", "plies", "number"),
    [
        *(("tabletactics", 2, 24), ("tabletactics", 4, 12), ("tabletactics", 8, 144)),
        *(("chess", 2, 400), ("isolation", 1, 49), ("morris", 2, 552), ("jungle", 1, 64)),
    ],
)
def test_every_opening_comes_before_any_comes_again(name: str, plies: int, number: int) -> None:
    """The expected numbers were found by counting all positions."""
    found = openings(name, plies)
    keys = [int(record_of(found, i).position.state.key) for i in range(number)]
    assert len(set(keys)) == number == found.different(10 * number)
    assert found[number] == found[0]


@pytest.mark.parametrize("name", game_names())
def test_there_are_openings_to_spare(name: str) -> None:
    game = load_game(name)
    for pairs in (1, 40):
        plies = enough_plies(game, game.options(), pairs)
        assert plies >= game.opening_plies
        assert openings(name, plies).different(PER_PAIR * pairs) == PER_PAIR * pairs
    record = record_of(openings(name, plies), 3)
    assert record.position.outcome == ONGOING and len(record.plies) == plies


def test_tabletactics_starts_from_twelve_plies_others_from_two() -> None:
    assert {name: load_game(name).opening_plies for name in game_names()} == {
        name: 12 if name == "tabletactics" else 2 for name in game_names()
    }


def test_the_seed_says_which_openings_and_in_what_order() -> None:
    first = [openings("chess", 3, 5)[i] for i in range(20)]
    found = openings("chess", 3, 5)
    assert [found[i] for i in (19, *range(19))] == [first[19], *first[:19]]
    assert [openings("chess", 3, 6)[i] for i in range(20)] != first


def test_first_moves_come_alike_often() -> None:
    moves = [openings("isolation", 2, seed)[0][0][0] for seed in range(490)]
    counts = [moves.count(square) for square in range(49)]
    assert sum((count - 10) ** 2 / 10 for count in counts) < 48 + 5 * (2 * 48) ** 0.5


def test_where_every_game_is_over_there_is_none() -> None:
    with pytest.raises(BadText, match="random plies: 49 random moves end every game"):
        openings("isolation", 49)[0]
