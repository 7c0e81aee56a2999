"""The time of a card and of tuning: each stage looks at the clock after each unit of its work."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.card import to_do
from arena.card.against import CANNOT_TELL, RivalRun
from arena.card.card import Card
from arena.card.card_run import CardRun
from arena.card.foresight import DeepValues
from arena.card.pairs import ChunkOfPairs
from arena.card.plan import CardPlan
from arena.card.self_play import DataGame
from arena.card.truth_kept import ProvenNearEnds
from arena.experiments.experiment_run import COMPILING, WAITING
from arena.tuning.tuning_run import TuningRun
from engines.jobs import Job
from false_games import FalseGames
from games.registry import load_game

MINUTES = 3.0
LEAST, MOST = 0.9 * 60 * MINUTES, 1.1 * 60 * MINUTES


def plan_of(minutes: float = MINUTES, rival: str = "") -> CardPlan:
    options = load_game("isolation").options()
    return CardPlan("isolation", "custom_score", options, minutes=minutes, rival=rival)


def made(folder: Path, minutes: float = MINUTES) -> Card:
    return CardRun(plan_of(minutes), folder / "card").work(Job())


@pytest.mark.parametrize("slow", [DataGame, ChunkOfPairs, ProvenNearEnds, DeepValues])
def test_a_slow_unit_makes_the_card_late_by_itself(
    slow: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = FalseGames({slow: 40.0}).stand_in(monkeypatch)
    card = made(tmp_path)
    assert card.stage == "" and games.now <= MOST + 40.0
    assert card.seconds == pytest.approx(games.now)


def test_proven_games_never_cost_the_main_column(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = FalseGames({ProvenNearEnds: 100.0}).stand_in(monkeypatch)
    card = made(tmp_path)
    assert all(row.worth is not None and row.worth.pairs >= 20 for row in card.terms)
    assert games.done.index(ChunkOfPairs) < games.done.index(ProvenNearEnds)
    assert games.done.count(ProvenNearEnds) == 1 and games.now <= MOST + 100.0


def test_compiling_is_counted_and_shown_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It shortens all stages alike, and not only the first."""
    games = FalseGames(compiling=90.0).stand_in(monkeypatch)
    card = made(tmp_path)
    assert card.compile_seconds == 90.0 and card.seconds == pytest.approx(games.now)
    assert LEAST <= games.now <= MOST
    half = FalseGames().stand_in(monkeypatch)
    short = CardRun(plan_of(MINUTES / 2), tmp_path / "short").work(Job())
    assert (short.games, half.done) == (card.games, games.done)


def test_with_little_time_the_card_says_what_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = FalseGames({ChunkOfPairs: 45.0}).stand_in(monkeypatch)
    card = made(tmp_path)
    assert games.now <= MOST + 45.0 and games.done.count(ChunkOfPairs) >= 3, "first the main column"
    labels = [row.label for row in card.terms]
    unplayed = [row.label for row in card.terms if not (row.worth and row.worth.pairs)]
    assert unplayed and unplayed != labels
    assert card.left_out[0] == f"matches ({', '.join(unplayed)})"
    assert "matches with more nodes" in card.left_out
    assert "proven positions" in card.left_out


def test_time_that_is_up_among_proven_positions_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    FalseGames({ProvenNearEnds: 6.0}).stand_in(monkeypatch)
    card = made(tmp_path)
    assert card.truth is not None and card.truth.sentence.startswith("Truth kept is not known. Of ")
    assert "more proven positions" in card.left_out and "proven positions" not in card.left_out


def test_no_time_at_all_is_no_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = FalseGames(compiling=500.0).stand_in(monkeypatch)
    card = made(tmp_path)
    assert not games.done and card.games == 0
    assert card.sentence == "Too little data: no games of self-play. No term stands out yet."
    assert {row.verdict for row in card.terms} == {"can't tell yet"}
    assert card.to_json()["terms"][0]["fires"] is None and "most of self-play" in card.left_out


def test_the_time_of_earlier_runs_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = FalseGames(compiling=20.0).stand_in(monkeypatch)
    first = made(tmp_path)
    done, games.compiling = len(games.done), 0.0
    assert replace(made(tmp_path), seconds=0.0) == replace(first, seconds=0.0) and len(games.done) == done
    made(tmp_path, 2 * MINUTES)
    assert 2 * LEAST <= games.now <= 2 * MOST


def test_tuning_is_not_charged_for_the_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = FalseGames(compiling=30.0).stand_in(monkeypatch)
    card, spent = made(tmp_path), games.now
    tuning = TuningRun(plan_of(), tmp_path / "card").work(Job())
    assert tuning.games >= card.games + 20, "its share of the time is new games"
    assert tuning.seconds == pytest.approx(games.now - spent)
    spent = games.now
    again = made(tmp_path)
    more = again.seconds - card.seconds
    assert more == pytest.approx(games.now - spent), "nor is the card for tuning"


def test_a_check_looks_at_the_clock_after_each_unit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = FalseGames({ChunkOfPairs: 70.0}).stand_in(monkeypatch)
    found = RivalRun(plan_of(rival="improved"), tmp_path / "check").work(Job())
    assert found.verdict == CANNOT_TELL and games.now == 210.0


def test_a_card_of_today_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its file has no times of compiling and waiting, and no other games."""
    games = FalseGames().stand_in(monkeypatch)
    first, done = made(tmp_path), len(games.done)
    with closing(sqlite3.connect(tmp_path / "card")) as database:
        database.execute("DELETE FROM unit WHERE stage IN (?, ?)", (COMPILING, WAITING))
        database.execute("DELETE FROM unit WHERE stage LIKE 'games a%'")
        database.commit()
    games.now = 0.0
    again = made(tmp_path)
    assert len(games.done) <= done + 40
    figures = [json.dumps(row.to_json()["elo"]) for row in again.terms]
    assert figures == [json.dumps(row.to_json()["elo"]) for row in first.terms]


def test_a_card_cut_short_says_nothing_of_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    FalseGames({DeepValues: 1000.0}).stand_in(monkeypatch)
    monkeypatch.setattr(to_do, "CANNOT_TELL", "no verdict is open")
    card = made(tmp_path)
    assert card.stage == "" and card.left_out and to_do.NOTHING_TO_CHANGE not in card.sentence
