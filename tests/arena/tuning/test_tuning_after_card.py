"""Tuning with what a card knows, trials that are lost, and too little data. The games are made up."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from arena.card.card_run import CardRun
from arena.card.pairs import ChunkOfPairs
from arena.card.plan import CardPlan
from arena.tuning.tuning import CARD, CONFIRMED, LOST, NOT_TRIED, REGRESSION
from arena.tuning.tuning_run import TuningRun
from engines.jobs import Job
from false_games import FalseGames
from games.registry import load_game

WRONG = "overlap"
"""A term with the wrong sign: at 0 the heuristic plays better, and much better with its sign turned."""


def plan_of(minutes: float = 20.0, pairs: int | None = None) -> CardPlan:
    return CardPlan(
        "isolation", "custom_score", load_game("isolation").options(), minutes=minutes, pairs=pairs
    )


def wrong_sign(weights: Mapping[str, float]) -> float:
    weight = weights.get(WRONG, -1.0)
    return 0.3 if weight > 0.0 else 0.1 if weight == 0.0 else 0.0


@pytest.fixture
def no_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TuningRun, "_changes", lambda self, suggested: {})


@pytest.mark.usefixtures("no_fit")
def test_what_a_card_knows_is_tried_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    FalseGames(strength=wrong_sign).stand_in(monkeypatch)
    card = CardRun(plan_of(), tmp_path / "games").work(Job())
    row = next(row for row in card.terms if row.name == WRONG)
    assert row.verdict == "costs strength" and row.turned is not None and (row.turned.elo or 0.0) > 100.0
    found = TuningRun(plan_of(), tmp_path / "games").work(Job())
    (attempt,) = found.attempts
    assert (attempt.method, attempt.weights, attempt.state) == (CARD, {WRONG: 1.0}, CONFIRMED)
    assert found.confirmed and found.sentence.startswith("The weights found by the report card are better")


@pytest.mark.usefixtures("no_fit")
def test_without_a_turned_match_the_term_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    FalseGames(strength=wrong_sign).stand_in(monkeypatch)
    with monkeypatch.context() as stopped:
        stopped.setattr(CardRun, "_foresee", lambda self, *_: self._job.stop.request())
        stopped.setattr(CardRun, "_ask_truth", lambda self, *_: None)
        CardRun(plan_of(), tmp_path / "games").work(Job())
    found = TuningRun(plan_of(), tmp_path / "games").work(Job())
    assert found.attempts[0].weights == {WRONG: 0.0} and found.attempts[0].method == CARD


@pytest.mark.parametrize("pairs", [None, 1000])
def test_a_trial_that_is_lost_is_left(
    pairs: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = FalseGames(strength=lambda weights: -0.36 if weights.get("targets") == 9.0 else 0.0)
    games.stand_in(monkeypatch)
    monkeypatch.setattr(TuningRun, "_changes", lambda self, suggested: {"targets": 9.0})
    found = TuningRun(plan_of(pairs=pairs), tmp_path / "games").work(Job())
    (attempt,) = found.attempts
    assert (attempt.method, attempt.state) == (REGRESSION, LOST)
    assert 20 <= attempt.trial.pairs <= 100 and games.done.count(ChunkOfPairs) <= 10
    assert (
        found.sentence == "No other weights are suggested: none of those tried were better at both budgets."
    )


@pytest.mark.usefixtures("no_fit")
def test_too_little_data_is_said_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = FalseGames().stand_in(monkeypatch)
    short = TuningRun(plan_of(minutes=3.0), tmp_path / "short").work(Job())
    assert 20 <= short.games < 100
    assert short.sentence == (
        "No other weights are suggested. Too little data to suggest weights: "
        f"{short.games} games of self-play."
    )
    games.now = 0.0
    long = TuningRun(plan_of(), tmp_path / "long").work(Job())
    assert long.sentence == (
        f"No other weights are suggested: {long.games} games gave no reason to change any."
    )
    FalseGames(results=(0.5,)).stand_in(monkeypatch)
    drawn = TuningRun(plan_of(), tmp_path / "drawn").work(Job())
    assert drawn.sentence.startswith(f"All {drawn.games} games of self-play were drawn.")
    assert "No fit is possible" in drawn.sentence


def test_a_trial_without_time_is_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    FalseGames({ChunkOfPairs: 500.0}).stand_in(monkeypatch)
    monkeypatch.setattr(TuningRun, "_changes", lambda self, suggested: {"targets": 9.0})
    monkeypatch.setattr(TuningRun, "_limit", lambda self, share: lambda: share not in ("trial", "confirm"))
    found = TuningRun(plan_of(minutes=2.0), tmp_path / "games").work(Job())
    assert [attempt.state for attempt in found.attempts] == [NOT_TRIED]
    assert found.sentence.startswith("Not decided: no time was left for a trial.")
