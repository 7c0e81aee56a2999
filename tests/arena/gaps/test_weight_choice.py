"""How Try it chooses the weight of an added term, and what follows from it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from arena.card.plan import CHUNK, CardPlan
from arena.gaps import trial
from arena.gaps.trial import TrialRun
from arena.gaps.weight_choice import WeightTried, best_of, weights_tried
from arena.statistics import PairCounts
from engines.jobs import Job
from games.registry import load_game
from heuristics.registry import load_heuristic, look_in, looked_in

TOO_LARGE = -4.0


@pytest.fixture
def own(tmp_path: Path):
    before = looked_in()
    folder = tmp_path / "heuristics"
    folder.mkdir()
    for name, weight in (("large", TOO_LARGE), ("without", 0.0)):
        preset = {
            "game": "isolation",
            "name": name,
            "heuristic": "territory",
            "weights": {"dead ends": weight},
        }
        (folder / f"{name}.json").write_text(json.dumps(preset), encoding="utf-8")
    look_in(folder)
    yield folder
    look_in(before)


def plan_of(**changes) -> CardPlan:
    plan = CardPlan(
        "isolation", "large", load_game("isolation").options(), nodes=60, seed=1, pairs=30, rival="without"
    )
    return replace(plan, **changes)


class Results:
    """Stands for a workshop: each pair of a weight has the same result. There is time for some `chunks`."""

    def __init__(self, points, chunks=1000):
        self.points, self.chunks, self.asked = points, chunks, []

    def left(self, minutes, stages, share):
        return self.chunks - len(self.asked)

    def ask(self, stage, numbers, make, goes_on):
        weight, answers = float(stage.split()[1]), []
        for number in numbers:
            if not goes_on():
                break
            self.asked.append((weight, number))
            answers.append([self.points[weight], 0.5] * CHUNK)
        return answers


POINTS = {-4.0: 0.0, -2.0: 0.0, -1.0: 0.5, -0.5: 1.0}


def test_weight_that_is_too_large_gives_way_to_a_smaller_one(own, tmp_path):
    assert load_heuristic("isolation", "large").terms[-1].name == "dead ends"
    chosen = []
    found = TrialRun(plan_of(), tmp_path / "trial.sqlite", on_weight=chosen.append).work(Job())
    assert [each.weight for each in found.weights] == [-4.0, -2.0, -1.0, -0.5]
    assert found.weight == -0.5 and chosen == [-0.5]
    assert [each.counts.pairs for each in found.weights].count(30) == 4
    assert found.choice == "Weights −4, −2, −1, −0.5: −0.5 plays best."
    assert found.tests and found.tests[0].worth.pairs == 30
    told = found.to_json()
    assert told["weight"] == -0.5 and told["choice"] == found.choice
    assert [set(each) for each in told["weights"]] == [{"weight", "pairs", "elo", "elo_low", "elo_high"}] * 4


def test_best_two_weights_play_on(own):
    *_, tried = weights_tried(plan_of(pairs=None), Results(POINTS))
    assert {each.weight: each.counts.pairs for each in tried} == {-4.0: 40, -2.0: 40, -1.0: 120, -0.5: 120}
    assert best_of(tried).weight == -0.5 and best_of(tried).is_better


def test_weights_are_compared_after_equally_many_pairs(own):
    steps = list(weights_tried(plan_of(pairs=None), Results(POINTS, chunks=11)))
    assert [[each.counts.pairs for each in step] for step in steps] == [[20] * 4]


def test_no_weight_that_plays_better_ends_the_trial(own, tmp_path, monkeypatch):
    lost = tuple(WeightTried(weight, PairCounts((3, 2, 1, 1, 1))) for weight in (-3.15, -1.57))
    monkeypatch.setattr(trial, "weights_tried", lambda *asked: iter([lost]))
    found = TrialRun(plan_of(), tmp_path / "trial.sqlite").work(Job())
    assert not found.tests and not found.confirmed and not found.stage
    assert found.choice == "It plays better with none of the weights −3.15, −1.57."


def test_stopped_trial_chooses_nothing(own, tmp_path):
    job, chosen = Job(), []
    job.stop.request()
    found = TrialRun(plan_of(), tmp_path / "trial.sqlite", on_weight=chosen.append).work(job)
    assert found.weight is None and not chosen and not found.choice
