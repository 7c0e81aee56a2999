"""A look for gaps: what it finds in games, and that it goes on where it stopped."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arena.card.pairs import Worth
from arena.experiments.record import UnitRecord
from arena.gaps.candidate_matches import PROOF_PAIRS
from arena.gaps.candidates import candidates_of, own_terms
from arena.gaps.gaps import Gap, Gaps
from arena.gaps.gaps_run import GapsRun, phases_of
from arena.gaps.labelled_positions import LabelledPositions
from arena.gaps.plan import GapsPlan
from arena.gaps.sampled_positions import STAGE
from engines.jobs import Job
from games.contract import BadText
from games.registry import load_game
from heuristics.registry import look_in, looked_in
from heuristics.smoke_test import sample_states

WITHOUT_STONES = """
from heuristics import morris
from heuristics.contract import Heuristic

mine = Heuristic("no stones", "morris", "", "", scale=15.0)
mine.terms += [term for term in morris.mobile.terms if term.name not in ("stones", "stash")]
"""


@pytest.fixture
def own(tmp_path: Path):
    before = looked_in()
    folder = tmp_path / "heuristics"
    folder.mkdir()
    (folder / "no_stones.py").write_text(WITHOUT_STONES, encoding="utf-8")
    look_in(folder)
    yield folder
    look_in(before)


def plan_of(heuristic: str, **changes) -> GapsPlan:
    plan = GapsPlan("morris", heuristic, load_game("morris").options(), nodes=40, games=200)
    return replace(plan, **changes)


@pytest.mark.long
def test_term_that_was_left_out_is_named_and_games_are_kept(own, tmp_path):
    file = tmp_path / "gaps.sqlite"
    found = GapsRun(plan_of("no stones", seed=1), file, 2).work(Job())
    best = found.answers[0]
    assert "stones" in [each.name for each in found.answers]
    assert best.match is not None and best.match.pairs == PROOF_PAIRS
    assert best.p < 0.01 and best.match.low > 0.0 and best.weight > 0.5
    assert len({each.text for each in best.positions}) == len(best.positions) == 5
    assert all(each.squares for each in best.positions)
    assert re.match(r"It does not see “.*stones.*”.*, and wins \d+ Elo \(\d+ to ", best.sentence)
    with UnitRecord(file, plan_of("no stones", seed=1).text) as record:
        assert len(record.answers(STAGE)) == 20
    again = GapsRun(plan_of("no stones", seed=1), file, 1).work(Job())
    assert again.answers == found.answers
    out = best.candidate, "mobile/stones"
    other = GapsRun(plan_of("no stones", seed=1, left_out=out), file, 1).work(Job())
    assert not set(out) & {each.candidate for each in other.answers} and other.games == found.games


def test_candidates_are_terms_of_others_and_features(own):
    states = sample_states("morris")
    lens = plan_of("no stones").lens
    candidates, amounts = candidates_of(lens, states)
    keys = [each.key for each in candidates]
    assert amounts.shape == (len(states), len(keys)) and len(set(keys)) == len(keys)
    assert {"mobile/steps", "weighted/stash", "moves"} <= set(keys)
    assert not any(key.startswith("no stones/") for key in keys)
    fewer, _ = candidates_of(lens, states, ["mobile/steps"])
    assert [each.key for each in fewer] == [key for key in keys if key != "mobile/steps"]


def test_own_terms_of_weight_zero_are_in_the_base():
    plan = plan_of("mobile", weights={"morris": {"mobile": {"steps": 0.0}}})
    terms = own_terms(plan.lens, sample_states("morris"))
    at = [term.name for term in plan.lens.heuristic.terms].index("steps")
    assert terms[:, at].any()


def test_positions_that_come_again_are_left_out():
    start = load_game("morris").format(sample_states("morris")[0])
    row = [start, 1.0, 0.5, 0.7, 3]
    found = LabelledPositions.of([[row], [row], []], load_game("morris"), load_game("morris").options())
    assert found.texts == (start,) and found.games.tolist() == [0] and found.deeper.tolist() == [0.7]


def test_phase_with_most_of_the_gain_is_named_if_sure():
    progress, games = np.arange(300), np.arange(300)
    gain = np.where(progress >= 200, 1.0, 0.1)
    phases, phase = phases_of(gain, progress, games)
    assert sum(phases) == pytest.approx(1.0) and phases[2] > 0.8
    assert phases_of(gain, np.zeros(300, np.int64), games) == ((), "")
    gap = Gap("a", "a", "", "a", 0.14, 0.09, 0.19, 0.01, 1.0, phases, (), phase)
    assert gap.sentence == (
        "It does not see “a”: that explains 14 % (9 to 19) of its explainable errors, most of it late in the "
        "game."
    )
    won = replace(gap, match=Worth(200, 104.2, 80.0, 130.4, 0.001))
    assert won.sentence == (
        "It does not see “a”, and wins 104 Elo (80 to 130) with it. That explains 14 % (9 to 19) of its "
        "explainable errors, most of it late in the game."
    )
    assert replace(won, low=-0.02).sentence == "It does not see “a”, and wins 104 Elo (80 to 130) with it."
    # One game has nearly all of it: in another look it would be another phase.
    gain = np.where(progress == 299, 50.0, 0.1)
    phases, phase = phases_of(gain, progress, games)
    assert phases[2] > 0.5 and phase == ""


def test_nothing_found_and_too_few_games_are_sentences():
    plan = plan_of("mobile")
    assert "Nothing found: none of 30 candidates in 6\u202f000 positions" in (
        Gaps(plan, "", positions=6000, candidates=30).sentence
    )
    with pytest.raises(BadText, match="--games: expected at least 100, found 99"):
        plan_of("mobile", games=99)
