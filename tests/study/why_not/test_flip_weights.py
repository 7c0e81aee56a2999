"""Between which weights of a term the asked move is better: fresh searches confirm what is said, and every
place says the same."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from asked_moves import check_flips, check_without, compare, compared_with_second, gap_at
from games.compiling.compiler import jit_disabled
from study.export.position_report import of_why_not
from study.state.term_difference import Flip
from study.why_not import two_searches
from study.why_not.comparison import Comparison, Without
from study.why_not.why_not_text import WhyNotText, as_json, sentence, sentences

pytestmark = pytest.mark.skipif(jit_disabled(), reason="searches dozens of times")

TWO_MOVES = "2b2x1/3xx2/1xx3x/w3x2/x1xxxx1/1xxx3/1x2x2 b"


@pytest.fixture(autouse=True)
def in_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Gives searches enough time on a busy machine."""
    monkeypatch.setattr(two_searches, "LEAST_SECONDS", 30.0)
    yield


def asked(move: str = "a6") -> Comparison:
    return compare("isolation", TWO_MOVES, move, 4, "alphabeta", "territory")


def test_a_preference_that_ends_says_between_which_weights() -> None:
    """With weight 0, and with twice the change, d5 is better again."""
    compared = asked()
    territory, dead_ends = compared.flips
    assert (territory.term, territory.weight) == ("territory", 0.375)
    assert territory.until == pytest.approx(0.15, abs=1e-9)
    assert gap_at("isolation", compared, "territory", 0.0) > 0.0
    assert "Territory weighs 1: between 0.15 and 0.375, a6 is the better of the two." in sentence(compared)
    assert "If territory counted nothing, it would still play d5." in sentence(compared)
    assert "from 0.375 on" not in sentence(compared)
    assert dead_ends.until is None
    told = "Dead ends weighs −0.5: with −1.333, a6 becomes the better of the two."
    assert WhyNotText(compared).flip(dead_ends) == told
    rows = {row["name"]: row for row in as_json(compared)["terms"]}
    assert rows["territory"]["flip_until"] == territory.until
    assert rows["territory"]["best_beyond"] == rows["dead ends"]["best_beyond"] == "a6"
    assert rows["dead ends"]["flip_until"] is None
    assert as_json(compared)["without"] == {"term": "territory", "move": "d5", "difference": 4.5}
    table = of_why_not(as_json(compared), compared.thought.position).table
    assert table[0][-3:] == ["flips at", "until", "best there"]
    assert table[1][-3:] == ["0.375", "0.15", "a6"]


@pytest.mark.long
def test_what_is_said_of_flips_holds_when_it_is_searched_again() -> None:
    flips = ends = others = without = 0
    for compared in compared_with_second("isolation", 7, 25, 4, heuristic="territory"):
        flips += check_flips("isolation", compared)
        without += check_without("isolation", compared)
        ends += sum(flip.until is not None for flip in compared.flips)
        others += sum(WhyNotText(compared).best_beyond(flip) != "" for flip in compared.flips)
    assert flips > 5 and ends > 0 and others > 0 and without > 5


def test_broken_off_preference_ends_where_it_is() -> None:
    """Between −0.0608 and −0.0667 c5 is better again: a thirtieth of the way from the flip to the weight from
    which it stays better."""
    compared = compare("isolation", "1b2x2/2xx1xw/5x1/3xx2/7/7/7 b", "a5", 4, heuristic="custom_score_2")
    flip = compared.flips[0]
    assert flip.term == "targets" and flip.weight == pytest.approx(0.0597, abs=1e-4)
    assert gap_at("isolation", compared, "targets", -0.062) > 0.0
    assert gap_at("isolation", compared, "targets", -0.1) < 0.0
    assert flip.until == pytest.approx(-0.0608, abs=1e-4)
    assert compared.looked_for_flips
    assert check_flips("isolation", compared) == len(compared.flips)


def test_another_move_that_is_best_there_is_named() -> None:
    compared = asked()
    flip = compared.flips[0]
    other = compared.chosen.asked[0]  # the position has no third move
    name = compared.chosen.played
    assert WhyNotText(compared).flip(replace(flip, best=other)).endswith(f"; the best there is {name}.")
    assert "best there" not in WhyNotText(compared).flip(replace(flip, best=None))


@pytest.mark.parametrize(
    ("played", "difference", "words"),
    [
        ("d5", 1.0, "it would still play d5."),
        ("d5", 0.0, "it would still play d5, equal to a6."),
        ("d5", -1.0, "it would still play d5, though a6, searched alone, would be better."),
        ("a6", -1.0, "it would play a6."),
        ("a6", 0.0, "it would play a6, equal to d5."),
        ("a6", 1.0, "it would play a6, though d5, searched alone, would be better."),
        ("b4", 1.0, "it would play b4; d5 would be better than a6."),
        ("b4", -1.0, "it would play b4; a6 would be better than d5."),
        ("b4", 0.0, "it would play b4; d5 and a6 would be equal."),
    ],
)
def test_answer_names_both_moves_and_the_better_one(played: str, difference: float, words: str) -> None:
    compared = replace(asked(), flips=(), without=Without("dead_ends", played, difference))
    assert f"If dead ends counted nothing, {words}" in sentences(compared)


def test_a_weight_is_written_with_the_smaller_one_first() -> None:
    compared = asked()
    telling = WhyNotText(compared)
    assert telling.better_at(compared.flips[0])[-2:] == (
        "from 0.15 to 0.375 instead of 1: a6 is better",
        "from 0.15 to 0.375: a6 is better",
    )
    one, *_ = telling.better_at(Flip("dead ends", -1.5))
    assert one.startswith("at −1.5 instead of ") and one.endswith(": a6 is better")
    *_, short = telling.better_at(Flip("dead ends", -1.5, -2.25))
    assert short == "from −2.25 to −1.5: a6 is better"
    third = next(move for move in compared.thought.position.moves if move not in compared.asked.asked)
    name = compared.thought.position.notation(third)
    assert telling.better_at(Flip("dead ends", -1.5, best=third))[0].endswith(f", {name} best of all")


def test_time_that_runs_out_leaves_nothing_unconfirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_searches, "FLIPS_SHARE", 0.0)
    compared = asked()
    assert compared.flips == () and "the better of the two" not in sentence(compared)
