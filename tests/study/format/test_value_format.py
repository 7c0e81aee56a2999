"""Values as they are written: unit, decimals, and sums of written values."""

from dataclasses import replace

import pytest

from heuristics.lens import Lens
from heuristics.presets import variant
from heuristics.registry import heuristics_of, load_heuristic
from study.format.plurals import plural
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


def test_a_unit_of_an_irregular_plural_is_named_as_people_do():
    assert ValueFormat("man").with_unit(2.0) == "+2.00 men"
    units = ("man", "draughtsman", "human", "ply", "key", "box", "match", "person", "free square", "half")
    assert [plural(unit) for unit in units] == [
        *("men", "draughtsmen", "humans", "plies", "keys", "boxes", "matches", "people"),
        *("free squares", "halves"),
    ]
    assert plural("point of mobility") == "points of mobility" and plural("m²") == "m²"


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


@pytest.mark.parametrize(
    ("game", "name", "unit", "term"),
    [
        ("morris", "mobile", "stone", "stones"),
        ("chess", "classical", "pawn", "pawns"),
        ("chess", "location", "pawn", "pawns"),
        ("isolation", "territory", "square", "territory"),
        ("isolation", "improved", "move", "mobility"),
        ("isolation", "custom_score", "move", "targets"),
    ],
)
def test_unit_holds_while_its_term_has_its_weight(game, name, unit, term):
    heuristic = load_heuristic(game, name)
    usual = ValueFormat.of(heuristic)
    assert usual.unit == unit and ValueFormat.of_lens(Lens.of(heuristic, {})) == usual
    others = {each.name: each.weight + 0.5 for each in heuristic.terms if each.name != term}
    assert ValueFormat.of_lens(Lens.of(heuristic, others)) == usual
    for weight in (0.0, heuristic.terms[heuristic.weight_names.index(term)].weight + 1.0):
        form = ValueFormat.of_lens(Lens.of(heuristic, {term: weight}))
        assert (form.unit, form.per_unit, form.decimals) == ("", usual.per_unit, usual.decimals)
        assert form.with_unit(13.0) == usual.signed(13.0), "the same number, without a name"


def test_kept_weights_have_the_unit_of_their_heuristic(tmp_path):
    mobile = load_heuristic("morris", "mobile")
    assert ValueFormat.of(variant(mobile, "quick", {"steps": 3.0}, tmp_path)).unit == "stone"
    stoneless = variant(mobile, "stoneless", {"stones": 0.0}, tmp_path)
    assert ValueFormat.of(stoneless).unit == "" and ValueFormat.of(stoneless).per_unit == 10.0
    back = Lens.of(stoneless, {"stones": 10.0})
    assert ValueFormat.of_lens(back).unit == "stone"


def test_a_unit_that_no_term_makes_stays():
    heuristic = replace(load_heuristic("morris", "weighted"), unit="point", per_unit=7.0)
    assert ValueFormat.of_lens(Lens.of(heuristic, {"stones": 0.0})).unit == "point"
