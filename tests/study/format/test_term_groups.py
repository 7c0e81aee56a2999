"""Rows of a table of terms: whatever is folded, they contain every term once and add up."""

from itertools import product

import pytest

from heuristics.registry import default_heuristic, heuristics_of
from study.format.term_groups import (
    AUTHORS,
    BY_SIZE,
    GROUP,
    LEVEL,
    TERM,
    Arrangement,
    Part,
    all_folded,
    arrange,
    groups_of,
)
from study.format.value_format import ValueFormat

FORM = ValueFormat("pawn", 100.0, 2)
AMOUNTS = (("pawns", "material", 53.4), ("knights", "material", 0.0), ("tempo", "", 39.4))
MORE = (("weak", "structure", 0.0), ("passed", "structure", 0.2), ("alone", "", 0.0), ("moves", "", -90.0))
PARTS = [Part(name, name, group, amount, not FORM.steps(amount)) for name, group, amount in AMOUNTS + MORE]


def rows(room, order=AUTHORS, parts=PARTS):
    return arrange(parts, groups_of(FORM, parts, order), room)


def written(rows, parts=PARTS):
    return [(row.kind, row.name, len(row.terms), row.inside, row.unfolded) for row in rows]


def test_all_terms_stand_below_their_groups_where_there_is_room():
    assert written(rows(9)) == [
        (GROUP, "material", 2, False, True),
        (TERM, "pawns", 1, True, False),
        (TERM, "knights", 1, True, False),
        (TERM, "tempo", 1, False, False),
        (GROUP, "structure", 2, False, True),
        (TERM, "weak", 1, True, False),
        (TERM, "passed", 1, True, False),
        (TERM, "alone", 1, False, False),
        (TERM, "moves", 1, False, False),
    ]


def test_with_less_room_level_terms_fold_first_and_then_groups():
    parts = [*PARTS, Part("late", "late", "structure", 400.0, False), Part("early", "early", "", 0.0, True)]
    kinds = [(row.kind, row.name) for row in rows(8, parts=parts)]
    assert kinds == [
        (GROUP, "material"),  # the smaller one has folded
        (TERM, "tempo"),
        (GROUP, "structure"),
        (TERM, "late"),
        (LEVEL, "structure"),
        (TERM, "moves"),
        (LEVEL, ""),
    ]


def test_of_groups_as_large_the_first_fold_first():
    """Also when the program is started again: sets have another order then."""
    names = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
    parts = [Part(f"{name} {at}", "", name, 10.0, False) for name in names for at in range(3)]
    unfolded = [row.name for row in rows(8 + 2 * 3, parts=parts) if row.kind == GROUP and row.unfolded]
    assert unfolded == ["seven", "eight"]


def test_level_group_is_one_row_and_at_last_all_level_is():
    assert [row.name for row in rows(6)] == ["material", "tempo", "structure", "alone", "moves"]
    last = [
        Part("other", "other", "", 0.0, True),
        Part("spare", "spare", "king", 0.0, True),
        Part("shelter", "shelter", "king", 0.0, True),
    ]
    small = rows(5, parts=PARTS + last)
    assert [row.label(True) for row in small] == ["Material", "tempo", "moves", "6 terms are level"]
    assert small[-1].label(False) == "6 other terms"


def test_by_size_the_largest_stands_first_of_groups_and_of_terms():
    groups = groups_of(FORM, PARTS, BY_SIZE)
    assert [group.amount for group in groups] == pytest.approx([-90.0, 53.0, 39.0, 0.0, 0.0])
    assert [row.name for row in rows(9, order=BY_SIZE)][:4] == ["moves", "material", "pawns", "knights"]


def clicked(arrangement, keys, room, chosen, parts=PARTS, order=AUTHORS):
    """The rows after a click on each of those with these keys."""
    found = arrangement.rows(FORM, parts, order, room, chosen, None, False)
    for key in keys:
        (row,) = (row for row in found if row.key == key)
        arrangement.toggle(row)
        found = arrangement.rows(FORM, parts, order, room, chosen, None, False)
    return found


ROOMS = range(2, 12)


