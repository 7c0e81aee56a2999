"""What is concluded beside a random move, and from terms left out: counts, intervals and words."""

import pytest

from arena.truth.beside_random import MOST_MORE, beside_random, best_turned, of_terms, usual_conclusion
from arena.truth.measure import OverRandom, TermTruth, keeping_share
from arena.truth.proven import Proven
from games.position import Position
from games.registry import load_game
from games.truth.fate import DRAWN, Fate

ONE_IN_FOUR = Proven(
    Position.start(load_game("isolation")), {1: Fate(1, 3), 2: DRAWN, 3: DRAWN, 4: Fate(-1, 2)}, "by hand"
)
ALIKE = Proven(ONE_IN_FOUR.position, {1: Fate(1, 3), 2: Fate(1, 5)}, "by hand")


def over(kept: int, positions: int) -> OverRandom:
    """A player that keeps the outcome in some of the positions, where a random move keeps it in a quarter."""
    return OverRandom.of((at < kept, ONE_IN_FOUR) for at in range(positions))


def test_a_random_move_keeps_the_share_of_legal_moves() -> None:
    assert keeping_share(ONE_IN_FOUR) == 0.25
    found = OverRandom.of([(True, ONE_IN_FOUR), (False, ONE_IN_FOUR), (True, ALIKE)])
    assert found.positions == 2 and found.gain == 0.25, "where all moves are alike nothing is measured"


@pytest.mark.parametrize(
    ("kept", "positions", "is_worse", "is_better"),
    [(2, 100, True, False), (25, 100, False, False), (50, 100, False, True), (0, 20, False, False)],
)
def test_better_and_worse_are_beyond_chance(
    kept: int, positions: int, is_worse: bool, is_better: bool
) -> None:
    found = over(kept, positions)
    assert (found.is_worse, found.is_better) == (is_worse, is_better)
    assert found.low <= found.gain <= found.high


def test_undecided_says_how_many_positions_would_tell() -> None:
    found = over(30, 100)
    assert not found.is_better and found.more is not None and over(30 * 4, 100 * 4).is_better
    assert 100 < found.more < 300
    said = beside_random(found, 0.3, 0.25, ())
    more = f"about {found.more} more would show it."
    assert said == f"No difference from a random move is shown by 100 positions; {more}"
    equal = over(25, 100)
    assert equal.more is None and "more would" not in beside_random(equal, 0.25, 0.25, ())
    assert (over(25_001, 100_000).more or 0) > MOST_MORE


def test_better_than_random_says_what_both_keep() -> None:
    said = beside_random(over(50, 100), 0.5, 0.25, ())
    assert said == "Better than a random move: it keeps the outcome in 50.0 %, a random move in 25.0 %."
    needs = of_terms(0.7, [("reach", TermTruth(60, 2, 100))])
    assert len(usual_conclusion("reach")) == len(f"{said} {needs}"), "so there is room for it"


def test_worse_than_random_names_the_sign_to_turn() -> None:
    turned = [("rim", TermTruth(1, 81, 100)), ("centre", TermTruth(0, 3, 100))]
    said = beside_random(over(2, 100), 0.02, 0.25, turned)
    assert said == (
        "Worse than random: is the sign of rim wrong? With it turned, the outcome is kept in 82.0 % of "
        "100 positions, with the present sign in 2.0 %, by a random move in 25.0 %."
    )
    best = best_turned(turned)
    assert best is not None and best[0] == "rim"


def test_worse_than_random_without_a_repair_says_so() -> None:
    turned = [("rim", TermTruth(1, 2, 100))]
    said = beside_random(over(2, 100), 0.02, 0.25, turned)
    assert said.startswith(
        "Worse than random: is a sign wrong? It keeps the outcome in 2.0 % of 100 positions,"
    )
    assert said.endswith(" Turning the sign of a single term does not help.") and best_turned(turned) is None


def test_terms_that_matter_are_named() -> None:
    left_out = [
        ("reach", TermTruth(60, 2, 100)),
        ("rim", TermTruth(0, 20, 100)),
        ("tempo", TermTruth(1, 1, 100)),
    ]
    assert (
        of_terms(0.7, left_out)
        == "It does better without rim: 90.0 %. It needs reach most: without it 12.0 %."
    )
    assert of_terms(0.7, left_out[2:]) == "No term left out changes that beyond chance."
    assert of_terms(0.7, []) == ""


def test_a_gain_lies_in_its_interval() -> None:
    for truth in (TermTruth(0, 0, 50), TermTruth(50, 0, 50), TermTruth(0, 50, 50), TermTruth(7, 3, 50)):
        low, high = truth.interval
        assert -1.0 <= low <= truth.gain <= high <= 1.0 and low < high
    assert not TermTruth(7, 3, 50).differs_of(1) and TermTruth(20, 3, 50).differs_of(1)
    assert TermTruth(9, 1, 50).differs_of(1) and not TermTruth(9, 1, 50).differs_of(30)
