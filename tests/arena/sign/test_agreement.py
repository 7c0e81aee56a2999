"""Shares of values on the winner's side, by kind of position, and the halves."""

import pytest

from arena.sign.agreement import ALL, FIGURE, FIT, WinnersSide, by_kind, half_of
from arena.sign.decided_positions import DecidedPosition
from arena.statistics import wilson_interval


def test_halves_share_no_position_and_are_all() -> None:
    positions = "abcde"
    assert [*half_of(positions, FIT)] == ["a", "c", "e"]
    assert [*half_of(positions, FIGURE)] == ["b", "d"]
    assert [*half_of(positions, ALL)] == [*positions]


def test_a_value_of_zero_is_level_and_on_no_side() -> None:
    found = WinnersSide.of("all", [3.0, 0.0, -1.0, 0.5, 2.0])
    assert (found.positions, found.right, found.level, found.share) == (5, 3, 1, 0.6)
    low, high = wilson_interval(0.6, 5)
    assert found.to_json() == {
        "name": "all",
        "positions": 5,
        "right": 3,
        "level": 1,
        "share": 0.6,
        "share_low": pytest.approx(low),
        "share_high": pytest.approx(high),
    }


def test_without_positions_there_is_no_share() -> None:
    empty = WinnersSide.of("proven", []).to_json()
    assert (empty["share"], empty["share_low"], empty["share_high"]) == (None, 0.0, 1.0)


def test_kinds_are_the_thirds_and_how_the_winner_is_known() -> None:
    rows = [(0, True, 1.0), (1, False, -1.0), (1, True, 2.0), (2, False, 0.0), (2, False, 4.0)]
    positions = [DecidedPosition("text", "white", third, proven, 1.0) for third, proven, _ in rows]
    found = {kind.name: kind for kind in by_kind(positions, [value for _, _, value in rows])}
    counts = {name: (kind.positions, kind.right, kind.level) for name, kind in found.items()}
    assert counts == {
        "all": (5, 3, 1),
        "first third": (1, 1, 0),
        "second third": (2, 1, 0),
        "last third": (2, 1, 1),
        "proven": (2, 2, 0),
        "played out": (3, 1, 1),
    }
