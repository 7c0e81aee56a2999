"""The sentence on a tournament's result."""

from types import SimpleNamespace

import pytest

from arena.bradley_terry import Rating
from arena.sequential import ACCEPT, NONE, REJECT, SequentialTest
from arena.statistics import PairCounts
from study.format.player_names import shortened
from study.tournaments.verdict import verdict

NAMES = ["Ann", "Bob", "Cid"]


def table(*intervals, games=10, decision=None):  # type: ignore[no-untyped-def]
    """A table whose entrants have these ratings: (elo, low, high), the best first."""
    standings = [
        SimpleNamespace(entrant=number, rating=Rating(*interval)) for number, interval in enumerate(intervals)
    ]
    test = None if decision is None else SimpleNamespace(decision=decision)
    asked = SequentialTest(0.0, 20.0)
    return SimpleNamespace(
        games=games,
        standings=standings,
        ranking=standings,
        test=test,
        tournament=SimpleNamespace(test=asked),
        cells=[SimpleNamespace(first=0, second=1, pairs=PairCounts((1, 5, 20, 8, 2)))],
    )


@pytest.mark.parametrize(
    ("intervals", "said"),
    [
        (((100, 60, 140), (10, -30, 50), (-110, -150, -70)), "Ann is the strongest."),
        (((100, 60, 140), (-100, -140, -60)), "Ann is stronger than Bob."),
        (
            ((40, 0, 80), (10, -30, 50)),
            "Ann leads, but after these games Bob may be as strong: about 62 more would tell.",
        ),
        (
            ((10, -30, 50), (10, -30, 50)),
            "Ann and Bob are level after these games: about 990 more would tell.",
        ),
        (((None, 30, None), (10, -30, 50)), "Ann leads, but after these games Bob may be as strong."),
        (((None, 60, None), (None, None, -60)), "Ann is stronger than Bob."),
        (((None, None, None), (None, None, None)), "Ann leads, but after these games Bob may be as strong."),
    ],
)
def test_players_are_told_apart_by_their_intervals(intervals, said):
    assert verdict(table(*intervals), NAMES, over=True) == said
    assert verdict(table(*intervals), NAMES, over=False) == f"So far: {said}"
    assert verdict(table(*intervals, games=0), NAMES, over=False) == ""


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (ACCEPT, "Ann is better than Bob, by 20 normalized Elo rather than 0."),
        (REJECT, "Ann is not better than Bob by 20 normalized Elo: 0 fits the games better."),
        (NONE, "Whether Ann is better than Bob is not decided yet: about 504 more games would decide."),
    ],
)
def test_a_test_is_named_by_its_players(decision, said):
    assert verdict(table((0, 0, 0), (0, 0, 0), decision=decision), NAMES, over=True) == said


def test_names_lose_what_does_not_tell_them_apart():
    same = ["Alpha-beta, open, 1 000 nodes", "Alpha-beta, improved, 1 000 nodes", "Greedy, open", "Level 3"]
    assert shortened(same) == ["Alpha-beta, open", "Alpha-beta, improved", "Greedy, open", "Level 3"]
    nodes = ["Alpha-beta, open, 1 000 nodes", "Alpha-beta, open, 5 000 nodes"]
    assert shortened(nodes) == nodes
    twice = ["Alpha-beta, open, 1 000 nodes", "Alpha-beta, open"]
    assert shortened(twice) == twice
