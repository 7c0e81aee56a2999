"""Searches for gaps: things that a heuristic does not count although they help to explain who wins. It can
also add a term that counts such a thing, and play a match to see if that helps."""

import time
from collections.abc import Iterable

from arena.card.plan import CardPlan
from arena.gaps.gaps import Gap, Gaps
from arena.gaps.gaps_run import GapsRun
from arena.gaps.plan import GapsPlan
from arena.gaps.trial import Trial, TrialRun
from engines.jobs import Job, Lane
from games.contract import BadText
from heuristics.presets import changed_weights
from heuristics.registry import heuristics_of
from study.card.report_card import card_file
from study.gaps.added_term import WrittenHeuristic, write_with_term
from study.gaps.gaps_file import gaps_file
from study.state.background_task import BackgroundTask, usual_workers
from study.state.study import Study
from study.state.wishes import Say

MINUTES = (2, 5, 15, 60)
"""The choices of minutes for a search for gaps, and for the match of a heuristic with an added term."""

LOADING_SECONDS = 20.0
"""The most seconds until the window has loaded a written file."""

LOOK_SECONDS = 0.1
"""Seconds between two checks whether the file is loaded."""


class AddedTerm(BackgroundTask):
    """A heuristic with a term that it lacked: its file is written, the window shows it, and it plays a match
    against the heuristic without the term. `gap` is the gap for which a term was added last."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self.gap: Gap | None = None
        self.written: WrittenHeuristic | None = None
        self._found: Gaps | None = None

    @property
    def trial(self) -> Trial | None:
        """The match so far; None before it begins."""
        return self.newest(Trial)

    def begin(self, study: Study, found: Gaps, gap: Gap) -> None:
        """Writes the file of the heuristic with the term of `gap`. Ends an earlier match."""
        self.drop()
        self.gap, self.written, self._found = gap, None, found
        plan, folder = found.plan, study.settings.own_heuristics

        def work(job: Job) -> WrittenHeuristic:
            written = write_with_term(plan.lens, gap, folder)
            wait_until_loaded(plan.game, written.name, job)
            return written

        self._job = self._lane.do(work, "the new heuristic")

    def follow(self, study: Study, minutes: float, workers: int) -> None:
        """Shows the new heuristic once it is loaded, and begins its match."""
        written = None if self.running else self.newest(WrittenHeuristic)
        if written is None or self._found is None:
            return
        self.written, plan = written, self._found.plan
        study.set_lens(written.name)
        study.wish(Say(f"{written.file.name} is written. The window shows {written.name}."))
        trial = CardPlan(
            plan.game,
            written.name,
            plan.options,
            minutes=minutes,
            weights=plan.weights,
            rival=plan.heuristic,
        )
        run = TrialRun(trial, card_file(study.data, trial), workers, on_weight=written.set_weight)
        self._job = self._lane.do(run.work, "the match")


def wait_until_loaded(game: str, name: str, job: Job) -> None:
    """Waits until the window has loaded a heuristic's file. Raises BadText after LOADING_SECONDS, or if the
    job is stopped."""
    until = time.perf_counter() + LOADING_SECONDS
    while all(heuristic.name != name for heuristic in heuristics_of(game)):
        if job.stop.requested or time.perf_counter() > until:
            raise BadText(f"{name} was written but could not be loaded: open it with an editor")
        time.sleep(LOOK_SECONDS)


class GapSearch(BackgroundTask):
    """The newest search for gaps in the shown heuristic. `minutes` is the time for the whole search, and also
    for the match with an added term. `lane` does the work."""

    def __init__(self, lane: Lane) -> None:
        self.minutes = MINUTES[1]
        self.workers = usual_workers()
        self.games: int | None = None
        """The number of games, in place of the minutes."""
        self.added = AddedTerm(lane)
        self._lane = lane

    @property
    def found(self) -> Gaps | None:
        """The gaps found so far; None before anything is known."""
        return self.newest(Gaps)

    def begin(self, study: Study) -> None:
        """Searches for gaps in the shown heuristic, after ending the running search. An earlier search with
        the same plan is continued from its file."""
        self.drop()
        lens = study.lens
        plan = GapsPlan(
            lens.heuristic.game,
            lens.name,
            study.record.options,
            games=self.games,
            minutes=float(self.minutes),
            weights=changed_weights(lens),
        )
        data, workers = study.data, self.workers
        work = lambda job: GapsRun(plan, gaps_file(data, plan), workers).work(job)  # noqa: E731
        self._job = self._lane.do(work, "the search for gaps")

    def follow(self, study: Study) -> None:
        """Once the written heuristic is loaded, shows it and begins its match."""
        self.added.follow(study, float(self.minutes), self.workers)

    @property
    def jobs(self) -> Iterable[Job | None]:
        return self._job, *self.added.jobs

    def drop(self) -> None:
        super().drop()
        self.added.drop()
