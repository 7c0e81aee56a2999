"""The look for gaps of a window: what is looked for, and how an answer is written, shown and tried."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.card.card import Confirmation
from arena.card.pairs import Worth
from arena.gaps.gaps import Gap, Gaps, ShownPosition
from arena.gaps.trial import Trial
from arena.sequential import ACCEPT
from engines.jobs import wait_for
from games.contract import BadText
from games.record import Record
from games.registry import load_game
from heuristics.registry import load_lens
from study.check.check import HeuristicCheck
from study.gaps import gap_search
from study.gaps.added_term import WrittenHeuristic
from study.gaps.gap_search import GapSearch
from study.state.study import Study
from study.state.wishes import Say

POSITION = "1x5/3x3/xw3b1/7/4x1x/7/5x1 w"
GAP = Gap(
    "ground",
    "territory",
    "territory",
    "territory: ground",
    0.14,
    0.09,
    0.19,
    0.004,
    1.25,
    (0.1, 0.2, 0.7),
    (ShownPosition(POSITION, 3.0, (("a7", 1.0),)),),
)
NAME = "improved"
"""Stands for the heuristic that is written: any that is loaded."""


class FoundAtOnce:
    """A look that finds its answers at once."""

    def __init__(self, plan, path, workers, on_weight=None):  # type: ignore[no-untyped-def]
        self.plan = plan

    def work(self, job):  # type: ignore[no-untyped-def]
        return Gaps(self.plan, "", games=100, positions=400, answers=(GAP,))


class PlayedAtOnce(FoundAtOnce):
    """A match that the longer heuristic wins at once."""

    def work(self, job):  # type: ignore[no-untyped-def]
        won = Confirmation(1000, Worth(400, 35.0, 12.0, 58.0, 0.01), ACCEPT, None)
        return Trial(self.plan, "", (won, replace(won, nodes=10_000)))


@pytest.fixture
def study(monkeypatch, tmp_path):
    monkeypatch.setattr(gap_search, "GapsRun", FoundAtOnce)
    monkeypatch.setattr(gap_search, "TrialRun", PlayedAtOnce)
    written = WrittenHeuristic(tmp_path / "mine.py", NAME, 1.25, "")
    monkeypatch.setattr(gap_search, "write_with_term", lambda *asked: written)
    made = Study(Record.start(load_game("isolation")), load_lens("isolation", "open"), data=tmp_path)
    yield made
    made.features.close()


def ended(search: GapSearch) -> None:
    wait_for([job for job in search.jobs if job is not None], 60)


def looked(study: Study) -> GapSearch:
    """The look, once it is over."""
    search = study.of(HeuristicCheck).gaps
    search.begin(study)
    ended(search)
    assert search.found is not None and not search.problem
    return search


def test_look_is_of_the_shown_heuristic_with_moved_weights(study):
    study.lens = study.lens.with_weight(study.lens.heuristic.terms[0].name, 3.0)
    search = looked(study)
    assert search.found.plan.lens == study.lens and search.found.plan.minutes == 5.0


def test_look_of_a_person_is_at_work_until_the_game_is_left(study, monkeypatch):
    monkeypatch.setattr(GapSearch, "running", True)
    check = study.of(HeuristicCheck)
    assert study.features.at_work
    check._sharing += 1
    assert not study.features.at_work, "the game below goes on with it"


def test_answer_is_written_shown_and_tried(study):
    search = looked(study)
    search.added.begin(study, search.found, GAP)
    ended(search)
    assert search.added.trial is None and study.lens.name == "open"
    study.of(HeuristicCheck).follow(study)
    assert study.lens.name == NAME and search.added.written.file.name == "mine.py"
    (said,) = study.take_wishes()
    assert isinstance(said, Say) and "mine.py is written" in said.text
    ended(search)
    study.of(HeuristicCheck).follow(study)
    plan = search.added.trial.plan
    assert (plan.heuristic, plan.rival, plan.minutes) == (NAME, "open", 5.0)
    assert search.added.trial.confirmed and not study.take_wishes()


def test_term_that_cannot_be_carried_over_says_why(study, monkeypatch):
    def refuses(*asked: object) -> WrittenHeuristic:
        raise BadText("open has parameters")

    monkeypatch.setattr(gap_search, "write_with_term", refuses)
    search = looked(study)
    search.added.begin(study, search.found, GAP)
    ended(search)
    study.of(HeuristicCheck).follow(study)
    assert search.added.problem == "open has parameters" and study.lens.name == "open"


def test_file_that_is_never_loaded_ends_with_a_line(study, monkeypatch):
    monkeypatch.setattr(gap_search, "LOADING_SECONDS", 0.0)
    written = WrittenHeuristic(Path("new.py"), "no such", 1.25, "")
    monkeypatch.setattr(gap_search, "write_with_term", lambda *asked: written)
    search = looked(study)
    search.added.begin(study, search.found, GAP)
    ended(search)
    assert search.added.problem.startswith("no such was written but could not be loaded")
