"""Values as they are written: unit, decimals, and sums of written values."""

import pytest

from heuristics.registry import heuristics_of, load_heuristic
from study.format.value_format import ValueFormat

PAWNS = ValueFormat("pawn", 100.0, 2)


def test_decimals_are_those_of_a_hundredth_of_a_clear_advantage():
    found = {
        h.name: ValueFormat.of(h).decimals
        for game in ("chess", "morris", "jungle")
        for h in heuristics_of(game)
    }
    assert found == {
        "piece_value": 2,
        "location": 2,
        "michniewski": 2,
        "classical": 2,
        "weighted": 3,
        "mobile": 2,
        "minimax": 1,
        "greedy": 0,
        "hunter": 1,
    }


def test_a_value_is_written_in_the_unit():
    assert (PAWNS.signed(39.4), PAWNS.size(-39.4), PAWNS.signed(0.3)) == ("+0.39", "0.39", "0.00")
    assert PAWNS.named(PAWNS.signed(-916.4)) == "−9.16 pawns"
    assert PAWNS.exact(39.4) == "+0.394 pawns" and PAWNS.exact(0.0) == "0.00 pawns"


def test_a_unit_is_named_in_the_plural_as_far_as_it_has_one():
    assert [ValueFormat(unit).units for unit in ("pawn", "pawns", "Q", "%", "")] == [
        "pawns",
        "pawns",
        "Q",
        "%",
        "",
    ]
    assert ValueFormat("").named("+0.35") == "+0.35"


def test_a_share_of_a_win_is_written_in_words_and_has_no_unit():
    assert PAWNS.signed(2.5e8) == "+0.250 wins"


def test_sums_are_of_what_is_written():
    parts = [0.4, 0.4, 0.4]  # each is written as 0.00, and their sum as +0.01
    assert PAWNS.subtotal(parts) == 0.0 and PAWNS.lacking(1.2, parts) == pytest.approx(1.0)
    assert PAWNS.steps(-91.6) == -92 and PAWNS.of_steps(-92) == pytest.approx(-92.0)


def test_a_heuristic_without_a_unit_is_written_as_it_counts():
    form = ValueFormat.of(load_heuristic("morris", "weighted"))
    assert (form.signed(0.0931), form.units) == ("+0.093", "")


def test_a_difference_is_of_both_values_as_they_are_written():
    assert PAWNS.difference(100.4, -0.4) == pytest.approx(100.0) and PAWNS.gap(100.4, -0.4) == "1.00 pawns"
    assert PAWNS.gap(-64.6, 3.4) == "0.68 pawns"  # −0.65 and +0.03
    assert PAWNS.gap(0.2, 0.1) == "less than 0.01 pawns"
    assert PAWNS.gap(2.5e8, 0.0) == "0.250 wins"
