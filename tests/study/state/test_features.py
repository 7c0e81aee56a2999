"""A study makes a feature when it is first asked for, and closes those that it has made."""

import time
from collections.abc import Iterable

from engines.jobs import Job
from games.record import Record
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from study.state.changes import FEATURES, JOBS, LENS, POSITION, Changed, Follower
from study.state.features import Feature
from study.state.study import Study


class Counting(Feature):
    """Records what is done with it."""

    fields = ("shown",)
    depends = POSITION | FEATURES

    def __init__(self, study: Study) -> None:
        self.made_for = study
        self.followed = 0
        self.closed = 0
        self.shown = ""
        self.job: Job | None = None

    @property
    def jobs(self) -> Iterable[Job | None]:
        return (self.job,)

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


def heard(one: Study, kinds: Changed) -> Follower:
    """A follower that has heard of all changes so far."""
    follower = Follower(kinds)
    follower.moved(one.changes)
    return follower


def test_a_feature_is_made_once_and_only_when_it_is_asked_for() -> None:
    one = study()
    features = heard(one, FEATURES)
    made = one.of(Counting)
    assert made.made_for is one and one.of(Counting) is made and study().of(Counting) is not made
    assert not features.moved(one.changes), "whoever draws may ask for it first"


def test_a_feature_follows_only_what_it_depends_on() -> None:
    one = study()
    made = one.of(Counting)
    one.features.follow(one)  # which makes the other one
    one.features.follow(one)
    assert made.followed == 1
    one.change(LENS | JOBS)
    one.features.follow(one)
    assert made.followed == 1
    one.change(POSITION)
    one.features.follow(one)
    one.features.follow(one)
    assert made.followed == 2
    one.features.close()
    assert made.closed == 1


def test_another_value_of_a_drawn_field_is_a_change() -> None:
    one = study()
    made = one.of(Counting)
    features = heard(one, FEATURES)
    made.closed = 7
    assert not features.moved(one.changes), "it is not drawn"
    made.shown = "b3"
    assert features.moved(one.changes)
    made.shown = "b3"
    assert not features.moved(one.changes), "it is the same value"


def test_a_shared_feature_changes_every_study_that_uses_it() -> None:
    one, other = study(), study()
    shared = one.of(Counting)
    other.features.take(shared, one.features.lanes)
    both = heard(one, FEATURES), heard(other, FEATURES)
    shared.changed()
    assert both[0].moved(one.changes) and both[1].moved(other.changes)
    one.features.close()
    other.features.close()


def test_what_a_job_reports_is_noticed_once() -> None:
    one = study()
    made = one.of(Counting)
    jobs = heard(one, JOBS)
    one.notice_jobs()
    assert not jobs.moved(one.changes), "there is no job"
    made.job = Job("counting")
    one.notice_jobs()
    assert jobs.moved(one.changes)
    one.notice_jobs()
    assert not jobs.moved(one.changes)
    made.job.report(1)
    one.notice_jobs()
    assert jobs.moved(one.changes)
    one.notice_jobs()
    assert not jobs.moved(one.changes)


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
