"""Published results next to our own: the sentences follow from the figures."""

from functools import cache

import pytest
from tournaments import table_of, toy

from arena.crosstable import CrossTable, Tally
from arena.match import GameResult
from arena.published_results import Claim, Figure, Published, compare


def table(*points: tuple[float, float], games: int = 40) -> CrossTable:
    """A table of the players a, b, c with the points of each pairing's first player, in every pair: a–b, a–c,
    b–c. A draw now and then makes the pairs differ."""
    one = toy(games=games)
    tally = Tally(one)
    for number in range(one.total):
        slot = one.slot(number)
        value = 0.5 if slot.pair % 5 == 0 else points[slot.pairing][number % 2]
        tally.add(GameResult(number, slot.first_side, value, ((number, 0),), ""))
    return tally.table()


@cache
def clear() -> CrossTable:
    return table((1.0, 0.5), (1.0, 1.0), (1.0, 0.5))


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [
        (Figure("a", "b", 0.7), "agrees"),
        (Figure("b", "a", 0.3), "agrees"),
        (Figure("a", "b", 0.55), "lower"),
        (Figure("a", "b", 0.95), "higher"),
        (Figure("b", "a", 0.95), "higher"),
        (Figure("a", "b", 0.55, games=10), "agrees"),  # ten games would give that by chance
        (Figure("a", "b", 1.0, games=1), "agrees"),
        (Figure("a", None, 0.8), "agrees"),
        (Figure("a", "c", 0.2, of_draws=True), "agrees"),
        (Figure("a", "c", 0.9, of_draws=True), "higher"),
    ],
)
def test_a_figure_agrees_where_chance_would_give_it(figure: Figure, verdict: str) -> None:
    (compared,) = compare(clear(), Published("", (figure,))).figures
    assert compared.verdict == verdict
    assert compared.low <= compared.found <= compared.high


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (Claim("", "a", "b"), "holds"),
        (Claim("", "b", "a"), "does not hold"),
        (Claim("", "a", "c", even=True), "does not hold"),
    ],
)
def test_a_claim_holds_or_does_not(claim: Claim, verdict: str) -> None:
    (judged,) = compare(clear(), Published("", (), (claim,))).claims
    assert judged.verdict == verdict


def test_what_an_interval_around_nothing_shows() -> None:
    level = table((1.0, 0.0), (1.0, 0.0), (1.0, 0.0))
    claims = (Claim("a is best", "a", "b"), Claim("all one", "a", "b", even=True))
    found = compare(level, Published("", (), claims))
    assert [judged.verdict for judged in found.claims] == ["not shown", "not shown"]
    assert "is not shown" in found.sentences[0] and "no difference is shown" in found.sentences[1]
    nothing = compare(table_of(toy(), []), Published("", (Figure("a", "b", 0.5),), claims))
    assert nothing.figures == () and "not known yet" in nothing.sentences[0]


def test_who_loses_every_game_is_worse_without_a_number() -> None:
    one = toy(games=40, players=("random", "random,seed=5"))
    won = [GameResult(number, number % 2, 1.0, ((number, 0),), "") for number in range(40)]
    claims = (Claim("a is better", "a", "b"), Claim("one", "a", "b", even=True), Claim("b is", "b", "a"))
    found = compare(table_of(one, won), Published("", (), claims))
    assert [judged.verdict for judged in found.claims] == ["holds", "does not hold", "not shown"]
    assert "at least +" in found.sentences[0] and "not known yet" in found.sentences[2]


def test_which_differences_between_totals_are_real() -> None:
    totals = (Figure("a", None, 0.7), Figure("b", None, 0.6), Figure("c", None, 0.65))
    found = compare(clear(), Published("somebody", totals))
    figures, real = found.sentences
    assert "Of 3 published figures" in figures
    # Published: c above b; here: b above c.
    assert "2 are confirmed here: a above b" in real and "The opposite is shown for 1: c above b" in real
    assert found.to_json()["sentences"] == list(found.sentences)
