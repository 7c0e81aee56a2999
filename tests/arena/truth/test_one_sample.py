"""Card and Truth state one figure of a heuristic, and a wrong sign is named first."""

from pathlib import Path

import pytest

from arena.card.card_run import CardRun
from arena.card.plan import CardPlan
from arena.card.truth_stage import TruthStage
from arena.experiments.experiment_run import ExperimentRun
from arena.truth.sample import DEPTH
from engines.jobs import Job
from games.compiling.compiler import jit_disabled
from games.contract import Options
from games.registry import load_game
from games.truth.tables import tables_of
from heuristics.contract import Heuristic
from heuristics.registry import lend, load_lens
from study.truth.truth_run import TruthNews, TruthRun

pytestmark = pytest.mark.skipif(jit_disabled(), reason="thousands of searches")

BROKEN = '''
from heuristics.contract import Heuristic
from games.isolation import targets
from games.bits import popcount

broken = Heuristic("broken", "isolation", "mine", "a test")

@broken.difference("free squares", weight=-1.0)
def free(state, side):
    """Squares that the piece can move to."""
    return float(popcount(targets(state, side)))

@broken.single("rim", weight=0.01)
def rim(state, side):
    """Next to nothing."""
    return float(state.key % 7) if side == 0 else -float(state.key % 7)
'''


def options(game: str) -> Options:
    return load_game(game).options()


def plan_of(game: str, heuristic: str) -> CardPlan:
    return CardPlan(game, heuristic, options(game), nodes=20, seed=3, pairs=10)


def stage_of(plan: CardPlan, folder: Path) -> TruthStage:
    """The truth kept of a card, with and without each term."""
    job, stage = Job(), TruthStage(plan, [(name,) for name in plan.terms])
    match = plan.match(plan.player(), plan.player(), 0, 0, 1)
    with ExperimentRun(plan, folder / "card").workshop(match.prepare, job) as workshop:
        assert stage.draw(workshop, job)
        while stage.go_on(workshop.ask):
            pass
    return stage


@pytest.mark.parametrize(
    ("game", "heuristic"),
    [("isolation", "improved"), pytest.param("chess", "piece_value", marks=pytest.mark.long)],
)
def test_card_and_truth_state_one_figure(game: str, heuristic: str, tmp_path: Path) -> None:
    """The card's own seed changes nothing. Both measure 50 positions here."""
    stage = stage_of(plan_of(game, heuristic), tmp_path)
    kept = stage.kept
    news = TruthRun(load_lens(game, heuristic), options(game), tmp_path, (DEPTH,), wanted=50).work(Job())
    figures, blind = news.by_depth[0].figures.all, news.by_depth[0].blind
    assert kept is not None and kept.positions == figures.positions == 50
    assert (kept.kept, kept.blind, kept.random) == (figures.kept, blind.kept, news.random)
    assert kept.over_random == news.over_random
    assert dict(kept.tables) == dict(news.tables) and bool(news.tables) == (tables_of(game) is not None)
    assert stage.terms == {(term.name,): term.beside for term in news.terms}


def test_truth_names_the_wrong_sign(tmp_path: Path) -> None:
    news, lent = measured_broken(tmp_path)
    said = news.conclusion(lent.label_of)
    assert said.startswith(
        "Worse than random: is the sign of free squares wrong? With it turned, the outcome is kept "
    )
    row = news.to_json()["turned"][0]
    assert row["name"] == "free squares" and row["beside"]["gain"] < -0.5 and row["positions"] == 60


def measured_broken(folder: Path) -> tuple[TruthNews, Heuristic]:
    file = folder / "broken.py"
    file.write_text(BROKEN, encoding="utf-8")
    lent = lend(file, "isolation", "broken")
    run = TruthRun(load_lens("isolation", lent.name), options("isolation"), folder, (DEPTH,), (), wanted=60)
    return run.work(Job()), lent


@pytest.mark.long
def test_the_card_begins_with_the_wrong_sign(tmp_path: Path) -> None:
    """Turned, it wins by so much that few pairs tell."""
    lent = measured_broken(tmp_path)[1]
    card = CardRun(plan_of("isolation", lent.name), tmp_path / "card").work(Job())
    assert card.sentence.startswith(
        ("Turn the sign of free squares: +", "Try to turn the sign of free squares: +")
    )
    assert "Worse than random: is the sign of free squares wrong?" in card.sentence
    row = card.terms[0]
    assert row.turned is not None and row.turned_deeper is not None and (row.turned.low or 0.0) > 0.0
