"""What makes one of two moves better, with at most three names, and all of it true."""

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from asked_moves import compared_with_second
from games.compiling.compiler import jit_disabled
from games.registry import game_names
from samples import searched_heuristic
from study.format.term_groups import Part
from study.format.value_format import ValueFormat
from study.why_not.comparison import Comparison
from study.why_not.main_reasons import MOST_NAMES, main_reasons
from study.why_not.why_not_text import headline


def reasons(*rows: tuple[str, str, float]) -> str:
    """The reasons of a comparison whose terms, (label, group, amount), make up this difference."""
    parts = tuple(Part(f"key of {label}", label, group, amount, False) for label, group, amount in rows)
    difference = sum(amount for *_, amount in rows)
    form = ValueFormat("pawn", 100.0, 2)
    return main_reasons(SimpleNamespace(parts=parts, written_difference=difference, form=form))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([("pawn location", "location", 35.0), ("tempo", "", 0.2)], "all of it pawn location"),
        ([("pawn location", "location", 35.0), ("mobility", "activity", 4.0)], "mostly pawn location"),
        ([("knights", "material", 90.0), ("pawns", "material", 63.0), ("tempo", "", 1.0)], "mostly material"),
        ([("a", "", 4.0), ("b", "", 3.0), ("c", "", 1.0)], "mostly a and b"),
        ([("a", "", 1.0), ("b", "", -1.5), ("c", "", -0.8)], "mostly b and c, partly offset by a"),
        (
            [
                ("m", "", 153.0),
                ("l", "", -34.0),
                ("t", "activity", -20.0),
                ("u", "activity", -13.0),
                ("k", "", -17.0),
            ],
            "mostly m, partly offset by l and activity",
        ),
        ([(letter, "", 1.0) for letter in "abcdefghi"], "above all a, b and c"),
        # The unit's own term, behind an amount in that unit.
        ([("pawns", "", 70.0), ("x", "", 10.0)], "mostly the number of pawns"),
        ([("pawns", "", -20.0), ("x", "", 50.0)], "mostly x, partly offset by the number of pawns"),
        # Most of its group, but not all of it.
        ([("plies", "hunt", 30.0), ("prey", "hunt", 2.0)], "mostly plies"),
        ([("plies", "hunt", 30.0), ("prey", "hunt", 20.0)], "all of it hunt"),
    ],
)
def test_it_names_what_makes_the_difference(rows: list[tuple[str, str, float]], told: str) -> None:
    assert reasons(*rows) == told


def test_the_better_one_may_be_the_asked_one() -> None:
    assert reasons(("material", "", -50.0), ("location", "", 10.0)) == "mostly material"
    assert (
        reasons(("material", "", -50.0), ("location", "", 30.0))
        == "mostly material, partly offset by location"
    )


def test_a_term_is_named_for_its_group_where_it_is_what_changes() -> None:
    assert (
        reasons(("rooks", "material", 50.0), ("bishops", "material", 5.0), ("x", "", 9.0)) == "mostly rooks"
    )
    # An exchange: neither of the two is what makes the difference.
    exchange = ("bishops", "material", 460.0), ("knights", "material", -425.0), ("pawns", "material", 92.0)
    assert reasons(*exchange, ("x", "", -4.0)) == "mostly material"


@pytest.mark.long
@pytest.mark.skipif(jit_disabled(), reason="searches")
@pytest.mark.parametrize("game", game_names())
def test_what_is_said_of_real_comparisons_is_so(game: str) -> None:
    """At most three names. A term that is named after "mostly" makes up at least half of everything that
    helps the better move."""
    told = 0
    for found in compared_with_second(game, 3, 12, 2, heuristic=searched_heuristic(game)):
        compared = replace(found, later=None)  # one ply deeper the other may be better
        said = headline(compared)
        if not compared.parts or compared.difference == 0.0:
            continue
        why = main_reasons(compared)
        listing = re.sub("^(mostly|all of it|above all) ", "", why)
        assert len(re.split(r", partly offset by |, | and ", listing)) <= MOST_NAMES and why in said, said
        better, worse = (compared.chosen, compared.asked)[:: 1 if compared.difference > 0 else -1]
        does, tempts = (set(line.positions[0].effects(line.moves[0])) for line in (better, worse))
        if not does - tempts and tempts - does:
            assert (
                said.startswith(f"{worse.text} ")
                and f", but {better.text} is better{compared.for_whom} by " in said
            )
        else:
            assert said.startswith(f"{better.text} ")
            assert f"is better{compared.for_whom} than {worse.text} by " in said.partition(". ")[0]
        for effect in does ^ tempts:
            assert (effect in said) == (effect in does or not does - tempts), said
        check_share(compared, why)
        told += 1
    assert told > 0


def check_share(compared: Comparison, why: str) -> None:
    """Checks that what is named after "mostly" is at least half of everything that helps the better move."""
    if not why.startswith("mostly"):
        return
    sign = 1.0 if compared.difference > 0 else -1.0
    by_group: dict[str, float] = {}
    names: dict[str, str] = {}
    for part in compared.parts:
        group = part.group or part.label
        by_group[group] = by_group.get(group, 0.0) + sign * part.amount
        names[part.label] = group
    helps = sum(amount for amount in by_group.values() if amount > 0)
    named = re.split(r", | and ", why.partition(", partly offset by ")[0].removeprefix("mostly "))
    named = [name.removeprefix("the number of ") for name in named]
    groups = {names.get(name, name) for name in named}
    assert sum(by_group[group] for group in groups) >= 0.5 * helps - compared.form.of_steps(len(by_group))
