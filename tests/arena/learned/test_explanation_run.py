"""The explanation of a learned player: a planted one, what is said, and what is refused."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.experiments.record import UnitRecord
from arena.gaps.candidates import GapCandidate
from arena.gaps.sampled_positions import STAGE
from arena.learned.explanation import (
    KnownTerm,
    PlayerExplanation,
    ReadableTerm,
    UnseenTerm,
    weight_text,
)
from arena.learned.explanation_run import ExplanationRun, explain, unit_of
from arena.learned.plan import ExplanationPlan
from arena.learned.player_positions import PlayerPositions
from engines import registry
from engines.jobs import Job
from engines.learned.kind import learned_kind
from engines.learned.policy import Policy
from engines.player_kinds import PlayerSpec
from games.bits import low_product
from games.contract import BadText, State
from games.registry import load_game
from heuristics.morris import mills, shut_in
from heuristics.registry import load_heuristic

MILLS, SHUT_IN, NOISE = 8.0, -3.0, 12.0
"""What the planted player values, and the width of its noise."""


def planted(state: State, moves: Any, count: int, learned: Any, out: Any) -> float:
    """The values of a player that sees mills and stones shut in; the rest is noise, which the position's key
    decides."""
    side = int(state.to_move)
    value = learned[0] * (mills(state, side) - mills(state, 1 - side))
    value += learned[1] * (shut_in(state, side) - shut_in(state, 1 - side))
    value += learned[2] * ((low_product(state.key, 0x1E3779B97F4A7C15) >> 30 & 1023) / 1023.0 - 0.5)
    for i in range(count):
        out[i] = value
    return 0.0


def plan_of(player: str = "qtable", game: str = "jungle", **changes: Any) -> ExplanationPlan:
    kind, _, seed = player.partition(",trained=")
    spec = PlayerSpec(kind, options=(("trained", int(seed)),) if seed else ())
    return replace(ExplanationPlan(game, spec, load_game(game).options()), **changes)


@pytest.mark.long
def test_terms_of_a_planted_player_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    learned = np.array([MILLS, SHUT_IN, NOISE])
    kind = learned_kind("planted", "", {"morris": lambda spec: Policy(planted, learned, 10.0)}, "Planted")
    kinds = (*registry.kinds(), kind)
    monkeypatch.setattr(registry, "kinds", lambda: kinds)
    file = tmp_path / "explanation.sqlite"
    found = ExplanationRun(plan_of("planted", "morris", games=120), file, 2).work(Job())
    assert {each.term.label for each in found.terms} == {"mills", "stones shut in"}
    weights = {each.term.label: each.weight for each in found.terms}
    assert weights["mills"] == pytest.approx(MILLS, abs=0.5)
    assert weights["stones shut in"] == pytest.approx(SHUT_IN, abs=0.3)
    with UnitRecord(file, plan_of("planted", "morris").text) as record:
        rows = [row for unit in record.answers(STAGE).values() for game in unit[0] for row in game]
    known = 1.0 - NOISE**2 / 12.0 / float(np.var([row[1] for row in rows]))
    assert found.low <= known <= found.high and found.share == pytest.approx(known, abs=0.06)
    # It plays at random, and sees no stones: the games that come with the program say that they matter.
    assert {each.term.label for each in found.unseen} & {"stones", "free steps", "possible mills", "moves"}
    assert all(len(each.positions) == 5 for each in found.unseen) and len(found.surprises) == 5
    again = ExplanationRun(plan_of("planted", "morris", games=120), file).work(Job())
    assert (again.terms, again.unseen, again.share) == (found.terms, found.unseen, found.share)


def test_too_few_positions_and_equal_values_are_said():
    nothing = PlayerPositions.of([], [], load_game("jungle"), load_game("jungle").options())
    assert explain(plan_of(), nothing).sentence == "Too little data: 0 positions; 300 are needed."
    state = load_game("jungle").initial(load_game("jungle").options())
    same = PlayerPositions(
        (state,) * 300, ("",) * 300, np.ones(300), np.arange(300), np.ones(300), np.ones(300, bool)
    )
    assert "values all positions alike" in explain(plan_of(), same).sentence


def test_positions_come_once_and_know_whose_game_they_are_of():
    rules = load_game("morris")
    start = rules.format(rules.initial(rules.options()))
    found = PlayerPositions.of([[[start, 3.0, 1.0]], []], [[[start, 4.0, 0.0]]], rules, rules.options())
    assert found.texts == (start,) and found.values.tolist() == [3.0] and found.own.tolist() == [True]
    assert found.game_count == 1


def test_sentence_names_three_terms_and_what_it_does_not_see():
    terms = [
        ReadableTerm(KnownTerm(name, name, "", name, "own"), weight, 1.0, 0.2, 0.1, 0.3, 0.01)
        for name, weight in (("a", 8.04), ("b", -0.0512), ("c", 130.0), ("d", 1.0))
    ]
    unseen = UnseenTerm(KnownTerm("e", "e", "", "e", "own"), -0.02, -0.03, -0.01, 4.0, 0.01, ())
    found = PlayerExplanation(
        plan_of(), "", candidates=50, terms=tuple(terms), share=0.72, low=0.68, high=0.75,
        all_candidates=0.78, unseen=(unseen,),
    )  # fmt: skip
    assert found.sentence == (
        "72 % (68 to 75) of what qtable values is a (+8.0 each), b (−0.051 each), c (+130 each) and 1 more. "
        "It does not see “e”."
    )
    assert found.rest == "28 % is left unexplained. All 50 candidates together explain 78 %."
    assert replace(found, all_candidates=0.6).rest.endswith("together explain no more.")
    assert unseen.sentence == (
        "It does not see “e”: one standard deviation more of it goes with −8 % of a win (−12 to −4), and "
        "explains none of its values."
    )
    nothing = PlayerExplanation(plan_of(), "", candidates=50)
    assert nothing.sentence == ("Nothing readable found: none of 50 candidates explains what qtable values.")
    assert PlayerExplanation(plan_of(), "playing", games=40).sentence == "40 games so far."
    assert PlayerExplanation(plan_of(), "playing", games=40).rest == ""


def test_values_have_as_many_decimals_as_their_size_needs():
    assert PlayerExplanation(plan_of(), "").decimals == 1
    assert PlayerExplanation(plan_of("dqn"), "").decimals == 3
    assert [weight_text(each) for each in (25.21, 0.0484, -3.0, 0.0)] == ["+25", "+0.048", "−3.0", "0"]


def test_amounts_are_counts_where_a_term_counts():
    heuristic = load_heuristic("morris", "mobile")
    term = next(each for each in heuristic.terms if each.name == "shut_in" or each.label == "stones shut in")
    assert unit_of(GapCandidate(term.name, term.label, -2.0, heuristic, term)) == -2.0
    assert unit_of(GapCandidate(term.name, term.label, -2.0, heuristic, replace(term, counts=False))) == 1.0


def test_player_that_learned_nothing_is_refused():
    for player in ("human", "random"):
        with pytest.raises(BadText, match="expected one that learned \\(qtable, dqn, dqn336\\)"):
            plan_of(player).check()
    with pytest.raises(BadText, match="expected another game, as no player of chess learned"):
        plan_of("random", "chess").check()
    with pytest.raises(BadText, match="no such file"):
        plan_of("qtable,trained=123456").check()
    with pytest.raises(BadText, match="--games: expected at least 100, found 99"):
        plan_of(games=99)


def test_plans_text_knows_what_was_learned():
    plan = plan_of()
    assert plan.text == plan_of(games=200).text
    assert plan.text != plan_of("dqn").text and plan.text != plan_of(seed=1).text
    assert plan.file_name.startswith("jungle-qtable-")