@pytest.mark.parametrize("room", ROOMS)
def test_a_click_folds_or_unfolds_that_row_alone(room):
    """Whatever the program had folded, all rows above stay, and below come or go those of the clicked row."""
    parts = [*PARTS, *(Part(name, name, "king", 0.0, True) for name in ("shelter", "storm"))]
    before = rows(room, parts=parts)
    for row in before:
        if row.kind == TERM:
            continue
        chosen = {}
        after = clicked(Arrangement(), [row.key], room, chosen, parts)
        at = before.index(row)
        inside = [each.name for each in (before if row.unfolded else after)[at + 1 :] if each.inside]
        assert written(after[:at], parts) == written(before[:at], parts)
        assert after[at].key == row.key and after[at].unfolded != row.unfolded and inside
        names, were = ([each.name for each in found[at + 1 :]] for found in (after, before))
        changed = abs(len(names) - len(were))
        assert changed and (names if row.unfolded else names[changed:]) == (
            were[changed:] if row.unfolded else were
        )
        assert clicked(Arrangement(), [row.key, row.key], room, {}, parts)[at].unfolded == row.unfolded


@pytest.mark.parametrize("room", ROOMS)
def test_after_a_click_nothing_folds_by_itself(room):
    """Neither less room folds anything, nor another position, nor the next game's table."""
    arrangement, chosen = Arrangement(), {}
    parts = [part for part in PARTS if part.group]
    found = clicked(arrangement, ["group:material"], 3, chosen, parts)
    assert [row.name for row in found] == ["material", "pawns", "knights", "structure"]
    other = [Part(part.name, part.name, part.group, 9.0 - part.amount, False) for part in parts]
    for table in (arrangement, Arrangement()):
        assert written(clicked(table, [], room, chosen, other), other) == written(found, parts)


def test_with_least_room_all_but_the_largest_are_one_row():
    small = rows(3)
    assert [row.label(False) for row in small] == ["Material", "moves", "4 other terms"]
    assert len(rows(2)) == 2 and rows(2)[0].name == "moves"
    unfolded = clicked(Arrangement(), ["level:"], 3, {})
    assert len(unfolded) > 3 and unfolded[2].unfolded, "a click shows them, to be scrolled"


@pytest.mark.parametrize("key", ["", "group:material", "group:structure", "level:", "group:king"])
@pytest.mark.parametrize(("room", "order"), [*product(range(1, 12), (AUTHORS, BY_SIZE))])
def test_the_rows_that_count_hold_every_term_once(room, order, key):
    parts = [
        *PARTS,
        Part("early", "early", "", 0.0, True),
        Part("spare", "spare", "king", 0.0, True),
        Part("x", "x", "king", 0.0, True),
    ]
    keys = [row.key for row in rows(room, order, parts) if row.key == key]
    found = clicked(Arrangement(), keys, room, {}, parts, order)
    assert sorted(index for row in found if row.counts for index in row.terms) == list(range(len(parts)))
    subtotals = [FORM.subtotal(parts[i].amount for i in row.terms) for row in found if row.counts]
    whole = FORM.subtotal(part.amount for part in parts)
    assert sum(map(FORM.steps, subtotals)) == FORM.steps(whole)


@pytest.mark.parametrize("game", ["chess", "isolation", "jungle", "morris", "tabletactics"])
def test_shipped_heuristics_of_more_than_six_terms_have_groups(game):
    for heuristic in heuristics_of(game):
        if len(heuristic.terms) > 6:
            named = [term.group for term in heuristic.terms]
            assert len(set(named)) < len(named) / 2 and named.count("") <= 1, heuristic.name


def test_chess_is_counted_in_pawns_by_every_heuristic():
    assert {heuristic.unit for heuristic in heuristics_of("chess")} == {"pawn"}
    form = ValueFormat.of(default_heuristic("chess"))
    assert (form.signed(-91.6), form.named(form.size(-91.6))) == ("−0.92", "0.92 pawns")


def test_all_is_folded_until_a_person_unfolds_it() -> None:
    form = ValueFormat()
    amounts = (
        ("a", "one", 3.0),
        ("b", "one", 0.0),
        ("c", "two", 1.0),
        ("d", "two", 2.0),
        ("e", "", 0.0),
        ("f", "", 0.0),
    )
    parts = [Part(name, name, group, amount, not amount) for name, group, amount in amounts]
    groups = groups_of(form, parts)
    rows = all_folded(parts, groups, {})
    assert [(row.kind, row.name) for row in rows] == [(GROUP, "one"), (GROUP, "two"), (LEVEL, "")]
    assert all(row.counts for row in rows)
    rows = all_folded(parts, groups, {"group:two": True})
    assert [row.name for row in rows if row.kind == TERM] == ["c", "d"]
    assert sorted(index for row in rows if row.counts for index in row.terms) == list(range(len(parts)))
