"""The decorators that make terms, with heuristics over Isolation's states."""

import numpy as np
import pytest

from games.compiling.compiler import compiled
from games.contract import BadText
from games.position import Position
from games.registry import load_game
from heuristics.contract import Heuristic
from heuristics.failure import TermFailure
from heuristics.lens import Lens
from heuristics.registry import heuristics_of, load_heuristic

STATE = Position.start(load_game("isolation"), text="7/2w4/7/7/4b2/7/7 w").state


def moving(state, side):
    """1 for the side to move."""
    return 1.0 if state.to_move == side else 0.0


def made() -> Heuristic:
    return Heuristic("made", "isolation", "Made up.", "this test")


@pytest.mark.parametrize(
    ("kind", "own", "other", "values"),
    [
        ("difference", 1.0, 0.0, (2.0, -2.0)),
        ("own", 1.0, None, (2.0, 0.0)),
        ("other", None, 0.0, (0.0, 2.0)),
        ("single", None, None, (2.0, 0.0)),
    ],
)
def test_kinds(kind, own, other, values):
    heuristic = made()
    getattr(heuristic, kind)(weight=2.0)(moving)
    evaluate = compiled(heuristic.evaluator())
    for side in (0, 1):
        assert Lens.of(heuristic).breakdown(STATE, side).value == values[side]
        assert evaluate(STATE, side, heuristic.default_weights) == values[side]
    (row,) = Lens.of(heuristic).breakdown(STATE, 0).rows
    assert (row.name, row.weight, row.own, row.other) == ("moving", 2.0, own, other)
    assert (row.description, row.source) == ("1 for the side to move.", "this test")


def test_a_heuristic_without_terms_is_zero():
    heuristic = made()
    assert Lens.of(heuristic).breakdown(STATE, 0).value == 0.0
    assert heuristic.evaluator()(STATE, 0, heuristic.default_weights) == 0.0


def test_a_term_may_take_weights():
    heuristic = made()
    heuristic.parameters["boost"] = 5.0

    @heuristic.own(weight=3.0)
    def boosted(state, side, weights):
        """The boost, for the side to move."""
        return weights[1] * moving(state, side)

    assert heuristic.weight_names == ("boosted", "boost")
    for changes, value in (({}, 15.0), ({"boost": 2.0}, 6.0), ({"boosted": 1.0}, 5.0)):
        weights = Lens.of(heuristic, changes).weights
        assert Lens(heuristic, weights).breakdown(STATE, 0).value == value
        assert compiled(heuristic.evaluator())(STATE, 0, weights) == value


def test_terms_may_take_what_is_found_once_for_all_of_them():
    heuristic = made()
    heuristic.parameters["boost"] = 5.0

    @heuristic.precompute
    def movers(state):
        return moving(state, 0), moving(state, 1)

    @heuristic.difference(weight=3.0)
    def mover(state, side, shared):
        """1 for the side to move."""
        return shared[side]

    @heuristic.own(weight=1.0)
    def boosted(state, side, weights, shared):
        """The boost, for the side not to move."""
        return weights[2] * shared[1 - side]

    assert [term.takes_weights for term in heuristic.terms] == [False, True]
    evaluate = compiled(heuristic.evaluator())
    for side, value in ((0, 3.0), (1, 2.0)):
        assert Lens.of(heuristic).breakdown(STATE, side).value == value
        assert evaluate(STATE, side, heuristic.default_weights) == value
        out = np.zeros(3)
        compiled(heuristic.contributor())(STATE, side, heuristic.default_weights, out)
        assert out.sum() == value and out[2] == 0.0


def test_what_is_found_for_all_is_declared_before_it_is_taken():
    with pytest.raises(TypeError, match=r"term mover: expected a function with @precompute before it"):

        @made().own(weight=1.0)
        def mover(state, side, shared):
            return shared[side]


def test_failure_there_is_the_asking_term_s_with_its_line():
    heuristic = made()

    @heuristic.precompute
    def movers(state):
        return 1.0 / (state.to_move - state.to_move), 0.0

    @heuristic.own(weight=1.0)
    def mover(state, side, shared):
        return shared[side]

    with pytest.raises(TermFailure) as raised:
        Lens.of(heuristic).breakdown(STATE, 0)
    assert raised.value.term == "mover" and raised.value.line == movers.__code__.co_firstlineno + 2
    assert "divide by zero" in raised.value.message


