"""The tuning of weights: a regression as in the report card, a search by matches if it is asked for, a trial
of what they found, and a confirmation of the best with fresh seeds.

It shares the card's file: games that the card has played with the same plan are not played twice.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np

from arena.card.card import Suggestion
from arena.card.collinearity import TermShape, term_shapes
from arena.card.pairs import Worth
from arena.card.plan import CHUNK, KNOCK_OUT, CardPlan
from arena.card.staged_run import PAIR_BATCH, Contest, StagedRun, rounded
from arena.tuning.tuning import (
    CONFIRMED,
    LOST,
    NOT_CONFIRMED,
    REGRESSION,
    SEARCH,
    SECOND,
    Attempt,
    Tuning,
)
from arena.tuning.weight_search import MOST_WEIGHTS, WeightSearch, check_package
from engines.jobs import Job

TRIAL, GENERATION = 16, 64
"""Stages, each with separate seeds: that of the trials, and of the search's first generation."""

GENERATIONS = 10
"""The number of generations of the search, with fixed counts."""

PAIRS_SHARE = 4
"""A candidate of a generation plays this many times fewer pairs than a trial."""

USUAL_PAIRS = 40
"""Pairs of a candidate with a time limit."""

LEAST_WEIGHTS = 2


class TuningRun(StagedRun[Tuning]):
    """Tunes weights. `searches`: a search by matches follows the regression."""

    answer = Tuning
    shares = MappingProxyType(
        {"data": 0.25, "knock-out": 0.10, "search": 0.30, "trial": 0.10, "confirm": 0.25}
    )

    def __init__(
        self,
        plan: CardPlan,
        path: Path,
        searches: bool = False,
        workers: int = 1,
        executor: str = "",
        scheduler: str = "",
    ) -> None:
        super().__init__(plan, path, workers, executor, scheduler)
        self._searches = searches

    def work(self, job: Job) -> Tuning:
        """As for `StagedRun`. Also raises BadText if the search's package is missing."""
        if self._searches:
            check_package()
        return super().work(job)

    def _make(self) -> None:
        sample = self._sample()
        shapes = term_shapes(sample.terms)
        _, suggested = self._fit(sample, shapes)
        found = {REGRESSION: self._changes(suggested)}
        if self._searches:
            found[SEARCH] = self._searched(shapes)
        trials = {
            method: self._trial(changes)
            for method, changes in found.items()
            if changes and changes not in [found[other] for other in found if other < method]
        }
        self._play_equally("trial", list(trials.values()), lambda: self._tell("trials"))
        attempts = [
            Attempt(method, found[method], contest.played.worth) for method, contest in trials.items()
        ]
        best = max(attempts, key=lambda attempt: _elo(attempt.trial), default=None)
        if best is None or _elo(best.trial) <= 0.0:
            self._tell("", attempts=tuple(replace(attempt, state=LOST) for attempt in attempts))
            return

        def take_in(suggestion: Suggestion) -> None:
            states = {attempt.method: LOST if _elo(attempt.trial) <= 0.0 else SECOND for attempt in attempts}
            states[best.method] = CONFIRMED if suggestion.confirmed else NOT_CONFIRMED
            self._tell(
                "confirmation",
                attempts=tuple(replace(each, state=states[each.method]) for each in attempts),
                suggestion=suggestion,
                method=best.method,
            )

        self._confirm(best.weights, take_in)
        self._tell("")

    # Search

    def _searched(self, shapes: Sequence[TermShape]) -> dict[str, float]:
        """The weights that the search by matches finds; {} if too few terms matter."""
        plan = self.plan
        self._tell("which terms matter")
        live = [
            name for at, name in enumerate(plan.terms) if shapes[at].fires > 0.0 and plan.weight(name) != 0.0
        ]
        worths = self._worths(live, lambda: self._tell("which terms matter"))
        free = [name for name in live if not worths[name].straddles]
        free = sorted(free, key=lambda name: -abs(_elo(worths[name])))[:MOST_WEIGHTS]
        free.sort(key=plan.terms.index)
        self.newest = replace(self.newest, frozen=tuple(name for name in plan.terms if name not in free))
        if len(free) < LEAST_WEIGHTS:
            note = f"cma: expected {LEAST_WEIGHTS} terms that matter, found {len(free)}"
            self.newest = replace(self.newest, notes=(note,))
            return {}
        self._tell("search")
        pairs = USUAL_PAIRS if plan.pairs is None else max(CHUNK, plan.pairs // PAIRS_SHARE)
        search, number = WeightSearch(len(free), plan.seed_of(GENERATION)), 0
        while number < GENERATIONS if plan.pairs is not None else not number or self._left("search") > 0.0:
            candidates = search.candidates()
            scores = [self._score(free, factors, GENERATION + number, pairs) for factors in candidates]
            search.take(candidates, scores)
            number += 1
            self._tell("search")
        found = self._factored(free, search.middle)
        return {name: weight for name, weight in found.items() if weight != plan.weight(name)}

    def _score(self, names: Sequence[str], factors: np.ndarray, stage: int, pairs: int) -> float:
        """The mean score of a candidate against the present weights. All candidates of a generation have the
        same openings."""
        plan = self.plan
        candidate = plan.player(self._factored(names, factors))
        contest = self._contest("candidate", plan.player(), stage, plan.nodes, candidate)
        self._count_time("search", contest.played.stage)
        contest.played.play(self._shop, pairs)
        return contest.played.counts.mean

    def _factored(self, names: Sequence[str], factors: np.ndarray) -> dict[str, float]:
        return {
            name: rounded(self.plan.weight(name) * float(factor))
            for name, factor in zip(names, factors, strict=True)
        }

    def _worths(self, names: Sequence[str], show: Callable[[], None]) -> dict[str, Worth]:
        """The worth of each term by the card's knock-outs."""
        plan = self.plan
        contests = {
            name: self._contest(name, plan.player({name: 0.0}), KNOCK_OUT, plan.nodes) for name in names
        }
        self._play_equally("knock-out", list(contests.values()), show)
        return {name: contest.played.worth for name, contest in contests.items()}

    # Trials

    def _trial(self, changes: Mapping[str, float]) -> Contest:
        plan = self.plan
        return self._contest("trial", plan.player(), TRIAL, plan.nodes, plan.player(changes))

    def _play_equally(self, share: str, contests: Sequence[Contest], show: Callable[[], None]) -> None:
        """Plays the plan's pairs of each contest; with a time limit as many as there is time for, the same
        number of each."""
        plan = self.plan
        for contest in contests:
            self._count_time(share, contest.played.stage)
        if plan.pairs is not None:
            for contest in contests:
                contest.played.play(self._shop, plan.pairs)
                show()
            return
        known = min((CHUNK * self._shop.known(each.played.stage) for each in contests), default=0)
        pairs = max(known, PAIR_BATCH)
        while contests:
            for contest in contests:
                contest.played.play(self._shop, pairs)
                show()
            if self._left(share) <= 0.0:
                return
            pairs += PAIR_BATCH


def _elo(worth: Worth) -> float:
    """The estimate; if it is infinite because all pairs were alike, an end of the interval."""
    if worth.elo is not None:
        return worth.elo
    return worth.low if worth.low is not None else worth.high or 0.0
