"""Names of terms for people: every term that comes with the program has one, and a sentence."""

import re

import pytest

from games.contract import BadText
from games.registry import game_names
from heuristics.contract import Heuristic
from heuristics.guarded_evaluation import terms_of
from heuristics.lens import Lens
from heuristics.presets import variant
from heuristics.registry import heuristics_of

SHIPPED = [
    pytest.param(heuristic, id=f"{game} {heuristic.name}")
    for game in game_names()
    for heuristic in heuristics_of(game)
]

LONGEST = 32
"""The most characters of a label: the window's tables cut longer ones."""


@pytest.mark.parametrize("heuristic", SHIPPED)
def test_each_term_has_a_name_of_its_own_and_a_sentence(heuristic: Heuristic) -> None:
    terms = terms_of(heuristic)
    labels = [term.label for term in terms]
    assert len(set(labels)) == len(labels)
    assert not set(labels) & {term.group for term in terms if sum(t.group == term.group for t in terms) > 1}
    for term in terms:
        assert re.fullmatch(r"[A-Za-z][A-Za-z' -]*", term.label) and len(term.label) <= LONGEST, term.label
        sentence = term.description
        assert sentence[:1].isupper() or sentence[:1] == "1", f"{term.name}: {sentence}"
        assert sentence.endswith(".") and sentence.count(". ") == 0, f"{term.name}: one sentence"
        assert 3 <= len(sentence.split()) <= 25, f"{term.name}: {len(sentence.split())} words"


def made(**words: str) -> Heuristic:
    heuristic = Heuristic("mine", "isolation", "", "")
    heuristic.difference("free_squares", weight=1.0, **words)(lambda state, side: 1.0)
    return heuristic


def test_a_label_is_shown_and_the_name_stays_the_key() -> None:
    heuristic = made(label="free squares nearby")
    (term,) = heuristic.terms
    assert (term.name, term.label) == ("free_squares", "free squares nearby")
    assert heuristic.weight_names == ("free_squares",)
    assert heuristic.label_of("free_squares") == "free squares nearby"
    with pytest.raises(BadText, match="expected one of free_squares, found 'free squares nearby'"):
        Lens.of(heuristic, {"free squares nearby": 2.0})


def test_without_a_label_the_name_is_shown_in_words() -> None:
    heuristic = made()
    assert heuristic.terms[0].label == heuristic.label_of("free_squares") == "free squares"
    assert heuristic.label_of("a_parameter") == "a parameter"


def test_kinds_of_terms_and_the_decisive_one_have_labels() -> None:
    heuristic = made()
    for kind in ("own", "other", "single"):
        getattr(heuristic, kind)(kind, weight=1.0, label=f"{kind} label")(lambda state, side: 1.0)
    heuristic.decides("end", label="the end")(lambda state, side: 0.0)
    assert [term.label for term in terms_of(heuristic)] == [
        "the end",
        "free squares",
        "own label",
        "other label",
        "single label",
    ]
    assert heuristic.label_of("end") == "the end"


@pytest.mark.parametrize("label", ["two\nlines", " blank first", 7])
def test_a_label_is_a_text_for_one_line(label: str) -> None:
    with pytest.raises(BadText, match="expected a label that can be shown"):
        made(label=label)


def test_a_preset_shows_the_labels_of_its_terms(tmp_path) -> None:
    kept = variant(made(label="free squares nearby"), "kept", {"free_squares": 3.0}, tmp_path)
    assert kept.terms[0].label == "free squares nearby"
    assert kept.description == "mine with free squares nearby 3 instead of 1"
