"""Two breakdowns side by side: terms by name, differences, sums, and the squares of each term and of the
difference."""

from dataclasses import replace

import pytest

from games.registry import game_names
from heuristics.failure import TermFailure
from heuristics.lens import Lens
from heuristics.registry import default_heuristic, heuristics_of, load_lens
from samples import ongoing_positions
from study.compare.breakdown_diff import BETWEEN, FIRST, SECOND, align, squares_of


def aligned(first, second, position, side=0):
    lenses = first, second
    return align(lenses, tuple(lens.breakdown(position.state, side) for lens in lenses))


@pytest.mark.parametrize("game", game_names())
def test_every_pair_of_a_games_heuristics_is_aligned_by_name(game):
    position = ongoing_positions(game, 5, 3)[2]
    for one in heuristics_of(game):
        for other in heuristics_of(game):
            first, second = Lens.of(one), Lens.of(other)
            found = aligned(first, second, position, 1)
            names = [row.name for row in found.rows]
            own = [[row.name for row in breakdown.rows] for breakdown in found.breakdowns]
            assert names == own[0] + [name for name in own[1] if name not in own[0]]
            for row in found.rows:
                assert (row.first is not None) == (row.name in own[0])
                assert (row.second is not None) == (row.name in own[1])
            first_rows = [row.first for row in found.rows if row.first]
            assert tuple(first_rows) == found.breakdowns[0].rows
            assert found.breakdowns[0].value == sum(row.contribution for row in first_rows)
            assert sum(row.difference for row in found.rows) == pytest.approx(found.difference, abs=1e-9)


def test_a_term_that_only_one_has_counts_nothing_in_the_other():
    position = ongoing_positions("isolation", 5, 3)[2]
    found = aligned(load_lens("isolation", "improved"), load_lens("isolation", "custom_score"), position)
    mobility, targets = found.rows[0], found.rows[1]
    assert (mobility.name, mobility.second) == ("mobility", None)
    assert mobility.difference == mobility.first.contribution
    assert (targets.name, targets.first) == ("targets", None)
    assert targets.difference == -targets.second.contribution
    assert found.one_unit and found.difference == found.breakdowns[0].value - found.breakdowns[1].value


@pytest.mark.parametrize("game", game_names())
def test_other_weights_differ_by_what_they_weigh(game):
    position = ongoing_positions(game, 5, 3)[2]
    lens = Lens.of(default_heuristic(game))
    name = lens.heuristic.terms[0].name
    other = lens.with_weight(name, lens.weight(name) + 3.0)
    found = aligned(lens, other, position)
    assert found.one_unit and all(row.first and row.second for row in found.rows)
    row = found.rows[0]
    moved = row.first.contribution - row.second.contribution
    assert row.difference == moved / lens.heuristic.per_unit


def test_heuristics_that_count_in_one_unit_are_compared_in_it():
    position = ongoing_positions("chess", 5, 3)[2]
    found = aligned(load_lens("chess", "location"), load_lens("chess", "michniewski"), position)
    assert found.one_unit and (found.form.unit, found.form.per_unit) == ("pawn", 1.0)
    first, second = found.breakdowns
    assert found.difference == first.value / 10.0 - second.value / 100.0
    row = next(row for row in found.rows if row.name == "pawns: location")
    assert row.difference == row.first.contribution / 10.0 - row.second.contribution / 100.0


def test_different_units_compare_as_shares_of_an_advantage():
    position = ongoing_positions("morris", 5, 3)[2]
    found = aligned(load_lens("morris", "weighted"), load_lens("morris", "mobile"), position)
    assert not found.one_unit and found.form.unit == ""
    one, other = (found.in_advantages(which) for which in (FIRST, SECOND))
    assert one == found.breakdowns[0].value / 0.15 and other == found.breakdowns[1].value / 15.0
    assert found.difference == one - other
    row = next(row for row in found.rows if row.name == "stones")
    assert row.difference == row.first.contribution / 0.15 - row.second.contribution / 15.0


def test_a_term_that_fails_leaves_no_difference():
    position = ongoing_positions("isolation", 5, 3)[2]
    lenses = load_lens("isolation", "improved"), load_lens("isolation", "open")
    first, second = (lens.breakdown(position.state, 0) for lens in lenses)
    failure = TermFailure("open", "mobility", "has a headache")
    rows = tuple(replace(row, failure=failure) for row in second.rows)
    found = align(lenses, (first, replace(second, rows=rows, failure=failure)))
    assert found.rows[0].difference is None and found.difference is None
    assert found.in_advantages(SECOND) is None and found.in_advantages(FIRST) is not None


def test_squares_of_either_and_of_what_lies_between():
    position = ongoing_positions("isolation", 5, 3)[2]
    lens = load_lens("isolation", "improved")
    found = aligned(lens, lens.with_weight("mobility", 3.0), position)
    state = position.state
    first, second = (dict(squares_of(found, "mobility", which, state)) for which in (FIRST, SECOND))
    assert first == dict(lens.squares(lens.heuristic.terms[0], state, 0)) != {}
    assert second == {square: 3.0 * amount for square, amount in first.items()}
    between = dict(squares_of(found, "mobility", BETWEEN, state))
    assert between == {square: -2.0 * amount for square, amount in first.items() if amount}
    assert squares_of(found, "no such term", FIRST, state) == []


def test_difference_is_that_of_the_written_numbers():
    """Of one heuristic with two sets of weights. A reader may subtract one column from the other."""
    usual = load_lens("chess", default_heuristic("chess").name)
    terms = usual.heuristic.terms
    changed = {term.name: 1.137 * float(weight) for term, weight in zip(terms, usual.weights, strict=False)}
    heavier = Lens.of(usual.heuristic, changed)
    rounded_otherwise = 0
    for position in ongoing_positions("chess", 8, 3):
        found = aligned(heavier, usual, position)
        form = found.form
        assert found.one_unit
        for row in found.rows:
            first, second = (f"{own.contribution / 100:.2f}" for own in (row.first, row.second))
            assert f"{found.written(row):.2f}" == f"{float(first) - float(second):.2f}"
            rounded_otherwise += form.steps(row.difference) != form.steps(found.written(row))
    assert rounded_otherwise, "else this test shows nothing"
