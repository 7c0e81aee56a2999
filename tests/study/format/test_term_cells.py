"""What tables write of a term's row: counts and what one is worth, or both sides as values."""

import pytest

from heuristics.contract import Heuristic, Tapered
from heuristics.lens import Lens
from heuristics.registry import load_lens
from study.format.number_columns import NumberColumns
from study.format.term_cells import TermCells, tapers, weight_text, worth_title
from study.format.value_format import ValueFormat

PAWNS, PLAIN = ValueFormat("pawn", 100.0, 2), ValueFormat()


@pytest.mark.parametrize(
    ("form", "weight", "divisor", "worth", "text"),
    [
        (PAWNS, 1.0, 1.0, 79.0, "0.79"),
        (PAWNS, 1.0, 1.0, 1248.0, "12.48"),
        (PAWNS, 4.9, 1.0, 0.8333, "0.041"),
        (PAWNS, 4.9, 1.0, 0.0, "0.00"),
        (PAWNS, -22.8, 1.0, 0.5, "−0.11"),
        (PAWNS, 300.0, 1.0, None, "3"),
        (PAWNS, -6.5, 1.0, None, "−0.065"),
        (PLAIN, 2.0, 42.0, None, "2/42"),
        (PLAIN, 2.0, None, None, "2*"),
        (PLAIN, 2.0, 1.0, None, "2"),
    ],
)
def test_what_one_is_worth_as_text(form, weight, divisor, worth, text):
    assert TermCells(form, weight, divisor, worth).worth_text == text


def test_a_term_without_a_count_shows_values_and_no_worth():
    cells = TermCells(PAWNS, -6.5, 1.0, counts=False)
    assert cells.worth_text == "" and cells.side_text(2.6) == "−0.169" and cells.side_text(0.0) == "0.00"
    assert TermCells(PAWNS, 1.0, 1.0).side_text(8.0) == "8"
    normalised = TermCells(PLAIN, 2.0, None, counts=False)
    assert (normalised.side_text(3.0), normalised.worth_text) == ("3", "2*")


def test_written_sides_differ_by_the_contribution():
    """With two decimals, 0.014 and 0.026 would be 0.01 and 0.03 beside −0.01."""
    cells = TermCells(PAWNS, 1.0, 1.0, counts=False)
    assert [cells.side_text(each) for each in (1.4, 2.6, 7.0)] == ["0.014", "0.026", "0.07"]
    for own in (0.04, 1.46, 33.333, 126.0):
        for other in (0.06, 2.54, 66.667):
            first, second = (float(cells.side_text(each)) for each in (own, other))
            assert first - second == pytest.approx((own - other) / 100, abs=0.0011)


def test_the_heading_says_whether_weights_are_in_the_unit():
    chess, published = load_lens("chess", "classical"), load_lens("chess", "michniewski")
    territory = load_lens("isolation", "territory")
    lenses = (chess, published, territory)
    titles = [worth_title(ValueFormat.of_lens(lens), tapers(lens)) for lens in lenses]
    assert titles == [NumberColumns.of(lens).worth_title for lens in lenses] == ["worth", "worth", "weight"]


def test_a_column_has_room_for_the_worth_in_all_phases():
    heuristic = Heuristic("made", "isolation", "Made up.", "this test", phase=lambda state: 1.0)
    heuristic.difference("a", weight=1.0, worth=Tapered(1.0, 1000.0))(lambda state, side: 1.0)
    lens = Lens.of(heuristic)
    (widest,) = NumberColumns.of(lens).worths
    assert len(widest) >= len("1000")


def test_lists_of_terms_have_both_ends():
    assert weight_text(1.0, Tapered(77.0, 89.0)) == "1 × 77 to 89"
    assert weight_text(-6.5, None) == "-6.5"
