"""A worth that goes by the phase of the game: it multiplies each side's count, beside the weight."""

import numpy as np
import pytest

from games.compiling.compiler import compiled
from games.contract import BadText
from games.position import Position
from games.registry import load_game
from heuristics.contract import Heuristic, Tapered
from heuristics.failure import TermFailure
from heuristics.lens import Lens

ISOLATION = load_game("isolation")
STATE = Position.start(ISOLATION, text="7/2w4/7/7/4b2/7/7 w").state


def quarter(state):
    """The share of the middle game: a quarter, always."""
    return 0.25


def row_of(state, side):
    """The row that a side's piece stands on: 5 for White, 2 for Black."""
    return 6 - state.pieces[side] // 7


def made(phase=quarter) -> Heuristic:
    return Heuristic("made", "isolation", "Made up.", "this test", phase=phase)


OWN, OTHER = (float(row_of(STATE, side)) for side in (0, 1))
WORTH = 0.25 * 2.0 + 0.75 * 10.0


@pytest.mark.parametrize(
    ("kind", "counted"),
    [
        ("difference", (OWN - OTHER, OTHER - OWN)),
        ("own", (OWN, OTHER)),
        ("other", (OTHER, OWN)),
        ("single", (OWN, OTHER)),
    ],
)
def test_each_kind_of_term_counts_times_its_worth(kind, counted):
    heuristic = made()
    getattr(heuristic, kind)(weight=3.0, worth=Tapered(2.0, 10.0))(row_of)
    lens, evaluate = Lens.of(heuristic), compiled(heuristic.evaluator())
    out = np.zeros(4)
    for side in (0, 1):
        expected = 3.0 * WORTH * counted[side]
        breakdown = lens.breakdown(STATE, side)
        assert breakdown.value == breakdown.rows[0].contribution == expected
        assert evaluate(STATE, side, lens.prepared) == expected
        assert heuristic.contributor()(STATE, side, lens.prepared, out) == out[0] == expected
        assert lens.amount(breakdown, 0) == counted[side]
    row = lens.breakdown(STATE, 0).rows[0]
    assert (row.weight, row.worth) == (3.0, WORTH) and row.own in (OWN, None)


def test_a_weight_is_a_factor_on_both_ends():
    for phase, worth in ((lambda state: 1.0, 2.0), (lambda state: 0.0, 10.0)):
        heuristic = made(phase)
        heuristic.difference(weight=1.0, worth=Tapered(2.0, 10.0))(row_of)
        for weight in (1.0, -1.5):
            lens = Lens.of(heuristic, {"row of": weight})
            assert lens.breakdown(STATE, 0).value == weight * (OWN - OTHER) * worth


def test_a_term_with_a_worth_may_take_the_weights():
    heuristic = made()
    heuristic.parameters["boost"] = 5.0

    @heuristic.own(weight=3.0, worth=Tapered(2.0, 10.0))
    def boosted(state, side, weights):
        return weights[1]

    for boost in (5.0, 7.0):
        lens = Lens.of(heuristic, {"boost": boost})
        assert lens.breakdown(STATE, 0).value == 3.0 * (boost * WORTH)
        assert compiled(heuristic.evaluator())(STATE, 0, lens.prepared) == 3.0 * (boost * WORTH)


def test_squares_are_worth_what_their_term_is():
    heuristic = made()

    def standing(state, side):
        return [("c6", 1.0)]

    row_of.squares = standing
    try:
        heuristic.own(weight=3.0, worth=Tapered(2.0, 10.0))(row_of)
    finally:
        del row_of.squares
    assert Lens.of(heuristic).squares(heuristic.terms[0], STATE, 0) == [("c6", 3.0 * WORTH)]


def test_json_has_the_worth_and_says_what_is_no_count():
    heuristic = made()
    heuristic.difference("counted", weight=3.0, worth=Tapered(2.0, 10.0))(row_of)
    heuristic.difference("summed", weight=1.0, counts=False)(row_of)
    counted, summed = Lens.of(heuristic).breakdown(STATE, 0).to_json()["terms"]
    assert (counted["own"], counted["worth"], counted["weight"]) == (OWN, WORTH, 3.0)
    assert "counts" not in counted and summed["counts"] is False and "worth" not in summed


@pytest.mark.parametrize(
    ("phase", "words", "said"),
    [
        (None, {"worth": Tapered(1.0, 2.0)}, r"term row_of: expected Heuristic\(…, phase=…\) for worth="),
        (quarter, {"worth": 3.0}, r"term row_of: expected worth=Tapered\(middle, end\), found 3.0"),
        (quarter, {"worth": (1.0, 2.0)}, r"expected worth=Tapered\(middle, end\), found \(1.0, 2.0\)"),
        (quarter, {"worth": Tapered(1.0, float("nan"))}, "found .*nan"),
        (quarter, {"worth": Tapered("1", 2.0)}, "found .*'1'"),
        (quarter, {"worth": Tapered(1.0, 2.0), "counts": False}, "expected either worth=.* found both"),
    ],
    ids=["no phase", "a number", "a plain pair", "no number", "a text", "no count"],
)
def test_a_worth_that_cannot_be_is_refused(phase, words, said):
    with pytest.raises(BadText, match=said):
        made(phase).difference(weight=1.0, **words)(row_of)


@pytest.mark.parametrize("phase", [3.0, "middle", row_of])
def test_a_phase_is_a_function_of_the_state(phase):
    with pytest.raises(BadText, match="heuristic made: expected a function of the state as phase, found"):
        made(phase)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (1.5, "phase: expected a number from 0 to 1, returned 1.5"),
        (-0.1, "phase: expected a number from 0 to 1, returned -0.1"),
        (None, "expected a number, returned nothing"),
        (float("nan"), "expected a number, returned nan"),
    ],
)
def test_a_phase_out_of_range_names_its_place(found, said):
    def phase(state):
        return found

    heuristic = made(phase)
    heuristic.difference(weight=1.0, worth=Tapered(2.0, 10.0))(row_of)
    with pytest.raises(TermFailure, match=said) as caught:
        Lens.of(heuristic).breakdown(STATE, 0)
    assert caught.value.file.endswith("test_tapered_worths.py")
    assert caught.value.line == phase.__code__.co_firstlineno


def test_a_clear_advantage_goes_by_worths():
    heuristic = made()
    heuristic.difference(weight=1.0, worth=Tapered(77.0, -89.0))(row_of)
    assert heuristic.clear_advantage == 3 * 89.0
