"""A study makes a feature when it is first asked for, and closes those that it has made."""

import time

from games.record import Record
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from study.core.features import Feature
from study.core.study import Study


class Counting(Feature):
    """Records what is done with it."""

    def __init__(self, study: Study) -> None:
        self.made_for = study
        self.followed = 0
        self.closed = 0

    @property
    def version(self) -> int:
        return self.followed

    def follow(self, study: Study) -> None:
        self.followed += 1
        study.of(Other)

    def close(self) -> None:
        self.closed += 1


class Other(Feature):
    """Keeps all defaults."""


def study() -> Study:
    game = load_game("isolation")
    return Study(Record.start(game), Lens.of(default_heuristic("isolation")))


def test_a_feature_is_made_once_and_only_when_it_is_asked_for() -> None:
    one = study()
    before = one.version
    made = one.of(Counting)
    assert made.made_for is one and one.of(Counting) is made and study().of(Counting) is not made
    assert one.version != before


def test_all_are_followed_and_a_new_version_of_one_is_one_of_the_study() -> None:
    one = study()
    made = one.of(Counting)
    before = one.version
    one.features.follow(one)  # which makes the other one
    assert made.followed == 1 and one.version != before
    one.features.close()
    assert made.closed == 1


def test_a_feature_of_another_study_takes_the_place_of_its_own() -> None:
    one, other = study(), study()
    shared, own = one.of(Counting), other.of(Counting)
    other.features.take(shared, one.features.lanes)
    assert other.of(Counting) is shared and (own.closed, shared.closed) == (1, 0)
    job = shared.made_for.features.lanes.batch.do(lambda job: job.stop.attach(None) or 7)
    one.features.close()
    until = time.perf_counter() + 20
    while not job.over:
        assert time.perf_counter() < until
        time.sleep(0.001)
    assert job.news.value == 7, "its lanes are there as long as one of both games is"
    other.features.close()
    assert shared.closed == 2