def test_a_decisive_term_replaces_the_sum():
    heuristic = made()
    heuristic.difference("mover", weight=2.0)(moving)

    @heuristic.decides()
    def black_wins(state, side):
        """Decided for Black."""
        return 100.0 if side == 1 else 0.0

    undecided, decided = Lens.of(heuristic).breakdown(STATE, 0), Lens.of(heuristic).breakdown(STATE, 1)
    assert (undecided.value, decided.value) == (2.0, 100.0)
    assert [row.name for row in undecided.rows] == ["mover"]
    assert [(row.name, row.contribution) for row in decided.rows] == [("black wins", 100.0), ("mover", 0.0)]
    evaluate = compiled(heuristic.evaluator())
    assert [evaluate(STATE, side, heuristic.default_weights) for side in (0, 1)] == [2.0, 100.0]


def test_a_decisive_term_with_shared_gets_it_in_the_kernels():
    heuristic = made()

    @heuristic.precompute
    def counts(state):
        return 0.0, 100.0

    @heuristic.decides()
    def black_wins(state, side, shared):
        return shared[side]

    heuristic.difference("mover", weight=2.0)(moving)
    lens, out = Lens.of(heuristic), np.zeros(2)
    for value, contributions, side in ((2.0, [2.0, 0.0], 0), (100.0, [0.0, 100.0], 1)):
        assert lens.breakdown(STATE, side).value == value
        assert heuristic.evaluator()(STATE, side, lens.prepared) == value
        assert heuristic.contributor()(STATE, side, lens.prepared, out) == value
        assert out.tolist() == contributions


def test_a_breakdown_as_json():
    heuristic = made()
    heuristic.difference("mover", weight=2.0)(moving)
    heuristic.own("own mover", weight=1.0)(moving)
    assert Lens.of(heuristic).breakdown(STATE, 1).to_json() == {
        "value": -2.0,
        "side": "black",
        "terms": [
            {
                "name": "mover",
                "label": "mover",
                "weight": 2.0,
                "contribution": -2.0,
                "own": 0.0,
                "other": 1.0,
                "description": "1 for the side to move.",
                "source": "this test",
            },
            {
                "name": "own mover",
                "label": "own mover",
                "weight": 1.0,
                "contribution": 0.0,
                "own": 0.0,
                "description": "1 for the side to move.",
                "source": "this test",
            },
        ],
    }


def test_a_term_with_other_arguments_is_refused():
    with pytest.raises(TypeError, match=r"term lonely: expected \(state, side\).*found 1 parameters"):

        @made().own(weight=1.0)
        def lonely(state):
            return 0.0


def test_an_unknown_weight_is_refused_with_the_known_ones():
    heuristic = made()
    heuristic.difference("mover", weight=2.0)(moving)
    with pytest.raises(BadText, match="weight of isolation made: expected one of mover, found 'mobility'"):
        Lens.of(heuristic, {"mobility": 1.0})


def test_an_unknown_heuristic_is_refused_with_the_known_ones():
    with pytest.raises(
        BadText, match=r"heuristic: expected one of open, improved.* for isolation, found 'x'"
    ):
        load_heuristic("isolation", "x")
    assert load_heuristic("isolation", "center") in heuristics_of("isolation")


def test_a_unit_and_a_group_are_said_once_and_checked():
    mine = Heuristic("mine", "isolation", "", "", unit="pawn", per_unit=100.0)
    mine.difference("free", weight=30.0, group="room")(lambda state, side: side)
    mine.decides("over", group="end")(lambda state, side: 0.0)
    assert [term.group for term in (*mine.terms, mine.decisive)] == ["room", "end"]
    rows = Lens.of(mine).breakdown(STATE, 1).rows
    assert [(row.name, row.group) for row in rows] == [("free", "room")]
    assert Lens.of(mine).breakdown(STATE, 1).to_json()["terms"][0]["group"] == "room"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"unit": "pawn", "per_unit": 0.0}, "a number above 0 as per_unit, found 0.0"),
        ({"unit": "pawn", "per_unit": float("inf")}, "a number above 0 as per_unit, found inf"),
        ({"unit": "pawn", "per_unit": "100"}, "a number above 0 as per_unit, found '100'"),
        ({"unit": "pa\nwn"}, r"a unit that can be shown, found 'pa\\nwn'"),
        ({"per_unit": 100.0}, "a unit beside per_unit=100"),
    ],
)
def test_a_unit_that_cannot_be_is_refused(words, says):
    with pytest.raises(BadText, match=f"heuristic mine: expected {says}"):
        Heuristic("mine", "isolation", "", "", **words)


@pytest.mark.parametrize("group", ["a\tb", " a", 3])
def test_a_group_that_cannot_be_shown_is_refused(group):
    mine = Heuristic("mine", "isolation", "", "")
    with pytest.raises(BadText, match="term free: expected a group that can be shown"):

        @mine.own(weight=1.0, group=group)
        def free(state, side):
            return 1.0
