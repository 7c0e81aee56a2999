"""What a card says of terms that never fire in self-play, and of games that were all drawn or few."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arena.card.card import Card, TermRow
from arena.card.card_run import CardRun
from arena.card.collinearity import LEAST_GAMES, LEAST_POSITIONS, term_shapes
from arena.card.plan import AT_RANDOM, CardPlan
from arena.card.self_play import DataGame
from arena.card.verdicts import CANNOT_TELL, NARROW, NEVER, sentence, verdict
from arena.statistics import wilson_interval
from engines.contract import StopSignal
from engines.jobs import Job
from engines.player_kinds import PlayerSpec
from false_games import FalseGames
from games.registry import load_game
from heuristics.registry import default_heuristic, load_heuristic


def plan_of(heuristic: str = "custom_score") -> CardPlan:
    return CardPlan("isolation", heuristic, load_game("isolation").options(), nodes=30, seed=3, pairs=10)


def made(folder: Path) -> Card:
    return CardRun(plan_of(), folder / "card").work(Job())


def test_a_term_that_speaks_elsewhere_is_not_dead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A harmful term may freeze self-play, so that another one is never heard there."""
    FalseGames(speaks=lambda term: term != 2).stand_in(monkeypatch)
    card = made(tmp_path)
    live, shape = card.terms[2], card.terms[2].shape
    assert live.verdict != NEVER and live.worth is not None and live.worth.pairs == 10
    assert shape is not None and 0.0 < shape.fires < 1.0 and shape.effect > 0.0
    assert card.other_games == 40 and shape.positions == card.positions + card.other_positions
    assert "Never" not in card.sentence


def test_a_dead_term_has_its_positions_and_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = FalseGames(speaks=lambda term: term != 2).stand_in(monkeypatch)
    speaks = games._game

    def game(task: DataGame) -> dict[str, object]:
        answer = speaks(task)
        for row in answer["rows"]:
            row["terms"][2] = 0.0
        return answer

    monkeypatch.setattr(games, "_game", game)
    card = made(tmp_path)
    dead = card.terms[2]
    assert dead.verdict == NEVER and dead.worth is None
    assert dead.verdict_text == "never fires in 480 positions, at most 6 %"
    assert "Never fires: contested square (in 480 positions, at most 6 %)." in card.sentence
    answer = dead.to_json()
    assert answer["positions"] == 480 and answer["games"] == 60
    assert answer["fires_at_most"] == pytest.approx(wilson_interval(0.0, 60)[1])


def test_all_games_drawn_is_the_first_thing_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    FalseGames(results=(0.5,)).stand_in(monkeypatch)
    card = made(tmp_path)
    assert card.sentence.startswith("All 20 games of self-play were drawn. ")
    assert card.no_fit == "No fit is possible: all results of 20 games are the same."


@pytest.mark.parametrize("changes", [{}, {"targets": 9.0}])
def test_few_games_leave_no_fit_unless_weights_are_suggested(
    changes: dict[str, float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    FalseGames().stand_in(monkeypatch)
    monkeypatch.setattr(CardRun, "_changes", lambda self, suggested: changes)
    card = made(tmp_path)
    assert (card.suggestion is None) == (not changes)
    few = "Too little data to suggest weights: 20 games of self-play."
    assert card.no_fit == ("" if changes else few)


def test_drawn_matches_make_no_term_worth_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After 120 pairs of draws the interval is narrow, for no game could be lost."""
    games = FalseGames(results=(0.5,)).stand_in(monkeypatch)
    monkeypatch.setattr(games, "_points", lambda task: [0.5] * len(task.games))
    card = CardRun(replace(plan_of(), pairs=120), tmp_path / "card").work(Job())
    widths = [row.worth.half_width for row in card.terms if row.worth]
    assert len(widths) == 5 and max(widths) <= NARROW
    assert {row.verdict for row in card.terms} == {"can't tell yet: all games were drawn"}
    assert card.sentence == "All 240 games of self-play were drawn. No term stands out yet."


def test_few_games_say_nothing_of_a_silent_term() -> None:
    nothing = np.zeros((40, 2))
    few, enough = (term_shapes(nothing, games=games)[0] for games in (LEAST_GAMES - 1, LEAST_GAMES))
    assert not few.is_silent and enough.is_silent
    assert verdict(few, 1.0, None, False, None, "", "") == CANNOT_TELL
    assert verdict(enough, 1.0, None, False, None, "", "") == NEVER
    assert TermRow("a", "a", NEVER, shape=enough).verdict_text == "never fires in 40 positions, at most 28 %"


def test_few_positions_make_no_term_like_another() -> None:
    one = np.random.default_rng(0).normal(0, 1, LEAST_POSITIONS)
    both = np.column_stack([one, one])
    assert not any(shape.is_redundant for shape in term_shapes(both[:-1], games=20))
    assert all(shape.is_redundant for shape in term_shapes(both, games=20))


def test_a_remark_comes_before_all_else() -> None:
    assert sentence({"a": CANNOT_TELL}, {}, remark="All drawn.") == "All drawn. No term stands out yet."
    assert sentence({"a": NEVER}, {}, None, "All drawn.", "in 9") == "All drawn. Never fires: a (in 9)."


@pytest.mark.parametrize("random", [True, False])
def test_other_games_ask_this_heuristic(random: bool) -> None:
    """Against the usual heuristic, and of random moves: the terms are those of the card's heuristic."""
    plan, usual = plan_of(), default_heuristic("isolation").name
    budget = (("nodes", 10),)
    other = PlayerSpec("random") if random else PlayerSpec("strong", usual, budget)
    first = other if random else plan.player(nodes=10)
    match = plan.match(first, other, AT_RANDOM, 2, 1)
    answer = DataGame(match.single_game(0), 1, 0, plan.player(nodes=10)).work(StopSignal())
    count = len(load_heuristic("isolation", plan.heuristic).terms)
    assert answer["rows"] and all(len(row["terms"]) == count for row in answer["rows"])
