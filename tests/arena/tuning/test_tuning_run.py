"""Tuning: the same for any number of workers, and at most one suggestion, which matches have confirmed."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.card import staged_run
from arena.card.card import Suggestion
from arena.card.plan import CardPlan
from arena.tuning import tuning_run, weight_search
from arena.tuning.tuning import BEHIND, CONFIRMED, LOST, NOT_CONFIRMED, REGRESSION, SEARCH, Tuning
from arena.tuning.tuning_run import TuningRun
from engines.jobs import Job
from games.contract import BadText
from games.registry import load_game

BAD = {"isolation": {"custom_score": {"targets": 0.02, "overlap": 40.0}}}
"""Weights that are bad."""

GOOD = {"targets": 1.0, "overlap": -1.0}
"""Weights that would be better."""


def plan_of(pairs: int = 20, weights: Any = BAD, **more: Any) -> CardPlan:
    options = load_game("isolation").options()
    return CardPlan(
        "isolation",
        "custom_score",
        options,
        **({"nodes": 30, "seed": 3} | more),
        pairs=pairs,
        weights=weights,
    )


@pytest.fixture
def few_games_of_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little data, for tests that do not depend on the regression."""
    monkeypatch.setattr(staged_run, "GAMES_A_PAIR", 0)


def figures(tuning: Tuning) -> str:
    answer = tuning.to_json()
    del answer["seconds"], answer["file"]
    return json.dumps(answer)


class Stand:
    """Stands in for `WeightSearch`: halves the weights that it is given."""

    def __init__(self, count: int, seed: int) -> None:
        self.count = count
        self.told: list[list[float]] = []

    def candidates(self) -> list[np.ndarray]:
        return [np.full(self.count, factor) for factor in (0.5, 1.0)]

    def take(self, candidates: list[np.ndarray], scores: list[float]) -> None:
        self.told.append(scores)

    @property
    def middle(self) -> np.ndarray:
        return np.full(self.count, 0.5)


@pytest.mark.long
def test_tuning_is_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    options = load_game("isolation").options()
    plan = CardPlan("isolation", "territory", options, nodes=30, seed=1, pairs=10)
    one = TuningRun(plan, tmp_path / "one", workers=1).work(Job())
    three = TuningRun(plan, tmp_path / "three", workers=3).work(Job())
    assert figures(one) == figures(three)
    (attempt,) = one.attempts
    assert attempt.method == REGRESSION and attempt.trial.pairs == 10
    assert set(attempt.weights) <= set(plan.terms) and one.stage == ""
    better = (attempt.trial.elo or 0.0) > 0.0
    assert (one.suggestion is None) == (not better) and (attempt.state == LOST) == (not better)


@pytest.mark.usefixtures("few_games_of_data")
def test_it_plays_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = TuningRun(plan_of(), tmp_path / "games").work(Job())

    def refuses(*_: Any) -> None:
        raise AssertionError("it was played already")

    monkeypatch.setattr("arena.experiments.units.do", refuses)
    assert figures(TuningRun(plan_of(), tmp_path / "games").work(Job())) == figures(first)


@pytest.mark.usefixtures("few_games_of_data")
def test_what_is_confirmed_at_both_budgets_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TuningRun, "_changes", lambda self, suggested: GOOD)
    found = TuningRun(plan_of(pairs=200, seed=0), tmp_path / "games", workers=2).work(Job())
    assert found.confirmed and found.attempts[0].state == CONFIRMED
    assert found.suggestion is not None
    assert [test.nodes for test in found.suggestion.confirmations] == [30, 120]


@pytest.mark.usefixtures("few_games_of_data")
def test_weights_that_lose_their_trial_are_listed_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worse = {"overlap": 40.0, "corner targets": -5.0}
    monkeypatch.setattr(TuningRun, "_changes", lambda self, suggested: worse)
    found = TuningRun(plan_of(weights=None), tmp_path / "games").work(Job())
    assert [(each.weights, each.state) for each in found.attempts] == [(worse, LOST)]
    assert found.suggestion is None and not found.confirmed
    assert "No other weights" in found.sentence


@pytest.mark.usefixtures("few_games_of_data")
def test_the_search_leaves_alone_what_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuning_run, "WeightSearch", Stand)
    monkeypatch.setattr(tuning_run, "check_package", lambda: None)
    plan = plan_of(pairs=60, weights={"isolation": {"custom_score": {"overlap": 40.0}}})
    found = TuningRun(plan, tmp_path / "games", searches=True).work(Job())
    (attempt,) = [each for each in found.attempts if each.method == SEARCH]
    assert len(attempt.weights) >= 2 and found.frozen
    assert set(attempt.weights) | set(found.frozen) == set(plan.terms)
    assert not set(attempt.weights) & set(found.frozen)
    assert all(
        weight == pytest.approx(plan.weight(name) / 2, rel=5e-3) for name, weight in attempt.weights.items()
    )
    states = [each.state for each in found.attempts]
    assert len([state for state in states if state in (CONFIRMED, NOT_CONFIRMED)]) <= 1
    assert set(states) <= {CONFIRMED, NOT_CONFIRMED, BEHIND, LOST}


def test_without_its_package_the_search_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(weight_search, "import_module", missing)
    with pytest.raises(BadText, match=r"--cma: expected the package cma: .*tune"):
        TuningRun(plan_of(), tmp_path / "games", searches=True).work(Job())
    assert not (tmp_path / "games").exists()


def test_the_search_finds_the_better_factors() -> None:
    pytest.importorskip("cma")
    best = np.array([0.6, 1.5])
    found = []
    for _ in range(2):
        search = weight_search.WeightSearch(2, seed=5)
        for _ in range(25):
            candidates = search.candidates()
            search.take(candidates, [1.0 - float(np.sum((each - best) ** 2)) for each in candidates])
        found.append(search.middle.tolist())
    assert found[0] == found[1]
    assert np.allclose(found[0], best, atol=0.05)


def test_a_sentence_for_what_came_of_it() -> None:
    begun = Tuning(plan_of(), "search")
    assert begun.sentence.startswith("Not finished")
    over = replace(begun, stage="")
    assert "gave no reason" in over.sentence
    kept = replace(
        over, suggestion=Suggestion({"overlap": 1.0}, (), True), method=REGRESSION, preset="mine 2"
    )
    assert (
        kept.sentence
        == "The weights found by the regression are better at both budgets. They are kept as mine 2."
    )
