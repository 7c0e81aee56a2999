"""What a card says first: what to do, and what a result that says nothing still takes."""

from dataclasses import replace

from arena.card.card import Confirmation, Suggestion, TermRow
from arena.card.pairs import Worth
from arena.card.to_do import NOTHING_TO_CHANGE, to_do
from arena.card.truth_kept import TruthKept
from arena.card.verdicts import CANNOT_TELL, COSTS, EARNS, sentence
from arena.sequential import ACCEPT, NONE, SequentialTest
from arena.statistics import PairCounts
from arena.truth.measure import OverRandom, TermTruth

GOOD, BAD, OPEN = (
    Worth(100, 166.0, 121.0, 213.0, 0.0),
    Worth(100, -41.0, -71.0, -11.0, 0.01),
    Worth(100, 20.0, -30.0, 70.0, 0.4),
)
COSTING = TermRow("rim", "knights at the rim", COSTS, 1.0, worth=BAD)
EARNING = TermRow("reach", "reach", EARNS, 1.0, worth=GOOD)


def said(
    *rows: TermRow, suggestion: Suggestion | None = None, truth: TruthKept | None = None, over: bool = True
):
    return to_do(rows, suggestion, truth, {"reach": "squares"}, over)


def test_a_sign_that_is_confirmed_is_turned() -> None:
    row = replace(COSTING, turned=GOOD, turned_deeper=GOOD, turned_confirmed=True)
    assert said(EARNING, row) == ("Turn the sign of knights at the rim: +166 Elo (+121 to +213), confirmed.",)


def test_a_sign_that_is_not_confirmed_is_to_be_tried() -> None:
    row = replace(COSTING, turned=GOOD, turned_deeper=OPEN)
    assert said(row) == (
        "Try to turn the sign of knights at the rim: +166 Elo (+121 to +213), "
        "+20 Elo (−30 to +70) with more nodes, not confirmed.",
    )


def test_a_turned_sign_that_wins_all_is_tried_not_left_out() -> None:
    row = replace(COSTING, turned=Worth(100, None, 240.0, None, 0.0))
    assert said(row) == ("Try to turn the sign of knights at the rim: at least +240 Elo, not confirmed.",)


def test_a_turned_sign_that_loses_all_is_not_tried() -> None:
    assert said(replace(EARNING, turned=Worth(100, None, None, -240.0, 0.0))) == (NOTHING_TO_CHANGE,)


def test_an_open_sign_says_how_many_pairs_would_tell() -> None:
    row = replace(EARNING, turned=OPEN)
    assert said(row) == (
        "The sign of reach may be wrong: +20 Elo (−30 to +70) with the opposite sign: "
        "about 530 more pairs would tell.",
    )


def test_a_term_that_costs_is_left_out_unless_it_helps() -> None:
    assert said(COSTING) == ("Leave out knights at the rim: +41 Elo (+11 to +71).",)
    assert said(replace(COSTING, deeper=GOOD)) == ("Keep knights at the rim: it helps with more nodes.",)


def test_confirmed_weights_are_to_be_taken() -> None:
    tests = (Confirmation(100, GOOD, ACCEPT), Confirmation(400, GOOD, ACCEPT))
    taken = said(EARNING, suggestion=Suggestion({"reach": 2.5}, tests, True))
    assert taken == ("Take the weights squares 2.5: +166 Elo (+121 to +213), confirmed.",)
    assert said(EARNING, suggestion=Suggestion({"reach": 2.5}, tests[:1], False)) == (NOTHING_TO_CHANGE,)


def test_nothing_to_change_is_said_of_a_whole_card() -> None:
    assert said(EARNING) == (NOTHING_TO_CHANGE,)
    assert said(EARNING, over=False) == ()
    assert said(EARNING, replace(EARNING, verdict=CANNOT_TELL)) == ()


def test_worse_than_random_comes_before_the_verdicts() -> None:
    over = OverRandom(100, -0.4, -0.5, -0.3)
    truth = TruthKept(100, 0.1, 0.5, 0.5, over, (("reach", TermTruth(0, 70, 100)),))
    first = said(EARNING, truth=truth)
    assert first == (truth.conclusion,) and first[0].startswith(
        "Worse than random: is the sign of reach wrong?"
    )
    whole = sentence({"reach": EARNS}, {"reach": GOOD}, None, "All drawn.", "", first)
    assert whole == f"{first[0]} All drawn. Earns its place: reach."


def test_a_test_that_is_open_says_how_many_pairs_decide() -> None:
    test, counts = SequentialTest(0.0, 20.0), PairCounts((5, 20, 50, 25, 8))
    more = test.more_pairs(counts)
    assert test.decision(test.ratio(counts)) == NONE and more is not None and more > 0
    scaled = PairCounts(tuple(count * (1 + more // counts.pairs + 1) for count in counts.counts))  # type: ignore[arg-type]
    assert test.decision(test.ratio(scaled)) != NONE, "as many more of the same decide"
    assert test.more_pairs(scaled) is None and test.more_pairs(PairCounts((0, 0, 0, 0, 0))) is None
    even = test.more_pairs(PairCounts((0, 10, 21, 10, 0)))
    assert even is not None and even <= test.expected_games()[1]
