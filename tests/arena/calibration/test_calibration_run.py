"""Calibrations: the same for any number of workers, right about games whose odds are known, and refused for
anything that they were not made for."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.calibration import fit, kept_calibrations
from arena.calibration.calibration import Calibration
from arena.calibration.calibration_run import CalibrationRun
from arena.calibration.kept_calibrations import closest, fitting, folder_of, keep
from arena.calibration.plan import CalibrationPlan
from arena.calibration.reliability_picture import picture
from arena.calibration.valued_games import ValuedPositions
from engines.jobs import Job
from games.contract import BadText
from games.position import Position
from games.registry import game_names, load_game


def plan_of(game: str = "isolation", heuristic: str = "territory", games: int = 60) -> CalibrationPlan:
    return CalibrationPlan(game, heuristic, load_game(game).options(), nodes=50, games=games, seed=3)


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
def test_a_calibration_is_the_same_for_any_number_of_workers_and_after_a_break(
    tmp_path: Path, calibration: Calibration
) -> None:
    plan, one = plan_of(), calibration
    broken = CalibrationRun(plan, tmp_path / "two", 3).work(StopsAfter(60))
    assert broken.calibration is None and 60 <= broken.played < 120
    assert made(plan, tmp_path / "two", 3) == one
    assert one.bins and len(one.phases) == 3 and one.games == 60


def synthetic(games: int, seed: int, slope: float, drawn: float = 0.0) -> ValuedPositions:
    """Games of four positions each. The side to move wins with the probability that its value stands for."""
    random = np.random.default_rng(seed)
    strength = random.normal(0.0, 1.5, games)
    index = np.repeat(np.arange(games), 4)
    values = strength[index] * 10.0
    luck = random.logistic(size=games) + slope * strength
    results = np.where(luck > drawn, 1.0, np.where(luck < -drawn, 0.0, 0.5))[index]
    return ValuedPositions(values, np.tile([0, 3, 6, 9], games), results, index)


@pytest.mark.parametrize("seeds", [2, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("drawn", [0.0, 1.0])
def test_odds_that_are_known_are_found_and_their_bins_hold(drawn: float, seeds: int) -> None:
    holding = total = 0
    for seed in range(seeds):
        phases = fit.fit_phases(synthetic(800, seed, 1.3, drawn), seed)
        assert len(phases) == 3
        bins = fit.check(phases, synthetic(800, 100 + seed, 1.3, drawn))
        holding, total = holding + sum(each.holds for each in bins), total + len(bins)
        assert sum(abs(each.expected - each.scored) for each in bins) / len(bins) < 0.06
    assert holding / total >= 0.85


def cliff(seed: int) -> ValuedPositions:
    """Games of one position each: drawn where the value is about 0, won where it is slightly higher, as in an
    endgame."""
    random = np.random.default_rng(seed)
    values = random.normal(0.0, 15.0, 8000)
    odds = 0.6 * np.sign(values) * np.maximum(0.0, np.abs(values) - 3.0)
    luck = random.logistic(size=len(values)) + odds
    results = np.where(luck > 2.0, 1.0, np.where(luck < -2.0, 0.0, 0.5))
    return ValuedPositions(values, np.zeros(len(values)), results, np.arange(len(values)))


@pytest.mark.long
def test_a_curve_follows_games_in_which_even_is_a_draw_and_a_slight_advantage_wins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fit, "SAMPLES", 2)  # they give the errors, which do not matter here
    for seed in range(2):
        bins = fit.check(fit.fit_phases(cliff(seed), seed), cliff(100 + seed))
        assert len(bins) >= 7
        assert sum(abs(each.expected - each.scored) for each in bins) / len(bins) < 0.02


def test_a_calibration_of_other_games_does_not_hold() -> None:
    phases = fit.fit_phases(synthetic(2000, 1, 1.3), 1)
    bins = fit.check(phases, synthetic(2000, 2, 0.3))
    assert sum(each.holds for each in bins) < len(bins) / 2


def test_curves_rise_and_have_errors() -> None:
    for phase in fit.fit_phases(synthetic(300, 1, 1.3), 1):
        assert list(phase.curve.scores) == sorted(phase.curve.scores)
        assert all(error > 0.0 for error in phase.curve.errors)
        low, high = phase.curve.values[0], phase.curve.values[-1]
        assert phase.curve.score(low - 100.0) == phase.curve.scores[0]
        assert phase.curve.score(high + 100.0) == phase.curve.scores[-1]


def test_it_serves_its_heuristic_with_its_weights_rules_and_budget_alone(tmp_path: Path) -> None:
    plan = plan_of("morris", "weighted", games=20)
    found = made(plan, tmp_path / "games")
    lens, options = plan.lens, plan.options
    assert found.belongs_to(lens, options)
    assert not found.belongs_to(lens.with_weight("mills", 5.0), options)
    assert not found.belongs_to(lens, options.model_copy(update={"quiet_limit": 30}))
    assert not replace(found, content="0" * 64).belongs_to(lens, options)
    assert [found.serves(nodes) for nodes in (12, 13, 50, 200, 201)] == [False, True, True, True, False]


def test_it_is_kept_and_found_again(tmp_path: Path, calibration: Calibration) -> None:
    plan, found = plan_of(), calibration
    keep(found, folder_of(tmp_path), plan.stem)
    keep(replace(found, nodes=5), folder_of(tmp_path), "smaller")
    (folder_of(tmp_path) / "broken.json").write_text('{"game": "isolation"}', encoding="utf-8")
    own = [made for made in fitting("isolation", plan.lens, plan.options, tmp_path) if made.nodes <= 50]
    assert own == [replace(found, nodes=5), found]
    assert closest(tuple(own), 60) == found and closest(tuple(own), 6) == own[0]
    assert closest(tuple(own), 1000) is None
    assert fitting("morris", plan.lens, plan.options, tmp_path) == ()


def test_a_file_that_is_none_is_refused() -> None:
    for text in ("", "[]", "{}", '{"phases": [], "bins": [], "weights": []}', "[" * 100_000):
        with pytest.raises(BadText, match="calibration"):
            Calibration.read(text)


def test_the_picture_has_a_mark_for_each_bin(calibration: Calibration) -> None:
    text = picture(calibration)
    assert text.count("<circle") == len(calibration.bins) > 1
    assert text.count("<rect") == len(calibration.phases) > 1


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
    assert found.belongs_to(plan.lens, plan.options), "make it again with: main.py calibrate"
    assert found.games >= 2000 and found.error <= 0.03
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
    bins = [each for file in shipped() for each in Calibration.read(file.read_text(encoding="utf-8")).bins]
    assert sum(each.holds for each in bins) >= 0.9 * len(bins)
