"""The positions of a scan: a game's positions with a choice, and random ones that depend on the seed
alone."""

from itertools import islice

import pytest

from games.compiling.compiler import jit_disabled
from games.position import Position
from games.record import Record
from games.registry import game_names, load_game
from study.compare import scan_positions
from study.compare.scan_positions import random_spots, spots_of_game
from study.state.search_store import position_key


def texts(spots):
    return [spot.position.text for spot in spots]


@pytest.mark.parametrize("game", game_names())
def test_random_positions_are_the_seeds_and_all_different(game, monkeypatch):
    monkeypatch.setattr(scan_positions, "jit_disabled", lambda: True)  # compiles nothing
    monkeypatch.setattr(scan_positions, "LONGEST_GAME", 12)
    rules = load_game(game)
    spots = list(random_spots(rules, rules.options(), 4, 7))
    assert 1 < len(spots) <= 4
    assert [spot.number for spot in spots] == list(range(1, len(spots) + 1))
    assert len({position_key(spot.position) for spot in spots}) == len(spots)
    assert texts(islice(random_spots(rules, rules.options(), 9, 7), len(spots))) == texts(spots)
    assert texts(random_spots(rules, rules.options(), 4, 8)) != texts(spots)
    for spot in spots:
        assert len(spot.position.moves) > 1
        record = Record.start(rules)
        for move, chance in spot.moves:
            record.play(move, chance)
        assert len(record.plies) == spot.plies and position_key(record.position) == position_key(
            spot.position
        )


@pytest.mark.skipif(jit_disabled(), reason="compares with compiled games")
def test_compiled_games_have_the_same_positions_byte_for_byte(monkeypatch):
    rules = load_game("isolation")
    compiled = list(random_spots(rules, rules.options(), 30, 3))
    monkeypatch.setattr(scan_positions, "jit_disabled", lambda: True)
    for spot, other in zip(compiled, random_spots(rules, rules.options(), 30, 3), strict=True):
        assert (spot.moves, position_key(spot.position)) == (other.moves, position_key(other.position))


def test_where_there_is_nothing_to_choose_nothing_is_looked_at():
    """Each side has at most one legal move."""
    rules = load_game("isolation")
    blocked = Position.start(rules, text="xxxxxxx/xxxxxxx/xxwxxxx/xxxxxbx/xxx1xxx/xxxxxxx/xxxxxxx w")
    assert len(blocked.moves) == 1
    assert next(spots_of_game([blocked, Position.start(rules)])).plies == 1
    assert [spot.number for spot in spots_of_game([Position.start(rules), blocked])] == [1]
