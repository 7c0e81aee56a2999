"""Whole cards: the same for any number of workers, resumed after a stop, and right about planted terms."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import planted
import pytest

from arena.card.against import RivalRun
from arena.card.card import Card
from arena.card.card_run import CardRun
from arena.card.plan import CardPlan
from arena.experiments.experiment_run import Workshop
from arena.sequential import ACCEPT
from engines.jobs import Job
from games.contract import BadText
from games.registry import load_game
from heuristics.registry import lend


def plan_of(game: str, heuristic: str, pairs: int | None = 10, **more: Any) -> CardPlan:
    more = {"nodes": 30, "seed": 3} | more
    return CardPlan(game, heuristic, load_game(game).options(), pairs=pairs, **more)


def figures(card: Card) -> str:
    """Everything that a card says, except how long it took and where its file is."""
    answer = card.to_json()
    del answer["seconds"], answer["file"]
    return json.dumps(answer)


class StopsAt(Job):
    """Stops when a stage begins."""

    def __init__(self, stage: str) -> None:
        super().__init__()
        self.stage = stage

    def report(self, value: Any = None, doing: str | None = None) -> None:
        super().report(value, doing)
        if value is not None and value.stage == self.stage:
            self.stop.request()


@pytest.mark.long
def test_card_by_counts_is_the_same_for_any_workers(tmp_path: Path) -> None:
    plan = plan_of("isolation", "custom_score")
    one = CardRun(plan, tmp_path / "one", workers=1).work(Job())
    broken = CardRun(plan, tmp_path / "two", workers=3).work(StopsAt("against refitted weights"))
    assert one.stage == "" and broken.stage == "against refitted weights"
    again = CardRun(plan, tmp_path / "two", workers=3).work(Job())
    assert figures(again) == figures(one)
    rows = {row.name: row for row in one.terms}
    assert set(rows) == set(plan.terms)
    assert all(row.worth is not None and row.worth.pairs == 10 for row in one.terms)
    weights, _ = one.by_kind
    assert set(weights.counts) == {"placing", "one area", "apart"}
    assert (
        sum(weights.counts.values()) == one.positions
        and "Too few positions to compare kinds" in one.kinds_sentence
    )
    assert plan_of("isolation", "custom_score", seed=4).file_name != plan.file_name


@pytest.mark.long
def test_a_dead_term_costs_no_games_and_a_copy_names_the_other(tmp_path: Path) -> None:
    heuristic = lend(planted.write(tmp_path, "isolation", "dead", "copy"), "isolation", "planted")
    plan = plan_of("isolation", heuristic.name)
    card = CardRun(plan, tmp_path / "card").work(Job())
    rows = {row.name: row for row in card.terms}
    doubled = plan.terms[planted.BASES["isolation"][1]]
    assert rows["dead"].verdict == "never fires" and rows["dead"].worth is None
    assert rows["copy"].partner == doubled and rows[doubled].partner == "copy"
    assert rows["copy"].shape is not None and rows["copy"].shape.is_redundant
    assert rows["copy"].refitted is not None and rows["copy"].refitted.pairs == 10


def test_heuristic_is_worse_than_one_that_sees_not_than_itself(tmp_path: Path) -> None:
    file = planted.write(tmp_path, "isolation", "noise", loud=1000.0)
    blind = lend(file, "isolation", "planted")
    good = plan_of("isolation", "territory", pairs=400, rival=blind.name)
    answer = RivalRun(good, tmp_path / "good", 2).work(Job())
    assert (answer.verdict, answer.decision) == ("not worse", ACCEPT)
    bad = plan_of("isolation", blind.name, pairs=400, rival="territory")
    assert RivalRun(bad, tmp_path / "bad", 2).work(Job()).verdict == "worse"
    short = plan_of("isolation", "territory", pairs=10, rival="improved")
    assert RivalRun(short, tmp_path / "short").work(Job()).verdict.startswith("can't tell")


def test_too_few_pairs_and_an_unknown_heuristic_are_said(tmp_path: Path) -> None:
    with pytest.raises(BadText, match="at least 10"):
        plan_of("isolation", "improved", pairs=3)
    with pytest.raises(BadText, match="expected one of"):
        CardRun(plan_of("isolation", "nothing"), tmp_path / "card").work(Job())


@pytest.mark.long
def test_card_past_its_minutes_is_shown_and_goes_on_with_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Showing a finished card plays nothing; a card with more minutes plays more."""
    monkeypatch.setattr(Workshop, "seconds", lambda self, stage: 0.2 * len(self._of(stage)))
    plan = plan_of("isolation", "improved", pairs=None, minutes=0.4, nodes=10)
    first = CardRun(plan, tmp_path / "card").work(Job())
    assert first.truth is not None and first.truth.positions >= 30
    assert all(row.worth is not None and row.worth.pairs for row in first.terms)
    done = answered(tmp_path / "card")
    again = CardRun(plan, tmp_path / "card").work(Job())
    assert figures(again) == figures(first) and answered(tmp_path / "card") == done
    more = CardRun(replace(plan, minutes=0.8), tmp_path / "card").work(Job())
    assert more.games > first.games and answered(tmp_path / "card") > done


def answered(file: Path) -> int:
    """How many units of a card's file have answers."""
    with closing(sqlite3.connect(file)) as database:
        return int(database.execute("SELECT count(*) FROM unit").fetchone()[0])
