"""The truth kept in proven positions with and without a term: how it is counted, and where the positions come
from."""

from pathlib import Path

import pytest

from arena.card import truth_stage
from arena.card.plan import CardPlan
from arena.card.truth_kept import OutcomesKept, counted
from arena.card.truth_stage import TruthStage
from arena.experiments.experiment_run import ExperimentRun
from arena.truth.measure import TermTruth
from arena.truth.proven import Proven
from engines.jobs import Job
from games.compiling.compiler import jit_disabled
from games.position import Position
from games.registry import load_game
from games.truth.fate import DRAWN, Fate
from games.truth.tables import tables_of

needs_the_compiler = pytest.mark.skipif(jit_disabled(), reason="thousands of searches")

TARGETS, CORNERS = ("targets",), ("corner targets",)


def some_positions() -> list[Proven]:
    position, found = Position.start(load_game("isolation")), []
    for _ in range(3):
        move = position.moves[0]
        found.append(Proven(position, {move: Fate(1, 3), position.moves[1]: DRAWN}, "by hand"))
        position = position.play(move)
    return found


def plan_of(game: str, heuristic: str, pairs: int = 10) -> CardPlan:
    return CardPlan(game, heuristic, load_game(game).options(), nodes=30, seed=3, pairs=pairs)


def made(plan: CardPlan, path: Path, *left_out: tuple[str, ...], workers: int = 1) -> TruthStage:
    """The whole stage; the file keeps its units."""
    job, stage = Job(), TruthStage(plan, left_out)
    match = plan.match(plan.player(), plan.player(), 0, 0, 1)
    with ExperimentRun(plan, path, workers).workshop(match.prepare, job) as workshop:
        stage.draw(workshop, job)
        while stage.go_on(workshop.ask):
            pass
        assert not stage.is_known(workshop)
    return stage


def test_positions_that_only_one_of_the_two_keeps_are_counted() -> None:
    one, two, three = some_positions()
    proven = [one, two, three]
    blind, full, without = [0, 0, 1], [1, 1, 0], [0, 1, 1]
    kept, terms = counted(proven, [blind, full, without], [TARGETS])
    assert kept.positions == 3
    assert (kept.kept, kept.blind, kept.random) == (pytest.approx(2 / 3), pytest.approx(1 / 3), 0.5)
    assert terms == {TARGETS: TermTruth(1, 1, positions=3)}
    assert TermTruth(1, 4, positions=10).gain == pytest.approx(-0.3)
    kept, terms = counted(proven, [blind, [1, None, 0], without], [TARGETS])
    assert kept.positions == 2 and terms[TARGETS].only_with == 1


def test_a_position_comes_back_from_json() -> None:
    for proven in some_positions():
        again = Proven.of_json("isolation", load_game("isolation").options(), proven.to_json())
        assert again.position.text == proven.position.text and again.fates == proven.fates


@needs_the_compiler
def test_term_that_carries_the_play_keeps_more(tmp_path: Path) -> None:
    plan = plan_of("isolation", "custom_score")
    one = made(plan, tmp_path / "one", TARGETS, CORNERS)
    assert one.kept is not None and one.kept.positions >= 30 and not one.kept.tables
    assert one.kept.kept > one.kept.blind and 0.0 < one.kept.random < 1.0
    assert one.terms[TARGETS].gain > 0.0
    many = made(plan, tmp_path / "many", TARGETS, CORNERS, workers=3)
    assert (many.kept, many.terms) == (one.kept, one.terms)
    assert "near the ends of games" in one.kept.sentence


@needs_the_compiler
def test_too_few_positions_are_said_and_no_figure_stands_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(truth_stage, "LEAST", 10_000)
    stage = made(plan_of("isolation", "improved"), tmp_path / "card", ("mobility",))
    assert stage.kept is not None and not stage.terms
    assert stage.kept.sentence.startswith("Truth kept is not known. Of ")
    assert stage.kept.why_none.endswith("; 10000 are needed."), "Isolation has no tables to be made"
    assert stage._units == truth_stage.UNITS, "it gives up where so many cannot be expected"
    assert "kept" not in stage.kept.to_json()


@pytest.mark.long
@needs_the_compiler
def test_positions_from_tables_are_kept_with_the_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card that had no time for them draws them when it goes on. A card that is resumed where no table is
    kept uses the positions that it has drawn."""
    tables = tables_of("chess")
    assert tables is not None
    tables.make(lambda making: None, ("KRK",))
    plan, rooks, job = plan_of("chess", "piece_value"), ("rooks",), Job()
    match = plan.match(plan.player(), plan.player(), 0, 0, 1)
    with ExperimentRun(plan, tmp_path / "card").workshop(match.prepare, job) as workshop:
        assert not TruthStage(plan, [rooks]).draw(workshop, job, lambda: False)
    one = made(plan, tmp_path / "card", rooks)
    assert one.kept is not None and one.kept.positions == 50
    assert {group.name for group in tables.domain.groups} == set(dict(one.kept.tables)), "the others are made"
    assert "from tables" in one.kept.sentence
    monkeypatch.setattr(OutcomesKept, "work", lambda self, stop: pytest.fail("it is kept"))
    monkeypatch.setattr(tables, "make", lambda tell: pytest.fail("they are drawn"))
    again = made(plan, tmp_path / "card", rooks)
    assert (again.kept, again.terms) == (one.kept, one.terms)
