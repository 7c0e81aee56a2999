"""Calibrations: the same for any number of workers, right about games whose odds are known, and refused for
anything that they were not made for."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.calibration import fit, kept_calibrations
from arena.calibration.calibration import BudgetCurves, Calibration, Phase, ScoreCurve
from arena.calibration.calibration_run import CalibrationRun
from arena.calibration.chance_scale import ChanceScale
from arena.calibration.kept_calibrations import folder_of, keep, made_for
from arena.calibration.plan import CalibrationPlan
from arena.calibration.reliability_picture import picture
from arena.calibration.valued_games import STATIC, Budget, ValuedPositions
from engines.jobs import Job
from games.contract import BadText, Options
from games.position import Position
from games.registry import game_names, load_game
from heuristics.contract import Heuristic
from heuristics.registry import load_lens


def plan_of(game: str = "isolation", heuristic: str = "territory", games: int = 60) -> CalibrationPlan:
    others = (Budget(STATIC), Budget(500, 1, every=2))
    options = load_game(game).options()
    return CalibrationPlan(game, heuristic, options, nodes=50, games=games, seed=3, others=others)


def made(plan: CalibrationPlan, path: Path, workers: int = 1) -> Calibration:
    found = CalibrationRun(plan, path, workers).work(Job()).calibration
    assert found is not None
    return found


@pytest.fixture(scope="module")
def calibration(tmp_path_factory: pytest.TempPathFactory) -> Calibration:
    """The calibration of `plan_of()`, made by one worker."""
    return made(plan_of(), tmp_path_factory.mktemp("calibration") / "games")


class StopsAfter(Job):
    """Stops once a number of games are finished."""

    def __init__(self, games: int) -> None:
        super().__init__()
        self.games = games

    def report(self, value: object = None, doing: str | None = None) -> None:
        super().report(value, doing)
        if getattr(value, "played", 0) >= self.games:
            self.stop.request()


@pytest.mark.long
def test_calibration_is_the_same_for_any_workers(tmp_path: Path, calibration: Calibration) -> None:
    plan, one = plan_of(), calibration
    broken = CalibrationRun(plan, tmp_path / "two", 3).work(StopsAfter(60))
    assert broken.calibration is None and 60 <= broken.played < 120
    assert made(plan, tmp_path / "two", 3) == one
    assert [each.nodes for each in one.budgets] == [STATIC, 50, 500] and one.games == 60
    assert one.own.bins and len(one.own.phases) == 4, "the opening and three more"
    assert one.own.phases[1].start == plan.random_plies
    starts = [phase.start for phase in one.own.phases]
    assert all(phase.start in starts for each in one.budgets for phase in each.phases)


def synthetic(games: int, seed: int, slope: float, drawn: float = 0.0) -> ValuedPositions:
    """Games of four positions each. The side to move wins with the probability that its value stands for."""
    random = np.random.default_rng(seed)
    strength = random.normal(0.0, 1.5, games)
    index = np.repeat(np.arange(games), 4)
    values = strength[index] * 10.0
    luck = random.logistic(size=games) + slope * strength
    results = np.where(luck > drawn, 1.0, np.where(luck < -drawn, 0.0, 0.5))[index]
    return ValuedPositions(values, np.tile([0, 3, 6, 9], games), results, index, np.zeros(len(index), bool))


def fitted(positions: ValuedPositions, seed: int) -> tuple[Phase, ...]:
    return fit.fit_phases(positions, seed, fit.phase_starts(positions))


@pytest.mark.parametrize("seeds", [2, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("drawn", [0.0, 1.0])
def test_odds_that_are_known_are_found_and_their_bins_hold(drawn: float, seeds: int) -> None:
    holding = total = 0
    for seed in range(seeds):
        phases = fitted(synthetic(800, seed, 1.3, drawn), seed)
        assert len(phases) == 3
        bins = fit.check(phases, synthetic(800, 100 + seed, 1.3, drawn))
        holding, total = holding + sum(each.holds for each in bins), total + len(bins)
        assert sum(abs(each.expected - each.scored) for each in bins) / len(bins) < 0.06
    assert holding / total >= 0.85


def test_an_opening_has_its_own_phase_and_no_other() -> None:
    progress = np.array([0.0, 1, 3, 3, 2, 5, 7, 9])
    opening = np.array([True, True, True, False, False, False, False, False])
    count = len(progress)
    positions = ValuedPositions(np.arange(count), progress, np.zeros(count), np.arange(count), opening)
    starts = fit.phase_starts(positions)
    assert starts[:2] == (0, 2) and len(starts) == 4
    assert fit.of_their_phase(positions, starts).values.tolist() == [0, 1, 3, 4, 5, 6, 7]
    alike = positions.where(~opening)
    assert fit.of_their_phase(alike, fit.phase_starts(alike)).values.tolist() == [3, 4, 5, 6, 7]


def cliff(seed: int) -> ValuedPositions:
    """Games of one position each: drawn where the value is about 0, won where it is slightly higher, as in an
    endgame."""
    random = np.random.default_rng(seed)
    values = random.normal(0.0, 15.0, 8000)
    odds = 0.6 * np.sign(values) * np.maximum(0.0, np.abs(values) - 3.0)
    luck = random.logistic(size=len(values)) + odds
    results = np.where(luck > 2.0, 1.0, np.where(luck < -2.0, 0.0, 0.5))
    count = len(values)
    return ValuedPositions(values, np.zeros(count), results, np.arange(count), np.zeros(count, bool))


@pytest.mark.long
def test_curve_follows_games_with_drawn_even_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fit, "SAMPLES", 2)  # they give the errors, which do not matter here
    for seed in range(2):
        bins = fit.check(fitted(cliff(seed), seed), cliff(100 + seed))
        assert len(bins) >= 7
        assert sum(abs(each.expected - each.scored) for each in bins) / len(bins) < 0.02


def test_a_calibration_of_other_games_does_not_hold() -> None:
    phases = fitted(synthetic(2000, 1, 1.3), 1)
    bins = fit.check(phases, synthetic(2000, 2, 0.3))
    assert sum(each.holds for each in bins) < len(bins) / 2


def test_curves_rise_and_have_errors() -> None:
    for phase in fitted(synthetic(300, 1, 1.3), 1):
        assert list(phase.curve.scores) == sorted(phase.curve.scores)
        assert all(error > 0.0 for error in phase.curve.errors)
        low, high = phase.curve.values[0], phase.curve.values[-1]
        assert phase.curve.score(low - 100.0) == phase.curve.scores[0]
        assert phase.curve.score(high + 100.0) == phase.curve.scores[-1]


def belongs(found: Calibration, plan: CalibrationPlan) -> bool:
    return found.is_of(plan.lens.heuristic, plan.options) and found.has_weights_of(plan.lens)


def test_it_belongs_to_its_heuristic_weights_and_rules_alone(tmp_path: Path) -> None:
    plan = plan_of("morris", "weighted", games=20)
    found = made(plan, tmp_path / "games")
    lens, options = plan.lens, plan.options
    assert belongs(found, plan)
    assert not found.has_weights_of(lens.with_weight("mills", 5.0))
    assert not found.is_of(lens.heuristic, options.model_copy(update={"quiet_limit": 30}))
    assert not replace(found, content="0" * 64).is_of(lens.heuristic, options)
    assert not found.is_of(load_lens("morris", "mobile").heuristic, options)


def test_it_is_kept_and_found_again(tmp_path: Path, calibration: Calibration) -> None:
    plan, found = plan_of(), calibration
    smaller = replace(found, nodes=STATIC)
    keep(found, folder_of(tmp_path), plan.stem)
    keep(smaller, folder_of(tmp_path), "smaller")
    (folder_of(tmp_path) / "broken.json").write_text('{"game": "isolation"}', encoding="utf-8")
    own, shipped = made_for(plan.lens.heuristic, plan.options, tmp_path)[:2], made_for(*of_plan(plan), None)
    assert own == (found, smaller), "that of the stronger programs first"
    assert made_for(*of_plan(plan), tmp_path) == (*own, *shipped) and shipped
    assert made_for(load_lens("morris", "mobile").heuristic, plan.options, tmp_path) == ()


def of_plan(plan: CalibrationPlan) -> tuple[Heuristic, Options]:
    return plan.lens.heuristic, plan.options


def test_the_file_keeps_the_fields_of_earlier_versions(calibration: Calibration) -> None:
    kept = json.loads(json.dumps(calibration.to_json()))
    assert Calibration.read(json.dumps(kept)) == calibration
    assert kept["nodes"] == 50 and [each["nodes"] for each in kept["budgets"]] == [STATIC, 500]
    del kept["budgets"]  # as it was written before there were more budgets
    earlier = Calibration.read(json.dumps(kept))
    assert earlier == replace(calibration, budgets=(calibration.own,))
    assert ChanceScale.of([earlier]) is not None


def flat(nodes: int, score: float) -> BudgetCurves:
    """The same score for all values."""
    return BudgetCurves(nodes, (Phase(0, ScoreCurve((0.0,), (score,), (0.01,))),), ())


def test_scores_lie_between_those_of_the_budgets(calibration: Calibration) -> None:
    budgets = flat(STATIC, 0.4), flat(15, 0.6), flat(1023, 0.9)
    scale = ChanceScale.of([replace(calibration, nodes=15, budgets=budgets)])
    assert scale is not None
    found = [scale.score(1.0, 0, nodes).score for nodes in (0, 3, 15, 127, 1023, 10**9)]
    assert found == pytest.approx([0.4, 0.5, 0.6, 0.75, 0.9, 0.9])
    measured = [scale.score(1.0, 0, nodes).measured for nodes in (0, 4092, 4093)]
    assert measured == [None, None, 1023]


def test_other_calibration_counts_beyond_the_first_budgets(calibration: Calibration) -> None:
    own = replace(calibration, nodes=1000, budgets=(flat(1000, 0.7),))
    ships = replace(calibration, nodes=2000, budgets=(flat(0, 0.5), flat(1000, 0.1), flat(2000, 0.9)))
    scale = ChanceScale.of([own, ships])
    assert scale is not None
    assert [scale.score(1.0, 0, nodes).score for nodes in (0, 1000, 2000)] == [0.5, 0.7, 0.9]
    assert [scale.score(1.0, 0, nodes).players for nodes in (0, 1000, 2000)] == [2000, 1000, 2000]
    whole = replace(ships, nodes=1000, budgets=(flat(0, 0.3), flat(1000, 0.4), flat(5000, 0.6)))
    assert ChanceScale.of([whole, ships]) == ChanceScale.of([whole])
    assert ChanceScale.of([]) is None


def test_a_file_that_is_none_is_refused() -> None:
    for text in ("", "[]", "{}", '{"phases": [], "bins": [], "weights": []}', "[" * 100_000):
        with pytest.raises(BadText, match="calibration"):
            Calibration.read(text)


def test_the_picture_has_a_mark_for_each_bin(calibration: Calibration) -> None:
    text = picture(calibration)
    assert text.count("<circle") == sum(len(each.bins) for each in calibration.budgets) > 1
    assert text.count("<rect") == sum(len(each.phases) for each in calibration.budgets) > 1


@pytest.mark.parametrize("game", game_names())
def test_progress_never_falls_as_a_game_is_played(game: str) -> None:
    rules = load_game(game)
    if rules.progress is None:
        pytest.skip("a game need not have one")
    random = np.random.default_rng(5)
    for _ in range(5):
        position = Position.start(rules)
        last = rules.progress(position.state)
        assert last >= 0
        for _ in range(120):
            if not position.moves:
                break
            move = int(random.choice(position.moves))
            position = position.play(move, int(random.integers(len(position.chances(move)))))
            now = rules.progress(position.state)
            assert now >= last
            last = now


def shipped() -> list[Path]:
    return sorted(kept_calibrations.SHIPPED.glob("*.json"))


def shipped_with_plan(file: Path) -> tuple[Calibration, CalibrationPlan]:
    found = Calibration.read(file.read_text(encoding="utf-8"))
    options = load_game(found.game).options()
    return found, CalibrationPlan(found.game, found.heuristic, options, found.nodes, found.games, found.seed)


@pytest.mark.parametrize("file", shipped(), ids=lambda file: file.stem)
def test_a_shipped_calibration_belongs_to_todays_heuristic(file: Path) -> None:
    found, plan = shipped_with_plan(file)
    assert belongs(found, plan), "make it again with: main.py calibrate"
    assert found.games >= 2000 and found.own.error <= 0.03
    assert [each.nodes for each in found.budgets] == [each.nodes for each in plan.budgets]
    assert json.loads(json.dumps(found.to_json()))["nodes"] == found.nodes


def named_files() -> list[Any]:
    """The calibrations whose names are checked: Isolation's is quick, while other games' names need thousands
    of openings to be counted, so they are slow."""
    slow = pytest.mark.slow
    return [
        pytest.param(file, id=file.stem, marks=[] if file.stem.startswith("isolation") else [slow])
        for file in shipped()
    ]


@pytest.mark.parametrize("file", named_files())
def test_a_calibration_that_ships_has_the_name_of_its_plan(file: Path) -> None:
    assert file.stem == shipped_with_plan(file)[1].stem


def test_bins_of_all_that_ship_hold_in_nine_of_ten() -> None:
    found = [Calibration.read(file.read_text(encoding="utf-8")) for file in shipped()]
    bins = [each for made in found for curves in made.budgets for each in curves.bins]
    assert sum(each.holds for each in bins) >= 0.9 * len(bins)
